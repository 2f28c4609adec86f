"""Tokes follow the player's hand; where they do not, the figures say so."""

from fractions import Fraction

import pytest

from queenhigh.house.loader import built_in, built_in_keys
from queenhigh.maths.analysis.ante_play import ante_play
from queenhigh.maths.analysis.side_wager import side_wager
from queenhigh.maths.analysis.tokes import toke_figures
from tests.maths.houses import house


@pytest.mark.parametrize("key", built_in_keys())
def test_a_toke_has_the_edge_of_the_bet_it_lies_on(key: str) -> None:
    ruled = built_in(key)
    tokes = toke_figures(ruled)
    assert tokes["ante_and_play"].house_edge.fraction == ante_play(ruled).house_edge.fraction
    assert (
        tokes["pair_plus"].house_edge.fraction == side_wager(ruled, "pair_plus").house_edge.fraction
    )


def test_the_six_card_bonus_pays_a_toke_like_the_bet_up_to_its_cap() -> None:
    ruled = built_in("manual")
    edge = toke_figures(ruled)["six_card_bonus"].house_edge.fraction
    assert edge == side_wager(ruled, "six_card_bonus").house_edge.fraction
    # manual-6cb-E: a toke is paid at most 1,000 to 1, whatever a six-card royal pays.
    raised = house("manual", six_card_super_royal=5000)
    assert toke_figures(raised)["six_card_bonus"].house_edge.fraction == edge
    assert side_wager(raised, "six_card_bonus").house_edge.fraction < edge


def test_an_ante_toke_without_play_rides_or_is_forfeited() -> None:
    rides = toke_figures(house("manual"))["ante"]
    forfeits = toke_figures(house("manual", unbacked_ante_toke="forfeits"))["ante"]
    assert rides.house_edge.value == pytest.approx(0.04835039)
    assert forfeits.house_edge.fraction == 1
    assert forfeits.taken_down.fraction == 0


def test_stake_and_payoff_of_winning_tokes_are_taken_down() -> None:
    """Without pushes, the tip container gets everything the house does not keep."""
    taken = toke_figures(built_in("manual"))["pair_plus"].taken_down.fraction
    assert taken == 1 - Fraction(1608, 22_100)
