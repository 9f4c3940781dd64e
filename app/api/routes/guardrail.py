"""LiteLLM's generic guardrail API: answers that pass the gateway are checked against what was asked with them."""

from collections import OrderedDict
from threading import Lock
from typing import Any

from fastapi import APIRouter

from app.access.gate import require
from app.answering.facts import ClaimRetriever
from app.answering.verified import ChatVerifier, Verified, facts_in
from app.api.chat_request import ChatRequest, policy_of
from app.api.dependencies import ServicesDep
from app.services import Services
from app.wire.errors import BadRequest
from app.wire.schemas.chat import GroundingOptions
from app.wire.schemas.check import MAX_RESULTS
from app.wire.schemas.guardrail import GuardrailRequest, GuardrailResponse
from grounding.check import Facts
from grounding.policy import FAILING, Policy

router = APIRouter()
CALLS = 1_000  # conversations that are kept for their answers
STRINGS = ("store", "unsupported")


class Conversations:
    """The messages of calls that went through the gateway, by its call id, until their answer comes."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, list[dict[str, Any]]] = OrderedDict()
        self._lock = Lock()

    def keep(self, call: str, messages: list[dict[str, Any]]) -> None:
        """Keep what a call asks; the oldest of more than a thousand go."""
        with self._lock:
            self._kept[call] = messages
            if len(self._kept) > CALLS:
                self._kept.popitem(last=False)

    def take(self, call: str) -> list[dict[str, Any]]:
        """What was asked; empty where the call is unknown."""
        with self._lock:
            return self._kept.pop(call, [])


conversations = Conversations()


@router.post("/beta/litellm_basic_guardrail_api", response_model_exclude_none=True)
def apply_guardrail(body: GuardrailRequest, services: ServicesDep) -> GuardrailResponse:
    """Let an answer through, without its unsupported sentences, or not at all."""
    call, messages = body.litellm_call_id or "", body.structured_messages or []
    if body.input_type == "request":
        if call and messages:
            conversations.keep(call, messages)
        return GuardrailResponse(action="NONE")
    messages = messages or conversations.take(call)
    params = body.additional_provider_specific_params or {}
    for name in STRINGS:
        if not isinstance(params.get(name, ""), str):
            raise BadRequest(f"{name} must be a text.", f"additional_provider_specific_params.{name}")
    policy = policy_of(params.get("unsupported") or Policy.REFUSE)
    verifier = ChatVerifier(
        services.checker, messages, _facts(params.get("store", ""), messages, policy, services), policy
    )
    return _answer(body.texts or [], [verifier.verify(text) for text in body.texts or []], policy)


def _facts(store: str, messages: list[dict[str, Any]], policy: Policy, services: Services) -> Facts:
    if not store:
        return facts_in(messages)
    require("read")  # what is stored comes with the verdicts
    request = ChatRequest({}, messages, "", GroundingOptions(store=store), policy)
    return ClaimRetriever(services.library, request.sources(services.library).collections, MAX_RESULTS)


def _answer(texts: list[str], verified: list[Verified | None], policy: Policy) -> GuardrailResponse:
    grounding = [one.verdicts if one else None for one in verified]
    shown = [one.text if one else text for one, text in zip(verified, texts, strict=True)]
    failing = [
        f"{claim['verdict']}: {claim['text']}"
        for verdicts in grounding
        if verdicts
        for claim in verdicts["claims"]
        if claim["verdict"] in FAILING
    ]
    if shown == texts:
        return GuardrailResponse(action="NONE", grounding=grounding)
    if policy is Policy.REFUSE:
        reason = "Not supported by the conversation's facts. " + " ".join(failing)
        return GuardrailResponse(action="BLOCKED", blocked_reason=reason[:2_000], grounding=grounding)
    return GuardrailResponse(action="GUARDRAIL_INTERVENED", texts=shown, grounding=grounding)
