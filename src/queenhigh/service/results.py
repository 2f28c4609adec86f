"""A player's own rounds against what the mathematics expects of them."""

import asyncio

import msgspec

from ..house.model import House
from ..maths.analysis import analyze
from .history import RoundShown, rounds_of
from .lobby import Lobby
from .running import Running


class Expected(msgspec.Struct, frozen=True):
    """Of one unit bet on a wager at the table's house, played at best."""

    wager: str
    mean: float
    deviation: float


class Results(msgspec.Struct, frozen=True):
    """Rounds from the first to the last, and the figures they are to be seen against."""

    table: str
    rounds: list[RoundShown]
    expected: list[Expected]


async def results(lobby: Lobby, running: Running, viewer: str, limit: int) -> Results:
    rounds = await rounds_of(lobby, running, viewer, None, limit)
    own = [each for each in reversed(rounds) if each.staked]
    expected = await asyncio.to_thread(_expected, running.table.house)
    return Results(running.id, own, expected)


def _expected(house: House) -> list[Expected]:
    """Ante and play are one bet of the ante's size; the other wagers stand by themselves."""
    wagers = analyze(house).wagers
    found = []
    for name in wagers.__struct_fields__:
        figures = getattr(wagers, name)
        if figures is not msgspec.UNSET:
            mean = -figures.house_edge.value
            found.append(Expected(name, mean, figures.standard_deviation.value))
    return found
