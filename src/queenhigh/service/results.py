"""A player's own rounds against what the mathematics expects of them."""

import asyncio
from functools import lru_cache
from itertools import combinations

import msgspec

from ..house.model import House
from ..maths.exact import variance
from ..maths.joint import joint
from ..maths.two_seats import ante_play_covariance, pair_plus_covariance, progressive_covariance
from ..wagers.document import Coupons, SeatBets, Wagers
from ..wagers.settle import SeatSettled
from .history import OwnRound, RoundShown, own_rounds
from .lobby import Lobby
from .running import Running

_METER_STEP = 100_00  # Meters that differ by less share their figures.


class Expected(msgspec.Struct, frozen=True):
    """Of one round's bets, all of them together, played at best."""

    mean_cents: float
    variance: float  # In cents squared.


class Results(msgspec.Struct, frozen=True):
    """Rounds from the first to the last, and what each was to be expected to come to."""

    table: str
    rounds: list[RoundShown]
    expected: list[Expected]  # Of the round in the same place.


async def results(lobby: Lobby, running: Running, viewer: str, limit: int) -> Results:
    return await asyncio.to_thread(_results, lobby, running, viewer, limit)


def _results(lobby: Lobby, running: Running, viewer: str, limit: int) -> Results:
    found = own_rounds(lobby.store, running, viewer, None, limit)
    own = [each for each in reversed(found) if each.shown.staked and not each.shown.void]
    expected = [expected_of(running.table.house, each) for each in own]
    return Results(running.id, [each.shown for each in own], expected)


def expected_of(house: House, round_: OwnRound) -> Expected:
    """Bets of a seat share its cards, and seats share the dealer's; envy is left out.

    Between seats, bets of one kind go together; of two kinds on two seats hardly.
    """
    meter = None if round_.meter is None else round_.meter // _METER_STEP * _METER_STEP
    bets = [_bets(each) for each in round_.seats]
    figures = [_of_seat(house, each, meter) for each in bets]
    covariances = sum(2 * _of_two(house, one, other) for one, other in combinations(bets, 2))
    return Expected(
        sum(each.mean_cents for each in figures) - round_.fees,
        sum(each.variance for each in figures) + covariances,
    )


class _Bets(msgspec.Struct, frozen=True):
    wagers: Wagers
    coupons: Coupons


def _bets(seat: SeatSettled) -> _Bets:
    wagers = {line.wager: line.stake for line in seat.lines if line.stake}
    coupons = {line.on: line.face or 0 for line in seat.lines if line.on}
    return _Bets(
        Wagers(**{name: wagers.get(name, 0) for name in Wagers.__struct_fields__}),
        Coupons(**{name: coupons.get(name, 0) for name in Coupons.__struct_fields__}),
    )


@lru_cache(maxsize=4096)
def _of_seat(house: House, bets: _Bets, meter: int | None) -> Expected:
    placed = bets.coupons if bets.coupons != Coupons() else msgspec.UNSET
    totals = joint(house, SeatBets(1, bets.wagers, match_play=placed), meter_cents=meter).totals
    deals = sum(totals.values())
    mean = sum(net * count for net, count in totals.items()) / deals
    return Expected(mean, float(variance(totals.items())))


def _of_two(house: House, one: _Bets, other: _Bets) -> float:
    found = 0.0
    for wager, covariance in (
        ("ante", ante_play_covariance),
        ("pair_plus", pair_plus_covariance),
        ("progressive", progressive_covariance),
    ):
        squared: int = getattr(one.wagers, wager) * getattr(other.wagers, wager)
        if squared:
            found += squared * float(covariance(house))
    return found
