"""The figures of question rows, with a reader whose readings are given."""

import math
from collections.abc import Sequence
from typing import Any, cast

import pytest

from grounding.evaluation.questions import f1_of, is_question, measure_questions
from grounding.reader.reader import Reader, Reading
from grounding.types import Span

CONTEXT = "Ada built it. Tom paid."


class GivenReader:
    """Answers with what stands in ``answers`` by question: probability, short answer."""

    def __init__(
        self, answers: dict[str, tuple[float, str]], yes: float = 0.0, needed: Sequence[str] = ()
    ) -> None:
        self.answers, self.yes, self.needed = answers, yes, list(needed)

    def read(self, question: str, passages: Sequence[str]) -> list[Reading]:
        probability, short = self.answers[question]
        start = passages[0].find(short)
        span = Span(start, start + len(short))
        return [
            Reading(probability, span, 1.0, self.yes, 1 - self.yes, ((span.start, span.end, probability),))
        ]

    def needed_words(self, question: str, history: Sequence[str]) -> list[str]:
        return self.needed if history else []


def measured(reader: GivenReader, rows: list[dict[str, Any]]) -> Any:
    return measure_questions(cast(Reader, reader), rows, lambda done, total: None)


def row(question: str, answer: str, **more: Any) -> dict[str, Any]:
    start = CONTEXT.find(answer)
    return {"question": question, "context": CONTEXT, "answers": [{"text": answer, "start": start}], **more}


def test_short_answers_are_measured_as_in_squad() -> None:
    reader = GivenReader(
        {"Who built it?": (0.9, "Ada"), "Who paid?": (0.8, "Tom paid"), "When?": (0.1, "Ada")}
    )
    figures = measured(
        reader,
        [
            row("Who built it?", "Ada"),
            row("Who paid?", "Tom"),
            {"question": "When?", "context": CONTEXT, "answers": []},
        ],
    )
    assert figures.rows == 3
    assert figures.exact_match == 0.5
    assert figures.f1 == pytest.approx((1 + 2 / 3) / 2)
    assert figures.sentence_hit == 1
    assert figures.answerable_auc == 1
    assert math.isnan(figures.yes_no_accuracy)
    assert math.isnan(figures.cell_hit)
    assert math.isnan(figures.left_alone)


def test_the_place_of_the_right_sentence_gives_its_rank() -> None:
    figures = measured(
        GivenReader({"Who paid?": (0.8, "Ada")}), [row("Who paid?", "Tom paid.", level="sentence")]
    )
    assert (figures.sentence_hit, figures.sentence_mrr) == (0, 0.5)
    assert math.isnan(figures.f1)


def test_of_a_table_the_row_and_the_cell_count() -> None:
    table = "City | Staff\nOslo | 120\nBergen | 40"
    cell = {"text": "120", "start": table.index("120")}
    given = {"question": "How many in Oslo?", "context": table, "answers": [cell], "kind": "table"}
    figures = measured(GivenReader({"How many in Oslo?": (0.8, "Oslo")}), [given])
    assert (figures.sentence_hit, figures.cell_hit) == (1, 0)


def test_yes_and_no_are_told_apart() -> None:
    rows = [
        {"question": "Is it?", "context": CONTEXT, "answers": [{"text": text, "start": -1}], "kind": "yesno"}
        for text in ("yes", "no", "maybe")
    ]
    assert measured(GivenReader({"Is it?": (0.8, "Ada")}, yes=0.7), rows).yes_no_accuracy == 0.5


def test_follow_ups_count_words() -> None:
    history = [{"role": "user", "text": "Who built the Tide Clock?"}]
    rows = [
        {
            "question": "When?",
            "rewrite": "",
            "history": history,
            "added_in_history": ["tide", "clock"],
            "standalone": False,
        },
        {"question": "Who is Ada?", "rewrite": "Who is Ada?", "standalone": True},
    ]
    figures = measured(GivenReader({}, needed=["Tide", "built"]), rows)
    assert (figures.needed_precision, figures.needed_recall, figures.left_alone) == (0.5, 0.5, 1)


def test_rows_with_a_context_or_a_rewrite_are_questions() -> None:
    assert is_question({"question": "Who?", "context": "Ada."})
    assert is_question({"question": "Who?", "context": "", "rewrite": "Who built it?"})
    assert not is_question({"question": "Who?"})


def test_f1_is_blind_to_case_articles_and_punctuation() -> None:
    assert f1_of("The Clock!", "a clock") == 1
    assert f1_of("", "clock") == 0
    assert f1_of("big old clock", "clock") == 0.5
