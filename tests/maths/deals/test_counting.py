"""The counts against dealing every hand one by one."""

import random
from collections import Counter
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

from queenhigh.cards.card import FULL_DECK, Hand
from queenhigh.house.model import House
from queenhigh.house.wager import When
from queenhigh.maths.analysis.ante_play import ante_play
from queenhigh.maths.analysis.decisions import best_decisions
from queenhigh.maths.deals.dealer_counts import counted, dealer_hands
from queenhigh.maths.deals.suit_classes import DEALER_HANDS, DEALS, HANDS, hand_classes
from queenhigh.wagers.contest import contest_net
from tests.maths.houses import house, qualifying_with, rankings_and_qualifiers

EVERY_HAND = list(combinations(FULL_DECK, 3))


def dealt_out(house: House, hand: Hand) -> tuple[int, int, int, int]:
    """Count not qualifying, beaten, beating and tying, hand by hand."""
    out = beaten = beating = tied = 0
    own = house.ranking.strength(hand)
    for dealer in combinations([card for card in FULL_DECK if card not in hand], 3):
        strength = house.ranking.strength(dealer)
        if not house.dealer_qualifies(dealer):
            out += 1
        elif strength < own:
            beaten += 1
        elif strength > own:
            beating += 1
        else:
            tied += 1
    return out, beaten, beating, tied


def test_the_classes_are_all_22_100_hands() -> None:
    assert len(hand_classes()) == 1755
    assert sum(each.hands for each in hand_classes()) == HANDS


def test_a_class_has_as_many_hands_as_suits_can_be_changed_for_each_other() -> None:
    def relabelled(hand: Hand) -> tuple[tuple[int, ...], ...]:
        """A key shared by hands that differ only in their suits."""
        by_suit = [
            tuple(card // 4 for card in sorted(hand) if card % 4 == suit) for suit in range(4)
        ]
        return tuple(sorted(by_suit))

    found = Counter(relabelled(hand) for hand in EVERY_HAND)
    assert found == {relabelled(each.hand): each.hands for each in hand_classes()}


@pytest.mark.parametrize("number", range(24))
def test_the_counts_are_those_of_dealing_every_dealer_hand(number: int) -> None:
    """For every ranking and qualifier, a few classes of each."""
    ruled = rankings_and_qualifiers()[number]
    for each in random.Random(number).sample(counted(ruled), 2):
        expected = dealt_out(ruled, each.hand_class.hand)
        assert (each.out, each.player, each.dealer, each.tie) == expected


def test_every_class_meets_18_424_dealer_hands() -> None:
    for ruled in rankings_and_qualifiers():
        assert {each.out + each.player + each.dealer + each.tie for each in counted(ruled)} == {
            DEALER_HANDS
        }


def test_where_all_hands_qualify_the_player_beats_as_many_as_beat_the_player() -> None:
    out = player = dealer = 0
    for each in counted(qualifying_with("any")):
        out += each.hand_class.hands * each.out
        player += each.hand_class.hands * each.player
        dealer += each.hand_class.hands * each.dealer
    assert (out, player) == (0, dealer)


def test_15_380_of_22_100_dealer_hands_qualify_with_queen_high() -> None:
    assert dealer_hands(house())._all[-1] == 15_380


def test_houses_that_rank_and_qualify_alike_share_their_counts() -> None:
    assert counted(house("mics")) is counted(house("classic"))
    assert counted(house("mics")) is not counted(house("mics", ace_low_straight=False))


@pytest.mark.exhaustive
@pytest.mark.parametrize("tie_break", ["standard", "literal_c3"])
def test_all_407_170_400_deals_give_the_same_nets(tie_break: str) -> None:
    ruled = house("mics", tie_break=tie_break)
    strengths = np.array([ruled.ranking.strength(hand) for hand in EVERY_HAND])
    qualifies = np.array([ruled.dealer_qualifies(hand) for hand in EVERY_HAND])
    holds = np.zeros((52, HANDS), np.bool_)
    for number, hand in enumerate(EVERY_HAND):
        holds[list(hand), number] = True
    contests: tuple[When, ...] = ("dealer_out", "wins", "loses", "ties")
    nets: Counter[Fraction] = Counter()
    for hand, own, plays in zip(EVERY_HAND, strengths, best_decisions(ruled), strict=True):
        if not plays:
            nets[Fraction(-1)] += DEALER_HANDS
            continue
        out, player, dealer, tie = (contest_net(ruled, hand, hand, each) for each in contests)
        possible = ~holds[list(hand)].any(axis=0)
        standing = possible & qualifies
        nets[out] += int(np.count_nonzero(possible & ~qualifies))
        nets[player] += int(np.count_nonzero(standing & (strengths < own)))
        nets[dealer] += int(np.count_nonzero(standing & (strengths > own)))
        nets[tie] += int(np.count_nonzero(standing & (strengths == own)))
    assert sum(nets.values()) == DEALS
    found = {each.net: each.combinations for each in ante_play(ruled).outcomes}
    assert found == dict(sorted((net, many) for net, many in nets.items() if many))
