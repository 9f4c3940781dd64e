"""The command line on real parts: a server in a thread, the shipped models, the sample documents."""

import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import click
import httpx
import pytest
from click.testing import CliRunner, Result
from reportlab.pdfgen.canvas import Canvas

from app.cli import main
from app.cli.bulk.folders import files_in
from app.cli.checking.facts import read_facts
from app.cli.server.address_file import RECORD, running
from app.cli.server.http_server import temporary_server
from app.settings import Settings

SAMPLES = Path(__file__).parents[3] / "app" / "samples"
REPORT = SAMPLES / "museum-annual-report.pdf"
FAQ = SAMPLES / "visitor-faq.md"

Run = Callable[..., Result]


@pytest.fixture(autouse=True)
def plain_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No setting of the person who runs the tests, and no data folder in the checkout."""
    for name in os.environ:
        if name.startswith("SUREGROUND_"):
            monkeypatch.delenv(name)
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def run() -> Run:
    """Run a command line without a server of its own."""

    def invoke(*arguments: str | Path, stdin: str | None = None, env: dict[str, str] | None = None) -> Result:
        # Wide enough that no table cell is folded.
        return CliRunner().invoke(
            main, [str(a) for a in arguments], input=stdin, env={"COLUMNS": "300"} | (env or {})
        )

    return invoke


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with temporary_server(Settings(data=tmp_path_factory.mktemp("data"))) as address:
        yield address


@pytest.fixture
def ask_server(run: Run, server: str) -> Run:
    """Run a command line against the server of this module."""
    return lambda *arguments, **more: run(*arguments, "--server", server, **more)


@pytest.fixture(scope="module")
def museum(server: str) -> str:
    """A store that holds two sample documents."""
    outcome = CliRunner().invoke(
        main,
        ["ingest", str(REPORT), str(FAQ), "--store", "museum", "--server", server],
        env={"COLUMNS": "300"},
    )
    assert outcome.exit_code == 0, outcome.output
    return "museum"


# Help and usage


def _commands(group: click.Group, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    for name, command in group.commands.items():
        yield (*path, name)
        if isinstance(command, click.Group):
            yield from _commands(command, (*path, name))


@pytest.mark.parametrize("path", list(_commands(main)), ids=" ".join)
def test_every_command_explains_itself(run: Run, path: tuple[str, ...]) -> None:
    outcome = run(*path, "--help")
    assert outcome.exit_code == 0
    assert "Usage: " in outcome.output
    if len(path) == 1 and path != ("prepare",):
        assert f"sureground {path[0]} " in outcome.output, "an example"


def test_serve_has_a_flag_for_every_setting() -> None:
    flags = {flag for option in main.commands["serve"].params for flag in option.opts}
    assert flags == {f"--{name.replace('_', '-')}" for name in Settings.model_fields}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("serve", "--port", "99999"), "--port is '99999'"),
        (("check", "--store", "x"), "Give either --answer FILE|- or --rows FILE"),
        (("check", "--answer", "-"), "Give either --facts FILE… or --store ID"),
        (("check", "--answer", "-", "--store", "x", "--threshold", "1.5"), "1.5 is not in the range"),
        (("ingest", "nowhere.pdf"), "'nowhere.pdf' does not exist"),
        (("ask",), "Missing argument 'QUESTION'"),
        (("frobnicate",), "No such command 'frobnicate'"),
    ],
)
def test_wrong_usage_ends_with_status_2(run: Run, arguments: tuple[str, ...], said: str) -> None:
    outcome = run(*arguments, stdin="The sky is blue.")
    assert outcome.exit_code == 2
    assert said in outcome.stderr


def test_a_wrong_environment_variable_is_named(run: Run) -> None:
    outcome = run("serve", env={"SUREGROUND_PORT": "eighty"})
    assert outcome.exit_code == 2
    assert "SUREGROUND_PORT is 'eighty'" in outcome.stderr


# Serve


def test_an_open_host_without_keys_is_refused(run: Run) -> None:
    outcome = run("serve", "--host", "0.0.0.0", "--port", "0")
    assert outcome.exit_code == 1
    assert "SUREGROUND_API_KEYS" in outcome.stderr
    assert "Traceback" not in outcome.output


def test_a_taken_port_is_said_so(run: Run) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        outcome = run("serve", "--port", port)
    assert outcome.exit_code == 1
    assert f"Cannot listen on 127.0.0.1, port {port}" in outcome.stderr
    assert "--port" in outcome.stderr


def test_a_missing_model_is_said_so(run: Run, tmp_path: Path) -> None:
    outcome = run("serve", "--port", "0", "--entailment-model", tmp_path / "none")
    assert outcome.exit_code == 1
    assert str(tmp_path / "none") in outcome.stderr
    assert "Traceback" not in outcome.output


@pytest.mark.slow
def test_serve_until_it_is_told_to_stop(run: Run, tmp_path: Path) -> None:
    data = tmp_path / "data"
    command = [sys.executable, "-m", "app.cli", "serve", "--port", "0", "--data", str(data)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=SAMPLES.parents[1]) as process:
        try:
            assert process.stdout is not None
            line = process.stdout.readline()
            assert line.startswith("Sureground is ready at http://127.0.0.1:")
            address = line.split()[4]
            assert httpx.get(f"{address}/healthz").json()["status"] == "ok"
            assert running(data) == address
            # Commands find the server through its data folder, and a second server keeps away from it.
            assert run("stores", "create", "tower", "--data", data).exit_code == 0
            assert "tower" in run("stores", "list", "--data", data).output
            second = run("serve", "--port", "0", "--data", data)
            assert second.exit_code == 1
            assert f"already served at {address}" in second.stderr
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(timeout=30)
    assert not (data / RECORD).exists()
    # The folder is free again, and what was made is still there.
    assert "tower" in run("stores", "list", "--data", data).output


def test_a_key_is_sent_where_one_is_set(run: Run, tmp_path: Path) -> None:
    with temporary_server(Settings(data=tmp_path / "data", api_keys="first-key,second-key")) as address:
        env = {"SUREGROUND_API_KEYS": "second-key"}
        assert run("stores", "list", "--server", address, env=env).exit_code == 0
        refused = run("stores", "list", "--server", address)
    assert refused.exit_code == 1
    assert "needs a key" in refused.stderr


def test_a_server_that_does_not_answer_is_named(run: Run) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{free.getsockname()[1]}"
    outcome = run("stores", "list", "--server", address)
    assert outcome.exit_code == 1
    assert address in outcome.stderr


# Stores, documents, ingest


def test_stores_are_made_listed_and_deleted(ask_server: Run) -> None:
    assert "Created" in ask_server("stores", "create", "lamps", "--name", "Old lamps").output
    again = ask_server("stores", "create", "lamps")
    assert again.exit_code == 1
    assert "lamps" in again.stderr
    assert "Old lamps" in ask_server("stores", "list").output
    assert ask_server("stores", "delete", "lamps").exit_code == 0
    assert "Old lamps" not in ask_server("stores", "list").output


def test_a_store_with_documents_is_deleted_only_by_force(ask_server: Run) -> None:
    assert ask_server("ingest", FAQ, "--store", "full").exit_code == 0
    refused = ask_server("stores", "delete", "full")
    assert refused.exit_code == 1
    assert "force" in refused.stderr
    assert ask_server("stores", "delete", "full", "--force").exit_code == 0


def test_ingest_reports_every_file(ask_server: Run, tmp_path: Path) -> None:
    broken = tmp_path / "folder" / "broken.pdf"
    broken.parent.mkdir()
    broken.write_bytes(b"%PDF-1.7 and nothing else")
    (tmp_path / "folder" / "note.txt").write_text("The tower of Brindle is 61 metres tall.")
    first = ask_server("ingest", tmp_path / "folder", REPORT, "--store", "mixed")
    assert first.exit_code == 1
    lines = {line.split()[0].rsplit("/", 1)[-1]: line for line in first.stdout.splitlines() if line.strip()}
    assert "failed: " in lines["broken.pdf"]
    assert lines["note.txt"].rstrip().endswith("taken in")
    assert lines["museum-annual-report.pdf"].split()[1] == "3"  # pages
    assert "2 taken in, 0 skipped, 1 failed" in first.stdout
    assert "1 of 3 files could not be taken in" in first.stderr
    second = ask_server("ingest", tmp_path / "folder" / "note.txt", REPORT, "--store", "mixed")
    assert second.exit_code == 0
    assert "0 taken in, 2 skipped, 0 failed" in second.stdout


def test_folders_are_walked_in_order_without_hidden_files(tmp_path: Path) -> None:
    for name in ("b.txt", "a/z.md", ".git/config", "a/.hidden"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("x")
    assert [file.name for file in files_in((tmp_path,))] == ["b.txt", "z.md"]


def test_ingest_of_an_empty_folder_fails(ask_server: Run, tmp_path: Path) -> None:
    outcome = ask_server("ingest", tmp_path)
    assert outcome.exit_code == 1
    assert "No file found" in outcome.stderr


def test_a_document_is_shown_with_the_pages_that_went_otherwise(ask_server: Run, tmp_path: Path) -> None:
    canvas = Canvas(str(tmp_path / "notes.pdf"), pagesize=(400, 400))
    canvas.drawString(20, 300, "The harbour lamp is lit at dusk.")
    canvas.showPage()
    canvas.showPage()
    canvas.save()
    ask_server("ingest", tmp_path / "notes.pdf", "--store", "notes")
    listed = json.loads(ask_server("documents", "list", "--store", "notes", "--json").stdout)
    shown = ask_server(
        "documents", "show", listed["ragFiles"][0]["name"].rsplit("/", 1)[-1], "--store", "notes"
    )
    assert shown.stdout.splitlines()[-1].split() == ["2", "empty", *"no text on the page".split()]


def test_documents_are_listed_shown_and_deleted(ask_server: Run) -> None:
    ask_server("ingest", FAQ, REPORT, "--store", "shelf")
    listed = json.loads(ask_server("documents", "list", "--store", "shelf", "--json").stdout)["ragFiles"]
    assert {one["displayName"] for one in listed} == {FAQ.name, REPORT.name}
    faq = next(one["name"].rsplit("/", 1)[-1] for one in listed if one["displayName"] == FAQ.name)
    shown = ask_server("documents", "show", faq, "--store", "shelf").stdout
    assert FAQ.name in shown
    assert "active" in shown
    assert ask_server("documents", "delete", faq, "--store", "shelf").exit_code == 0
    left = ask_server("documents", "list", "--store", "shelf").stdout
    assert REPORT.name in left
    assert FAQ.name not in left


@pytest.mark.parametrize(
    "arguments",
    [
        ("documents", "list", "--store", "nowhere"),
        ("documents", "delete", "x", "--store", "nowhere"),
        ("ask", "Who?", "--store", "nowhere"),
        ("check", "--answer", "-", "--store", "nowhere"),
        ("stores", "delete", "nowhere"),
    ],
)
def test_an_unknown_store_is_named_in_one_line(ask_server: Run, arguments: tuple[str, ...]) -> None:
    outcome = ask_server(*arguments, stdin="The sky is blue.")
    assert outcome.exit_code == 1
    assert "nowhere" in outcome.stderr
    assert len(outcome.stderr.strip().splitlines()) == 1


# Ask and check


def test_ask_answers_with_file_and_page(ask_server: Run, museum: str) -> None:
    outcome = ask_server("ask", "How many visitors did the museum welcome in 2025?", "--store", museum)
    assert outcome.exit_code == 0
    assert "41,280" in outcome.stdout
    assert "[1]" in outcome.stdout
    assert (
        "museum-annual-report, page 1 (" in outcome.stdout
    )  # of the sentence: the passage ends on the next page


def test_ask_as_json_is_the_servers_answer(ask_server: Run, museum: str) -> None:
    outcome = ask_server("ask", "What does an adult ticket cost?", "--store", museum, "--json")
    candidate = json.loads(outcome.stdout)["candidates"][0]
    assert "£9" in candidate["content"]["parts"][0]["text"]
    assert candidate["groundingMetadata"]["groundingSupports"]


def test_check_against_a_store_names_file_and_page(ask_server: Run, museum: str) -> None:
    answer = "Here is what I found. The museum employs fourteen people."
    outcome = ask_server("check", "--answer", "-", "--store", museum, stdin=answer)
    assert outcome.exit_code == 0
    assert "✓ supported" in outcome.stdout
    assert "– no check needed" in outcome.stdout
    assert "museum-annual-report, page 2" in outcome.stdout
    assert "1 of 1 statements supported" in outcome.stdout


@pytest.fixture
def tower(tmp_path: Path) -> tuple[Path, Path, Path]:
    """An answer that is half right, and the two files that say so."""
    answer, height, builder = tmp_path / "answer.txt", tmp_path / "height.txt", tmp_path / "builder.txt"
    answer.write_text("The Brindle tower is 61 metres tall. It was built by the Romans.")
    height.write_text("The Brindle tower is 61 metres tall and stands by the harbour.")
    builder.write_text("The Brindle tower was planned and built by the engineer Ada Linden in 1931.")
    return answer, height, builder


def test_check_against_files_needs_no_server(run: Run, tower: tuple[Path, Path, Path]) -> None:
    answer, height, builder = tower
    outcome = run("check", "--answer", answer, "--facts", height, builder, "--json")
    assert outcome.exit_code == 0, outcome.stderr
    body = json.loads(outcome.stdout)
    first, second = body["claims"]
    assert first["claimText"] == "The Brindle tower is 61 metres tall."
    assert [body["citedChunks"][index]["source"] for index in first["citationIndices"]] == ["0"]
    assert not second.get("citationIndices")
    assert first["score"] > 0.6 > second["score"]
    assert not Path("data").exists(), "nothing is stored"


def test_min_support_is_the_exit_status(run: Run, tower: tuple[Path, Path, Path]) -> None:
    answer, *facts = tower
    gate = ("check", "--answer", answer, "--facts", *facts, "--min-support")
    assert run(*gate, "0.1").exit_code == 0
    failed = run(*gate, "0.9")
    assert failed.exit_code == 1
    assert "is below 0.90" in failed.stderr
    assert "✓ supported" in failed.stdout, "the table is printed all the same"
    assert run(*gate, "nan").exit_code == 2, "a gate that compares with NaN would never close"


def test_a_corrected_answer_is_shown_with_what_was_put_in(run: Run, tmp_path: Path) -> None:
    facts = tmp_path / "facts.txt"
    facts.write_text("The Brindle tower is 61 metres tall and stands by the harbour.")
    answer = "The Brindle tower is 48 metres tall. A café sells soup there."
    arguments = ("check", "--answer", "-", "--facts", facts, "--correct")
    shown = run(*arguments, stdin=answer)
    assert "61 instead of 48" in shown.stdout
    assert shown.stdout.rstrip().endswith("\nThe Brindle tower is 61 metres tall.")
    body = json.loads(run(*arguments, "--json", stdin=answer).stdout)
    assert body["correctedAnswer"] == "The Brindle tower is 61 metres tall."
    assert body["claims"][0]["correction"] == {
        "startPos": 21,
        "endPos": 23,
        "text": "61",
        "citedChunkIndex": 0,
    }


def test_a_disputed_claim_does_not_pass_a_gate(run: Run, tmp_path: Path) -> None:
    answer, old, new = tmp_path / "answer.txt", tmp_path / "old.txt", tmp_path / "new.txt"
    answer.write_text("The Brindle tower is 61 metres tall.")
    old.write_text("The Brindle tower is 61 metres tall and stands by the harbour.")
    new.write_text("The Brindle tower is 48 metres tall.")
    gate = ("check", "--answer", answer, "--min-support", "0.6", "--facts", old)
    assert run(*gate).exit_code == 0
    disputed = run(*gate, new)
    assert disputed.exit_code == 1
    assert "⇄ disputed" in disputed.stdout and "0 of 1 statements supported, 1 disputed" in disputed.stdout


def test_an_answer_that_is_no_text_is_refused_in_a_line(
    run: Run, tower: tuple[Path, Path, Path], tmp_path: Path
) -> None:
    binary = tmp_path / "answer.bin"
    binary.write_bytes(b"caf\xe9 is open.")
    outcome = run("check", "--answer", binary, "--facts", tower[1])
    assert outcome.exit_code == 1
    assert "UTF-8" in outcome.stderr and "Traceback" not in outcome.output


def test_both_ways_of_checking_agree(ask_server: Run, run: Run, tower: tuple[Path, Path, Path]) -> None:
    answer, *facts = tower
    arguments = ("check", "--answer", answer, "--facts", *facts, "--json")
    assert json.loads(run(*arguments).stdout) == json.loads(ask_server(*arguments).stdout)


def test_an_empty_answer_is_refused(run: Run, tower: tuple[Path, Path, Path]) -> None:
    outcome = run("check", "--answer", "-", "--facts", tower[1], stdin="")
    assert outcome.exit_code == 1
    assert "Traceback" not in outcome.output
    assert "answer" in outcome.stderr


def test_facts_are_read_from_text_and_json(tmp_path: Path, run: Run) -> None:
    long, listed, wrong = tmp_path / "long.txt", tmp_path / "facts.json", tmp_path / "wrong.json"
    long.write_text("word " * 3000)
    listed.write_text(
        '[{"factText": "Toronto is the capital of Ontario", "attributes": {"author": "Wikipedia"}}]'
    )
    wrong.write_text('{"factText": "x"}')
    pieces = [fact["factText"] for fact in read_facts(long)]
    assert len(pieces) == 2
    assert "".join(pieces) == "word " * 3000
    assert read_facts(listed)[0]["attributes"] == {"author": "Wikipedia"}
    outcome = run("check", "--answer", "-", "--facts", wrong, stdin="Toronto is a city.")
    assert outcome.exit_code == 1
    assert "must hold a list" in outcome.stderr
    listed.write_text('[{"text": "Toronto is the capital of Ontario"}]')
    outcome = run("check", "--answer", "-", "--facts", listed, stdin="Toronto is a city.")
    assert outcome.exit_code == 1
    assert 'Unknown name "text"' in outcome.stderr


def test_any_document_may_hold_the_facts(run: Run, tmp_path: Path) -> None:
    assert any("museum" in fact["factText"] for fact in read_facts(REPORT))
    broken = tmp_path / "broken.pdf"
    broken.write_bytes(b"%PDF-1.4 nothing")
    outcome = run("check", "--answer", "-", "--facts", broken, stdin="Toronto is a city.")
    assert outcome.exit_code == 1
    assert "broken.pdf" in outcome.stderr
    assert "Traceback" not in outcome.output


def test_the_setting_names_the_model_that_checks(
    run: Run, tower: tuple[Path, Path, Path], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("SUREGROUND_ENTAILMENT_MODEL", str(tmp_path / "nowhere"))
    outcome = run("check", "--answer", tower[0], "--facts", tower[1])
    assert outcome.exit_code == 1
    assert "nowhere" in outcome.stderr


# Eval


def test_eval_prints_the_figures_of_a_set(run: Run, tmp_path: Path) -> None:
    premise = "The Brindle tower is 61 metres tall and stands by the harbour."
    rows = [
        {"premise": premise, "hypothesis": "The Brindle tower is 61 metres tall.", "label": "entailment"},
        {
            "premise": premise,
            "hypothesis": "The Brindle tower is in the mountains.",
            "label": "contradiction",
        },
    ]
    path = tmp_path / "towers.jsonl"
    path.write_text("\n".join(map(json.dumps, rows)))
    outcome = run("eval", path, "--json")
    assert outcome.exit_code == 0, outcome.output
    body = json.loads(outcome.stdout)
    assert body["threshold"] == 0.6
    assert body["sets"]["towers"]["rows"] == body["mean"]["rows"] == 2
    assert body["sets"]["towers"]["balanced_accuracy"] == 1.0
    assert "balanced accuracy" in run("eval", path).stdout


def test_eval_measures_the_reader_on_questions(run: Run, tmp_path: Path) -> None:
    context = "The museum is open from May to October. The lighthouse was built by Ada Linden."
    answers = [{"text": "Ada Linden", "start": context.index("Ada")}]
    rows = [
        {"question": "Who built the lighthouse?", "context": context, "answers": answers, "kind": "span"},
        {"question": "How deep is the river?", "context": context, "answers": [], "kind": "none"},
    ]
    path = tmp_path / "towers.jsonl"
    path.write_text("\n".join(map(json.dumps, rows)))
    outcome = run("eval", path, "--json")
    assert outcome.exit_code == 0, outcome.output
    figures = json.loads(outcome.stdout)["questions"]["towers"]
    assert (figures["rows"], figures["f1"], figures["sentence_hit"], figures["answerable_auc"]) == (
        2,
        1,
        1,
        1,
    )
    assert figures["needed_recall"] is None
    assert "answerable auc" in run("eval", path).stdout


def test_eval_refuses_a_file_of_another_kind(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "other.jsonl"
    path.write_text('{"question": "?"}')
    outcome = run("eval", path)
    assert outcome.exit_code == 1
    assert "premise" in outcome.stderr


def test_a_command_for_a_running_server_imports_no_server() -> None:
    code = "import sys, app.cli.server.connection, app.cli.server.address_file; sys.exit('app.main' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
