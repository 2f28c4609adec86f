"""Messages to a client: in order, each waited for before the next."""

import asyncio
from typing import Any

import pytest

from queenhigh.service.delivery import Delivery, Message
from queenhigh.service.live_connection import Outgoing
from queenhigh.service.tables.watch import Watch
from queenhigh.wire.messages import Pong
from tests.patience import until
from tests.service.rooms import NOON


class Socket:
    def __init__(self) -> None:
        self.sent: list[str] = []
        self.under_way: list[asyncio.Future[None]] = []
        self.scope = {"queenhigh.send": self.send}

    def send(self, message: dict[str, Any]) -> asyncio.Future[None]:
        self.sent.append(message["text"])
        self.under_way.append(asyncio.get_running_loop().create_future())
        return self.under_way[-1]


class Saying:
    """Counts, whatever it is told."""

    def __init__(self) -> None:
        self.watch = Watch("table", lambda ended: None)
        self._said = 0

    async def first(self) -> None: ...

    async def hear(self, text: str) -> None: ...

    def told(self, news: Any) -> Message:
        self._said += 1
        return Message(str(self._said).encode())


class Failing(Saying):
    def told(self, news: Any) -> Message:
        raise KeyError("what nobody thought of")


def test_a_failure_ends_this_connection_and_nothing_else() -> None:
    async def work() -> None:
        talk = Failing()
        running = asyncio.create_task(
            Delivery(talk, Outgoing(Socket())).run()  # type: ignore[arg-type]
        )
        await until(lambda: talk.watch.push is not None)
        talk.watch.tell(Pong(NOON))
        with pytest.raises(KeyError):
            await running
        talk.watch.tell(Pong(NOON))  # To nobody.

    asyncio.run(work())


def test_a_message_waits_for_the_one_before_it() -> None:
    async def work() -> None:
        socket = Socket()
        talk = Saying()
        outgoing = Outgoing(socket)  # type: ignore[arg-type]
        running = asyncio.create_task(Delivery(talk, outgoing).run())
        await until(lambda: talk.watch.push is not None)
        talk.watch.tell(Pong(NOON))
        assert socket.sent == ["1"]  # At once, from where it arose.
        talk.watch.tell(Pong(NOON))
        talk.watch.tell(Pong(NOON))
        await until(lambda: outgoing._under_way is None)  # It waits for the first.
        assert socket.sent == ["1"]
        socket.under_way[0].set_result(None)
        await until(lambda: socket.sent == ["1", "2"])
        socket.under_way[1].set_result(None)
        await until(lambda: socket.sent == ["1", "2", "3"])
        talk.watch.end()
        socket.under_way[2].set_result(None)
        await running

    asyncio.run(work())


def test_an_asynchronous_send_is_awaited() -> None:
    async def work() -> None:
        sent: list[str] = []

        async def send(message: dict[str, Any]) -> None:
            sent.append(message["text"])

        socket = Socket()
        socket.scope = {"queenhigh.send": send}  # type: ignore[dict-item]
        outgoing = Outgoing(socket)  # type: ignore[arg-type]
        assert outgoing.is_free()
        outgoing.send(Message(b"1"))
        assert not outgoing.is_free()
        await outgoing.freed()
        assert sent == ["1"]
        assert outgoing.is_free()

    asyncio.run(work())
