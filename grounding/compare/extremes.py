"""Words that make a statement extreme: only, all, never, most, first. A claim that adds one says more than its source.

Models take "the most important feature" for "an important feature": all other words are shared.
"""

import re
from functools import lru_cache

from grounding.text.words import words

# Words that a claim may not add -> others in the source that say as much.
_EXTREMES = {
    "only sole solely exclusively": "just alone",
    "all every everyone everything everybody entire entirely completely always": "each whole fully both any "
    "throughout 100",
    "never none nobody nothing": "no not nor neither without cannot",
    "first earliest": "initially original debut 1st 1",
    "last latest": "final finally",
    "best": "top finest",
    "worst": "",
}
# What figures rank need not be said.
_RANKS = {
    "most largest biggest greatest": "main mainly majority",
    "least smallest lowest": "more",
    "highest tallest": "",
    "oldest": "",
    "youngest": "",
    "longest": "",
}
_RANKING_FIGURES = 2


def _groups(table: dict[str, str]) -> dict[str, tuple[frozenset[str], frozenset[str]]]:
    return {
        own.split()[0]: (frozenset(own.split()), frozenset((own + " " + kin).split()))
        for own, kin in table.items()
    }


_ALWAYS, _WITHOUT_FIGURES = _groups(_EXTREMES), _groups(_RANKS)


# "At least" is a bound, "the second largest" is not the largest.
_NOT_EXTREME = re.compile(
    r"\bat (?:most|least)\b|\b(?:second|third|fourth|fifth|2nd|3rd|next|one of the|among the)[\s-]+(?:most\b|\w+est\b)",
    re.IGNORECASE,
)


def added_extremes(claim: str, premise: str) -> set[str]:
    """The kinds of extreme words that the claim has and the premise has nothing of, by their first word ("only")."""
    claimed, held = _words(claim), _words(premise)
    ranked = sum(word[0].isdigit() for word in held) >= _RANKING_FIGURES
    groups = _ALWAYS if ranked else _ALWAYS | _WITHOUT_FIGURES
    return {kind for kind, (own, kin) in groups.items() if claimed & own and not held & kin}


@lru_cache(maxsize=5_000)
def _words(text: str) -> frozenset[str]:
    own = words(_NOT_EXTREME.sub(" ", text))
    return frozenset("not" if word.endswith(("n't", "n’t")) else word for word in own)
