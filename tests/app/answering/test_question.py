"""What a question asks for, and when it leans on the one before."""

import pytest

from app.answering.question import answer_kind, holds_kind, leans_back, stand_alone


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("How tall is the tower?", "number"),
        ("What percentage of visitors came by train?", "number"),
        ("When was it built?", "date"),
        ("In which century did the mill burn?", "date"),
        ("Who built the clock?", "name"),
        ("Where is the museum?", "name"),
        ("Why did it stop?", "any"),
        ("Wie hoch ist der Turm?", "any"),
    ],
)
def test_kind(question: str, kind: str) -> None:
    assert answer_kind(question) == kind


def test_what_the_question_already_says_is_no_answer() -> None:
    known = {"who", "built", "brindle", "tower", "in", "1911"}
    assert holds_kind("Ada Marsh built it.", "name", known)
    assert not holds_kind("The tower of Brindle stands.", "name", known)
    assert holds_kind("It took seven years.", "number", known)
    assert not holds_kind("It was built in 1911.", "number", known)
    assert holds_kind("It opened in May.", "date", known)


@pytest.mark.parametrize(
    "question",
    ["How tall is it?", "And in winter?", "Why?", "Who owns that old paper mill now?", "What colour?"],
)
def test_follow_up_questions_are_joined_with_the_turn_before(question: str) -> None:
    assert leans_back(question)
    before = "Where is the tower of Brindle Cove?"
    assert stand_alone(question, ["Hello there", before]) == f"{before} {question}"
    assert stand_alone(question, []) == question


def test_a_whole_question_stands_alone() -> None:
    question = "Which painter restored the ceiling of Harrow station?"
    assert stand_alone(question, ["How tall is the tower?"]) == question
