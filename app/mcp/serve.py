"""The tools over standard input and output, or over streamable HTTP."""

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path

from app.mcp.tools import tools_of
from grounding import GroundingChecker
from grounding.client import AsyncClient

HOST = "127.0.0.1"


def serve(
    address: str,
    key: str,
    project: str,
    location: str,
    load_checker: Callable[[], GroundingChecker],
    folders: Sequence[Path],
    http_port: int | None,
) -> None:
    """Serve until the other side ends. With ``http_port`` at ``http://127.0.0.1:PORT/mcp``, for this machine only: the
    tools act with the one ``key`` of whoever started them, so that a stranger must not reach them.
    """

    async def run() -> None:
        async with AsyncClient(address, key=key, project=project, location=location) as client:
            tools = tools_of(client, load_checker, folders)
            if http_port is None:
                await tools.run_stdio_async()
            else:
                await tools.run_streamable_http_async(host=HOST, port=http_port)

    asyncio.run(run())
