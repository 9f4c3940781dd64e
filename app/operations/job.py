"""One operation (google.longrunning.Operation): its work, how far that is, and how it is shown and written down.

The message types are kept without an API version, because a client only knows those of the version it calls
with: the version is written when an answer is.
"""

from collections.abc import Mapping
from concurrent.futures import CancelledError, Future
from dataclasses import dataclass, field
from typing import Any, Self

from app.wire.errors import Interrupted, rpc_status
from app.wire.messages import Message
from app.wire.schemas.operations import Operation

DISCOVERY_ENGINE = "google.cloud.discoveryengine"
INTERRUPTED = (
    "The server was stopped while this ran. What was taken in until then is stored; send the request again, "
    "and what is there already is skipped."
)

Fields = Mapping[str, Any] | Message


@dataclass(eq=False)
class Progress:
    """What running work reports: ``fields`` become the operation's metadata (camelCase names), with
    ``percentage`` in [0, 100] where the work knows it.
    """

    fields: dict[str, Any] = field(default_factory=dict)
    percentage: int | None = None
    version: str = ""  # of the API that began it, once it has answered there
    _end: Exception | None = None

    def check(self) -> None:
        """To be called now and then; raises when the work is to end."""
        if self._end:
            raise self._end

    def end(self, reason: Exception) -> None:
        """Have the work end with ``reason`` at its next check."""
        self._end = reason

    @property
    def metadata(self) -> dict[str, Any]:
        """The fields with the percentage."""
        share = {} if self.percentage is None else {"progressPercentage": self.percentage}
        return {**self.fields, **share}


class FailedBefore(Exception):
    """The error of an operation of a former process; ``status`` is its ``google.rpc.Status``."""

    def __init__(self, status: dict[str, Any]) -> None:
        super().__init__(status["message"])
        self.status = status


@dataclass(frozen=True)
class Job:
    """One operation as it is kept.

    ``response_type`` and ``metadata_type`` are message names within ``package``, ``started`` is in seconds since 1970.
    """

    name: str
    package: str
    metadata_type: str
    response_type: str
    progress: Progress
    work: "Future[Fields]"
    started: float

    def to_wire(self, version: str = "") -> Operation:
        """The operation as a message, its types named for API ``version`` (``v1``, ``v1beta1``, …).

        Without a version it is the one in which it answered first, or ``v1`` where that is no longer known.
        """
        self.progress.version = self.progress.version or version
        version = version or self.progress.version or "v1"
        # Discovery Engine's clients, which know no percentage, refuse an operation that has one.
        fields = self.progress.fields if self.package == DISCOVERY_ENGINE else self.progress.metadata
        metadata = {"@type": self._type(self.metadata_type, version), **fields}
        shown = Operation(name=self.name, metadata=metadata if self.metadata_type else None)
        if not self.work.done():
            return shown
        fields, error = self._outcome()
        if error is not None:
            return shown.replace(done=True, error=error)
        return shown.replace(done=True, response={"@type": self._type(self.response_type, version), **fields})

    def record(self) -> dict[str, Any]:
        """The operation ready for JSON; :meth:`of_record` makes it again."""
        kept = ("name", "package", "metadata_type", "response_type", "started")
        named = {name: getattr(self, name) for name in kept} | {"metadata": self.progress.metadata}
        if not self.work.done():
            return named
        fields, error = self._outcome()
        return named | {"result": fields, "error": error}

    @classmethod
    def of_record(cls, record: dict[str, Any]) -> Self:
        """The operation of a former process; what was running then has failed."""
        work: Future[Fields] = Future()
        if "error" not in record:
            work.set_exception(FailedBefore(rpc_status(Interrupted(INTERRUPTED))))
        elif record["error"] is not None:
            work.set_exception(FailedBefore(record["error"]))
        else:
            work.set_result(record["result"])
        named = {name: value for name, value in record.items() if name not in ("metadata", "result", "error")}
        return cls(**named, progress=Progress(record["metadata"]), work=work)

    def _outcome(self) -> tuple[dict[str, Any], dict[str, Any] | None]:
        """The fields of the response, and the error where there is one."""
        try:
            error = self.work.exception()
        except CancelledError:  # before it began
            error = Interrupted(INTERRUPTED)
        if isinstance(error, Exception):
            return {}, error.status if isinstance(error, FailedBefore) else rpc_status(error)
        result = self.work.result()
        return result.to_wire() if isinstance(result, Message) else dict(result), None

    def _type(self, message: str, version: str) -> str:
        full = message if message.startswith("google.") else f"{self.package}.{version}.{message}"
        return f"type.googleapis.com/{full}"
