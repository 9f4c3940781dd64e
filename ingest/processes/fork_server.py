"""The fork server: a small process with the readers loaded, of which every reading process is a copy.

Python takes a tenth of a second to start and load a reader, a copy takes some milliseconds. The server starts it with
nothing of its own environment, and it never sees a file itself: each is read in a copy that ends with it. When the
server dies so do the fork server and its copies.
"""

import atexit
import os
import socket
import subprocess
import sys
import threading
from pathlib import Path

from ingest.processes.sandbox import clean_environment


class ForkServer:
    """The running one, started when first asked, and anew when it has died."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._control: socket.socket | None = None

    def fork(self, errors: int) -> tuple[socket.socket, socket.socket]:
        """A new reading process, with the file descriptor ``errors`` as its standard error.

        The first socket is its standard input and output. On the second one comes its exit status, as a number of 4
        bytes; to close that one ends the process.
        """
        channel, its_channel = socket.socketpair()
        status, its_status = socket.socketpair()
        with its_channel, its_status:
            passed = [its_channel.fileno(), errors, its_status.fileno()]
            try:
                with self._lock:
                    try:
                        socket.send_fds(self._connection(), [b"f"], passed)
                    except OSError:  # it has died
                        self._stop()
                        socket.send_fds(self._connection(), [b"f"], passed)
            except BaseException:
                channel.close()
                status.close()
                raise
        return channel, status

    def stop(self) -> None:
        """End it, and with it all reading processes."""
        with self._lock:
            self._stop()

    def _connection(self) -> socket.socket:
        if self._control is None:
            self._control, theirs = socket.socketpair()
            with theirs:
                self._process = subprocess.Popen(
                    [sys.executable, "-m", "ingest.processes.forked_worker", str(theirs.fileno())],
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                    env=clean_environment(),
                    cwd=Path(__file__).parents[2],
                    pass_fds=[theirs.fileno()],
                    process_group=0,  # a terminal's Ctrl-C is for the server, which may finish what it has begun
                )
        return self._control

    def _stop(self) -> None:
        if self._control is not None and self._process is not None:
            self._control.close()
            self._process.kill()
            self._process.wait()
        self._control = self._process = None


FORK_SERVER = ForkServer()
atexit.register(FORK_SERVER.stop)


def _forget() -> None:
    """A copy of this process, made by ``os.fork``, starts a fork server of its own."""
    FORK_SERVER.__init__()  # type: ignore[misc]


os.register_at_fork(after_in_child=_forget)
