"""Work that nobody waits for any more ends: whoever began it says when that is, whoever does it asks now and then.

The condition is kept in the context, which goes along into worker threads (``asyncio.to_thread``, anyio), so that no
call between the two has to hand it on.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from grounding.errors import Cancelled

_nobody_waits: ContextVar[Callable[[], bool]] = ContextVar("nobody_waits", default=lambda: False)


@contextmanager
def cancelled_when(condition: Callable[[], bool]) -> Iterator[None]:
    """Within, :func:`check_cancelled` raises as soon as ``condition()`` is true; it is asked from any thread.

    >>> with cancelled_when(lambda: True):
    ...     check_cancelled()
    Traceback (most recent call last):
    grounding.errors.Cancelled: Given up: who asked for it has left.
    """
    before = _nobody_waits.set(condition)
    try:
        yield
    finally:
        _nobody_waits.reset(before)


def check_cancelled() -> None:
    """To be called between two pieces of work. Raises :class:`grounding.errors.Cancelled`."""
    if _nobody_waits.get()():
        raise Cancelled("Given up: who asked for it has left.")
