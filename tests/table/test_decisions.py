"""Play or fold, in order from the dealer's left; what a fold costs, and when it is collected."""

from typing import Any

import pytest

from queenhigh.table.events import (
    DecisionsDone,
    Folded,
    HandRacked,
    HandRevealed,
    HandThrownIn,
    PlayPlaced,
    RoundVoided,
    WagerTaken,
)
from queenhigh.table.seen_events import CardsSeen
from queenhigh.table.state import STUB, Phase
from queenhigh.table.views import HIDDEN
from tests.clauses import cases, clause
from tests.table.driver import BUILT_IN, Driven, house_with, kinds
from tests.table.scenes import faces

AS_EACH_FOLDS = ["manual"]
AFTER_ALL = [of for of in BUILT_IN if of not in AS_EACH_FOLDS]


def two_seats(of: str, **options: Any) -> Driven:
    return Driven(of, **options).opened().bet(1, ante=5, pair_plus=5).bet(2, ante=6, pair_plus=6)


@clause("mics-j2-2", "mics-j2")
@pytest.mark.parametrize("of", BUILT_IN)
def test_decisions_are_made_in_order_from_the_dealers_left(of: str) -> None:
    table = Driven(of).opened().bet(6, ante=5).bet(3, ante=5).bet(4, ante=5).dealt()
    order = []
    while (seat := table.table.next_to_decide) is not None:
        order.append(seat)
        for other in {3, 4, 6} - {seat, *order}:
            found = table.refused("play", seat=other)
            assert found.code == "decision/not_your_turn"
            assert f"seat {seat}" in found.message
            if table.house.book.key == "mics":
                assert found.clauses == ("mics-j2-2", "mics-j2")
        table.play(seat)
    assert order == [3, 4, 6]


@clause("mics-j2-2")
@cases("""
    of       offered  text                                       clauses
    mics     yes      Offer seat 3 the choice: play or fold.     mics-j2-2
    mics     no       Seat 3 decides: play or fold.              -
    classic  yes      Offer seat 3 the choice: play or fold.     -
    classic  no       Seat 3 decides: play or fold.              -
""")
def test_the_dealer_is_told_to_offer_the_choice_where_the_house_says_so(
    of: str, offered: str, text: str, clauses: str
) -> None:
    own = house_with(of, decisions={"offered_by_dealer": offered == "yes"})
    table = Driven(own).opened().bet(3, ante=5).bet(4, ante=5).ready()
    assert table.view("dealer:dee").offer is None
    table.dealt()
    offer = table.view("dealer:dee").offer
    assert offer is not None
    told = offer.seat, offer.text, offer.clauses
    assert told == (3, text, () if clauses == "-" else (clauses,))
    table.play(3)
    assert (table.view("dealer:dee").offer or offer).seat == 4
    table.fold(4)
    assert table.view("dealer:dee").offer is None


@clause("mics-j2", "mics-a1-iv", "chickasaw-g", "manual-intro-8", "manual-vsdealer", "manual-gen-C")
@clause("manual-deal-C-2", "manual-hdeal-F-2", "classic-rules-3", "classic-rules-5")
@clause("classic-deal-4", "manual-intro-4")
@pytest.mark.parametrize("of", BUILT_IN)
def test_a_play_is_exactly_the_ante(of: str) -> None:
    table = two_seats(of).dealt()
    found = table.refused("play", seat=1, multiple=2)
    assert (found.code, bool(found.clauses)) == ("decision/no_such_multiple", True)
    table.play(1)
    assert table.last(PlayPlaced).amount == 500
    table.play(2)
    assert table.last(PlayPlaced).amount == 600
    assert (table.on_layout["1:play"], table.on_layout["2:play"]) == (5, 6)


@clause("manual-deal-C-4", "manual-hdeal-F-4")
@pytest.mark.parametrize("of", BUILT_IN)
def test_a_player_who_has_played_or_folded_is_committed(of: str) -> None:
    table = two_seats(of).bet(3, ante=5).dealt().play(1).fold(2)
    for seat in (1, 2):
        for kind in ("play", "fold", "time_out"):
            by = "system" if kind == "time_out" else f"player:{table.table.seats[seat].player}"
            found = table.refused(kind, seat=seat, by=by)
            assert found.code == "decision/none_to_make"
            if table.house.book.key == "manual":
                assert "manual-deal-C-4" in found.clauses


@clause("mics-j2-3", "chickasaw-h", "classic-play3-4", "classic-deal-4-2", "classic-rules-4")
@clause("classic-play1-1")
@pytest.mark.parametrize("of", AFTER_ALL)
def test_a_fold_forfeits_ante_and_pair_plus(of: str) -> None:
    table = two_seats(of).dealt("1: As Ad Ac").fold(1).play(2).finish()
    taken = [(event.wager, event.stake) for event in table.events(WagerTaken) if event.seat == 1]
    assert sorted(taken) == [("ante", 500), ("pair_plus", 500)]
    assert table.stack(1) == 990


@clause("mics-j2-4", "classic-deal-5")
@pytest.mark.parametrize("of", AFTER_ALL)
def test_folds_are_collected_only_after_all_have_decided(of: str) -> None:
    table = two_seats(of).dealt().fold(1)
    assert table.events(WagerTaken) == []
    assert [event.seat for event in table.events(HandRacked)] == [STUB]
    table.play(2)
    assert table.todo[0] == "collect_folds"
    assert table.refused("confirm", step="reveal_dealer").code == "step/out_of_order"
    table.confirm("collect_folds")
    assert {event.seat for event in table.events(WagerTaken)} == {1}
    assert table.last(HandRacked).seat == 1
    assert "1:ante" not in table.on_layout


@clause("manual-deal-C", "manual-hdeal-F", "manual-6cb-foot")
@pytest.mark.parametrize("method", ["automated_shoe", "hand"])
def test_the_manual_takes_the_bets_first_and_then_the_cards_as_each_folds(method: str) -> None:
    table = Driven("manual", deal_method=method).opened().bet(1, ante=5, progressive=1)
    table.bet(2, ante=5).dealt()
    assert kinds(table.give("fold", seat=1)) == ["folded"]
    due = table.view("dealer:dee").due
    assert due is not None
    assert (due.step, due.role, due.seat) == ("collect_folds", "dealer", 1)
    assert "The bets first; then fan the hand face down" in due.text
    assert due.clauses == (
        ("manual-deal-C", "manual-hdeal-F") if method == "hand" else ("manual-deal-C",)
    )
    events = table.confirm("collect_folds")
    assert kinds(events) == ["step_done", "wager_taken", "wager_taken", "hand_racked"]
    assert [event.wager for event in table.events(WagerTaken)] == ["ante", "progressive"]
    assert table.table.next_to_decide == 2


@clause("manual-deal-C")
def test_no_decision_waits_for_the_dealer_to_collect_a_fold() -> None:
    table = Driven("manual").opened().bet(1, ante=5).bet(2, ante=5).bet(3, ante=5).dealt()
    for seat in (1, 2):
        table.give("fold", seat=seat)
    table.play(3)
    assert table.todo == [
        *("collect_folds 1", "collect_folds 2", "verify_plays", "reveal_dealer"),
    ]
    table.finish()
    assert [event.seat for event in table.events(HandRacked)] == [STUB, 1, 2, 3, 0]
    table.check_replay()


@clause("manual-deal-C", "manual-hdeal-F")
@pytest.mark.parametrize("method", ["automated_shoe", "hand"])
def test_where_folds_are_collected_together_the_dealer_fans_and_counts_each_hand(
    method: str,
) -> None:
    table = Driven("manual", deal_method=method, collect_folds="after_all_decisions").opened()
    table.bet(1, ante=5).bet(2, ante=5).dealt().fold(1).play(2)
    due = table.view("dealer:dee").due
    assert due is not None
    assert due.step == "collect_folds"
    assert "fan the hand" in due.text
    table.confirm("collect_folds")
    assert table.last(HandRacked).seat == 1


@clause("manual-6cb-foot", "manual-6cb-J", "manual-prog-C", "manual-intro-4")
@cases("""
    option             bets                      taken             tucked          left
    survives           pair_plus                 ante              pair_plus       pair_plus
    survives           six_card_bonus            ante              six_card_bonus  six_card_bonus
    survives           pair_plus six_card_bonus  ante              six_card_bonus  both
    survives           progressive               ante progressive  -               -
    forfeits           pair_plus                 ante pair_plus    -               -
    forfeits           pair_plus six_card_bonus  ante pair_plus    six_card_bonus  six_card_bonus
    forfeits_with_6cb  pair_plus                 ante              pair_plus       pair_plus
    forfeits_with_6cb  pair_plus six_card_bonus  ante pair_plus    six_card_bonus  six_card_bonus
""")
def test_what_a_fold_costs_in_the_manual_and_what_stays_with_the_cards(
    option: str, bets: str, taken: str, tucked: str, left: str
) -> None:
    table = Driven("manual", fold_pair_plus=option).opened().bet(2, ante=5)
    amounts = {"progressive": 1}
    table.bet(1, ante=5, **{name: amounts.get(name, 5) for name in bets.split()}).dealt().fold(1)
    assert {event.wager for event in table.events(WagerTaken)} == set(taken.split())
    spots = {spot.partition(":")[2] for spot in table.on_layout if spot.startswith("1:")}
    assert spots == {"both": {"pair_plus", "six_card_bonus"}, "-": set()}.get(left, {left})
    racked = 1 in {event.seat for event in table.events(HandRacked)}
    assert racked is (left == "-")
    assert table.last(Folded).tucked_under == ("" if tucked == "-" else tucked)


@clause("manual-6cb-J", "manual-6cb-foot")
def test_a_folded_hand_with_a_bet_alive_is_settled_in_its_turn() -> None:
    table = Driven("manual").opened().bet(1, ante=5, six_card_bonus=5, pair_plus=5).bet(2, ante=5)
    table.dealt("1: 7s 7d 2c, 2: 9s 8d 3c, dealer: 7c 7h Kc").fold(1).play(2).finish()
    assert [event.seat for event in table.events(HandRevealed)] == [2, 1]
    # Four sevens pay 50 to 1, the pair pays 1 to 1; the ante of 5 is gone.
    assert table.stack(1) == 1000 - 5 + 250 + 5


@clause("mics-j2")
@pytest.mark.parametrize("of", BUILT_IN)
def test_a_decision_that_times_out_is_a_fold_and_the_log_says_so(of: str) -> None:
    table = two_seats(of).dealt()
    assert table.refused("time_out", seat=2, by="system").code == "decision/not_your_turn"
    table.give("time_out", seat=1, by="system")
    assert table.last(Folded).because == "time_out"
    table.fold(2)
    assert table.last(Folded).because == "decision"
    table.finish()
    assert 1 in table.table.seats


@pytest.mark.parametrize("of", BUILT_IN)
def test_each_bet_that_a_fold_costs_says_why_in_one_sentence_and_so_does_a_time_out(
    of: str,
) -> None:
    """The sentence comes when the chips are taken, whenever that is, and not with the fold."""
    table = two_seats(of).dealt()
    table.give("time_out", seat=1, by="system")
    table.fold(2).finish()
    lost = [event for event in table.events(WagerTaken) if event.result == "forfeit"]
    assert {event.why for event in lost if event.seat == 1} == {
        "Time ran out, so your hand was folded."
    }
    said = {event.wager: event.why for event in lost if event.seat == 2}
    assert said.pop("ante") == "You folded: Ante is lost."
    assert set(said.values()) <= {"You folded: Pair Plus is lost with the hand."}
    assert not table.table.seats[1].timed_out  # In the next round.
    table.check_replay()


@pytest.mark.parametrize("of", [of for of in BUILT_IN if of != "mics-alternate"])
def test_a_player_with_pair_plus_alone_has_nothing_to_decide_and_stays_in(of: str) -> None:
    table = Driven(of).opened().bet(1, pair_plus=5).bet(2, ante=5)
    table.dealt("1: 9s 9d 2c, dealer: Qs 8d 3c")
    assert table.table.next_to_decide == 2
    assert table.refused("play", seat=1).code == "decision/none_to_make"
    assert table.refused("fold", seat=1).code == "decision/none_to_make"
    table.fold(2).finish()
    assert table.stack(1) == 1005


@pytest.mark.parametrize("of", [of for of in BUILT_IN if of != "mics-alternate"])
def test_where_nobody_has_an_ante_the_dealers_hand_follows_the_deal(of: str) -> None:
    table = Driven(of).opened().bet(1, pair_plus=5).dealt()
    assert table.table.phase is Phase.SETTLING
    assert table.events(DecisionsDone)
    table.finish()


@pytest.mark.parametrize("of", BUILT_IN)
def test_a_player_who_lacks_the_chips_to_play_may_buy_them_or_fold(of: str) -> None:
    table = Driven(of).opened().sit(2, dollars=8).bet(2, ante=5).dealt()
    assert table.refused("play", seat=2).code == "chips/not_enough"
    table.give("buy_in", seat=2, cents=200)
    table.play(2)
    assert table.stack(2) == 0


@clause("manual-payout-A", "manual-deal-C-3")
def test_the_manual_sees_that_every_ante_has_its_play_before_the_dealers_hand() -> None:
    table = two_seats("manual").dealt().play(1).fold(2)
    assert table.todo[:2] == ["verify_plays", "reveal_dealer"]
    found = table.refused("confirm", step="reveal_dealer")
    assert {"manual-payout-A", "manual-deal-C-3"} <= set(found.clauses)
    for seat in (1, 2):
        assert faces(table, "public", seat) in ([HIDDEN] * 3, [])


@clause("manual-deal-C-2", "manual-hdeal-F-2")
def test_cards_are_tucked_under_the_play_where_the_house_says_so() -> None:
    assert two_seats("manual").dealt().play(1).last(PlayPlaced).tucked_under == "play"
    assert two_seats("mics").dealt().play(1).last(PlayPlaced).tucked_under == ""


# Two hands of one player


@clause("mics-f5", "classic-deal-1-2")
@pytest.mark.parametrize("of", ["mics", "classic"])
def test_two_hands_of_one_player_are_decided_one_after_the_other(of: str) -> None:
    table = Driven(of).opened().sit(2, player="ann", dollars=0).bet(1, ante=5).bet(2, ante=5)
    table.dealt("1: As Kd 2c, 2: Qs Qd Qc")
    assert (faces(table, "player:ann", 1), faces(table, "player:ann", 2)) == (
        ["As", "Kd", "2c"],
        ["Qs", "Qd", "Qc"],
    )
    assert table.refused("play", seat=2).code == "decision/not_your_turn"
    table.fold(1).play(2).finish()


@clause("mics-f5")
def test_where_the_house_says_so_the_second_hand_is_seen_when_the_first_is_decided() -> None:
    table = Driven("mics", two_hands_decide_before_second_look=True).opened()
    table.sit(2, player="ann", dollars=0).bet(1, ante=5).bet(2, ante=5).bet(3, ante=5)
    table.dealt("1: As Kd 2c, 2: Qs Qd Qc")
    assert faces(table, "player:ann", 1) == ["As", "Kd", "2c"]
    assert faces(table, "player:ann", 2) == [HIDDEN] * 3
    table.play(1)
    assert faces(table, "player:ann", 2) == ["Qs", "Qd", "Qc"]


@clause("mics-f5")
def test_a_void_round_shows_nobody_the_hand_that_waited() -> None:
    table = Driven("mics", two_hands_decide_before_second_look=True).opened()
    table.sit(2, player="ann", dollars=0).bet(1, ante=5).bet(2, ante=5).bet(3, ante=5)
    table.dealt("1: As Kd 2c, 2: Qs Qd Qc")
    table.give("report_wrong_deck_count", count=51)
    assert table.events(RoundVoided)
    seen = [each.seat for each in table.seen("player:ann") if isinstance(each, CardsSeen)]
    assert seen == [1]
    table.check_replay()


@clause("mics-f5")
@pytest.mark.parametrize("second", ["9s 9d 2c", "9s 7d 2c"])
def test_nothing_reveals_the_second_hand_before_it_may_be_seen(second: str) -> None:
    """Whether it may be thrown in would reveal whether it has a pair."""
    options: dict[str, Any] = {"two_hands_decide_before_second_look": True}
    options["pp_only_losing"] = "throw_in"
    table = Driven("mics", **options).opened().sit(2, player="ann", dollars=0)
    table.bet(1, ante=5).bet(2, pair_plus=5).dealt(f"1: As Kd 2h, 2: {second}")
    assert table.refused("throw_in", seat=2).code == "decision/may_not_throw_in"


# A losing hand on pair plus alone


@clause("manual-hdeal-F-3")
@cases("""
    cards     bets                      accepted
    9s 7d 2c  pair_plus                 yes
    9s 9d 2c  pair_plus                 no        # it has won
    9s 7d 2c  pair_plus six_card_bonus  no        # whose cards must stay
    9s 7d 2c  ante pair_plus            no        # that hand is folded, not thrown in
    9s 7d 2c  pair_plus progressive     yes
""")
def test_a_losing_hand_on_pair_plus_alone_may_be_thrown_in(
    cards: str, bets: str, accepted: str
) -> None:
    table = Driven("manual", deal_method="hand").opened().bet(2, ante=5)
    amounts = {"progressive": 1}
    table.bet(1, **{name: amounts.get(name, 5) for name in bets.split()}).dealt(f"1: {cards}")
    if accepted == "yes":
        table.give("throw_in", seat=1)
        assert table.last(HandThrownIn).seat == 1
        assert table.refused("throw_in", seat=1).code == "decision/may_not_throw_in"
    else:
        found = table.refused("throw_in", seat=1)
        assert found.code == "decision/may_not_throw_in"
        assert "manual-deal-C" in found.clauses  # At the machine; for a deal from the hand, F-3.


@clause("manual-deal-C", "manual-hdeal-F-3")
def test_a_hand_that_is_thrown_in_is_taken_like_a_fold_and_not_shown() -> None:
    table = Driven("manual").opened().bet(1, pair_plus=5).bet(2, ante=5).dealt("1: 9s 7d 2c")
    table.give("throw_in", seat=1)
    [taken] = table.events(WagerTaken)
    assert taken.wager == "pair_plus"
    assert taken.why == "You threw your hand in: Pair Plus is lost."
    assert table.last(HandRacked).seat == 1
    table.play(2).finish()
    assert [event.seat for event in table.events(HandRevealed)] == [2]


@pytest.mark.parametrize("of", [of for of in BUILT_IN if of not in ("manual", "mics-alternate")])
def test_elsewhere_hands_are_held_until_they_are_settled(of: str) -> None:
    table = Driven(of).opened().bet(1, pair_plus=5).bet(2, ante=5).dealt("1: 9s 7d 2c")
    assert table.refused("throw_in", seat=1).code == "decision/may_not_throw_in"


@pytest.mark.parametrize("of", BUILT_IN)
def test_no_hand_is_thrown_in_while_the_cards_are_being_dealt(of: str) -> None:
    table = Driven(of, pp_only_losing="throw_in").opened().bet(1, ante=5, pair_plus=5).lock()
    while table.table.phase is Phase.DEALING:
        assert table.refused("throw_in", seat=1).code == "decision/may_not_throw_in"
        table.confirm()
