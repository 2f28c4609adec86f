"""Pay tables that meet a target: the search behind `queenhigh design`.

Each line of a pay table moves the edge independently, so tables are searched line by line, starting
with the line that moves it most; a branch is abandoned once no table in it can come nearer to the
target than the best found so far. The tables found are then analysed like any other.
"""

from collections.abc import Mapping, Sequence
from functools import partial
from math import inf

import msgspec

from ...house.errors import HouseError
from ...house.model import House
from ...house.suggestion import did_you_mean
from ..analysis.ante_play import ante_play
from ..analysis.side_wager import net_of, side_wager, stake_of
from ..analysis.wager_figures import WagerFigures
from ..exact_figure import Exact
from .table_search import Line, Search, around, tables_within
from .variants import CONTEST_TABLES, pay_tables, with_rows

_MOST_ANALYSED = 5_000


class Target(msgspec.Struct, frozen=True):
    """Target values as shares of the bet, and their tolerances."""

    edge: float | None = None
    hit_frequency: float | None = None
    standard_deviation: float | None = None
    edge_within: float = inf
    hit_frequency_within: float = inf
    standard_deviation_within: float = inf


class Designed(msgspec.Struct, frozen=True):
    table: str  # Weakest hand first.
    pays: dict[str, int]
    house_edge: Exact
    hit_frequency: Exact
    standard_deviation: Exact
    beyond_target: float  # Distance beyond the tolerance, relative to the target; 0 if it is met.
    change: float  # The relative changes of all lines from the house's table, summed.


def designed_wagers(house: House) -> tuple[str, ...]:
    """The wagers, and the parts of the contest, whose pay tables can be searched."""
    return tuple(pay_tables(house))


def design(
    house: House,
    wager: str,
    target: Target,
    *,
    bounds: Mapping[str, Sequence[int]] | None = None,
    best: int = 10,
) -> list[Designed]:
    """Search tables, best first: nearest to the target, then nearest to the house's own table.

    `bounds` lists the pays to try for a line; by default, those around the house's own.
    """
    if wager not in designed_wagers(house):
        known = designed_wagers(house)
        if not known:
            raise ValueError(f"{house.key} has no pay table to search")
        message = f"{wager!r} is not one of {', '.join(known)}{did_you_mean(wager, known)}"
        raise ValueError(message)
    if (target.edge, target.hit_frequency, target.standard_deviation) == (None, None, None):
        raise ValueError("a target is required: an edge, a hit frequency or a standard deviation")
    now = _pays_now(house, wager)
    if not now:
        raise ValueError(f"{wager} has no line that pays whole odds")
    for name in bounds or {}:
        if name not in now:
            near = did_you_mean(name, now)
            raise ValueError(f"{wager} has no line {name!r}: there are {', '.join(now)}{near}")
    tried = {name: tuple((bounds or {}).get(name, around(pays))) for name, pays in now.items()}
    rising = list(now.values()) == sorted(now.values())
    if wager in CONTEST_TABLES:
        # Ante and play have figures together, which are quick enough to analyse every table.
        tables = list(tables_within(tried, most=_MOST_ANALYSED, rising=rising))
    else:
        within = target.edge_within if target.edge_within < inf else 0.0
        lines = _lines(house, wager, now, tried)
        search = Search(
            lines, partial(_beyond, target), best, edge=target.edge, within=within, rising=rising
        )
        tables = search.run()
    found = [_designed(house, wager, target, now, pays) for pays in tables]
    met = [each for each in found if each and _met(each, target)]
    return sorted(met, key=lambda each: (each.beyond_target, each.change))[:best]


def nearest(
    house: House,
    wager: str,
    target: Target,
    *,
    bounds: Mapping[str, Sequence[int]] | None = None,
) -> list[Designed]:
    """The table nearest to a target that none meets; empty if there is no table at all."""
    reached = Target(target.edge, target.hit_frequency, target.standard_deviation)
    return design(house, wager, reached, bounds=bounds, best=1)


def _pays_now(house: House, wager: str) -> dict[str, int]:
    """The lines that pay whole odds, weakest hand first: the table in reverse."""
    return {
        key: int(row.amount)
        for key, row in reversed(pay_tables(house)[wager].items())
        if row.unit in ("to_one", "for_one") and row.amount.denominator == 1
    }


def _designed(
    house: House,
    wager: str,
    target: Target,
    now: Mapping[str, int],
    pays: Mapping[str, int],
) -> Designed | None:
    """Analyse a table; None if the house would reject it, as odds may fall beside fixed lines."""
    try:
        figures = table_figures(_with_pays(house, wager, pays), wager)
    except HouseError:
        return None
    edge, hits, deviation = (
        figures.house_edge,
        figures.hit_frequency,
        figures.standard_deviation,
    )
    return Designed(
        "/".join(str(pays[name]) for name in now),
        {name: pays[name] for name in now},
        edge,
        hits,
        deviation,
        _beyond(target, edge.value, hits.value, deviation.value),
        sum(abs(pays[name] - was) / max(was, 1) for name, was in now.items()),
    )


def _met(found: Designed, target: Target) -> bool:
    """Whether a table meets every target; one without a tolerance is always met."""
    return all(
        want is None or within == inf or abs(value - want) <= within
        for want, value, within in _wanted(
            target,
            found.house_edge.value,
            found.hit_frequency.value,
            found.standard_deviation.value,
        )
    )


def _beyond(target: Target, edge: float, hits: float, deviation: float) -> float:
    return sum(
        max(abs(value - want) - (within if within < inf else 0.0), 0.0) / (abs(want) or 1)
        for want, value, within in _wanted(target, edge, hits, deviation)
        if want is not None
    )


def _wanted(
    target: Target, edge: float, hits: float, deviation: float
) -> tuple[tuple[float | None, float, float], ...]:
    return (
        (target.edge, edge, target.edge_within),
        (target.hit_frequency, hits, target.hit_frequency_within),
        (target.standard_deviation, deviation, target.standard_deviation_within),
    )


def table_figures(house: House, wager: str) -> WagerFigures:
    """The figures that a pay table bears on; those of a contest table are ante and play's."""
    return ante_play(house) if wager in CONTEST_TABLES else side_wager(house, wager)


def _with_pays(house: House, wager: str, pays: Mapping[str, int]) -> House:
    rows = {
        key: msgspec.structs.replace(row, **{row.unit: pays[key]}) if key in pays else row
        for key, row in pay_tables(house)[wager].items()
    }
    return with_rows(house, wager, rows)


def _lines(
    house: House,
    wager: str,
    now: Mapping[str, int],
    tried: Mapping[str, tuple[int, ...]],
) -> list[Line]:
    """Every result of the wager; results that no line pays have nothing to try."""
    terms, rows = house.wagers[wager], house.wagers[wager].pays
    stake, standing = stake_of(terms), dict(house.seeds)

    def paying(name: str, pays: int) -> float:
        row = rows[name]
        paid = msgspec.structs.replace(row, **{row.unit: pays})
        return float(net_of(terms, paid, stake, standing))

    return [
        Line(
            each.outcome,
            each.probability.value,
            tuple(sorted(set(tried.get(each.outcome, ())))),
            now.get(each.outcome, 0),
            unpaid=paying(each.outcome, 0) if each.outcome in now else each.net,
            paid_one=paying(each.outcome, 1) if each.outcome in now else each.net,
        )
        for each in side_wager(house, wager).outcomes
    ]
