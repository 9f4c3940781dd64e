"""Every written claim is read with both labels, so that no style gives the label away."""

import random
from collections import Counter

from grounding.training.rows import CONTRADICTION, ENTAILMENT, NEUTRAL, Row
from grounding.training.stages import multilingual_rows
from grounding.training.written import counterpart, read_written, with_counterparts

PREMISE = "The ferry leaves at noon. It carries 40 cars. Dogs travel free."


def test_counterparts() -> None:
    rng = random.Random(0)
    supported = counterpart(Row(PREMISE, "Forty cars fit: it carries 40 cars.", ENTAILMENT, "f"), [], rng)
    assert (supported.premise, supported.label) == ("The ferry leaves at noon. Dogs travel free.", NEUTRAL)
    contradicted = counterpart(Row(PREMISE, "It carries 60 cars.", CONTRADICTION, "f"), [], rng)
    assert contradicted.premise == "The ferry leaves at noon. It carries 60 cars. Dogs travel free."
    assert contradicted.label == ENTAILMENT
    other = counterpart(Row(PREMISE, "Dogs love the ferry.", NEUTRAL, "f"), [], rng)
    assert "Dogs love the ferry." in other.premise and "Dogs travel free." in other.premise
    assert other.label == ENTAILMENT
    alone = counterpart(Row("Dogs travel free.", "Dogs pay nothing.", ENTAILMENT, "f"), [other], rng)
    assert (alone.premise, alone.label) == (other.premise, NEUTRAL)


def test_what_was_written() -> None:
    for name in ("english", "languages"):
        families = read_written(name)
        rows = [row for part in families.values() for row in part]
        assert len(rows) > 10_000
        assert all(row.premise.strip() and row.hypothesis.strip() for row in rows)
        for part in families.values():
            both = Counter(row.label == ENTAILMENT for row in with_counterparts(part[:200], random.Random(0)))
            assert both[True] == both[False]


def test_the_rows_of_the_multilingual_stage() -> None:
    english = [Row(PREMISE, f"Claim {n}.", NEUTRAL, "planted") for n in range(500)]
    languages = {"written_de": [Row("Die Fähre fährt.", "Sie fährt.", ENTAILMENT, "written_de")]}
    long = Row("word " * 200, "A word.", ENTAILMENT, "written_news")
    rows = multilingual_rows(languages, {"written_news": [long]}, english, random.Random(0))
    assert Counter(row.family for row in rows) == {"planted": 300, "written_de": 1, "written_de_removed": 1}
