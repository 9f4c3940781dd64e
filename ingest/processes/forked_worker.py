"""The fork server's own process: ``python -m ingest.processes.forked_worker CONTROL``. Starts with the first file.

Each message on the socket ``CONTROL`` brings three open files: the standard input and output of a new copy of this
process, its standard error, and where its exit status is sent, which ends it when it is closed.
"""

import gc
import json
import os
import resource
import selectors
import signal
import socket
import sys
from collections.abc import Mapping
from contextlib import suppress
from importlib import import_module
from typing import Any

from ingest.processes.capped_process import alarm
from ingest.processes.sandbox import forbid_files_but, forbid_network_and_programs, program_files

# Loaded once for all: the readers of the formats that come most. Those of Office files are loaded in the copy.
PRELOADED = (
    "ingest.processes.reader_worker",
    "ingest.processes.pdf_worker",
    *(f"ingest.formats.{name}" for name in ("text", "csv", "json", "html", "eml")),
    "charset_normalizer.cd",
)


def main() -> None:
    control = socket.socket(fileno=int(sys.argv[1]))
    for module in PRELOADED:
        with suppress(ImportError):
            import_module(module)
    program_files()
    forbid_network_and_programs()
    gc.freeze()
    running: dict[int, socket.socket] = {}  # process id -> where its exit status goes
    wakeup, its_wakeup = os.pipe()
    os.set_blocking(its_wakeup, False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(its_wakeup, warn_on_full_buffer=False)
    with selectors.DefaultSelector() as selector:
        selector.register(control, selectors.EVENT_READ)
        selector.register(wakeup, selectors.EVENT_READ)
        while True:
            for key, _ in selector.select():
                if key.fileobj is control:
                    _, passed, _, _ = socket.recv_fds(control, 1, 3)
                    if not passed:  # the server has gone
                        for process in running:
                            os.kill(process, signal.SIGKILL)
                        return
                    process, status = _start(passed)
                    running[process] = status
                    selector.register(status, selectors.EVENT_READ, process)
                elif key.fileobj == wakeup:
                    os.read(wakeup, 4096)
                elif key.data in running:  # nobody waits for it any more
                    os.kill(key.data, signal.SIGKILL)
                    selector.unregister(key.fileobj)
            for process, status in list(running.items()):
                ended, code = os.waitpid(process, os.WNOHANG)
                if ended:
                    del running[process]
                    with suppress(KeyError):
                        selector.unregister(status)
                    with suppress(OSError):
                        status.send(os.waitstatus_to_exitcode(code).to_bytes(4, "little", signed=True))
                    status.close()


def _start(passed: list[int]) -> tuple[int, socket.socket]:
    channel, errors, status = passed
    process = os.fork()
    if not process:
        _be_a_worker(channel, errors)
    os.close(channel)
    os.close(errors)
    return process, socket.socket(fileno=status)


def _be_a_worker(channel: int, errors: int) -> None:
    """In the copy: everything but its own files is shut, and its module's ``main`` does what is asked."""
    code = 1
    try:
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        for target, source in ((0, channel), (1, channel), (2, errors)):
            os.dup2(source, target)
        os.closerange(3, 1024)
        sys.stdin, sys.stdout, sys.stderr = (
            open(number, mode, encoding="utf-8", errors="backslashreplace", closefd=False)  # noqa: SIM115
            for number, mode in ((0, "r"), (1, "w"), (2, "w"))
        )
        order = json.loads(sys.stdin.readline())
        restrict(order)
        import_module(order["module"]).main(order)
        sys.stdout.flush()
        code = 0
    except BaseException:
        sys.excepthook(*sys.exc_info())
        sys.stderr.flush()
    finally:
        os._exit(code)


def restrict(order: Mapping[str, Any]) -> None:
    """The limits of an order hold from here on: ``memory``, ``seconds``, and the file ``path`` alone."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    forbid_files_but(order["path"])
    resource.setrlimit(resource.RLIMIT_AS, (order["memory"], order["memory"]))
    alarm(order)


if __name__ == "__main__":
    main()
