"""Is the server ready, with which models and limits?"""

import platform
import shutil
import tempfile
from importlib.metadata import version
from pathlib import Path

from fastapi import APIRouter, Request, Response

from app.api.dependencies import ServicesDep
from app.settings import Settings
from app.telemetry import metrics
from app.wire.errors import Missing
from app.wire.scalars import Struct
from grounding.judge.shipped import shipped_hashes
from grounding.limits import ANSWER_TOKENS, FACT_CHARACTERS, FACTS
from ingest.formats.table import ENDINGS
from ingest.registry.schema import VERSION as SCHEMA

router = APIRouter()
LIMITS = ("threads", "upload_workers", "upload_queue")


@router.get("/healthz")
async def healthz(services: ServicesDep) -> Struct:
    """``status`` is ``ok`` once models and stores are open; nothing is served before."""
    settings = services.settings
    return {
        "status": "ok",
        "version": version("sureground"),
        "models": {
            "entailment": services.checker.judge.name,
            "embedding": services.library.embedder.name,
            "writer": services.writer.model_version,
        },
        "limits": {
            "answerTokens": ANSWER_TOKENS,
            "facts": FACTS,
            "factCharacters": FACT_CHARACTERS,
            "bodyBytes": settings.max_body_bytes,
            "uploadBytes": settings.max_upload_bytes,
        },
        "formats": [{"name": name, "endings": list(endings)} for name, endings in ENDINGS.items()],
    }


@router.get("/readyz")
def readyz(services: ServicesDep, response: Response) -> Struct:
    """``ready``, and 200, while registry and chunk store answer and can be written to; else 503: ask elsewhere.

    The models are loaded before anything is answered.
    """
    ready = services.library.healthy() and _writable(services.settings.data)
    response.status_code = 200 if ready else 503
    return {"ready": ready}


def _writable(folder: Path) -> bool:
    try:
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


@router.get("/info")
def info(services: ServicesDep) -> Struct:
    """Versions, models with the hashes of their files, and limits: what a report of a fault should say."""
    settings = services.settings
    embedding = settings.embedding_model or "embedded"
    return {
        "version": version("sureground"),
        "python": platform.python_version(),
        "schema": SCHEMA,
        "models": {
            "entailment": {"name": services.checker.judge.name, "sha256": shipped_hashes()},
            "embedding": {"name": services.library.embedder.name, "setting": embedding},
            "writer": {"name": services.writer.model_version},
        },
        "store": "qdrant" if settings.qdrant_url else "embedded",
        "limits": {
            name: getattr(settings, name)
            for name in sorted(Settings.model_fields)
            if name in LIMITS or name.startswith(("max_", "min_"))
        },
    }


@router.get("/metrics", response_class=Response)
def metrics_page(services: ServicesDep) -> Response:
    """The metrics, for Prometheus."""
    documents, passages = services.library.sizes()
    metrics.stored_documents.set(documents)
    metrics.stored_passages.set(passages)
    metrics.free_bytes.set(shutil.disk_usage(services.settings.data).free)
    working, waiting = services.intake.lengths
    metrics.uploads_running.set(working)
    metrics.uploads_waiting.set(waiting)
    metrics.operations_running.set(services.operations.running)
    return Response(metrics.exposition(), media_type=metrics.CONTENT_TYPE)


@router.post("/", include_in_schema=False)
async def gateway_mode(request: Request) -> None:
    """google-genai posts here when it dropped project and location; say so (contract.md part 1)."""
    raise Missing(
        "POST / is not served. google-genai sends it in its gateway mode: with a custom base_url, project "
        "and location must be arguments of genai.Client(vertexai=True, project=..., location=..., "
        "http_options=...); from GOOGLE_CLOUD_PROJECT and GOOGLE_CLOUD_LOCATION they are dropped."
    )
