"""The API description is true: requests made from it get no 500 and no answer that it does not declare."""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.core.failures import FailureGroup
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from app.cli.server.http_server import temporary_server
from app.services import Services
from app.settings import Settings

EXAMPLES = 5  # for each of some sixty operations
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
# Generated names would find nothing, so these parts of a path name what is there.
NAMES = {
    "project": "p",
    "location": "l",
    "collection": "default_collection",
    "kind": "dataStores",
    "target": "texts",
    "data_store": "texts",
    "rag_corpus": "texts",
    "branch": "0",
    "document": "one",
    "rag_file": "one",
    "engine": "all",
}
WAIT = ("GET /progress/{upload_id}", "GET /progress")  # for uploads, which nobody sends here

pytestmark = pytest.mark.slow


@pytest.fixture
def address(tmp_path: Any, small_parts: Callable[[Settings], Services]) -> Iterator[str]:
    with temporary_server(Settings(data=tmp_path / "data"), small_parts) as address:
        yield address


def stock(address: str) -> None:
    """Make what ``NAMES`` names, where an operation has deleted it."""
    parent = f"{address}/v1/projects/p/locations/l"
    text = {"structData": {"title": "One", "text": "The tower is 61 metres tall."}}
    for path, body in (
        ("dataStores?dataStoreId=texts", {"displayName": "Texts"}),
        ("dataStores/texts/branches/0/documents?documentId=one", text),
        ("engines?engineId=all", {"displayName": "All", "dataStoreIds": ["texts"]}),
    ):
        assert httpx.post(f"{parent}/{path}", json=body, timeout=60).status_code in (200, 409)


def test_nothing_answers_otherwise_than_declared(address: str) -> None:
    schema = schemathesis.openapi.from_url(f"{address}/openapi.json")
    tried, wrong, answered = 0, [], Counter[int]()
    for found in schema.get_all_operations():
        operation = found.ok()
        if operation.label in WAIT:
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
            case.path_parameters |= {name: NAMES[name] for name in NAMES.keys() & case.path_parameters.keys()}
            answered[case.call_and_validate(checks=CHECKS, timeout=60).status_code // 100] += 1

        tried += 1
        stock(address)
        try:
            holds()
        except (Exception, FailureGroup) as failure:
            wrong.append(f"{operation.label}: {failure}")
    assert tried > 40 and answered[2] > 40 and answered[4] > 40, "it tries what works and what does not"
    assert not wrong, f"{len(wrong)} of {tried} operations:\n" + "\n\n".join(wrong)
