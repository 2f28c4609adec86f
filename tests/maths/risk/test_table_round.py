"""A whole table's results in a round and in a shift: seats that share a dealer and a deck."""

from fractions import Fraction
from itertools import combinations
from math import sqrt
from typing import Any

import numpy as np
import pytest

from queenhigh.maths.analysis.two_seats import _with_pair
from queenhigh.maths.deals import pair_kernel
from queenhigh.maths.deals.hand_tables import hand_tables
from queenhigh.maths.exact_figure import deviation_of, mean_of
from queenhigh.maths.risk.table_round import TableRound, round_figures, table_round
from queenhigh.maths.risk.table_span import table_span
from queenhigh.maths.risk.table_win import table_win
from queenhigh.maths.simulation.cells import decisions_of
from queenhigh.maths.simulation.simulation import Dealing, plan
from tests.maths.houses import changed, house

ANTE = {"ante": 500}
MANUAL = house("manual")


@pytest.fixture(scope="module")
def two() -> TableRound:
    return table_round(MANUAL, ANTE, seats=2)


def nets_dealt(seats: int, rounds: int) -> Any:
    planned = plan(MANUAL, ANTE, seats=seats, seed=8, decisions=decisions_of(MANUAL, "optimal"))
    apart = np.zeros(rounds, np.int64)
    assert Dealing(planned, 0).deal(rounds, apart=apart)
    return apart


def test_pairs_of_hands_without_a_common_card_are_counted_as_trying_all_of_them_does() -> None:
    """Over the hands of twelve cards, in four classes."""
    cards, chosen = hand_tables().cards, np.full(22_100, -1, np.int32)
    for number, held in enumerate(cards.tolist()):
        if max(held) < 12:
            chosen[number] = sum(held) % 4
    found = np.zeros((4, 4), np.int64)
    kernel: Any = pair_kernel.pair_counts
    kernel(chosen, cards, _with_pair(), 3, found)
    tried = np.zeros((4, 4), np.int64)
    hands = [set(each) for each in combinations(range(12), 3)]
    for first in hands:
        for second in hands:
            if not first & second:
                tried[sum(first) % 4, sum(second) % 4] += 3
    assert (found == np.triu(tried)).all()


def test_two_seats_have_every_deal_and_the_exact_mean_and_covariance(two: TableRound) -> None:
    win = table_win(MANUAL, ANTE, seats=2, rounds_an_hour=40)
    assert sum(two.totals.values()) == 22_100 * 18_424 * 15_180
    mean = Fraction(sum(net * n for net, n in two.totals.items()), sum(two.totals.values()))
    assert mean == -2 * win.win_a_round["ante_play"].fraction
    assert deviation_of(two.totals.items()) == pytest.approx(win.table_deviation_cents, rel=1e-12)


def test_one_seat_is_the_distribution_of_ante_and_play() -> None:
    from queenhigh.maths.analysis.analysis import analyze

    one = table_round(MANUAL, ANTE, seats=1)
    found = analyze(MANUAL).wagers["ante_play"]
    published = {round(500 * each.net): 0 for each in found.outcomes}
    for each in found.outcomes:
        published[round(500 * each.net)] += each.combinations
    assert one.totals == published
    assert round_figures(one).method == "exact"


def test_simulated_tables_of_two_come_out_as_counted(two: TableRound) -> None:
    dealt = np.sort(nets_dealt(2, 100_000))
    every, so_far = sum(two.totals.values()), 0
    for net, many in sorted(two.totals.items()):
        so_far += many
        met = np.searchsorted(dealt, net, side="right") / len(dealt)
        assert abs(met - so_far / every) < sqrt(np.log(2 / 1e-6) / (2 * len(dealt)))


def test_shifts_of_a_table_fall_into_the_bands_as_often_as_these_say(two: TableRound) -> None:
    span = table_span(two, 100, (0.05, 0.25, 0.75, 0.95))
    wins = -nets_dealt(2, 100_000).reshape(1_000, 100).sum(axis=1)
    for low, high, share in ((0.25, 0.75, 0.5), (0.05, 0.95, 0.9)):
        inside = (wins >= span.at(low).win_cents) & (wins <= span.at(high).win_cents)
        # Band ends are possible results, so a band holds slightly more than its share.
        assert share - 4 * sqrt(share * (1 - share) / 1_000) < inside.mean()
        assert inside.mean() < share + 0.02 + 4 * sqrt(share * (1 - share) / 1_000)
    assert (wins > 0).mean() == pytest.approx(span.house_ahead, abs=0.06)


def test_seven_seats_are_sampled_and_say_how_far_off_they_may_be() -> None:
    win = table_win(MANUAL, ANTE, seats=7, rounds_an_hour=40)
    found = table_round(MANUAL, ANTE, seats=7, dealt=100_000)
    shown = round_figures(found)
    assert (shown.method, shown.dealt) == ("sampled", 100_000)
    assert shown.error == pytest.approx(sqrt(np.log(200) / 200_000))
    a_round = 7 * win.win_a_round["ante_play"].value
    assert mean_of(found.totals.items()) == pytest.approx(
        -a_round, abs=4 * win.table_deviation_cents / sqrt(100_000)
    )
    span = table_span(found, 320, (0.05, 0.95), mean_cents=-a_round)
    for each in span.quantiles:
        normal = 320 * a_round + (1 if each.probability > 0.5 else -1) * 1.644854 * (
            win.table_deviation_cents * sqrt(320)
        )
        assert 0 < each.standard_error_cents < 2_000
        assert abs(each.win_cents - normal) < 0.03 * win.table_deviation_cents * sqrt(320)


def test_a_fee_is_won_in_every_round() -> None:
    with_fee = changed("manual", {"fee.amount_cents": 100})
    free, taken = table_round(MANUAL, ANTE, seats=1), table_round(with_fee, ANTE, seats=1)
    assert taken.totals == {net - 100: many for net, many in free.totals.items()}


def test_envy_is_part_of_the_round_of_two_seats() -> None:
    """A hand that earns envy pays the other seat: the meter pays nothing, so -100 + 10,000."""
    bets = {"ante": 500, "progressive": 100}
    win = table_win(MANUAL, bets, seats=2, rounds_an_hour=40)
    found = table_round(MANUAL, bets, seats=2)
    expected = 2 * sum(each.value for each in win.win_a_round.values())
    assert mean_of(found.totals.items()) == pytest.approx(-expected, rel=1e-12)


def test_a_table_without_antes_has_no_round_of_this_kind() -> None:
    with pytest.raises(ValueError, match="seats with an ante"):
        table_round(MANUAL, {"pair_plus": 500}, seats=2)
