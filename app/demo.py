"""``make demo``: sample documents in, a question, a checked answer, and the page left up.

On a terminal the demo stays until Ctrl-C. Elsewhere (a pipe, a CI run) it ends and leaves the server running;
``make stop`` ends that. A second run finds the documents there and is done in seconds.
"""

import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

import click

from app.api.routes.page import SAMPLE_COLLECTION, SAMPLE_TITLE, SAMPLES
from app.cli.ask import answer as answer_to
from app.cli.ask import print_answer
from app.cli.bulk.folders import files_in
from app.cli.bulk.outcomes import print_outcomes
from app.cli.bulk.take_in import take_in
from app.cli.checking.run import check_by
from app.cli.server.address_file import RECORD, running
from app.cli.server.connection import Reach, connect
from app.cli.stores import create_store, store_exists
from app.cli.tables import print_check
from app.settings import Settings

DATA = Path(".demo")
LOG = "server.log"
START_SECONDS = 120  # the first start on a slow machine makes the embedding weights

QUESTION = "How many people visited the museum in 2025?"
ANSWER = (
    "Here is what the documents say. "
    "The museum welcomed 41,280 visitors in 2025. "
    "It has 40 volunteers. "
    "The museum plans to buy a boat."
)


@click.command()
@click.option("--data", default=DATA, type=click.Path(path_type=Path, file_okay=False), show_default=True)
@click.option("--stop", "stopping", is_flag=True, help="Stop the server that an earlier demo left running.")
def demo(data: Path, stopping: bool) -> None:
    """Show the whole thing on sample documents, and leave the page open."""
    if stopping:
        click.echo("Stopped." if stop(data) else "No demo server is running.")
        return
    address = running(data) or start(data)
    with connect(Reach(server=address, data=data)) as connection:
        click.secho("\nDocuments taken in", bold=True)
        if not store_exists(connection, SAMPLE_COLLECTION.id):
            create_store(connection, SAMPLE_COLLECTION.id, SAMPLE_TITLE)
        print_outcomes(take_in(connection, list(files_in((SAMPLES,))), SAMPLE_COLLECTION.id))
        click.secho(f"\nQuestion: {QUESTION}", bold=True)
        print_answer(QUESTION, answer_to(connection, QUESTION, SAMPLE_COLLECTION.id))
        click.secho("\nAn answer to check, sentence by sentence", bold=True)
        spec = {"enableClaimLevelScore": True, "enableAntiCitations": True}
        source = f"{connection.data_store(SAMPLE_COLLECTION.id)}/servingConfigs/default_search"
        wanted = {
            "answerCandidate": ANSWER,
            "groundingSpec": spec,
            "groundingSource": {"searchSource": source},
        }
        print_check(check_by(connection)(wanted))
    click.secho(f"\nThe page is up: {address}", bold=True)
    if not sys.stdout.isatty():
        click.echo("The server keeps running; `make stop` ends it.")
        return
    # A handler, not KeyboardInterrupt: that one is lost where it strikes inside a library's clean-up.
    ended = threading.Event()
    signal.signal(signal.SIGINT, lambda *_: ended.set())
    click.echo("Ctrl-C ends it.")
    while not ended.wait(2) and running(data):
        pass
    if ended.is_set():
        stop(data)
        click.echo("\nStopped.")


def start(data: Path) -> str:
    """Start a server on ``data`` in a session of its own; its address, once it answers."""
    data.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-m", "app.cli", "serve", "--host", "127.0.0.1", "--data", str(data)]
    with open(data / LOG, "wb") as log:
        server = subprocess.Popen(
            [*command, "--port", str(_port())],
            stdout=log,
            stderr=log,
            stdin=subprocess.DEVNULL,
            start_new_session=True,
        )
    end = time.monotonic() + START_SECONDS
    while time.monotonic() < end and server.poll() is None:
        if address := running(data):
            return address
        time.sleep(0.1)
    server.terminate()
    output = (data / LOG).read_text(errors="replace").strip()
    raise click.ClickException(f"The server did not start. It said:\n{output}")


def stop(data: Path) -> bool:
    """End the server of ``data``; whether there was one."""
    if not running(data):
        return False
    process = json.loads((data / RECORD).read_text())["pid"]
    os.kill(process, signal.SIGTERM)
    end = time.monotonic() + 15
    while (data / RECORD).exists() and time.monotonic() < end:
        time.sleep(0.1)
    return True


def _port() -> int:
    """The usual port where it is free, else 0: any free one."""
    usual = int(Settings.model_fields["port"].default)
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", usual))
        except OSError:
            return 0
    return usual


if __name__ == "__main__":
    demo()
