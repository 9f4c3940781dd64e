"""A server of its own process over a data folder of its own, as an attacker meets it: by HTTP on loopback."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import TracebackType
from typing import Any

import httpx

ROOT = Path(__file__).parents[2]
STORE = "projects/p/locations/l/collections/default_collection/dataStores/hostile"
START_SECONDS = 240.0
WAIT = 180.0  # seconds for an answer; a busy machine takes long over the sample documents


class Server:
    """``sureground serve`` over ``data``; ``settings`` are environment variables without their prefix.

    What it writes is added to ``log``, by default a file beside the folder.
    """

    def __init__(self, data: Path, log: Path | None = None, **settings: str) -> None:
        self.data = data
        self._log = log or data.parent / f"{data.name}.log"
        self.address = ""
        self._settings = settings
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> "Server":
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def start(self) -> None:
        """Start, and return when ``/healthz`` answers; raises ``RuntimeError`` with the log where it does not."""
        self.data.mkdir(parents=True, exist_ok=True)
        record = self.data / "server.json"
        record.unlink(missing_ok=True)
        environment = {name: text for name, text in os.environ.items() if not name.startswith("SUREGROUND_")}
        environment |= {f"SUREGROUND_{name}": text for name, text in self._settings.items()}
        with self._log.open("ab") as log:
            command = [sys.executable, "-m", "app.cli", "serve", "--port", "0", "--data", str(self.data)]
            self._process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=log, stderr=log)
        end = time.monotonic() + START_SECONDS
        while time.monotonic() < end and self._process.poll() is None:
            try:
                self.address = json.loads(record.read_text())["url"]
                if httpx.get(f"{self.address}/healthz", timeout=5).is_success:
                    return
            except (OSError, ValueError, KeyError, httpx.HTTPError):
                time.sleep(0.1)
        self.kill()
        raise RuntimeError(f"the server did not start:\n{self.log()[-2000:]}")

    def stop(self) -> int:
        """Ask it to end; the exit status, or -9 where it had to be killed after a minute."""
        if self._process is None:
            return 0
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGTERM)
        try:
            return self._process.wait(60)
        except subprocess.TimeoutExpired:
            return self.kill()

    def kill(self) -> int:
        """SIGKILL; returns when it is dead."""
        assert self._process
        self._process.kill()
        return self._process.wait()

    def log(self) -> str:
        return self._log.read_text(errors="replace")

    def memory(self) -> float:
        """Resident memory of the server process in MiB; 0 when it is gone."""
        assert self._process
        try:
            status = Path(f"/proc/{self._process.pid}/status").read_text()
            return int(status.split("VmRSS:")[1].split()[0]) / 1024
        except (OSError, IndexError):
            return 0.0

    def healthy(self, seconds: float = 20.0) -> bool:
        """Whether ``/healthz`` answers within so many seconds."""
        try:
            return httpx.get(f"{self.address}/healthz", timeout=seconds).is_success
        except httpx.HTTPError:
            return False

    def client(self) -> httpx.Client:
        return httpx.Client(base_url=self.address, timeout=WAIT)

    def make_store(self) -> None:
        """The data store that the attacks write into."""
        parent, name = STORE.rsplit("/dataStores/", 1)
        with self.client() as client:
            body = {"displayName": "Hostile"}
            made = client.post(f"/v1/{parent}/dataStores?dataStoreId={name}", json=body)
        assert made.status_code in (200, 409), made.text

    def fsck(self) -> dict[str, Any]:
        """What ``sureground fsck`` finds in the folder of the server, which must be stopped."""
        command = [sys.executable, "-m", "app.cli", "fsck", "--json", "--data", str(self.data)]
        found = subprocess.run(command, cwd=ROOT, capture_output=True, timeout=START_SECONDS)
        try:
            report: dict[str, Any] = json.loads(found.stdout)
        except ValueError:
            report = {"error": (found.stdout + found.stderr).decode(errors="replace")[-500:]}
        return report
