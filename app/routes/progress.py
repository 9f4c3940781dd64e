"""How far the taking in of an upload is, as server-sent events. Our own, not Google's."""

import json
import re
from collections.abc import AsyncIterator
from typing import Annotated

import anyio
from fastapi import APIRouter, Depends, Query
from starlette.responses import StreamingResponse

from app.deps import ServicesDep
from app.errors import BadRequest
from app.uploads import ProgressBoard

router = APIRouter()
LOOK_EVERY = 0.1  # seconds between two looks
PATIENCE = 900.0  # seconds without news before following ends


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


@router.get("/progress/{upload_id}")
async def follow_progress(upload_id: str, services: ServicesDep) -> StreamingResponse:
    """Events ``{stage, done, total}`` of an upload sent with ``?uploadId=``; the last is ``{state, …}``.

    May be asked for before the upload begins. ``state`` is ``active`` or ``error``.
    """
    events = _events(services.progress, check_upload_id(upload_id))
    return StreamingResponse(events, media_type="text/event-stream", headers={"Cache-Control": "no-store"})


async def _events(board: ProgressBoard, upload_id: str) -> AsyncIterator[str]:
    seen, ended, waited = 0, False, 0.0
    while not ended and waited < PATIENCE:
        event, seen, ended = board.latest(upload_id, seen)
        if event is None:
            await anyio.sleep(LOOK_EVERY)
            waited += LOOK_EVERY
        else:
            waited = 0.0
            yield f"data: {json.dumps(event, ensure_ascii=False)}\n\n"
