"""Sessions of a data store or an engine, and the answers in them."""

from typing import Annotated

from fastapi import APIRouter, Depends, Query

from app.api.answer_response import fresh_id
from app.api.dependencies import ServicesDep, TargetName
from app.api.routes.answer import brief
from app.api.wire_route import WireRoute
from app.services import Services
from app.wire.errors import BadRequest, Missing
from app.wire.names import ServingConfig
from app.wire.paging import SESSIONS, PageSize, PageToken, page_of
from app.wire.scalars import Struct
from app.wire.schemas.answer import Answer, ListSessionsResponse, Session, SessionState
from ingest.names import check_id

router = APIRouter(
    route_class=WireRoute,
    prefix="/{version}/projects/{project}/locations/{location}/collections/{collection}/{kind}/{target}/sessions",
)
CHANGEABLE = ("display_name", "user_pseudo_id", "labels", "is_pinned")


def _parent(target: TargetName, services: ServicesDep) -> str:
    ServingConfig.parse(f"{target}/servingConfigs/-", "parent").collections(services.library)
    return target


Parent = Annotated[str, Depends(_parent)]


@router.post("")
def create_session(
    parent: Parent,
    body: Session,
    services: ServicesDep,
    session_id: Annotated[str, Query(alias="sessionId")] = "",
) -> Session:
    """A new session, without turns."""
    identifier = check_id("session_id", session_id) if session_id else fresh_id()
    if any(kept.name == f"{parent}/sessions/{identifier}" for kept in services.answer_sessions.list(parent)):
        raise BadRequest(f"There is a session {identifier!r} already.", "session_id")
    if body.turns:
        raise BadRequest("turns are written by answering; leave them out.", "session.turns")
    made = body.replace(name=f"{parent}/sessions/{identifier}", state=SessionState.IN_PROGRESS)
    return services.answer_sessions.keep(made)


@router.get("")
def list_sessions(
    parent: Parent, services: ServicesDep, size: PageSize = 0, token: PageToken = ""
) -> ListSessionsResponse:
    """A page of sessions, oldest first."""
    found, following = page_of(services.answer_sessions.list(parent), size, token, SESSIONS)
    return ListSessionsResponse(sessions=[brief(one) for one in found], next_page_token=following)


@router.get("/{session}")
def get_session(
    parent: Parent,
    session: str,
    services: ServicesDep,
    include_answer_details: Annotated[bool, Query(alias="includeAnswerDetails")] = False,
) -> Session:
    """One session; with ``includeAnswerDetails`` its answers, too."""
    kept = _kept(parent, session, services)
    return kept if include_answer_details else brief(kept)


@router.patch("/{session}")
def update_session(
    parent: Parent,
    session: str,
    body: Session,
    services: ServicesDep,
    update_mask: Annotated[str, Query(alias="updateMask")] = "",
) -> Session:
    """Change what the mask names, or what the body holds; turns cannot be changed."""
    kept = _kept(parent, session, services)
    camel = {field.alias: name for name, field in Session.model_fields.items()}
    named = [camel.get(path.strip(), path.strip()) for path in update_mask.split(",") if path.strip()]
    for name in named:
        if name not in CHANGEABLE:
            raise BadRequest(
                f"update_mask names {name!r}; {', '.join(CHANGEABLE)} can be changed.", "update_mask"
            )
    wanted = named or [name for name in CHANGEABLE if name in body.model_fields_set]
    return brief(
        services.answer_sessions.keep(kept.replace(**{name: getattr(body, name) for name in wanted}))
    )


@router.delete("/{session}")
def delete_session(parent: Parent, session: str, services: ServicesDep) -> Struct:
    """Forget a session with its answers."""
    services.answer_sessions.delete(f"{parent}/sessions/{session}")
    return {}


@router.get("/{session}/answers/{answer}")
def get_answer(parent: Parent, session: str, answer: str, services: ServicesDep) -> Answer:
    """An answer that was given in a session."""
    kept = _kept(parent, session, services)
    name = f"{kept.name}/answers/{answer}"
    for turn in kept.turns:
        if turn.answer == name and turn.detailed_answer is not None:
            return turn.detailed_answer
    raise Missing(f"No answer {name!r}.")


def _kept(parent: str, session: str, services: Services) -> Session:
    return services.answer_sessions.get(f"{parent}/sessions/{session}")
