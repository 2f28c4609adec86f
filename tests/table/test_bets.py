"""Before the cards: seats, chips, bets until the lock, tokes, coupons, the entry charge."""

from typing import Any

import msgspec
import pytest

from queenhigh.table.events import (
    LateLimitNoticed,
    WagerPlaced,
    WagerWithdrawn,
)
from tests.clauses import cases, clause
from tests.table.driver import BUILT_IN, Driven

# Bets


@clause("mics-f4", "chickasaw-b", "manual-gen-B", "classic-deal-2")
@pytest.mark.parametrize("of", BUILT_IN)
def test_bets_are_made_changed_and_withdrawn_until_no_more_bets_and_not_after(of: str) -> None:
    table = Driven(of).opened().bet(1, ante=5).bet(1, ante=7).bet(1, ante=6, pair_plus=5)
    placed = [(event.amount, event.before) for event in table.events(WagerPlaced)]
    assert placed == [(500, 0), (700, 500), (600, 700), (500, 0)]
    table.give("withdraw_wager", seat=1, wager="pair_plus")
    assert table.refused("withdraw_wager", seat=1, wager="pair_plus").code == "wager/nothing_there"
    assert (table.on_layout, table.stack(1)) == ({"1:ante": 6}, 994)
    table.lock()
    for moment in ("announced", "cards out", "deciding"):
        for kind, more in (("place_wager", {"amount": 800}), ("withdraw_wager", {})):
            found = table.refused(kind, seat=1, wager="ante", **more)
            assert found.code == "wager/locked", moment
            assert found.clauses or found.rulings == ("MAN-18",)
        if moment == "announced":
            table.until("deal")
            table.confirm("deal")
        elif moment == "cards out":
            table.dealt_from_here()
    assert table.on_layout == {"1:ante": 6}


@clause("mics-f4-2", "mics-a1-iv")
def test_the_play_wager_is_the_exception_and_comes_after_the_lock() -> None:
    table = Driven("mics").opened().bet(1, ante=10).dealt().play(1)
    assert table.on_layout == {"1:ante": 10, "1:play": 10}


@clause("manual-gen-B", "manual-6cb-F", "manual-prog-D")
@pytest.mark.parametrize("wager", ["ante", "pair_plus", "six_card_bonus", "progressive"])
def test_once_the_first_card_is_out_no_bet_changes_under_either_reading(wager: str) -> None:
    for reading in ("first_card", "announcement_or_first_card", "announcement"):
        table = Driven("manual", lock_event=reading).opened().bet(1, ante=10).lock()
        table.until("deal")
        table.confirm("deal")
        found = table.refused("place_wager", seat=1, wager=wager, amount=100)
        assert found.code == "wager/locked"


@clause("mics-f6-i", "mics-f6-ii", "mics-f6-iii", "mics-f6")
@cases("""
    version  ante  pair_plus  kept            because
    i        5     10         ante            wager/ante_below_pair_plus
    i        10    10         ante pair_plus  -
    ii       5     20         ante            wager/ante_below_half_pair_plus
    ii       5     10         ante pair_plus  -
    iii      5     30         -               wager/more_than_five_times
    iii      5     25         ante pair_plus  -
    iii      5     0          -               wager/both_required
    iii      0     5          -               wager/both_required
""")
def test_bets_that_do_not_go_together_are_handed_back_at_the_lock(
    version: str, ante: str, pair_plus: str, kept: str, because: str
) -> None:
    table = Driven("mics", wager_version=version).opened().bet(2, ante=5, pair_plus=5)
    bets = {"ante": int(ante), "pair_plus": int(pair_plus)}
    table.bet(1, **{name: dollars for name, dollars in bets.items() if dollars}).lock()
    back = table.events(WagerWithdrawn)
    assert {event.because for event in back} == ({because} if because != "-" else set())
    assert all(event.clauses for event in back)
    on_spots = {spot for spot in table.on_layout if spot.startswith("1:")}
    assert on_spots == {f"1:{name}" for name in kept.split() if name != "-"}


@clause("manual-intro-7", "manual-6cb-B", "manual-intro-10")
def test_a_side_bet_alone_is_handed_back_at_the_lock() -> None:
    table = Driven("manual").opened().bet(1, six_card_bonus=5, progressive=1).bet(2, pair_plus=5)
    table.lock()
    back = [(event.seat, event.wager) for event in table.events(WagerWithdrawn)]
    assert sorted(back) == [(1, "progressive"), (1, "six_card_bonus")]
    assert table.stack(1) == 1000
    assert table.table.round.positions == (2,)


@clause("manual-bets-1", "manual-bets-2", "manual-bets-3", "manual-bets-4", "manual-bets-5")
@clause("manual-bets-6", "manual-intro-6", "manual-gen-A", "mics-f1-iii", "chickasaw-desc")
@clause("classic-deal-1", "classic-obj-3", "classic-rules-1")
@cases("""
    house      bets
    manual     ante 5
    manual     pair_plus 5
    manual     ante 5, pair_plus 20
    manual     ante 20, six_card_bonus 5
    manual     ante 5, pair_plus 20, six_card_bonus 100
    manual     pair_plus 10, six_card_bonus 20
    manual     ante 5, progressive 1
    manual     pair_plus 5, progressive 1
    manual     ante 5, pair_plus 5, six_card_bonus 5, progressive 1
    mics       ante 5
    mics       pair_plus 5
    mics       ante 5, pair_plus 20
    chickasaw  ante 5
    chickasaw  pair_plus 5
    chickasaw  ante 20, pair_plus 5
    classic    ante 2
    classic    pair_plus 10
    classic    ante 2, pair_plus 10
""")
def test_every_combination_that_the_house_names_is_dealt_to(house: str, bets: str) -> None:
    table = Driven(house).opened()
    placed = {name: int(dollars) for name, dollars in map(str.split, bets.split(", "))}
    table.bet(1, **placed).lock()
    assert table.events(WagerWithdrawn) == []
    assert table.on_layout == {f"1:{name}": dollars for name, dollars in placed.items()}
    assert table.table.round.positions == (1,)


@pytest.mark.parametrize("of", BUILT_IN)
def test_without_a_bet_there_is_no_round(of: str) -> None:
    table = Driven(of).opened().until()
    before = table.table
    assert table.refused("announce_no_more_bets").code == "wager/no_bets"
    assert table.table is before


@clause("classic-types", "mics-a1", "chickasaw-a")
@pytest.mark.parametrize("of", ["mics", "mics-alternate", "chickasaw", "classic"])
@pytest.mark.parametrize("wager", ["six_card_bonus", "progressive"])
def test_a_wager_that_the_house_does_not_offer_is_refused(of: str, wager: str) -> None:
    table = Driven(of).opened()
    found = table.refused("place_wager", seat=1, wager=wager, amount=500)
    assert found.code == "wager/not_offered"


@clause("mics-f1-i", "mics-f1-ii", "chickasaw-a", "manual-limits-C", "manual-limits-D")
@clause("classic-amount-ante", "classic-amount-pp")
@pytest.mark.parametrize("of", BUILT_IN)
@pytest.mark.parametrize("wager", ["ante", "pair_plus"])
def test_a_bet_outside_the_posted_limits_is_refused_at_once(of: str, wager: str) -> None:
    table = Driven(of).opened()
    limit = table.house.limits(wager)
    low = table.refused("place_wager", seat=1, wager=wager, amount=limit.least - 100)
    high = table.refused("place_wager", seat=1, wager=wager, amount=limit.most + 100)
    assert (low.code, high.code) == ("wager/below_minimum", "wager/above_maximum")
    table.give("place_wager", seat=1, wager=wager, amount=limit.least)


# Noticed late


@clause("manual-limits-B")
def test_a_bet_under_the_minimum_that_is_noticed_late_stands_as_it_lies() -> None:
    table = Driven("manual").opened().bet(1, ante=10)
    hands = "1: Ks Kd 2c, dealer: Qs 8d 3c"
    table.lock(hands).until("deal")
    table.confirm("deal")
    table.give("report_bet_outside_limits", seat=1, wager="ante", actual=300)
    noticed = table.last(LateLimitNoticed)
    assert (noticed.placed, noticed.actual) == (1000, 300)
    assert noticed.clauses == ("manual-limits-B",)
    table.dealt_from_here().play(1)
    assert table.on_layout == {"1:ante": 3, "1:play": 3}
    table.finish()
    assert table.stack(1) == 1006


@clause("manual-limits-B")
def test_it_is_too_late_when_the_hand_is_folded_or_the_dealers_is_up_and_too_early_before() -> None:
    table = Driven("manual").opened().bet(1, ante=10).bet(2, ante=10)
    wish: dict[str, Any] = {"seat": 1, "wager": "ante", "actual": 300}
    assert table.refused("report_bet_outside_limits", **wish).code == "table/wrong_phase"
    table.dealt()
    folded = table.branched().fold(1)
    assert folded.refused("report_bet_outside_limits", **wish).code == "decision/none_to_make"
    known = table.branched().play(1, 2).until("settle")
    assert known.refused("report_bet_outside_limits", **wish).code == "table/wrong_phase"
    wish = {"seat": 2, "wager": "pair_plus", "actual": 300}
    assert table.refused("report_bet_outside_limits", **wish).code == "wager/nothing_there"
    wish = {"seat": 2, "wager": "ante", "actual": 200_000}
    assert table.refused("report_bet_outside_limits", **wish).code == "chips/not_enough"


@clause("manual-limits-B")
def test_noticed_after_the_play_the_play_is_what_backs_the_ante_that_lies_there() -> None:
    table = Driven("manual").opened().bet(1, ante=10)
    table.dealt("1: Ks Kd 2c, dealer: Qs 8d 3c").play(1)
    table.give("report_bet_outside_limits", seat=1, wager="ante", actual=300)
    assert (table.on_layout, table.stack(1)) == ({"1:ante": 3, "1:play": 3}, 994)
    table.finish()
    assert table.stack(1) == 1006
    table.check_replay()


@clause("manual-limits-B")
@cases("""
    placed  actual  most_back
    10      50      no         # A larger bet, when the cards are out: past-posting.
    10      300     no
    10      400     yes        # Above the maximum, of which the excess would go back.
    10      5       no         # Smaller, and a bet that could have been made.
""")
def test_no_bet_within_the_limits_is_raised_once_the_cards_are_out(
    placed: str, actual: str, most_back: str
) -> None:
    policy = "return_excess" if most_back == "yes" else "honour_actual"
    table = Driven("manual", late_limit_error=policy).opened().bet(1, ante=int(placed)).dealt()
    wish = {"seat": 1, "wager": "ante", "actual": int(actual) * 100}
    assert table.refused("report_bet_outside_limits", **wish).code == "limits/within"


@clause("manual-limits-B")
@cases("""
    late_limit_error  actual  stands  on_stack
    honour_actual     400     400     600
    return_excess     400     300     700
    honour_actual     3       3       997
    return_excess     3       3       997
""")
def test_a_bet_above_the_maximum_that_is_noticed_late_stands_or_is_cut_to_it(
    late_limit_error: str, actual: str, stands: str, on_stack: str
) -> None:
    table = Driven("manual", late_limit_error=late_limit_error).opened().bet(1, ante=300).dealt()
    table.give("report_bet_outside_limits", seat=1, wager="ante", actual=int(actual) * 100)
    noticed = table.last(LateLimitNoticed)
    assert noticed.actual == int(stands) * 100
    back = stands != actual
    assert noticed.noticed == (int(actual) * 100 if back else msgspec.UNSET)
    assert (table.on_layout, table.stack(1)) == ({"1:ante": int(stands)}, int(on_stack))
    table.check_replay()


# Announcements


@clause("mics-g2", "mics-h2-iii", "mics-i2-ii", "chickasaw-b", "manual-hdeal-A", "classic-deal-2")
@cases("""
    house           said
    mics            No more bets
    mics-alternate  No more bets
    chickasaw       no more bets
    manual          No More Bets
    classic         No more bets
""")
def test_no_more_bets_is_said_in_the_words_of_the_house_before_any_card(
    house: str, said: str
) -> None:
    table = Driven(house).opened().bet(1, ante=5, pair_plus=5).lock()
    assert table.said == [said]
    assert table.table.round.hands == {}


@clause("classic-deal-2-2")
def test_the_classic_house_names_the_positions_without_pair_plus() -> None:
    table = Driven("classic").opened()
    for seat in (2, 3, 5):
        table.bet(seat, ante=5)
    table.bet(1, ante=5, pair_plus=5).bet(4, pair_plus=5).lock()
    assert table.due == "name_who_has_no_pair_plus"
    table.confirm()
    assert table.said == ["No more bets", "No PAIR PLUS, position 2, 3 and 5."]


@clause("manual-std-E", "classic-deal-2-2")
def test_where_all_have_pair_plus_nobody_is_named() -> None:
    table = Driven("classic").opened().bet(1, ante=5, pair_plus=5).lock().until("deal")
    assert table.said == ["No more bets"]
