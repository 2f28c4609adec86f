"""Published figures by others, each reproduced exactly."""

from fractions import Fraction
from pathlib import Path

import pytest

from queenhigh.house.loader import built_in, load_house
from queenhigh.maths.analysis.ante_play import ante_play
from queenhigh.maths.analysis.decisions import rule
from queenhigh.maths.analysis.side_wager import side_wager
from queenhigh.maths.analysis.strategy import hand_worths
from queenhigh.maths.deals.suit_classes import DEALS
from queenhigh.maths.protection.protection import dealer_cards, seen, strategy_by_rank_seen
from tests.clauses import cases
from tests.maths.houses import changed, there, with_ante_bonus, with_pair_plus, with_six_card_bonus


def test_ante_and_play_at_1_4_5_lose_13_733_780_of_407_170_400() -> None:
    figures = ante_play(with_ante_bonus("1/4/5"))
    assert figures.house_edge.exact == "13733780/407170400"
    assert round(figures.element_of_risk.value, 6) == 0.020147
    assert round(figures.standard_deviation.value, 4) == 1.6393
    assert round(figures.plays.value, 6) == 0.674208


def test_the_nets_of_ante_and_play_are_this_frequent() -> None:
    counts = {each.net: each.combinations for each in ante_play(built_in("manual")).outcomes}
    assert counts == {
        -2: 91_126_832,
        -1: 132_923_304,
        0: 249_216,
        1: 80_955_780,
        2: 91_100_696,
        3: 8_976_452,
        5: 289_104,
        6: 931_972,
        7: 617_044,
    }
    assert sum(counts.values()) == DEALS


@pytest.mark.parametrize("key", ["mics", "mics-alternate", "chickasaw", "manual", "classic"])
def test_queen_six_four_is_the_lowest_hand_to_play(key: str) -> None:
    strategy = ante_play(built_in(key)).strategy
    assert (strategy.play_from, strategy.also_play) == ("Q64", ())


@cases("""
    hand        worth
    Qc 6d 3h    -1.00255
    Qc 6d 4h    -0.993378
""")
def test_playing_the_border_hands_is_worth_this_much(hand: str, worth: str) -> None:
    """Published for three different suits; otherwise the hand is worth a little less."""
    (found,) = [each for each in hand_worths(built_in("mics")) if each.example == hand]
    assert found.hands == 24
    digits = len(worth.partition(".")[2])
    assert f"{found.play.value:.{digits}f}" == worth


@cases("""
    rule_name   edge
    mimic       3.449121
    always      7.653794
    optimal     3.372981
""")
def test_rules_other_than_the_best_give_the_house_this_much(rule_name: str, edge: str) -> None:
    house = built_in("mics")
    found = ante_play(house, rule(house, rule_name)).house_edge
    assert f"{100 * found.value:.6f}" == edge


@cases("""
    bonus    edge
    1/4/5    3.372981
    1/3/4    3.825470
    1/5/6    2.920492
    1/2/3    4.277958
    1/8/9    1.563026
""")
def test_the_ante_bonus_decides_the_edge(bonus: str, edge: str) -> None:
    assert f"{100 * ante_play(with_ante_bonus(bonus)).house_edge.value:.6f}" == edge


@cases("""
    pays          loss
    40-30-6-4-1   512
    35-33-6-4-1   596
    40-25-6-4-1   772
    50-30-6-3-1   1128
    40-30-6-3-1   1608
    40-30-5-3-1   2328
""")
def test_pair_plus_loses_this_much_in_22_100_hands(pays: str, loss: str) -> None:
    assert side_wager(with_pair_plus(pays), "pair_plus").house_edge.exact == f"{loss}/22100"


def test_a_mini_royal_at_50_to_1_lowers_the_edge_of_pair_plus_to_7_10_percent() -> None:
    """J. Grochowski, "Mini-royal payoffs in Three Card Poker", tunicatravel.com."""
    royal = {"hand": "straight_flush", "ranks": "AKQ", "to_one": 50, "before": "straight_flush"}
    house = changed("manual", {"wagers.pair_plus.pays.mini_royal": royal})
    figures = side_wager(house, "pair_plus")
    assert figures.house_edge.exact == "1568/22100"
    assert f"{100 * figures.house_edge.value:.2f}" == "7.10"


@cases("""
    royal  edge
    40     5.57
    50     5.39
    100    4.49
""")
def test_a_mini_royal_above_40_30_5_4_1_leaves_pair_plus(royal: str, edge: str) -> None:
    """J. Grochowski, "A rare Pair Plus payout at Three Card Poker", casinocity.com."""
    pays = {"straight_flush": 40, "three_of_a_kind": 30, "straight": 5, "flush": 4, "pair": 1}
    row = {
        "hand": "straight_flush",
        "ranks": "AKQ",
        "to_one": int(royal),
        "before": "straight_flush",
    }
    settings = {f"wagers.pair_plus.pays.{hand}": to_one for hand, to_one in pays.items()}
    house = changed("manual", settings | {"wagers.pair_plus.pays.mini_royal": row})
    assert f"{100 * side_wager(house, 'pair_plus').house_edge.value:.2f}" == edge


def test_prime_has_an_edge_of_3_62_percent() -> None:
    """Three Card Prime, wizardofodds.com: 3 to 1 for the player's three, 4 to 1 for all six."""
    house = load_house(str(Path(__file__).parents[2] / "examples/books/prime"))
    assert f"{100 * side_wager(house, 'prime').house_edge.value:.2f}" == "3.62"


def test_a_flush_at_20_to_1_leaves_the_six_card_bonus_10_22_percent() -> None:
    """table-games-online.com, rules of Three Card Poker with 6-Card Bonus, has 10.23%: 10.2248%
    rounded up.
    """
    figures = side_wager(with_six_card_bonus("1000/200/50/25/20/10/5"), "six_card_bonus")
    assert figures.house_edge.exact == "2081616/20358520"
    assert f"{100 * figures.house_edge.value:.4f}" == "10.2248"


@cases("""
    pays                        edge
    1000/200/50/25/15/10/5      15.278989
    1000/200/100/20/15/10/7     8.561408
""")
def test_the_six_card_bonus_has_this_edge(pays: str, edge: str) -> None:
    figures = side_wager(with_six_card_bonus(pays), "six_card_bonus")
    assert figures.combinations == 20_358_520
    assert f"{100 * figures.house_edge.value:.6f}" == edge


def test_the_progressive_returns_12_020_of_22_100_without_its_meter() -> None:
    figures = side_wager(built_in("manual"), "progressive")
    assert there(figures.fixed_return).exact == "12020/22100"
    assert there(figures.return_per_1000_dollars).fraction == Fraction(1000, 22100)


def test_the_progressive_breaks_even_at_10_080_dollars_less_175_for_each_other_hand() -> None:
    for seats in range(1, 8):
        figures = side_wager(built_in("manual"), "progressive", seats)
        assert there(figures.break_even_meter).fraction == 100 * (10_080 - 175 * (seats - 1))
        even = side_wager(
            built_in("manual"),
            "progressive",
            seats,
            {"main": int(there(figures.break_even_meter).fraction)},
        )
        assert even.house_edge.fraction == 0


def test_a_lone_bettor_at_a_full_table_has_the_envy_of_the_full_table() -> None:
    """Any other unfolded hand triggers it, whether it has the bet or not."""
    alone = side_wager(built_in("manual"), "progressive", 1, dealt=7)
    assert there(alone.break_even_meter).fraction == 903_000
    assert (alone.seats, alone.dealt, alone.envy_of) == (1, 7, "dealt")
    with_bet = changed("manual", {"wagers.progressive.envy.trigger": "holder_with_bet"})
    needs_it = side_wager(with_bet, "progressive", 1, dealt=7)
    assert there(needs_it.break_even_meter).fraction == 1_008_000
    assert needs_it.envy_of == "betting"


@pytest.fixture(scope="module")
def one_card() -> dict[str, float]:
    """The edge against one dealer card seen, or only its class: both share most of the work."""
    looks = [dealer_cards(1), dealer_cards(1, "queen_or_better")]
    card, high = seen(built_in("mics"), *looks)
    return {"card": card.house_edge.value, "queen or better": high.house_edge.value}


def test_one_dealer_card_known_as_queen_or_better_or_not_is_worth_1_837_percent(
    one_card: dict[str, float],
) -> None:
    """Cards sorted by their edges: apheat.net, 11 January 2013, which truncates the digits."""
    assert f"{-100 * one_card['queen or better']:.4f}" == "1.8378"


def test_against_a_dealer_card_seen_the_published_strategy_is_the_best() -> None:
    """888casino.com, hole-card play: any hand up to a jack, then Q92, K92 and A92."""
    found = strategy_by_rank_seen(built_in("mics"))
    lowest = {rank: each.play_from for rank, each in found.items()}
    assert lowest == dict.fromkeys("23456789TJ", "532") | {"Q": "Q92", "K": "K92", "A": "A92"}


def test_one_dealer_card_seen_gives_the_player_an_advantage_of_3_4829_percent(
    one_card: dict[str, float],
) -> None:
    assert f"{-100 * one_card['card']:.4f}" == "3.4829"
