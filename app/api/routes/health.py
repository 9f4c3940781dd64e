"""Is the server ready, with which models and limits?"""

from importlib.metadata import version

from fastapi import APIRouter, Request, Response

from app.api.dependencies import ServicesDep
from app.wire.errors import Missing
from app.wire.scalars import Struct
from grounding.limits import ANSWER_TOKENS, FACT_CHARACTERS, FACTS
from ingest.formats.table import ENDINGS

router = APIRouter()


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
    """``ready``, and 200, while the registry and the chunk store answer; else 503: send requests elsewhere."""
    ready = services.library.healthy()
    response.status_code = 200 if ready else 503
    return {"ready": ready}


@router.post("/", include_in_schema=False)
async def gateway_mode(request: Request) -> None:
    """google-genai posts here when it dropped project and location; say so (contract.md part 1)."""
    raise Missing(
        "POST / is not served. google-genai sends it in its gateway mode: with a custom base_url, project "
        "and location must be arguments of genai.Client(vertexai=True, project=..., location=..., "
        "http_options=...); from GOOGLE_CLOUD_PROJECT and GOOGLE_CLOUD_LOCATION they are dropped."
    )
