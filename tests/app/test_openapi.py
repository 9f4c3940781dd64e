"""The API description is true: requests made from it get no 500 and no answer that it does not declare."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from app.cli import door
from app.services import Services
from app.settings import Settings

EXAMPLES = 4  # for each of some sixty operations
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
WAITS = "/progress/{upload_id}"  # for an upload of that id, which nobody sends here

pytestmark = pytest.mark.slow


@pytest.fixture
def address(tmp_path: Any, small_parts: Callable[[Settings], Services]) -> Iterator[str]:
    with door.opened(Settings(data=tmp_path / "data"), small_parts) as address:
        yield address


def test_nothing_answers_otherwise_than_declared(address: str) -> None:
    schema = schemathesis.openapi.from_url(f"{address}/openapi.json")
    tried, wrong = 0, []
    for found in schema.get_all_operations():
        operation = found.ok()
        if operation.path == WAITS:
            continue

        @settings(
            max_examples=EXAMPLES,
            deadline=None,
            database=None,
            derandomize=True,
            phases=[Phase.generate],  # what fails is reported as it is; making it small takes long
            suppress_health_check=list(HealthCheck),
        )
        @given(case=operation.as_strategy())
        def holds(case: Any) -> None:
            case.call_and_validate(checks=CHECKS, timeout=60)

        tried += 1
        try:
            holds()
        except Exception as failure:
            wrong.append(f"{operation.label}: {failure}")
    assert tried > 40
    assert not wrong, f"{len(wrong)} of {tried} operations:\n" + "\n\n".join(wrong)
