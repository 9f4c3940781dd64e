"""Messages of the Gemini API about models, and of embedding contents: contract-2.md H."""

from pydantic import BaseModel

from app.wire.messages import Message
from app.wire.scalars import Float, Int32, String
from app.wire.schemas.contents import Content


class Model(Message):
    """A model by the name that was asked for; ``version`` says what answers under it."""

    name: String = ""
    version: String = ""
    display_name: String = ""
    description: String = ""
    supported_generation_methods: list[String] = []


class OpenModel(BaseModel):
    """A model as OpenAI's clients read it, in their names."""

    id: str
    object: str = "model"
    created: int = 0
    owned_by: str = "sureground"


class ListModelsResponse(Message):
    """The models; ``object`` and ``data`` are for OpenAI's clients."""

    models: list[Model] = []
    next_page_token: String = ""
    object: String = ""
    data: list[OpenModel] = []


class EmbedContentRequest(Message):
    """A text to embed; ``taskType`` of RETRIEVAL_QUERY embeds it as a question."""

    model: String = ""
    content: Content | None = None
    task_type: String = ""
    title: String = ""
    output_dimensionality: Int32 | None = None


class BatchEmbedContentsRequest(Message):
    """Several at once."""

    model: String = ""
    requests: list[EmbedContentRequest] = []


class ContentEmbedding(Message):
    """A vector of length one."""

    values: list[Float] = []


class BatchEmbedContentsResponse(Message):
    """One vector for each text, in order."""

    embeddings: list[ContentEmbedding] = []
