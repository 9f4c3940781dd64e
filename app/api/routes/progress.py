"""How far the taking in of an upload is, as server-sent events. Our own, not Google's."""

import json
import re
from collections.abc import AsyncIterator
from typing import Annotated, Any

import anyio
from fastapi import APIRouter, Depends, Query
from starlette.responses import StreamingResponse

from app.api.dependencies import ServicesDep
from app.intake.progress import ProgressBoard
from app.wire import names
from app.wire.errors import BadRequest
from app.wire.scalars import Struct

router = APIRouter()
LOOK_EVERY = 0.1  # seconds between two looks
PATIENCE = 900.0  # seconds without news before following ends
KEEP_ALIVE = ": still here\n\n"
KEEP_ALIVE_EVERY = 15.0  # seconds; a client that is gone is noticed by it


def check_upload_id(text: str) -> str:
    """``text``, if it can be the id of an upload. Raises BadRequest."""
    if not re.fullmatch(r"[\w-]{8,100}", text):
        raise BadRequest("uploadId must have 8 to 100 letters, digits, _ or -.", "upload_id")
    return text


def _upload_id(
    upload_id: Annotated[str, Query(alias="uploadId", description="To follow at /progress/{uploadId}.")] = "",
) -> str:
    return upload_id and check_upload_id(upload_id)


UploadId = Annotated[str, Depends(_upload_id)]


@router.get("/progress")
async def follow_all(
    services: ServicesDep,
    corpus: Annotated[str, Query(description="Only files of this ragCorpora/… by its full name.")] = "",
) -> StreamingResponse:
    """All files that are being taken in, by whomever, as one stream of events that does not end.

    ``{uploadId, file, corpus}`` with what ``/progress/{uploadId}`` tells; of events that follow faster than
    they are read, the latest of each file.
    """
    return _stream(_all_events(services.progress, corpus))


@router.get("/progress/{upload_id}")
async def follow_progress(upload_id: str, services: ServicesDep) -> StreamingResponse:
    """Events ``{stage, done, total}`` of an upload sent with ``?uploadId=``; the last is ``{state, …}``.

    May be asked for before the upload begins. ``stage`` is ``waiting`` (for its turn), ``parsing`` (pages) or
    ``embedding`` (passages), ``state`` is ``active`` (with ``ragFile``) or ``error`` (with ``message``).
    """
    return _stream(_events(services.progress, check_upload_id(upload_id)))


@router.delete("/progress/{upload_id}")
async def give_up(upload_id: str, services: ServicesDep) -> Struct:
    """Give an upload up: it ends at its next page or passage, answers 499 CANCELLED and leaves nothing."""
    services.progress.give_up(check_upload_id(upload_id))
    return {}


def _stream(events: AsyncIterator[str]) -> StreamingResponse:
    return StreamingResponse(events, media_type="text/event-stream", headers={"Cache-Control": "no-store"})


def _event(event: dict[str, Any]) -> str:
    return f"data: {json.dumps(event, ensure_ascii=False)}\n\n"


async def _events(board: ProgressBoard, upload_id: str) -> AsyncIterator[str]:
    seen, ended, waited = 0, False, 0.0
    while not ended and not board.closed and waited < PATIENCE:
        event, seen, ended = board.latest(upload_id, seen)
        if event is None:
            await anyio.sleep(LOOK_EVERY)
            waited += LOOK_EVERY
        else:
            waited = 0.0
            yield _event(event)


async def _all_events(board: ProgressBoard, corpus: str) -> AsyncIterator[str]:
    news, seen = board.running(corpus)
    quiet = 0.0
    yield KEEP_ALIVE
    while not board.closed:
        for event in news:
            if not names.is_foreign(event["corpus"]):
                yield _event(event)
        quiet = 0.0 if news else quiet + LOOK_EVERY
        if quiet >= KEEP_ALIVE_EVERY:
            quiet = 0.0
            yield KEEP_ALIVE
        await anyio.sleep(LOOK_EVERY)
        news, seen = board.since(seen, corpus)
