"""A small OpenAI-compatible server on this machine that says what it is given, and keeps what it was asked."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


class ChatModel(ThreadingHTTPServer):
    """Answers ``text``, word by word where a stream is asked for; with ``status`` it refuses."""

    def __init__(self, text: str) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.text, self.status = text, 200
        self.bodies: list[dict[str, Any]] = []

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/v1"


class _Handler(BaseHTTPRequestHandler):
    server: ChatModel

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.bodies.append(body)
        head = {"id": "x", "created": 0, "model": body["model"]}
        if self.server.status != 200:
            return self._send(
                json.dumps({"error": {"message": "no"}}), "application/json", self.server.status
            )
        if body.get("stream"):
            words = self.server.text.split(" ")
            deltas = [word if not number else f" {word}" for number, word in enumerate(words)]
            choices = [
                *({"index": 0, "delta": {"content": delta}, "finish_reason": None} for delta in deltas),
                {"index": 0, "delta": {}, "finish_reason": "stop"},
            ]
            chunks = [{**head, "object": "chat.completion.chunk", "choices": [choice]} for choice in choices]
            lines = [f"data: {json.dumps(chunk)}\n\n" for chunk in chunks]
            return self._send("".join([*lines, "data: [DONE]\n\n"]), "text/event-stream")
        message = {"role": "assistant", "content": self.server.text}
        choice = {"index": 0, "finish_reason": "stop", "message": message}
        self._send(json.dumps({**head, "object": "chat.completion", "choices": [choice]}), "application/json")

    def _send(self, text: str, kind: str, status: int = 200) -> None:
        raw = text.encode()
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(raw)))
        self.end_headers()
        self.wfile.write(raw)

    def log_message(self, *_: Any) -> None:
        pass


@contextmanager
def chat_model(text: str) -> Iterator[ChatModel]:
    """The server while it runs."""
    server = ChatModel(text)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
