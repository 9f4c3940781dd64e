"""The tools: check_answer, check_actions, search, ask and ingest."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Annotated, Any, TypeVar

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.types import ToolAnnotations
from pydantic import Field

from app.mcp.results import ActionsResult, AskResult, CheckResult, FoundPassage, IngestResult, SearchResult
from grounding import Fact, GroundingChecker, GroundingError, actions
from grounding.client import AsyncClient, RequestRefused

T = TypeVar("T")
INSTRUCTIONS = (
    "Checks answers against facts or stored documents, sentence by sentence. Before you hand an answer on, call "
    "check_answer with the passages it was written from, and check_actions with the conversation where it says that "
    "something was done; take back or mend what is not supported."
)
READS = ToolAnnotations(read_only_hint=True, idempotent_hint=True, open_world_hint=False)
ADDS = ToolAnnotations(
    read_only_hint=False, destructive_hint=False, idempotent_hint=False, open_world_hint=False
)

Store = Annotated[str, Field(description="Id of the store: a named set of documents.")]
TopK = Annotated[int, Field(ge=1, le=100, description="Passages to look at.")]


def tools_of(
    client: AsyncClient, load_checker: Callable[[], GroundingChecker], folders: Sequence[Path] = ()
) -> MCPServer:
    """The tools over the server of ``client``. Files are taken in from below ``folders`` only: none, no file.

    Actions are checked in this process; ``load_checker`` is called when the first ones are.
    """
    checker = cache(load_checker)
    roots = [folder.resolve() for folder in folders]
    server = MCPServer(
        "sureground", instructions=INSTRUCTIONS, version=version("sureground"), log_level="ERROR"
    )

    @server.tool(title="Check an answer", annotations=READS)
    async def check_answer(
        answer: Annotated[str, Field(description="The text to check.")],
        facts: Annotated[
            list[str] | None, Field(description="The passages to check against, at most 200.")
        ] = None,
        store: Annotated[
            str | None, Field(description="In place of facts: the store to check against.")
        ] = None,
    ) -> CheckResult:
        """Which sentences of an answer do the facts support? Give either facts or a store.

        Every sentence gets a verdict, the words that nothing bears out, and the passage that decides.
        """
        texts = None if facts is None else [Fact(text) for text in facts]
        return CheckResult.of(await _told(client.check(answer, texts, store=store)))

    @server.tool(title="Check what an agent did", annotations=READS)
    async def check_actions(
        messages: Annotated[
            list[dict[str, Any]],
            Field(description="The conversation as OpenAI chat messages, tool calls and results included."),
        ],
        answer: Annotated[
            str, Field(description="The text to check; empty: the assistant's last one in the messages.")
        ] = "",
    ) -> ActionsResult:
        """Did an agent do what it says? Each claimed action or measured result, by the tool calls.

        "I ran the tests", "12 rows were updated": supported, contradicted by what the tool said, or no such call.
        """

        def check() -> ActionsResult:
            return ActionsResult.of(actions.check_actions(messages, checker(), answer))

        return await _told(asyncio.to_thread(check))

    @server.tool(title="Search a store", annotations=READS)
    async def search(query: str, store: Store = "default", top_k: TopK = 10) -> SearchResult:
        """The passages of stored documents that fit a query best, with their pages."""
        found = await _told(client.search(query, store=store, top_k=top_k))
        return SearchResult(passages=[FoundPassage.of(passage) for passage in found])

    @server.tool(title="Ask a store", annotations=READS)
    async def ask(question: str, store: Store = "default", top_k: TopK = 10) -> AskResult:
        """An answer from stored documents, with the passages that support each sentence."""
        return AskResult.of(await _told(client.ask(question, store=store, top_k=top_k)))

    @server.tool(title="Take in a document", annotations=ADDS)
    async def ingest(
        name: Annotated[str, Field(description="Name of the document, with its ending: notes.md.")] = "",
        text: Annotated[str, Field(description="The document's text.")] = "",
        path: Annotated[
            str, Field(description="In place of text: a file in one of the folders opened to you.")
        ] = "",
        store: Store = "default",
    ) -> IngestResult:
        """Take a text or a file into a store; it is searchable when this returns. A missing store is made."""
        content = _allowed(path, roots) if path else text.encode()
        if not path and not (name and text):
            raise ToolError("Give name and text, or path.")
        try:
            document = await client.ingest(content, store=store, name=name)
        except RequestRefused as refused:
            if refused.status != 404:
                raise ToolError(str(refused)) from refused
            await _told(client.create_store(store))
            document = await _told(client.ingest(content, store=store, name=name))
        except (GroundingError, OSError) as error:
            raise ToolError(str(error)) from error
        return IngestResult.of(document)

    return server


async def _told(waiting: Awaitable[T]) -> T:
    """What comes of it; a refusal is told to the model in its own words, so that it can mend the call."""
    try:
        return await waiting
    except (GroundingError, ValueError) as error:
        raise ToolError(str(error)) from error


def _allowed(path: str, roots: Sequence[Path]) -> Path:
    """The file, links followed, where it is below one of ``roots``: a model may be talked into naming any file."""
    file = Path(path).resolve()
    if not any(file.is_relative_to(root) for root in roots):
        opened = ", ".join(map(str, roots)) or "none"
        raise ToolError(f"{path} is not in a folder that is opened to tools (--files DIR; opened: {opened}).")
    if not file.is_file():
        raise ToolError(f"{path} is not a file.")
    return file
