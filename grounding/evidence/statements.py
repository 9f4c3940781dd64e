"""Claims that a passage states as they stand: a quoted sentence, or a row of a table in some of its fields.

The other rows of a table are about other things, whatever they share with it: they do not deny what its own row says.
"""

from grounding.text.records import record_fields
from grounding.text.words import words


def states(text: str, claim: str) -> bool:
    """Whether ``text``, a sentence or row, says just what ``claim`` says, word for word.

    The claim may repeat words of a sentence that it quotes whole, and leave out fields of a row.

    >>> states("The fee is 900 pounds.", "900 pounds: “The fee is 900 pounds.”")
    True
    >>> states("City: Oslo; Area: 454 km²; Staff: 120", "City: Oslo; Staff: 120")
    True
    >>> states("The fee is 900 pounds.", "No: “The fee is 900 pounds.”")
    False
    """
    row, told = _fields(text), _fields(claim)
    if row and told:
        return told <= row
    own, claimed = words(text), words(claim)
    if not own or not set(claimed) <= set(own):
        return False
    return any(claimed[at : at + len(own)] == own for at in range(len(claimed) - len(own) + 1))


def about_another(text: str, claim: str) -> bool:
    """Whether both are rows of one kind, ``text`` of another thing than ``claim``: the same name first, another value.

    >>> about_another("City: Bergen; Staff: 80", "City: Oslo; Staff: 120")
    True
    >>> about_another("City: Oslo; Staff: 80", "City: Oslo; Staff: 120")
    False
    """
    row, told = record_fields(text), record_fields(claim)
    if not row or not told:
        return False
    (name, value), (own_name, own_value) = row[0], told[0]
    return words(name) == words(own_name) and words(value) != words(own_value)


def _fields(line: str) -> set[tuple[str, ...]]:
    return {(*words(name), ":", *words(value)) for name, value in record_fields(line)}
