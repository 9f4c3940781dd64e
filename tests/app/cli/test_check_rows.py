"""Many answers at once: read from JSONL, gone on with after a stop, and written for other programs."""

import json
import subprocess
import sys
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from junitparser import Error, Failure, JUnitXml

from app.cli import main
from grounding import Report
from tests.fakes import ContainmentChecker

Run = Callable[..., Result]
TOWER = "The Brindle tower is 61 metres tall."
ROWS: list[dict[str, Any]] = [
    {"id": "height", "answer": TOWER, "facts": [f"{TOWER} It stands by the harbour."]},
    {
        "id": "builder",
        "answer": f"{TOWER}\nIt is red.",
        "facts": [TOWER, {"factText": "It is not It is red."}],
    },
    {"answer": "Shall I go on?", "facts": []},
]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """Run a command line in an empty folder, with a checker that looks for the text itself."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("app.services.load_checker", lambda _: ContainmentChecker())
    return lambda *arguments: CliRunner().invoke(
        main, ["check", *map(str, arguments)], env={"COLUMNS": "300"}
    )


@pytest.fixture
def rows(tmp_path: Path) -> Path:
    path = tmp_path / "answers.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in ROWS))
    return path


def test_each_row_is_checked_against_its_own_facts(run: Run, rows: Path) -> None:
    outcome = run("--rows", rows)
    assert outcome.exit_code == 0, outcome.output
    first, sentence, _, missing, nearest, last = outcome.stdout.splitlines()
    assert first == "builder: support score 0.50"
    assert sentence == "  “It is red.”"
    assert missing == "    missing: It is red."
    assert nearest == "    nearest: no passage comes near"
    assert last == "3 answers checked, 3 passed, mean support score 0.80"


def test_a_floor_stops_the_rows_below_it(run: Run, rows: Path) -> None:
    outcome = run("--rows", rows, "--min-support", 0.6)
    assert outcome.exit_code == 1
    assert "builder: The support score 0.50 is below 0.60." in outcome.stdout
    assert "1 of 3 answers did not pass" in outcome.stderr
    assert run("--rows", rows, "--min-support", 0.5).exit_code == 0


def test_a_disputed_sentence_stops_a_row_at_any_floor(run: Run, rows: Path) -> None:
    rows.write_text(
        json.dumps({"id": "red", "answer": "It is red.", "facts": ["It is red.", "not It is red."]})
    )
    assert run("--rows", rows).exit_code == 0
    outcome = run("--rows", rows, "--min-support", 0, "--sarif", "log.sarif")
    assert outcome.exit_code == 1
    assert "red: Passages disagree on “It is red.”." in outcome.stdout
    (result,) = json.loads(Path("log.sarif").read_text())["runs"][0]["results"]
    assert (result["ruleId"], result["level"]) == ("disputed", "error")


def test_json_is_a_line_for_each_answer(run: Run, rows: Path) -> None:
    lines = [
        json.loads(line) for line in run("--rows", rows, "--json", "--min-support", 0.6).stdout.splitlines()
    ]
    assert [(line["id"], line["passed"]) for line in lines] == [
        ("height", True),
        ("builder", False),
        ("3", True),
    ]
    assert lines[0]["check"]["supportScore"] == pytest.approx(0.9)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("{", "answers.jsonl, line 4: Unable to parse the body as JSON"),
        ('{"answer": "\\ud800"}', "line 4: A string holds a lone surrogate"),
        ('["x"]', 'line 4 must be an object with "answer"'),
        ('{"answer": "x", "context": ["y"]}', "line 4 has the unknown field 'context'; a row has id, answer"),
        ('{"answer": 7, "facts": []}', "line 4: answer is 7; it must be a text"),
        ('{"answer": "x", "facts": "y"}', "line 4: facts is 'y'; it must be a list"),
        ('{"answer": "x"}', "line 4 has no facts"),
    ],
)
def test_a_line_that_is_no_row_is_named_before_anything_is_checked(
    run: Run, rows: Path, line: str, said: str
) -> None:
    rows.write_text(rows.read_text() + line + "\n")
    outcome = run("--rows", rows, "--results", "kept.jsonl")
    assert outcome.exit_code == 1
    assert said in outcome.stderr
    assert not Path("kept.jsonl").exists()


def test_rows_without_facts_take_those_of_the_command(run: Run, rows: Path) -> None:
    rows.write_text(json.dumps({"answer": TOWER}) + "\n")
    Path("tower.txt").write_text(TOWER)
    assert run("--rows", rows, "--facts", "tower.txt", "--min-support", 0.9).exit_code == 0


def test_a_row_outside_the_limits_is_told_and_the_others_go_on(run: Run, rows: Path) -> None:
    rows.write_text(json.dumps({"id": "empty", "answer": " ", "facts": []}) + "\n" + rows.read_text())
    outcome = run("--rows", rows, "--junit-xml", "junit.xml", "--sarif", "log.sarif", "--html", "page.html")
    assert outcome.exit_code == 1
    assert "empty: The answer is empty" in outcome.stdout
    assert "4 answers checked, 3 passed" in outcome.stdout
    (first, *_) = next(iter(JUnitXml.fromfile("junit.xml")))
    assert isinstance(first.result[0], Error)
    (invocation,) = json.loads(Path("log.sarif").read_text())["runs"][0]["invocations"]
    assert not invocation["executionSuccessful"]
    assert "The answer is empty" in invocation["toolExecutionNotifications"][0]["message"]["text"]
    assert "The answer is empty" in Path("page.html").read_text()


# A run that goes on


def counted(monkeypatch: pytest.MonkeyPatch, stop_after: int | None = None) -> list[str]:
    """The answers that are truly checked; after some of them the run is stopped."""
    seen: list[str] = []

    class Counting(ContainmentChecker):
        def check(self, answer: str, *arguments: Any, **options: Any) -> Report:
            if len(seen) == stop_after:
                raise KeyboardInterrupt
            seen.append(answer)
            return super().check(answer, *arguments, **options)

    monkeypatch.setattr("app.services.load_checker", lambda _: Counting())
    return seen


def test_a_run_that_was_stopped_goes_on(run: Run, rows: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as stopped:
        counted(stopped, stop_after=1)
        assert run("--rows", rows, "--results", "kept.jsonl").exit_code != 0
    assert [json.loads(line)["id"] for line in Path("kept.jsonl").read_text().splitlines()] == ["height"]
    seen = counted(monkeypatch)
    whole = run("--rows", rows, "--results", "kept.jsonl", "--min-support", 0.6)
    assert seen == [row["answer"] for row in ROWS[1:]]
    assert whole.exit_code == 1 and "3 answers checked, 2 passed" in whole.stdout
    assert (
        run("--rows", rows, "--results", "kept.jsonl", "--json").stdout
        == run("--rows", rows, "--json").stdout
    )


def test_a_torn_last_line_is_checked_anew(run: Run, rows: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run("--rows", rows, "--results", "kept.jsonl")
    kept = Path("kept.jsonl").read_bytes()
    Path("kept.jsonl").write_bytes(kept[:-10])
    seen = counted(monkeypatch)
    assert run("--rows", rows, "--results", "kept.jsonl").exit_code == 0
    assert seen == ["Shall I go on?"]
    assert Path("kept.jsonl").read_bytes() == kept


def test_what_changed_is_checked_anew(run: Run, rows: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run("--rows", rows, "--results", "kept.jsonl")
    seen = counted(monkeypatch)
    run("--rows", rows, "--results", "kept.jsonl", "--threshold", 0.7)
    assert len(seen) == 3
    changed = [ROWS[0] | {"facts": ["Another fact."]}, *ROWS[1:]]
    rows.write_text("".join(json.dumps(row) + "\n" for row in changed))
    run("--rows", rows, "--results", "kept.jsonl")
    assert seen[3:] == [TOWER]


def test_a_file_of_others_is_not_written_into(run: Run, rows: Path) -> None:
    Path("notes.txt").write_text("My notes.\n")
    outcome = run("--rows", rows, "--results", "notes.txt")
    assert outcome.exit_code == 1
    assert "notes.txt, line 1 is not a result" in outcome.stderr
    assert Path("notes.txt").read_text() == "My notes.\n"


# For other programs


def test_junit_has_a_case_for_each_answer(run: Run, rows: Path) -> None:
    run("--rows", rows, "--min-support", 0.6, "--junit-xml", "junit.xml")
    (suite,) = JUnitXml.fromfile("junit.xml")
    assert (suite.tests, suite.failures, suite.errors) == (3, 1, 0)
    good, bad, _ = suite
    assert (good.name, good.result) == ("height", [])
    (failure,) = bad.result
    assert isinstance(failure, Failure)
    assert failure.message == "The support score 0.50 is below 0.60."
    assert "“It is red.”" in failure.text and "missing: It is red." in failure.text
    assert TOWER in good.system_out


def test_characters_that_xml_has_not_are_replaced(run: Run, rows: Path) -> None:
    rows.write_text(json.dumps({"id": "a\x00b", "answer": "Red \x1b[31m <b>&</b>.", "facts": []}) + "\n")
    outcome = run("--rows", rows, "--junit-xml", "junit.xml", "--html", "page.html", "--min-support", 1)
    assert outcome.exit_code == 1, outcome.output
    (suite,) = JUnitXml.fromfile("junit.xml")
    assert next(iter(suite)).name == "a\ufffdb"
    assert "<b>" not in Path("page.html").read_text()


def test_sarif_points_at_the_line_of_the_answer(run: Run, rows: Path) -> None:
    run("--rows", "answers.jsonl", "--sarif", "log.sarif")
    log = json.loads(Path("log.sarif").read_text())
    assert log["version"] == "2.1.0"
    (result,) = log["runs"][0]["results"]
    assert result["ruleId"] in {rule["id"] for rule in log["runs"][0]["tool"]["driver"]["rules"]}
    assert result["locations"][0]["physicalLocation"] == {
        "artifactLocation": {"uri": "answers.jsonl"},
        "region": {"startLine": 2},
    }
    assert "“It is red.”" in result["message"]["text"]


def test_sarif_points_at_the_sentence_of_an_answer_in_a_file(run: Run) -> None:
    Path("my answer.md").write_text(f"{TOWER}\nIt is red.\n")
    Path("facts.txt").write_text(TOWER)
    run("--answer", "my answer.md", "--facts", "facts.txt", "--sarif", "log.sarif")
    (result,) = json.loads(Path("log.sarif").read_text())["runs"][0]["results"]
    place = result["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "my%20answer.md"
    assert place["region"] == {"startLine": 2, "startColumn": 1, "endLine": 2, "endColumn": 11}


class Rows(HTMLParser):
    """The rows of a page's tables: the class, and the text of each cell with <mark> shown as [ ]."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self.inside = False

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        if tag == "tr":
            self.rows.append([dict(attributes).get("class") or ""])
        elif tag in ("td", "th"):
            self.rows[-1].append("")
            self.inside = True
        elif tag == "mark":
            self.handle_data("[")

    def handle_endtag(self, tag: str) -> None:
        if tag == "mark":
            self.handle_data("]")
        self.inside &= tag not in ("td", "th")

    def handle_data(self, text: str) -> None:
        if self.inside:
            self.rows[-1][-1] += text


def test_the_page_has_every_verdict_beside_its_evidence(run: Run, rows: Path) -> None:
    run("--rows", rows, "--html", "page.html", "--min-support", 0.6)
    page = Path("page.html").read_text()
    assert page.startswith("<!DOCTYPE html>")
    assert "3 checked, 2 passed, 1 stopped" in page
    parser = Rows()
    parser.feed(page)
    told = [row for row in parser.rows if row[0]]
    assert told[0] == ["supported", TOWER, "supported\n0.90", f"fact 1[{TOWER}] It stands by the harbour."]
    assert told[2][1] == "[It is red.]"
    assert told[2][3] == "no passage comes near"
    assert told[3] == ["no-check-needed", "Shall I go on?", "no check needed", ""]


def test_a_file_that_cannot_be_written_is_named(run: Run, rows: Path, tmp_path: Path) -> None:
    outcome = run("--rows", rows, "--html", tmp_path / "nowhere" / "page.html")
    assert outcome.exit_code == 1
    assert "nowhere/page.html cannot be written" in outcome.stderr


@pytest.mark.slow
def test_the_embedded_models_check_rows(rows: Path, tmp_path: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "app.cli",
        "check",
        "--rows",
        str(rows),
        "--min-support",
        "0.9",
        "--json",
    ]
    done = subprocess.run(command, capture_output=True, text=True, cwd=Path(__file__).parents[3])
    assert done.returncode == 1
    assert [json.loads(line)["passed"] for line in done.stdout.splitlines()] == [True, False, True]
