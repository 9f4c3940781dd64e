"""Answers over a data store or an engine, whole and streamed, alone or within a session."""

import uuid
from collections.abc import Iterator
from itertools import chain
from typing import Annotated

from fastapi import APIRouter, Depends, Query
from starlette.responses import Response

from app.answering.ask import Answered, Asker, Sources
from app.answering.conversation import Conversation, Passages, Turn
from app.api.answer_response import AnswerWriter, fresh_id
from app.api.dependencies import BaseUrl, ServicesDep, TargetName
from app.api.streams import stream
from app.api.wire_route import WireRoute
from app.services import Services
from app.wire.conversions.passages import hits_of
from app.wire.errors import BadRequest
from app.wire.names import ServingConfig, with_collection
from app.wire.schemas.answer import AnswerQueryResponse, Session, SessionState, SessionTurn
from app.wire.schemas.answer_request import AnswerGenerationSpec, AnswerQueryRequest, SearchParams, SearchSpec
from app.wire.schemas.answer_request import Query as AskedQuery
from app.wire.schemas.check import check_labels
from ingest.types import CollectionName

router = APIRouter(
    route_class=WireRoute,
    prefix="/{version}/projects/{project}/locations/{location}/collections/{collection}"
    "/{kind}/{target}/servingConfigs/{serving_config}",
)
DEFAULT_RESULTS = 10
MOST_RESULTS = 25


def _parent(target: TargetName, serving_config: str) -> str:
    return target


Parent = Annotated[str, Depends(_parent)]


class Exchange:
    """One question on its way to its answer; making it raises what is wrong with the request."""

    def __init__(self, parent: str, body: AnswerQueryRequest, services: Services, base_url: str) -> None:
        _check(body)
        self._services = services
        self.session = _session(body.session, parent, services)
        name = f"{self.session.name}/answers/{fresh_id()}" if self.session else ""
        reading = services.files_being_read(_collections(parent, services)) if _is_search(body) else 0
        self.messages = AnswerWriter(body, services.settings, services.library, base_url, name, reading)
        self.asker = Asker(services.library, services.reader, services.writer, services.checker)
        self.conversation = _conversation(body, self.session)
        self.passages = _passages(parent, body, self.conversation, services, self.asker)

    def response(self, answered: Answered) -> AnswerQueryResponse:
        """The finished answer; from here on it is part of the session."""
        answer = self.messages.whole(answered)
        session = self.session
        if session is not None:
            query = AskedQuery(query_id=fresh_id(), text=self.conversation.question)
            turn = SessionTurn(query=query, answer=answer.name, detailed_answer=answer)
            kept = self._services.answer_sessions.keep(session.replace(turns=[*session.turns, turn]))
            session = brief(kept)
        return AnswerQueryResponse(answer=answer, session=session, answer_query_token=uuid.uuid4().hex)

    def stream(self, pieces: Iterator[str | Answered]) -> Iterator[AnswerQueryResponse]:
        """References, then the text unless it may have to be withheld, then the whole."""
        yield AnswerQueryResponse(answer=self.messages.references(self.passages.hits))
        for piece in pieces:
            if isinstance(piece, Answered):
                yield self.response(piece)
            elif not self.messages.withholds:
                yield AnswerQueryResponse(answer=self.messages.piece(piece))


@router.post(":answer")
def answer_query(
    parent: Parent, body: AnswerQueryRequest, services: ServicesDep, base_url: BaseUrl
) -> AnswerQueryResponse:
    """Answer a question from what is stored (or from the passages sent along), each sentence checked."""
    exchange = Exchange(parent, body, services, base_url)
    *_, answered = exchange.asker.stream(exchange.conversation, exchange.passages)
    assert isinstance(answered, Answered)
    return exchange.response(answered)


@router.post(":streamAnswer")
def stream_answer_query(
    parent: Parent,
    body: AnswerQueryRequest,
    services: ServicesDep,
    base_url: BaseUrl,
    alt: Annotated[str, Query(description="sse: server-sent events; else one JSON array.")] = "",
) -> Response:
    """The same piece by piece; the last piece holds the whole."""
    exchange = Exchange(parent, body, services, base_url)
    pieces = exchange.asker.stream(exchange.conversation, exchange.passages)
    first = next(pieces)  # up to here an error is a plain HTTP answer
    return stream(exchange.stream(chain([first], pieces)), alt)


def brief(session: Session) -> Session:
    """A session without the answers themselves."""
    return session.replace(turns=[turn.replace(detailed_answer=None) for turn in session.turns])


def _check(body: AnswerQueryRequest) -> None:
    if body.query is None or not body.query.text.strip():
        raise BadRequest("query.text is empty; send the question.", "query.text")
    if body.asynchronous_mode:
        raise BadRequest("asynchronous_mode is not served; leave it out, or stream.", "asynchronous_mode")
    check_labels(body.user_labels)


def _session(name: str, parent: str, services: Services) -> Session | None:
    """The session that is named; a new one for ``-``, none for an empty name."""
    if not name:
        return None
    full = with_collection(f"/v1/{name.strip('/')}").removeprefix("/v1/")
    own, _, identifier = full.rpartition("/sessions/")
    if own != parent:
        raise BadRequest(
            f"session is {name[:300]!r}; it must be {parent}/sessions/ID, or ID - for a new one.", "session"
        )
    if identifier == "-":
        return Session(name=f"{parent}/sessions/{fresh_id()}", state=SessionState.IN_PROGRESS)
    return services.answer_sessions.get(full)


def _collections(parent: str, services: Services) -> list[CollectionName]:
    return ServingConfig.parse(f"{parent}/servingConfigs/-", "serving_config").collections(services.library)


def _is_search(body: AnswerQueryRequest) -> bool:
    """Whether stored documents are looked up, and not the caller's own passages read."""
    return body.search_spec is None or body.search_spec.search_result_list is None


def _passages(
    parent: str, body: AnswerQueryRequest, conversation: Conversation, services: Services, asker: Asker
) -> Passages:
    """What the store holds on the question, or what the caller sent in place of it."""
    collections = _collections(parent, services)
    spec = body.search_spec or SearchSpec()
    if spec.search_result_list is None:
        sources = _sources(spec.search_params or SearchParams(), collections)
        passages = asker.retrieve(conversation, sources)
        assert passages is not None  # there are sources
        return passages
    results = spec.search_result_list
    return asker.given(conversation, lambda query: hits_of(results, query, services.library))


def _conversation(body: AnswerQueryRequest, session: Session | None) -> Conversation:
    generation = body.answer_generation_spec or AnswerGenerationSpec()
    wishes = [generation.prompt_spec.preamble] if generation.prompt_spec else []
    if generation.answer_language_code:
        wishes.append(f"Answer in the language {generation.answer_language_code}.")
    turns = [
        turn
        for past in (session.turns if session else [])
        for turn in (
            Turn("user", past.query.text if past.query else ""),
            Turn("model", past.detailed_answer.answer_text if past.detailed_answer else ""),
        )
    ]
    return Conversation(
        body.query.text.strip() if body.query else "",
        tuple(turn for turn in turns if turn.text.strip()),
        "\n".join(wish for wish in wishes if wish.strip()),
        may_abstain=generation.ignore_low_relevant_content is not False,
    )


def _sources(params: SearchParams, collections: list[CollectionName]) -> Sources:
    field = "search_spec.search_params"
    count = params.max_return_results or DEFAULT_RESULTS
    if count < 0:
        raise BadRequest(
            f"max_return_results is {count}; it must be 0 or more.", f"{field}.max_return_results"
        )
    filters = {one.filter for one in params.data_store_specs if one.filter.strip()} | {params.filter} - {""}
    if len(filters) > 1:
        raise BadRequest(
            "Several different filters are not served; use one for all.", f"{field}.data_store_specs"
        )
    named = [_store(one.data_store, number) for number, one in enumerate(params.data_store_specs)]
    for number, name in enumerate(named):
        if name not in collections:
            place = f"{field}.data_store_specs[{number}].data_store"
            raise BadRequest(f"{place} is not behind this serving config.", place)
    return Sources(
        collections=tuple(dict.fromkeys(named or collections)),
        top_k=min(count, MOST_RESULTS),
        metadata_filter=next(iter(filters), ""),
    )


def _store(name: str, number: int) -> CollectionName:
    field = f"search_spec.search_params.data_store_specs[{number}].data_store"
    return ServingConfig.parse(f"{name.strip('/')}/servingConfigs/-", field).target
