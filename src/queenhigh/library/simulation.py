"""Whole tables at full speed, from a program."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from ..extras import extra_named
from ..house.loader import load_house
from ..house.model import House
from ..wagers.document import SeatBets
from ..wagers.limits import limit_refusals
from .cents import check_cents
from .columns import Columns

if TYPE_CHECKING:
    from ..maths.paths import RunPath
    from ..maths.simulation import Figure, Simulated


class Simulation(Columns):
    """What `simulate` found. As columns it is the run's path: rounds, net, and what is expected."""

    def __init__(self, found: "Simulated", path: "RunPath"):
        self._found, self._path = found, path
        self.house: str = found.house
        self.rounds: int = found.rounds
        self.wagers: dict[str, Figure] = dict(found.wagers)

    def to_dict(self) -> dict[str, Any]:
        answer: dict[str, Any] = msgspec.to_builtins(self._found)
        return answer

    def columns(self) -> Mapping[str, Sequence[Any]]:
        found = msgspec.structs.asdict(self._path.points)
        return {name: values for name, values in found.items() if values is not None}

    def __repr__(self) -> str:
        edges = (f"{key} {each.edge:.2%}" for key, each in self.wagers.items())
        return f"<Simulation of {self.house}, {self.rounds:,} rounds: {', '.join(edges)}>"


@extra_named()
def simulate(
    house: House | str,
    *,
    rounds: int,
    seats: int = 1,
    seed: int = 0,
    strategy: str = "optimal",
    **wagers: int,
) -> Simulation:
    """Play so many rounds at every seat alike. Wagers are in cents, by default each at its minimum.

    The same seed gives the same totals as `queenhigh simulate`. Needs the extra `maths`.
    """
    from ..maths.cells import decisions_of
    from ..maths.paths import Recorder
    from ..maths.simulation import on_cores, plan
    from ..maths.simulation import simulate as run

    playing = load_house(house) if isinstance(house, str) else house
    if rounds < 1 or not 1 <= seats <= playing.seats:
        raise ValueError(f"a simulation has at least one round and 1 to {playing.seats} seats")
    unknown = [name for name in wagers if name not in playing.opening_bets]
    if unknown:
        raise ValueError(f"{playing.key} offers no {', '.join(unknown)}")
    for name, cents in wagers.items():
        check_cents(name, cents)
    if wagers and not any(wagers.values()):
        raise ValueError("nothing is bet")
    if wagers and (refused := next(limit_refusals(playing, SeatBets(1, wagers)), None)):
        raise ValueError(refused.message)
    placed = wagers or {name: playing.limits(name).first for name in playing.opening_bets}
    bets = SeatBets(1, placed) if "ante" in placed else None
    decisions = decisions_of(playing, strategy, bets)
    planned = plan(playing, placed, seats=seats, seed=seed % 2**64, decisions=decisions)
    recorder = Recorder()
    totals = run(playing, planned, rounds, runner=on_cores(1), watch=recorder.watch)
    return Simulation(totals.result(), recorder.path(totals))
