"""What the dealer says, in the house's words."""

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from ..cards.card import Hand, any_suits, rank_of
from ..cards.names import hand_name, rank_name, rank_plural
from ..cards.ranking import Category
from ..house.model import House
from ..house.wager import When
from ..house.words import SPOKEN, capitalised, listed, rank_word
from .document import SeatBets
from .outcome import Line

if TYPE_CHECKING:
    from .seat import SeatHand


def of_round(
    house: House, seats: Sequence[SeatBets], dealer: Hand, *, qualifies: bool
) -> list[str]:
    """Everything that is said in a round, in order; the dealer's hand comes last."""
    said = before_the_deal(house, seats)
    said.append(of_dealer(house, dealer, qualifies=qualifies))
    return said


def before_the_deal(house: House, seats: Sequence[SeatBets]) -> list[str]:
    said = [house.announcements.no_more_bets]
    said += [
        wager.absent.format(positions=listed(positions))
        for wager in house.wagers.values()
        if wager.absent and (positions := without(seats, wager.key))
    ]
    return said


def without(seats: Sequence[SeatBets], wager: str) -> list[int]:
    """The positions with a bet, but none on this wager."""
    return sorted(bets.seat for bets in seats if not bets.wagers.get(wager))


def of_results(house: House, hands: Sequence["SeatHand"], lines: Sequence[list[Line]]) -> list[str]:
    """The announcements hand by hand: the winner of each comparison, and awards by name."""
    said: list[str] = []
    if not speaks_of_results(house):
        return said
    for hand, settled in zip(hands, lines, strict=True):
        if text := of_comparison(house, hand.deal.player, hand.deal.dealer, hand.contest):
            said.append(text)
        said += filter(None, (of_award(house, line) for line in settled))
    if text := of_all(house, [hand.contest for hand in hands]):
        said.append(text)
    return said


@lru_cache(maxsize=256)
def speaks_of_results(house: House) -> bool:
    of_hands = house.announcements.winning_hand or house.announcements.dealer_beats_all
    return bool(of_hands) or any(wager.announce for wager in house.wagers.values())


def of_comparison(house: House, player: Hand, dealer: Hand, contest: When) -> str:
    """The announcement of the winning hand, if the dealer calls it."""
    template = house.announcements.winning_hand
    if not template or contest not in ("wins", "loses"):
        return ""
    return _sentence(template, _spoken(house, player if contest == "wins" else dealer))


def of_award(house: House, line: Line) -> str:
    wager = house.wagers.get(line.wager)
    return wager.announce if wager and line.result == "win" else ""


def of_all(house: House, contests: Sequence[When]) -> str:
    """The announcement that the dealer beats every played hand."""
    played = {contest for contest in contests if contest not in ("folded", "no_ante")}
    return house.announcements.dealer_beats_all if played == {"loses"} else ""


def of_dealer(house: House, dealer: Hand, *, qualifies: bool) -> str:
    return _of_dealer(house, any_suits(dealer), qualifies)


@lru_cache(maxsize=16384)
def _of_dealer(house: House, dealer: Hand, qualifies: bool) -> str:
    hand = _spoken(house, dealer)
    if not qualifies:
        return _sentence(house.announcements.dealer_out, hand)
    template = house.announcements.dealer_qualifies
    if hand.endswith(" high") or hand.startswith("three "):  # Without an article.
        template = template.replace(" a {hand}", " {hand}")
    elif hand.startswith("A"):
        template = template.replace(" a {hand}", " an {hand}")
    return _sentence(template, hand)


def _sentence(template: str, hand: str) -> str:
    said = template.format(hand=hand)
    return capitalised(said) if template.startswith("{") else said


def _spoken(house: House, hand: Hand) -> str:
    """A hand in the house's language, or in English if it has no words for it."""
    if own := house.words.get(SPOKEN + house.ranking.category(hand).name.lower()):
        return _in_words(house, own, hand)
    high_card = house.ranking.category(hand) is Category.HIGH_CARD
    if high_card and house.dealer.names_high_card_as == "rank":
        return rank_name(max(map(rank_of, hand)))
    return hand_name(hand, house.ranking)


def _in_words(house: House, template: str, hand: Hand) -> str:
    ranks = [rank_of(card) for card in house.ranking.arranged(hand)]
    first, second, third = (rank_word(house.words, rank, rank_name(rank)) for rank in ranks)
    plural = rank_word(house.words, ranks[0], rank_plural(ranks[0]), plural=True)
    return template.format(first=first, second=second, third=third, plural=plural)
