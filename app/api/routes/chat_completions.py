"""OpenAI's chat completions: stored documents by the model ``store/ID``, any other model by the configured server."""

from itertools import chain
from typing import Annotated, Any

from fastapi import APIRouter, Body, Header
from starlette.responses import Response, StreamingResponse

from app.answering.ask import Asker
from app.answering.verified import ChatVerifier, facts_in
from app.api.chat_request import ChatRequest
from app.api.chat_response import StoreReply, events, stream_with_verdicts, with_verdicts
from app.api.dependencies import BaseUrl, ServicesDep
from app.api.wire_route import WireRoute
from app.services import Services
from app.wire.messages import WireResponse

router = APIRouter(route_class=WireRoute)
HEADER = "X-Grounding-Unsupported"


@router.post("/v1/chat/completions", response_model=None)
def chat_completions(
    body: Annotated[dict[str, Any], Body()],
    services: ServicesDep,
    base_url: BaseUrl,
    unsupported: Annotated[str, Header(alias=HEADER, description="annotate, drop or refuse.")] = "",
) -> Response:
    """Answer a chat, each sentence with a verdict.

    A model named store/ID answers from stored documents, with citations. Any other is asked of the configured language
    model server; its answer is checked against the system, tool and context messages.
    """
    request = ChatRequest.read(body, unsupported)
    return _from_store(request, services, base_url) if request.store else _from_server(request, services)


def _from_store(request: ChatRequest, services: Services, base_url: str) -> Response:
    conversation = request.conversation()
    asker = Asker(services.library, services.reader, services.writer, services.checker)
    passages = asker.retrieve(conversation, request.sources(services.library))
    prompt = (
        conversation.instruction,
        *(turn.text for turn in conversation.history),
        conversation.question,
    )
    reply = StoreReply(services, request.model, base_url, request.policy, prompt)
    pieces = asker.stream(conversation, passages)
    if request.body.get("stream"):
        first = next(pieces)  # up to the first piece an error is a plain HTTP answer
        return _stream(reply.chunks(chain([first], pieces)))
    *_, answered = pieces
    assert not isinstance(answered, str)
    return WireResponse(reply.whole(answered))


def _from_server(request: ChatRequest, services: Services) -> Response:
    facts = facts_in(request.messages, request.options.context)
    verifier = ChatVerifier(services.checker, request.messages, facts, request.policy)
    server = services.chat_server
    if request.body.get("stream"):
        chunks = server.stream(request.body)
        first = next(chunks, None)
        return _stream(stream_with_verdicts(chain([first] if first else [], chunks), verifier))
    return WireResponse(with_verdicts(server.complete(request.body), verifier))


def _stream(messages: Any) -> Response:
    return StreamingResponse(events(messages), media_type="text/event-stream")
