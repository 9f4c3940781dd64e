import gzip
import json
import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from grounding.training.reader import rows
from grounding.training.reader.rows import Example, history_text, read_examples
from grounding.training.reader.tables import as_records, without_row


def written(folder: Path, name: str, made: list[Mapping[str, Any]]) -> Path:
    with gzip.open(folder / f"{name}.jsonl.gz", "wt") as file:
        file.writelines(json.dumps(row) + "\n" for row in made)
    return folder


def row(question: str, context: str, answer: str, **more: Any) -> dict[str, Any]:
    answers = [{"text": answer, "start": context.find(answer)}] if answer else []
    return {
        "question": question,
        "context": context,
        "answers": answers,
        "kind": "span" if answer else "none",
    } | more


def test_rows_say_what_is_to_be_learnt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rows, "EVIDENCE_REMOVED", 0)
    monkeypatch.setattr(rows, "OTHER_PASSAGE", 0)
    made = [
        row("Who?", "Built by Ada.", "Ada"),
        row("When?", "Built by Ada.", ""),
        row("Is it?", "It is.", "yes", kind="yesno"),
        row("Is it?", "It may be.", "maybe", kind="yesno"),
        row("When?", "", "", kind="followup", title="Clock", added_in_history=["clock"]),
    ]
    examples = read_examples(written(tmp_path, "some", made), random.Random(0))
    assert {(e.spans, e.answerable, e.verdict, e.needed) for e in examples} == {
        (((9, 12),), True, "neither", None),
        ((), False, "neither", None),
        ((), True, "yes", None),
        ((), None, None, frozenset(["clock"])),
    }


def test_a_negative_lacks_the_sentence_that_answers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rows, "EVIDENCE_REMOVED", 1)
    folder = written(
        tmp_path, "some", [row("Who built it?", "It is tall. It was built by Ada. It is old.", "Ada")]
    )
    _, negative = read_examples(folder, random.Random(0))
    assert negative.text.split() == "It is tall. It is old.".split()
    assert negative.answerable is False
    assert negative.spans == ()


def test_a_source_has_a_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rows, "LIMITS", {"some": 2})
    made = [row(f"Who {i}?", "Nobody.", "") for i in range(9)]
    assert len(read_examples(written(tmp_path, "some", made), random.Random(0))) == 2


def test_a_table_becomes_records_with_its_answers_in_place() -> None:
    text = "City | Staff\nOslo | 120\nBergen | 40"
    start = text.index("40")
    made, spans = as_records(text, [(start, start + 2)])
    assert made == "City: Oslo; Staff: 120\nCity: Bergen; Staff: 40"
    assert [made[a:b] for a, b in spans] == ["40"]


def test_a_row_goes_only_where_the_question_names_it() -> None:
    table = "City: Oslo; Staff: 120\nCity: Bergen; Staff: 40"
    span = (table.index("120"), table.index("120") + 3)
    assert without_row(table, [span], "How many work in Oslo?") == "City: Bergen; Staff: 40"
    assert without_row(table, [span], "What is the largest staff?") == ""


def test_a_conversation_is_its_title_and_turns() -> None:
    assert history_text([{"text": " Who? "}, {"text": "Ada."}], "Clock") == "Clock\nWho?\nAda."
    assert Example("s", "q", history_text([])).text == ""
