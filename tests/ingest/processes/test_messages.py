"""Messages between processes come out as they went in."""

import json

import pytest

from ingest.formats.eml import Attachment
from ingest.processes.messages import (
    FileKind,
    Message,
    OcrText,
    PageText,
    PdfOpened,
    ReadFile,
    ReadMail,
    Refusal,
    from_json,
    to_json,
)
from ingest.types import Heading, Page, PageStatus, ParsedDocument, Table

FILE = ParsedDocument(
    (Page(1, "Lamp \u706f", "i", PageStatus.REPAIRED, "why", "head", "foot"), Page(2, "")),
    "text/html",
    "Title",
    (Heading(0, 1, "Lamp"),),
    (Table(0, 4, "a | b"),),
)


@pytest.mark.parametrize(
    "message",
    [
        PdfOpened(2, ("i", "ii"), "Title", ((1, 1, "Lamp"), (2, 2, "Oil")), xfa=True),
        PdfOpened(1),
        PageText(3, "Lamp\nOil", PageStatus.SUSPECT, "torn", picture=True),
        OcrText(4, "Lamp", 0.93),
        ReadFile(FILE),
        ReadMail(FILE, (Attachment("a.bin", "application/octet-stream", bytes(range(256))),)),
        FileKind("application/pdf"),
        Refusal("EncryptedDocument", "The file is encrypted."),
    ],
)
def test_a_message_survives_the_way(message: Message) -> None:
    assert from_json(json.loads(json.dumps(to_json(message)))) == message
