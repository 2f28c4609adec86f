"""The tray's inventory: opening, fills, credits, drop, closing, and the table's win."""

import random

import pytest

from queenhigh.money.links import AnyLinkEvent
from queenhigh.table import events as e
from tests.money.balances import Ledger, reconcile
from tests.money.inventory import Inventory, inventories
from tests.money.room import Room, RoomTable
from tests.money.room_books import reconcile_room
from tests.table.chance import some_house
from tests.table.driver import BUILT_IN, house


def of(table: RoomTable, *, by_count: bool = False) -> list[Inventory]:
    return inventories(table.setup, table.booked, by_count=by_count)


def test_a_table_wins_what_it_dropped_and_closed_with_less_what_it_was_given() -> None:
    room = Room()
    table = room.table("mics", tray=5_000)
    table.opened()  # The first player buys in for $1,000.
    table.give("fill_tray", cents=2_000_00)
    table.give("credit_tray", cents=500_00)
    table.bet(1, ante=100).dealt().fold(1).finish()
    table.give("leave", seat=1)
    table.give("close_table")
    (inventory,) = of(table)
    assert (inventory.opening, inventory.fills, inventory.credits) == (5_000_00, 2_000_00, 500_00)
    assert (inventory.drop, inventory.tray) == (1_000_00, 5_600_00)
    assert inventory.win == 100_00
    assert room.cents("patron:ann") == 900_00
    assert inventory.until is not None
    assert inventory.until > inventory.since


def test_each_opening_has_its_own_inventory() -> None:
    table = Room().table("mics")
    for lost in (5, 7):
        table.opened().bet(1, ante=lost).dealt().fold(1).finish()
        table.give("leave", seat=1)
        table.give("close_table")
    assert [each.win for each in of(table)] == [500, 700]
    assert [each.opening for each in of(table)] == [10_000_00, 10_000_00]


def test_before_the_first_opening_there_is_nothing_to_report() -> None:
    assert of(Room().table("mics")) == []


# Counts


def counted(table: RoomTable, dollars: int) -> None:
    fields = {"counted": dollars * 100, "witness": "floor:flo", "by": "dealer:dee"}
    table.give("count_tray", **fields)


def test_a_count_reports_the_variance_and_books_nothing() -> None:
    table = Room().table("mics", tray=5_000)
    table.opened()
    before = dict(table.room.ledger.balances)
    counted(table, 3_995)
    assert table.room.ledger.balances == before
    (inventory,) = of(table)
    assert inventory.variance == -500
    (count,) = inventory.counts
    assert (count.expected, count.counted, count.by) == (4_000_00, 3_995_00, "dealer:dee")
    assert inventory.win == 0  # By the books; what is missing is investigated.


def test_a_shift_ends_with_a_count_and_the_next_begins_with_its_tray() -> None:
    table = Room().table("mics", tray=5_000)
    table.opened().bet(1, ante=100).dealt().fold(1).finish()
    counted(table, 4_100)
    table.bet(1, ante=50).dealt().fold(1).finish()
    table.give("leave", seat=1)
    table.give("close_table")
    first, second = of(table, by_count=True)
    assert (first.win, second.win) == (100_00, 50_00)
    assert (first.tray, second.opening) == (4_100_00, 4_100_00)
    assert first.until == second.since
    assert (first.variance, second.variance) == (0, 0)
    (whole,) = of(table)
    assert whole.win == first.win + second.win


# A table's win, computed in other ways


def random_table(of: str, seed: int) -> RoomTable:
    """Some rounds by some players with all bets, tokes, fees, voids and jackpots."""
    chance = random.Random(seed)
    table = Room().table(some_house(of, chance))
    table.opened()
    for _ in range(8):
        for seat in chance.sample([1, 3, 5], 2):
            table.bet(seat, ante=5, pair_plus=5)
            for wager, dollars in (("six_card_bonus", 5), ("progressive", 1)):
                if wager in table.house.opening_bets and chance.random() < 0.7:
                    table.bet(seat, **{wager: dollars})
            if chance.random() < 0.3:
                table.bet(seat, toke_ante=1)
        table.dealt(chance.choice(["", "1: As Ks Qs", "3: 7s 7d 7c, dealer: 4s 4d 2h"]))
        if chance.random() < 0.2:
            seat = table.table.round.positions[0]
            table.try_("report_wrong_number_of_cards", seat=seat, cards=4)
            if table.table.phase == "halted":
                table.give("rule", ruling="void", reason="so ruled")
        while (deciding := table.table.next_to_decide) is not None:
            table.give(chance.choice(["play", "play", "fold"]), seat=deciding)
        table.finish()
        if table.table.phase == "opening":
            table.opened()
        if chance.random() < 0.3:
            table.give("give_toke", seat=1, amount=200)
            table.give("fill_tray", cents=chance.randrange(1, 1_000_00))
    return table


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("of_house", BUILT_IN)
def test_the_players_losses_went_to_table_dealers_and_meter(of_house: str, seed: int) -> None:
    """From cash in and chips out alone, as a player would count."""
    table = random_table(of_house, seed)
    table.room.check()
    bought = sum(event.cents for event in table.events(e.ChipsBought))
    carried = sum(event.with_cents for event in table.events(e.SeatLeft))
    held = sum(
        table.table.stack(player) for player in {s.player for s in table.table.seats.values()}
    )
    (inventory,) = of(table)
    got = inventory.win + inventory.fees + sum(inventory.tokes.values()) + inventory.to_link
    assert bought - carried - held == got
    assert inventory.drop == bought


@pytest.mark.parametrize("of_house", BUILT_IN)
def test_the_win_of_the_table_is_what_it_took_less_what_it_paid(of_house: str) -> None:
    """From the bets alone, in rounds that are not voided."""
    table = Room().table(house(of_house))
    table.opened()
    for wanted in ("1: As Ks Qs, dealer: Jc 9d 3c", "1: 7s 7d 7c", "1: 9s 7d 2c, dealer: As Ad 3h"):
        bets = {"ante": 5, "pair_plus": 5, "six_card_bonus": 5, "progressive": 1}
        table.bet(1, **{name: bets[name] for name in table.house.opening_bets}).bet(1, toke_ante=1)
        table.dealt(wanted).play(1).finish()
    won = sum(event.stake for event in table.events(e.WagerTaken))
    for paid in table.events(e.WagerPaid):
        won += paid.stake - paid.returned - (0 if paid.of_meter else paid.paid)
    for fed in table.events(e.MeterFed):
        won -= fed.meter + fed.reserve + fed.overflow
    for reset in table.events(e.MeterReset):
        won -= reset.seed - reset.from_reserve - reset.from_overflow
    (inventory,) = of(table)
    assert inventory.win == won
    table.room.check()


# Tokes


def test_tokes_are_reported_by_dealer() -> None:
    table = Room().table("manual")
    table.opened()
    table.give("give_toke", seat=1, amount=300)
    table.bet(1, ante=5, toke_ante=1).dealt("1: Ks Kd 3h, dealer: Qs 9d 3c").play(1).finish()
    table.give("relieve_dealer", dealer="dan")
    table.until("shuffle")
    table.give("give_toke", seat=1, amount=500)
    (inventory,) = of(table)
    assert inventory.tokes == {"dee": 300 + 200, "dan": 500}
    assert (table.room.cents("tips:dee"), table.room.cents("tips:dan")) == (500, 500)


# Books that do not agree


def test_a_table_whose_chips_differ_from_the_books_is_found() -> None:
    table = Room().table("mics")
    table.opened()
    wrong = {**table.room.ledger.balances, "table:1:tray": 5, "table:1:stack:eve": 7}
    assert reconcile(table.table, wrong, table.setup) == [
        "eve's stack at table 1: 0 cents by the count, 7 in the books",
        "tray of table 1: 900000 cents by the count, 5 in the books",
    ]


def test_a_room_whose_tokes_or_links_disagree_is_found() -> None:
    room = Room()
    table = room.table("manual", link="wide")
    table.opened()
    table.give("give_toke", seat=1, amount=300)
    links = [event for event, _ in room.booked if isinstance(event, AnyLinkEvent)]
    wrong = Ledger(dict(room.ledger.balances))
    wrong.balances["tips:dee"] -= 1
    wrong.balances["meter:wide"] += 1
    assert reconcile_room([(table.setup, table.table)], links, wrong.balances) == [
        "tokes of dee: 300 cents by the count, 299 in the books",
        "link wide: 100000 cents by the count, 100001 in the books",
    ]
