"""Where a body is read and validated."""

import threading
from types import SimpleNamespace
from typing import Any

import pytest
from fastapi import APIRouter, FastAPI
from fastapi.testclient import TestClient
from pydantic import model_validator

from app.api.wire_route import LONG, WireRoute
from app.wire import errors
from app.wire.messages import Message
from app.wire.scalars import Int32, String

threads: list[int] = []


class Asked(Message):
    text: String = ""
    number: Int32 = 0

    @model_validator(mode="before")
    @classmethod
    def _where(cls, data: Any) -> Any:
        if not isinstance(data, Asked):
            threads.append(threading.get_ident())
        return data


@pytest.fixture
def client() -> TestClient:
    router = APIRouter(route_class=WireRoute)

    @router.post("/asked")
    async def asked(body: Asked) -> dict[str, int]:
        threads.append(threading.get_ident())  # the event loop's
        return {"length": len(body.text)}

    app = FastAPI()
    app.include_router(router)
    errors.install(app)
    app.state.services = SimpleNamespace(settings=SimpleNamespace(ignore_unknown_fields=False))
    threads.clear()
    return TestClient(app)


@pytest.mark.parametrize(("size", "apart"), [(10, False), (LONG, True)])
def test_a_long_body_is_validated_once_and_away_from_the_event_loop(
    client: TestClient, size: int, apart: bool
) -> None:
    assert client.post("/asked", json={"text": "a" * size}).json() == {"length": size}
    validated, loop = threads
    assert (validated != loop) == apart


def test_a_mistake_in_a_long_body_is_told_as_in_a_short_one(client: TestClient) -> None:
    told = [client.post("/asked", json={"text": "a" * size, "number": "x"}) for size in (10, LONG)]
    assert [answer.status_code for answer in told] == [400, 400]
    assert told[0].json() == told[1].json()
