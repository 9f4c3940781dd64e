"""Files of every format with bytes changed, cut, doubled and swapped, sent as documents."""

import base64
import random
from pathlib import Path

from app.api.routes.page import SAMPLES
from tests.hostile.report import Outcome
from tests.hostile.server import STORE, Server
from tests.ingest.made_files import every_format

# The frozen seeds beside the made ones, where the checkout has them.
SHARED = Path(__file__).parents[2] / "shared" / "cases" / "turn2" / "files"
_PIECES = (
    b"",
    b"\x00",
    b"\xff",
    b"<",
    b">",
    b"(",
    b"[",
    b"{",
    b"\n",
    b"%PDF-",
    b"PK\x03\x04",
    b"99999999999",
    b"../",
)


def seeds() -> dict[str, bytes]:
    """A file of every format, by name."""
    paths = [*sorted(SAMPLES.iterdir()), *(sorted(SHARED.iterdir()) if SHARED.is_dir() else ())]
    return every_format() | {path.name: path.read_bytes() for path in paths if path.is_file()}


def mutated(content: bytes, chance: random.Random) -> bytes:
    """The content with one to eight changes."""
    for _ in range(chance.randint(1, 8)):
        place = chance.randrange(len(content) + 1)
        end = min(len(content), place + chance.choice((1, 1, 4, 64, 1024)))
        match chance.randrange(5):
            case 0:
                content = (
                    content[:place] + bytes(chance.randrange(256) for _ in range(end - place)) + content[end:]
                )
            case 1:
                content = content[:place] + content[end:]
            case 2:
                content = content[:place] + content[place:end] * chance.choice((2, 50)) + content[end:]
            case 3:
                content = content[:place] + chance.choice(_PIECES) + content[place:]
            case _:
                content = content[: max(1, place)] if chance.random() < 0.3 else content
    return content[: 4 * 2**20]


def attack(server: Server, count: int, seed: int = 1) -> Outcome:
    """``count`` mutated files, one document each, a tenth of them under the name of another format."""
    chance = random.Random(seed)
    outcome = Outcome("mutated files")
    files = seeds()
    server.make_store()
    with server.client() as client, outcome.against(server):
        for number in range(count):
            name = sorted(files)[number % len(files)]
            content = mutated(files[name], chance)
            shown = chance.choice(sorted(files)) if chance.random() < 0.1 else name
            raw = base64.b64encode(content).decode()
            body = {"structData": {"title": shown}, "content": {"mimeType": _type(shown), "rawBytes": raw}}
            what = f"seed {seed}, file {number}: {name} as {shown}"
            address = f"/v1/{STORE}/branches/0/documents/m{number % 50}?allowMissing=true"
            outcome.send(client, what, "PATCH", address, json=body)
    return outcome


def _type(name: str) -> str:
    return {
        "txt": "text/plain",
        "md": "text/markdown",
        "html": "text/html",
        "csv": "text/csv",
        "tsv": "text/tab-separated-values",
        "json": "application/json",
        "jsonl": "application/jsonl",
        "eml": "message/rfc822",
        "pdf": "application/pdf",
        "epub": "application/epub+zip",
        "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        "pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation",
        "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    }.get(name.rsplit(".", 1)[-1], "application/octet-stream")
