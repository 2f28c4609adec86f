"""A live table over a connection the test controls: lost, silent, and late."""

import asyncio
import json
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from queenhigh.client.errors import NoAnswer, Refused, Unreachable
from queenhigh.client.live_table import LiveTable
from tests.client.wire import Wire
from tests.patience import until

VIEW: dict[str, Any] = {"seats": []}  # Nothing here needs its other fields.


def snapshot(version: int, **fields: Any) -> str:
    now = "2026-01-05T12:00:00Z"
    body = {"type": "snapshot", "version": version, "view": VIEW, "moves": [], "now": now}
    return json.dumps({**body, **fields})


def change(since: int, version: int, **fields: Any) -> str:
    now = "2026-01-05T12:00:00Z"
    body = {"type": "change", "since": since, "version": version, "view": {}, "now": now}
    return json.dumps({**body, "events": [], **fields})


class Service:
    """Hands out connections one after another, and notes the versions they ask to start from."""

    def __init__(self, *wires: Wire | Exception) -> None:
        self._wires = deque(wires)
        self.asked: list[int | None] = []

    async def connect(self, after: int | None) -> Wire:
        self.asked.append(after)
        wire = self._wires.popleft() if self._wires else Unreachable("nobody there")
        if isinstance(wire, Exception):
            raise wire
        return wire

    def table(self) -> LiveTable:
        numbers = iter(range(100))
        return LiveTable("classic", "ann", self.connect, lambda: f"id-{next(numbers)}")


def run(work: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(work())  # type: ignore[arg-type]


def answer(identity: str, version: int) -> str:
    return json.dumps({"type": "answer", "id": identity, "version": version})


def test_after_a_lost_connection_it_asks_for_what_it_missed() -> None:
    async def work() -> None:
        one, two = Wire(snapshot(7), change(7, 8)), Wire(change(8, 11))
        service = Service(one, Unreachable("not yet"), two)
        async with await service.table().start() as table:
            await table.until(lambda live: live.version == 8, 120)
            one.drop()
            await table.until(lambda live: live.version == 11, 120)
            assert service.asked == [None, 8, 8]
            assert table.connections == 2

    run(work)


@pytest.mark.parametrize("since", [7, 6])  # A new change, and one that is known already.
def test_a_change_answers_the_command_that_it_carries_out(since: int) -> None:
    async def work() -> None:
        wire = Wire(snapshot(7))
        async with await Service(wire).table().start() as table:
            betting = asyncio.create_task(table.bet(4, "ante", 500))
            identity = (await wire.next_sent())["command"]["id"]
            wire.say(change(since, since + 1, answers={identity: since + 1}))
            assert (await betting).version == since + 1
            assert table.version == max(7, since + 1)

    run(work)


def test_an_unanswered_command_is_sent_again_with_the_same_id() -> None:
    async def work() -> None:
        one, two = Wire(snapshot(7)), Wire(snapshot(7))
        async with await Service(one, two).table().start() as table:
            giving = asyncio.create_task(table.sit(3))
            sent = await one.next_sent()
            one.drop()
            assert await two.next_sent() == sent
            two.say(answer(sent["command"]["id"], 8))
            assert (await giving).version == 8

    run(work)


def test_a_command_given_while_disconnected_waits() -> None:
    async def work() -> None:
        one, two = Wire(snapshot(7)), Wire(snapshot(7))
        async with await Service(one, Unreachable("away"), two).table().start() as table:
            one.drop()
            await until(lambda: not table.connected)
            giving = asyncio.create_task(table.fold(3))
            two.say(answer((await two.next_sent())["command"]["id"], 9))
            assert (await giving).version == 9

    run(work)


def test_old_news_is_ignored() -> None:
    async def work() -> None:
        wire = Wire(snapshot(7))
        async with await Service(wire).table().start() as table:

            async def follow() -> list[int]:
                return [look.version async for look in table.changes()]

            following = asyncio.create_task(follow())
            await until(lambda: bool(table._followers))
            for message in (change(7, 9), change(7, 8), change(8, 9), change(9, 10)):
                wire.say(message)
            await table.until(lambda live: live.version == 10, 120)
            await table.close()
            assert await following == [9, 10]

    run(work)


@pytest.mark.parametrize("code", ["service/unavailable", "table/too_busy", "request/too_many"])
def test_while_the_service_is_unavailable_the_command_is_sent_again(code: str) -> None:
    async def work() -> None:
        wire = Wire(snapshot(7))
        async with await Service(wire).table().start() as table:
            giving = asyncio.create_task(table.sit(3))
            sent = await wire.next_sent()
            refused = {"type": "refused", "id": sent["command"]["id"], "message": "Not now."}
            wire.say(json.dumps({**refused, "code": code}))
            assert await wire.next_sent() == sent
            wire.say(answer(sent["command"]["id"], 8))
            assert (await giving).version == 8

    run(work)


def test_a_command_without_an_answer_says_so_with_its_id() -> None:
    async def work() -> None:
        async with await Service(Wire(snapshot(7))).table().start() as table:
            with pytest.raises(NoAnswer) as unknown:
                await table.give("sit", seat=3, seconds=0.05)
            assert unknown.value.identity == "id-0"

    run(work)


def test_an_id_in_flight_is_not_used_twice() -> None:
    async def work() -> None:
        wire = Wire(snapshot(7))
        async with await Service(wire).table().start() as table:
            giving = asyncio.create_task(table.give("sit", identity="x", seat=3))
            await wire.next_sent()
            with pytest.raises(ValueError, match="under way"):
                await table.give("sit", identity="x", seat=3)
            giving.cancel()

    run(work)


def test_a_refusal_to_connect_ends_everything_that_waits() -> None:
    async def work() -> None:
        one = Wire(snapshot(7))
        gone = Refused("rights/missing", "You may not look.", status=403)
        async with await Service(one, gone).table().start() as table:
            giving = asyncio.create_task(table.sit(3))
            await one.next_sent()
            one.drop()
            with pytest.raises(Refused, match="may not look"):
                await giving
            with pytest.raises(Refused):
                await table.until(lambda live: live.version == 100, 120)
            with pytest.raises(Refused):
                await table.sit(4)

    run(work)


def test_a_client_that_is_signed_out_does_not_reconnect() -> None:
    async def work() -> None:
        wire = Wire(snapshot(7), json.dumps({"type": "bye", "reason": "signed_out"}))
        service = Service(wire, Wire(snapshot(7)))
        async with await service.table().start() as table:
            with pytest.raises(Refused, match="signed out"):
                await table.until(lambda live: False, 5)
            assert service.asked == [None]

    run(work)


def test_the_client_reconnects_after_a_restart_message() -> None:
    async def work() -> None:
        one = Wire(snapshot(7), json.dumps({"type": "bye", "reason": "restart"}))
        service = Service(one, Wire(snapshot(9)))
        async with await service.table().start() as table:
            await table.until(lambda live: live.version == 9, 120)
            assert one.closed

    run(work)


def test_a_change_says_only_what_is_different() -> None:
    async def work() -> None:
        wire = Wire(snapshot(7, moves=[{"type": "sit"}], meters={"main": 100}), change(7, 8))
        async with await Service(wire).table().start() as table:
            await table.until(lambda live: live.version == 8, 120)
            assert (table.moves, table.meters) == ([{"type": "sit"}], {"main": 100})
            wire.say(change(8, 9, moves=[], meters={"main": 120}))
            await table.until(lambda live: live.version == 9, 120)
            assert (table.moves, table.meters) == ([], {"main": 120})

    run(work)


def test_when_a_change_was_missed_the_whole_table_is_requested() -> None:
    async def work() -> None:
        one, two = Wire(snapshot(7), change(8, 9)), Wire(snapshot(9))
        service = Service(one, two)
        async with await service.table().start() as table:
            await table.until(lambda live: live.version == 9, 120)
            assert service.asked == [None, None]

    run(work)


def test_a_merged_change_keeps_a_meter_that_only_the_first_moved() -> None:
    moved, ready = {"type": "meter", "meters": {"main": 120}}, {"type": "ready", "seats": [3]}

    async def work() -> None:
        wire = Wire(snapshot(7, meters={"main": 100}), json.dumps(moved), json.dumps(ready))
        async with await Service(wire).table().start() as table:
            wire.say(change(7, 8))
            await table.until(lambda live: live.version == 8, 120)
            assert (table.meters, table.ready) == ({"main": 120}, [3])

    run(work)


def test_the_meter_moves_without_the_table() -> None:
    moved = {"type": "meter", "meters": {"main": 120}}

    async def work() -> None:
        wire = Wire(snapshot(7, meters={"main": 100}), json.dumps(moved))
        async with await Service(wire).table().start() as table:
            await table.until(lambda live: live.meters == {"main": 120}, 120)
            assert table.version == 7

    run(work)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (
            ModuleNotFoundError("No module named 'websockets'", name="websockets"),
            r"pip install 'queenhigh\[client\]'",
        ),
        (ValueError("nobody foresaw this"), "nobody foresaw this"),
    ],
)
def test_a_waiting_caller_learns_why_the_connection_ended(wrong: Exception, said: str) -> None:
    async def work() -> None:
        with pytest.raises(type(wrong), match=said):
            await Service(wrong).table().start(120)

    run(work)
