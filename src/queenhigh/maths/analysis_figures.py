"""What the exact analysis answers with: the shapes alone.

Code that only passes them on loads quickly and does not need the extra `maths`.
"""

from typing import Literal

import msgspec

from .exact import Exact
from .figures import WagerFigures
from .trigger import TriggerFigures

ANTE_PLAY = "ante_play"


class Strategy(msgspec.Struct, frozen=True, omit_defaults=True):
    """The lowest hand to play. Where weaker hands are played than some that fold, there is none.

    Then `classes` are all that are played; from `all_from` on every hand is, and `also_play` are
    those below it.
    """

    play_from: str | None
    raise_from: dict[str, str | None] = {}  # By multiple: where it becomes the best.
    classes: tuple[str, ...] = ()
    all_from: str | None = None
    also_play: tuple[str, ...] = ()


class AntePlayFigures(WagerFigures, frozen=True, kw_only=True):
    """The element of risk is per unit of all that is bet, play included."""

    element_of_risk: Exact
    average_bet: Exact  # In antes.
    plays: Exact
    strategy: Strategy
    stake_cents: int | msgspec.UnsetType = msgspec.UNSET  # At which fixed awards are valued.
    rounding_left_out: bool | msgspec.UnsetType = msgspec.UNSET  # Of odds with fractions, to cents.


class BySeats(msgspec.Struct, frozen=True):
    """With so many seats whose hands count for envy, this one among them.

    They are the seats that are dealt in, or the seats with the wager: `SideFigures.envy_of`.
    """

    seats: int
    envy_return: Exact
    break_even_meter: Exact | msgspec.UnsetType = msgspec.UNSET  # Cents.


class LongRun(msgspec.Struct, frozen=True):
    """Over many jackpots. The meter begins at the seed after each, and grows with every bet."""

    bets_between_jackpots: Exact
    average_jackpot_meter: Exact  # Cents, when it is hit.
    player_return: Exact
    house_edge: Exact  # What seed, awards and contributions leave the house.
    reserve_per_bet: Exact  # Set aside for the next seed, in stakes,
    seed_per_bet: Exact  # which takes this much.
    kept_per_bet: Exact  # What is left after awards, envy, contribution and reserve.


class MeterShare(msgspec.Struct, frozen=True, kw_only=True):
    """What one meter of the wager returns."""

    meter_cents: int
    jackpot_return: Exact
    return_per_1000_dollars: Exact  # Of the meter.
    break_even_meter: Exact | msgspec.UnsetType  # Cents, the other meters as they are.


class SideFigures(WagerFigures, frozen=True, kw_only=True, omit_defaults=True):
    """Edge, variance and deviation hold for the meters and the seats named, envy included."""

    stake_cents: int | msgspec.UnsetType = msgspec.UNSET  # At which fixed awards are valued.
    aggregate_left_out: bool = False  # The most that a round pays is not taken into account.
    rounding_left_out: bool = False  # Odds with fractions are valued before they are cut to cents.
    seats: int | msgspec.UnsetType = msgspec.UNSET  # With the wager.
    dealt: int | msgspec.UnsetType = msgspec.UNSET  # Dealt in, with the wager or without.
    envy_of: Literal["dealt", "betting"] | msgspec.UnsetType = msgspec.UNSET
    envy_per_other_seat: Exact | msgspec.UnsetType = msgspec.UNSET
    envy_left_out: str | msgspec.UnsetType = msgspec.UNSET  # Why.
    by_seats: tuple[BySeats, ...] | msgspec.UnsetType = msgspec.UNSET
    fixed_return: Exact | msgspec.UnsetType = msgspec.UNSET
    meter_cents: int | msgspec.UnsetType = msgspec.UNSET
    jackpot_return: Exact | msgspec.UnsetType = msgspec.UNSET
    return_per_1000_dollars: Exact | msgspec.UnsetType = msgspec.UNSET
    break_even_meter: Exact | msgspec.UnsetType = msgspec.UNSET  # Cents.
    meters: dict[str, MeterShare] | msgspec.UnsetType = msgspec.UNSET  # Where there are several.
    long_run: LongRun | msgspec.UnsetType = msgspec.UNSET
    # Where the meter must be hit by an amount: in the edge, not in outcomes, variance, deviation.
    trigger: TriggerFigures | msgspec.UnsetType = msgspec.UNSET


class TokeFigures(msgspec.Struct, frozen=True):
    """Per unit of the first toke: the ante's, where one on play goes with it."""

    house_edge: Exact
    taken_down: Exact  # What reaches the tip container: stakes and payoffs of winning tokes.


class FeeEffect(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a charge per hand adds to the edge of an ante that is the only bet."""

    fee_cents: int
    per: str
    at_minimum_ante: Exact
    edge_at_minimum_ante: Exact
    at_maximum_ante: Exact | msgspec.UnsetType = msgspec.UNSET  # Where there is one.
    edge_at_maximum_ante: Exact | msgspec.UnsetType = msgspec.UNSET


class Analysis(msgspec.Struct, frozen=True, kw_only=True):
    """`wagers` has `ante_play` first, then the wagers as the house lists them."""

    house: str
    seats: int
    wagers: dict[str, AntePlayFigures | SideFigures]
    collection_fee: FeeEffect | msgspec.UnsetType = msgspec.UNSET
    tokes: dict[str, TokeFigures]  # By the spots they lie on.

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
    """Of all bets of the seat together, in units of the ante; cards seen elsewhere left out."""

    play: Exact
    fold: Exact
    best: Literal["play", "fold"]
    multiple: int | None = None  # With which to play, where there are several.
