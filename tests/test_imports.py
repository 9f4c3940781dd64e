"""Which room may import which, and which file owns which outside library."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
ROOMS = {"grounding": set[str](), "ingest": {"grounding"}, "app": {"grounding", "ingest"}}
TRAINING = "grounding/training/*"  # and what only a set-up runs

# An outside library -> the only files that may import it. A library that is not named here is free.
OWNERS = {
    "PIL": ("ingest/render_worker.py",),
    "charset_normalizer": ("ingest/text.py",),
    "click": ("app/cli/*", "app/demo.py", TRAINING),
    "defusedxml": ("ingest/epub.py",),
    "docx": ("ingest/docx.py",),
    "fastapi": ("app/*",),
    "filelock": ("ingest/data_folder.py",),
    "fsspec": ("ingest/files.py", "ingest/import_folders.py"),
    "google": ("app/grpc/*",),
    "grpc": ("app/grpc/*",),
    "httpx": ("app/cli/*", "app/grpc/transcoding.py", "ingest/store_server.py"),
    "llama_index": (
        "app/llm.py",
        "grounding/llama_index/*",
        "grounding/llm_entailment.py",
        "ingest/chunk.py",
        "ingest/llama_index.py",
    ),
    "markdown_it": ("grounding/markdown.py",),
    "nncf": ("grounding/quantize.py",),
    "openpyxl": ("ingest/xlsx.py",),
    "openvino": ("grounding/encoder.py", "grounding/quantize.py"),
    "pptx": ("ingest/pptx.py",),
    "pydantic": ("app/*", "grounding/llm_entailment.py"),
    "pydantic_settings": ("app/settings.py",),
    "pypdf": ("ingest/pdf.py",),
    "pypdfium2": ("ingest/pdf_second.py", "ingest/render_worker.py"),
    "qdrant_client": ("ingest/store_server.py",),
    "qdrant_edge": ("ingest/bm25.py", "ingest/store_edge.py"),
    "rapidocr": ("ingest/ocr.py",),
    "rich": ("app/cli/*",),
    "selectolax": ("ingest/html.py",),
    "sentence_transformers": (
        "grounding/cross_encoder.py",
        "ingest/embed_transformers.py",
        "ingest/rerank_transformers.py",
    ),
    "sentencex": ("grounding/sentences.py", TRAINING),
    "sklearn": ("grounding/metrics.py", TRAINING),
    "sqlalchemy": (
        "ingest/catalogue.py",
        "ingest/database.py",
        "ingest/journal.py",
        "ingest/registry.py",
        "ingest/tables.py",
    ),
    "starlette": ("app/*",),
    "tokenizers": ("grounding/encoder.py", TRAINING),
    "torch": ("grounding/quantize.py", TRAINING),
    "transformers": ("grounding/quantize.py", TRAINING),
    "uvicorn": ("app/cli/*",),
    "watchfiles": ("app/cli/watch.py",),
}


def sources() -> Iterator[Path]:
    for room in ROOMS:
        yield from (ROOT / room).rglob("*.py")


def imported(path: Path) -> set[str]:
    """The top-level names that a file imports anywhere in it."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} imports relatively; name the room"
            found.add(str(node.module).partition(".")[0])
    return found


@pytest.mark.parametrize("room", ROOMS)
def test_rooms_import_in_one_direction(room: str) -> None:
    for path in (ROOT / room).rglob("*.py"):
        strangers = (imported(path) & set(ROOMS)) - ROOMS[room] - {room}
        assert not strangers, f"{path.relative_to(ROOT)} imports {strangers}"


def test_one_library_one_adapter() -> None:
    for path in sources():
        name = path.relative_to(ROOT).as_posix()
        for library in imported(path) & set(OWNERS):
            assert any(fnmatch(name, owner) for owner in OWNERS[library]), f"{name} imports {library}"


def test_no_owner_is_forgotten() -> None:
    used: dict[str, set[str]] = {}
    for path in sources():
        for library in imported(path):
            used.setdefault(library, set()).add(path.relative_to(ROOT).as_posix())
    for library, owners in OWNERS.items():
        for owner in owners:
            if owner != TRAINING:
                assert any(fnmatch(name, owner) for name in used.get(library, ())), f"{owner}: no {library}"


def loaded_by(statement: str) -> set[str]:
    """The top-level modules that a fresh interpreter has loaded after ``statement``."""
    code = f"{statement}\nimport sys\nprint(*{{name.partition('.')[0] for name in sys.modules}})"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def test_the_core_loads_no_web_framework_no_torch_and_no_llama_index() -> None:
    heavy = {
        "fastapi",
        "starlette",
        "pydantic",
        "torch",
        "transformers",
        "llama_index",
        "sqlalchemy",
        "qdrant_client",
    }
    assert not loaded_by("import grounding") & heavy


def test_serving_loads_no_torch() -> None:
    assert not loaded_by("import app.main") & {"torch", "transformers", "sentence_transformers", "nncf"}
