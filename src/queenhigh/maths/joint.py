"""All bets of a seat together: they share cards, so they win and lose together.

The exact distribution of the seat's net over the 407,170,400 deals of its hand and the dealer's,
by bet, with the decision that is best for everything it has on the layout, or by another rule.
Envy is left out: it depends on other seats' cards.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import compress
from typing import NamedTuple

import msgspec

from ..cards.card import ACE, KING, QUEEN
from ..cards.ranking import Category
from ..house.model import House
from ..wagers.document import SeatBets
from ..wagers.outcome import Contest
from ..wagers.possible import check_bets
from ..wagers.progressive import Award, award_for
from ..wagers.six_card_bonus import NO_SIX_CARDS
from .classes import DEALER_HANDS, HandClass
from .counting import Counted, counts
from .decisions import Plays, Strategy, best_decisions, described, worths
from .settling import CONTESTS, SIX_CARDS, lines, seat_hand

BETS = ("ante_play", "pair_plus", "six_card_bonus", "progressive", "match_play")
_BET_OF = {"ante": "ante_play", "play": "ante_play", "ante_bonus": "ante_play"}

Cells = list[list[int]]  # By contest and six cards: deals.


class Kind(NamedTuple):
    """Deals that are settled alike, but for the dealer's cards."""

    category: Category
    award: Award
    plays: bool


class Joint(msgspec.Struct, frozen=True, dict=True):
    """How many deals end in each combination of nets, in cents, in the order of `bets`."""

    house: House
    bets: tuple[str, ...]
    opening_cents: int  # What the seat bets before the cards.
    play_cents: int  # What the decision to play adds.
    plays: int  # Deals that are played.
    strategy: Strategy
    nets: dict[tuple[int, ...], int]

    @cached_property
    def totals(self) -> dict[int, int]:
        """Deals by the seat's net, from the worst to the best."""
        found: Counter[int] = Counter()
        for nets, deals in self.nets.items():
            found[sum(nets)] += deals
        return dict(sorted(found.items()))


def joint(
    house: House, bets: SeatBets, *, meter_cents: int | None = None, rule: Plays | None = None
) -> Joint:
    """The best decision is taken for all bets together where no rule is given."""
    decided = "play" if bets.wagers.ante else msgspec.UNSET
    check_bets(house, msgspec.structs.replace(bets, decision=decided), "bets")
    plays = _decisions(house, bets, rule)
    found: Counter[tuple[int, ...]] = Counter()
    placed = _placed(bets)
    for kind, cells in _cells(house, bets, plays).items():
        for contest, six, deals in _settled_alike(kind, cells):
            hand = seat_hand(
                house,
                kind.category,
                contest,
                award=kind.award,
                six=SIX_CARDS[six] if bets.wagers.six_card_bonus else NO_SIX_CARDS,
                meter_cents=_meter(house, meter_cents),
            )
            nets = dict.fromkeys(placed, 0)
            for line in lines(hand, bets):
                nets[_BET_OF.get(line.wager, line.wager)] += line.net
            found[tuple(nets.values())] += deals
    classes = counts(house).classes
    return Joint(
        house,
        placed,
        _opening_cents(bets),
        _play_cents(house, bets),
        sum(compress((each.hand_class.hands for each in classes), plays)) * DEALER_HANDS
        if bets.wagers.ante
        else 0,
        described(classes, plays) if bets.wagers.ante else Strategy(None),
        dict(found),
    )


def _decisions(house: House, bets: SeatBets, rule: Plays | None) -> list[bool]:
    known = counts(house)
    if not bets.wagers.ante:
        return [True] * len(known.classes)  # Nothing to decide, and nothing is folded.
    if rule is not None:
        return [rule(each) for each in known.classes]
    return best_decisions(known, worths(house, bets))


def _placed(bets: SeatBets) -> tuple[str, ...]:
    amounts = {
        "ante_play": bets.wagers.ante,
        "pair_plus": bets.wagers.pair_plus,
        "six_card_bonus": bets.wagers.six_card_bonus,
        "progressive": bets.wagers.progressive,
        "match_play": len(bets.placed_coupons()),
    }
    return tuple(bet for bet in BETS if amounts[bet])


def _opening_cents(bets: SeatBets) -> int:
    wagers = bets.wagers
    return wagers.ante + wagers.pair_plus + wagers.six_card_bonus + wagers.progressive


def _play_cents(house: House, bets: SeatBets) -> int:
    hand = seat_hand(house, Category.HIGH_CARD, Contest.DEALER)
    return sum(line.stake for line in lines(hand, bets) if line.wager == "play")


def _meter(house: House, meter_cents: int | None) -> int | None:
    if meter_cents is None and house.progressive is not None:
        return house.progressive.meter.seed_cents
    return meter_cents


def _cells(house: House, bets: SeatBets, plays: Sequence[bool]) -> dict[Kind, Cells]:
    classes = counts(house).classes
    grouped: dict[Kind, list[tuple[int, int]]] = {}
    for number, (each, played) in enumerate(zip(classes, plays, strict=True)):
        for award, hands in _awards(each.hand_class, each.category):
            kind = Kind(each.category, award, played)
            grouped.setdefault(kind, []).append((number, hands))
    if bets.wagers.six_card_bonus:
        return _with_six_cards(house, grouped)
    return {kind: _by_contest(classes, members) for kind, members in grouped.items()}


def _awards(hand_class: HandClass, category: Category) -> Iterator[tuple[Award, int]]:
    """A class is of one award, but for the A-K-Q suited: there one of four is of spades."""
    if hand_class.suited and hand_class.ranks == (ACE, KING, QUEEN):
        yield Award.AKQ_SPADES, 1
        yield Award.AKQ_SUITED, hand_class.hands - 1
    else:
        yield award_for(hand_class.hand, category), hand_class.hands


def _by_contest(classes: Sequence[Counted], members: list[tuple[int, int]]) -> Cells:
    cells = [[0] for _ in CONTESTS]
    for number, hands in members:
        for cell, dealer_hands in zip(cells, classes[number][3:], strict=True):
            cell[0] += hands * dealer_hands
    return cells


def _with_six_cards(house: House, grouped: dict[Kind, list[tuple[int, int]]]) -> dict[Kind, Cells]:
    import numpy as np

    from .joint_counts import joint_counts

    table = joint_counts(house)
    found: dict[Kind, Cells] = {}
    for kind, members in grouped.items():
        numbers, hands = np.array(members).T
        found[kind] = np.tensordot(hands, table[numbers], 1).tolist()
    return found


def _settled_alike(kind: Kind, cells: Cells) -> Iterator[tuple[Contest, int, int]]:
    """A fold does not ask what the dealer had, only what the six cards were."""
    if not kind.plays:
        cells = [list(map(sum, zip(*cells, strict=True)))]
    for contest, row in zip(CONTESTS if kind.plays else (Contest.FOLDED,), cells, strict=True):
        for six, deals in enumerate(row):
            if deals:
                yield contest, six, deals
