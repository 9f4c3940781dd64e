"""Messages of a data store's documents: contract.md part 3."""

from app.wire.messages import Message
from app.wire.scalars import Bytes, String, Struct, Timestamp


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
