"""The tools before the package's own client: in memory, over standard input and output, over streamable HTTP."""

import asyncio
import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from mcp import Client, StdioServerParameters
from mcp.types import CallToolResult

from app.cli.server.http_server import temporary_server
from app.mcp.tools import tools_of
from app.settings import Settings
from grounding import GroundingChecker
from grounding.client import AsyncClient
from grounding.client import Client as PlainClient
from tests.app.ports import free_port

ROOT = Path(__file__).parents[3]
SAMPLES = ROOT / "app" / "samples"
TOWER = [
    "The Brindle tower stands by the harbour and is 61 metres tall.",
    "It was built in 1931 by Ada Linden.",
]
NAMES = {"check_answer", "check_actions", "search", "ask", "ingest"}


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with temporary_server(Settings(data=tmp_path_factory.mktemp("data"))) as address:
        with PlainClient(address) as client:
            client.create_store("museum")
            client.ingest(SAMPLES / "museum-annual-report.pdf", store="museum")
        yield address


@pytest.fixture
def called(address: str, tmp_path: Path) -> Callable[..., CallToolResult]:
    """Calls one tool by a client in this process; files below the test's folder are open to it."""

    async def call(tool: str, /, **arguments: Any) -> CallToolResult:
        async with (
            AsyncClient(address) as asynchronous,
            Client(tools_of(asynchronous, GroundingChecker.load, [tmp_path])) as client,
        ):
            return await client.call_tool(tool, arguments)

    return lambda tool, /, **arguments: asyncio.run(call(tool, **arguments))


def text_of(result: CallToolResult) -> str:
    return "".join(getattr(part, "text", "") for part in result.content)


def structured(result: CallToolResult) -> dict[str, Any]:
    assert not result.is_error, text_of(result)
    assert result.structured_content is not None
    return result.structured_content


def test_every_tool_says_what_it_takes_returns_and_may_do(address: str) -> None:
    async def listed() -> dict[str, Any]:
        async with (
            AsyncClient(address) as asynchronous,
            Client(tools_of(asynchronous, GroundingChecker.load)) as client,
        ):
            assert "check_answer" in (client.instructions or "")
            return {tool.name: tool for tool in (await client.list_tools()).tools}

    tools = asyncio.run(listed())
    assert tools.keys() == NAMES
    for name, tool in tools.items():
        assert tool.description and tool.output_schema, name
        assert tool.annotations.read_only_hint is (name != "ingest")
        assert tool.annotations.open_world_hint is False
    assert tools["ingest"].annotations.destructive_hint is False
    sentence = tools["check_answer"].output_schema["$defs"]["Sentence"]["properties"]
    assert "disputed" in sentence["verdict"]["description"]


def test_an_answer_is_checked_against_facts(called: Callable[..., CallToolResult]) -> None:
    answer = "The Brindle tower is 61 metres tall. Its keeper owns three boats."
    body = structured(called("check_answer", answer=answer, facts=TOWER))
    assert body["grounded"] is False and 0 < body["support_score"] < 1
    first, second = body["sentences"]
    assert first["verdict"] == "supported"
    assert first["evidence"] == [{"source": "fact 1", "text": TOWER[0]}]
    assert second["verdict"] == "not covered"
    assert answer[second["start"] : second["end"]] == second["text"] == "Its keeper owns three boats."


def test_an_answer_is_checked_against_a_store(called: Callable[..., CallToolResult]) -> None:
    body = structured(called("check_answer", answer="The museum employs fourteen people.", store="museum"))
    assert body["grounded"] is True
    assert body["sentences"][0]["evidence"][0]["source"].startswith("museum-annual-report, page")


def test_an_agents_words_are_checked_by_its_calls(called: Callable[..., CallToolResult]) -> None:
    call = {"id": "a", "type": "function", "function": {"name": "save_file", "arguments": '{"path": "x.md"}'}}
    messages = [
        {"role": "user", "content": "Save the notes, then run the tests."},
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "a", "content": '{"ok": true}'},
        {"role": "assistant", "content": "I saved the notes. I ran the tests."},
    ]
    body = structured(called("check_actions", messages=messages))
    assert body["borne_out"] is False
    saved, ran = body["actions"]
    assert (saved["text"], saved["verdict"], saved["tools"]) == (
        "I saved the notes.",
        "supported",
        ["save_file"],
    )
    assert (ran["text"], ran["verdict"], ran["tools"]) == ("I ran the tests.", "no such call", [])
    assert (
        structured(called("check_actions", messages=messages, answer="I saved the notes."))["borne_out"]
        is True
    )
    wrong = called("check_actions", messages=[{"role": "robot", "content": "Hello."}])
    assert wrong.is_error and "messages[0].role is 'robot'" in text_of(wrong)


def test_a_store_is_searched_and_asked(called: Callable[..., CallToolResult]) -> None:
    passages = structured(called("search", query="How many people work here?", store="museum", top_k=2))[
        "passages"
    ]
    assert len(passages) == 2 and passages[0]["first_page"] >= 1
    body = structured(called("ask", question="How many visitors came in 2025?", store="museum"))
    assert "41,280" in body["answer"]
    support = body["supported"][0]
    assert "41,280" in body["passages"][support["passages"][0]]["text"]


def test_texts_and_files_of_opened_folders_are_taken_in(
    called: Callable[..., CallToolResult], tmp_path: Path
) -> None:
    body = structured(called("ingest", name="lamp.md", text="The lamp is lit at dusk.", store="lamps"))
    assert (body["name"], body["chunks"]) == ("lamp.md", 1)
    (tmp_path / "bell.txt").write_text("The bell is rung at noon.")
    structured(called("ingest", path=str(tmp_path / "bell.txt"), store="lamps"))
    passages = structured(called("search", query="When is the bell rung?", store="lamps"))["passages"]
    assert passages[0]["text"] == "The bell is rung at noon."


def test_no_other_file_is_read(called: Callable[..., CallToolResult], tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("/etc/hostname")
    for path in ("/etc/hostname", str(tmp_path / ".." / "x"), str(tmp_path / "link")):
        refused = called("ingest", path=path, store="lamps")
        assert refused.is_error and "not in a folder that is opened" in text_of(refused)
    missing = called("ingest", path=str(tmp_path / "none.txt"))
    assert missing.is_error and "is not a file" in text_of(missing)


@pytest.mark.parametrize(
    ("name", "arguments", "said"),
    [
        ("check_answer", {"answer": "It is tall."}, "Give either facts or store"),
        ("check_answer", {"answer": " ", "facts": TOWER}, "The answer is empty"),
        ("check_answer", {"answer": "It is tall.", "store": "nowhere"}, "nowhere"),
        ("search", {"query": "Who?", "store": "nowhere"}, "nowhere"),
        ("search", {"query": "Who?", "top_k": 0}, "top_k"),
        ("ingest", {"name": "a.txt"}, "Give name and text, or path"),
    ],
)
def test_a_wrong_call_is_told_in_words_that_help(
    called: Callable[..., CallToolResult], name: str, arguments: dict[str, Any], said: str
) -> None:
    result = called(name, **arguments)
    assert result.is_error and said in text_of(result)


COMMAND = [sys.executable, "-m", "app.cli", "mcp"]


def environment() -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("SUREGROUND")}
    return kept | {"PYTHONPATH": str(ROOT)}


async def checked(client: Client) -> dict[str, Any]:
    assert {tool.name for tool in (await client.list_tools()).tools} == NAMES
    return structured(
        await client.call_tool("check_answer", {"answer": "The tower is 61 m tall.", "facts": TOWER[:1]})
    )


@pytest.mark.slow
def test_over_standard_input_and_output(address: str) -> None:
    async def run() -> dict[str, Any]:
        program = StdioServerParameters(
            command=COMMAND[0], args=[*COMMAND[1:], "--server", address], env=environment(), cwd=ROOT
        )
        async with Client(program) as client:
            return await checked(client)

    assert asyncio.run(run())["grounded"] is True


@pytest.mark.slow
def test_over_streamable_http_from_this_machine_only(address: str) -> None:
    port = free_port()
    command = [*COMMAND, "--http", str(port), "--server", address]
    with subprocess.Popen(command, cwd=ROOT, env=environment()) as process:
        try:
            _wait_for(port)

            async def run() -> dict[str, Any]:
                async with Client(f"http://127.0.0.1:{port}/mcp") as client:
                    return await checked(client)

            assert asyncio.run(run())["grounded"] is True
            foreign = httpx.post(f"http://127.0.0.1:{port}/mcp", json={}, headers={"Host": "evil.example"})
            assert foreign.status_code in (403, 421)
        finally:
            process.terminate()
            process.wait(timeout=30)


def _wait_for(port: int) -> None:
    for _ in range(600):
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return
        except OSError:
            time.sleep(0.1)
    raise AssertionError(f"nothing listens on port {port}")
