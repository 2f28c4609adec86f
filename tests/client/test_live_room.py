"""The lobby and the pit, live over a connection the test controls."""

import asyncio
import json
from collections import deque
from typing import Any

import pytest

from queenhigh.client import Client
from queenhigh.client.errors import Refused
from queenhigh.client.live_room import LiveRoom
from queenhigh.faults.real_service import Served
from queenhigh.wire.messages import TableShown
from tests.client.wire import Wire


@pytest.fixture(scope="module")
def one(service: Served) -> dict[str, Any]:
    """Return a table as the service shows it."""

    async def look() -> dict[str, Any]:
        async with Client(service.address) as client:
            shown: list[dict[str, Any]] = await client.get("/api/tables", list)
            return shown[0]

    return asyncio.run(look())


class Lobby:
    def __init__(self, one: dict[str, Any]) -> None:
        self._one = one

    def says(self, *tables: str, whole: bool = False, gone: tuple[str, ...] = ()) -> str:
        shown = [{**self._one, "id": each, "name": each.upper()} for each in tables]
        return json.dumps({"type": "lobby", "whole": whole, "tables": shown, "gone": gone})


async def room(*wires: Wire) -> LiveRoom[TableShown]:
    waiting = deque(wires)

    async def connect() -> Wire:
        return waiting.popleft()

    return await LiveRoom("the lobby", TableShown, connect).start(5)


def test_the_lobby_follows_tables_that_come_change_and_go(one: dict[str, Any]) -> None:
    lobby = Lobby(one)

    async def listen() -> None:
        wire = Wire(lobby.says("one", "two", whole=True))
        async with await room(wire) as live:
            assert list(live.tables) == ["one", "two"]
            wire.say(lobby.says("three", gone=("one",)))
            await live.until(lambda now: "three" in now.tables, 5)
            assert list(live.tables) == ["two", "three"]

    asyncio.run(listen())


def test_after_a_lost_connection_all_tables_are_sent_again(one: dict[str, Any]) -> None:
    lobby = Lobby(one)

    async def listen() -> None:
        first = Wire(lobby.says("one", "two", whole=True))
        async with await room(first, Wire(lobby.says("two", whole=True))) as live:
            first.drop()
            await live.until(lambda now: "one" not in now.tables, 5)
            assert live.connections == 2

    asyncio.run(listen())


def test_a_signed_out_client_gets_a_message(one: dict[str, Any]) -> None:
    lobby = Lobby(one)

    async def listen() -> None:
        wire = Wire(lobby.says("one", whole=True))
        async with await room(wire) as live:
            wire.say(json.dumps({"type": "bye", "reason": "signed_out"}))
            with pytest.raises(Refused, match="signed out"):
                await live.until(lambda now: not now.tables, 5)

    asyncio.run(listen())


def test_the_lobby_is_heard_from_a_real_service(service: Served) -> None:
    async def listen() -> None:
        async with Client(service.address) as client:
            await client.become_guest()
            live = await client.live_lobby()
            assert {"classic", "manual"} <= set(live.tables)
            own = await client.practice("classic")
            await live.until(lambda now: own.id in now.tables, 20)

    asyncio.run(listen())


def test_the_pit_is_not_for_players(service: Served) -> None:
    async def listen() -> None:
        async with Client(service.address) as client:
            await client.become_guest()
            with pytest.raises(Refused):
                await client.live_pit()

    asyncio.run(listen())
