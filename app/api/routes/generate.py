"""generateContent, streamGenerateContent and countTokens, under every path form that the SDKs use."""

from collections.abc import Iterator
from itertools import chain
from typing import Annotated

from fastapi import APIRouter, Depends, Query
from starlette.responses import Response

from app.answering.ask import Answered, Asker, Sources
from app.api.conversation_request import conversation_of
from app.api.dependencies import ServicesDep
from app.api.generate_response import Envelope
from app.api.retrieval_sources import tool_sources
from app.api.streams import stream
from app.api.wire_route import WireRoute
from app.services import Services
from app.wire.errors import Missing
from app.wire.schemas.generate import (
    CountTokensRequest,
    CountTokensResponse,
    GenerateContentRequest,
    GenerateContentResponse,
)

router = APIRouter(route_class=WireRoute)
"""Models are named in the path and the one that is configured answers.

``modelVersion`` says which that is.
"""

PATHS = (
    "/{version}/projects/{project}/locations/{location}/publishers/{publisher}/models/{model}",
    "/{version}/projects/{project}/locations/{location}/endpoints/{model}",
    "/{version}/publishers/{publisher}/models/{model}",
    "/{version}/models/{model}",
    "/{version}/models/publishers/{publisher}/models/{model}",  # how a client with an API key asks for it
    "/{version}/tunedModels/{model}",
)
VERSIONS = ("v1", "v1beta1", "v1beta", "v1alpha")


def _version(version: str) -> str:
    if version not in VERSIONS:
        raise Missing(f"There is no version {version!r} of generateContent; use v1 or v1beta1.")
    return version


VersionDep = Annotated[str, Depends(_version)]


def generate_content(
    version: VersionDep, body: GenerateContentRequest, services: ServicesDep
) -> GenerateContentResponse:
    """Answer the last turn of a conversation.

    With a retrieval tool from stored documents, each sentence checked.
    """
    conversation = conversation_of(body)
    asker = Asker(services.library, services.reader, services.writer, services.checker)
    sources = tool_sources(body.tools, services.library)
    envelope = _envelope(services, body, sources)
    return envelope.whole(asker.ask(conversation, sources))


def stream_generate_content(
    version: VersionDep,
    body: GenerateContentRequest,
    services: ServicesDep,
    alt: Annotated[str, Query(description="sse: server-sent events; else one JSON array.")] = "",
) -> Response:
    """The same piece by piece.

    The last piece carries the finish reason, the counts and what the answer stands on.
    """
    conversation = conversation_of(body)
    asker = Asker(services.library, services.reader, services.writer, services.checker)
    sources = tool_sources(body.tools, services.library)
    envelope = _envelope(services, body, sources)
    passages = asker.retrieve(conversation, sources)
    pieces = asker.stream(conversation, passages)
    # Up to the first piece an error is a plain HTTP answer.
    first = next(pieces)
    return stream(_responses(envelope, chain([first], pieces)), alt)


def count_tokens(version: VersionDep, body: CountTokensRequest, services: ServicesDep) -> CountTokensResponse:
    """Tokens of a conversation, counted with the embedding model's tokeniser."""
    inner = body.generate_content_request
    contents = [*body.contents, *(inner.contents if inner else [])]
    instruction = body.system_instruction or (inner and inner.system_instruction)
    texts = [content.text_of(f"contents[{number}]") for number, content in enumerate(contents)]
    if instruction:
        texts.append(instruction.text_of("system_instruction"))
    return CountTokensResponse(
        total_tokens=sum(services.library.embedder.count_tokens(texts)),
        total_billable_characters=sum(len("".join(text.split())) for text in texts),
    )


for number, path in enumerate(PATHS):
    shown = number == 0  # the other path forms answer alike
    router.post(path + ":generateContent", include_in_schema=shown)(generate_content)
    router.post(path + ":streamGenerateContent", include_in_schema=shown)(stream_generate_content)
    router.post(path + ":countTokens", include_in_schema=shown)(count_tokens)


def _envelope(services: Services, body: GenerateContentRequest, sources: Sources | None) -> Envelope:
    return Envelope(services, body, services.files_being_read(sources.collections) if sources else 0)


def _responses(envelope: Envelope, pieces: Iterator[str | Answered]) -> Iterator[GenerateContentResponse]:
    for piece in pieces:
        yield envelope.piece(piece) if isinstance(piece, str) else envelope.last(piece)
