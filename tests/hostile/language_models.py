"""A language model server that answers badly, in each way that one can."""

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from tests.hostile.report import Outcome
from tests.hostile.server import Server

SECRET = "sk-upstream-secret-7f3a"
WAYS = ("login page", "null choices", "redirect", "garbage", "cut stream", "long line", "drip", "refusal")
TIMEOUT = 1.0  # seconds
_DRIP_SECONDS = 4
_LONG_LINE = 50 * 2**20
_MODEL = "/v1/projects/p/locations/l/publishers/google/models/hostile"


class _Handler(BaseHTTPRequestHandler):
    way = ""

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers.get("content-length", 0)))
        try:
            self._answer()
        except OSError:
            return  # the caller has gone

    do_GET = do_POST

    def _answer(self) -> None:
        match type(self).way:
            case "login page":
                self._send(200, "text/html", f"<html>Please log in, {SECRET}</html>".encode())
            case "null choices":
                self._send(
                    200, "application/json", b'{"id": "x", "object": "chat.completion", "choices": null}'
                )
            case "redirect":
                self.send_response(302)
                self.send_header("location", "/login")
                self.send_header("content-length", "0")
                self.end_headers()
            case "garbage":
                self._send(200, "application/json", bytes(range(256)) * 8)
            case "cut stream":
                self._send(
                    200, "text/event-stream", b'data: {"choices": [{"delta": {"content": "The', length=10_000
                )
            case "long line":
                self._send(200, "application/json", b'{"choices": "' + b"a" * _LONG_LINE)
            case "drip":  # a whole answer, too late
                text = {"role": "assistant", "content": "The lamp."}
                reply: dict[str, Any] = {"id": "x", "object": "chat.completion", "created": 1, "model": "x"}
                reply["choices"] = [{"index": 0, "message": text, "finish_reason": "stop"}]
                body = json.dumps(reply).encode()
                self._send(200, "application/json", b"", length=_DRIP_SECONDS + len(body))
                for _ in range(_DRIP_SECONDS):
                    self.wfile.write(b" ")
                    self.wfile.flush()
                    time.sleep(1)
                self.wfile.write(body)
            case _:
                self._send(
                    401, "application/json", json.dumps({"error": {"message": f"bad key {SECRET}"}}).encode()
                )

    def _send(self, status: int, kind: str, body: bytes, length: int | None = None) -> None:
        self.send_response(status)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(body) if length is None else length))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        pass


@contextmanager
def bad_model() -> Iterator[tuple[str, type[_Handler]]]:
    """The address of a bad server, and the handler whose ``way`` says how bad."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/v1", _Handler
    finally:
        server.shutdown()
        server.server_close()


@contextmanager
def server_with_bad_model(data: Path) -> Iterator[tuple[Server, type[_Handler]]]:
    """A server that asks the bad one, and the handler whose ``way`` says how bad."""
    with bad_model() as (address, handler):
        settings = {
            "LLM_BASE_URL": address,
            "LLM_MODEL": "x",
            "LLM_API_KEY": "k",
            "LLM_TIMEOUT": str(TIMEOUT),
        }
        with Server(data, **settings) as server:
            yield server, handler


def attack(server: Server, handler: type[_Handler], ways: tuple[str, ...] = WAYS) -> Outcome:
    """One question for each way, whole and streamed. Broken are other answers than 502 and 504 (of a stream: an error
    in it), and the words of the bad server in ours. The drip answers well, but after four times LLM_TIMEOUT.
    """
    outcome = Outcome("bad language models")
    body = {"contents": [{"role": "user", "parts": [{"text": "Which lamp burns whale oil?"}]}]}
    with server.client() as client, outcome.against(server):
        for way in ways:
            handler.way = way
            for method in ("generateContent", "streamGenerateContent?alt=sse"):
                what = f"{way}, {method}"
                answer = outcome.send(client, what, "POST", f"{_MODEL}:{method}", json=body)
                if answer is None:
                    continue
                if SECRET in answer.text:
                    outcome.broken.append(f"{what}: the upstream's words reach the caller")
                streamed = (
                    method.startswith("stream") and answer.status_code == 200 and '"error"' in answer.text
                )
                if answer.status_code not in (502, 504) and not streamed:
                    outcome.broken.append(f"{what}: {answer.status_code} {answer.text[:120]}")
    return outcome
