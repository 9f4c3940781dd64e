"""Messages of the RAG Engine's files, uploads and imports: contract.md 4.2, 4.4 and 4.5.

Sources that cannot exist here are Structs: they are named when they are refused.
"""

from typing import Any

from app.wire.messages import Message
from app.wire.scalars import Bool, Int32, Int64, ProtoEnum, String, Struct, Timestamp
from app.wire.schemas.rag_corpora import Empty


class GcsSource(Message):
    """Files and folders of an object store."""

    uris: list[String] = []


class ResourceType(ProtoEnum):
    """What a Drive id names."""

    RESOURCE_TYPE_UNSPECIFIED = 0
    RESOURCE_TYPE_FILE = 1
    RESOURCE_TYPE_FOLDER = 2


class ResourceId(Message):
    """A file or folder of Google Drive."""

    resource_type: ResourceType = ResourceType.RESOURCE_TYPE_UNSPECIFIED
    resource_id: String = ""


class GoogleDriveSource(Message):
    """Files and folders of Google Drive."""

    resource_ids: list[ResourceId] = []


class RagFileType(ProtoEnum):
    """The type of a file, as far as the API names it."""

    RAG_FILE_TYPE_UNSPECIFIED = 0
    RAG_FILE_TYPE_TXT = 1
    RAG_FILE_TYPE_PDF = 2


class FileState(ProtoEnum):
    """``ACTIVE`` means searchable now."""

    STATE_UNSPECIFIED = 0
    ACTIVE = 1
    ERROR = 2


class FileStatus(Message):
    """How the file is, and what went wrong."""

    state: FileState = FileState.STATE_UNSPECIFIED
    error_status: String = ""


class PageNote(Message):
    """How reading a page went."""

    number: Int32 = 0
    label: String = ""
    status: String = ""
    reason: String = ""


class FileOrigin(Message):
    """Where a file lay on the machine of who sent it, and when it was last changed there."""

    path: String = ""
    modified: Int64 = 0  # nanoseconds since 1970


class RagFile(Message):
    """A file: another name for a stored document.

    The fields after ``user_metadata`` are ours: some of Google's clients refuse a file with fields that they do
    not know. ``?view=full`` shows the counts and the page report; ``?view=origin`` shows the counts and what
    tells whether a file has to be sent again.
    """

    oneofs = (
        (
            "gcs_source",
            "google_drive_source",
            "direct_upload_source",
            "slack_source",
            "jira_source",
            "share_point_sources",
        ),
    )

    name: String = ""
    display_name: String = ""
    description: String = ""
    gcs_source: GcsSource | None = None
    google_drive_source: GoogleDriveSource | None = None
    direct_upload_source: Empty | None = None
    slack_source: Struct | None = None
    jira_source: Struct | None = None
    share_point_sources: Struct | None = None
    size_bytes: Int64 = 0
    rag_file_type: RagFileType = RagFileType.RAG_FILE_TYPE_UNSPECIFIED
    create_time: Timestamp | None = None
    update_time: Timestamp | None = None
    file_status: FileStatus | None = None
    user_metadata: String = ""
    page_count: Int32 = 0
    chunk_count: Int32 = 0
    page_report: list[PageNote] = []
    origin: FileOrigin | None = None
    content_hash: String = ""  # SHA-256 in hexadecimal
    outdated: Bool = False  # the same file would be read, cut or embedded in another way now


class ListRagFilesResponse(Message):
    """A page of files."""

    rag_files: list[RagFile] = []
    next_page_token: String = ""


class FixedLengthChunking(Message):
    """Chunk length and overlap in tokens."""

    chunk_size: Int32 = 0
    chunk_overlap: Int32 = 0


class RagFileChunkingConfig(Message):
    """How a file is cut; the flat fields are deprecated and still honoured."""

    fixed_length_chunking: FixedLengthChunking | None = None
    chunk_size: Int32 = 0
    chunk_overlap: Int32 = 0


class RagFileTransformationConfig(Message):
    """What is done to a file before it is embedded."""

    rag_file_chunking_config: RagFileChunkingConfig | None = None


class RagFileMetadataConfig(Message):
    """Metadata of files; only the inline kind is read."""

    oneofs = (
        (
            "gcs_metadata_schema_source",
            "google_drive_metadata_schema_source",
            "inline_metadata_schema_source",
        ),
        ("gcs_metadata_source", "google_drive_metadata_source", "inline_metadata_source"),
    )

    gcs_metadata_schema_source: Struct | None = None
    google_drive_metadata_schema_source: Struct | None = None
    inline_metadata_schema_source: String = ""
    gcs_metadata_source: Struct | None = None
    google_drive_metadata_source: Struct | None = None
    inline_metadata_source: String = ""


class UploadRagFileConfig(Message):
    """How an upload is taken in. Parsers of other services are accepted and not used."""

    rag_file_chunking_config: RagFileChunkingConfig | None = None
    rag_file_transformation_config: RagFileTransformationConfig | None = None
    rag_file_metadata_config: RagFileMetadataConfig | None = None
    rag_file_parsing_config: Struct | None = None
    password: str = ""  # ours: opens an encrypted PDF; kept only until it has been read

    @property
    def chunking(self) -> FixedLengthChunking:
        """Chunk length and overlap, whichever way they were given; 0 means not given."""
        transformation = self.rag_file_transformation_config
        config = (transformation and transformation.rag_file_chunking_config) or self.rag_file_chunking_config
        if config is None:
            return FixedLengthChunking()
        flat: dict[str, Any] = {"chunk_size": config.chunk_size, "chunk_overlap": config.chunk_overlap}
        return config.fixed_length_chunking or FixedLengthChunking(**flat)


class UploadRagFileRequest(Message):
    """What comes with an upload besides the bytes."""

    parent: String = ""
    rag_file: RagFile | None = None
    upload_rag_file_config: UploadRagFileConfig | None = None


class UploadRagFileResponse(Message):
    """The file as it was taken in; with ``?view=full`` also ``created``, ``replaced`` or ``unchanged``."""

    rag_file: RagFile | None = None
    outcome: String = ""


class ImportRagFilesConfig(Message):
    """What to import, and how."""

    oneofs = (
        ("gcs_source", "google_drive_source", "slack_source", "jira_source", "share_point_sources"),
        ("partial_failure_gcs_sink", "partial_failure_bigquery_sink"),
        ("import_result_gcs_sink", "import_result_bigquery_sink"),
    )

    gcs_source: GcsSource | None = None
    google_drive_source: GoogleDriveSource | None = None
    slack_source: Struct | None = None
    jira_source: Struct | None = None
    share_point_sources: Struct | None = None
    partial_failure_gcs_sink: Struct | None = None
    partial_failure_bigquery_sink: Struct | None = None
    import_result_gcs_sink: Struct | None = None
    import_result_bigquery_sink: Struct | None = None
    rag_file_chunking_config: RagFileChunkingConfig | None = None
    rag_file_transformation_config: RagFileTransformationConfig | None = None
    rag_file_parsing_config: Struct | None = None
    rag_file_metadata_config: RagFileMetadataConfig | None = None
    max_embedding_requests_per_min: Int32 = 0
    global_max_embedding_requests_per_min: Int32 = 0
    rebuild_ann_index: Bool = False


class ImportRagFilesRequest(Message):
    """Import files from elsewhere."""

    parent: String = ""
    import_rag_files_config: ImportRagFilesConfig | None = None


class ImportRagFilesResponse(Message):
    """How many files were imported."""

    imported_rag_files_count: Int64 = 0
    failed_rag_files_count: Int64 = 0
    skipped_rag_files_count: Int64 = 0
