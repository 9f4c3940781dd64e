"""What servingConfigs:answer and sessions answer: contract-2.md A.2 and A.4."""

from app.wire.messages import Message
from app.wire.scalars import (
    Bool,
    Double,
    Float,
    Int32,
    Int64,
    ProtoEnum,
    String,
    Struct,
    Timestamp,
)
from app.wire.schemas.answer_request import Query
from app.wire.schemas.page_spans import PageSpan


class CitationSource(Message):
    """An index into ``references``, as a string, and the pages of the words that support the sentence."""

    reference_id: String = ""
    page_span: PageSpan | None = None


class Citation(Message):
    """A sentence with sources; positions are bytes of the answer's text."""

    start_index: Int64 = 0
    end_index: Int64 = 0
    sources: list[CitationSource] = []


class GroundingSupport(Message):
    """A sentence with its score in [0, 1]; one that needs no check has neither score nor sources."""

    start_index: Int64 = 0
    end_index: Int64 = 0
    sources: list[CitationSource] = []
    grounding_score: Double | None = None
    grounding_check_required: Bool | None = None


class DocumentMetadata(Message):
    """The document that a passage is of."""

    document: String = ""
    uri: String = ""
    title: String = ""
    page_identifier: String = ""
    struct_data: Struct | None = None


class ChunkInfo(Message):
    """A passage; ``relevanceScore`` is its cosine similarity in [0, 1]."""

    chunk: String = ""
    content: String = ""
    relevance_score: Float | None = None
    document_metadata: DocumentMetadata | None = None


class ChunkContent(Message):
    """A passage of a document; ``relevanceScore`` as in ChunkInfo."""

    content: String = ""
    page_identifier: String = ""
    relevance_score: Float | None = None


class UnstructuredDocumentInfo(Message):
    """A document with the passage that was found in it."""

    document: String = ""
    uri: String = ""
    title: String = ""
    chunk_contents: list[ChunkContent] = []
    struct_data: Struct | None = None


class Reference(Message):
    """A retrieved passage, cited or not."""

    oneofs = (("chunk_info", "unstructured_document_info"),)

    chunk_info: ChunkInfo | None = None
    unstructured_document_info: UnstructuredDocumentInfo | None = None


class AnswerState(ProtoEnum):
    """How far an answer is."""

    STATE_UNSPECIFIED = 0
    IN_PROGRESS = 1
    FAILED = 2
    SUCCEEDED = 3
    STREAMING = 4


class SkippedReason(ProtoEnum):
    """Why the text is no answer; those of Google's reasons that occur here."""

    ANSWER_SKIPPED_REASON_UNSPECIFIED = 0
    NO_RELEVANT_CONTENT = 5
    LOW_GROUNDED_ANSWER = 9


class AnswerSpan(Message):
    """A short answer within the text, in UTF-8 bytes, end exclusive. Not a message of Google's."""

    start_index: Int64 = 0
    end_index: Int64 = 0


class Answer(Message):
    """An answer; ``groundingScore`` in [0, 1] is the mean over the sentences that need support, ``filesBeingRead``
    counts the files that wait or are read, and were not searched.

    Not Google's: ``answerSpans``, the short answers within the text, and ``answerRelevance`` in [0, 1], the probability
    that the text answers the question.
    """

    name: String = ""
    state: AnswerState = AnswerState.STATE_UNSPECIFIED
    answer_text: String = ""
    grounding_score: Double | None = None
    citations: list[Citation] = []
    grounding_supports: list[GroundingSupport] = []
    references: list[Reference] = []
    answer_skipped_reasons: list[SkippedReason] = []
    files_being_read: Int32 = 0
    answer_spans: list[AnswerSpan] = []
    answer_relevance: Double | None = None
    create_time: Timestamp | None = None
    complete_time: Timestamp | None = None


class SessionTurn(Message):
    """A question, the name of its answer, and on request the answer."""

    query: Query | None = None
    answer: String = ""
    detailed_answer: Answer | None = None


class SessionState(ProtoEnum):
    """A session here is in progress until it is deleted."""

    STATE_UNSPECIFIED = 0
    IN_PROGRESS = 1


class Session(Message):
    """A conversation with a store."""

    name: String = ""
    display_name: String = ""
    state: SessionState = SessionState.STATE_UNSPECIFIED
    user_pseudo_id: String = ""
    turns: list[SessionTurn] = []
    labels: list[String] = []
    start_time: Timestamp | None = None
    end_time: Timestamp | None = None
    is_pinned: Bool = False


class ListSessionsResponse(Message):
    """A page of sessions."""

    sessions: list[Session] = []
    next_page_token: String = ""


class AnswerQueryResponse(Message):
    """The answer, and the session it belongs to where there is one."""

    answer: Answer | None = None
    session: Session | None = None
    answer_query_token: String = ""
