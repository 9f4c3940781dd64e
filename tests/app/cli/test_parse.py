"""``sureground parse``: what would be read, without a store and without a server."""

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pypdf
import pytest
from click.testing import CliRunner
from PIL import Image
from pypdf.annotations import FreeText
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from app.cli import main

LINE = "The harbour lamp is lit at dusk and burns until the morning comes."


def pdf(*pages: str, password: str = "", roman: int = 0) -> bytes:
    """A PDF with a line on each page; the first ``roman`` pages are numbered i, ii, …"""
    drawn = io.BytesIO()
    canvas = Canvas(drawn, pagesize=(400, 400))
    for page in pages:
        if page == "picture":
            canvas.drawImage(ImageReader(Image.new("RGB", (60, 60), "navy")), 0, 0, 400, 400)
        else:
            canvas.drawString(20, 300, page)
        canvas.showPage()
    canvas.save()
    writer = pypdf.PdfWriter(drawn)
    if roman:
        writer.set_page_label(0, roman - 1, style="/r")
        writer.set_page_label(roman, len(pages) - 1, style="/D")
    if password:
        writer.encrypt(password, algorithm="AES-256")
    file = io.BytesIO()
    writer.write(file)
    return file.getvalue()


@pytest.fixture
def parse(tmp_path: Path) -> Callable[..., tuple[int, dict[str, Any]]]:
    """Runs the command on a file of these bytes: its exit status, and its only object on standard output."""

    def parse(content: bytes, *options: str, name: str = "report.pdf") -> tuple[int, dict[str, Any]]:
        path = tmp_path / name
        path.write_bytes(content)
        done = CliRunner().invoke(main, ["parse", str(path), "--json", *options])
        return done.exit_code, json.loads(done.stdout)

    return parse


Parse = Callable[..., tuple[int, dict[str, Any]]]


def test_every_page_with_its_printed_number(parse: Parse) -> None:
    code, found = parse(pdf("Preface.", LINE, "", roman=1))
    assert code == 0
    assert found == {
        "status": "ok",
        "error": None,
        "pages": [
            {"page": 1, "label": "i", "status": "ok", "reason": "", "text": "Preface."},
            {"page": 2, "label": "1", "status": "ok", "reason": "", "text": LINE},
            {"page": 3, "label": "2", "status": "empty", "reason": "no text on the page", "text": ""},
        ],
    }


def test_one_page_is_counted_from_the_first_whatever_is_printed_on_it(parse: Parse) -> None:
    code, found = parse(pdf("Preface.", LINE, roman=1), "--page", "2")
    assert (code, found["status"]) == (0, "ok")
    assert [(page["page"], page["label"], page["text"]) for page in found["pages"]] == [(2, "1", LINE)]


@pytest.mark.parametrize("number", ["0", "3", "-1", "i", "1.5", "", "9" * 5000])
def test_a_page_that_is_not_there(parse: Parse, number: str) -> None:
    code, found = parse(pdf(LINE, LINE), "--page", number)
    assert (code, found["status"], found["pages"]) == (1, "error", [])
    assert found["error"] == f"--page is {number!r}; the file has pages 1 to 2."


def test_a_password(parse: Parse) -> None:
    locked = pdf(LINE, password="sesame")
    assert parse(locked, "--password", "sesame")[1]["pages"][0]["text"] == LINE
    for options, said in ([], "a password is needed"), (["--password", "open"], "does not open it"):
        code, found = parse(locked, *options)
        assert (code, found["status"]) == (1, "error")
        assert said in found["error"]


def test_a_blank_file_is_empty_and_no_error(parse: Parse) -> None:
    code, found = parse(pdf("", ""))
    assert (code, found["status"], found["error"]) == (0, "empty", None)


def test_a_stamp_on_a_picture_is_suspect(parse: Parse) -> None:
    writer = pypdf.PdfWriter(io.BytesIO(pdf("picture")))
    writer.add_annotation(0, FreeText(text="Copy 3", rect=(20, 20, 200, 60)))
    file = io.BytesIO()
    writer.write(file)
    code, found = parse(file.getvalue())
    assert (code, found["status"], found["pages"][0]["status"]) == (0, "suspect", "suspect")


def test_other_formats(parse: Parse) -> None:
    code, found = parse(b"# Lamp\n\nLit at dusk.\n", name="notes.md")
    assert (code, found["status"]) == (0, "ok")
    assert "Lit at dusk." in found["pages"][0]["text"]


@pytest.mark.parametrize(
    ("content", "name", "said"),
    [
        (b"", "empty.pdf", "'empty.pdf' is empty"),
        (b"\xff\xd8\xff\xe0 JFIF", "scan.pdf", "a JPEG picture"),
        (b"%PDF-1.7\n%%EOF", "stub.pdf", "'stub.pdf'"),
        (bytes(range(256)) * 40, "blob", "unknown"),
    ],
)
def test_files_that_cannot_be_read(parse: Parse, content: bytes, name: str, said: str) -> None:
    code, found = parse(content, name=name)
    assert (code, found["status"], found["pages"]) == (1, "error", [])
    assert said in found["error"]


def test_a_file_over_the_limit(parse: Parse, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SUREGROUND_MAX_UPLOAD_BYTES", "10")
    code, found = parse(b"eleven bytes and more", name="long.txt")
    assert (code, found["error"]) == (
        1,
        "long.txt has 21 bytes; the limit is 10 (SUREGROUND_MAX_UPLOAD_BYTES).",
    )


def test_a_file_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SUREGROUND_MAX_UPLOAD_BYTES", "10")
    done = CliRunner().invoke(main, ["parse", "/dev/zero", "--json"])
    said = "zero has over 10 bytes, the limit (SUREGROUND_MAX_UPLOAD_BYTES)."
    assert (done.exit_code, json.loads(done.stdout)["error"]) == (1, said)


@pytest.mark.parametrize(("name", "said"), [("nowhere.pdf", "No such file"), (".", "Is a directory")])
def test_what_is_no_file(tmp_path: Path, name: str, said: str) -> None:
    done = CliRunner().invoke(main, ["parse", str(tmp_path / name), "--json"])
    found = json.loads(done.stdout)
    assert (done.exit_code, found["status"], found["pages"]) == (1, "error", [])
    assert said in found["error"]
    plain = CliRunner().invoke(main, ["parse", str(tmp_path / name)])
    assert (plain.exit_code, plain.stdout) == (1, "")
    assert said in plain.stderr


def test_for_people(tmp_path: Path) -> None:
    path = tmp_path / "report.pdf"
    path.write_bytes(pdf("Preface.", "", roman=1))
    done = CliRunner().invoke(main, ["parse", str(path)])
    assert done.stdout == "── page 1 (i), ok\nPreface.\n\n── page 2 (1), empty: no text on the page\n\n"
    assert done.stderr == "ok: 2 pages, 1 of them not plainly ok\n"
