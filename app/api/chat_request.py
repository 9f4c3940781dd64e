"""A chat request in OpenAI's format: what of it is ours, and the conversation where a store is to answer it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from app.answering.ask import DEFAULT_TOP_K, Sources
from app.answering.conversation import Conversation
from app.api.conversation_request import conversation_of
from app.wire.errors import BadRequest
from app.wire.names import refuse_foreign
from app.wire.schemas.chat import GroundingOptions
from app.wire.schemas.contents import Content, Part
from app.wire.schemas.generate import GenerateContentRequest, GenerationConfig
from grounding.actions.transcript import text_of
from grounding.limits import FACTS
from grounding.policy import Policy
from ingest.library import Library
from ingest.types import CollectionName

STORE = "store/"
PROJECT, LOCATION = "local", "global"  # where the page and the command line keep their stores
# Settings that would change the kind of the answer, with the values that would not.
REFUSED: dict[str, tuple[Any, ...]] = {
    "n": (1,),
    "tools": ([],),
    "functions": ([],),
    "logprobs": (False,),
    "response_format": ({"type": "text"},),
    "modalities": (["text"],),
    "audio": (),
}
ROLES = {"user": "user", "assistant": "model"}


@dataclass(frozen=True)
class ChatRequest:
    """``body`` is the request as the language model's server understands it, without what is ours."""

    body: Mapping[str, Any]
    messages: Sequence[Mapping[str, Any]]
    model: str
    options: GroundingOptions
    policy: Policy

    @classmethod
    def read(cls, content: Mapping[str, Any], header: str) -> "ChatRequest":
        """Read a request; ``header`` may name the policy too. Raises BadRequest, naming the field."""
        body = {name: value for name, value in content.items() if name != "grounding"}
        try:
            options = GroundingOptions.model_validate(content.get("grounding") or {})
        except ValidationError as error:
            first = error.errors()[0]
            place = ".".join(["grounding", *map(str, first["loc"])])
            raise BadRequest(f"{place}: {first['msg']}.", place) from error
        messages, model = body.get("messages"), body.get("model")
        if not isinstance(messages, list) or not all(isinstance(message, Mapping) for message in messages):
            raise BadRequest("messages must be a list of objects with role and content.", "messages")
        if not isinstance(model, str) or not model:
            raise BadRequest(
                "model is missing; name store/ID or a model of the language model server.", "model"
            )
        return cls(body, messages, model, options, policy_of(options.unsupported or header))

    @property
    def store(self) -> str:
        """The store that is to answer; empty where the language model's server is."""
        return self.options.store or (self.model.removeprefix(STORE) if self.model.startswith(STORE) else "")

    def sources(self, library: Library) -> Sources:
        """Where to look. Raises BadRequest, NotFound, Forbidden."""
        parts = self.store.split("/")
        if len(parts) not in (1, 3) or not all(parts):
            raise BadRequest(
                f"The store is {self.store[:200]!r}; name it as ID or PROJECT/LOCATION/ID.", "model"
            )
        name = CollectionName(*parts) if len(parts) == 3 else CollectionName(PROJECT, LOCATION, parts[0])
        refuse_foreign(name.project)
        top_k = self.options.top_k or DEFAULT_TOP_K
        if not 1 <= top_k <= FACTS:
            raise BadRequest(f"top_k is {top_k}; it must be between 1 and {FACTS}.", "grounding.top_k")
        return Sources((library.get_collection(name).name,), top_k=top_k)

    def conversation(self) -> Conversation:
        """The conversation for a store. Raises BadRequest for what is not served, naming the field."""
        for name, harmless in REFUSED.items():
            if self.body.get(name) is not None and self.body[name] not in harmless:
                raise BadRequest(f"{name} is not served with a store; leave it out.", name)
        turns, instructions = [], []
        for number, message in enumerate(self.messages):
            place = f"messages[{number}]"
            role, text = message.get("role"), text_of(message.get("content"), place)
            if role in ("system", "developer"):
                instructions.append(text)
            elif isinstance(role, str) and role in ROLES:
                turns.append(Content(role=ROLES[role], parts=[Part(text=text)]))
            else:
                raise BadRequest(
                    f"{place}.role is {str(role)[:80]!r}; a store answers system, user and assistant.",
                    f"{place}.role",
                )
        if not turns or turns[-1].role != "user" or not turns[-1].text_of("messages").strip():
            raise BadRequest("The last of messages must be a user message with text.", "messages")
        instruction = Content(parts=[Part(text="\n\n".join(instructions))]) if instructions else None
        return conversation_of(
            GenerateContentRequest(
                contents=turns, system_instruction=instruction, generation_config=self._config()
            )
        )

    def _config(self) -> GenerationConfig:
        stop = self.body.get("stop") or []
        given = {
            name: self.body[name]
            for name in ("temperature", "top_p", "seed", "presence_penalty", "frequency_penalty")
            if self.body.get(name) is not None
        }
        most = self.body.get("max_completion_tokens") or self.body.get("max_tokens")
        try:
            return GenerationConfig.model_validate(
                {
                    **given,
                    "max_output_tokens": most,
                    "stop_sequences": [stop] if isinstance(stop, str) else stop,
                }
            )
        except ValidationError as error:
            first = error.errors()[0]
            place = str(first["loc"][0]) if first["loc"] else ""
            raise BadRequest(f"{place}: {first['msg']}.", place) from error


def policy_of(name: str) -> Policy:
    """What becomes of unsupported sentences; none named: they are told. Raises BadRequest."""
    try:
        return Policy(name or Policy.ANNOTATE)
    except ValueError:
        choices = ", ".join(Policy)
        raise BadRequest(
            f"unsupported is {name[:80]!r}; it must be one of {choices}.", "unsupported"
        ) from None
