"""Detection of decisions that fit knowledge a player should not have.

For a hand and a decision there is an exact share of the 49 other cards that, seen in the dealer's
hand, would make that decision the better one. The decisions of a player who sees none fit exactly
that often, however well or badly they play: each of the 49 is equally likely to be the dealer's. So
the number of fits over many rounds has an exact distribution, and too many are no accident.
"""

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from functools import lru_cache
from typing import TYPE_CHECKING

import msgspec

from ..cards.card import Card, Hand, parse_hand
from ..cards.ranking import Category
from ..extras import need_figures
from ..house.model import House
from ..wagers.document import SeatBets
from .abandoned_work import go_on
from .luck import Bets, bets_of
from .round_facts import RoundFacts, SeatFacts

if TYPE_CHECKING:
    from ..maths.protection.seen_cards import DealerView

_DEALER_HANDS_WITH_A_CARD = 48 * 47 // 2


class Suspect(msgspec.Struct, frozen=True, kw_only=True):
    """A patron, and the dealer's card (0, 1 or 2 as dealt) that the decisions fit best."""

    patron: str
    table: str  # The latest table.
    card: int
    decisions: int  # Those that such a card affects.
    fits: int
    expected: float
    gain: float  # In cents: the advantage of these decisions, given the card.
    chance: float  # Of this many fits or more for any of the three cards, unseen.
    last: datetime
    behind: tuple[tuple[str, int, int], ...]  # The rounds that fit.


class Bearing(msgspec.Struct, frozen=True):
    """The effect of a known dealer's card on one hand, by card: the advantage of playing."""

    better_by: dict[Card, float]  # In cents, playing over folding.

    @property
    def play_share(self) -> float:
        """The share of the 49 cards that make playing better."""
        return sum(each > 0 for each in self.better_by.values()) / len(self.better_by)


@lru_cache(maxsize=20_000)
def bearing(house: House, hand: Hand, bets: Bets) -> Bearing:
    need_figures()
    from ..maths.protection.seen_cards import ClassDeals

    view = _view(house, bets)
    kind = view.deals.kinds[view.deals.kind_number(hand)]
    alone = msgspec.structs.replace(kind.hand_class, hand=hand, hands=1)
    deals = ClassDeals(kind._replace(hand_class=alone), view)
    better = deals.dealer_holds_one().better_to_play()
    every = _DEALER_HANDS_WITH_A_CARD * deals.unit
    return Bearing(
        {
            Card(card): worth / every
            for card, worth in zip(deals.cards.tolist(), better.tolist(), strict=True)
        }
    )


@lru_cache(maxsize=64)
def _view(house: House, bets: Bets) -> "DealerView":
    need_figures()
    from ..maths.protection.seen_cards import DealerView

    return DealerView(house, SeatBets(1, dict(bets)))


class _Decision(msgspec.Struct, frozen=True):
    facts: RoundFacts
    share: float  # Of the cards that it fits.
    fits: tuple[bool, bool, bool]
    gains: tuple[float, float, float]


def suspects(houses: Mapping[str, House], rounds: Iterable[RoundFacts]) -> Iterator[Suspect]:
    """Suspects with their best-fitting card; the chance allows for testing three cards."""
    found: dict[str, list[_Decision]] = {}
    for facts in rounds:
        go_on()
        for seat in facts.seats:
            decision = _decision(houses[facts.table], facts, seat)
            if decision:
                found.setdefault(seat.patron, []).append(decision)
    for patron, decisions in sorted(found.items()):
        yield min(
            (_suspect(patron, decisions, card) for card in range(3)), key=lambda each: each.chance
        )


def _decision(house: House, facts: RoundFacts, seat: SeatFacts) -> _Decision | None:
    decided = seat.decision and not seat.timed_out and not facts.void
    if not decided or len(facts.dealer_cards) != 3 or len(seat.cards) != 3:
        return None
    hand, dealer = parse_hand(seat.cards), parse_hand(facts.dealer_cards)
    if house.ranking.category(hand) > Category.HIGH_CARD:
        return None  # A pair is never folded, whatever the dealer shows.
    known = bearing(house, hand, bets_of(house, seat))
    play = known.play_share
    if play in (0, 1):
        return None
    plays = seat.decision == "play"
    better = [known.better_by[card] for card in dealer]
    first, second, third = ((each > 0) is plays for each in better)
    gains = [each if plays else -each for each in better]
    return _Decision(
        facts,
        play if plays else 1 - play,
        (first, second, third),
        (gains[0], gains[1], gains[2]),
    )


def _suspect(patron: str, decisions: list[_Decision], card: int) -> Suspect:
    fitting = [each for each in decisions if each.fits[card]]
    chance = at_least(len(fitting), [each.share for each in decisions])
    return Suspect(
        patron=patron,
        table=max(decisions, key=lambda each: each.facts.ended).facts.table,
        card=card,
        decisions=len(decisions),
        fits=len(fitting),
        expected=sum(each.share for each in decisions),
        gain=sum(each.gains[card] for each in decisions),
        chance=min(1.0, 3 * chance),
        last=max(each.facts.ended for each in decisions),
        behind=tuple((x.facts.table, x.facts.number, x.facts.first) for x in fitting),
    )


def at_least(count: int, shares: Iterable[float]) -> float:
    """The probability that at least `count` come true, given each one's probability."""
    exactly = [1.0]
    for share in shares:
        missed = [each * (1 - share) for each in exactly]
        hit = [each * share for each in exactly]
        exactly = [a + b for a, b in zip([*missed, 0.0], [0.0, *hit], strict=True)]
    return min(1.0, sum(exactly[count:]))
