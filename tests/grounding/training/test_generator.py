import random
import re
from collections import Counter
from pathlib import Path

import pytest

from grounding.training import sources, stages
from grounding.training.generator import FAMILIES, dialogue, figures, generate, records, scenes, statements
from grounding.training.generator.corpus import read_paragraph
from grounding.training.generator.material import Material
from grounding.training.generator.windows import around, relevant
from grounding.training.rows import CONTRADICTION, ENTAILMENT, NEUTRAL, NOT_ENTAILMENT
from tests.grounding.training.pairs import write_data


@pytest.fixture(scope="module")
def material(tmp_path_factory: pytest.TempPathFactory) -> Material:
    return Material.build(sources.read_pairs(write_data(tmp_path_factory.mktemp("data"))))


@pytest.mark.parametrize("family", sorted(FAMILIES))
def test_every_family_makes_both_supported_and_unsupported_claims(family: str, material: Material) -> None:
    rows = generate(material, {family: 80}, random.Random(1))
    assert len(rows) >= 80
    labels = Counter(row.label for row in rows)
    assert labels[ENTAILMENT] >= 8 and len(rows) - labels[ENTAILMENT] >= 8
    assert all(row.premise.strip() and row.hypothesis.strip() for row in rows)


def test_the_same_seed_makes_the_same_rows(material: Material) -> None:
    quotas = dict.fromkeys(FAMILIES, 10)
    assert generate(material, quotas, random.Random(7)) == generate(material, quotas, random.Random(7))


def test_claims_of_a_window_come_with_their_near_miss(material: Material) -> None:
    rows = generate(material, {"sentence": 60}, random.Random(2))
    by_premise = Counter(row.premise for row in rows)
    supported = Counter(row.premise for row in rows if row.label == ENTAILMENT)
    assert all(0 < supported[premise] < count for premise, count in by_premise.items())


def test_a_paragraph_knows_its_subject() -> None:
    paragraph = read_paragraph(
        "Marie Novak (born 1971) is a Czech film director. She directed The Quiet Bridge in 1998. "
        "She grew up in Brno with two brothers and an aunt.",
        "test",
    )
    assert paragraph and paragraph.title == "Marie Novak" and paragraph.pronoun == "She"
    assert {"Quiet Bridge", "Brno"} <= set(paragraph.names)


def test_scene_claims_name_the_right_speaker() -> None:
    people = {
        "a": "Anna",
        "b": "Tom",
        "a_he": "she",
        "b_he": "he",
        "a_his": "her",
        "b_his": "his",
        "a_him": "her",
        "b_him": "him",
    }
    fill = people | {"day": "Friday", "day2": "Monday"}
    template = "{b} will call {a} {on day}."
    assert scenes.render(template, fill) == "Tom will call Anna on Friday."
    assert scenes._exchanged(template, fill) == ("Anna will call Tom on Friday.", NOT_ENTAILMENT)
    assert scenes._changed(template, fill, random.Random(0)) == (
        "Tom will call Anna on Monday.",
        CONTRADICTION,
    )


def test_every_scene_can_be_written() -> None:
    rng = random.Random(0)
    for scene in scenes.SCENES:
        fill = scenes._slots(scenes._people(rng), rng)
        for template in (*scene.turns, *scene.true, *scene.false, *scene.unsaid):
            assert "{" not in scenes.render(template, fill)
        assert scene.true and scene.false


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("I think walking is interesting.", "Anna thinks walking is interesting."),
        ("I don't know my neighbours.", "Anna does not know her neighbours."),
        ("I am sure I left it.", "Anna is sure she left it."),
    ],
)
def test_first_person_becomes_third(said: str, told: str) -> None:
    assert dialogue.third_person(said, "Anna") == told


def test_windows_keep_the_sentence_and_the_budget() -> None:
    sentences = [f"Sentence {i} has exactly six words." for i in range(20)]
    for seed in range(30):
        window = around(sentences, 7, 30, random.Random(seed))
        assert sentences[7] in window and len(" ".join(window).split()) <= 30
        assert window == sentences[sentences.index(window[0]) :][: len(window)]


def test_long_documents_are_cut_to_what_the_claim_is_about() -> None:
    filler = " ".join(f"Nothing of interest happened on day {i}." for i in range(80))
    text = f"{filler} The comet was first seen by Caroline Herschel. {filler}"
    cut = relevant(text, "Caroline Herschel saw the comet first.", 150)
    assert "Caroline Herschel" in cut and len(cut.split()) <= 160


def test_held_out_premises_are_apart(tmp_path: Path) -> None:
    pairs = sources.read_pairs(write_data(tmp_path))
    train, held = stages.split(pairs)
    premises = [{row.premise for rows in part.values() for row in rows} for part in (train, held)]
    assert not premises[0] & premises[1]
    assert sum(len(rows) for part in (train, held) for rows in part.values()) == sum(map(len, pairs.values()))


def test_figures_are_bound_and_compared_as_the_text_has_them(material: Material) -> None:
    """Every weight and comparison of the models, read again from tables and lists."""
    rng, seen = random.Random(3), Counter[int]()
    for row in (row for _ in range(4000) for row in figures.group(material, rng)):
        stated = dict(re.findall(r"([A-Z][\w .-]*?)(?: \||:) (\d[\d.]*) kg", row.premise))
        said = re.fullmatch(r"([\w .-]+) weighs (\d[\d.]*) kg\.", row.hypothesis)
        compared = re.fullmatch(r"([\w .-]+) is heavier than ([\w .-]+)\.", row.hypothesis)
        if said and " weighs " not in said[1] and len(stated) > 1:
            expected = {None: NEUTRAL, said[2]: ENTAILMENT}.get(stated.get(said[1]), CONTRADICTION)
        elif compared and compared[1] in stated and compared[2] in stated:
            heavier = float(stated[compared[1]]) > float(stated[compared[2]])
            expected = ENTAILMENT if heavier else CONTRADICTION
        else:
            continue
        assert row.label == expected, row
        seen[expected] += 1
    assert min(seen[label] for label in (ENTAILMENT, NEUTRAL, CONTRADICTION)) > 0


def test_a_record_gives_each_figure_to_its_column(material: Material) -> None:
    rng, seen = random.Random(4), Counter[int]()
    for row in (row for _ in range(1500) for row in records.group(material, rng)):
        stated = dict(re.findall(r"Place: ([^;\n]+);[^\n]*?Closes: ([\d:]+)", row.premise))
        said = re.fullmatch(r"(.+) closes at ([\d:]+)\.", row.hypothesis)
        if said and said[1] in stated:
            assert row.label == (ENTAILMENT if stated[said[1]] == said[2] else CONTRADICTION), row
            seen[row.label] += 1
    assert min(seen[ENTAILMENT], seen[CONTRADICTION]) > 0


def test_every_statement_can_be_written(material: Material) -> None:
    for statement in statements.STATEMENTS:
        fill = statements._filled(random.Random(5))
        texts = [*statement.says, *statement.true, *statement.false, *statement.open]
        assert not any("{" in statements.render(text, fill) for text in texts)
        assert not set(statement.true) & {*statement.false, *statement.open}
