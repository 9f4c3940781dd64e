"""Messages of a conversation: contents, parts and tools, and what of them is served."""

from app.wire.errors import BadRequest
from app.wire.messages import Message
from app.wire.scalars import Bool, Bytes, String, Struct
from app.wire.schemas.sources import Retrieval


class Part(Message):
    """A part of a content. Only text is served; the other kinds are read so that they can be named."""

    oneofs = (
        (
            "text",
            "inline_data",
            "file_data",
            "function_call",
            "function_response",
            "executable_code",
            "code_execution_result",
        ),
    )

    text: String | None = None
    inline_data: Struct | None = None
    file_data: Struct | None = None
    function_call: Struct | None = None
    function_response: Struct | None = None
    executable_code: Struct | None = None
    code_execution_result: Struct | None = None
    video_metadata: Struct | None = None
    media_resolution: Struct | None = None
    part_metadata: Struct | None = None
    thought: Bool = False
    thought_signature: Bytes = b""


class Content(Message):
    """One turn of a conversation, or an instruction."""

    role: String = ""
    parts: list[Part] = []

    def text_of(self, field: str) -> str:
        """The text of all parts, thoughts left out. Raises BadRequest for a part that is not text."""
        for number, part in enumerate(self.parts):
            if part.text is None:
                given = next((name for name in part.oneofs[0] if getattr(part, name) is not None), "nothing")
                raise BadRequest(
                    f"{field}.parts[{number}] holds {given}; only text parts are supported.",
                    f"{field}.parts[{number}]",
                )
        return "".join(part.text or "" for part in self.parts if not part.thought)


class Tool(Message):
    """A tool. Only retrieval is served; the other kinds are read so that they can be named."""

    retrieval: Retrieval | None = None
    function_declarations: list[Struct] = []
    google_search: Struct | None = None
    google_search_retrieval: Struct | None = None
    google_maps: Struct | None = None
    enterprise_web_search: Struct | None = None
    parallel_ai_search: Struct | None = None
    exa_ai_search: Struct | None = None
    code_execution: Struct | None = None
    url_context: Struct | None = None
    computer_use: Struct | None = None
    file_search: Struct | None = None
    mcp_servers: list[Struct] = []
