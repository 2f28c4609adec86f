"""News as it is encoded for all viewers together, against what each of them may see of it."""

import random
from datetime import UTC, datetime

import msgspec
import pytest

from queenhigh.house.loader import built_in, with_options
from queenhigh.house.model import House
from queenhigh.service.tables.change_messages import ChangeMessage, events_in_words
from queenhigh.service.tables.news import news_of
from queenhigh.service.tables.running_table import Running
from queenhigh.service.tables.surroundings import Surroundings
from queenhigh.table import commands as c
from queenhigh.table.driver import Driver
from queenhigh.table.events import AnyEvent
from queenhigh.table.sight import Sight
from queenhigh.table.state import Table
from queenhigh.wire.view_delta import View, applied
from tests.money.room import setup_of
from tests.table.driver import house_with

NOON = datetime(2026, 1, 5, 12, tzinfo=UTC)
VIEWERS = (
    *("player:ann", "player:ben", "player:cid", "player:zoe"),
    *("dealer:dee", "floor:flo", "surveillance:sue", "auditor:ada"),
)
HOUSES = {
    "manual": built_in("manual"),
    "mics": built_in("mics"),
    "calls": house_with(
        "mics", ante_bonus=False, wagers={"pair_plus": {"claim": {"when": ["loses"]}}}
    ),
    "second look": with_options(built_in("mics"), b'{"two_hands_decide_before_second_look": true}'),
}


def _played(house: House, rounds: int) -> list[AnyEvent]:
    """Rounds in which one player has two hands if that may be, and the last seat folds once."""
    seats = {2: "ann", 3: "ann" if house.betting.positions > 1 else "cid", 5: "ben"}
    driver = Driver(house, NOON, random.Random(7))
    driver.do(
        c.OpenTable(
            by="floor:flo", at=driver.now(), dealer="dee", tray=1_000_000_00, automation=("all",)
        )
    )
    for seat, name in seats.items():
        driver.do(*driver.arrival(seat, name, 1_000_00))
    for number in range(rounds):
        driver.look_after_decks()
        for seat, name in seats.items():
            for wager in house.opening_bets:
                amount = house.limits(wager).first
                if wager == "ante" or house.wagers[wager].required:
                    by, at = f"player:{name}", driver.now()
                    driver.do(c.PlaceWager(by=by, at=at, seat=seat, wager=wager, amount=amount))
        driver.do(c.AnnounceNoMoreBets(by="system", at=driver.now()))
        while (turn := driver.table.next_to_decide) is not None:
            kind = c.Fold if turn == max(seats) and number % 2 else c.Play
            driver.do(kind(by=f"player:{seats[turn]}", at=driver.now(), seat=turn))
    return [change.event for change in driver.taken()]


def _parts(events: list[AnyEvent], most: int) -> list[list[AnyEvent]]:
    chance, parts, left = random.Random(most), [], events
    while left:
        size = chance.randint(1, most)
        parts.append(left[:size])
        left = left[size:]
    return parts


def _surroundings(running: Running) -> Surroundings:
    return Surroundings(None, {}, [running.table.version], None)


@pytest.mark.parametrize("most", [1, 6, 200])
@pytest.mark.parametrize("of", HOUSES)
def test_each_viewer_can_put_the_whole_view_together(of: str, most: int) -> None:
    house = HOUSES[of]
    running = Running(setup_of(house), Table(house))
    views = {viewer: plain(running, viewer) for viewer in VIEWERS}
    known, alone = _surroundings(running), set()
    for part in _parts(_played(house, 3), most):
        news = news_of(running, part)
        around, shared = _surroundings(news.running), dict[Sight, ChangeMessage]()
        for viewer in VIEWERS:
            role = running.sight(viewer).of_role
            told = news.change_for(viewer, role, known, around, lambda: NOON)
            message = msgspec.json.decode(told.encoded({}))
            assert message["ready"] == around.ready
            views[viewer] = applied(views[viewer], message["view"])
            assert views[viewer] == plain(news.running, viewer), viewer
            if viewer in news.set_apart():
                alone.add(viewer)
            else:
                assert shared.setdefault(role, told) is told
        running, known = news.running, around
    assert alone == {f"player:{seat.player}" for seat in running.table.seats.values()}


def plain(running: Running, viewer: str) -> View:
    view: View = msgspec.json.decode(msgspec.json.encode(running.view(running.sight(viewer))))
    return view


@pytest.mark.parametrize("most", [1, 6, 200])
@pytest.mark.parametrize("of", HOUSES)
def test_each_viewer_is_told_what_that_viewer_may_see(of: str, most: int) -> None:
    house = HOUSES[of]
    running, looked = Running(setup_of(house), Table(house)), set()
    for part in _parts(_played(house, 3), most):
        news = news_of(running, part)
        for viewer in VIEWERS:
            expected = events_in_words(viewer, news.changes)
            events, texts = (
                b"[" + b",".join(map(bytes, each)) + b"]" for each in news.encoded(viewer)
            )
            assert events == msgspec.json.encode(expected.events), viewer
            assert texts == msgspec.json.encode(expected.texts), viewer
            if b'"cards_seen"' in events:
                looked.add(viewer)
        running = news.running
    assert looked == {f"player:{seat.player}" for seat in running.table.seats.values()}
