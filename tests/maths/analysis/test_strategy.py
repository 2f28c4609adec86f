"""Decisions hand by hand, and rules written by name."""

from fractions import Fraction

import numpy as np
import pytest

from queenhigh.house.loader import built_in
from queenhigh.maths.analysis.ante_play import ante_play
from queenhigh.maths.analysis.decisions import by_rule, described, rule
from queenhigh.maths.analysis.position_strategy import position_strategy
from queenhigh.maths.analysis.strategy import hand_worths, rule_cost, strategy
from queenhigh.maths.deals.deals import deals_of
from queenhigh.maths.deals.suit_classes import HANDS
from queenhigh.wagers.document import SeatBets
from tests.clauses import cases
from tests.maths.houses import changed, house


def test_the_best_decisions_of_all_hands_add_up_to_the_edge() -> None:
    ruled = built_in("classic")
    worth = sum(
        (max(each.play.fraction, each.fold.fraction) * each.hands for each in hand_worths(ruled)),
        Fraction(0),
    )
    assert -worth / HANDS == ante_play(ruled).house_edge.fraction


@pytest.mark.parametrize("multiples", [[1, 2], [3, 1, 2]])
def test_a_strategy_says_with_which_hands_to_bet_more(multiples: list[int]) -> None:
    ruled = changed("manual", {"play.multiples": multiples})
    most = max(multiples)
    told = ante_play(ruled).strategy
    assert told.raises == (f", with {most} times the ante on A98 or better and A97 (Ac 9d 7h)")
    above = False  # From the lowest hand to the highest.
    for each in hand_worths(ruled):
        above = above or each.hand == "A98"
        bets_more = above or each.example == "Ac 9d 7h"
        assert each.multiple == (None if each.decision == "fold" else most if bets_more else 1)


def test_a_multiple_with_a_lowest_hand_has_no_exceptions() -> None:
    told = ante_play(changed("manual", {"play.multiples": [1, 3], "play.tie": "lose"})).strategy
    assert told.raises == f", with 3 times the ante on {told.raise_from['3']} or better"
    assert not told.raise_also
    assert ante_play(built_in("manual")).strategy.raises == ""


def test_no_rule_is_cheaper_than_the_best_decisions() -> None:
    found = strategy(built_in("mics"), rules=("mimic", "always", "never", "Q", "K", "Q7", "pair"))
    assert all(each.cost.value > 0 for each in found.rules)
    assert rule_cost(built_in("mics"), "optimal").cost.value == 0
    assert rule_cost(built_in("mics"), "Q64").cost.value == 0


def test_the_closest_decisions_lie_on_both_sides_of_queen_six_four() -> None:
    closest = strategy(built_in("mics"), closest=8).closest
    assert {(each.hand, each.decision) for each in closest} == {("Q63", "fold"), ("Q64", "play")}


@cases("""
    text               lowest
    Q64                Q64
    q-6-4              Q64
    Q 6 4              Q64
    Q                  Q32
    Q7                 Q72
    10                 T32
    AKJ                AKJ
    pair               223
    22                 223
    three of a kind    222
    222                222
    always             532
""")
def test_a_threshold_is_the_lowest_hand_to_play(text: str, lowest: str) -> None:
    ruled = built_in("mics")
    deals = deals_of(ruled)
    plays = by_rule(deals, rule(ruled, text))
    assert described(deals.kinds, plays).play_from == lowest


@pytest.mark.parametrize("text", ["", "Q64x", "ZZ", "46Q", "queen", "QQQQ"])
def test_a_malformed_rule_is_refused_by_name(text: str) -> None:
    with pytest.raises(ValueError, match=r"is not a (rule|hand)"):
        rule(built_in("mics"), text)


def test_where_every_hand_is_folded_nothing_is_played() -> None:
    ruled = built_in("mics")
    kinds = deals_of(ruled).kinds
    found = described(kinds, np.zeros(len(kinds), np.int64))
    assert (found.play_from, found.also_play) == (None, ())


def test_a_pair_plus_that_is_forfeited_does_not_change_what_is_played() -> None:
    """No hand that it pays would be folded anyway."""
    ruled = house("mics", fold_pair_plus="forfeits")
    bets = SeatBets(1, {"ante": 500, "pair_plus": 50_000})
    assert position_strategy(ruled, bets).strategy.play_from == "Q64"
