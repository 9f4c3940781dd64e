"""An answer says how many files of its collections it cannot know yet."""

from typing import Any

import pytest
from fastapi.testclient import TestClient

from app.cli.ask import print_answer
from app.intake.progress import Course
from tests.app.api.test_cited_pages import answered, generated
from tests.app.api.test_cited_pages import client as client
from tests.app.api.test_cited_pages import corpus as corpus
from tests.app.api.test_cited_pages import writer as writer


def begin(client: TestClient, name: str, corpus: str) -> Course:
    """A file that has come and waits for its turn."""
    app: Any = client.app
    course: Course = app.state.services.progress.begin(name, name, corpus)
    course.report("waiting", 0, 0)
    return course


def test_files_that_wait_or_are_read_are_counted(client: TestClient, corpus: str) -> None:
    assert "filesBeingRead" not in generated(client, corpus)
    first, second = (begin(client, name, corpus) for name in ("first.pdf", "second.pdf"))
    second.report("parsing", 3, 400)
    assert generated(client, corpus)["filesBeingRead"] == 2
    assert answered(client, corpus)["filesBeingRead"] == 2
    first.end(state="active")
    assert generated(client, corpus)["filesBeingRead"] == 1
    second.end(state="error", message="damaged")
    assert "filesBeingRead" not in generated(client, corpus)
    assert "filesBeingRead" not in answered(client, corpus)


def test_files_of_other_collections_do_not_count(client: TestClient, corpus: str) -> None:
    begin(client, "other.pdf", f"{corpus}0")
    assert "filesBeingRead" not in generated(client, corpus)


@pytest.mark.parametrize(
    ("count", "said"), [(0, ""), (1, "1 file is still being read"), (3, "3 files are still being read")]
)
def test_the_command_line_says_so(count: int, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    metadata = {"filesBeingRead": count} if count else {}
    parts = {"parts": [{"text": "The ferry is blue."}]}
    print_answer("What colour is it?", {"candidates": [{"content": parts, "groundingMetadata": metadata}]})
    output = capsys.readouterr().out
    assert said in output and ("being read" in output) == bool(count)
