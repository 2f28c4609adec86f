"""Waiting for a condition instead of for a time."""

import asyncio
from collections.abc import Callable

SECONDS = 120  # Only a test that fails waits this long.


async def until(true: Callable[[], bool], seconds: float = SECONDS) -> None:
    """Wait for something that happens on its own."""
    async with asyncio.timeout(seconds):
        while not true():
            await asyncio.sleep(0.001)
