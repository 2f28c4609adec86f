"""`queenhigh analyze`: the exact figures of a house."""

from collections.abc import Mapping
from fractions import Fraction

import msgspec

from ...house.model import House
from ...house.suggestion import did_you_mean
from ..exact_figure import exact
from .analysis_figures import ANTE_PLAY, Analysis, AntePlayFigures, FeeEffect, SideFigures
from .ante_play import ante_play
from .side_wager import side_wager
from .tokes import toke_figures


def analyze(
    house: House,
    seats: int = 1,
    meter_cents: int | None = None,
    *,
    meters: Mapping[str, int] | None = None,
    dealt: int | None = None,
) -> Analysis:
    """Analyze each wager on its own; `joint` has the figures for bets placed together.

    The figures are for one seat. `seats` is how many seats bet the wagers with envy; `dealt` is how
    many are dealt in (default: the same number). `meter_cents` is the house's only meter.
    """
    if not 1 <= seats <= house.seats:
        raise ValueError(f"{house.key} has 1 to {house.seats} seats, not {seats}")
    if dealt is not None and not seats <= dealt <= house.seats:
        raise ValueError(f"{seats} to {house.seats} seats can be dealt in, not {dealt}")
    standing = read_meters(house, meter_cents, meters)
    ante = ante_play(house)
    wagers: dict[str, AntePlayFigures | SideFigures] = {ANTE_PLAY: ante}
    for key in house.wagers:
        wagers[key] = side_wager(house, key, seats, standing, dealt=dealt)
    return Analysis(
        house=house.key,
        seats=seats,
        wagers=wagers,
        collection_fee=_fee_effect(house, ante) or msgspec.UNSET,
        tokes=toke_figures(house),
    )


def read_meters(
    house: House, meter_cents: int | None, meters: Mapping[str, int] | None = None
) -> dict[str, int]:
    """The given meter amounts in cents, keyed by meter name."""
    given = dict(meters or {})
    if meter_cents is not None:
        if house.only_meter is None:
            several = "has several meters: give each by its name"
            there_is = several if house.meters else "has no meter"
            raise ValueError(f"{house.key} {there_is}")
        given[house.only_meter] = meter_cents
    for name, cents in given.items():
        if name not in house.meters:
            near = did_you_mean(name, house.meters)
            raise ValueError(f"{house.key} has no meter {name}{near}")
        if cents < 0:
            raise ValueError(f"a meter holds 0 cents or more, not {cents}")
        most = house.meters[name].must_hit_by
        if most and cents >= most:
            by = house.money(most)
            raise ValueError(f"the meter {name} stands below {by}, by which it must be hit")
    return given


def _fee_effect(house: House, ante: AntePlayFigures) -> FeeEffect | None:
    fee = house.fee
    if not fee.amount_cents:
        return None
    limits, edge = house.limits("ante"), ante.house_edge.fraction
    of_least = Fraction(fee.amount_cents, limits.least)
    found = FeeEffect(fee.amount_cents, fee.per, exact(of_least), exact(edge + of_least))
    if limits.maximum_cents is None:
        return found
    of_most = Fraction(fee.amount_cents, limits.maximum_cents)
    return msgspec.structs.replace(
        found, at_maximum_ante=exact(of_most), edge_at_maximum_ante=exact(edge + of_most)
    )
