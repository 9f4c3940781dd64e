"""Messages of LiteLLM's generic guardrail API: names as it writes them, unknown fields are let through."""

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict


class GuardrailRequest(BaseModel):
    """Texts of a request or a response that pass the gateway; ``structured_messages`` are the conversation."""

    model_config = ConfigDict(extra="ignore")

    texts: list[str] | None = None
    input_type: Literal["request", "response"]
    structured_messages: list[dict[str, Any]] | None = None
    litellm_call_id: str | None = None
    additional_provider_specific_params: dict[str, Any] | None = None


class GuardrailResponse(BaseModel):
    """``grounding`` is ours: the verdicts on each text."""

    action: Literal["BLOCKED", "NONE", "GUARDRAIL_INTERVENED"]
    blocked_reason: str | None = None
    texts: list[str] | None = None
    grounding: list[dict[str, Any] | None] = []
