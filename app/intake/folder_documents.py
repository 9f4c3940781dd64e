"""Documents of a data store from the folders that are allowed: ``gcsSource`` of an import."""

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial

from pydantic import ValidationError

from app.wire.conversions.documents import KEPT_AS, upload_of
from app.wire.errors import BadRequest, Refusal
from app.wire.json_text import MalformedJson, read_json
from app.wire.schemas.document_imports import GcsSource
from app.wire.schemas.documents import Document
from app.wire.violations import violations
from ingest.documents.import_folders import FoundFile, ImportFolders
from ingest.errors import IngestError
from ingest.types import Upload

# Where an entry is, and what makes its upload, or raises why it cannot be.
Entry = tuple[str, Callable[[], Upload]]
DATA_SCHEMAS = ("document", "content", "custom")


@dataclass(frozen=True)
class FolderDocuments:
    """Reads ``source``: files as documents (``content``), or JSON lines of documents or of plain objects."""

    folders: ImportFolders
    source: GcsSource
    most_bytes: int
    chunk_size: int
    id_of: Callable[[Document], str]

    def __post_init__(self) -> None:
        if not self.source.input_uris:
            raise BadRequest("gcs_source names no files; set input_uris.", "gcs_source.input_uris")
        if self.source.data_schema not in ("", *DATA_SCHEMAS):
            raise BadRequest(
                f"data_schema {self.source.data_schema!r} is not served; use {', '.join(DATA_SCHEMAS)}.",
                "gcs_source.data_schema",
            )

    def entries(self) -> Iterator[Entry]:
        """One for every document, and one for every address or file that cannot be read."""
        for uri in self.source.input_uris:
            try:
                files = self.folders.find(uri)
            except IngestError as error:
                yield uri, partial(_raise, error)
                continue
            for file in files:
                if self.source.data_schema == "content":
                    yield file.uri, partial(self._of_file, file)
                else:
                    yield from self._of_lines(file)

    def _of_lines(self, file: FoundFile) -> Iterator[Entry]:
        try:
            lines = self.folders.read(file, self.most_bytes).splitlines()
        except IngestError as error:
            yield file.uri, partial(_raise, error)
            return
        for number, line in enumerate(lines, 1):
            if line.strip():
                yield f"{file.uri}, line {number}", partial(self._of_line, line)

    def _of_file(self, file: FoundFile) -> Upload:
        return Upload(
            content=self.folders.read(file, self.most_bytes),
            display_name=file.name,
            document_id=hashlib.sha256(file.uri.encode()).hexdigest()[:32],  # as Google names them
            link=file.link,
            chunk_size=self.chunk_size,
        )

    def _of_line(self, line: bytes) -> Upload:
        document = self._document(line)
        uri = document.content.uri if document.content else ""
        identifier = self.id_of(document)
        if document.content is None or not self.folders.allows(uri):
            return upload_of(document, identifier, chunk_size=self.chunk_size)
        (file,) = self.folders.find(uri)[:1]
        filled = document.content.replace(uri=None, raw_bytes=self.folders.read(file, self.most_bytes))
        upload = upload_of(document.replace(content=filled), identifier, chunk_size=self.chunk_size)
        kept = {**upload.details[KEPT_AS], "content": document.content.to_wire()}
        return replace(upload, link=file.link, details={KEPT_AS: kept})

    def _document(self, line: bytes) -> Document:
        try:
            content = read_json(line)
            if self.source.data_schema == "custom":
                content = {"structData": content}
            return Document.model_validate(content)
        except MalformedJson as error:
            raise BadRequest(f"The line is not JSON: {error}") from error
        except ValidationError as error:
            raise BadRequest("; ".join(one["description"] for one in violations(error.errors()))) from error


def _raise(error: IngestError | Refusal) -> Upload:
    raise error
