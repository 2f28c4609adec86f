"""A connection under the test's control."""

import asyncio
import json
from typing import Any

from queenhigh.client.errors import Dropped


class Wire:
    """One connection: the test supplies the incoming messages and reads those sent."""

    def __init__(self, *messages: str) -> None:
        self._messages: asyncio.Queue[str | None] = asyncio.Queue()
        self._sent: asyncio.Queue[Any] = asyncio.Queue()
        self.closed = False
        for message in messages:
            self.say(message)

    def say(self, message: str) -> None:
        self._messages.put_nowait(message)

    def drop(self) -> None:
        self._messages.put_nowait(None)

    async def send(self, text: str) -> None:
        if self.closed:
            raise Dropped
        self._sent.put_nowait(json.loads(text))

    async def receive(self) -> str:
        message = await self._messages.get()
        if message is None:
            self.closed = True
            raise Dropped
        return message

    async def close(self) -> None:
        self.closed = True

    async def next_sent(self) -> Any:
        return await self._sent.get()
