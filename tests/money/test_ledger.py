"""The postings of each event balance, cover everything that moves, and replay the same."""

import random
from collections.abc import Iterator
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from queenhigh.house.loader import load_house
from queenhigh.money import accounts
from queenhigh.money.ledger import (
    own_account,
    postings_of,
    postings_of_patron,
    shared_account,
)
from queenhigh.money.patrons import Deposited
from queenhigh.money.posting import LedgerImbalance, Posting, balanced
from queenhigh.money.setup import Stakes, TableSetUp
from queenhigh.table import chip_place as table_places
from queenhigh.table import chips
from queenhigh.table import events as e
from queenhigh.table.chips import transfers
from queenhigh.table.evolve import evolve
from queenhigh.table.players import play_rounds
from queenhigh.table.state import Table, Transfer
from tests.money.balances import Ledger, reconcile
from tests.money.room import Room, RoomTable, setup_of
from tests.table.chance import play_out, some_house
from tests.table.driver import BUILT_IN, NOON, house, house_with, stacked
from tests.table.machine import Trial

# Postings


def test_postings_of_one_event_are_merged_by_account_and_in_order() -> None:
    legs = [Posting("b", 2), Posting("a", -3), Posting("b", 1), Posting("c", 0)]
    assert balanced(legs) == (Posting("a", -3), Posting("b", 3))


def test_postings_that_do_not_sum_to_zero_are_not_booked() -> None:
    ledger = Ledger()
    with pytest.raises(LedgerImbalance, match="sum to 1 cents"):
        ledger.post([Posting("cage", -1), Posting("bank", 2)])
    assert ledger.balances == {}


def test_the_books_name_an_account_below_zero() -> None:
    ledger = Ledger().post([Posting("patron:ann", -5), Posting("cage", 5)])
    assert ledger.breach() == "ann's account (patron:ann) is 5 cents below zero"
    ledger.balances["cage"] += 1
    assert ledger.breach() == "the accounts sum to 1 cents"


ACCOUNTS = st.sampled_from(["cage", "bank", "outside", "table:1:tray", "table:1:drop"])
MOVES = st.lists(st.tuples(ACCOUNTS, ACCOUNTS, st.integers(-9, 9)), max_size=30)


@given(MOVES, st.randoms(use_true_random=False))
def test_the_order_of_postings_makes_no_difference_to_the_balances(
    moves: list[tuple[str, str, int]], chance: random.Random
) -> None:
    legs = [[Posting(source, -cents), Posting(target, cents)] for source, target, cents in moves]
    in_order, shuffled = Ledger(), Ledger()
    for each in legs:
        in_order.post(each)
    for each in chance.sample(legs, len(legs)):
        shuffled.post(each)
    assert in_order.balances == shuffled.balances
    assert in_order.breach() == ""
    assert 0 not in in_order.balances.values()


# Everything that moves is posted


def moved(event: e.AnyEvent, table: Table) -> list[Transfer]:
    """The table's transfers, except what it only reads of a shared meter."""
    everything = transfers(table, event)
    elsewhere = f"{table_places.ELSEWHERE}:"
    return [each for each in everything if not f"{each.source} {each.target}".count(elsewhere)]


@cache
def trial_log(of: str, seed: int) -> tuple[TableSetUp, tuple[e.AnyEvent, ...]]:
    """A table where anything may happen, and which is then closed."""
    chance = random.Random(seed)
    trial = Trial(some_house(of, chance))
    play_out(trial, chance, 60)
    trial.bring_to_an_end(chance)
    return setup_of(trial.house), tuple(trial.log)


def follow(
    setup: TableSetUp, table: Table, log: tuple[e.AnyEvent, ...]
) -> Iterator[tuple[Table, e.AnyEvent]]:
    for event in log:
        yield table, event
        table = evolve(table, event)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("of", BUILT_IN)
def test_the_books_always_balance_and_agree_with_the_table(of: str, seed: int) -> None:
    setup, log = trial_log(of, seed)
    ledger, table = Ledger(), Table(some_house(of, random.Random(seed)))
    for before, event in follow(setup, table, log):
        if isinstance(event, e.ChipsBought):
            brought = Deposited(patron=event.player, cents=event.cents, how="cash")
            ledger.post(postings_of_patron(brought))
        if isinstance(event, e.TableOpened | e.MeterRead):
            for meter in before.house.meters:
                _feed_elsewhere(ledger, setup.link_of(meter), event)
        postings = postings_of(setup, before, event)
        assert bool(postings) is bool(_net(moved(event, before)))
        ledger.post(postings)
        assert ledger.breach() == ""
        assert reconcile(evolve(before, event), ledger.balances, setup) == []
    assert not [name for name in ledger.balances if ":stack:" in name or ":layout" in name]


def _feed_elsewhere(ledger: Ledger, link: str, event: e.TableOpened | e.MeterRead) -> None:
    """Feed the shared meter as other tables do, to where this one finds it."""
    found = {accounts.meter(link): event.meter, accounts.reserve(link): event.reserve}
    if isinstance(event, e.MeterRead) and event.overflow is not None:
        found[accounts.overflow(link)] = event.overflow
    fed = [Posting(name, cents - ledger.balances.get(name, 0)) for name, cents in found.items()]
    by_others = Posting(accounts.BANK, -sum(each.cents for each in fed))
    ledger.post(balanced([by_others, *fed]))


def _net(transfers: list[Transfer]) -> set[str]:
    """The kinds of places whose balance changed; the layout counts as one."""
    sums: dict[str, int] = {}
    for each in transfers:
        for place, cents in ((each.source, -each.cents), (each.target, each.cents)):
            name = "layout" if place.startswith("layout") else place
            sums[name] = sums.get(name, 0) + cents
    return {place for place, cents in sums.items() if cents}


def every_scene() -> Iterator[RoomTable]:
    """Tables at which, together, everything happens that moves chips."""
    room = Room()
    taught = room.table(house("classic"))
    taught.open(kind="training")
    taught.bet(1, ante=10).bet(2, ante=10)
    by_system = {"by": "system", "nonce": "0" * 32, "order": stacked("", "automated_shoe", (1, 2))}
    taught.until("shuffle").give("shuffle_deck", deck=0, **by_system)
    taught.until()
    taught.give("announce_no_more_bets")
    taught.dealt_from_here().play(1, 2)
    by_dealer = {"by": "dealer:dee", "reason": "slip"}
    taught.give("correct_wager", seat=1, wager="ante", amount=5_00, **by_dealer)
    taught.until("settle").confirm()
    taught.give("correct_decision", seat=1, decision="fold", **by_dealer)
    taught.give("correct_wager", seat=2, wager="ante", amount=5_00, **by_dealer)
    taught.finish()
    yield taught
    table = room.table(house("manual", linked_simultaneous="split"), link="wide")
    other = room.table(house("manual", linked_simultaneous="split"), link="wide")
    for each in (table, other):
        each.opened().bet(1, ante=5, progressive=1).dealt("1: As Ks Qs, dealer: Jc 9d 3c").play(1)
        each.until("verify_royal", "settle")
    table.give("share_jackpot", by="system", cents=table.last(e.JackpotLocked).cents - 1)
    table.finish()
    table.give("fill_tray", by="floor:flo", cents=100_00)
    table.give("credit_tray", by="floor:flo", cents=100_00)
    table.bet(1, ante=5, pair_plus=5, toke_ante=1).bet(2, ante=5, progressive=1)
    table.give("withdraw_wager", seat=1, wager="pair_plus")
    table.bet(1, ante=6, progressive=1)
    table.give("place_toke", seat=2, wager="ante", amount=100)
    table.give("withdraw_wager", seat=2, wager="ante")
    table.bet(2, ante=5).dealt("1: Ah Kh Qh, 2: Ks Kd 3h, dealer: Kc 9d 3c")
    table.give("report_bet_outside_limits", by="floor:flo", seat=2, wager="ante", actual=100)
    table.play(1, 2).finish()
    table.give("give_toke", seat=1, amount=100)
    other.finish().bet(1, ante=5, progressive=1).dealt().fold(1).finish()
    table.bet(1, ante=5).dealt()
    table.give("report_wrong_number_of_cards", seat=1, cards=4)
    if table.table.phase == "halted":
        table.give("rule", ruling="void", reason="so ruled")
    table.give("leave", seat=1)
    table.give("close_table")
    yield from (table, other)
    boxed = room.table(house("classic"))
    boxed.open(kind="physical")
    boxed.give("sit", seat=1, player="walk-in-1", by="dealer:dee")
    boxed.give("buy_in", seat=1, cents=100_00, by="dealer:dee")
    boxed.give("take_drop_box")
    notes = [{"value": 100_00, "count": 1}]
    boxed.give("count_drop", by="count:cou", box=1, counted=100_00, notes=notes)
    yield boxed
    fee = {"amount": 2, "per": "player"}
    charged = room.table(house("chickasaw", collection_fee=fee))
    charged.opened().bet(1, ante=5).dealt().fold(1).finish()
    coupons = room.table("mics")
    coupons.opened().bet(1, ante=10, coupon_ante=5)
    coupons.dealt("1: Ks Kd 3h, dealer: Jc 9d 3c").play(1).finish()
    coupons_back = room.table(house("mics", machine_count_round="void"))
    coupons_back.opened().bet(1, ante=10, coupon_ante=5)
    coupons_back.dealt("1: Ks Kd 3h, dealer: Jc 9d 3c").play(1).finish()
    coupons_back.give("report_wrong_deck_count", count=51, by_machine=True)
    yield from (charged, coupons, coupons_back)
    room.check()


def test_every_event_that_moves_chips_is_posted() -> None:
    """Add a new one to the scenes above, and to the chart in the guide."""
    known = {kind.__name__ for kind in chips.MOVE_CHIPS}
    posted, silent = set(), set()
    for table in every_scene():
        for before, event in follow(table.setup, Table(table.house), tuple(table.log)):
            name = type(event).__name__
            if postings_of(table.setup, before, event):
                posted.add(name)
            elif transfers(before, event):
                silent.add(name)
    assert silent - posted == {"MeterRead", "JackpotShared"}  # Things a table only reads.
    assert posted | silent == known


def test_every_place_at_a_table_has_its_account() -> None:
    names = {key: name for key, name in vars(table_places).items() if key[0].isupper()}
    places = [
        name for key, name in names.items() if isinstance(name, str) and name != table_places.LAYOUT
    ]
    assert len(places) > 10
    bought = e.ChipsBought(seat=1, player="ann", cents=1)
    setup = setup_of(house("manual"))
    for place in [*places, "stack:ann", "layout:1:ante", "tips:dee"]:
        if place != table_places.ELSEWHERE:
            assert own_account(setup.table, place) or shared_account(setup, bought, place)
    with pytest.raises(LedgerImbalance, match="no account for purse"):
        shared_account(setup, bought, "purse")


def test_cash_without_an_owner_is_not_booked() -> None:
    filled = e.TrayFilled(cents=1)
    with pytest.raises(LedgerImbalance, match="without the name of its owner"):
        shared_account(setup_of(house("manual")), filled, table_places.CASH)


def test_a_table_without_a_link_has_no_meter_to_book_on() -> None:
    with pytest.raises(LedgerImbalance, match="has no link"):
        shared_account(setup_of(house("mics")), e.TrayFilled(cents=1), table_places.METER)


# Buying in and leaving


def test_a_buy_in_goes_from_the_patron_to_the_drop_and_chips_from_the_tray_to_the_stack() -> None:
    room = Room()
    table = room.table("mics")
    table.opened().sit(2, player="zoe", dollars=0)
    room.bring("zoe", 300_00)
    table.give("buy_in", seat=2, cents=200_00)
    assert list(table.booked[-1][1]) == [
        Posting("patron:zoe", -200_00),
        Posting("table:1:drop", 200_00),
        Posting("table:1:stack:zoe", 200_00),
        Posting("table:1:tray", -200_00),
    ]
    table.give("leave", seat=2)
    assert list(table.booked[-1][1]) == [
        Posting("patron:zoe", 200_00),
        Posting("table:1:stack:zoe", -200_00),
    ]
    assert room.cents("patron:zoe") == 300_00


def test_a_table_of_play_money_moves_play_money_only() -> None:
    room = Room()
    table = room.table("manual", stakes="play")
    table.opened().bet(1, ante=5, progressive=1, toke_ante=1).dealt("1: As Ks Qs").play(1).finish()
    table.give("fill_tray", by="floor:flo", cents=500)
    table.give("leave", seat=1)
    table.give("close_table")
    room.check()
    kinds = {name.partition(":")[0] for name in room.ledger.balances}
    assert kinds <= {"play_money", "play", "play_tips", "table", "meter", "reserve"}
    assert room.cents("play:ann") > 1000_00


# Random rounds of every house


@pytest.mark.parametrize("stakes", ["money", "play"])
@pytest.mark.parametrize("of", BUILT_IN)
def test_random_rounds_leave_every_cent_with_patrons_dealers_links_or_the_house(
    of: str, stakes: Stakes
) -> None:
    setup = setup_of(load_house(of), stakes=stakes)
    events = play_rounds(load_house(of), rounds=25, seats=5, chance=random.Random(5), start=NOON)
    ledger, table = Ledger(), Table(load_house(of))
    bought: dict[str, int] = {}
    carried: dict[str, int] = {}
    for event in events:
        ledger.post(postings_of(setup, table, event))
        table = evolve(table, event)
        assert reconcile(table, ledger.balances, setup) == []
        if isinstance(event, e.ChipsBought):
            bought[event.player] = bought.get(event.player, 0) + event.cents
        if isinstance(event, e.SeatLeft):
            carried[event.player] = carried.get(event.player, 0) + event.with_cents
    own = "patron" if stakes == "money" else "play"
    for player, cents in bought.items():
        net = carried[player] - cents
        assert ledger.balances.get(f"{own}:{player}", 0) == net
    assert sum(ledger.balances.values()) == 0
    assert not any(":stack:" in name or ":layout" in name for name in ledger.balances)


# Voids


@pytest.mark.parametrize("of", BUILT_IN)
@pytest.mark.parametrize("cause", ["report_exposed_card", "report_wrong_number_of_cards"])
def test_a_void_leaves_the_books_as_they_were_before_the_bets(of: str, cause: str) -> None:
    room = Room()
    table = room.table(house_with(of, options={"collection_fee": {"amount": 2}})).opened().sit(2)
    before = dict(room.ledger.balances)
    bets = {
        name: {"ante": 5, "pair_plus": 5, "six_card_bonus": 5, "progressive": 1}[name]
        for name in table.house.opening_bets
    }
    table.bet(1, **bets, toke_ante=1).bet(2, **bets).dealt().play(1)
    assert room.ledger.balances != before
    table.give(cause, seat=0, **({"cards": 4} if cause == "report_wrong_number_of_cards" else {}))
    if table.table.phase == "halted":
        table.give("rule", ruling="void", reason="so ruled")
    assert table.events(e.RoundVoided)
    assert room.ledger.balances == before
    room.check()
