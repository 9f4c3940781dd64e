"""Real PDF files that other readers stumbled over: each ends as its line in the index says.

They lie beside the repository (../shared/pdfs) and are not ours to copy.
"""

import csv
import json
import os
import re
import unicodedata
from pathlib import Path
from typing import Any

import pytest

from ingest.errors import EncryptedDocument, IngestError, NoTextLayer, UnreadableDocument
from ingest.pipeline import read
from ingest.types import PageStatus, ParsedDocument, Upload

CORPUS = Path(__file__).parents[3] / "shared" / "pdfs"
pytestmark = pytest.mark.skipif(not CORPUS.is_dir(), reason="../shared/pdfs is not there")

OK, REPAIRED, EMPTY = PageStatus.OK, PageStatus.REPAIRED, PageStatus.EMPTY
SUSPECT, FAILED = PageStatus.SUSPECT, PageStatus.FAILED
READ = {OK, REPAIRED, EMPTY, SUSPECT}

# What the index expects -> what may come of it: an error, or the statuses that pages may have.
OUTCOMES: dict[str, tuple[type[IngestError] | None, set[PageStatus]]] = {
    "text": (None, {OK, REPAIRED, EMPTY, SUSPECT}),
    "text plus hidden text: treat as data": (None, {OK}),
    "text with defects (control characters, doubled glyphs, interleaved columns)": (None, READ),
    "damaged but readable: text": (None, {OK, REPAIRED}),
    "encrypted, opens with the empty user password: text": (None, {OK, REPAIRED}),
    "needs password (known password in column)": (None, {OK}),
    "garbled text layer: fallback extractor or warning": (None, {OK, REPAIRED, SUSPECT, EMPTY}),
    "stub text only (XFA): warn": (None, {SUSPECT}),
    "visible text drawn as curves, almost no text layer: warn": (None, {SUSPECT}),
    "no text layer (scan or image): say so, or OCR": (NoTextLayer, set()),
    "blank or no text: say so": (NoTextLayer, set()),
    "invalid file: refuse with a reason": (UnreadableDocument, set()),
    "damaged: refuse with a reason, or read through poppler": (UnreadableDocument, {REPAIRED, FAILED}),
    "must not exhaust memory or CPU; image only": (None, {REPAIRED, SUSPECT}),
}

# One or two of each outcome; SUREGROUND_TEST_ALL_PDFS=1 reads all of them.
SAMPLE = {
    "bx-ligatures-3044",
    "bx-bidi-ligature-1",
    "dl-invisible-text-layer",
    "od-invalid-chars",
    "js-xref-command-",
    "missing",
    "pg-encrypted",
    "pm-identity-cmap",
    "un-password",
    "js-saslprep-r6-password",
    "rp-chinese",
    "js-vertical-",
    "japanese",
    "pm-jo-japanese",
    "od-cid-no-tounicode",
    "js-xfa-form",
    "pl-malformed-932",
    "dl-ocr-scan-no-text",
    "od-",
    "chinese-scan",
    "js-empty-page-hash-name#",
    "js-labelled-pages",
    "oc-invalid-44b",
    "od-fake-jpg",
    "pl-zero-byte",
    "js-",
    "cyclic-pages-tree",
    "js-fuzzed-poppler-937",
    "pm-evil-xobjects",
    "js-bomb-giant-image",
    "un-layout-parser-empty-",
    "pages",
    "pp-multilang",
    "sf-habibi-arabic",
    "pm-i1040nr-us-gov",
    "od-german-book-chapter",
    "js-tracemonkey-two-column-14p",
    "pp-vicksburg-ocr-scan",
}
EVERYTHING = bool(os.environ.get("SUREGROUND_TEST_ALL_PDFS"))


def rows() -> list[dict[str, str]]:
    if not CORPUS.is_dir():
        return []
    with (CORPUS / "INDEX.tsv").open(newline="") as file:
        found = list(csv.DictReader(file, delimiter="\t"))
    return [row for row in found if EVERYTHING or row["file"].removesuffix(".pdf") in SAMPLE]


def parsed(row: dict[str, str], password: str | None = None) -> ParsedDocument:
    name = row["file"]
    return read(
        Upload(
            (CORPUS / name).read_bytes(),
            name,
            password=(row["password"] or "") if password is None else password,
        )
    )


def folded(text: str) -> str:
    """As findings.md compares phrases."""
    text = unicodedata.normalize("NFKC", text)
    text = re.sub("[\u200e\u200f\u202a-\u202e\u2066-\u2069\u064b-\u0652\u0640]", "", text)
    text = text.translate(
        {0x64A: "\u06cc", 0x643: "\u06a9", 0x2018: "'", 0x2019: "'", 0x201C: '"', 0x201D: '"'}
    )
    text = re.sub("[\u2010-\u2015\u2212]", "-", text).replace("\u0e4d\u0e32", "\u0e33")
    return re.sub(r"\s+", "", text).lower()


@pytest.mark.parametrize("row", rows(), ids=lambda row: row["file"])
def test_each_file_ends_as_expected(row: dict[str, str]) -> None:
    error, statuses = OUTCOMES[row["expected_outcome"]]
    if not statuses:
        assert error is not None
        with pytest.raises(error) as caught:
            parsed(row)
        assert row["file"] in str(caught.value)
        return
    try:
        document = parsed(row)
    except IngestError as refused:
        assert error is not None and isinstance(refused, error), refused
        return
    assert {page.status for page in document.pages} <= statuses
    assert all(page.reason for page in document.pages if page.status is not OK)
    document.text.encode()
    assert not any(c < " " and c != "\n" for c in document.text)
    if row["pages"].isdecimal():
        assert len(document.pages) == int(row["pages"])


@pytest.mark.parametrize("row", [row for row in rows() if row["password"]], ids=lambda row: row["file"])
def test_the_password_is_asked_for(row: dict[str, str]) -> None:
    with pytest.raises(EncryptedDocument, match="password"):
        parsed(row, password="")
    with pytest.raises(EncryptedDocument, match="password"):
        parsed(row, password="wrong")


def test_expected_phrases_are_on_their_pages() -> None:
    """Of the files here; a page that is marked hard reads right or is suspect."""
    looked, missed = 0, []
    for row in rows():
        path = CORPUS / "expected" / row["file"].replace(".pdf", ".json")
        if not path.is_file():
            continue
        expected: dict[str, Any] = json.loads(path.read_text())
        document = parsed(row)
        for check in expected["checks"]:
            page = document.pages[check["page"] - 1]
            hard = expected.get("known_hard") or page.status is SUSPECT
            looked += not hard
            if folded(check["phrase"]) not in folded(page.text) and not hard:
                missed.append((row["file"], check["page"], check["phrase"]))
    assert looked > 20
    assert len(missed) <= 0.03 * looked, missed
