"""How well the words that a question leaves out are known: precision, recall, and what is left alone."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from grounding.text.words import words


@dataclass(frozen=True)
class FollowUp:
    """A question of a conversation: the words it needs of earlier turns, and those it was given."""

    needed: Collection[str]
    given: Collection[str]


@dataclass(frozen=True)
class FollowUpMetrics:
    """All in [0, 1], NaN where there is nothing to count.

    ``precision`` and ``recall`` count words over all questions, ``left_alone`` the questions that need nothing and
    were given nothing.
    """

    precision: float
    recall: float
    left_alone: float


def is_follow_up(row: Mapping[str, Any]) -> bool:
    """Whether a row has a rewritten question, and says what of it stood in earlier turns or that nothing is missing."""
    return "rewrite" in row and (bool(row.get("standalone")) or bool(row.get("added_in_history")))


def turns_of(row: Mapping[str, Any]) -> list[str]:
    """The earlier turns of a row, oldest first, after the title of what is talked about."""
    title = row.get("title")
    return [*([title] if title else []), *(turn["text"] for turn in row.get("history") or ())]


def needed_of(row: Mapping[str, Any]) -> set[str]:
    """The words of earlier turns that the row's question leaves out, as :func:`grounding.text.words.words` has them."""
    if row.get("standalone"):
        return set()
    return {word for added in row.get("added_in_history") or () for word in words(added)}


def measure_follow_ups(asked: Sequence[FollowUp]) -> FollowUpMetrics:
    """Metrics over all questions."""
    right = sum(len(set(one.needed) & set(one.given)) for one in asked)
    alone = [not one.given for one in asked if not one.needed]
    return FollowUpMetrics(
        _share(right, sum(len(set(one.given)) for one in asked)),
        _share(right, sum(len(set(one.needed)) for one in asked)),
        _share(sum(alone), len(alone)),
    )


def _share(part: float, whole: float) -> float:
    return part / whole if whole else float("nan")
