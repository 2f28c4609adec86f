"""Ante, play and ante bonus separately, by the player's hand and how the round ends."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction

import msgspec
import numpy as np

from ...cards.ranking import Category
from ...house.model import House
from ...house.wager import CONTEST_BETS
from ...wagers.contest import contest_parts
from ..deals.deals import Cell
from ..deals.suit_classes import DEALS
from ..exact_figure import Exact, exact
from .decisions import Choices, choices
from .wager_figures import whole

_ENDS = ("dealer_out", "wins", "ties", "loses", "folded")


class ContestRow(msgspec.Struct, frozen=True):
    """Deals of one category that end the same way with the same net, in antes."""

    hand: str
    ends: str  # dealer_out, wins, ties, loses or folded.
    combinations: int
    probability: Exact
    net: float
    contribution: Exact


class ContestPart(msgspec.Struct, frozen=True, kw_only=True):
    """One part of the contest, for a seat that decides as is best for the ante."""

    part: str
    rows: tuple[ContestRow, ...]
    expected: Exact  # In antes: the sum of the contributions.
    bet: Exact  # Average stake in antes; zero for a bonus.
    resolved: Exact  # The part of the stake that is won or lost; the rest is returned.
    hit_frequency: Exact
    above_the_bet: Exact  # How often it wins more than its stake.


def contest_tables(house: House) -> tuple[ContestPart, ...]:
    known = choices(house)
    tallies: dict[str, Counter[tuple[Category, str, Fraction, int]]] = {
        part: Counter() for part in CONTEST_BETS
    }
    for category, cell in _cells(known):
        deal = cell.player, cell.dealer, cell.contest, cell.multiple or 1
        for part, net in zip(CONTEST_BETS, contest_parts(house, *deal), strict=True):
            stake = {"ante": 1, "play": cell.multiple, "ante_bonus": 0}[part]
            if stake or net:
                tallies[part][category, cell.contest, net, stake] += cell.deals
    return tuple(_part(part, tally) for part, tally in tallies.items() if tally)


def _cells(known: Choices) -> Iterator[tuple[Category, Cell]]:
    """Cells category by category: rows alone may not distinguish a pair from a high card."""
    decisions, of_kind = known.best(), [kind.category for kind in known.deals.kinds]
    for category in Category:
        among = np.array([each is category for each in of_kind])
        for cell in known.deals.cells(decisions, known.multiples, among):
            yield category, cell


def _part(part: str, tally: Counter[tuple[Category, str, Fraction, int]]) -> ContestPart:
    bet = resolved = hits = above = 0
    total = Fraction(0)
    for (_, _, net, stake), deals in tally.items():
        total += net * deals
        bet += stake * deals
        resolved += stake * deals if net else 0
        hits += deals if net > 0 else 0
        above += deals if net > stake else 0
    return ContestPart(
        part=part,
        rows=tuple(_rows(tally)),
        expected=exact(whole(total), DEALS),
        bet=exact(bet, DEALS),
        resolved=exact(resolved, DEALS),
        hit_frequency=exact(hits, DEALS),
        above_the_bet=exact(above, DEALS),
    )


def _rows(tally: Counter[tuple[Category, str, Fraction, int]]) -> Iterator[ContestRow]:
    """Rows, strongest hand first."""
    by_net: Counter[tuple[Category, str, Fraction]] = Counter()
    for (category, ends, net, _), deals in tally.items():
        by_net[category, ends, net] += deals
    order = sorted(by_net, key=lambda key: (-key[0], _ENDS.index(key[1]), -key[2]))
    for category, ends, net in order:
        deals = by_net[category, ends, net]
        yield ContestRow(
            category.name.lower(),
            ends,
            deals,
            exact(deals, DEALS),
            float(net),
            exact(whole(net * deals), DEALS),
        )
