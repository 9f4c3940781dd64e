"""How late the event loop is: whatever blocks it blocks every request."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from app.telemetry.metrics import loop_lag

EVERY = 0.25  # seconds


@asynccontextmanager
async def watched_loop() -> AsyncIterator[None]:
    """Measures its lag as long as it is open."""
    watch = asyncio.create_task(_watch())
    try:
        yield
    finally:
        watch.cancel()
        with suppress(asyncio.CancelledError):
            await watch


async def _watch() -> None:
    loop = asyncio.get_running_loop()
    while True:
        due = loop.time() + EVERY
        await asyncio.sleep(EVERY)
        loop_lag.observe(max(loop.time() - due, 0.0))
