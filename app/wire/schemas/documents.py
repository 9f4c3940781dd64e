"""Messages of Discovery Engine's data stores, documents and engines: contract.md part 3.

Parts of a resource that have no meaning here (workspace, billing, encryption, …) are Structs: kept and handed
back as they came.
"""

from app.wire.messages import Bool, Bytes, Int32, Int64, Message, ProtoEnum, String, Struct, Timestamp


class IndustryVertical(ProtoEnum):
    """The business a data store is for; of no consequence here."""

    INDUSTRY_VERTICAL_UNSPECIFIED = 0
    GENERIC = 1
    MEDIA = 2
    HEALTHCARE_FHIR = 7


class SolutionType(ProtoEnum):
    """What a data store or an engine is used for; of no consequence here."""

    SOLUTION_TYPE_UNSPECIFIED = 0
    SOLUTION_TYPE_RECOMMENDATION = 1
    SOLUTION_TYPE_SEARCH = 2
    SOLUTION_TYPE_CHAT = 3
    SOLUTION_TYPE_GENERATIVE_CHAT = 4
    SOLUTION_TYPE_AI_MODE = 5


class ContentConfig(ProtoEnum):
    """Whether documents carry content; all kinds are taken in here."""

    CONTENT_CONFIG_UNSPECIFIED = 0
    NO_CONTENT = 1
    CONTENT_REQUIRED = 2
    PUBLIC_WEBSITE = 3
    GOOGLE_WORKSPACE = 4


class LayoutBasedChunkingConfig(Message):
    """Tokens per chunk for the documents of a data store."""

    chunk_size: Int32 = 0
    include_ancestor_headings: Bool = False


class ChunkingConfig(Message):
    """How documents are cut."""

    layout_based_chunking_config: LayoutBasedChunkingConfig | None = None


class DocumentProcessingConfig(Message):
    """How documents are read and cut."""

    name: String = ""
    chunking_config: ChunkingConfig | None = None
    default_parsing_config: Struct | None = None
    parsing_config_overrides: Struct = {}


class DataStore(Message):
    """A data store: another name for a stored collection."""

    name: String = ""
    display_name: String = ""
    industry_vertical: IndustryVertical = IndustryVertical.INDUSTRY_VERTICAL_UNSPECIFIED
    solution_types: list[SolutionType] = []
    default_schema_id: String = ""
    content_config: ContentConfig = ContentConfig.CONTENT_CONFIG_UNSPECIFIED
    create_time: Timestamp | None = None
    document_processing_config: DocumentProcessingConfig | None = None
    acl_enabled: Bool = False
    kms_key_name: String = ""
    identity_mapping_store: String = ""
    is_infobot_faq_data_store: Bool = False
    advanced_site_search_config: Struct | None = None
    billing_estimation: Struct | None = None
    cmek_config: Struct | None = None
    federated_search_config: Struct | None = None
    healthcare_fhir_config: Struct | None = None
    idp_config: Struct | None = None
    language_info: Struct | None = None
    natural_language_query_understanding_config: Struct | None = None
    serving_config_data_store: Struct | None = None
    starting_schema: Struct | None = None
    workspace_config: Struct | None = None


class ListDataStoresResponse(Message):
    """A page of data stores."""

    data_stores: list[DataStore] = []
    next_page_token: String = ""


class Content(Message):
    """A file in a document: its bytes, or the address it came from."""

    oneofs = (("raw_bytes", "uri"),)

    mime_type: String = ""
    raw_bytes: Bytes = b""
    uri: String = ""


class IndexStatus(Message):
    """When the document became searchable, or what kept it from it."""

    index_time: Timestamp | None = None
    error_samples: list[Struct] = []
    pending_message: String = ""


class Document(Message):
    """A document: fields (``structData`` or ``jsonData``), a file (``content``), or both."""

    oneofs = (("struct_data", "json_data"),)

    name: String = ""
    id: String = ""
    schema_id: String = ""
    parent_document_id: String = ""
    struct_data: Struct | None = None
    json_data: String | None = None
    content: Content | None = None
    acl_info: Struct | None = None
    derived_struct_data: Struct | None = None
    index_time: Timestamp | None = None
    index_status: IndexStatus | None = None


class ListDocumentsResponse(Message):
    """A page of documents."""

    documents: list[Document] = []
    next_page_token: String = ""


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


class Engine(Message):
    """An engine points to data stores of its project and location."""

    oneofs = (
        (
            "search_engine_config",
            "chat_engine_config",
            "media_recommendation_engine_config",
            "similar_documents_config",
        ),
    )

    name: String = ""
    display_name: String = ""
    create_time: Timestamp | None = None
    update_time: Timestamp | None = None
    data_store_ids: list[String] = []
    solution_type: SolutionType = SolutionType.SOLUTION_TYPE_UNSPECIFIED
    industry_vertical: IndustryVertical = IndustryVertical.INDUSTRY_VERTICAL_UNSPECIFIED
    disable_analytics: Bool = False
    common_config: Struct | None = None
    search_engine_config: Struct | None = None
    chat_engine_config: Struct | None = None
    chat_engine_metadata: Struct | None = None
    media_recommendation_engine_config: Struct | None = None
    similar_documents_config: Struct | None = None
    recommendation_metadata: Struct | None = None
    knowledge_graph_config: Struct | None = None
    cmek_config: Struct | None = None
    observability_config: Struct | None = None
    agent_gateway_setting: Struct | None = None
    features: Struct = {}
    model_configs: Struct = {}


class ListEnginesResponse(Message):
    """A page of engines."""

    engines: list[Engine] = []
    next_page_token: String = ""
