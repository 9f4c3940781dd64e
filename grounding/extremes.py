"""Words that make a statement extreme: only, all, never, most, first. A claim that adds one says more than its source.

Models take "the most important feature" for "an important feature": all other words are shared.
"""

from functools import lru_cache

from grounding.words import words

# Words that a claim may not add -> others in the source that say as much.
_EXTREMES = {
    "only sole solely exclusively single alone": "just",
    "all every everyone everything everybody entire entirely completely always": "each whole fully both throughout",
    "never none nobody nothing": "no not nor neither without cannot",
    "first earliest": "initially original debut",
    "last latest": "final finally",
    "best": "top finest",
    "worst": "",
}
# What figures rank need not be said.
_RANKS = {
    "most largest biggest greatest": "main mainly majority",
    "least smallest lowest": "",
    "highest tallest": "",
    "oldest": "",
    "youngest": "",
    "longest": "",
}
_RANKING_FIGURES = 2


def _groups(table: dict[str, str]) -> list[tuple[frozenset[str], frozenset[str]]]:
    return [(frozenset(own.split()), frozenset((own + " " + kin).split())) for own, kin in table.items()]


_ALWAYS, _WITHOUT_FIGURES = _groups(_EXTREMES), _groups(_RANKS)


def added_extremes(claim: str, premise: str) -> int:
    """How many kinds of extreme words the claim has of which the premise has none."""
    said, held = _words(claim), _words(premise)
    ranked = sum(word[0].isdigit() for word in held) >= _RANKING_FIGURES
    groups = _ALWAYS if ranked else _ALWAYS + _WITHOUT_FIGURES
    return sum(bool(said & own) and not held & kin for own, kin in groups)


@lru_cache(maxsize=5_000)
def _words(text: str) -> frozenset[str]:
    said = words(text)
    return frozenset("not" if word.endswith(("n't", "n’t")) else word for word in said)
