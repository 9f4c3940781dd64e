"""Long-running operations (google.longrunning.Operation), kept while a client may still ask.

Work that ends within ``patience`` is done in the first answer; longer work goes on in a thread, is polled
under its name and can be cancelled. The message types are kept without an API version, because a client only
knows those of the version it calls with: the version is written when an answer is.
"""

import logging
import threading
import time
import uuid
from collections import OrderedDict
from collections.abc import Callable, Mapping
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

from app.operations.log import OperationsLog
from app.wire.errors import Busy, Interrupted, Missing, rpc_status
from app.wire.messages import Message
from app.wire.schemas import operations as wire
from ingest.errors import Cancelled

KEPT_SECONDS = 24 * 3600
KEPT_MOST = 10_000
MOST_RUNNING = 32
COME_AGAIN = 10  # seconds after which a caller who was refused should ask again
DISCOVERY_ENGINE = "google.cloud.discoveryengine"
AIPLATFORM = "google.cloud.aiplatform"
EMPTY = "google.protobuf.Empty"
INTERRUPTED = (
    "The server was stopped while this ran. What was taken in until then is stored; send the request again, "
    "and what is there already is skipped."
)

logger = logging.getLogger(__name__)
Fields = Mapping[str, Any] | Message


@dataclass(eq=False)
class Progress:
    """What running work reports: ``fields`` become the operation's metadata (camelCase names), with
    ``percentage`` in [0, 100] where the work knows it.
    """

    fields: dict[str, Any] = field(default_factory=dict)
    percentage: int | None = None
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
        told = {} if self.percentage is None else {"progressPercentage": self.percentage}
        return {**self.fields, **told}


class FailedBefore(Exception):
    """The error of an operation of a former process; ``status`` is its ``google.rpc.Status``."""

    def __init__(self, status: dict[str, Any]) -> None:
        super().__init__(status["message"])
        self.status = status


@dataclass(frozen=True)
class Operation:
    """One operation. ``response_type`` and ``metadata_type`` are message names within ``package``, ``started`` is in
    seconds since 1970.
    """

    name: str
    package: str
    metadata_type: str
    response_type: str
    progress: Progress
    work: "Future[Fields]"
    started: float

    def to_wire(self, version: str) -> wire.Operation:
        """The operation as a message, its types named for API ``version`` (``v1``, ``v1beta1``, …)."""
        metadata = {"@type": self._type(self.metadata_type, version), **self.progress.metadata}
        shown = wire.Operation(name=self.name, metadata=metadata if self.metadata_type else None)
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


class Operations:
    """The operations of this server: started here, found again by name for a day."""

    def __init__(self, file: Path | None = None, *, patience: float = 2.0) -> None:
        """``file`` is where operations are kept from one process to the next."""
        self._pool = ThreadPoolExecutor(MOST_RUNNING, thread_name_prefix="operation")
        self._patience = patience  # seconds a first answer may wait for the work to end
        self._kept: OrderedDict[str, Operation] = OrderedDict()
        self._running: set[Progress] = set()
        self._lock = threading.Lock()
        self._log = OperationsLog(file)
        for record in self._log.records():
            self._keep(Operation.of_record(record))
        self._log.rewrite([operation.record() for operation in self._kept.values()])

    def run(
        self,
        parent: str,
        work: Callable[[Progress], Fields],
        *,
        package: str,
        metadata_type: str = "",
        response_type: str = EMPTY,
    ) -> Operation:
        """Start ``work`` and answer with its operation, named ``{parent}/operations/{id}``.

        ``work`` gets a Progress to report on and to check, and returns the fields of ``response_type``,
        camelCase, or the Message itself. An error that ends it within ``patience`` is raised here, so that
        the caller gets a plain HTTP error; a later one becomes the operation's ``error``. Raises Busy when
        too many run.
        """
        progress = Progress()
        future = self._submit(work, progress)
        operation = Operation(
            name=f"{parent}/operations/{uuid.uuid4().int % 10**19:019d}",
            package=package,
            metadata_type=metadata_type,
            response_type=response_type,
            progress=progress,
            work=future,
            started=time.time(),
        )
        try:
            future.result(timeout=self._patience)
        except TimeoutError:
            if future.done():
                raise
        self._keep(operation)
        self._log.add(operation.record())
        if not future.done():
            future.add_done_callback(lambda _: self._log.add(operation.record()))
        return operation

    def done(
        self,
        parent: str,
        result: Fields,
        *,
        package: str,
        metadata_type: str = "",
        response_type: str = EMPTY,
        metadata: Mapping[str, Any] | None = None,
    ) -> Operation:
        """An operation that is already finished, for work that was quick."""
        future: Future[Fields] = Future()
        future.set_result(result)
        name = f"{parent}/operations/{uuid.uuid4().int % 10**19:019d}"
        progress = Progress(dict(metadata or {}))
        operation = Operation(name, package, metadata_type, response_type, progress, future, time.time())
        self._keep(operation)
        self._log.add(operation.record())
        return operation

    def get(self, name: str) -> Operation:
        """The operation of that full name. Raises Missing when there is none, or none any more."""
        with self._lock:
            operation = self._kept.get(name)
        if operation is None:
            raise Missing(f"No operation {name!r}; finished operations are kept for a day.")
        return operation

    def list(self, parent: str) -> list[Operation]:
        """The kept operations below ``parent``, oldest first."""
        with self._lock:
            return [kept for name, kept in self._kept.items() if name.startswith(parent + "/operations/")]

    def cancel(self, name: str) -> None:
        """Ask the operation of that name to end: then its error is CANCELLED. A finished one stays as it is.

        Raises Missing.
        """
        reason = "The operation was cancelled. What was done until then stays."
        self.get(name).progress.end(Cancelled(reason))

    def close(self) -> None:
        """Have running work end soon, and wait for it."""
        with self._lock:
            for progress in self._running:
                progress.end(Interrupted(INTERRUPTED))
        self._pool.shutdown(wait=True, cancel_futures=True)
        self._log.close()

    def _submit(self, work: Callable[[Progress], Fields], progress: Progress) -> "Future[Fields]":
        with self._lock:
            if len(self._running) >= MOST_RUNNING:
                raise Busy(
                    f"{MOST_RUNNING} operations are running, as many as can. Send it again later.",
                    retry_after=COME_AGAIN,
                )
            self._running.add(progress)

        def ended(_: Future[Fields]) -> None:
            with self._lock:
                self._running.discard(progress)

        future = self._pool.submit(_watched, work, progress)
        future.add_done_callback(ended)
        return future

    def _keep(self, operation: Operation) -> None:
        oldest = time.time() - KEPT_SECONDS
        with self._lock:
            self._kept[operation.name] = operation
            while self._kept:
                first = next(iter(self._kept.values()))
                if not first.work.done() or (len(self._kept) <= KEPT_MOST and first.started > oldest):
                    break
                self._kept.popitem(last=False)


def _watched(work: Callable[[Progress], Fields], progress: Progress) -> Fields:
    try:
        return work(progress)
    except Exception as error:
        if rpc_status(error)["code"] == 13:
            logger.exception("An operation failed")
        raise
