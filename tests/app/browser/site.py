"""A running server, and documents to give it."""

import io
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import httpx
from pypdf import PdfWriter
from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas

ROOT = Path(__file__).parents[3]
CORPORA = "/v1beta1/projects/local/locations/global/ragCorpora"
START_SECONDS = 120

LIGHTHOUSE = (
    (
        "The lighthouse of Skerrow was built in 1871 by Agnes Dunmore.",
        "Its lamp burned whale oil until 1902.",
        "The tower is 38 metres tall and has 214 steps.",
    ),
    (
        "The last keeper, Tom Rudge, left Skerrow in 1968.",
        "Since then the lamp has been switched by a clock.",
    ),
)


@dataclass
class Site:
    """A running server."""

    base: str
    http: httpx.Client = field(init=False)

    def __post_init__(self) -> None:
        self.http = httpx.Client(base_url=self.base, timeout=60)

    def collection(self, title: str) -> str:
        """A new collection; returns its id."""
        name: str = self.http.post(CORPORA, json={"displayName": title}).json()["response"]["name"]
        return name.rsplit("/", 1)[-1]

    def add(self, collection: str, name: str, content: bytes) -> str:
        """A stored document; returns its id."""
        reply = self.http.post(
            f"/upload{CORPORA}/{collection}/ragFiles:upload", files={"file": (name, content)}
        )
        return str(reply.raise_for_status().json()["ragFile"]["name"]).rsplit("/", 1)[-1]


@contextmanager
def serving(data: Path, **environment: str) -> Iterator[Site]:
    """A server process of its own over ``data``, until it is no longer needed."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    log = data.parent / f"server-{port}.log"
    with log.open("wb") as output:
        process = subprocess.Popen(
            [sys.executable, "-m", "uvicorn", "--factory", "app.main:create_app", "--port", str(port)],
            cwd=ROOT,
            env={**os.environ, "SUREGROUND_DATA": str(data), **environment},
            stdout=output,
            stderr=subprocess.STDOUT,
        )
    site = Site(f"http://127.0.0.1:{port}")
    try:
        deadline = time.monotonic() + START_SECONDS
        while True:
            try:
                site.http.get("/healthz").raise_for_status()
                break
            except httpx.HTTPError:
                if process.poll() is not None or time.monotonic() > deadline:
                    raise RuntimeError(f"The server did not start:\n{log.read_text()[-3000:]}") from None
                time.sleep(0.2)
        yield site
    finally:
        process.terminate()
        process.wait(30)


def pdf_of(pages: Sequence[Sequence[str]]) -> bytes:
    """A PDF whose pages hold these lines."""
    file = io.BytesIO()
    canvas = Canvas(file, pagesize=A4)
    for lines in pages:
        for number, line in enumerate(lines):
            canvas.drawString(72, 740 - 24 * number, line)
        canvas.showPage()
    canvas.save()
    return file.getvalue()


def sealed_pdf(pages: Sequence[Sequence[str]], password: str) -> bytes:
    """The same, but it opens with a password only."""
    writer = PdfWriter(clone_from=io.BytesIO(pdf_of(pages)))
    writer.encrypt(password)
    file = io.BytesIO()
    writer.write(file)
    return file.getvalue()
