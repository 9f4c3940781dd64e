"""How surely a passage answers, from figures a reader can compute in the head."""

import pytest

from app.answering.answerability import OTHER_YEAR, Answerability, features
from app.answering.terms import weights
from tests.app.hits import hit, reading

PLAIN = Answerability({"reading": 1.0, "coverage": 0.0, "similarity": 0.0}, 0.0)


def test_three_figures() -> None:
    texts = ("The tower is tall.", "Bread is old.")
    [first, second] = features(
        "tall tower", [hit(text) for text in texts], [reading(text, probability=0.5) for text in texts]
    )
    assert first == {"reading": 0.0, "coverage": 1.0, "similarity": 0.75}
    assert second["coverage"] == 0.0


def test_the_reader_alone_is_its_probability() -> None:
    [likely] = PLAIN.probabilities(
        "tall tower", [hit("The tower.")], [reading("The tower.", probability=0.7)]
    )
    assert likely == pytest.approx(0.7)


@pytest.mark.parametrize(
    ("question", "kept"),
    [
        ("How many members in 2023?", True),
        ("How many members in 2021?", False),
        ("How many members in 2024?", True),  # another passage of the document has it
        ("How many members?", True),
        ("How many of the 1900 members paid 12 euros?", False),
    ],
)
def test_a_document_that_does_not_name_the_year_answers_of_another(question: str, kept: bool) -> None:
    texts = ("In 2023 there were 900 members.", "The budget of 2024.")
    hits, readings = [hit(text) for text in texts], [reading(text, probability=0.9) for text in texts]
    likely = PLAIN.probabilities(question, hits, readings)
    assert likely[0] == pytest.approx(0.9 if kept else OTHER_YEAR)


def test_a_number_belongs_to_the_word_before_it() -> None:
    question = "How many trees does Valley 97 have?"
    asked, held = weights(question, ["Valley: Valley 97; Trees: 219", "Valley: Valley 17; Trees: 97"])
    assert held == [{"vallei 97", "vallei", "tree"}, {"vallei", "tree"}]
    assert asked["vallei 97"] > asked["tree"] and "97" not in asked
    assert "97" in weights(question, ["97 trees"])[0]


def test_words_of_one_root_meet() -> None:
    assert weights("children", ["A child pays £4", "A chill wind"])[1] == [{"children"}, set()]
    assert weights("May I take photos?", ["Photographs are allowed."])[1] == [{"photo"}]
