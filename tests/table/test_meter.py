"""The progressive's meter: read, fed up to its limit, locked when hit, reset, shared."""

from typing import Any

import pytest

from queenhigh.house.model import House
from queenhigh.table import events as e
from queenhigh.table.refusal import Refusal
from tests.clauses import cases, clause
from tests.table.driver import Driven, house_with, kinds

HIT = "1: As Ks Qs, 2: 9s 9d 4c, dealer: Qd 8d 3c"


def linked(meter: float = 5000, reserve: float = 30, **options: Any) -> Driven:
    table = Driven("manual", **options)
    table.open(meter=round(meter * 100), reserve=round(reserve * 100))
    return table.opened()


def limited(limit: float) -> House:
    return house_with("manual", meters={"main": {"limit_cents": round(limit * 100)}})


def hit(table: Driven) -> Driven:
    """Seat 1 has hit the meter, and its hand has just been turned over."""
    table.bet(1, ante=5, progressive=1).bet(2, ante=5, progressive=1).dealt(HIT).play(1, 2)
    while not table.events(e.JackpotLocked):
        table.confirm()
    return table


# A meter that several tables share


@clause("manual-prog-B")
def test_a_table_has_a_meter_of_its_own_unless_it_is_given_a_reading() -> None:
    alone, shared = Driven("manual").opened(), linked()
    assert (alone.account("meter"), alone.account("bank")) == (1000, -1000)
    assert (shared.account("meter"), shared.account("reserve")) == (5000, 30)
    assert (shared.account("bank"), shared.account("elsewhere")) == (0, -5030)
    opened = shared.last(e.TableOpened)
    assert (opened.linked, opened.meter, opened.reserve) == (True, 500_000, 3000)
    assert [table.view("public").linked for table in (alone, shared)] == [False, True]


def test_a_table_that_opens_again_takes_the_difference_from_elsewhere() -> None:
    table = linked()
    table.give("close_table")
    table.open(meter=400_000, reserve=0)
    assert (table.account("meter"), table.account("reserve")) == (4000, 0)
    assert table.account("elsewhere") == -4000
    table.check_replay()


def test_a_reading_sets_the_meter_and_an_unchanged_one_makes_no_event() -> None:
    table = linked()
    [read] = table.give("read_meter", meter=512_340, reserve=4000)
    assert isinstance(read, e.MeterRead)
    assert (table.account("meter"), table.account("elsewhere")) == (5123.40, -5163.40)
    assert table.give("read_meter", meter=512_340, reserve=4000) == []


@pytest.mark.parametrize("by", ["dealer:dee", "floor:flo", "management:mia", "player:ann"])
def test_only_the_system_reads_the_meter(by: str) -> None:
    refused = linked().refused("read_meter", by=by, meter=1, reserve=1)
    assert refused.code == "role/not_yours"


def test_a_meter_is_read_in_every_phase_but_not_at_a_closed_table() -> None:
    assert Driven("manual").refused("read_meter", meter=1, reserve=1).code == "table/closed"
    table = linked().bet(1, ante=5, progressive=1).dealt()
    table.give("read_meter", meter=700_000, reserve=0)
    table.play(1).until("settle")
    table.give("read_meter", meter=700_100, reserve=0)
    assert table.account("meter") == 7001


@pytest.mark.parametrize("of", ["mics", "mics-alternate", "chickasaw", "classic"])
def test_a_house_without_a_progressive_has_no_meter_to_read(of: str) -> None:
    opening = Driven(of).try_("open_table", dealer="dee", meter=100, reserve=0)
    assert isinstance(opening, Refusal)
    assert opening.code == "meter/none"


# Locked when it is hit


@clause("manual-prog-G", "manual-payout-K")
def test_a_jackpot_is_locked_when_its_hand_is_turned_over_and_the_meter_is_reset_at_once() -> None:
    table = hit(linked())
    assert kinds(table.log)[-3:] == ["hand_revealed", "jackpot_locked", "meter_reset"]
    locked = table.last(e.JackpotLocked)
    assert (locked.seat, locked.cents) == (1, 500_040)
    assert (table.account("meter"), table.account("jackpot")) == (1000, 5000.40)
    assert (table.account("reserve"), table.last(e.MeterReset).from_reserve) == (0, 3010)
    table.give("read_meter", meter=100_080, reserve=20)  # Other tables go on feeding it.
    table.finish()
    paid = next(event for event in table.events(e.WagerPaid) if event.of_meter)
    assert (paid.paid, paid.odds) == (500_040, "100%")
    assert (table.account("meter"), table.account("jackpot")) == (1000.80, 0)
    assert table.stack(1) == 1000 + 5 + 5 + 5 * 5 - 1 + 5000.40
    table.check_replay()


@clause("manual-prog-G")
def test_the_next_one_to_lock_gets_the_meter_as_it_was_reset() -> None:
    first, second = hit(linked()), Driven("manual")
    second.open(meter=first.table.meter, reserve=0)
    hit(second.opened())
    assert second.last(e.JackpotLocked).cents == 100_040


@clause("manual-prog-B", "manual-prog-G")
@pytest.mark.parametrize("moment", ["settle", "rack_hand", "end_round"])
def test_a_void_gives_a_locked_jackpot_back_to_the_meter(moment: str) -> None:
    table = linked().sit(2)
    before = table.money
    hit(table).until(moment)
    table.give("report_wrong_number_of_cards", seat=2, cards=4)
    table.give("rule", ruling="void", reason="four cards", by="floor:flo")
    assert table.money == before
    table.check_replay()


@clause("manual-prog-B")
def test_a_void_leaves_what_other_tables_have_fed_meanwhile() -> None:
    table = hit(linked())
    table.give("read_meter", meter=100_200, reserve=50)
    table.give("report_wrong_number_of_cards", seat=2, cards=4)
    table.give("rule", ruling="void", reason="four cards", by="floor:flo")
    assert (table.account("meter"), table.account("reserve")) == (5002, 30.50)
    assert table.account("jackpot") == 0


def test_the_tray_bears_what_another_table_has_won_meanwhile() -> None:
    table = linked(meter=1000, reserve=0).bet(1, ante=5, progressive=1)
    tray = table.account("tray")
    table.dealt()
    table.give("read_meter", meter=0, reserve=0)  # Hit elsewhere, with nothing left to seed it.
    table.give("report_exposed_card", seat=0)
    assert (table.account("meter"), table.account("reserve")) == (0, 0)
    assert table.account("tray") == tray - 0.25


@clause("manual-prog-G")
def test_the_meter_at_the_lock_counts() -> None:
    """Another table may hit it after the dealer's hand is up but before this hand is shown."""
    table = linked().bet(1, ante=5, progressive=1).dealt(HIT).play(1).until("reveal_hand")
    table.give("read_meter", meter=100_000, reserve=0)
    table.finish()
    assert table.last(e.JackpotLocked).cents == 100_000
    assert [event.paid for event in table.events(e.WagerPaid) if event.of_meter] == [100_000]


@clause("manual-gen-cond-1")
def test_nobody_learns_of_a_jackpot_before_the_hand_is_turned_over() -> None:
    table = linked().bet(1, ante=5, progressive=1).bet(2, ante=5, progressive=1).dealt(HIT)
    table.play(1, 2).until("reveal_hand")
    assert table.view("dealer:dee").meter == 500_040
    assert table.events(e.JackpotLocked) == []


# A limit


@clause("manual-prog-B")
@cases("""
    limit    meter    overflow
    1000     1000     0.40        # It is at its limit from the seed on.
    1000.30  1000.30  0.10
    1000.40  1000.40  0
    2000     1000.40  0
""")
def test_a_meter_does_not_grow_beyond_its_limit(limit: str, meter: str, overflow: str) -> None:
    table = Driven(limited(float(limit))).opened()
    table.bet(1, ante=5, progressive=1).bet(2, ante=5, progressive=1)
    before = table.money["meter:main"]
    table.dealt()
    assert (table.account("meter"), table.account("overflow")) == (float(meter), float(overflow))
    assert table.last(e.MeterFed).overflow == round(float(overflow) * 100)
    table.give("report_exposed_card", seat=0)
    assert (table.account("meter"), table.account("overflow")) == (before / 100, 0)


@clause("manual-prog-B", "manual-prog-G")
def test_the_overflow_above_the_limit_helps_to_pay_the_next_seed() -> None:
    table = hit(Driven(limited(1000.10)).opened())
    reset = table.last(e.MeterReset)
    assert (reset.seed, reset.from_reserve, reset.from_overflow) == (100_000, 10, 30)
    assert (table.account("overflow"), table.account("meter")) == (0, 1000)
    table.give("report_wrong_number_of_cards", seat=2, cards=4)
    table.give("rule", ruling="void", reason="four cards", by="floor:flo")
    assert (table.account("overflow"), table.account("meter")) == (0, 1000)


# Two tables at once


@clause("manual-payout-K")
def test_where_the_house_splits_what_two_tables_hit_each_pays_its_share() -> None:
    table = hit(linked(linked_simultaneous="split"))
    [shared] = table.give("share_jackpot", cents=300_040)
    assert isinstance(shared, e.JackpotShared)
    assert (shared.seat, shared.before) == (1, 500_040)
    assert table.give("share_jackpot", cents=300_040) == []
    table.finish()
    paid = next(event for event in table.events(e.WagerPaid) if event.of_meter)
    assert paid.paid == 300_040
    assert table.account("jackpot") == 0
    assert table.refused("share_jackpot", cents=1).code == "jackpot/none_locked"
    table.check_replay()


@clause("manual-payout-K")
def test_a_paid_jackpot_is_no_longer_shared() -> None:
    table = hit(linked(linked_simultaneous="split")).until("end_round")
    assert table.refused("share_jackpot", cents=1).code == "jackpot/none_locked"


@clause("manual-payout-K")
def test_by_convention_the_first_to_lock_gets_all_of_it() -> None:
    assert hit(linked()).refused("share_jackpot", cents=1).code == "jackpot/not_shared"


def test_a_shared_jackpot_of_a_void_round_leaves_the_others_share_with_them() -> None:
    table = linked(linked_simultaneous="split").sit(2)
    before = table.money
    hit(table).give("share_jackpot", cents=300_040)
    table.give("report_wrong_number_of_cards", seat=2, cards=4)
    table.give("rule", ruling="void", reason="four cards", by="floor:flo")
    assert (table.account("meter"), table.account("jackpot")) == (5000, 0)
    assert table.money["tray"] == before["tray"] - 200_000


@pytest.mark.parametrize(("funded_by", "of_meter"), [("tray", 0), ("meter", 70)])
def test_fixed_awards_come_out_of_the_tray_or_out_of_the_meter(
    funded_by: str, of_meter: float
) -> None:
    table = Driven("manual", award_funding=funded_by).opened().bet(1, ante=5, progressive=1)
    table.dealt("1: 9s 8s 7s, dealer: Jc 9d 3c").play(1)
    before = table.account("meter")
    table.finish()
    assert before - table.account("meter") == of_meter
    table.check_replay()
