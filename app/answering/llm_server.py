"""The configured language model server, asked with the messages of others: requests go on as they came."""

from collections.abc import Iterator, Mapping
from typing import Any

from app.answering.llm_connection import NoAnswer, bounded_client, llm_errors
from app.settings import Settings
from app.wire.errors import NotReady

PATH = "/chat/completions"


class ChatServer:
    """Passes chat requests on to ``base_url``; ``timeout`` in seconds for each."""

    def __init__(self, base_url: str, api_key: str = "", *, timeout: float = 120.0) -> None:
        from openai import OpenAI

        self._base_url = base_url
        self._client = OpenAI(
            base_url=base_url,
            api_key=api_key or "none",
            timeout=timeout,
            max_retries=0,
            http_client=bounded_client(timeout),
        )

    @classmethod
    def of(cls, settings: Settings) -> "ChatServer":
        """The server that ``settings`` name. Raises NotReady where they name none."""
        if not settings.llm_base_url:
            raise NotReady(
                "No language model server is configured, so only models named store/ID are served: set "
                "SUREGROUND_LLM_BASE_URL."
            )
        key = settings.llm_api_key.get_secret_value()
        return cls(settings.llm_base_url, key, timeout=settings.llm_timeout)

    def complete(self, body: Mapping[str, Any]) -> dict[str, Any]:
        """The reply to a request as JSON. Raises TooSlow, Unavailable, Busy, BadRequest, BadGateway."""
        from openai.types.chat import ChatCompletion

        with llm_errors(self._base_url):
            reply = self._client.post(PATH, cast_to=ChatCompletion, body=dict(body)).to_dict(mode="json")
            if not isinstance(reply.get("choices"), list) or not reply["choices"]:
                raise NoAnswer("it holds no choice")
            return reply

    def stream(self, body: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
        """The chunks of a streamed reply as JSON. Raises as :meth:`complete`, also half-way."""
        from openai import Stream
        from openai.types.chat import ChatCompletionChunk

        with llm_errors(self._base_url):
            chunks = self._client.post(
                PATH,
                cast_to=ChatCompletionChunk,
                body=dict(body),
                stream=True,
                stream_cls=Stream[ChatCompletionChunk],
            )
            for chunk in chunks:
                yield chunk.to_dict(mode="json")
