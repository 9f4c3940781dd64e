"""Ctrl-C that lets a command finish what it has begun."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


@contextmanager
def stoppable() -> Iterator[threading.Event]:
    """An event that the first Ctrl-C or SIGTERM sets; the second one has its usual force."""
    stopping = threading.Event()
    usual = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}

    def restore() -> None:
        for number, handler in usual.items():
            signal.signal(number, handler)

    def stop(*_: Any) -> None:
        stopping.set()
        restore()

    if threading.current_thread() is not threading.main_thread():
        yield stopping  # signals belong to the main thread
        return
    for number in usual:
        signal.signal(number, stop)
    try:
        yield stopping
    finally:
        restore()
