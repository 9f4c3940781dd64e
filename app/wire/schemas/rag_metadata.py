"""Messages of ragDataSchemas and ragMetadata: contract-2.md D."""

from app.wire.messages import Message
from app.wire.scalars import Bool, Float, Int64, ProtoEnum, String


class DataType(ProtoEnum):
    """The type of a key's values."""

    DATA_TYPE_UNSPECIFIED = 0
    INTEGER = 1
    FLOAT = 2
    STRING = 3
    DATETIME = 4
    BOOLEAN = 5
    LIST = 6


class Granularity(ProtoEnum):
    """What has a value of the key: a file."""

    GRANULARITY_UNSPECIFIED = 0
    GRANULARITY_FILE_LEVEL = 1


class SearchStrategyType(ProtoEnum):
    """Whether filters may ask for the key."""

    SEARCH_STRATEGY_UNSPECIFIED = 0
    NO_SEARCH = 1
    EXACT_SEARCH = 2


class SearchStrategy(Message):
    """Whether filters may ask for the key."""

    search_strategy_type: SearchStrategyType = SearchStrategyType.SEARCH_STRATEGY_UNSPECIFIED


class ListConfig(Message):
    """The type of a list's values."""

    value_schema: "SchemaDetails | None" = None


class SchemaDetails(Message):
    """Type and use of a key."""

    type: DataType = DataType.DATA_TYPE_UNSPECIFIED
    list_config: ListConfig | None = None
    granularity: Granularity = Granularity.GRANULARITY_UNSPECIFIED
    search_strategy: SearchStrategy | None = None


class RagDataSchema(Message):
    """What a metadata key of a corpus holds. Its id is the key."""

    name: String = ""
    key: String = ""
    schema_details: SchemaDetails | None = None


class ListRagDataSchemasResponse(Message):
    """A page of schemas."""

    rag_data_schemas: list[RagDataSchema] = []
    next_page_token: String = ""


class CreateRagDataSchemaRequest(Message):
    """One of a batch."""

    parent: String = ""
    rag_data_schema: RagDataSchema | None = None
    rag_data_schema_id: String = ""


class BatchCreateRagDataSchemasRequest(Message):
    """Several at once."""

    parent: String = ""
    requests: list[CreateRagDataSchemaRequest] = []


class BatchCreateRagDataSchemasResponse(Message):
    """What was made."""

    rag_data_schemas: list[RagDataSchema] = []


class MetadataList(Message):
    """Several values."""

    values: list["MetadataValue"] = []


class MetadataValue(Message):
    """One value of one of the types."""

    oneofs = (("int_value", "float_value", "str_value", "datetime_value", "bool_value", "list_value"),)

    int_value: Int64 | None = None
    float_value: Float | None = None
    str_value: String | None = None
    datetime_value: String | None = None
    bool_value: Bool | None = None
    list_value: MetadataList | None = None


class UserSpecifiedMetadata(Message):
    """A key with its value."""

    key: String = ""
    value: MetadataValue | None = None


class RagMetadata(Message):
    """A key of a file with its value. Its id is the key."""

    name: String = ""
    user_specified_metadata: UserSpecifiedMetadata | None = None


class ListRagMetadataResponse(Message):
    """A page of keys."""

    rag_metadata: list[RagMetadata] = []
    next_page_token: String = ""


class CreateRagMetadataRequest(Message):
    """One of a batch."""

    parent: String = ""
    rag_metadata: RagMetadata | None = None
    rag_metadata_id: String = ""


class BatchCreateRagMetadataRequest(Message):
    """Several at once."""

    parent: String = ""
    requests: list[CreateRagMetadataRequest] = []


class BatchCreateRagMetadataResponse(Message):
    """What was made."""

    rag_metadata: list[RagMetadata] = []


class BatchDeleteRequest(Message):
    """Full names, or the last parts of them."""

    parent: String = ""
    names: list[String] = []
