"""Import of RAG files from the folders that are allowed, run as an operation."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from app.intake.intake import Intake
from app.operations.job import Progress
from app.wire.conversions.rag_files import upload_of
from app.wire.errors import Refusal, rpc_status
from app.wire.schemas.rag_files import (
    GcsSource,
    ImportRagFilesConfig,
    ImportRagFilesResponse,
    RagFile,
    UploadRagFileConfig,
    UploadRagFileRequest,
)
from ingest.documents.import_folders import FoundFile, ImportFolders
from ingest.errors import IngestError, InvalidArgument
from ingest.names import address_id
from ingest.types import CollectionName, Outcome, Receipt, Upload

MOST_FILES = 10_000
FOREIGN_SOURCES = {"slack_source": "Slack", "jira_source": "Jira", "share_point_sources": "SharePoint"}


@dataclass(frozen=True)
class RagImport:
    """Takes files in, one by one, and reports on each that could not be."""

    intake: Intake
    folders: ImportFolders
    name: CollectionName
    config: ImportRagFilesConfig
    most_bytes: int

    def __call__(self, progress: Progress) -> ImportRagFilesResponse:
        failures: list[dict[str, Any]] = []
        found = list(self._found(failures))
        counts = dict.fromkeys(Outcome, 0)
        self._report(progress, failures, 0 if found else 100)
        for number, file in enumerate(found, 1):
            progress.check()
            try:
                counts[self._take_in(file, progress).outcome] += 1
            except (IngestError, Refusal) as error:
                progress.check()
                failures.append(_failure(file.uri, error))
            self._report(progress, failures, 100 * number // len(found))
        return ImportRagFilesResponse(
            imported_rag_files_count=counts[Outcome.CREATED] + counts[Outcome.REPLACED],
            failed_rag_files_count=len(failures),
            skipped_rag_files_count=counts[Outcome.UNCHANGED],
        )

    def _found(self, failures: list[dict[str, Any]]) -> Iterator[FoundFile]:
        count = 0
        for uri in self.config.gcs_source.uris if self.config.gcs_source else []:
            try:
                files = self.folders.find(uri)
                count += len(files)
                if count > MOST_FILES:
                    raise InvalidArgument(
                        f"{uri}: with it the import has over {MOST_FILES} files. Send several."
                    )
                yield from files
            except IngestError as error:
                failures.append(_failure(uri, error))
        for source in foreign_sources(self.config):
            reason = "no such source is configured on this server; upload the file instead."
            failures.append({"code": 9, "message": f"{source}: {reason}"})

    def _take_in(self, file: FoundFile, progress: Progress) -> Receipt:
        return self.intake.take_in(
            self.name,
            self._upload(file),
            read=partial(self.folders.read, file, self.most_bytes),
            patient=True,
            show_failure=True,
            check=progress.check,
        )

    def _upload(self, file: FoundFile) -> Upload:
        body = UploadRagFileRequest(
            rag_file=RagFile(display_name=file.name, gcs_source=GcsSource(uris=[file.uri])),
            upload_rag_file_config=UploadRagFileConfig(
                rag_file_chunking_config=self.config.rag_file_chunking_config,
                rag_file_transformation_config=self.config.rag_file_transformation_config,
                rag_file_metadata_config=self.config.rag_file_metadata_config,
            ),
        )
        upload = upload_of(body, b"", file.name, "")
        # Named after its address: importing it again replaces it, or skips it where it has not changed.
        return replace(upload, document_id=address_id(file.uri), link=file.link)

    def _report(self, progress: Progress, failures: list[dict[str, Any]], percentage: int) -> None:
        # An int64, which a name of the user's own is not.
        named = {"ragCorpusId": self.name.id} if re.fullmatch(r"\d{1,18}|[1-8]\d{18}", self.name.id) else {}
        progress.fields = named | {
            "genericMetadata": {"partialFailures": list(failures)},
            "importRagFilesConfig": self.config.to_wire(),
        }
        progress.percentage = percentage


def foreign_sources(config: ImportRagFilesConfig) -> list[str]:
    """What ``config`` names that cannot be read here, in words."""
    if config.google_drive_source:
        return [f"Google Drive {one.resource_id}" for one in config.google_drive_source.resource_ids]
    return [kind for name, kind in FOREIGN_SOURCES.items() if getattr(config, name) is not None]


def _failure(uri: str, error: Exception) -> dict[str, Any]:
    status = rpc_status(error)
    reason = status["message"].removeprefix(f"{uri}: ")
    return status | {"message": f"{uri}: {reason}"}
