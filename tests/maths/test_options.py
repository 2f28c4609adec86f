"""Every option that moves money moves the figures: compared with settling single deals."""

import random
from fractions import Fraction
from typing import Any

import pytest

from queenhigh.cards.card import FULL_DECK, card_text
from queenhigh.maths.analysis.ante_play import ante_play
from queenhigh.maths.analysis.prices import price_seat
from queenhigh.maths.analysis.side_wager import side_wager
from queenhigh.maths.deals.dealer_counts import counted, dealer_hands
from queenhigh.wagers.contest import contest_of
from queenhigh.wagers.document import Round, SeatBets
from queenhigh.wagers.round_settlement import settle_round
from tests.maths.houses import house, qualifying_with, there

READINGS: list[dict[str, Any]] = [
    {},
    {"tie": "dealer"},
    {"tie": "player"},
    {"tie_break": "literal_c3"},
    {"ace_low_straight": False},
    {"fold_pair_plus": "forfeits"},
    {"fold_pair_plus": "forfeits_with_6cb"},
    {"ante_bonus_on_loss": False},
    {"ante_bonus_on_loss": False, "tie": "dealer"},
    {"ante_bonus_requires": "ante"},
    {"ante_bonus_base": "ante_plus_play"},
    {"ante_table": "replaces"},
    {"ante_table": "replaces", "tie": "player"},
    {"six_card_wheel": False},
    {"six_card_super_royal": 5000},
    {"progressive_unit": "to_1"},
]
METER = 1_234_500


@pytest.mark.parametrize("options", READINGS, ids=str)
def test_a_deal_is_worth_what_settling_the_round_pays(options: dict[str, Any]) -> None:
    """The figures sum classes of deals; here single deals of each class are settled."""
    ruled = house("manual", **options)
    chance = random.Random(str(options))
    hands = [each.hand_class.hand for each in chance.sample(counted(ruled), 40)]
    for player in hands:
        left = [card for card in FULL_DECK if card not in player]
        first, second, third = chance.sample(left, 3)
        dealer = first, second, third
        decision = chance.choice(["play", "fold"])
        wagers = {"ante": 1000, "pair_plus": 500, "six_card_bonus": 1500, "progressive": 100}
        cards = [card_text(card) for card in player]
        bets = SeatBets(1, wagers, cards, decision)  # type: ignore[arg-type]
        written = Round([bets], dealer=[card_text(card) for card in dealer])
        written.progressive_meter = METER
        deal = player, dealer, contest_of(ruled, player, dealer, decision)
        priced = price_seat(ruled, deal, bets, 1, {"main": METER})
        settled = settle_round(ruled, written).seats[0]
        assert [
            (each.bet, each.stake, each.result, each.paid, each.returned) for each in priced
        ] == [
            (line.wager, line.stake, line.result, line.paid, line.returned)
            for line in settled.lines
        ]


@pytest.mark.parametrize(
    ("options", "moved"),
    [
        ({"tie": "dealer"}, "up"),
        ({"tie": "player"}, "down"),
        ({"ante_bonus_on_loss": False}, "up"),
        ({"ante_bonus_base": "ante_plus_play"}, "down"),
        ({"ante_table": "replaces"}, "up"),
    ],
    ids=str,
)
def test_a_reading_moves_the_edge_of_the_ante(options: dict[str, Any], moved: str) -> None:
    before = ante_play(house("manual")).house_edge.fraction
    after = ante_play(house("manual", **options)).house_edge.fraction
    assert after > before if moved == "up" else after < before


def test_a_bonus_without_play_has_no_effect_while_no_straight_is_folded() -> None:
    before, after = ante_play(house()), ante_play(house(ante_bonus_requires="ante"))
    assert before.house_edge == after.house_edge


def test_without_the_low_straight_three_two_ace_pays_as_an_ace_high_hand() -> None:
    before = {each.outcome: each.combinations for each in side_wager(house(), "pair_plus").outcomes}
    ruled = house(ace_low_straight=False)
    after = {each.outcome: each.combinations for each in side_wager(ruled, "pair_plus").outcomes}
    assert before["straight"] - after["straight"] == 60
    assert before["straight_flush"] - after["straight_flush"] == 4


def test_queen_high_is_the_best_qualifier_for_the_house() -> None:
    """A dealer who qualifies with less loses two bets to good hands instead of one."""
    qualifiers = ("any", "J", "Q", "K", "A", "pair")
    edges = {each: ante_play(qualifying_with(each)).house_edge.value for each in qualifiers}
    assert max(edges, key=lambda each: edges[each]) == "Q"
    assert [each for each in qualifiers if edges[each] > 0] == ["Q", "K"]


def test_a_player_who_wins_ties_plays_queen_six_three_of_three_suits_too() -> None:
    strategy = ante_play(house(tie="player")).strategy
    assert strategy.play_from is None
    assert (strategy.all_from, strategy.also_play) == ("Q64", ("Q63 (Qc 6d 3h)",))
    assert strategy.classes[0] == "Q63 (Qc 6d 3h)"


def test_the_literal_tie_break_moves_nets_and_not_the_edge() -> None:
    """What it takes from a pair of the player's it gives to a pair of the dealer's."""
    standard, literal = ante_play(house()), ante_play(house(tie_break="literal_c3"))
    assert standard.house_edge == literal.house_edge
    assert standard.outcomes != literal.outcomes


def test_the_wheel_counts_as_a_straight_or_not() -> None:
    before = {
        each.outcome: each.combinations
        for each in side_wager(house("manual"), "six_card_bonus").outcomes
    }
    ruled = house("manual", six_card_wheel=False)
    after = {
        each.outcome: each.combinations for each in side_wager(ruled, "six_card_bonus").outcomes
    }
    assert before["straight"] > after["straight"]
    # 5-4-3-2-A suited: a straight flush unless the 6 of that suit comes too.
    assert before["straight_flush"] - after["straight_flush"] == 4 * 46
    assert before["royal_flush"] == after["royal_flush"] == 4 * 47


def test_a_six_card_royal_has_a_line_of_its_own_where_the_house_pays_one() -> None:
    figures = side_wager(house("manual", six_card_super_royal=5000), "six_card_bonus")
    first, second = figures.outcomes[:2]
    assert (first.outcome, first.net, first.combinations) == ("six_card_royal", 5000, 4)
    assert (second.outcome, second.net, second.combinations) == ("royal_flush", 1000, 184)


def test_odds_to_one_return_the_progressive_stake_as_well() -> None:
    changed = house("manual", progressive_unit="to_1")
    for_one = there(side_wager(house("manual"), "progressive").fixed_return).fraction
    to_one = there(side_wager(changed, "progressive").fixed_return).fraction
    assert to_one - for_one == Fraction(819, 22100)


def test_the_places_of_the_literal_tie_break_are_fewer() -> None:
    assert dealer_hands(house()).places == 741
    assert dealer_hands(house(tie_break="literal_c3")).places == 663
