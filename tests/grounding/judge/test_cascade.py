"""The accurate model reads what can change a verdict, and nothing that only the small one read makes a citation."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from grounding.judge.cascade import AT_MOST, Cascade, decisive
from grounding.judge.combiner import Floats
from grounding.limits import CONTRADICTION_THRESHOLD, SUPPORT_THRESHOLD

Pair = tuple[str, str]


@dataclass
class Scripted:
    """Says of each premise what the script says, and notes what it read."""

    scores: dict[str, tuple[float, float]]
    read: list[str] = field(default_factory=list)
    name: str = "scripted"

    def reads(self, language: str) -> bool:
        return True

    def judge(self, pairs: Sequence[Pair], english: Sequence[bool] = ()) -> Floats:
        self.read += [premise for premise, _ in pairs]
        return np.array([self.scores[premise] for premise, _ in pairs])


def test_the_best_two_the_likeliest_denial_and_what_would_be_cited_are_read() -> None:
    scores = np.array([(0.9, 0.1), (0.7, 0.0), (0.65, 0.0), (0.3, 0.0), (0.1, 0.5), (0.2, 0.2)])
    pairs = [(str(number), "the claim") for number in range(len(scores))]
    assert decisive(pairs, scores) == [0, 1, 2, 4]


def test_claims_are_looked_at_apart_and_none_is_read_without_bound() -> None:
    pairs = [(str(number), "all agree") for number in range(20)] + [("x", "another")]
    assert len(decisive(pairs, np.full((21, 2), 0.9))) == AT_MOST + 1


def test_the_accurate_model_decides_and_unread_pairs_cite_nothing() -> None:
    rough = {"best": (0.5, 0.1), "second": (0.4, 0.0), "denies": (0.1, 0.7), "rest": (0.3, 0.6)}
    fast = Scripted(rough)
    accurate = Scripted({"best": (0.95, 0.0), "second": (0.2, 0.0), "denies": (0.0, 0.9), "rest": (1.0, 1.0)})
    judged = Cascade(fast, accurate).judge([(premise, "the claim") for premise in rough])  # type: ignore[arg-type]
    assert accurate.read == ["best", "second", "denies"]
    assert judged.tolist() == [[0.95, 0.0], [0.2, 0.0], [0.0, 0.9], [0.3, 0.6]]
    assert judged[3, 0] < SUPPORT_THRESHOLD and judged[3, 1] < CONTRADICTION_THRESHOLD


def test_nothing_to_judge() -> None:
    assert decisive([], np.zeros((0, 2))) == []
