"""Resumable uploads that are open at once."""

import pytest

from app.intake.resumable_uploads import MOST_SESSIONS, Sessions
from app.wire.errors import Busy
from ingest.types import CollectionName, Upload

NAME = CollectionName("p", "l", "c")


def test_one_too_many_is_refused_and_the_others_go_on() -> None:
    sessions = Sessions()
    tokens = [sessions.start(NAME, Upload(content=b"", display_name="a"), 10) for _ in range(MOST_SESSIONS)]
    with pytest.raises(Busy, match="the limit is 64"):
        sessions.start(NAME, Upload(content=b"", display_name="a"), 10)
    for token in tokens:
        sessions.get(token)
    sessions.end(tokens[0])
    assert sessions.start(NAME, Upload(content=b"", display_name="a"), 10)
    sessions.close()
