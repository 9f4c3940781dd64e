import random
from difflib import SequenceMatcher
from pathlib import Path

import pytest

from grounding.training import sources
from grounding.training.generator.evidence.change import Change, Site, occurs
from grounding.training.generator.evidence.groups import EDITS, edited_evidence
from grounding.training.generator.evidence.swaps import SWAPS
from grounding.training.generator.material import Material
from grounding.training.probes import GENERATED, probes, table
from grounding.training.rows import CONTRADICTION, ENTAILMENT, NEUTRAL, NOT_ENTAILMENT, Row
from tests.grounding.training.pairs import write_data

REST = " The town lies on a river. Its market has been held since 1702."
# A sentence that each kind of edit applies to, and the labels that its claim may then have.
SENTENCES = {
    "number": ("The library lends 4,310 books a month.", {CONTRADICTION}),
    "count_word": ("The school has seven teachers.", {CONTRADICTION}),
    "year": ("The mill burnt down in 1913.", {CONTRADICTION}),
    "currency": ("A ticket costs €14 for adults.", {CONTRADICTION}),
    "unit": ("The road is 12 km long.", {CONTRADICTION}),
    "multiple": ("The rent doubled last year.", {CONTRADICTION}),
    "fraction": ("Almost a third of the pupils walk to school.", {CONTRADICTION}),
    "kind": ("Her brother was a physicist.", {NOT_ENTAILMENT}),
    "calendar": ("The shop is closed on Tuesday.", {CONTRADICTION}),
    "opposite": ("The southern bridge is older than the station.", {CONTRADICTION}),
    "name": ("The choir sang in Ostrava.", {NOT_ENTAILMENT}),
    "roles": ("Marta Kovar defeated Lena Brand.", {NOT_ENTAILMENT}),
    "exchanged": ("It had 310 members in the north, while there were 270 in the south.", {NOT_ENTAILMENT}),
    "negation": ("The council has approved the plan.", {CONTRADICTION}),
    "planned": ("The firm opened a branch in the valley.", {NEUTRAL}),
    "status": ("The bakery is the oldest shop.", {NEUTRAL, NOT_ENTAILMENT}),
    "condition": ("The museum will reopen in spring.", {NEUTRAL}),
    "scope": ("Visitors must wear a helmet.", {NOT_ENTAILMENT}),
    "amount": ("All rooms have a window.", {NEUTRAL, CONTRADICTION}),
    "only": ("The lift is only for members.", {NEUTRAL}),
    "cause": ("The match was cancelled because of fog.", {NOT_ENTAILMENT}),
}


@pytest.fixture(scope="module")
def material(tmp_path_factory: pytest.TempPathFactory) -> Material:
    return Material.build(sources.read_pairs(write_data(tmp_path_factory.mktemp("data"))))


def test_every_kind_has_a_passage_here() -> None:
    assert set(SENTENCES) == set(EDITS)


@pytest.mark.parametrize("kind", sorted(SENTENCES))
def test_an_edit_takes_the_support_away_at_one_place(kind: str, material: Material) -> None:
    sentence, labels = SENTENCES[kind]
    made = _changes(kind, sentence, material)
    assert made
    for change in made:
        assert change.label in labels and change.sentence != sentence
        if kind not in ("exchanged", "roles", "status", "condition"):
            assert _places(sentence, change.sentence) == 1, change.sentence
        if kind in ("status", "condition"):
            # The frame stands around the sentence, which is whole.
            assert sentence[4:-1].lower() in change.sentence.lower()


@pytest.mark.parametrize("kind", sorted(set(SWAPS) - {"roles", "exchanged", "opposite"}))
def test_the_new_value_stands_nowhere_else(kind: str, material: Material) -> None:
    sentence = SENTENCES[kind][0]
    for change in _changes(kind, sentence, material):
        come = set(change.sentence.rstrip(".").split()) - set(sentence.rstrip(".").split())
        assert come and not any(occurs(REST, word) for word in come)


def test_a_value_that_stands_twice_is_left_alone(material: Material) -> None:
    passage = "The mill burnt down in 1913. In 1913 the owner died."
    site = Site("The mill burnt down in 1913.", "The mill burnt down in 1913.", passage)
    assert all(EDITS["year"](site, material.corpus, random.Random(seed)) is None for seed in range(20))


def test_a_bound_is_no_number_to_change(material: Material) -> None:
    text = "The hall seats more than 500 people."
    assert EDITS["number"](Site(text, text, text), material.corpus, random.Random(0)) is None


def test_each_claim_stands_with_both_labels(material: Material) -> None:
    rows = edited_evidence(material, random.Random(1), 400)
    labels: dict[str, set[bool]] = {}
    for row in rows:
        labels.setdefault(row.hypothesis, set()).add(row.label == ENTAILMENT)
    assert len(rows) >= 130
    assert all(len(both) == 2 for both in labels.values())


def test_the_claim_alone_tells_nothing(material: Material) -> None:
    found = probes(edited_evidence(material, random.Random(2), 800))
    assert found and all(GENERATED[0] <= probe.claim_only <= GENERATED[1] for probe in found)


def test_a_probe_finds_a_label_that_the_claim_gives_away() -> None:
    rows = [
        Row(f"Passage {i}.", f"House {i} is {'' if i % 2 else 'not '}red.", i % 2 * 2, "leaky")
        for i in range(200)
    ]
    (probe,) = probes(rows)
    assert probe.claim_only > 0.95 and not probe.clean
    assert "leaks" in table([probe])


def test_a_family_of_one_label_has_no_probe(tmp_path: Path) -> None:
    assert probes([Row(f"P {i}", f"C {i}", ENTAILMENT, "one") for i in range(100)]) == []


def _changes(kind: str, sentence: str, material: Material) -> list[Change]:
    site = Site(sentence, sentence, sentence + REST)
    drawn = [EDITS[kind](site, material.corpus, random.Random(seed)) for seed in range(40)]
    return [change for change in drawn if change]


def _places(one: str, other: str) -> int:
    matcher = SequenceMatcher(None, one.split(), other.split(), autojunk=False)
    return sum(tag != "equal" for tag, *_ in matcher.get_opcodes())
