"""What a day's bets should have come to, exactly, and how far off chance alone may bring it.

The expectation is that of the best decisions. The error adds up each hand's exact variance, and
for seats of one round the exact covariance: they meet the same dealer's hand.
"""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from math import sqrt
from typing import Final

import msgspec

from ..house.model import House
from ..maths.ante_play import ante_play
from ..maths.exact import Exact, exact
from ..maths.pair_plus import pair_plus
from ..maths.progressive import progressive
from .totals import Key, Sums, Totals

# A wager with a theory of its own, and the bets that belong to it; the first is its unit.
GAMES: Final[dict[str, tuple[str, ...]]] = {
    "ante_play": ("ante", "play", "ante_bonus"),
    "pair_plus": ("pair_plus",),
    "six_card_bonus": ("six_card_bonus",),
    "progressive": ("progressive",),  # Of the fixed awards: the jackpot is the link's.
}
# What is paid without being a bet of its own.
EXTRAS: Final = ("envy", "match_play")


class Theory(msgspec.Struct, frozen=True):
    """Of one unit bet, for the house: its edge, its variance, and the covariance of two seats."""

    edge: Fraction
    variance: Fraction
    covariance: Fraction
    bounded: bool = False  # The covariance is not known, and taken as high as it can be.

    def expected(self, sums: Sums) -> Fraction:
        return self.edge * sums.staked

    def spread(self, sums: Sums) -> Fraction:
        """The variance of all that was bet."""
        alone = (self.variance - self.covariance) * sums.squares
        return alone + self.covariance * sums.round_squares


@lru_cache(maxsize=256)
def theory(house: House, game: str) -> Theory:
    from ..maths import two_seats

    match game:
        case "ante_play":
            figures = ante_play(house)
            together = two_seats.ante_play_covariance(house)
            return Theory(figures.house_edge.fraction, figures.variance.fraction, together)
        case "pair_plus":
            paid = pair_plus(house)
            together = two_seats.pair_plus_covariance(house)
            return Theory(paid.house_edge.fraction, paid.variance.fraction, together)
        case "progressive":
            fixed = progressive(house, 1, 0)
            together = two_seats.progressive_covariance(house)
            return Theory(fixed.house_edge.fraction, fixed.variance.fraction, together)
        case "six_card_bonus":
            from ..maths.six_card_bonus import six_card_bonus

            six = six_card_bonus(house)
            spread = six.variance.fraction
            return Theory(six.house_edge.fraction, spread, spread, bounded=True)
        case _:
            raise LookupError(f"no game is called {game}")


class GameLine(msgspec.Struct, frozen=True, kw_only=True):
    """One wager: what it came to, and what it should have. In cents; the win is the house's."""

    game: str
    hands: int
    unit_staked: int  # Antes, for ante and play.
    staked: int
    paid: int  # By the tray.
    returned: int
    win: int
    hold: float | None  # Of what was staked.
    expected: Exact
    error: float  # One standard error.
    off_by: float | None  # In standard errors.
    bounded: bool = False


def game_lines(parts: Iterable[tuple[Key, Totals]], houses: Mapping[str, House]) -> list[GameLine]:
    """Over parts of any tables; each has its house, by the table's id. Tables are independent."""
    parts = list(parts)
    lines = []
    for game, wagers in GAMES.items():
        played = [(key, totals) for key, totals in parts if totals.wagers.get(wagers[0])]
        if played:
            lines.append(_game_line(game, played, houses))
    return lines


def _game_line(
    game: str, parts: Iterable[tuple[Key, Totals]], houses: Mapping[str, House]
) -> GameLine:
    expected = spread = Fraction(0)
    own, units = Sums(), Sums()
    bounded = False
    for key, totals in parts:
        known = theory(houses[key.table], game)
        unit = totals.wagers[GAMES[game][0]]
        expected += known.expected(unit)
        spread += known.spread(unit)
        units = units.plus(unit)
        bounded = bounded or known.bounded
        for wager in GAMES[game]:
            own = own.plus(totals.wagers.get(wager, Sums()))
    error = sqrt(spread)
    return GameLine(
        game=game,
        hands=units.hands,
        unit_staked=units.staked,
        staked=own.staked,
        paid=own.paid - own.of_meter,
        returned=own.returned,
        win=own.win,
        hold=own.win / own.staked if own.staked else None,
        expected=exact(expected),
        error=error,
        off_by=float(own.win - expected) / error if error else None,
        bounded=bounded,
    )
