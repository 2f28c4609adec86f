"""Fills, credits, inventories and drop boxes where money is played for: who takes part."""

from typing import Any

import pytest
from msgspec import UNSET

from queenhigh.table import events as e
from queenhigh.table.chip_place import CONTRIBUTIONS, COUNT_ROOM
from queenhigh.table.denominations import Chips, chips_for
from queenhigh.table.table_forms import forms
from tests.clauses import cases
from tests.table.driver import Driven, house_with

SLIP = ("cage:cat", "floor:ron", "dealer:dee")


def guarded(of: str = "mics", **options: Any) -> Driven:
    return Driven(of, **options).opened(guarded=True)


def filled(cents: int = 10_000) -> Driven:
    table = guarded()
    table.slip("fill_tray", cents)
    table.sign(*SLIP)
    return table


def by_value(table: Driven, cents: int) -> dict[str, Any]:
    return {"counted": cents, "chips": chips_for(table.house, cents)}


# Slips


@pytest.mark.parametrize(
    ("command", "kind", "sign"),
    [("fill_tray", e.TrayFilled, 1), ("credit_tray", e.TrayCredited, -1)],
)
def test_a_slip_moves_chips_when_cage_runner_and_dealer_have_signed(
    command: str, kind: type[e.TrayFilled | e.TrayCredited], sign: int
) -> None:
    table = guarded()
    before = table.account("tray"), table.account("cage")
    table.slip(command, 12_500)
    for by in SLIP:
        assert (table.account("tray"), table.account("cage")) == before
        table.sign(by)
    moved = sign * 125
    assert (table.account("tray"), table.account("cage")) == (before[0] + moved, before[1] - moved)
    done = table.last(kind)
    assert (done.slip, done.cents, done.runner) == (1, 12_500, "ron")
    assert done.chips == (Chips(10_000, 1), Chips(2500, 1))
    assert done.signed == ("floor:flo", *SLIP)
    table.check_replay()


def test_no_two_of_the_floor_make_a_fill_between_them() -> None:
    """Fix: the cage signs that it gave the chips, and the runner that they were carried."""
    table = guarded()
    before = table.account("tray")
    table.slip("fill_tray", 10_000)
    table.sign("floor:fay")  # For the dealer.
    assert table.unsigned("pit_manager:pia") == "approval/not_yours"
    assert table.unsigned("management:mia") == "approval/not_yours"
    assert table.account("tray") == before


@cases("""
    by              answer
    cage:flo        approval/same_person   # Who asked, at the window.
    cage:ron        signed                 # One of them is the runner then: another cage signs.
    count:cou       approval/not_yours     # Who counts carries nothing.
    count:ron       approval/not_yours
    surveillance:s  approval/not_yours
    player:ron      role/not_yours
    dealer:mel      approval/not_yours
""")
def test_these_people_sign_a_slip(by: str, answer: str) -> None:
    table = guarded()
    table.slip("fill_tray", 10_000)
    if answer == "signed":
        table.sign(by)
        assert table.unsigned("dealer:ron") == "approval/same_person"
    else:
        assert table.unsigned(by) == answer


@cases("""
    chips            runner   refused
    100x99           ron      tray/does_not_add_up
    100x50 100x50    ron      tray/no_such_chip      # Each value once.
    300x33           ron      tray/no_such_chip      # No such chip in this house.
    100x100          -        tray/no_runner
    100x100          flo      tray/no_runner         # Who asks cannot sign as the runner too.
""")
def test_an_invalid_slip_cannot_be_requested(chips: str, runner: str, refused: str) -> None:
    table = guarded()
    pairs = (each.split("x") for each in chips.split())
    stacks = [{"value": int(value), "count": int(count)} for value, count in pairs]
    named = {"chips": stacks, "runner": "" if runner == "-" else runner}
    assert table.refused("fill_tray", cents=10_000, **named).code == refused
    assert table.table.requests == {}


def test_a_runner_of_the_cage_signs_as_the_runner() -> None:
    """Regression: the runner's signature was taken for the cage's, and nobody could finish."""
    table = guarded()
    table.slip("fill_tray", 10_000)
    table.sign("cage:ron", "dealer:dee", "cage:cat")
    assert table.last(e.TrayFilled).signed == ("floor:flo", "cage:ron", "dealer:dee", "cage:cat")


def test_slips_are_numbered_without_a_gap_including_declined_ones() -> None:
    table = guarded()
    table.slip("fill_tray", 10_000)
    table.give("decline", request=table.table.last_request, by="cage:cat", reason="no such chips")
    void = table.last(e.RequestDeclined)
    assert (void.slip, void.command and void.command["cents"]) == (1, 10_000)
    table.slip("credit_tray", 10_000)
    table.sign(*SLIP)
    table.slip("fill_tray", 500)
    asked = [each.slip for each in table.events(e.ApprovalRequested) if each.slip]
    assert asked == [1, 2, 3]
    assert table.last(e.TrayCredited).slip == 2
    assert table.view("cage:cat").requests[0].slip == 3
    table.check_replay()


def test_a_slip_that_waits_when_the_table_closes_is_void_and_the_log_says_so() -> None:
    table = guarded().until()
    table.slip("fill_tray", 10_000)
    table.give("leave", seat=1)
    table.count("closing")
    table.give("close_table", by="floor:flo")
    table.sign("dealer:dee")
    declined = table.last(e.RequestDeclined)
    assert (declined.by, declined.reason) == ("system", "the table is closed")
    assert table.table.phase == "closed"


# Nobody both moves and counts


@cases("""
    by            witness      answer
    floor:flo     count:cou    tray/moved_chips   # Opened the table with chips of the cage.
    floor:ron     count:cou    tray/moved_chips
    dealer:dee    count:cou    tray/moved_chips
    cage:cat      count:cou    role/not_yours     # The cage counts no tray, moved or not.
    cage:cyd      count:cou    role/not_yours
    count:dee     floor:fay    tray/moved_chips   # One person in two coats.
    count:cou     dealer:dan   no
    floor:fay     floor:pam    no
""")
def test_a_person_who_took_part_in_a_fill_does_not_count_that_day(
    by: str, witness: str, answer: str
) -> None:
    table = filled()
    wish = by_value(table, table.table.tray)
    if answer == "no":
        table.give("count_tray", by=by, **wish)
        table.sign(witness)
        assert table.last(e.TrayCounted).by == by
    else:
        assert table.refused("count_tray", by=by, **wish).code == answer


@cases("""
    by           refused
    floor:flo    tray/moved_chips
    floor:ron    tray/moved_chips
    cage:cat     approval/not_yours
    dealer:dee   tray/moved_chips
""")
def test_a_person_who_took_part_in_a_fill_does_not_sign_a_count_that_day(
    by: str, refused: str
) -> None:
    table = filled()
    table.give("count_tray", by="count:cou", **by_value(table, table.table.tray))
    assert table.unsigned(by) == refused


def test_on_another_gaming_day_a_person_who_moved_chips_may_count() -> None:
    table = filled()
    table.later(days=1)
    table.give("count_tray", by="dealer:dee", **by_value(table, table.table.tray))
    table.sign("count:cou")
    table.check_replay()


# Inventories


def test_an_inventory_is_by_value_and_shows_what_is_missing() -> None:
    table = guarded()
    tray = table.table.tray
    table.count("shift", tray - 2500)
    count = table.last(e.TrayCounted)
    assert (count.inventory, count.variance) == ("shift", -2500)
    assert (count.by, count.witness) == ("count:cou", "floor:fay")
    assert sum(each.value * each.count for each in count.chips or ()) == tray - 2500
    wrong = table.refused("count_tray", by="count:cou", counted=tray, chips=[])
    assert wrong.code == "tray/does_not_add_up"


def test_the_person_counting_is_not_told_the_expected_amount() -> None:
    """Fix: people who know the expected amount do not really count."""
    table = guarded()
    seen = table.view("count:cou")
    assert (seen.tray, seen.inventory) == (None, "opening")
    opened = next(each for each in table.seen("count:cou") if isinstance(each, e.TableOpened))
    assert (opened.tray, opened.chips) == (0, ())


def test_no_chip_is_sold_before_the_opening_inventory() -> None:
    table = Driven("mics")
    table.give(
        "open_table", dealer="dee", tray=100_000, guarded=True,
        chips=chips_for(table.house, 100_000),
    )  # fmt: skip
    table.give("sit", seat=1, by="player:ann")
    assert table.refused("buy_in", seat=1, cents=1000).code == "tray/not_counted"
    table.count("opening")
    table.give("buy_in", seat=1, cents=1000)


def test_no_round_is_dealt_at_a_money_table_before_two_people_have_counted_its_tray() -> None:
    table = closed()
    table.give("open_table", **opening(table, 100_000))  # An earlier count does not do.
    table.give("sit", seat=1, by="player:ann")
    table.until()
    assert table.refused("buy_in", seat=1, cents=1000).code == "tray/not_counted"
    bet = {"seat": 1, "wager": "ante", "amount": 500, "by": "player:ann"}
    assert table.refused("place_wager", **bet).code == "chips/not_enough"
    assert table.refused("announce_no_more_bets").code == "wager/no_bets"


def test_a_table_for_money_that_people_run_opens_with_its_chips_by_value() -> None:
    table = Driven("mics")
    wish = {"dealer": "dee", "tray": 100_000, "guarded": True}
    assert table.refused("open_table", **wish).code == "tray/does_not_add_up"


# The tray is the chips


def test_a_payout_that_is_not_in_the_tray_waits_for_a_fill() -> None:
    """Fix: missing chips are not paid, and the books do not pretend they were."""
    table = Driven("mics", tray=1010).opened(guarded=True)  # The first player takes 1,000.
    table.bet(1, ante=10, pair_plus=100)
    table.dealt("1: 9s 9d 9c, dealer: Qs 3d 2c").play(1)
    with pytest.raises(AssertionError, match=r"tray/not_enough: The tray is \$.* short: ask for"):
        table.finish()
    assert table.table.tray >= 0
    table.slip("fill_tray", 500_000)
    table.sign(*SLIP)
    table.finish()
    assert table.table.tray > 0
    table.check_replay()


def test_no_more_chips_are_sold_than_there_are() -> None:
    table = Driven("mics", tray=1010).opened(guarded=True)
    assert table.refused("buy_in", seat=1, cents=1_100).code == "tray/not_enough"
    table.give("buy_in", seat=1, cents=1_000)


def test_contributions_to_a_meter_stay_in_the_tray() -> None:
    table = guarded("manual")
    before = table.table.meter
    tray = table.table.tray
    table.bet(1, ante=10, progressive=1)
    table.dealt("1: 9s 7d 2c, dealer: Qs 3d 2h").fold(1).finish()
    assert table.table.tray == tray + 1_000 + 100  # Both bets, in full.
    fed = table.table.meter - before
    assert fed > 0
    assert -table.table.accounts[CONTRIBUTIONS] >= fed
    table.give("leave", seat=1)
    table.count("closing")
    table.give("close_table", by="floor:flo")
    table.sign("dealer:dee")
    assert table.table.accounts[CONTRIBUTIONS] == 0  # With the tray, the cage takes over the debt.
    table.check_replay()


def test_a_meter_pays_whole_chips_and_carries_the_cents() -> None:
    table = guarded("manual")
    seed = table.house.meters["main"].seed_cents
    table.bet(1, ante=10, progressive=1)
    table.dealt("1: As Ks Qs, dealer: Jd 3d 2c").play(1)
    stood = table.table.meter
    assert stood % 100
    chips_before = table.stack(1) + table.account("tray") + sum(table.on_layout.values())
    table.finish()
    locked = table.last(e.JackpotLocked)
    assert (locked.cents, locked.carried) == (stood - stood % 100, stood % 100)
    assert table.table.meter == seed + stood % 100
    paid = next(each for each in table.events(e.WagerPaid) if each.of_meter)
    assert paid.paid == locked.cents
    chips_after = table.stack(1) + table.account("tray") + sum(table.on_layout.values())
    assert chips_after == chips_before  # It was paid from the tray's chips.
    table.check_replay()


def in_chips(**changes: Any) -> Driven:
    """A table run by one person, with known cards."""
    table = Driven(house_with("manual", **changes))
    table.open(chips=chips_for(table.house, 1_000_000))
    return table.opened().sit(2)


def test_no_dealer_alone_pays_out_a_meter() -> None:
    """Fix: at a table for money the floor verifies it, whatever the amount."""
    rows = {"akq_spades": {"notify": [], "verify": False}}
    small = {"large": {"over_cents": 10**9, "chip_cents": 10**9}}
    of = house_with("manual", wagers={"progressive": {"pays": rows}}, payouts=small)
    table = Driven(of).opened(guarded=True)
    table.bet(1, ante=10, progressive=1)
    table.dealt("1: As Ks Qs, dealer: Jd 3d 2c").play(1).until("verify_payout")
    assert not any(each.of_meter for each in table.events(e.WagerPaid))
    wish = {"step": "verify_payout", "seat": 1}
    assert table.refused("confirm", **wish, by="dealer:dee").code == "step/not_yours"
    table.finish()
    assert any(each.of_meter for each in table.events(e.WagerPaid))


@pytest.mark.parametrize("moment", ["reveal_dealer", "rack_hand", "end_round"])
def test_a_void_gives_back_what_was_fed_and_moves_no_other_chips(moment: str) -> None:
    table = in_chips()
    before = table.money
    table.bet(1, ante=10, progressive=1).bet(2, ante=10)
    table.dealt("1: As Ks Qs, 2: 9d 8c 2c, dealer: Qd 3d 2h").play(1, 2).until(moment)
    table.give("report_wrong_number_of_cards", seat=2, cards=4)
    if table.table.phase == "halted":
        table.give("rule", ruling="void", reason="four cards", by="floor:flo")
    assert table.events(e.RoundVoided)
    assert table.money == before
    table.check_replay()


def test_a_settled_round_that_is_undone_leaves_the_books_as_before_the_bets() -> None:
    table = in_chips(irregularities={"machine_count_round": "void"}, cards={"decks": 1})
    before = table.money
    table.bet(1, ante=10, progressive=1)
    table.dealt("1: As Ks Qs, dealer: Qd 3d 2h").play(1).finish()
    assert table.money != before
    table.until("shuffle").give("shuffle_deck", deck=0, counted=51)
    assert table.events(e.SettledRoundVoided)
    assert table.money == before
    table.check_replay()


# The drop


def boxed() -> Driven:
    of = house_with("mics", controls={"staff_buy_in_cents": 10**7})
    table = Driven(of)
    table.open(guarded=True, kind="physical")
    table.give("sit", seat=1, player="walk-in-1", by="dealer:dee")
    table.give("buy_in", seat=1, cents=30_000, by="dealer:dee")
    table.give("take_drop_box", by="floor:flo")
    table.sign("dealer:dee")
    return table


def notes(counted: int) -> dict[str, Any]:
    return {"counted": counted, "notes": [{"value": 10_000, "count": counted // 10_000}]}


def test_a_box_goes_to_the_count_room_and_what_is_found_to_the_cage() -> None:
    table = boxed()
    assert (table.account("drop"), table.account(COUNT_ROOM)) == (0, 300)
    cage = table.account("cage")
    table.give("count_drop", by="count:cou", box=1, **notes(30_000))
    assert table.account("cage") == cage
    table.sign("count:cid")
    assert (table.account(COUNT_ROOM), table.account("cage")) == (0, cage + 300)
    counted = table.last(e.DropCounted)
    assert (counted.variance, counted.notes) == (0, (Chips(10_000, 3),))
    assert table.table.boxes == {}
    table.check_replay()


def test_a_shortage_in_a_box_stays_open() -> None:
    table = boxed()
    table.give("count_drop", by="count:cou", box=1, **notes(20_000))
    table.sign("count:cid")
    assert table.last(e.DropCounted).variance == -10_000
    assert table.account(COUNT_ROOM) == 100


@cases("""
    by            refused
    cage:cat      role/not_yours
    floor:fay     role/not_yours
    dealer:dee    role/not_yours
    count:flo     tray/moved_chips    # Took the box.
    count:dee     tray/moved_chips
""")
def test_a_box_is_counted_by_counters_who_took_no_part_in_it(by: str, refused: str) -> None:
    assert boxed().refused("count_drop", by=by, box=1, **notes(30_000)).code == refused


def test_the_cage_does_not_sign_the_count_of_what_it_gets() -> None:
    table = boxed()
    table.give("count_drop", by="count:cou", box=1, **notes(30_000))
    assert table.unsigned("cage:cat") == "approval/not_yours"
    assert table.unsigned("count:cou") == "approval/same_person"


def test_a_box_is_counted_once_and_after_the_closing_too() -> None:
    table = boxed()
    while table.table.phase == "opening":
        table.confirm()
    table.give("leave", seat=1, by="dealer:dee")
    table.count("closing")
    table.give("close_table", by="floor:flo")
    table.sign("dealer:dee")
    table.give("count_drop", by="count:cou", box=1, **notes(30_000))
    table.sign("count:cid")
    again = table.refused("count_drop", by="count:cou", box=1, **notes(30_000))
    assert again.code == "drop/no_such_box"


def test_a_table_without_notes_has_no_box() -> None:
    assert guarded().refused("take_drop_box", by="floor:flo").code == "table/not_this_kind"


def test_neither_box_nor_slip_is_shown_to_players() -> None:
    table = boxed()
    assert not any(isinstance(each, e.DropBoxTaken) for each in table.seen("player:ann"))
    assert table.view("player:ann").boxes == ()
    assert table.view("count:cou").boxes == (1,)
    shown = [each for each in filled().seen("player:ann") if isinstance(each, e.TrayFilled)]
    assert [(each.cents, each.runner, each.signed) for each in shown] == [(10_000, UNSET, UNSET)]


# Between closing and opening


def closed(counted: int | None = None) -> Driven:
    """A money table that was counted and closed, with $1,000 in its tray by the books."""
    table = Driven("mics", tray=2_000).opened(guarded=True)  # The player takes half of it along.
    table.give("leave", seat=1)
    table.count("closing", counted)
    table.give("close_table", by="floor:flo")
    table.sign("dealer:dee")
    table.later(days=1)
    return table


def opening(table: Driven, cents: int, chips: tuple[Chips, ...] | None = None) -> dict[str, Any]:
    stacks = chips_for(table.house, cents) if chips is None else chips
    return {"dealer": "dee", "tray": cents, "chips": stacks, "guarded": True}


@pytest.mark.parametrize("cents", [90_000, 110_000])
def test_a_money_table_opens_with_the_tray_that_it_was_closed_with(cents: int) -> None:
    """Regression: the floor alone opened with less, and kept what was in the tray besides."""
    table = closed()
    refused = table.refused("open_table", **opening(table, cents))
    assert refused.code == "tray/not_as_closed"
    assert refused.message == (
        "The table was closed with $1,000 in the tray: open it with that; "
        "a fill or a credit changes it."
    )
    table.give("open_table", **opening(table, 100_000))
    assert table.table.tray == 100_000
    table.check_replay()


def test_a_money_table_opens_with_the_chips_that_it_was_closed_with() -> None:
    table = closed()
    ones = (Chips(100, 1_000),)
    refused = table.refused("open_table", **opening(table, 100_000, ones))
    assert refused.code == "tray/not_as_closed"
    left = ", ".join(
        f"{each.count} of {table.house.money(each.value)}"
        for each in chips_for(table.house, 100_000)
    )
    assert f"$1,000 in the tray ({left})" in refused.message
    who, view = "floor:flo", table.view("floor:flo")
    asked = forms(table.table, view, who, guarded=True, roles=("floor",))
    tray = next(each for each in asked if each.type == "open_table").fields[1]
    assert tray.hint == f"Closed with {left}."
    in_another_order = chips_for(table.house, 100_000)[::-1]
    table.give("open_table", **opening(table, 100_000, in_another_order))


def test_a_money_table_opens_with_what_was_counted_at_the_closing_not_with_the_books() -> None:
    table = closed(counted=97_500)
    assert table.refused("open_table", **opening(table, 100_000)).code == "tray/not_as_closed"
    table.give("open_table", **opening(table, 97_500))


def test_each_closing_counts_for_the_next_opening_only() -> None:
    table = closed()
    table.give("open_table", **opening(table, 100_000))
    assert table.table.chips_found is None
    table.give("sit", seat=1, by="player:ann")
    table.opened()
    table.slip("fill_tray", 10_000)
    table.sign(*SLIP)
    table.give("leave", seat=1)
    table.count("closing")
    table.give("close_table", by="floor:flo")
    table.sign("dealer:dee")
    table.later(days=1)
    assert table.refused("open_table", **opening(table, 100_000)).code == "tray/not_as_closed"
    table.give("open_table", **opening(table, 110_000))


def test_a_table_that_an_older_log_closed_uncounted_by_value_opens_with_any_tray() -> None:
    table = closed()
    table.table = table.table.but(chips_found=None)
    table.give("open_table", **opening(table, 90_000))


def test_a_table_without_controls_opens_with_any_tray() -> None:
    table = Driven("mics", tray=1_000).opened()
    table.give("close_table")
    table.give("open_table", dealer="dee", tray=5_000)
    assert table.table.tray == 5_000


def test_a_new_tables_chips_can_come_by_a_slip() -> None:
    """Opened with an empty tray: nobody buys in before the fill's chips were counted by two."""
    table = Driven("manual", tray=0)
    table.give("open_table", dealer="dee", tray=0, chips=[], guarded=True, kind="digital")
    table.give("sit", seat=1, by="player:ann")
    table.slip("fill_tray", 1_000_00)
    table.sign("cage:cat", "dealer:ron", "dealer:dee")
    assert table.table.tray == 1_000_00
    refused = table.refused("buy_in", seat=1, cents=100_00, by="player:ann")
    assert refused.code == "tray/not_counted"
    table.count("opening")
    table.give("buy_in", seat=1, cents=100_00, by="player:ann")
