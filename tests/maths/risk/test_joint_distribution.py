"""All bets of a seat together: the distribution against its parts, and against enumeration."""

from collections import Counter
from fractions import Fraction
from itertools import combinations

import pytest

from queenhigh.cards.best_of_six import best_five_of_six
from queenhigh.cards.card import FULL_DECK
from queenhigh.house.loader import built_in
from queenhigh.maths.analysis.ante_play import ante_play
from queenhigh.maths.analysis.decisions import rule
from queenhigh.maths.analysis.side_wager import side_wager
from queenhigh.maths.deals.dealer_counts import PLAYED, counted
from queenhigh.maths.deals.deals import deals_of
from queenhigh.maths.deals.six_ranks import six_card_counts
from queenhigh.maths.deals.suit_classes import DEALER_HANDS, DEALS
from queenhigh.maths.risk.joint_distribution import joint
from queenhigh.maths.risk.joint_figures import joint_figures, percentile
from queenhigh.wagers.contest import contest_of
from queenhigh.wagers.document import DocumentError, SeatBets
from tests.maths.houses import house

METER = 1_234_500


def only(**wagers: int) -> SeatBets:
    return SeatBets(1, wagers)


ALL_BETS = only(ante=1000, pair_plus=500, six_card_bonus=500, progressive=100)
BETS = ("six_card_bonus", "progressive")


def test_the_counts_have_the_contests_of_every_class() -> None:
    ruled = house("manual")
    deals = deals_of(ruled, BETS)
    contests = {each.hand_class.ranks: [] for each in counted(ruled)}  # type: ignore[var-annotated]
    for each in counted(ruled):
        contests[each.hand_class.ranks].append([each.out, each.player, each.dealer, each.tie])
    for kind in deals.kinds:
        found = deals.counts[kind.row].sum(axis=1).tolist()
        assert found in contests[kind.hand_class.ranks]


@pytest.mark.parametrize("wheel", [True, False])
def test_every_set_of_six_cards_is_dealt_twenty_times(wheel: bool) -> None:
    """The player holds three of the six cards, in one of twenty ways."""
    ruled = house("manual", six_card_wheel=wheel)
    figures = side_wager(ruled, "six_card_bonus")
    sets = {each.name.lower(): many for each, many in six_card_counts(wheel=wheel).items()}
    assert {each.outcome: each.combinations for each in figures.outcomes} == sets
    assert sum(sets.values()) * 20 == DEALS


@pytest.mark.parametrize("number", [0, 700, 1754])
def test_the_counts_are_those_of_dealing_every_dealer_hand(number: int) -> None:
    ruled = house("manual", tie_break="literal_c3")
    deals = deals_of(ruled, BETS)
    kind = deals.kinds[number]
    player = kind.hand_class.hand
    found: Counter[tuple[str, str]] = Counter()
    for dealer in combinations([card for card in FULL_DECK if card not in player], 3):
        name = best_five_of_six((*player, *dealer)).name.lower()
        found[contest_of(ruled, player, dealer, "play"), name] += 1
    counts: Counter[tuple[str, str]] = Counter()
    for own, cell, (one, other) in deals.standing_for():
        if own == kind.own:
            name = best_five_of_six((*one, *other)).name.lower()
            column = deals.columns.tolist().index(cell)
            for contest, many in zip(PLAYED, deals.counts[kind.row, :, column], strict=True):
                counts[contest, name] += int(many)
    assert +counts == found


def test_the_parts_of_the_joint_distribution_are_the_wagers_by_themselves() -> None:
    ruled = built_in("manual")
    found = joint(ruled, ALL_BETS, meter_cents=METER)
    figures = joint_figures(found)
    apart = {
        "ante_play": 1000 * ante_play(ruled).house_edge.fraction,
        "pair_plus": 500 * side_wager(ruled, "pair_plus").house_edge.fraction,
        "six_card_bonus": 500 * side_wager(ruled, "six_card_bonus").house_edge.fraction,
        "progressive": 100
        * side_wager(ruled, "progressive", 1, {"main": METER}).house_edge.fraction,
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
    """A coupon that a fold loses and that counts for play makes a seat play more hands."""
    match_play = {"spots": ["ante", "play"], "counts_for_play": False, "on_push": "stays"}
    ruled = house("mics", match_play=match_play)
    bets = SeatBets(1, {"ante": 1000}, match_play={"ante": 1000})
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
    deals = deals_of(built_in("manual"), BETS)
    assert set(deals.counts.sum(axis=(1, 2)).tolist()) == {DEALER_HANDS}
