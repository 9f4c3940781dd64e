"""SIGKILL of the server while it uploads, replaces, deletes, imports, and of a reindexing: old or new, never less."""

import random
import subprocess
import sys
import threading
import time
from pathlib import Path

import httpx

from tests.hostile.report import Outcome
from tests.hostile.server import ROOT, STORE, Server

PHASES = ("upload", "replace", "delete", "import", "reindex")
_BRANCH = f"/v1/{STORE}/branches/0"
_DOCUMENTS = 8
_REINDEX_SECONDS = 20.0
IMPORTED = 6


def text_of(document: str, turn: int) -> str:
    """Some chunks that no other document and no other turn has."""
    return f"Document {document} says in its turn {turn} that the lamp burns whale oil. " * 12


def make_import_folder(folder: Path) -> Path:
    """Files for the phase of imports; the server must allow the folder as gs://hostile."""
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(IMPORTED):
        (folder / f"i{number}.txt").write_text(text_of(f"i{number}", 0))
    return folder


class _Stored:
    """What each document may hold now: the turns that are allowed, ``None`` for its absence."""

    def __init__(self) -> None:
        self.allowed: dict[str, set[int | None]] = {f"d{n}": {None} for n in range(_DOCUMENTS)}

    def begun(self, document: str, turn: int | None) -> None:
        self.allowed.setdefault(document, {None}).add(turn)

    def done(self, document: str, turn: int | None) -> None:
        self.allowed[document] = {turn}

    def wrong(self, client: httpx.Client, outcome: Outcome, what: str) -> None:
        """Note each document that holds something else; what it holds is what it may hold from now on."""
        for document, turns in self.allowed.items():
            answer = outcome.send(client, what, "GET", f"{_BRANCH}/documents/{document}")
            if answer is None:
                continue
            held: int | None = None
            if answer.status_code == 200:
                held = int(answer.json()["structData"]["turn"])
            if held not in turns or answer.status_code not in (200, 404):
                outcome.broken.append(f"{what}: {document} is of turn {held}, may be of {turns}")
            self.allowed[document] = {held}


def attack(server: Server, count: int, seed: int = 1, phases: tuple[str, ...] = PHASES) -> Outcome:
    """``count`` kills, phase after phase. The server is started anew after each; worst is the longest start."""
    chance = random.Random(seed)
    outcome = Outcome("kills")
    stored = _Stored()
    server.make_store()
    outcome.before = server.memory()
    for number in range(count):
        phase = phases[number % len(phases)]
        what = f"seed {seed}, kill {number} in {phase}"
        if phase == "reindex":
            server.stop()
            _kill_reindexing(server, chance.uniform(0.0, _REINDEX_SECONDS))
        else:
            work = threading.Thread(target=_work, args=(server.address, phase, stored, number))
            work.start()
            time.sleep(chance.uniform(0.0, 0.6))
            server.kill()
            work.join()
        began = time.monotonic()
        try:
            server.start()
        except RuntimeError as error:
            outcome.broken.append(f"{what}: {str(error)[-300:]}")
            return outcome
        outcome.count(f"killed in {phase}", time.monotonic() - began)
        with server.client() as client:
            stored.wrong(client, outcome, what)
    _send_again(server, stored, outcome)
    outcome.after = server.memory()
    return outcome


def _send_again(server: Server, stored: _Stored, outcome: Outcome) -> None:
    """What two kills in a row have cut short is set aside until it is sent again; then nothing may be left over."""
    server.stop()
    findings = server.fsck().get("findings", [])
    outcome.answers["set aside"] += sum(finding["fault"] == "set_aside" for finding in findings)
    server.start()
    with server.client() as client:
        for document in list(stored.allowed):
            _change(client, stored, document, 0)
        operation = _import(client).json()
        while "error" not in operation and not operation.get("done"):
            time.sleep(0.1)
            operation = client.get(f"/v1/{operation['name']}").json()
        stored.wrong(client, outcome, "sent again")


def _work(address: str, phase: str, stored: _Stored, number: int) -> None:
    """Requests of one phase, until the server is gone."""
    with httpx.Client(base_url=address, timeout=60) as client:
        try:
            for step in range(100):
                document = f"u{step}-{number}" if phase == "upload" else f"d{(number + step) % _DOCUMENTS}"
                turn = 1000 * (number + 1) + step
                if phase == "import":
                    _import(client)
                    time.sleep(0.2)
                    continue
                _change(client, stored, document, turn)
                if phase == "delete":
                    _change(client, stored, document, None)
        except httpx.HTTPError:
            return  # killed


def _import(client: httpx.Client) -> httpx.Response:
    body = {"gcsSource": {"inputUris": ["gs://hostile"], "dataSchema": "content"}}
    return client.post(f"{_BRANCH}/documents:import", json=body)


def _change(client: httpx.Client, stored: _Stored, document: str, turn: int | None) -> None:
    """Put a document, or delete it where ``turn`` is ``None``, and note what may be there meanwhile."""
    path = f"{_BRANCH}/documents/{document}"
    stored.begun(document, turn)
    if turn is None:
        answer = client.delete(path)
    else:
        text = {"title": document, "turn": str(turn), "text": text_of(document, turn)}
        answer = client.patch(f"{path}?allowMissing=true", json={"structData": text})
    if answer.is_success or (turn is None and answer.status_code == 404):
        stored.done(document, turn)


def _kill_reindexing(server: Server, seconds: float) -> None:
    command = [sys.executable, "-m", "app.cli", "stores", "reindex", "--data", str(server.data)]
    quiet = subprocess.DEVNULL
    with subprocess.Popen(command, cwd=ROOT, stdout=quiet, stderr=quiet) as process:
        time.sleep(seconds)
        process.kill()
