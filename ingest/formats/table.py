"""The one table of formats. A new one is a reader in a file of this folder, and a row here."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from importlib import import_module

from ingest.formats.signatures import FileBytes, is_epub, is_html, is_json, is_mail, is_pdf, is_text, office
from ingest.media_types import (
    CSV,
    DOCX,
    EML,
    EPUB,
    HTML,
    JSON,
    JSON_LINES,
    MARKDOWN,
    PDF,
    PLAIN,
    PPTX,
    TSV,
    XLSX,
)
from ingest.types import ParsedDocument


class Process(StrEnum):
    """In which kind of process with limits on time and memory a format is read: one for files, one for the pages of a
    PDF, or, of what holds other files, each part by its own reader.
    """

    READER = "reader"
    PDF = "pdf"
    PARTS = "parts"


@dataclass(frozen=True)
class Format:
    """A format that is read.

    ``name`` is what people call it and ``called`` one such file, ``endings`` and ``also`` (further MIME types) are
    what it is declared by. ``signature`` tells it by the bytes; without one it is text that only its name or type
    tells. ``certain``: the bytes are nothing else, whatever the name says. ``reader`` is a function of this folder,
    as ``module.function``, imported when it is first called, and ``arguments`` what it takes beside the bytes; those
    of PDF and of e-mail need more, and the pipeline calls them.
    """

    mime_type: str
    name: str
    called: str
    endings: tuple[str, ...]
    also: tuple[str, ...] = ()
    process: Process = Process.READER
    reader: str = ""
    arguments: tuple[str, ...] = ("name",)
    signature: Callable[[FileBytes], bool] | None = None
    certain: bool = False

    def read(self, content: bytes, *, name: str = "file", charset: str = "") -> ParsedDocument:
        """The file by its reader, in this process. Raises what the reader raises."""
        module, function = self.reader.split(".")
        reader: Callable[..., ParsedDocument] = getattr(import_module(f"ingest.formats.{module}"), function)
        known = {"name": name, "charset": charset, "mime_type": self.mime_type}
        return reader(content, **{argument: known[argument] for argument in self.arguments})


# As detection asks for them: what is certain first, plain text, which may be anything, last.
FORMATS = (
    Format(
        PDF,
        "PDF",
        "a PDF",
        (".pdf",),
        ("application/x-pdf",),
        process=Process.PDF,
        signature=is_pdf,
        certain=True,
    ),
    Format(
        DOCX,
        "Word",
        "a Word document",
        (".docx", ".docm", ".dotx"),
        reader="docx.read_docx",
        signature=office("wordprocessingml", "ms-word", "document", "template"),
        certain=True,
    ),
    Format(
        PPTX,
        "PowerPoint",
        "a PowerPoint presentation",
        (".pptx", ".pptm", ".ppsx", ".potx"),
        reader="pptx.read_pptx",
        signature=office("presentationml", "ms-powerpoint", "presentation", "slideshow", "template"),
        certain=True,
    ),
    Format(
        XLSX,
        "Excel",
        "an Excel workbook",
        (".xlsx", ".xlsm", ".xltx"),
        reader="xlsx.read_xlsx",
        signature=office("spreadsheetml", "ms-excel", "sheet", "template"),
        certain=True,
    ),
    Format(
        EPUB, "EPUB", "an EPUB book", (".epub",), reader="epub.read_epub", signature=is_epub, certain=True
    ),
    Format(
        HTML,
        "HTML",
        "an HTML page",
        (".html", ".htm", ".xhtml"),
        ("application/xhtml+xml",),
        reader="html.read_html",
        arguments=("charset",),
        signature=is_html,
        certain=True,
    ),
    Format(
        MARKDOWN,
        "Markdown",
        "Markdown",
        (".md", ".markdown", ".mdown", ".mkd"),
        ("text/x-markdown",),
        reader="text.read_text",
        arguments=("mime_type", "charset"),
    ),
    Format(
        CSV,
        "CSV",
        "CSV",
        (".csv",),
        ("application/csv", "text/x-csv", "application/vnd.ms-excel"),
        reader="csv.read_csv",
        arguments=("mime_type", "charset"),
    ),
    Format(
        TSV,
        "TSV",
        "TSV",
        (".tsv", ".tab"),
        reader="csv.read_csv",
        arguments=("mime_type", "charset"),
    ),
    Format(
        JSON,
        "JSON",
        "JSON",
        (".json", ".geojson"),
        ("text/json",),
        reader="json.read_json_file",
        arguments=("mime_type", "charset"),
        signature=is_json,
    ),
    Format(
        JSON_LINES,
        "JSON lines",
        "JSON lines",
        (".jsonl", ".ndjson"),
        ("application/x-ndjson", "application/x-jsonlines", "application/jsonlines", "application/ndjson"),
        reader="json.read_json_file",
        arguments=("mime_type", "charset"),
    ),
    Format(
        EML,
        "e-mail",
        "an e-mail",
        (".eml",),
        process=Process.PARTS,
        signature=is_mail,
    ),
    Format(
        PLAIN,
        "plain text",
        "plain text",
        (".txt", ".text", ".log"),
        reader="text.read_text",
        arguments=("mime_type", "charset"),
        signature=is_text,
    ),
)

BY_MIME_TYPE = {format.mime_type: format for format in FORMATS}
# What is read, by its name, with its usual endings. Text may have any other, too.
ENDINGS = {format.name: format.endings for format in FORMATS}
KNOWN = ", ".join(f"{format.name} ({format.endings[0]})" for format in FORMATS)
