"""Live notices: sent at once, and again when time alone makes them overdue."""

import asyncio
from collections.abc import Coroutine
from contextlib import closing

import msgspec
import pytest
from litestar.exceptions import WebSocketDisconnect

from queenhigh.service.floor_view import FloorView
from queenhigh.service.notices.notice_feed import NoticeFeed
from queenhigh.service.tables.watch import Grown, RoomWatch
from queenhigh.store.credentials import Person
from queenhigh.store.store_address import open_store
from queenhigh.table import commands as c
from queenhigh.wire.messages import NoticesMessage
from tests.service.desk import House, cardroom
from tests.service.pit import Pit
from tests.service.rooms import NOON, Trial, next_of, trial
from tests.service.test_api_description import wrong

FLO = Person("flo", "Flo", "floor", NOON)
SHEILA = Person("sheila", "Sheila", "shift_manager", NOON)


def run(work: Coroutine[None, None, None]) -> None:
    asyncio.run(work)


async def heard(feed: NoticeFeed, watch: RoomWatch) -> NoticesMessage:
    async with asyncio.timeout(60):
        while True:
            grown = await next_of(watch)
            assert isinstance(grown, Grown)
            if message := await feed.since(grown):
                return message


async def shuffler_fails(t: Trial, table: str) -> None:
    await t.done(table, c.ReportShufflerFailure(by="dealer:dee", at=t.clock()))


async def table_with_people(t: Trial) -> str:
    table = await t.table(kind="physical", automation=())
    await t.done(table, c.OpenTable(by="floor:flo", at=t.clock(), dealer="dee", tray=10_000_00))
    return table


def test_a_notice_is_announced_when_it_comes_and_escalates_when_its_time_is_up() -> None:
    async def work() -> None:
        with closing(open_store("memory")) as store:
            async with trial(store) as t:
                table = await table_with_people(t)
                floor = FloorView(store, t.cardroom, environment={})
                watches = [t.cardroom.watchers.watch_room() for _ in range(2)]
                feeds = [
                    NoticeFeed(floor, who, w) for who, w in zip((FLO, SHEILA), watches, strict=True)
                ]
                assert [(await each.whole()).notices for each in feeds] == [[], []]
                await shuffler_fails(t, table)
                (notice,) = (await heard(feeds[0], watches[0])).notices
                assert (notice.about, notice.overdue_seconds) == ("machine_failure", 0)
                assert notice.yours
                assert await feeds[1].since(Grown(frozenset({f"table:{table}"}))) is None
                t.clock.pass_(minutes=11)
                time_alone = Grown(frozenset())
                for feed in feeds:
                    message = await feed.since(time_alone)
                    assert message is not None
                    assert [each.overdue_seconds for each in message.notices] == [60]
                t.clock.pass_(minutes=1)
                assert [await each.since(time_alone) for each in feeds] == [None, None]
                for each in watches:
                    each.end()

    run(work())


def test_a_watch_looks_again_when_due_even_if_the_log_does_not_grow() -> None:
    async def work() -> None:
        watch = RoomWatch(lambda ended: None)
        watch.look_in(0.0)
        async with asyncio.timeout(60):
            assert await next_of(watch) == Grown(frozenset())
        watch.look_in(3_600.0)
        watch.note("table:1")
        async with asyncio.timeout(60):
            assert await next_of(watch) == Grown(frozenset({"table:1"}))
        watch.end()

    run(work())


def test_the_bell_hears_of_a_notice_and_of_its_acknowledgement(house: House) -> None:
    pit = Pit(house, "bell-1")
    pit.open()
    floor = pit.staff["floor"]
    with house.client.websocket_connect(
        "/api/v1/notices/live", headers=floor.live_headers()
    ) as bell:
        first = msgspec.json.decode(bell.receive_text())
        assert wrong(first) == []
        assert first["notices"] == []
        pit.say("dealer", type="report_shuffler_failure")
        (notice,) = bell.receive_json()["notices"]
        assert notice["about"] == "machine_failure"
        floor.post(f"/api/notices/{notice['id']}/acknowledgements", {})
        assert bell.receive_json()["notices"] == []


@pytest.mark.parametrize(("role", "told"), [("surveillance", 1), ("management", 1), ("dealer", 0)])
def test_the_bell_shows_new_staff_to_those_who_see_alerts(role: str, told: int) -> None:
    """Regression: an administrator alone let signers in, and only open alert pages showed it."""
    with cardroom() as house:
        boss, watching = house.person("administrator", "boss"), house.person(role)
        boss.post("/api/invitations", {"role": "floor"})
        with house.client.websocket_connect(
            "/api/v1/notices/live", headers=watching.live_headers()
        ) as bell:
            staff = bell.receive_json()["staff"]
            assert [each["kind"] for each in staff] == ["staff_changed"] * told
            if told:
                boss.post("/api/invitations", {"role": "cage"})
                heard = bell.receive_json()["staff"]
                assert "a link to join as cage" in heard[-1]["reason"]


@pytest.mark.parametrize(("role", "code"), [(None, 4401), ("player", 4403)])
def test_notices_are_for_those_who_must_know(house: House, role: str | None, code: int) -> None:
    headers = house.person(role).live_headers() if role else {}
    with (
        pytest.raises(WebSocketDisconnect) as refused,
        house.client.websocket_connect("/api/v1/notices/live", headers=headers) as socket,
    ):
        socket.receive_json()
    assert refused.value.code == code
