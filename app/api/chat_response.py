"""Chat completions in OpenAI's format: of stored documents with citations, and of a server with verdicts added."""

import json
import time
import uuid
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from app.answering.ask import Answered
from app.answering.verified import ChatVerifier, verdicts_of
from app.services import Services
from app.wire import names
from app.wire.errors import describe
from grounding.policy import Policy

DONE = "data: [DONE]\n\n"
FINISH = {"STOP": "stop", "MAX_TOKENS": "length"}


@dataclass(frozen=True)
class StoreReply:
    """What all pieces of a reply from stored documents share, and the making of them."""

    services: Services
    model: str
    base_url: str
    policy: Policy
    prompt: tuple[str, ...]
    id: str = field(default_factory=lambda: f"chatcmpl-{uuid.uuid4().hex}")
    created: int = field(default_factory=lambda: int(time.time()))

    def whole(self, answered: Answered) -> dict[str, Any]:
        """The reply at once."""
        text, verdicts = self._shown(answered)
        message = {
            "role": "assistant",
            "content": text,
            "refusal": None,
            "annotations": self._annotations(answered, text),
        }
        choice = {"index": 0, "message": message, "logprobs": None, "finish_reason": FINISH[answered.finish]}
        reply = self._envelope("chat.completion", {**choice, "grounding": verdicts})
        return {**reply, "usage": self._usage(text)}

    def chunks(self, pieces: Iterator[str | Answered]) -> Iterator[dict[str, Any]]:
        """The reply piece by piece; the last has citations and verdicts. What may be withheld comes whole."""
        yield self._chunk({"role": "assistant", "content": ""})
        for piece in pieces:
            if isinstance(piece, Answered):
                text, verdicts = self._shown(piece)
                if self.policy is not Policy.ANNOTATE:
                    yield self._chunk({"content": text})
                end = self._chunk({"annotations": self._annotations(piece, text)}, FINISH[piece.finish])
                end["choices"][0]["grounding"] = verdicts
                yield end
            elif self.policy is Policy.ANNOTATE:
                yield self._chunk({"content": piece})

    def _shown(self, answered: Answered) -> tuple[str, dict[str, Any]]:
        if answered.report is None:
            return answered.text, {"answer": answered.text, "claims": [], "abstained": answered.abstained}
        verdicts = verdicts_of(answered.report)
        return self.policy.apply(verdicts), {**verdicts, "abstained": False}

    def _annotations(self, answered: Answered, text: str) -> list[dict[str, Any]]:
        """A citation for each supported sentence and document, in characters of the ``text`` that is shown."""
        annotations, at = [], 0
        for support in answered.supports:
            sentence = support.span.of(answered.text)
            start = text.find(sentence, at)
            if start < 0:
                continue
            at = start + len(sentence)
            documents = {
                answered.hits[rank].document.id: answered.hits[rank].document for rank, _ in support.hits
            }
            for document in documents.values():
                link = document.link or names.file_link(self.base_url, document.collection, document.id)
                place = {"start_index": start, "end_index": at}
                cited = {**place, "url": link, "title": document.title or document.display_name}
                annotations.append({"type": "url_citation", "url_citation": cited})
        return annotations

    def _chunk(self, delta: dict[str, Any], finish: str | None = None) -> dict[str, Any]:
        choice = {"index": 0, "delta": delta, "logprobs": None, "finish_reason": finish}
        return self._envelope("chat.completion.chunk", choice)

    def _envelope(self, kind: str, choice: dict[str, Any]) -> dict[str, Any]:
        return {
            "id": self.id,
            "object": kind,
            "created": self.created,
            "model": self.model,
            "system_fingerprint": self.services.writer.model_version,
            "choices": [choice],
        }

    def _usage(self, text: str) -> dict[str, int]:
        *prompt, answer = self.services.library.embedder.count_tokens([*self.prompt, text])
        return {
            "prompt_tokens": sum(prompt),
            "completion_tokens": answer,
            "total_tokens": sum(prompt) + answer,
        }


def with_verdicts(reply: dict[str, Any], verifier: ChatVerifier) -> dict[str, Any]:
    """A server's reply in which every choice has its verdicts, and the text that the policy leaves."""
    for choice in reply["choices"]:
        message = choice.get("message") or {}
        if verified := verifier.verify(message.get("content") or ""):
            message["content"] = verified.text
            choice["grounding"] = verified.verdicts
    return reply


def stream_with_verdicts(
    chunks: Iterator[dict[str, Any]], verifier: ChatVerifier
) -> Iterator[dict[str, Any]]:
    """A server's stream: its chunks as they come, the verdicts on the one that ends a choice.

    A text that may be withheld comes whole, when it has been checked.
    """
    texts: dict[int, str] = defaultdict(str)
    ending: list[dict[str, Any]] = []
    withholds = verifier.policy is not Policy.ANNOTATE
    for chunk in chunks:
        for choice in chunk.get("choices") or []:
            delta = choice.get("delta") or {}
            texts[choice.get("index", 0)] += delta.get("content") or ""
            if withholds and delta.get("content"):
                delta["content"] = ""
        if ending or any(choice.get("finish_reason") for choice in chunk.get("choices") or []):
            ending.append(chunk)
        else:
            yield chunk
    for chunk in ending:
        for choice in chunk.get("choices") or []:
            verified = verifier.verify(texts.pop(choice.get("index", 0), ""))
            if verified:
                choice["grounding"] = verified.verdicts
                if withholds:
                    choice["delta"] = {**(choice.get("delta") or {}), "content": verified.text}
        yield chunk


def events(messages: Iterator[Mapping[str, Any]]) -> Iterator[str]:
    """Server-sent events as OpenAI's clients read them; an error half-way is the last one."""
    try:
        for message in messages:
            yield f"data: {json.dumps(message, ensure_ascii=False, separators=(',', ':'))}\n\n"
    except Exception as error:
        yield f"data: {json.dumps(describe(error))}\n\n"
    yield DONE
