"""The Gemini API's models: any name is answered by the one writer, and embeds with the one embedding model."""

from fastapi import APIRouter

from app.api.chat_request import LOCATION, PROJECT, STORE
from app.api.dependencies import ServicesDep
from app.api.routes.generate import VersionDep
from app.api.wire_route import WireRoute
from app.services import Services
from app.wire.errors import BadRequest
from app.wire.schemas.models import (
    BatchEmbedContentsRequest,
    BatchEmbedContentsResponse,
    ContentEmbedding,
    EmbedContentRequest,
    ListModelsResponse,
    Model,
    OpenModel,
)

router = APIRouter(route_class=WireRoute)
METHODS = ("generateContent", "streamGenerateContent", "countTokens", "batchEmbedContents")
MOST_REQUESTS = 100
MOST_STORES = 1_000  # of those that are listed
QUERY_TASKS = ("RETRIEVAL_QUERY", "QUESTION_ANSWERING", "FACT_VERIFICATION", "CODE_RETRIEVAL_QUERY")


@router.get("/{version}/models")
def list_models(version: VersionDep, services: ServicesDep) -> ListModelsResponse:
    """What writes the answers; for OpenAI's clients, under ``data``, the stores that can be asked too."""
    written = services.writer.model_version
    stores, _ = services.library.list_collections(PROJECT, LOCATION, page_size=MOST_STORES)
    served = [OpenModel(id=written), *(OpenModel(id=f"{STORE}{stored.name.id}") for stored in stores)]
    return ListModelsResponse(models=[_model(written, services)], object="list", data=served)


@router.get("/{version}/models/{model:path}")
def get_model(version: VersionDep, model: str, services: ServicesDep) -> Model:
    """A model by any name; ``version`` is the writer that answers for it."""
    return _model(model, services)


@router.post("/{version}/models/{model}:batchEmbedContents")
def batch_embed_contents(
    version: VersionDep, model: str, body: BatchEmbedContentsRequest, services: ServicesDep
) -> BatchEmbedContentsResponse:
    """The vectors of texts, from the model that the stored passages are embedded with."""
    if not 1 <= len(body.requests) <= MOST_REQUESTS:
        raise BadRequest(f"There are {len(body.requests)} requests; send 1 to {MOST_REQUESTS}.", "requests")
    embedder = services.library.embedder
    texts = [
        _text(request, f"requests[{number}]", embedder.dimension)
        for number, request in enumerate(body.requests)
    ]
    asked = {number for number, request in enumerate(body.requests) if request.task_type in QUERY_TASKS}
    passages = embedder.embed_passages(texts)
    queries = embedder.embed_queries(texts) if asked else passages
    return BatchEmbedContentsResponse(
        embeddings=[
            ContentEmbedding(values=(queries if number in asked else passages)[number].tolist())
            for number in range(len(texts))
        ]
    )


def _text(request: EmbedContentRequest, field: str, dimension: int) -> str:
    if request.output_dimensionality not in (None, 0, dimension):
        raise BadRequest(
            f"{field}.output_dimensionality is {request.output_dimensionality}; the vectors here have {dimension}.",
            f"{field}.output_dimensionality",
        )
    text = request.content.text_of(f"{field}.content") if request.content else ""
    if not text.strip():
        raise BadRequest(f"{field}.content has no text.", f"{field}.content")
    return text


def _model(name: str, services: Services) -> Model:
    version = services.writer.model_version
    return Model(
        name=f"models/{name}",
        version=version,
        display_name=version,
        description="Answers under any model name.",
        supported_generation_methods=list(METHODS),
    )
