"""One file to the server: sent, followed, and sent again where the server is too busy."""

import json
import threading
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.cli.bulk.folders import Stamp, address_of, display_name, document_id_of
from app.cli.bulk.outcomes import Outcome, State
from app.cli.server.connection import Connection, patiently, refusal

if TYPE_CHECKING:
    import httpx

OnProgress = Callable[[str, int, int], None]

# Smaller files are in before anybody could follow them.
WORTH_FOLLOWING = 200_000

UNKNOWN_FORMAT = "UNKNOWN_FORMAT"
STATES = {"created": State.TAKEN, "replaced": State.REPLACED, "unchanged": State.UNCHANGED}


@dataclass(frozen=True)
class Sender:
    """Sends files into one store. Safe to call from several threads; ``stopping`` ends the waiting."""

    connection: Connection
    store: str
    password: str = ""
    stopping: threading.Event = field(default_factory=threading.Event)

    def send(
        self, file: Path, on_progress: OnProgress = lambda *_: None, *, from_folder: bool = False
    ) -> Outcome:
        """Send a file and wait until it is searchable or refused.

        ``from_folder``: it was come upon in a folder, where a file of an unknown kind is no failure.
        """
        import httpx

        start = time.perf_counter()
        try:
            stamp = Stamp.of(file)
            answer = self._answer(file, stamp, on_progress)
            if Stamp.of(file) != stamp:
                return Outcome(file, State.FAILED, reason="was changed while it was sent", passing=True)
        except OSError as error:
            return Outcome(file, State.FAILED, reason=f"cannot be read: {error.strerror or error}")
        except httpx.HTTPError as error:
            where = self.connection.http.base_url
            return Outcome(file, State.FAILED, reason=f"no answer from {where}: {error}", passing=True)
        seconds = time.perf_counter() - start
        if answer.is_error:
            unknown = from_folder and _reason(answer) == UNKNOWN_FORMAT
            state = State.LEFT_OUT if unknown else State.FAILED
            passing = answer.status_code in (429, 502, 503, 504)
            return Outcome(file, state, seconds=seconds, reason=refusal(answer), passing=passing)
        body = answer.json()
        stored = body["ragFile"]
        return Outcome(
            file,
            STATES.get(body.get("outcome", ""), State.TAKEN),
            stored["name"].rpartition("/")[2],
            stored.get("pageCount", 0),
            stored.get("chunkCount", 0),
            seconds,
        )

    def remove(self, file: Path, document: str) -> Outcome:
        """Remove the document of a file that is gone; one that is not there any more is no failure."""
        import httpx

        try:
            answer = self.connection.http.delete(
                f"/v1/{self.connection.corpus(self.store)}/ragFiles/{document}"
            )
        except httpx.HTTPError as error:
            where = self.connection.http.base_url
            return Outcome(
                file, State.FAILED, document, reason=f"no answer from {where}: {error}", passing=True
            )
        if answer.is_error and answer.status_code != 404:
            return Outcome(file, State.FAILED, document, reason=refusal(answer), passing=True)
        return Outcome(file, State.REMOVED, document)

    def _answer(self, file: Path, stamp: Stamp, on_progress: OnProgress) -> "httpx.Response":
        """The server's answer to the upload, asked for again for as long as it is busy."""

        def send() -> "httpx.Response":
            upload_id = uuid.uuid4().hex
            with file.open("rb") as content, self._followed(upload_id, stamp, on_progress):
                return self.connection.http.post(
                    f"/upload/v1beta1/{self.connection.corpus(self.store)}/ragFiles:upload",
                    params={"uploadId": upload_id, "view": "full"},
                    files={
                        "metadata": (None, self._metadata(file, stamp)),
                        "file": (display_name(file), content),
                    },
                )

        return patiently(send, self.stopping.wait)

    def _metadata(self, file: Path, stamp: Stamp) -> str:
        metadata: dict[str, Any] = {
            "ragFile": {
                "name": f"{self.connection.corpus(self.store)}/ragFiles/{document_id_of(file)}",
                "displayName": display_name(file),
                "origin": {"path": address_of(file), "modified": str(stamp.modified)},
            }
        }
        if self.password:
            metadata["uploadRagFileConfig"] = {"password": self.password}
        return json.dumps(metadata)

    @contextmanager
    def _followed(self, upload_id: str, stamp: Stamp, on_progress: OnProgress) -> Iterator[None]:
        """Reads the server's progress events in a thread while the upload itself is waited for."""
        if stamp.size < WORTH_FOLLOWING:
            yield
            return
        ended = threading.Event()
        follower = threading.Thread(
            target=_follow, args=(self.connection, upload_id, on_progress, ended), daemon=True
        )
        follower.start()
        try:
            yield
        finally:
            ended.set()
            follower.join(timeout=2)


def _follow(connection: Connection, upload_id: str, on_progress: OnProgress, ended: threading.Event) -> None:
    import httpx

    try:
        with connection.http.stream("GET", f"/progress/{upload_id}") as events:
            for line in events.iter_lines():
                if ended.is_set():
                    return
                if line.startswith("data:"):
                    event = json.loads(line[5:])
                    if "state" in event:  # the last one
                        return
                    on_progress(event["stage"], event["done"], event["total"])
    except (httpx.HTTPError, ValueError, KeyError):
        return  # progress is a courtesy; the upload's own answer tells how it ended


def _reason(answer: "httpx.Response") -> str:
    """The machine-readable reason of a refusal."""
    try:
        return str(answer.json()["error"]["details"][0]["reason"])
    except (ValueError, KeyError, IndexError, TypeError):
        return ""
