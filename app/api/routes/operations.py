"""Long-running operations, found by any name that one was given."""

from typing import Annotated, Literal

from fastapi import APIRouter, Path

from app.api.dependencies import OperationsDep
from app.wire.scalars import Struct
from app.wire.schemas.operations import ListOperationsResponse, Operation

router = APIRouter(prefix="/{version}/projects/{project}/{parent:path}/operations")

AnyVersion = Annotated[Literal["v1", "v1beta", "v1alpha", "v1beta1"], Path(alias="version")]


@router.get("/{operation}")
async def get_operation(
    version: AnyVersion, project: str, parent: str, operation: str, operations: OperationsDep
) -> Operation:
    """How far the operation is; once done, with its response or error."""
    return operations.get(f"projects/{project}/{parent}/operations/{operation}").to_wire(version)


@router.post("/{operation}:cancel")
async def cancel_operation(
    version: AnyVersion, project: str, parent: str, operation: str, operations: OperationsDep
) -> Struct:
    """Ask it to end; its error is CANCELLED then, and what was done until then stays."""
    operations.cancel(f"projects/{project}/{parent}/operations/{operation}")
    return {}


@router.get("")
async def list_operations(
    version: AnyVersion, project: str, parent: str, operations: OperationsDep
) -> ListOperationsResponse:
    """The operations below a resource, oldest first."""
    jobs = operations.list(f"projects/{project}/{parent}")
    return ListOperationsResponse(operations=[job.to_wire(version) for job in jobs])
