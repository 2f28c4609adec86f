"""Waiting for a condition instead of for a time."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from inspect import isawaitable

SECONDS = 120  # Only a test that fails waits this long.


async def until(true: Callable[[], bool | Awaitable[bool]], seconds: float = SECONDS) -> None:
    """Wait for something that happens on its own."""
    async with asyncio.timeout(seconds):
        while not (await holds if isawaitable(holds := true()) else holds):
            await asyncio.sleep(0.001)


async def turn() -> None:
    """Let everything else run that is ready; never wait like this for something to happen."""
    await asyncio.sleep(0)


def becomes(true: Callable[[], bool], seconds: float = SECONDS) -> bool:
    """Wait for something that another process does; False if it never happened."""
    last = time.monotonic() + seconds
    while not true():
        if time.monotonic() > last:
            return False
        time.sleep(0.02)
    return True
