"""Whole tables at full speed, from a program."""

from collections.abc import Mapping
from html import escape
from os import PathLike
from typing import TYPE_CHECKING

import msgspec

from ..extras import extra_named
from ..house.model import House
from ..house.plain_data import Document
from ..house.suggestion import did_you_mean
from ..wagers.document import SeatBets
from ..wagers.least_bets import least_of_each
from ..wagers.limits import limit_refusals
from .arguments import check_cents, check_seed, check_whole, house_of
from .columns import Column, Columns

if TYPE_CHECKING:
    from ..maths.simulation.paths import RunPath
    from ..maths.simulation.simulation import Figure, Simulated


class Simulation(Columns):
    """The result of `simulate`. As columns it is the run's path: rounds, net, expected net."""

    _kinds = dict.fromkeys(
        ("rounds", "net_cents", "expected_cents", "low_cents", "high_cents", "meter_cents"), int
    )

    def __init__(self, found: "Simulated", path: "RunPath", playing: House):
        self._found, self._path, self._playing = found, path, playing
        self.house: str = found.house
        self.rounds: int = found.rounds
        self.wagers: dict[str, Figure] = dict(found.wagers)

    def to_dict(self) -> Document:
        answer: Document = msgspec.to_builtins(self._found)
        return answer

    def columns(self) -> Mapping[str, Column]:
        found = msgspec.structs.asdict(self._path.points)
        return {name: values for name, values in found.items() if values is not None}

    def __repr__(self) -> str:
        edges = (f"{key} {each.edge:.2%}" for key, each in self.wagers.items())
        return f"<Simulation of {self.house}, {self._length}: {', '.join(edges)}>"

    @property
    def _length(self) -> str:
        return f"{self.rounds:,} round{'s' if self.rounds > 1 else ''}"

    def _repr_html_(self) -> str:
        from ..maths.analysis.titles import titles
        from .html import rows_html

        called = titles(self._playing)
        rows = [
            (
                escape(called[key]),
                escape(self._playing.money(each.staked)),
                f"{each.edge:.4%}",
                f"{each.standard_error:.4%}",
            )
            for key, each in self.wagers.items()
        ]
        caption = f"{escape(self._playing.name)}, {self._length}"
        return rows_html(("Bet", "Staked", "House edge", "Standard error"), rows, caption)


@extra_named()
def simulate(
    house: House | str | PathLike[str],
    *,
    rounds: int,
    seats: int = 1,
    seed: int = 0,
    strategy: str = "optimal",
    **wagers: int,
) -> Simulation:
    """Play this many rounds, with the same bets at every seat.

    Wagers are in cents: those that are named are placed, and no others; where none is named, each
    is placed at its minimum. (On the command line `--bet` changes one bet, and the others stay at
    their minimums; `--bet KEY=0` leaves one out.) The same seed and bets give the same totals as
    `queenhigh simulate`. Needs the extra `maths`.
    """
    from ..maths.simulation.cells import decisions_of
    from ..maths.simulation.paths import Recorder
    from ..maths.simulation.simulation import on_cores, plan
    from ..maths.simulation.simulation import simulate as run

    playing = house_of(house)
    for name, number in (("rounds", rounds), ("seats", seats)):
        check_whole(name, number)
    check_seed(seed)
    if rounds < 1 or not 1 <= seats <= playing.seats:
        raise ValueError(f"a simulation has at least one round and 1 to {playing.seats} seats")
    for name in wagers:
        if name not in playing.opening_bets:
            hint = did_you_mean(name, playing.opening_bets)
            raise ValueError(f"{playing.key} offers no {name}{hint}")
    for name, cents in wagers.items():
        check_cents(name, cents)
    if wagers and not any(wagers.values()):
        raise ValueError("there is no bet")
    if wagers and (refused := next(limit_refusals(playing, SeatBets(1, wagers)), None)):
        raise ValueError(refused.message)
    placed = wagers or least_of_each(playing)
    bets = SeatBets(1, placed) if "ante" in placed else None
    decisions = decisions_of(playing, strategy, bets)
    planned = plan(playing, placed, seats=seats, seed=seed, decisions=decisions)
    recorder = Recorder()
    totals = run(playing, planned, rounds, runner=on_cores(1), watch=recorder.watch)
    return Simulation(totals.result(), recorder.path(totals), playing)
