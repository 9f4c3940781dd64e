"""Messages of Discovery Engine's data stores: contract.md part 3.

Parts of a resource that have no meaning here (workspace, billing, encryption, …) are Structs: kept and handed
back as they came.
"""

from app.wire.messages import Message
from app.wire.scalars import Bool, Int32, ProtoEnum, String, Struct, Timestamp


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
