"""The lobby and the pit, live: changes only, and only to those who may see them."""

import asyncio
from collections.abc import Coroutine
from contextlib import closing

import msgspec
import pytest
from litestar.exceptions import WebSocketDisconnect

from queenhigh.service import open_connections
from queenhigh.service.tables.room_feed import LobbyFeed, PitFeed
from queenhigh.service.tables.watch import Grown, RoomWatch
from queenhigh.store.credentials import Person
from queenhigh.store.store_address import open_store
from queenhigh.table import commands as c
from queenhigh.wire.messages import LobbyMessage, PitMessage
from tests.service.desk import House
from tests.service.rooms import NOON, Clock, Trial, next_of, trial
from tests.service.test_api_description import wrong
from tests.stores import new_postgres_address

FLO = Person("flo", "Flo", "floor", NOON)
ANN = Person("ann", "Ann", "player", NOON)


def run(work: Coroutine[None, None, None]) -> None:
    asyncio.run(work)


async def heard(feed: LobbyFeed | PitFeed, watch: RoomWatch) -> LobbyMessage | PitMessage:
    """Return the feed's next message."""
    async with asyncio.timeout(60):
        while True:
            grown = await next_of(watch)
            assert isinstance(grown, Grown)
            if message := await feed.since(grown):
                return message


async def sat_down(t: Trial, table: str) -> None:
    await t.done(table, c.Sit(by="player:ann", at=t.clock(), seat=4))


def test_the_lobby_reports_only_the_table_that_changed() -> None:
    async def work() -> None:
        async with trial() as t:
            one, other = await t.table(), await t.table(id="other")
            feed, watch = LobbyFeed(t.lobby, None), t.cardroom.watchers.watch_room()
            first = await feed.whole()
            assert first.whole
            assert [each.id for each in first.tables] == [one, other]
            await sat_down(t, other)
            message = await heard(feed, watch)
            assert isinstance(message, LobbyMessage)
            assert not message.whole
            assert [each.id for each in message.tables] == [other]
            assert [seat.player for seat in message.tables[0].seats] == ["ann"]
            watch.end()

    run(work())


def test_a_table_appears_when_set_up_and_disappears_when_given_up() -> None:
    async def work() -> None:
        async with trial() as t:
            feed, watch = LobbyFeed(t.lobby, ANN), t.cardroom.watchers.watch_room()
            assert (await feed.whole()).tables == []
            await t.table(id="own", owner="ann")
            message = await heard(feed, watch)
            assert isinstance(message, LobbyMessage)
            assert [each.id for each in message.tables] == ["own"]
            await t.lobby.give_up("own")
            while not (message := await heard(feed, watch)).gone:
                assert isinstance(message, LobbyMessage)
            assert message.gone == ["own"]
            watch.end()

    run(work())


def test_a_practice_table_is_in_nobody_elses_feed() -> None:
    async def work() -> None:
        async with trial() as t:
            feeds: list[LobbyFeed | PitFeed] = [
                LobbyFeed(t.lobby, None),
                LobbyFeed(t.lobby, ANN),
                PitFeed(t.lobby, FLO),
            ]
            watch = t.cardroom.watchers.watch_room()
            await asyncio.gather(*(feed.whole() for feed in feeds))
            await t.table(id="bens", owner="ben")
            grown = await next_of(watch)
            assert [await feed.since(grown) for feed in feeds] == [None, None, None]
            watch.end()

    run(work())


def test_the_pit_has_the_floors_view_and_the_meters_of_linked_tables() -> None:
    async def work() -> None:
        async with trial() as t:
            for name in ("one", "two"):
                await t.table("manual", id=name, link="both")
            await t.seated("one")
            feed, watch = PitFeed(t.lobby, FLO), t.cardroom.watchers.watch_room()
            first = await feed.whole()
            assert [each.link for each in first.meters or []] == ["both"]
            before = first.tables[1].shown.meters
            at = t.clock()
            for wager, amount in (("ante", 500), ("progressive", 100)):
                bet = c.PlaceWager(by="player:ann", at=at, seat=4, wager=wager, amount=amount)
                await t.done("one", bet)
            await t.done("one", c.AnnounceNoMoreBets(by="system", at=at))
            moved: dict[str, dict[str, int]] = {}
            while not moved:
                message = await heard(feed, watch)
                assert isinstance(message, PitMessage)
                moved = {
                    each.shown.id: each.shown.meters
                    for each in message.tables
                    if each.shown.id == "two"
                }
            assert moved["two"] != before
            watch.end()

    run(work())


def test_records_of_another_process_arrive_too() -> None:
    async def work(address: str) -> None:
        clock = Clock()
        with closing(open_store(address)) as ours, closing(open_store(address)) as theirs:
            async with trial(ours, clock) as here, trial(theirs, clock) as there:
                feed, watch = LobbyFeed(here.lobby, None), here.cardroom.watchers.watch_room()
                assert (await feed.whole()).tables == []
                table = await there.table()
                message = await heard(feed, watch)
                assert isinstance(message, LobbyMessage)
                assert [each.id for each in message.tables] == [table]
                await sat_down(there, table)
                while not message.tables[0].seats:
                    message = await heard(feed, watch)
                    assert isinstance(message, LobbyMessage)
                watch.end()

    run(work(new_postgres_address()))


def test_a_busy_room_is_sampled_and_nothing_piles_up() -> None:
    async def work() -> None:
        watch = RoomWatch(lambda ended: None)
        for number in range(1_000):
            watch.note(f"table:{number % 3}")
        assert await next_of(watch) == Grown(frozenset(("table:0", "table:1", "table:2")))
        watch.note("table:1")
        watch.end("restart")
        assert await next_of(watch) is None
        assert watch.why == "restart"

    run(work())


@pytest.mark.parametrize(
    ("role", "path", "code"),
    [
        (None, "lobby", None),
        ("player", "lobby", None),
        (None, "floor", 4401),
        ("player", "floor", 4403),
        ("administrator", "floor", 4403),
        ("dealer", "floor", None),
        ("surveillance", "floor", None),
    ],
)
def test_the_lobby_is_for_anybody_and_the_pit_for_those_who_look_after_it(
    house: House, role: str | None, path: str, code: int | None
) -> None:
    headers = house.person(role).live_headers() if role else {}
    address = f"/api/v1/{path}/live"
    if code is None:
        with house.client.websocket_connect(address, headers=headers) as socket:
            message = msgspec.json.decode(socket.receive_text())
            assert wrong(message) == []
            assert message["whole"]
            socket.send_text('{"type": "ping"}')
            assert socket.receive_json()["type"] == "pong"
    else:
        with (
            pytest.raises(WebSocketDisconnect) as refused,
            house.client.websocket_connect(address, headers=headers) as socket,
        ):
            socket.receive_json()
        assert refused.value.code == code


def test_losing_the_right_to_see_the_pit_ends_the_feed(house: House) -> None:
    dealer = house.person("dealer")
    with house.client.websocket_connect(
        "/api/v1/floor/live", headers=dealer.live_headers()
    ) as socket:
        assert socket.receive_json()["type"] == "pit"
        dealer.post("/api/logout")
        while (message := socket.receive_json())["type"] == "pit":
            pass
        assert message == {"type": "bye", "reason": "signed_out"}


def test_a_person_has_a_bounded_number_of_live_connections(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(open_connections, "MOST_OF_A_PERSON", 1)
    address, headers = "/api/v1/lobby/live", house.person("dealer").live_headers()
    others = house.person("floor").live_headers()
    for _ in range(2):  # Room again once it is closed.
        with house.client.websocket_connect(address, headers=headers) as first:
            assert first.receive_json()["whole"]
            with (
                pytest.raises(WebSocketDisconnect) as refused,
                house.client.websocket_connect(address, headers=headers) as second,
            ):
                second.receive_json()
            assert refused.value.code == 4429
            with house.client.websocket_connect(address, headers=others) as another:
                assert another.receive_json()["whole"]
