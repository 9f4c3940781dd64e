"""The one way of files into the library: in turn, followed on the board, and given up where asked.

A number of files is taken in at once, a number of uploads may wait, and more are refused at once, before
their bytes are in memory; what is refused leaves nothing. Imports wait as long as it takes.
"""

import uuid
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import TypeVar

import anyio
import anyio.to_thread

from app.intake.progress import ProgressBoard
from app.intake.upload_queue import UploadQueue
from app.wire import names
from app.wire.conversions.rag_files import file_of
from app.wire.errors import Refusal, describe
from grounding.cancellation import check_cancelled
from ingest.errors import Cancelled, IngestError
from ingest.library import Library
from ingest.types import CollectionName, Receipt, Upload

LOOK_EVERY = 0.2  # seconds between two looks whether one who waits has given up
T = TypeVar("T")


class Intake:
    """Takes files in. Safe to call from several threads."""

    def __init__(self, library: Library, board: ProgressBoard, *, workers: int, places: int) -> None:
        self._library, self._board = library, board
        self._queue = UploadQueue(workers, places)
        # Of their own, so that files that wait hold up no question.
        self._threads = anyio.CapacityLimiter(workers + places + 4)

    @property
    def lengths(self) -> tuple[int, int]:
        """How many files are being taken in, and how many wait for their turn."""
        return self._queue.lengths

    def refuse_when_full(self) -> None:
        """Raise :class:`~app.wire.errors.Busy` when an upload that came now would be refused."""
        self._queue.refuse_when_full()

    async def in_thread(self, work: Callable[[], T]) -> T:
        """Run ``work``, which takes a file in, in a thread that may wait."""
        return await anyio.to_thread.run_sync(work, limiter=self._threads)

    def take_in(
        self,
        name: CollectionName,
        upload: Upload,
        *,
        read: Callable[[], bytes] | None = None,
        upload_id: str = "",
        patient: bool = False,
        show_failure: bool = False,
        check: Callable[[], None] = lambda: None,
    ) -> Receipt:
        """Make a file searchable, in turn; ``read``, where given, has its bytes.

        ``check`` is asked now and then, and ends it by raising. An upload is refused with
        :class:`~app.wire.errors.Busy` when all places are taken; a ``patient`` caller waits in any case. With
        ``show_failure`` a file that cannot be taken in is shown as a document in the state ``ERROR``.
        """
        turn = self._queue.enter(patient=patient)
        try:
            course = self._board.begin(upload_id or uuid.uuid4().hex, upload.display_name, names.corpus(name))

            def report(stage: str, done: int, total: int) -> None:
                check()
                check_cancelled()
                course.report(stage, done, total)

            try:
                report("waiting", 0, 0)
                while not turn.wait(LOOK_EVERY):
                    check()
                    check_cancelled()
                    course.check()
                if read:
                    upload = replace(upload, content=read())
                receipt = self._library.add_document(name, upload, on_progress=report)
            except Exception as error:
                message = describe(error)["error"]["message"]
                if show_failure and _of_the_file(error):
                    with suppress(IngestError):
                        self._library.record_failure(name, upload, message)
                course.end(state="error", message=message)
                raise
            course.end(state="active", ragFile=file_of(receipt.document).to_wire())
            return receipt
        finally:
            self._queue.leave(turn)


def _of_the_file(error: Exception) -> bool:
    return isinstance(error, IngestError | Refusal) and not isinstance(error, Cancelled)
