"""Long-running operations: get, list, wait, cancel and delete, by any name that one was given.

aiplatform's clients ask for some names below ``/ui`` in place of a version; the answer is then in the version of
the call that began the operation. Without ``projects/…`` a name is found by its unique ending.
"""

import re
from typing import Annotated, Literal

import anyio
from fastapi import APIRouter, Depends, Path, Query

from app.api.dependencies import OperationsDep
from app.operations.operations import Operations
from app.wire import names
from app.wire.errors import BadRequest
from app.wire.paging import OPERATIONS, PageSize, PageToken, page_of
from app.wire.scalars import Struct
from app.wire.schemas.operations import ListOperationsResponse, Operation

router = APIRouter()
WITH_PARENT = "/{version}/{parent:path}/operations"
MOST_SECONDS = 60.0  # that a wait may last

_DURATION = re.compile(r"(\d{1,9}(?:\.\d{1,9})?)s")
_FILTER = re.compile(r"done\s{0,9}(?:=|:)\s{0,9}(true|false)")

AnyVersion = Annotated[Literal["v1", "v1beta", "v1alpha", "v1beta1", "ui"], Path(alias="version")]


def _operation(version: AnyVersion, parent: str, operation: str, operations: OperationsDep) -> str:
    return _full_name(f"{parent}/operations/{operation}", operations)


def _full_name(name: str, operations: Operations) -> str:
    """The full name of an operation or of a resource with operations. Raises Missing, Forbidden."""
    full = name if name.startswith("projects/") else operations.full_name(name)
    names.refuse_foreign(names.project_of(full))
    return full


def _version(version: AnyVersion) -> str:
    return "" if version == "ui" else version


OperationName = Annotated[str, Depends(_operation)]
ApiVersion = Annotated[str, Depends(_version)]


@router.get(WITH_PARENT + "/{operation}")
def get_operation(version: ApiVersion, name: OperationName, operations: OperationsDep) -> Operation:
    """How far the operation is; once done, with its response or error."""
    return operations.get(name).to_wire(version)


@router.post(WITH_PARENT + "/{operation}:cancel")
def cancel_operation(name: OperationName, operations: OperationsDep) -> Struct:
    """Ask it to end; its error is CANCELLED then, and what was done until then stays."""
    operations.cancel(name)
    return {}


@router.post(WITH_PARENT + "/{operation}:wait")
async def wait_operation(
    version: ApiVersion,
    name: OperationName,
    operations: OperationsDep,
    timeout: Annotated[str, Query(description="A duration such as 5s; at most a minute is waited.")] = "",
) -> Operation:
    """The operation once it is done, or as it is when the time is over."""
    operation = operations.get(name)
    with anyio.move_on_after(_seconds(timeout)):  # no worker thread is held meanwhile
        while not operation.work.done():
            await anyio.sleep(0.05)
    return operation.to_wire(version)


@router.delete(WITH_PARENT + "/{operation}")
def delete_operation(name: OperationName, operations: OperationsDep) -> Struct:
    """Forget a finished operation; what it did stays."""
    operations.delete(name)
    return {}


@router.get(WITH_PARENT)
def list_operations(
    version: ApiVersion,
    parent: str,
    operations: OperationsDep,
    filter: Annotated[str, Query(description="done=true or done=false.")] = "",
    size: PageSize = 0,
    token: PageToken = "",
) -> ListOperationsResponse:
    """A page of the operations below a resource, oldest first."""
    wanted = _filtered(filter)
    below = _full_name(parent, operations)
    found = [kept for kept in operations.list(below) if wanted in (None, kept.work.done())]
    page, following = page_of(found, size, token, OPERATIONS)
    return ListOperationsResponse(
        operations=[kept.to_wire(version) for kept in page], next_page_token=following
    )


# Without any parent a name is an ending of its own.
@router.get("/{version}/operations/{operation}", include_in_schema=False)
def get_by_id(version: ApiVersion, operation: str, operations: OperationsDep) -> Operation:
    """The same by the last part of its name alone."""
    return get_operation(version, _full_name(f"operations/{operation}", operations), operations)


@router.delete("/{version}/operations/{operation}", include_in_schema=False)
def delete_by_id(version: ApiVersion, operation: str, operations: OperationsDep) -> Struct:
    """The same by the last part of its name alone."""
    return delete_operation(_full_name(f"operations/{operation}", operations), operations)


@router.post("/{version}/operations/{operation}:cancel", include_in_schema=False)
def cancel_by_id(version: ApiVersion, operation: str, operations: OperationsDep) -> Struct:
    """The same by the last part of its name alone."""
    return cancel_operation(_full_name(f"operations/{operation}", operations), operations)


@router.post("/{version}/operations/{operation}:wait", include_in_schema=False)
async def wait_by_id(
    version: ApiVersion, operation: str, operations: OperationsDep, timeout: str = ""
) -> Operation:
    """The same by the last part of its name alone."""
    return await wait_operation(
        version, _full_name(f"operations/{operation}", operations), operations, timeout
    )


def _seconds(timeout: str) -> float:
    if not timeout:
        return MOST_SECONDS
    match = _DURATION.fullmatch(timeout)
    if match is None:
        raise BadRequest(f"timeout is {timeout[:50]!r}; write seconds with an s, such as 5s.", "timeout")
    return min(float(match[1]), MOST_SECONDS)


def _filtered(text: str) -> bool | None:
    """What ``done`` must be; ``None`` for anything. Raises BadRequest."""
    if not text.strip():
        return None
    match = _FILTER.fullmatch(text.strip())
    if match is None:
        raise BadRequest(f"filter is {text[:100]!r}; only done=true and done=false are served.", "filter")
    return match[1] == "true"
