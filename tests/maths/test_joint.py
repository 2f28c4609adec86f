"""All bets of a seat together: the distribution against its parts, and against dealing it out."""

import random
from fractions import Fraction
from itertools import combinations

import pytest

from queenhigh.cards.card import FULL_DECK
from queenhigh.house.loader import built_in
from queenhigh.maths.ante_play import ante_play
from queenhigh.maths.classes import DEALER_HANDS, DEALS
from queenhigh.maths.counting import counted
from queenhigh.maths.decisions import rule
from queenhigh.maths.joint import joint
from queenhigh.maths.joint_counts import joint_counts
from queenhigh.maths.joint_figures import joint_figures, percentile
from queenhigh.maths.pair_plus import pair_plus
from queenhigh.maths.progressive import progressive
from queenhigh.maths.settling import SIX_CARDS, only
from queenhigh.maths.six_card_bonus import six_card_bonus
from queenhigh.maths.six_cards import six_card_counts
from queenhigh.wagers.document import Coupons, DocumentError, SeatBets, Wagers
from queenhigh.wagers.six_card_bonus import read_six_cards
from tests.maths.houses import house

ALL_BETS = only(ante=1000, pair_plus=500, six_card_bonus=500, progressive=100)
METER = 1_234_500


def test_the_joint_counts_have_the_contests_of_every_class() -> None:
    ruled = house("manual")
    for each, cells in zip(counted(ruled), joint_counts(ruled).sum(axis=2).tolist(), strict=True):
        assert cells == [each.out, each.player, each.dealer, each.tie]


@pytest.mark.parametrize("wheel", [True, False])
def test_the_joint_counts_have_every_set_of_six_cards_twenty_times(wheel: bool) -> None:
    """Three of six cards are the player's, in one of twenty ways."""
    ruled = house("manual", six_card_wheel=wheel)
    hands = [each.hand_class.hands for each in counted(ruled)]
    by_six = joint_counts(ruled).sum(axis=1).tolist()
    sums = [
        sum(many * row[six] for many, row in zip(hands, by_six, strict=True))
        for six in range(len(SIX_CARDS))
    ]
    assert sums == [20 * sets for sets in six_card_counts(ruled)]
    assert sum(sums) == DEALS


def dealt_out(ruled_by: str, number: int) -> None:
    ruled = house("manual", six_card_wheel=ruled_by != "no wheel", tie_break="literal_c3")
    own = counted(ruled)[number]
    player = own.hand_class.hand
    place_of = {(six.category, six.six_card_royal): n for n, six in enumerate(SIX_CARDS)}
    found = [[0] * len(SIX_CARDS) for _ in range(4)]
    strength = ruled.ranking.strength(player)
    for dealer in combinations([card for card in FULL_DECK if card not in player], 3):
        six = read_six_cards(ruled, (*player, *dealer))
        other = ruled.ranking.strength(dealer)
        contest = 0
        if ruled.dealer_qualifies(dealer):
            contest = 1 if strength > other else 2 if strength < other else 3
        found[contest][place_of[six.category, six.six_card_royal]] += 1
    assert joint_counts(ruled)[number].tolist() == found


@pytest.mark.parametrize("number", [0, 700, 1200, 1500, 1754])
def test_the_joint_counts_are_those_of_dealing_every_dealer_hand(number: int) -> None:
    dealt_out("wheel", number)


@pytest.mark.exhaustive
@pytest.mark.parametrize("ruled_by", ["wheel", "no wheel"])
def test_the_joint_counts_of_many_classes_are_those_of_dealing(ruled_by: str) -> None:
    for number in random.Random(ruled_by).sample(range(1755), 25):
        dealt_out(ruled_by, number)


def test_the_parts_of_the_joint_distribution_are_the_wagers_by_themselves() -> None:
    ruled = built_in("manual")
    found = joint(ruled, ALL_BETS, meter_cents=METER)
    figures = joint_figures(found)
    apart = {
        "ante_play": 1000 * ante_play(ruled).house_edge.fraction,
        "pair_plus": 500 * pair_plus(ruled).house_edge.fraction,
        "six_card_bonus": 500 * six_card_bonus(ruled).house_edge.fraction,
        "progressive": 100 * progressive(ruled, 1, METER).house_edge.fraction,
    }
    assert sum(found.nets.values()) == DEALS
    assert {bet.bet: -bet.expected_cents.fraction for bet in figures.bets} == apart
    assert -figures.expected_cents.fraction == sum(apart.values())
    deviations = [bet.standard_deviation_cents.value for bet in figures.bets]
    alone = [1000 * 1.63925275, 500 * 2.84955344, 500 * 5.02375371, 8335.46864]
    assert deviations == pytest.approx(alone, rel=1e-7)


def test_the_variance_of_the_whole_is_the_sum_of_all_covariances() -> None:
    figures = joint_figures(joint(built_in("manual"), ALL_BETS, meter_cents=METER))
    every = sum(
        (each.fraction for bet in figures.bets for each in bet.covariance.values()), Fraction(0)
    )
    assert figures.variance.fraction == every
    ante = next(bet for bet in figures.bets if bet.bet == "ante_play")
    assert ante.correlation["pair_plus"] > ante.correlation["six_card_bonus"] > 0


def test_a_seat_with_an_ante_alone_has_the_figures_of_ante_and_play() -> None:
    ruled = built_in("classic")
    figures, alone = joint_figures(joint(ruled, only(ante=700))), ante_play(ruled)
    assert figures.house_edge.fraction == alone.house_edge.fraction
    assert figures.element_of_risk.fraction == alone.element_of_risk.fraction
    assert [each.combinations for each in figures.outcomes] == [
        each.combinations for each in alone.outcomes
    ]


def test_a_seat_without_an_ante_has_nothing_to_decide() -> None:
    found = joint(built_in("manual"), only(pair_plus=500, six_card_bonus=500))
    assert (found.plays, found.play_cents, found.strategy.play_from) == (0, 0, None)
    assert found.bets == ("pair_plus", "six_card_bonus")


def test_the_whole_position_decides() -> None:
    """A coupon that is lost with a fold and counts for play makes a seat play more hands."""
    match_play = {"spots": ["ante", "play"], "counts_for_play": False, "on_push": "stays"}
    ruled = house("mics", match_play=match_play)
    bets = SeatBets(1, Wagers(ante=1000), match_play=Coupons(ante=1000))
    with_coupon, without = joint(ruled, bets), joint(ruled, only(ante=1000))
    assert with_coupon.plays > without.plays
    worst = joint(ruled, bets, rule=rule(ruled, "Q64"))
    assert joint_figures(with_coupon).house_edge.value < joint_figures(worst).house_edge.value
    assert joint_figures(with_coupon).house_edge.value < 0


def test_a_rule_is_followed_where_one_is_given() -> None:
    ruled = built_in("mics")
    found = joint(ruled, only(ante=100), rule=rule(ruled, "always"))
    assert found.plays == DEALS
    figures = joint_figures(found)
    assert (
        figures.house_edge.fraction == ante_play(ruled, rule(ruled, "always")).house_edge.fraction
    )


def test_percentiles_are_nets_that_happen() -> None:
    totals = {-2: 5, -1: 20, 0: 25, 3: 50}
    assert [percentile(totals, each) for each in (1, 5, 6, 25, 26, 50, 51, 100)] == [
        -2, -2, -1, -1, 0, 0, 3, 3,
    ]  # fmt: skip


def test_bets_that_the_house_does_not_offer_are_refused() -> None:
    with pytest.raises(DocumentError, match="classic does not offer it"):
        joint(built_in("classic"), only(ante=500, six_card_bonus=500))


def test_every_class_is_counted_against_18_424_dealer_hands() -> None:
    assert set(joint_counts(built_in("manual")).sum(axis=(1, 2)).tolist()) == {DEALER_HANDS}
