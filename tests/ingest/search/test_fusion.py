"""Meaning and words joined, with figures a reader can follow."""

import pytest

from ingest.search.fusion import FOREIGN_MEANING, MEANING, fuse, share_of_meaning
from ingest.store.chunk_store import Found
from ingest.types import Chunk


def hits(**scores: float) -> list[Found]:
    """Best first, as a store gives them."""
    ranked = sorted(scores.items(), key=lambda item: -item[1])
    return [Found("c", 1, Chunk(name, "d", 0, name, 0, 1, 1, 1), score, 0.5) for name, score in ranked]


def order(found: list[Found]) -> dict[str, float]:
    return {one.chunk.text: round(one.score, 3) for one in found}


def test_both_legs_count() -> None:
    # Meaning runs from 0.4 (0) to 0.8 (1), words from nothing (0) to 10 (1).
    fused = fuse(hits(a=0.8, b=0.6, c=0.4), hits(b=10, d=5), meaning=0.4)
    assert order(fused) == {"b": 0.8, "a": 0.4, "d": 0.3, "c": 0.0}
    assert [one.chunk.text for one in fused] == ["b", "a", "d", "c"]


@pytest.mark.parametrize(
    ("meaning", "first"), [(0.0, "words"), (0.4, "words"), (0.6, "meaning"), (1.0, "meaning")]
)
def test_the_share_decides(meaning: float, first: str) -> None:
    fused = fuse(hits(meaning=0.9, x=0.1), hits(words=3, y=1), meaning=meaning)
    assert fused[0].chunk.text == first


def test_one_leg_may_be_empty_or_flat() -> None:
    assert fuse([], []) == []
    assert order(fuse(hits(a=0.5), [], meaning=0.4)) == {"a": 0.4}
    assert order(fuse([], hits(a=2.0, b=1.0), meaning=0.4)) == {"a": 0.6, "b": 0.3}
    assert order(fuse(hits(a=0.5, b=0.5), [], meaning=0.4)) == {"a": 0.4, "b": 0.4}


@pytest.mark.parametrize(
    ("question", "share"),
    [
        ("How tall is the tower?", MEANING),
        ("¿Qué altura tiene la torre?", FOREIGN_MEANING),
        ("这座塔有多高？", FOREIGN_MEANING),
        ("मीनार कितनी ऊँची है?", FOREIGN_MEANING),
        # Names alone are in no language.
        ("Brindle Harbour 1931", MEANING),
    ],
)
def test_meaning_counts_less_where_the_model_does_not_read_the_question(question: str, share: float) -> None:
    assert share_of_meaning(question, {"en"}) == share
    assert share_of_meaning(question, {"en", "es", "zh", "hi"}) == MEANING
    # A model that does not say what it reads is taken to read it.
    assert share_of_meaning(question, ()) == MEANING
