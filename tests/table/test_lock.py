"""When bets are locked: at the announcement, or at the first card."""

from typing import Any

import pytest

from queenhigh.table import events as e
from queenhigh.table.state import Phase
from tests.clauses import cases, clause
from tests.table.driver import BUILT_IN, Driven, kinds

MANUAL_DEALS = ("automated_shoe", "hand")


def seated(of: str, **options: Any) -> Driven:
    return Driven(of, **options).opened().sit(2, 3)


@clause("mics-f4", "chickasaw-b", "classic-deal-2", "manual-hdeal-A")
@pytest.mark.parametrize("lock", ["announcement", "announcement_or_first_card"])
@pytest.mark.parametrize("of", BUILT_IN)
def test_the_announcement_locks_the_bets_where_it_comes_first(of: str, lock: str) -> None:
    table = seated(of, lock_event=lock).bet(2, ante=5, pair_plus=5).lock()
    assert table.table.phase is Phase.DEALING
    for kind, fields in (
        ("place_wager", {"seat": 1, "amount": 500}),
        ("place_wager", {"seat": 2, "amount": 1000}),
        ("withdraw_wager", {"seat": 2}),
    ):
        assert table.refused(kind, wager="ante", **fields).code == "wager/locked"
    assert kinds(table.log)[-2:] in (["announced", "bets_locked"], ["bets_locked", "meter_fed"])


@clause("manual-gen-B", "manual-intro-11", "manual-6cb-F", "manual-prog-D", "mics-a1-i")
@pytest.mark.parametrize("of", BUILT_IN)
def test_where_the_first_card_locks_them_bets_are_made_changed_and_withdrawn_until_then(
    of: str,
) -> None:
    table = seated(of, lock_event="first_card").bet(2, ante=5, pair_plus=5).lock()
    assert table.said == [table.house.announcements.no_more_bets]
    assert (table.table.phase, table.events(e.BetsLocked)) == (Phase.BETTING, [])
    table.bet(1, ante=5, pair_plus=5).bet(2, ante=7)
    table.give("withdraw_wager", seat=2, wager="pair_plus")
    table.bet(3, ante=5)
    table.give("withdraw_wager", seat=3, wager="ante")
    table.confirm("deal")
    assert table.last(e.BetsLocked).positions == (1, 2)
    assert table.last(e.CardsDealt).seat == 1
    found = table.refused("place_wager", seat=2, wager="ante", amount=1000)
    assert (found.code, "first card" in found.message) == ("wager/locked", True)
    table.dealt_from_here()
    assert sorted(table.table.round.hands) == [0, 1, 2]


@clause("manual-gen-B")
def test_a_bet_is_locked_at_the_first_card_by_the_clause_that_says_so() -> None:
    table = seated("manual", lock_event="first_card").bet(2, ante=5).lock()
    table.confirm("deal")
    found = table.refused("withdraw_wager", seat=2, wager="ante")
    assert {"manual-gen-B", "manual-intro-11"} <= set(found.clauses)


@clause("manual-prog-D", "manual-6cb-F")
def test_side_bets_feed_the_meter_when_the_first_card_locks_them() -> None:
    table = seated("manual", lock_event="first_card").bet(2, ante=5, progressive=1).lock()
    assert table.account("meter") == 1000
    table.bet(3, ante=5, progressive=1, six_card_bonus=5).confirm("deal")
    assert table.account("meter") == 1000.40


@clause("manual-gen-B")
@pytest.mark.parametrize("method", MANUAL_DEALS)
def test_an_automatic_table_deals_at_once(method: str) -> None:
    table = Driven("manual", automation=["all"], lock_event="first_card", deal_method=method)
    table.open()
    table.bet(1, ante=5).stack_deck("1: As Kd 2c").shuffle(0)
    table.give("announce_no_more_bets")
    assert table.table.phase is Phase.DECIDING


@clause("manual-gen-B")
def test_an_automatic_first_card_goes_out_with_the_next_bet_where_all_had_withdrawn() -> None:
    table = Driven("manual", lock_event="first_card").opened().bet(1, ante=5).lock()
    table.give("withdraw_wager", seat=1, wager="ante")
    table.table = table.table.but(automation=frozenset({"deal"}))
    table.sit(2)
    assert table.table.phase is Phase.BETTING
    table.bet(2, ante=5)
    assert table.table.round.positions == (2,)


@clause("manual-gen-B")
def test_where_all_have_withdrawn_the_first_card_waits_for_a_bet() -> None:
    table = Driven("manual", lock_event="first_card").opened().bet(1, ante=5).lock()
    table.give("withdraw_wager", seat=1, wager="ante")
    assert table.refused("confirm", step="deal").code == "wager/no_bets"
    table.bet(1, ante=5).confirm("deal")
    assert table.table.phase is Phase.DEALING


@clause("manual-gen-B")
def test_bets_that_may_not_stand_together_go_back_with_the_first_card() -> None:
    table = seated("manual", lock_event="first_card").bet(2, ante=5).lock()
    table.give("place_wager", seat=3, wager="six_card_bonus", amount=500)
    assert table.on_layout == {"2:ante": 5, "3:six_card_bonus": 5}
    table.confirm("deal")
    assert table.on_layout == {"2:ante": 5}
    assert table.last(e.WagerWithdrawn).because == "wager/needs_ante_or_pair_plus"


@clause("classic-deal-2-2", "chickasaw-b-2")
@cases("""
    of         said                              fees
    classic    No PAIR PLUS, position 2 and 3.   0
    chickasaw  none                              4
""")
def test_steps_between_lock_and_first_card_are_done_with_the_first_card(
    of: str, said: str, fees: str
) -> None:
    fee = {"amount": 2 if of == "chickasaw" else 0}
    table = seated(of, lock_event="first_card", collection_fee=fee).bet(2, ante=5).lock()
    table.bet(3, ante=5)
    assert (len(table.said), table.account("fees")) == (1, 0)
    table.confirm("deal")
    assert (table.said[1:] or ["none"])[0] == said
    assert table.account("fees") == int(fees)
    assert table.table.round.hands.keys() == {2}


@clause("manual-gen-B")
def test_no_more_bets_is_said_once() -> None:
    table = seated("manual", lock_event="first_card").bet(2, ante=5).lock()
    found = table.refused("announce_no_more_bets")
    assert (found.code, "has been announced" in found.message) == ("step/still_due", True)


@clause("manual-gen-B", "mics-l1")
@pytest.mark.parametrize("of", ["mics", "manual", "chickasaw"])
def test_a_first_card_that_comes_out_face_up_counts_as_dealt(of: str) -> None:
    table = seated(of, lock_event="first_card", deal_method="hand").bet(2, ante=5).lock()
    table.give("report_face_up_card")
    if table.table.phase is Phase.HALTED:
        table.give("rule", ruling="continue", reason="a player's card")
    assert table.refused("withdraw_wager", seat=2, wager="ante").code == "wager/locked"
    table.dealt_from_here()


@clause("manual-gen-B")
def test_a_seat_is_named_for_the_first_card_only_if_it_is_the_one() -> None:
    table = seated("manual", lock_event="first_card").bet(2, ante=5).lock()
    assert table.view("dealer:dee").due is not None
    assert table.refused("confirm", step="deal", seat=3).code == "step/out_of_order"
    assert table.events(e.BetsLocked) == []
    table.give("confirm", step="deal", seat=2)


@clause("manual-gen-B")
def test_unknown_cards_are_entered_as_the_first_one_is_dealt() -> None:
    table = Driven("manual", lock_event="first_card").opened().bet(1, ante=5)
    table.until()
    table.give("announce_no_more_bets")
    assert table.refused("confirm", step="deal").code == "cards/wrong"
    assert table.events(e.BetsLocked) == []
    table.confirm("deal", cards=["As", "Kd", "2c"])
    assert len(table.events(e.BetsLocked)) == 1


@clause("manual-relief-2")
def test_a_dealer_who_comes_in_after_the_announcement_deals_the_first_card() -> None:
    table = seated("manual", lock_event="first_card", deal_method="hand").bet(2, ante=5).lock()
    table.give("relieve_dealer", dealer="dan")
    table.bet(3, ante=5).ready()
    table.give("announce_no_more_bets")
    table.confirm("deal")
    assert (table.table.dealer, table.table.round.positions) == ("dan", (2, 3))
