"""What an edit of a sentence is, and the checks that every edit has to pass."""

import random
import re
from collections.abc import Callable
from dataclasses import dataclass

from grounding.training.generator.corpus import Corpus


@dataclass(frozen=True)
class Change:
    """``sentence`` is the evidence after the edit; ``label`` is then that of the claim.

    ``claim`` is the claim that the edited evidence supports and the old one does not, with ``back`` as its label
    beside the old evidence; None where the old evidence supports it too or it is not known.
    """

    sentence: str
    label: int
    claim: str | None = None
    back: int = 0


@dataclass(frozen=True)
class Site:
    """A claim, the ``sentence`` that carries it, and the whole passage that holds the sentence."""

    sentence: str
    claim: str
    passage: str


Edit = Callable[[Site, Corpus, random.Random], Change | None]


def occurs(text: str, words: str) -> int:
    """How often ``words`` stand in ``text`` as whole words, in any case."""
    return len(re.findall(rf"(?<![\w]){re.escape(words)}(?![\w])", text, re.IGNORECASE))


def swapped(
    site: Site, old: str, new: str, label: int, *, both: bool = True, fresh: bool = True
) -> Change | None:
    """``old`` replaced by ``new`` in the sentence, and in the claim for the way back.

    None unless ``old`` stands just once in the sentence and once in the claim, nowhere else in the passage where the
    new value has to be ``fresh``, and the new value nowhere at all.
    """
    if occurs(site.sentence, old) != 1 or occurs(site.claim, old) != 1 or old == new:
        return None
    if fresh and (occurs(site.passage, old) != 1 or occurs(site.passage + " " + site.claim, new)):
        return None
    sentence, claim = replaced(site.sentence, old, new), replaced(site.claim, old, new)
    return Change(sentence, label, claim if both else None, label)


def replaced(text: str, old: str, new: str) -> str:
    """The first ``old`` that stands as whole words replaced; a capital at the start of the text stays one."""
    match = re.search(rf"(?<![\w]){re.escape(old)}(?![\w])", text, re.IGNORECASE)
    if not match:
        return text
    new = new[:1].upper() + new[1:] if match[0][:1].isupper() else new
    text = text[: match.start()] + new + text[match.end() :]
    return re.sub(
        rf"\b([Aa])n? (?={re.escape(new)})", rf"\1{'n' if new[:1].lower() in 'aeiou' else ''} ", text, count=1
    )
