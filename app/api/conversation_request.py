"""From a generateContent request to the conversation a writer works from; what is not served is refused by name."""

from app.answering.conversation import Conversation, Turn
from app.wire.errors import BadRequest
from app.wire.schemas.generate import GenerateContentRequest, GenerationConfig, Modality

ROLES = ("user", "model")
# Settings that would change the kind of the answer, with the values that would not.
REFUSED = {
    "response_schema": None,
    "response_json_schema": None,
    "response_format": None,
    "response_logprobs": False,
    "logprobs": 0,
}
LIMITS = {
    "temperature": (0, 2),
    "top_p": (0, 1),
    "presence_penalty": (-2, 2),
    "frequency_penalty": (-2, 2),
    "max_output_tokens": (0, 2**31),
}


def conversation_of(body: GenerateContentRequest) -> Conversation:
    """The conversation, without where to look. Raises BadRequest for what is not served, naming the field."""
    for number, tool in enumerate(body.tools):
        given = (name for name in type(tool).model_fields if getattr(tool, name) not in (None, []))
        other = next((name for name in given if name != "retrieval"), None)
        if other:
            raise BadRequest(
                f"tools[{number}].{other} is not supported; only retrieval tools are.",
                f"tools[{number}].{other}",
            )
    if body.cached_content:
        raise BadRequest("cached_content is not supported; send the contents.", "cached_content")
    if not body.contents:
        raise BadRequest("contents is empty; send at least one turn.", "contents")
    turns = []
    for number, content in enumerate(body.contents):
        if content.role not in ("", *ROLES):
            raise BadRequest(
                f"contents[{number}].role is {content.role!r}; it must be user or model.",
                f"contents[{number}].role",
            )
        turns.append(
            Turn("model" if content.role == "model" else "user", content.text_of(f"contents[{number}]"))
        )
    last = turns[-1]
    if last.role != "user" or not last.text.strip():
        raise BadRequest("The last of contents must be a user turn with text.", f"contents[{len(turns) - 1}]")
    instruction = body.system_instruction.text_of("system_instruction") if body.system_instruction else ""
    history = tuple(turn for turn in turns[:-1] if turn.text.strip())
    config = body.generation_config or GenerationConfig()
    _check(config)
    return Conversation(last.text.strip(), history, instruction, config)


def _check(config: GenerationConfig) -> None:
    field = "generation_config"
    for name, harmless in REFUSED.items():
        if getattr(config, name) not in (None, harmless):
            raise BadRequest(f"{field}.{name} is not supported; leave it out.", f"{field}.{name}")
    if config.response_mime_type not in ("", "text/plain"):
        raise BadRequest(
            f"response_mime_type {config.response_mime_type!r} is not supported; only text/plain is.",
            f"{field}.response_mime_type",
        )
    if set(config.response_modalities) - {Modality.TEXT, Modality.MODALITY_UNSPECIFIED}:
        raise BadRequest("Only the response modality TEXT is supported.", f"{field}.response_modalities")
    if config.candidate_count not in (None, 0, 1):
        raise BadRequest(
            f"candidate_count is {config.candidate_count}; only 1 is supported.", f"{field}.candidate_count"
        )
    for name, (low, high) in LIMITS.items():
        value = getattr(config, name)
        if value is not None and not low <= value <= high:
            raise BadRequest(f"{name} is {value}; it must be between {low} and {high}.", f"{field}.{name}")
