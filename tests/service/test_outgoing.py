"""Messages to a client: in order, each waited for before the next."""

import asyncio
from typing import Any

from queenhigh.service.live_connection import Outgoing


class Socket:
    def __init__(self) -> None:
        self.sent: list[str] = []
        self.under_way: list[asyncio.Future[None]] = []
        self.scope = {"queenhigh.send": self.send}

    def send(self, message: dict[str, Any]) -> asyncio.Future[None]:
        self.sent.append(message["text"])
        self.under_way.append(asyncio.get_running_loop().create_future())
        return self.under_way[-1]


def test_a_message_waits_for_the_one_before_it() -> None:
    async def work() -> None:
        socket = Socket()
        outgoing = Outgoing(socket)  # type: ignore[arg-type]
        await outgoing.send_data(b"1")
        second = asyncio.create_task(outgoing.send_data(b"2"))
        await asyncio.sleep(0)
        assert socket.sent == ["1"]
        socket.under_way[0].set_result(None)
        await second
        assert socket.sent == ["1", "2"]
        end = asyncio.create_task(outgoing.flush())
        await asyncio.sleep(0)
        assert not end.done()
        socket.under_way[1].set_result(None)
        await end

    asyncio.run(work())


def test_a_server_that_sends_when_awaited_is_awaited() -> None:
    async def work() -> None:
        sent: list[str] = []

        async def send(message: dict[str, Any]) -> None:
            sent.append(message["text"])

        socket = Socket()
        socket.scope = {"queenhigh.send": send}  # type: ignore[dict-item]
        outgoing = Outgoing(socket)  # type: ignore[arg-type]
        await outgoing.send_data(b"1")
        assert sent == ["1"]
        await outgoing.flush()

    asyncio.run(work())
