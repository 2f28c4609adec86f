"""The exact expected result of a day's bets, and how far chance alone may shift it.

The expectation assumes the best decisions. The error adds up each hand's exact variance, and for
seats of one round the exact covariance: they face the same dealer's hand.
"""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from math import sqrt

import msgspec

from ..extras import has_figures, need_figures
from ..house.model import House
from ..house.wager import CONTEST_BETS
from ..maths.analysis.analysis_figures import ANTE_PLAY
from ..maths.analysis.wager_figures import WagerFigures
from ..maths.exact_figure import Exact, exact
from .totals import Key, Sums, Totals


def bets_of_game(game: str) -> tuple[str, ...]:
    """The bets of a wager that has its own theory; the first is its unit."""
    return CONTEST_BETS if game == ANTE_PLAY else (game,)


def games_of(house: House) -> tuple[str, ...]:
    return (ANTE_PLAY, *house.wagers)


def title_of_game(house: House, game: str) -> str:
    if game == ANTE_PLAY:
        return f"{house.title('ante')} and {house.title('play')}"
    return house.title(game)


class Theory(msgspec.Struct, frozen=True):
    """One unit bet for the house: its edge, its variance, and the covariance of two seats."""

    edge: Fraction
    variance: Fraction
    covariance: Fraction
    meters_a_bet: Fraction = Fraction(0)  # Cents that meters take in the long run per bet,
    meters_of_stake: Fraction = Fraction(0)  # and per staked cent.

    def to_meters(self, sums: Sums) -> Fraction:
        return self.meters_a_bet * sums.hands + self.meters_of_stake * sums.staked

    def expected(self, sums: Sums) -> Fraction:
        return self.edge * sums.staked

    def spread(self, sums: Sums) -> Fraction:
        """The variance of all bets."""
        alone = (self.variance - self.covariance) * sums.squares
        return alone + self.covariance * sums.round_squares


@lru_cache(maxsize=256)
def theory(house: House, game: str) -> Theory:
    """Compute a wager's theory without envy; a jackpot is the link's, so meters count as empty."""
    need_figures()
    from ..maths.analysis import two_seats

    figures = figures_of(house, game)
    together = two_seats.covariance(house, game)
    meters = _meters(house, game, figures)
    return Theory(figures.house_edge.fraction, figures.variance.fraction, together, *meters)


def _meters(house: House, game: str, figures: WagerFigures) -> tuple[Fraction, Fraction]:
    """What a meter takes of a bet over many cycles from seed to hit, in cents and shares.

    Every bet feeds it and its reserve. A hit that empties it requires the next seed. The reserve is
    kept from hit to hit, so in the long run the tray pays what the reserve does not cover. A
    feed in percent is not rounded here, as each round rounds it: stakes differ.
    """
    a_bet = of_stake = Fraction(0)
    wager = house.wagers.get(game)
    if wager is None:
        return a_bet, of_stake
    for feed in wager.feeds.values():
        a_bet += feed.cents + feed.reserve_cents
        of_stake += Fraction(feed.percent) / 100
    for name, meter in house.meters.items():
        rows = {key for key, r in wager.pays.items() if r.meter == name and r.amount == 100}
        hits = sum(each.combinations for each in figures.outcomes if each.outcome in rows)
        reserve = wager.feeds[name].reserve_cents if name in wager.feeds else 0
        a_bet += max(Fraction(hits, figures.combinations) * meter.seed_cents - reserve, Fraction(0))
    return a_bet, of_stake


def to_meters(parts: Iterable[tuple[Key, Totals]], houses: Mapping[str, House]) -> Fraction:
    """What meters should have taken of all these bets, in cents."""
    return sum(
        (
            theory(houses[key.table], game).to_meters(totals.wagers[game])
            for key, totals in parts
            for game in houses[key.table].wagers
            if game in totals.wagers
        ),
        Fraction(0),
    )


def figures_of(house: House, game: str) -> WagerFigures:
    """Figures with the best decisions and a jackpot that pays nothing."""
    need_figures()
    if game == ANTE_PLAY:
        from ..maths.analysis.ante_play import ante_play

        return ante_play(house)
    from ..maths.analysis.side_wager import side_wager

    return side_wager(house, game, 1, dict.fromkeys(house.meters, 0))


class GameLine(msgspec.Struct, frozen=True, kw_only=True):
    """One wager: its result, and the expected one. In cents; the win is the house's."""

    game: str
    title: str
    hands: int
    unit_staked: int  # Antes, for ante and play.
    staked: int
    paid: int  # By the tray.
    returned: int
    win: int
    hold: float | None  # Of what was staked.
    expected: Exact | None  # None if the packages for exact figures are not installed.
    error: float | None  # One standard error; None likewise.
    off_by: float | None  # In standard errors.


def game_lines(parts: Iterable[tuple[Key, Totals]], houses: Mapping[str, House]) -> list[GameLine]:
    """Sum over any parts of tables, with houses by table id. Tables are independent."""
    parts = list(parts)
    lines = []
    known = dict.fromkeys(game for key, _ in parts for game in games_of(houses[key.table]))
    for game in known:
        unit = bets_of_game(game)[0]
        played = [
            (key, totals)
            for key, totals in parts
            if totals.wagers.get(unit) and game in games_of(houses[key.table])
        ]
        if played:
            lines.append(_game_line(game, played, houses))
    return lines


def _game_line(game: str, parts: list[tuple[Key, Totals]], houses: Mapping[str, House]) -> GameLine:
    own, units = Sums(), Sums()
    for _, totals in parts:
        units = units.plus(totals.wagers[bets_of_game(game)[0]])
        for wager in bets_of_game(game):
            own = own.plus(totals.wagers.get(wager, Sums()))
    expected, error = _expectation(game, parts, houses) if has_figures() else (None, None)
    return GameLine(
        game=game,
        title=title_of_game(houses[parts[0][0].table], game),
        hands=units.hands,
        unit_staked=units.staked,
        staked=own.staked,
        paid=own.paid - own.of_meter,
        returned=own.returned,
        win=own.win,
        hold=own.win / own.staked if own.staked else None,
        expected=None if expected is None else exact(expected),
        error=error,
        off_by=None if expected is None or not error else float(own.win - expected) / error,
    )


def _expectation(
    game: str, parts: list[tuple[Key, Totals]], houses: Mapping[str, House]
) -> tuple[Fraction, float]:
    """The expected result of the bets, and its standard error."""
    expected = spread = Fraction(0)
    for key, totals in parts:
        known = theory(houses[key.table], game)
        unit = totals.wagers[bets_of_game(game)[0]]
        expected += known.expected(unit)
        spread += known.spread(unit)
    return expected, sqrt(spread)
