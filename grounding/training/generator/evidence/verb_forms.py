"""The verbs that an edit may turn: past forms with their base and participle, and where they act."""

import re

from grounding.text.verbs import english

# Regular verbs of which the base is the past without its last letter, or its last two.
_WITH_E = """
produced created released moved received served closed retired scored escaped replaced continued arrived argued used
based named decided proposed introduced
"""
_PLAIN = """
launched founded directed opened started joined attended ended killed defeated attacked played worked lived returned
developed appeared visited published designed established finished signed entered helped reached recorded painted
conducted learned earned composed performed
"""
_IRREGULAR = """
began bought built chose drew drove fell fought found gave grew held kept led left lost made met paid rose sang sold
sent spent spoke stood taught threw told took went
"""
_FORMS = {
    group.split("/")[1]: (group.split("/")[0], group.split("/")[-1])
    for group in sorted(english("irregular_forms"))
    if "/" in group
}
# Past form -> base and participle.
BASES = (
    {past: (past[:-1], past) for past in _WITH_E.split()}
    | {past: (past[:-2], past) for past in _PLAIN.split()}
    | {past: _FORMS[past] for past in _IRREGULAR.split() if past in _FORMS}
    | {"married": ("marry", "married"), "studied": ("study", "studied"), "won": ("win", "won")}
    | {
        "wrote": ("write", "written"),
        "became": ("become", "become"),
        "came": ("come", "come"),
        "ran": ("run", "run"),
    }
)
_ACTED = re.compile(
    rf"(?<=\s)({'|'.join(BASES)})(?=\s(?:the|an?|his|her|its|their|in|to|at|[A-Z]|with|on)\b)"
)
_NOT_BEFORE = re.compile(
    r"\b(?:had|has|have|was|were|is|are|be|been|being|not|never|and|who|which|that|to|,|by|also)\s(?:\w+ly\s)?$"
)
# A subject of many.
_MANY = re.compile(
    r"(?:\b[a-z]+[^su\Wi]s|\b(?:[Tt]hey|[Ww]e|people|children|men|women)|\band [A-Z]\w+)\s(?:\w+ly\s)?$"
)
_PLURAL = {"was": "were", "is": "are", "claims": "claim"}


def acted(sentence: str) -> list[re.Match[str]]:
    """Past forms of ``BASES`` that are the verb of a clause, group 1."""
    return [m for m in _ACTED.finditer(sentence) if not _NOT_BEFORE.search(sentence[: m.start()])]


def agreed(phrase: str, before: str) -> str:
    """``was asked to`` -> ``were asked to`` where many do it, as the text ``before`` tells."""
    first, _, rest = phrase.partition(" ")
    return f"{_PLURAL.get(first, first)} {rest}" if _MANY.search(before) else phrase
