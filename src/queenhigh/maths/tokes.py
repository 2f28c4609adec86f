"""Tokes follow the player's hand: what a bet for the dealer is worth to the dealer and the house.

The player decides as is best for the ante; a toke on the ante alone rides on that decision.
"""

from collections.abc import Iterable, Iterator
from fractions import Fraction

import msgspec

from ..cards.ranking import Category
from ..house.model import House
from ..wagers.document import SeatBets, TokeBets, Wagers
from ..wagers.outcome import Contest, Line
from ..wagers.seat import SeatHand, settle_tokes
from ..wagers.tokes import taken_down
from .classes import DEALER_HANDS
from .counting import counts
from .decisions import best_decisions, worths
from .exact import Exact, exact
from .settling import CONTESTS, SIX_CARDS, seat_hand
from .six_cards import six_card_counts

_BETS = SeatBets(1, Wagers(ante=1, pair_plus=1, six_card_bonus=1))


class TokeFigures(msgspec.Struct, frozen=True):
    """Per unit of the first toke: the ante's, where one on play goes with it."""

    house_edge: Exact
    taken_down: Exact  # What reaches the tip container: stakes and payoffs of winning tokes.


def toke_figures(house: House) -> dict[str, TokeFigures]:
    """By the spots that the tokes lie on, where the house takes them."""
    spots = house.tokes.allowed_on
    found: dict[str, TokeFigures] = {}
    if "ante" in spots:
        found["ante"] = _figures(_against_the_dealer(house, TokeBets(ante=1)))
    if "ante" in spots and "play" in spots:
        found["ante_and_play"] = _figures(_against_the_dealer(house, TokeBets(ante=1, play=1)))
    if "pair_plus" in spots and house.offers("pair_plus"):
        found["pair_plus"] = _figures(_on_the_hand(house))
    if "six_card_bonus" in spots and house.offers("six_card_bonus"):
        found["six_card_bonus"] = _figures(_on_six_cards(house))
    return found


Settled = tuple[int, list[Line]]  # How many deals, and what becomes of the tokes in them.


def _figures(settled: Iterable[Settled]) -> TokeFigures:
    every = net = taken = 0
    for deals, lines in settled:
        every += deals
        net += deals * sum(line.net for line in lines)
        taken += deals * taken_down(lines)
    return TokeFigures(exact(Fraction(-net, every)), exact(Fraction(taken, every)))


def _settle(hand: SeatHand, tokes: TokeBets) -> list[Line]:
    """A toke on play is a bet only once the hand is played."""
    if hand.folded:
        tokes = msgspec.structs.replace(tokes, play=0)
    return list(settle_tokes(hand, _BETS, tokes))


def _against_the_dealer(house: House, tokes: TokeBets) -> Iterator[Settled]:
    known = counts(house)
    plays = best_decisions(known, worths(house))
    tallies = {category: dict.fromkeys((*CONTESTS, Contest.FOLDED), 0) for category in Category}
    for each, played in zip(known.classes, plays, strict=True):
        tally, hands = tallies[each.category], each.hand_class.hands
        if not played:
            tally[Contest.FOLDED] += hands * DEALER_HANDS
            continue
        for contest, dealer_hands in zip(CONTESTS, each[3:], strict=True):
            tally[contest] += hands * dealer_hands
    for category, tally in tallies.items():
        for contest, deals in tally.items():
            yield deals, _settle(seat_hand(house, category, contest), tokes)


def _on_the_hand(house: House) -> Iterator[Settled]:
    for each in counts(house).categories:
        hand = seat_hand(house, each.category, Contest.PLAYER)
        yield sum(each.hands), _settle(hand, TokeBets(pair_plus=1))


def _on_six_cards(house: House) -> Iterator[Settled]:
    for six, sets in zip(SIX_CARDS, six_card_counts(house), strict=True):
        hand = seat_hand(house, Category.HIGH_CARD, Contest.PLAYER, six=six)
        yield sets, _settle(hand, TokeBets(six_card_bonus=1))
