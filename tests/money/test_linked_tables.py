"""Tables that share a meter: no cent of it is lost or created, in whatever order they play."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

from queenhigh.floor.meters import MeterLine
from queenhigh.house.model import House
from queenhigh.money.links import FundLink, reading
from queenhigh.table import events as e
from tests.clauses import clause
from tests.money.meter_statement import meter_statement
from tests.money.room import Room, RoomTable
from tests.table.driver import NOON, house, house_with

ROYAL = "1: As Ks Qs, dealer: Jc 9d 3c"
NOTHING = "1: 9s 7d 2c, dealer: Jc 9d 3c"


def linked(count: int, of: str = "manual", **meter: int) -> tuple[Room, list[RoomTable]]:
    room = Room()
    chosen = house_with(of, meters={"main": meter})
    tables = [room.table(chosen, link="wide") for _ in range(count)]
    for table in tables:
        table.opened()
    return room, tables


def hit(table: RoomTable) -> int:
    """Play a round in which seat 1 hits the meter, up to the reveal that locks it."""
    table.bet(1, ante=5, progressive=1).dealt(ROYAL).play(1)
    locked = len(table.events(e.JackpotLocked))
    while len(table.events(e.JackpotLocked)) == locked:
        table.confirm()
    return table.last(e.JackpotLocked).cents


def feed(table: RoomTable) -> None:
    table.bet(1, ante=5, progressive=1).dealt(NOTHING).fold(1).finish()


# Hits


@clause("manual-prog-B", "manual-prog-G")
def test_one_table_wins_what_another_contributed() -> None:
    room, (one, other) = linked(2)
    for _ in range(5):
        feed(one)
    assert room.meter("wide") == (1001.00, 0.25)
    assert hit(other) == 1001_20
    before = room.cents("table:2:stack:ann")
    other.finish()
    assert room.cents("table:2:stack:ann") - before >= 1001_20
    room.check()


@clause("manual-prog-G")
def test_the_first_to_lock_wins_the_meter_and_the_next_one_gets_it_as_it_was_reset() -> None:
    room, (one, other) = linked(2)
    for table in (one, other):  # Both hands are out before either is revealed.
        table.bet(1, ante=5, progressive=1).dealt(ROYAL).play(1)
    while not other.events(e.JackpotLocked):
        other.confirm()
    while not one.events(e.JackpotLocked):
        one.confirm()
    assert other.last(e.JackpotLocked).cents == 1000_40
    assert one.last(e.JackpotLocked).cents == 1000_00
    assert room.cents("jackpot:wide") == 2000_40
    one.finish()
    assert room.cents("jackpot:wide") == 1000_40  # The other table's.
    other.finish()
    assert room.cents("jackpot:wide") == 0
    assert room.meter("wide") == (1000, 0)
    room.check()


def test_a_reset_comes_out_of_the_reserve_that_all_have_fed() -> None:
    room, (one, other) = linked(2)
    for _ in range(8):
        feed(one)
    assert room.meter("wide") == (1001.60, 0.40)
    hit(other)
    reset = other.last(e.MeterReset)
    assert (reset.seed, reset.from_reserve) == (1000_00, 45)
    assert room.meter("wide") == (1000, 0)
    room.check()


# Voids


def void(table: RoomTable) -> None:
    table.give("report_wrong_number_of_cards", seat=1, cards=4)
    if table.table.phase == "halted":
        table.give("rule", ruling="void", reason="so ruled")
    assert table.events(e.RoundVoided)


def test_a_void_takes_back_what_the_round_fed_and_no_more() -> None:
    room, (one, other) = linked(2)
    one.bet(1, ante=5, progressive=1).dealt(NOTHING)
    feed(other)
    void(one)
    assert room.meter("wide") == (1000.20, 0.05)
    room.check()


def test_a_void_cannot_take_back_what_another_table_has_won_meanwhile() -> None:
    room, (one, other) = linked(2, seed_cents=0)
    one.bet(1, ante=5, progressive=1).dealt(NOTHING)
    tray = one.cents("tray")
    assert hit(other) == 40
    assert room.meter("wide") == (0, 0.10)
    void(one)
    assert room.meter("wide") == (0, 0.05)
    assert one.cents("tray") == tray + 5  # The reserve's five cents; the tray bears the meter's.
    other.finish()
    room.check()


def test_a_void_does_not_take_a_meter_that_was_won_below_its_seed() -> None:
    room, (one, other) = linked(2)
    one.bet(1, ante=5, progressive=1).dealt(NOTHING)
    tray = one.cents("tray")
    hit(other)
    assert room.meter("wide")[0] == 1000
    void(one)
    assert room.meter("wide")[0] == 1000
    assert one.cents("tray") == tray  # The other table's winner has what this one fed.
    other.finish()
    room.check()


def test_a_void_gives_back_to_the_meter_what_a_split_had_brought() -> None:
    room = Room()
    one, other = (
        room.table(house("manual", linked_simultaneous="split"), link="wide") for _ in "12"
    )
    for table in (one, other):
        table.opened()
    first, second = hit(one), hit(other)
    assert (first, second) == (1000_20, 1000_20)
    one.give("share_jackpot", by="system", cents=first - 30)
    other.give("share_jackpot", by="system", cents=second + 30)
    void(other)
    one.finish()
    assert room.cents("jackpot:wide") == 0
    room.check()


def test_a_void_after_a_lock_puts_the_jackpot_back_on_the_meter() -> None:
    room, (one, other) = linked(2)
    for _ in range(3):
        feed(other)
    stood = room.meter("wide")
    hit(one)
    feed(other)
    void(one)
    assert room.cents("jackpot:wide") == 0
    meter, reserve = room.meter("wide")
    assert (round(meter - stood[0], 2), round(reserve - stood[1], 2)) == (0.20, 0.05)
    room.check()


# Limits


def test_a_shared_meter_stops_at_its_limit_to_the_cent() -> None:
    room, tables = linked(3, seed_cents=100_00, limit_cents=100_50)
    for table in [*tables, *tables]:
        feed(table)
    assert room.meter("wide") == (100.50, 0.30)
    assert room.cents("overflow:wide") == 6 * 20 - 50
    fed = [event for table in tables for event in table.events(e.MeterFed)]
    assert sum(event.overflow for event in fed) == 70
    room.check()


def test_a_reset_takes_what_the_limit_kept_out_at_any_of_the_tables() -> None:
    room, (one, other) = linked(2, seed_cents=100_00, limit_cents=100_10)
    for _ in range(4):
        feed(one)
    assert room.cents("overflow:wide") == 70
    hit(other)
    reset = other.last(e.MeterReset)
    assert (reset.from_reserve, reset.from_overflow) == (25, 90)
    assert room.cents("overflow:wide") == 0
    room.check()


# Funds


def test_money_added_by_the_house_is_won_with_the_rest() -> None:
    room, (one,) = linked(1)
    room.of_link(FundLink(link="wide", cents=500_00, into="meter", by="management:mia", at=NOON))
    room.of_link(FundLink(link="wide", cents=70_00, into="reserve", by="management:mia", at=NOON))
    assert hit(one) == 1500_20
    assert one.last(e.MeterReset).from_reserve == 70_05
    room.check()


# Anything, in any order


def deeds(table: RoomTable, chance: random.Random, rounds: int) -> Iterator[None]:
    """Yield rounds at one table, command by command, so that others can interleave."""
    for _ in range(rounds):
        seats = chance.sample([1, 2, 3], chance.choice([1, 2, 3]))
        for seat in seats:
            table.bet(seat, ante=5)
            if chance.random() < 0.8:
                table.bet(seat, progressive=1)
            yield
        table.stack_deck(f"{seats[0]}: As Ks Qs" if chance.random() < 0.4 else "")
        while table.due:
            table.confirm()
            yield
        table.give("announce_no_more_bets")
        yield
        yield from dealing(table, chance)
        if chance.random() < 0.1 and not table.table.bettors():
            table.give("close_table")
            yield
            table.opened()
        yield


def dealing(table: RoomTable, chance: random.Random) -> Iterator[None]:
    void_rate = chance.choice([0, 0, 0.02, 0.1])
    while table.table.phase != "betting":
        cards_are_out = table.table.round.drawn > 0 and table.table.phase != "halted"
        if table.table.phase == "halted":
            table.give("rule", ruling="void", reason="so ruled")
        elif cards_are_out and chance.random() < void_rate:
            first = table.table.round.positions[0]
            table.try_("report_wrong_number_of_cards", seat=first, cards=4)
        elif (seat := table.table.next_to_decide) is not None:
            table.give(chance.choice(["play", "play", "fold"]), seat=seat)
        else:
            table.confirm()
        yield


class SlowMeter:
    """The meter's amount, from the events alone and without accounts."""

    def __init__(self, house: House):
        self.percent = int(house.wagers["progressive"].pays["akq_spades"].amount)
        self.meter = self.seed = house.meters["main"].seed_cents
        self.of_round: dict[RoomTable, int] = {}

    def follow(self, table: RoomTable, event: e.Event) -> None:
        match event:
            case e.MeterFed():
                self._move(table, event.meter)
            case e.JackpotLocked():
                assert event.cents == self.meter * self.percent // 100
                self._move(table, -event.cents)
            case e.MeterReset():
                self._move(table, event.seed)
            case e.RoundVoided():
                self.meter -= min(self.of_round.pop(table, 0), max(0, self.meter - self.seed))
            case e.RoundEnded():
                self.of_round.pop(table, None)
            case _:
                pass

    def _move(self, table: RoomTable, cents: int) -> None:
        self.meter += cents
        self.of_round[table] = self.of_round.get(table, 0) + cents


@pytest.mark.parametrize("seed", range(8))
def test_tables_in_any_order_lose_and_make_no_cent_of_the_meter(seed: int) -> None:
    chance = random.Random(seed)
    meter = {"limit_cents": chance.choice([1000_50, 10**7])} if seed % 2 else {}
    terms: dict[str, Any] = {"seed_cents": chance.choice([50_00, 1000_00]), **meter}
    room, tables = linked(4, **terms)
    slow = SlowMeter(tables[0].house)
    going = {table: deeds(table, chance, 6) for table in tables}
    done = dict.fromkeys(tables, 0)
    while going:
        table = chance.choice(list(going))
        if next(going[table], "over") == "over":
            del going[table]
        for event in table.log[done[table] :]:
            slow.follow(table, event)
        done[table] = len(table.log)
        assert slow.meter == reading(room.ledger.balances, "wide")[0]
    assert sum(len(table.events(e.JackpotLocked)) for table in tables) > 0
    assert room.cents("jackpot:wide") == 0
    room.check()
    check_statement(room)


def check_statement(room: Room) -> None:
    statement = meter_statement("wide", room.booked)
    meter, reserve, _ = reading(room.ledger.balances, "wide")
    overflow = room.cents("overflow:wide")
    assert statement.total == MeterLine(0, meter, reserve, room.cents("jackpot:wide"), overflow)


# The statement


def test_the_statement_of_a_meter_lists_each_cause() -> None:
    room, (one, other) = linked(2)
    for _ in range(4):
        feed(other)
    hit(one)
    one.finish()
    one.bet(1, ante=5, progressive=1).dealt(NOTHING)
    void(one)
    statement = meter_statement("wide", room.booked)
    assert statement.lines == {
        "link_set_up": MeterLine(1, meter=1000_00),
        "meter_fed": MeterLine(6, meter=120, reserve=30),
        "jackpot_locked": MeterLine(1, meter=-1001_00, jackpot=1001_00),
        "meter_reset": MeterLine(1, meter=1000_00, reserve=-25),
        "wager_paid": MeterLine(1, jackpot=-1001_00),
        "round_voided": MeterLine(1, meter=-20, reserve=-5),
    }
    assert statement.line("meter_reset").from_outside == 999_75  # From the tray.
    assert statement.hits == 1
    assert statement.line("link_funded") == MeterLine()
    check_statement(room)
