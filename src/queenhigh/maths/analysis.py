"""`queenhigh analyze`: the exact figures of a house."""

from fractions import Fraction

import msgspec

from ..house.model import House
from .ante_play import AntePlayFigures, ante_play
from .exact import Exact, exact
from .figures import WagerFigures
from .pair_plus import pair_plus
from .progressive import ProgressiveFigures, progressive
from .six_card_bonus import six_card_bonus
from .tokes import TokeFigures, toke_figures


class WagersAnalysed(msgspec.Struct, frozen=True, kw_only=True):
    ante_play: AntePlayFigures
    pair_plus: WagerFigures | msgspec.UnsetType = msgspec.UNSET
    six_card_bonus: WagerFigures | msgspec.UnsetType = msgspec.UNSET
    progressive: ProgressiveFigures | msgspec.UnsetType = msgspec.UNSET


class FeeEffect(msgspec.Struct, frozen=True):
    """What a charge per hand adds to the edge of an ante that is the only bet."""

    fee_cents: int
    per: str
    at_minimum_ante: Exact
    at_maximum_ante: Exact
    edge_at_minimum_ante: Exact
    edge_at_maximum_ante: Exact


class Analysis(msgspec.Struct, frozen=True, kw_only=True):
    house: str
    seats: int
    wagers: WagersAnalysed
    collection_fee: FeeEffect | msgspec.UnsetType = msgspec.UNSET
    tokes: dict[str, TokeFigures]  # By the spots they lie on.


def analyze(house: House, seats: int = 1, meter_cents: int | None = None) -> Analysis:
    """Each wager by itself. `joint` has the figures of bets that lie together.

    Seats are those with a progressive wager; the meter is the progressive's.
    """
    if not 1 <= seats <= house.seats:
        raise ValueError(f"{house.key} has 1 to {house.seats} seats, not {seats}")
    if meter_cents is not None and meter_cents < 0:
        raise ValueError(f"a meter holds 0 cents or more, not {meter_cents}")
    if meter_cents is not None and not house.offers("progressive"):
        raise ValueError(f"{house.key} offers no progressive, so there is no meter")
    unset = msgspec.UNSET
    ante = ante_play(house)
    wagers = WagersAnalysed(
        ante_play=ante,
        pair_plus=pair_plus(house) if house.offers("pair_plus") else unset,
        six_card_bonus=six_card_bonus(house) if house.offers("six_card_bonus") else unset,
        progressive=(
            progressive(house, seats, meter_cents) if house.offers("progressive") else unset
        ),
    )
    return Analysis(
        house=house.key,
        seats=seats,
        wagers=wagers,
        collection_fee=_fee_effect(house, ante) or unset,
        tokes=toke_figures(house),
    )


def _fee_effect(house: House, ante: AntePlayFigures) -> FeeEffect | None:
    fee = house.options.collection_fee
    if not fee.amount:
        return None
    limit = house.limit("ante")
    of_least = Fraction(fee.amount * 100, limit.minimum_cents)
    of_most = Fraction(fee.amount * 100, limit.maximum_cents)
    edge = ante.house_edge.fraction
    return FeeEffect(
        fee.amount * 100,
        fee.per,
        exact(of_least),
        exact(of_most),
        exact(edge + of_least),
        exact(edge + of_most),
    )
