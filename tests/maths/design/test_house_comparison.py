"""The cost of differences between houses."""

from fractions import Fraction

import pytest

from queenhigh.house.loader import built_in
from queenhigh.maths.design.house_comparison import difference_costs
from tests.maths.houses import changed, qualifying_with, with_pays


def test_each_line_of_a_pay_table_has_its_cost() -> None:
    found = difference_costs(built_in("mics"), built_in("classic"))
    costs = {each.setting: each.edge for each in found.differences}
    assert costs["wagers.pair_plus.pays.flush"]["pair_plus"].fraction == Fraction(1096, 22_100)
    assert costs["wagers.pair_plus.pays.straight"]["pair_plus"].fraction == Fraction(720, 22_100)
    assert costs["ante_bonus.pays.three_of_a_kind"]["ante_play"].fraction == Fraction(52, 22_100)
    assert found.together["pair_plus"].fraction == Fraction(2328 - 512, 22_100)


def test_a_difference_that_the_book_forbids_by_itself_still_has_its_cost() -> None:
    """mics-k1-iii-A allows 1/5/6 only with 33/35 and a linked version."""
    found = difference_costs(built_in("mics"), built_in("mics-alternate"))
    costs = {each.setting: each for each in found.differences}
    assert costs["ante_bonus.pays.straight_flush"].edge["ante_play"].fraction == Fraction(
        -48, 22_100
    )
    assert not any(each.impossible for each in found.differences)


def test_a_wager_that_only_one_house_offers_is_left_out() -> None:
    found = difference_costs(built_in("classic"), built_in("manual"))
    assert "six_card_bonus" not in found.together
    assert all("progressive" not in each.setting for each in found.differences)
    assert set(found.second_edge) == {
        "ante_play", "pair_plus", "six_card_bonus", "progressive",
    }  # fmt: skip


def test_options_and_the_qualifier_have_a_cost() -> None:
    base = built_in("mics")
    for other, setting in (
        (changed("mics", {"ante.tie": "lose"}), "ante.tie"),
        (qualifying_with("K"), "dealer.qualifies_with"),
    ):
        (cost,) = difference_costs(base, other).differences
        assert cost.setting == setting
        assert set(cost.edge) == {"ante_play"}


def test_a_change_that_makes_no_valid_table_says_why() -> None:
    base = built_in("manual")
    other = with_pays("manual", "pair_plus", "10/20/30/40/50")
    costs = {each.setting: each for each in difference_costs(base, other).differences}
    assert "may not pay less" in costs["wagers.pair_plus.pays.flush"].impossible
    assert costs["wagers.pair_plus.pays.straight_flush"].edge


def test_houses_are_compared_with_strategy_and_hold() -> None:
    """With $5 each on ante and pair plus: 500 times both edges over 1,000."""
    found = difference_costs(built_in("mics"), qualifying_with("any"))
    mics, plays_always = found.first_played, found.second_played
    assert mics.bets == {"ante": 500, "pair_plus": 500}
    assert (mics.strategy.play_from, mics.strategy_of_all.play_from) == ("Q64", "Q64")
    edges = Fraction(13_733_780, 407_170_400) + Fraction(512, 22_100)
    assert mics.hold.expected_value == pytest.approx(float(edges / 2))
    assert plays_always.strategy.play_from != "Q64"
    assert plays_always.hold.expected_value != mics.hold.expected_value
