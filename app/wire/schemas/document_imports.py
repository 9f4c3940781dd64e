"""Messages of importing and purging the documents of a data store: contract.md part 3."""

from app.wire.messages import Message
from app.wire.scalars import Bool, Int64, ProtoEnum, String, Struct, Timestamp
from app.wire.schemas.documents import Document


class InlineSource(Message):
    """Documents in the request itself."""

    documents: list[Document] = []


class GcsSource(Message):
    """Files by address: JSON lines of documents, files that are documents, or JSON lines of objects."""

    input_uris: list[String] = []
    data_schema: String = ""


class ReconciliationMode(ProtoEnum):
    """FULL: documents that are not in the import are deleted."""

    RECONCILIATION_MODE_UNSPECIFIED = 0
    INCREMENTAL = 1
    FULL = 2


class ImportDocumentsRequest(Message):
    """Documents to take in."""

    oneofs = (
        (
            "inline_source",
            "gcs_source",
            "bigquery_source",
            "fhir_store_source",
            "spanner_source",
            "cloud_sql_source",
            "firestore_source",
            "alloy_db_source",
            "bigtable_source",
        ),
    )

    parent: String = ""
    inline_source: InlineSource | None = None
    gcs_source: GcsSource | None = None
    bigquery_source: Struct | None = None
    fhir_store_source: Struct | None = None
    spanner_source: Struct | None = None
    cloud_sql_source: Struct | None = None
    firestore_source: Struct | None = None
    alloy_db_source: Struct | None = None
    bigtable_source: Struct | None = None
    error_config: Struct | None = None
    reconciliation_mode: ReconciliationMode = ReconciliationMode.RECONCILIATION_MODE_UNSPECIFIED
    update_mask: String = ""
    auto_generate_ids: Bool = False
    id_field: String = ""
    force_refresh_content: Bool = False


class ImportDocumentsResponse(Message):
    """What could not be taken in; ``google.rpc.Status`` samples."""

    error_samples: list[Struct] = []
    error_config: Struct | None = None


class ImportDocumentsMetadata(Message):
    """How an import went so far."""

    create_time: Timestamp | None = None
    update_time: Timestamp | None = None
    success_count: Int64 = 0
    failure_count: Int64 = 0
    total_count: Int64 = 0


class PurgeDocumentsRequest(Message):
    """Delete all documents (``filter`` is ``*``); without ``force`` they are only counted."""

    oneofs = (("gcs_source", "inline_source"),)

    parent: String = ""
    filter: String = ""
    force: Bool = False
    gcs_source: Struct | None = None
    inline_source: Struct | None = None
    error_config: Struct | None = None


class PurgeDocumentsResponse(Message):
    """How many documents went, and the names of up to 100 where it was only a count."""

    purge_count: Int64 = 0
    purge_sample: list[String] = []
