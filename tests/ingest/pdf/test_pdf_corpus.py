"""Real PDF files that other readers stumbled over: each ends as its line in the index says.

They lie beside the repository (../shared/pdfs) and are not ours to copy. All of them are read once, without OCR.
"""

import csv
import json
import re
import unicodedata
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import pytest

from ingest.errors import EncryptedDocument, IngestError
from ingest.layout.page_report import DocumentStatus, status_of
from ingest.pipeline import parse
from ingest.processes.pdf_process import PdfLimits
from ingest.types import Page, PageStatus, Upload
from tests.outside import PDFS, needs_pdfs

pytestmark = needs_pdfs

OK, EMPTY, NEEDS_OCR = DocumentStatus.OK, DocumentStatus.EMPTY, DocumentStatus.NEEDS_OCR
SUSPECT, ERROR = DocumentStatus.SUSPECT, DocumentStatus.ERROR

# What the index expects -> what may come of it.
# Nothing is printed on their pages, but their fields are filled in.
FORMS_ALONE = {"js-evaljs.pdf"}
OUTCOMES = {
    "text": {OK},
    "text plus hidden text: treat as data": {OK},
    "text with defects (control characters, doubled glyphs, interleaved columns)": {OK, SUSPECT},
    "damaged but readable: text": {OK},
    "encrypted, opens with the empty user password: text": {OK},
    "needs password (known password in column)": {OK},  # with it
    "garbled text layer: fallback extractor or warning": {OK, SUSPECT},
    "stub text only (XFA): warn": {SUSPECT},
    "visible text drawn as curves, almost no text layer: warn": {SUSPECT},
    "no text layer (scan or image): say so, or OCR": {NEEDS_OCR},
    "blank or no text: say so": {EMPTY},
    "invalid file: refuse with a reason": {ERROR},
    "damaged: refuse with a reason, or read through poppler": {OK, ERROR},
    "must not exhaust memory or CPU; image only": {OK, NEEDS_OCR},
}

# Text layers that lie on every page (findings.md).
LYING = {
    "dl-rtl-02-arabic.pdf",
    "js-issue12963-russian.pdf",
    "oc-truetype-nomapping.pdf",
    "od-cid-no-tounicode.pdf",
}

# Pages of files with honest text that are suspect all the same: here half of the page is names of glyphs.
TRULY_WRONG = {("dl-redp5110-redbook.pdf", 3)}


@dataclass(frozen=True)
class Read:
    """What came of a file."""

    pages: tuple[Page, ...]
    error: str

    @property
    def status(self) -> DocumentStatus:
        return ERROR if self.error else status_of(self.pages)


def rows() -> list[dict[str, str]]:
    if not PDFS.is_dir():
        return []
    with (PDFS / "INDEX.tsv").open(newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def upload(row: dict[str, str], password: str) -> Upload:
    return Upload((PDFS / row["file"]).read_bytes(), row["file"], password=password)


@pytest.fixture(scope="module")
def corpus() -> dict[str, Read]:
    """Every file of the set by its name."""

    def read(row: dict[str, str]) -> Read:
        try:
            limits = PdfLimits(ocr_seconds=0)
            return Read(parse(upload(row, row["password"] or ""), limits=limits).pages, "")
        except IngestError as error:
            return Read((), str(error))

    with ThreadPoolExecutor(2) as pool:
        return dict(zip((row["file"] for row in rows()), pool.map(read, rows()), strict=True))


def folded(text: str) -> str:
    """As findings.md compares phrases."""
    text = unicodedata.normalize("NFKC", text)
    text = re.sub("[\u200e\u200f\u202a-\u202e\u2066-\u2069\u064b-\u0652\u0640]", "", text)
    text = text.translate(
        {0x64A: "\u06cc", 0x643: "\u06a9", 0x2018: "'", 0x2019: "'", 0x201C: '"', 0x201D: '"'}
    )
    text = re.sub("[\u2010-\u2015\u2212]", "-", text).replace("\u0e4d\u0e32", "\u0e33")
    return re.sub(r"\s+", "", text).lower()


def stands_in(words: str, text: str) -> bool:
    """Whether words that were read by eye are in a text; those of a table's row may have its columns' names between."""
    if folded(words) in folded(text).replace("|", ""):
        return True
    rows = [line for line in text.split("\n") if "; " in line]
    return any(re.search(".*?: ".join(map(re.escape, words.split())), row) for row in rows)


@pytest.mark.parametrize("row", rows(), ids=lambda row: row["file"])
def test_each_file_ends_as_expected(row: dict[str, str], corpus: dict[str, Read]) -> None:
    read = corpus[row["file"]]
    allowed = OUTCOMES[row["expected_outcome"]] | ({OK} if row["file"] in FORMS_ALONE else set())
    assert read.status in allowed, [read.error, *read.pages]
    assert not read.error or row["file"] in read.error
    assert all(page.reason for page in read.pages if page.status is not PageStatus.OK)
    for page in read.pages:
        page.whole_text.encode()
        assert not any(c < " " and c != "\n" for c in page.whole_text)
    if row["pages"].isdecimal() and read.status is not ERROR:
        assert [page.number for page in read.pages] == list(range(1, int(row["pages"]) + 1))


@pytest.mark.parametrize("row", [row for row in rows() if row["password"]], ids=lambda row: row["file"])
def test_the_password_is_asked_for(row: dict[str, str]) -> None:
    for password in ("", "wrong"):
        with pytest.raises(EncryptedDocument, match="password"):
            parse(upload(row, password))


@dataclass(frozen=True)
class Phrase:
    """Words read by eye on a rendered page; ``hard``: no reader gets them from the text layer."""

    file: str
    page: int
    words: str
    hard: bool


def phrases() -> Iterator[Phrase]:
    for path in sorted((PDFS / "expected").glob("*.json")):
        expected: dict[str, Any] = json.loads(path.read_text())
        for check in expected["checks"]:
            yield Phrase(expected["file"], check["page"], check["phrase"], bool(expected.get("known_hard")))


def test_expected_phrases_are_on_their_pages(corpus: dict[str, Read]) -> None:
    known = [phrase for phrase in phrases() if not phrase.hard]
    assert len(known) > 100
    missed = [
        phrase
        for phrase in known
        if not stands_in(phrase.words, corpus[phrase.file].pages[phrase.page - 1].whole_text)
    ]
    assert len(missed) <= 0.02 * len(known), missed


def test_a_hard_page_reads_right_or_is_suspect(corpus: dict[str, Read]) -> None:
    for phrase in phrases():
        page = corpus[phrase.file].pages[phrase.page - 1]
        if phrase.hard:
            assert page.status is PageStatus.SUSPECT or folded(phrase.words) in folded(page.text), phrase


def test_text_layers_that_lie_are_suspect_and_honest_ones_are_not(corpus: dict[str, Read]) -> None:
    suspect = {
        (row["file"], page.number)
        for row in rows()
        for page in corpus[row["file"]].pages
        if page.status is PageStatus.SUSPECT
    }
    lying = {(name, page.number) for name in LYING for page in corpus[name].pages}
    assert lying <= suspect
    honest = [row["file"] for row in rows() if OUTCOMES[row["expected_outcome"]] == {OK}]
    assert {(name, number) for name, number in suspect if name in honest} == TRULY_WRONG
    assert sum(len(corpus[name].pages) for name in honest) > 500


def test_writing_from_right_to_left_and_from_top_to_bottom(corpus: dict[str, Read]) -> None:
    assert corpus["js-arabic-cid.pdf"].pages[0].text.split("\n") == ["انواع الخطوط العربية"] * 4
    lines = corpus["pm-jo-japanese.pdf"].pages[0].text.split("\n")
    assert [line for line in lines if line][:3] == ["序", "わたくしといふ現象は", "假定された有機交流電燈の"]
    assert [line for line in lines if line][-2:] == ["大正十三年一月廿日", "宮澤賢治"]
