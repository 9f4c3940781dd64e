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

# The floors of each room from the bottom up: a module or package imports from the lines above its own only.
LAYERS: dict[str, list[set[str]]] = {
    "grounding": [
        {"errors", "limits", "types"},
        {"cancellation"},
        {"text"},
        {"claims", "compare"},
        {"evidence", "judge"},
        {"helpfulness", "reader"},
        {"correction", "verdict"},
        {"check"},
        {"actions", "evaluation"},
        {"policy"},
        {"client", "llama_index", "pipelines", "training"},
    ],
    "ingest": [
        {"errors", "types"},
        {"names", "media_types"},
        {"layout"},
        {"formats", "pdf"},
        {"processes"},
        {"embedding", "registry", "store"},
        {"chunk"},
        {"pipeline"},
        {"documents", "search"},
        {"library"},
        {"llama_index"},
    ],
    "app": [
        {"settings"},
        {"wire"},
        {"access", "operations", "telemetry"},
        {"answering", "evaluation_events", "intake"},
        {"services"},
        {"api"},
        {"main"},
        {"grpc", "mcp"},
        {"cli"},
        {"demo"},
    ],
}

# An outside library -> the only files that may import it. A library that is not named here is free.
OWNERS = {
    "PIL": ("ingest/processes/render_worker.py",),
    "alembic": ("ingest/registry/migrations/*", "ingest/registry/upgrade.py"),
    "aiohttp": ("ingest/documents/import_folders.py",),
    "charset_normalizer": ("ingest/formats/text.py",),
    "click": ("app/cli/*", "app/demo.py", TRAINING),
    "defusedxml": ("ingest/formats/epub.py",),
    "docx": ("ingest/formats/docx.py",),
    "fastapi": ("app/*",),
    "filelock": ("ingest/documents/data_folder.py",),
    "fsspec": ("ingest/documents/file_storage.py", "ingest/documents/import_folders.py"),
    "google": ("app/grpc/*",),
    "grpc": ("app/grpc/*",),
    "httpx": (
        "app/answering/llm_connection.py",
        "app/cli/*",
        "app/grpc/transcoding.py",
        "grounding/client/*",
        "ingest/store/server.py",
    ),
    "llama_index": (
        "app/answering/llm.py",
        "grounding/llama_index/*",
        "grounding/judge/language_model.py",
        "ingest/chunk.py",
        "ingest/llama_index.py",
    ),
    "markdown_it": ("grounding/claims/markdown.py",),
    "mcp": ("app/mcp/*",),
    "nncf": ("grounding/judge/quantize.py",),
    "openpyxl": ("ingest/formats/xlsx.py",),
    "opentelemetry": (
        "app/evaluation_events.py",
        "app/telemetry/traces.py",
        "grounding/pipelines/evaluation_events.py",
    ),
    "openvino": ("grounding/judge/encoder.py", "grounding/judge/quantize.py"),
    "pptx": ("ingest/formats/pptx.py",),
    "pydantic": ("app/*", "grounding/judge/language_model.py"),
    "pydantic_settings": ("app/settings.py",),
    "py_landlock": ("ingest/processes/sandbox.py",),
    "pypdf": ("ingest/pdf/pypdf_pages.py",),
    "pypdfium2": ("ingest/pdf/pdfium_pages.py", "ingest/processes/render_worker.py"),
    "pyseccomp": ("ingest/processes/sandbox.py",),
    "prometheus_client": ("app/telemetry/metrics.py",),
    "pytest": ("grounding/pipelines/pytest_plugin.py",),
    "qdrant_client": ("ingest/store/server.py",),
    "qdrant_edge": ("ingest/store/bm25.py", "ingest/store/edge.py"),
    "rapidfuzz": ("app/answering/spelling.py",),
    "rapidocr": ("ingest/pdf/ocr.py",),
    "rich": ("app/cli/*",),
    "selectolax": ("ingest/formats/html.py",),
    "sentence_transformers": (
        "grounding/judge/cross_encoder.py",
        "ingest/embedding/sentence_transformers.py",
        "ingest/search/rerank_transformers.py",
    ),
    "sentencex": ("grounding/text/sentences.py", TRAINING),
    "sklearn": ("grounding/evaluation/metrics.py", TRAINING),
    "sqlalchemy": (
        "ingest/registry/api_keys.py",
        "ingest/registry/catalogue.py",
        "ingest/registry/database.py",
        "ingest/registry/journal.py",
        "ingest/registry/migrations/*",
        "ingest/registry/registry.py",
        "ingest/registry/schema.py",
        "ingest/registry/upgrade.py",
    ),
    "starlette": ("app/*",),
    "tokenizers": ("grounding/judge/encoder.py", TRAINING),
    "torch": ("grounding/judge/quantize.py", TRAINING),
    "transformers": ("grounding/judge/quantize.py", TRAINING),
    "uvicorn": ("app/cli/*",),
    "watchfiles": ("app/cli/bulk/watch.py",),
}


def sources() -> Iterator[Path]:
    for room in ROOMS:
        yield from (ROOT / room).rglob("*.py")


def imported_modules(path: Path) -> Iterator[str]:
    """The dotted names that a file imports anywhere in it; what it imports from a room itself counts with its name."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} imports relatively; name the room"
            names = [alias.name for alias in node.names] if node.module in ROOMS else [""]
            yield from (f"{node.module}.{name}".removesuffix(".") for name in names)


def imported(path: Path) -> set[str]:
    """The top-level names that a file imports anywhere in it."""
    return {name.partition(".")[0] for name in imported_modules(path)}


def floors_of(path: Path) -> set[str]:
    """The floors of its own room that a file imports from."""
    room = path.relative_to(ROOT).parts[0]
    names = (name.split(".") for name in imported_modules(path))
    return {parts[1] for parts in names if parts[0] == room and len(parts) > 1}


@pytest.mark.parametrize("room", ROOMS)
def test_rooms_import_in_one_direction(room: str) -> None:
    for path in (ROOT / room).rglob("*.py"):
        strangers = (imported(path) & set(ROOMS)) - ROOMS[room] - {room}
        assert not strangers, f"{path.relative_to(ROOT)} imports {strangers}"


@pytest.mark.parametrize("room", LAYERS)
def test_floors_import_downwards(room: str) -> None:
    heights = {floor: height for height, layer in enumerate(LAYERS[room]) for floor in layer}
    for path in (ROOT / room).rglob("*.py"):
        name = path.relative_to(ROOT).as_posix()
        floor = path.relative_to(ROOT / room).parts[0].removesuffix(".py")
        if floor == "__init__":
            continue
        assert floor in heights, f"{name}: give {floor} its place in LAYERS"
        for other in (floors_of(path) & set(heights)) - {floor}:
            assert heights[other] < heights[floor], f"{name} imports {room}.{other}, which is not below it"


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
    assert not loaded_by("from grounding import GroundingChecker") & heavy


def test_serving_loads_no_torch() -> None:
    assert not loaded_by("import app.main") & {"torch", "transformers", "sentence_transformers", "nncf"}
