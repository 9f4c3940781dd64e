"""Long-running operations (google.longrunning.Operation), kept while a client may still ask.

Work that ends within ``patience`` is done in the first answer; longer work goes on in a thread, is polled
under its name and can be cancelled.
"""

import logging
import threading
import time
import uuid
from collections import OrderedDict
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

from app.operations.job import INTERRUPTED, Fields, Job, Progress
from app.operations.log import OperationsLog
from app.wire.errors import Busy, Interrupted, Missing, NotReady, rpc_status
from ingest.errors import Cancelled

KEPT_SECONDS = 24 * 3600
KEPT_MOST = 10_000
MOST_RUNNING = 32
COME_AGAIN = 10  # seconds after which a caller who was refused should ask again
AIPLATFORM = "google.cloud.aiplatform"
EMPTY = "google.protobuf.Empty"

logger = logging.getLogger(__name__)


class Operations:
    """The operations of this server: started here, found again by name for a day."""

    def __init__(self, file: Path | None = None, *, patience: float = 2.0) -> None:
        """``file`` is where operations are kept from one process to the next."""
        self._pool = ThreadPoolExecutor(MOST_RUNNING, thread_name_prefix="operation")
        self._patience = patience  # seconds a first answer may wait for the work to end
        self._kept: OrderedDict[str, Job] = OrderedDict()
        self._running: set[Progress] = set()
        self._lock = threading.Lock()
        self._log = OperationsLog(file)
        for record in self._log.records():
            self._keep(Job.of_record(record))
        self._log.rewrite([operation.record() for operation in self._kept.values()])

    def run(
        self,
        parent: str,
        work: Callable[[Progress], Fields],
        *,
        package: str,
        metadata_type: str = "",
        response_type: str = EMPTY,
    ) -> Job:
        """Start ``work`` and answer with its operation, named ``{parent}/operations/{id}``.

        ``work`` gets a Progress to report on and to check, and returns the fields of ``response_type``,
        camelCase, or the Message itself. An error that ends it within ``patience`` is raised here, so that
        the caller gets a plain HTTP error; a later one becomes the operation's ``error``. Raises Busy when
        too many run.
        """
        progress = Progress()
        future = self._submit(work, progress)
        operation = Job(
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
    ) -> Job:
        """An operation that is already finished, for work that was quick."""
        future: Future[Fields] = Future()
        future.set_result(result)
        name = f"{parent}/operations/{uuid.uuid4().int % 10**19:019d}"
        progress = Progress(dict(metadata or {}))
        operation = Job(name, package, metadata_type, response_type, progress, future, time.time())
        self._keep(operation)
        self._log.add(operation.record())
        return operation

    @property
    def running(self) -> int:
        """How many are under way."""
        with self._lock:
            return len(self._running)

    def get(self, name: str) -> Job:
        """The operation of that full name. Raises Missing when there is none, or none any more."""
        with self._lock:
            operation = self._kept.get(name)
        if operation is None:
            raise Missing(f"No operation {name!r}; finished operations are kept for a day.")
        return operation

    def list(self, parent: str) -> list[Job]:
        """The kept operations below ``parent``, oldest first."""
        with self._lock:
            return [kept for name, kept in self._kept.items() if name.startswith(parent + "/operations/")]

    def full_name(self, ending: str) -> str:
        """The one operation, or resource with operations, whose name ends in ``/{ending}``.

        Raises Missing where there is none, or more than one.
        """
        with self._lock:
            names = {name for kept in self._kept for name in (kept, kept.rpartition("/operations/")[0])}
        found = [name for name in names if name.endswith(f"/{ending}")]
        if len(found) != 1:
            reason = "no operation" if not found else f"{len(found)} resources"
            raise Missing(f"{ending!r} names {reason}; send the name from projects/ on.")
        return found[0]

    def delete(self, name: str) -> None:
        """Forget a finished operation. Raises Missing, and NotReady for one that runs."""
        if not self.get(name).work.done():
            raise NotReady(f"The operation {name!r} is running; cancel it or wait for it first.")
        with self._lock:
            self._kept.pop(name, None)
        self._log.forget(name)

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

    def _keep(self, operation: Job) -> None:
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
