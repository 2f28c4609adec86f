"""Result types of the exact analysis, without its code.

So code that only passes them on loads quickly and does not need the `maths` extra.
"""

from typing import Literal

import msgspec

from ..exact_figure import Exact
from .trigger import TriggerFigures
from .wager_figures import WagerFigures

ANTE_PLAY = "ante_play"


class Strategy(msgspec.Struct, frozen=True, omit_defaults=True):
    """The lowest hand to play, or None if some hand that folds outranks one that plays.

    In that case `classes` lists every class that plays, `all_from` is the hand from which all of
    them play, and `also_play` lists the classes below it that play. The same for each multiple
    above the lowest: where `raise_from` is None, `raise_all_from` and `raise_also` say when that
    multiple or a higher one is best.
    """

    play_from: str | None
    raise_from: dict[str, str | None] = {}  # By multiple: the lowest hand for which it is best.
    classes: tuple[str, ...] = ()
    all_from: str | None = None
    also_play: tuple[str, ...] = ()
    raise_all_from: dict[str, str | None] = {}
    raise_also: dict[str, tuple[str, ...]] = {}

    @property
    def raises(self) -> str:
        """When to bet more than the lowest multiple, to follow the hands to play; may be empty."""
        found: dict[str, str] = {}
        for multiple, lowest in self.raise_from.items():
            border = lowest or self.raise_all_from.get(multiple)
            below = ", ".join(self.raise_also.get(multiple, ()))
            hands = " and ".join(part for part in (border and f"{border} or better", below) if part)
            found[hands] = multiple  # The highest of several that are best for the same hands.
        return "".join(f", with {best} times the ante on {on}" for on, best in found.items() if on)


class AntePlayFigures(WagerFigures, frozen=True, kw_only=True):
    """Figures of ante and play; the element of risk is per unit of all bets, play included."""

    element_of_risk: Exact
    average_bet: Exact  # In antes.
    plays: Exact
    strategy: Strategy
    stake_cents: int | msgspec.UnsetType = msgspec.UNSET  # Stake at which fixed awards are valued.
    rounding_left_out: bool | msgspec.UnsetType = (
        msgspec.UNSET
    )  # Fractional odds are not rounded to cents.


class BySeats(msgspec.Struct, frozen=True):
    """Figures for a given number of seats whose hands count for envy, including this one.

    `SideFigures.envy_of` says whether those are the seats dealt in or the seats with the wager.
    """

    seats: int
    envy_return: Exact
    break_even_meter: Exact | msgspec.UnsetType = msgspec.UNSET  # Cents.


class LongRun(msgspec.Struct, frozen=True):
    """Figures over many jackpots: the meter restarts at the seed and grows with every bet."""

    bets_between_jackpots: Exact
    average_jackpot_meter: Exact  # Cents, at the moment of the hit.
    player_return: Exact
    house_edge: Exact  # The house's share after seed, awards and contributions.
    reserve_per_bet: Exact  # Set aside for the next seed, in stakes.
    seed_per_bet: Exact  # What the next seed costs, in stakes.
    kept_per_bet: Exact  # What is left after awards, envy, contribution and reserve.


class MeterShare(msgspec.Struct, frozen=True, kw_only=True):
    """What one meter of the wager returns."""

    meter_cents: int
    jackpot_return: Exact
    return_per_1000_dollars: Exact  # Per $1,000 in the meter.
    # Cents, with the other meters as they are.
    break_even_meter: Exact | msgspec.UnsetType = msgspec.UNSET


class SideFigures(WagerFigures, frozen=True, kw_only=True, omit_defaults=True):
    """Figures of a side wager at the given meters and seats, envy included."""

    stake_cents: int | msgspec.UnsetType = msgspec.UNSET  # Stake at which fixed awards are valued.
    aggregate_left_out: bool = False  # The aggregate payout limit of a round is ignored.
    rounding_left_out: bool = False  # Fractional odds are valued before rounding down to cents.
    seats: int | msgspec.UnsetType = msgspec.UNSET  # Seats with the wager.
    dealt: int | msgspec.UnsetType = msgspec.UNSET  # Seats dealt in, with or without the wager.
    envy_of: Literal["dealt", "betting"] | msgspec.UnsetType = msgspec.UNSET
    envy_per_other_seat: Exact | msgspec.UnsetType = msgspec.UNSET
    envy_left_out: str | msgspec.UnsetType = msgspec.UNSET  # Why envy is left out.
    by_seats: tuple[BySeats, ...] | msgspec.UnsetType = msgspec.UNSET
    fixed_return: Exact | msgspec.UnsetType = msgspec.UNSET
    meter_cents: int | msgspec.UnsetType = msgspec.UNSET
    jackpot_return: Exact | msgspec.UnsetType = msgspec.UNSET
    return_per_1000_dollars: Exact | msgspec.UnsetType = msgspec.UNSET
    break_even_meter: Exact | msgspec.UnsetType = msgspec.UNSET  # Cents.
    meters: dict[str, MeterShare] | msgspec.UnsetType = msgspec.UNSET  # Only if there are several.
    long_run: LongRun | msgspec.UnsetType = msgspec.UNSET
    # Set if the meter must be hit by an amount: included in the edge, but not in outcomes, variance
    # or deviation.
    trigger: TriggerFigures | msgspec.UnsetType = msgspec.UNSET


class TokeFigures(msgspec.Struct, frozen=True):
    """Figures per unit of the first toke: the ante toke if it has a play toke with it."""

    house_edge: Exact
    taken_down: Exact  # Money that reaches the tip container: stakes and payoffs of winning tokes.


class FeeEffect(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a charge per hand adds to the edge for a seat that bets only the ante."""

    fee_cents: int
    per: str
    at_minimum_ante: Exact
    edge_at_minimum_ante: Exact
    at_maximum_ante: Exact | msgspec.UnsetType = msgspec.UNSET  # If there is one.
    edge_at_maximum_ante: Exact | msgspec.UnsetType = msgspec.UNSET


class Analysis(msgspec.Struct, frozen=True, kw_only=True):
    """The exact figures of a house; `wagers` has `ante_play` first, then the house's in order."""

    house: str
    seats: int
    wagers: dict[str, AntePlayFigures | SideFigures]
    collection_fee: FeeEffect | msgspec.UnsetType = msgspec.UNSET
    tokes: dict[str, TokeFigures]  # Keyed by the spot they lie on.

    @property
    def ante_play(self) -> AntePlayFigures:
        figures = self.wagers[ANTE_PLAY]
        if not isinstance(figures, AntePlayFigures):
            raise LookupError("the first entry is that of ante and play")
        return figures

    @property
    def side_wagers(self) -> dict[str, SideFigures]:
        return {key: each for key, each in self.wagers.items() if isinstance(each, SideFigures)}


class Advice(msgspec.Struct, frozen=True, omit_defaults=True):
    """Advice for all bets of a seat together, in antes; ignores cards seen at other seats."""

    play: Exact
    fold: Exact
    best: Literal["play", "fold"]
    multiple: int | None = None  # The best multiple, if there are several.
