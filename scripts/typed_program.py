"""Every public name of the library, used as the documentation says.

Type-checked against the wheel, strictly and without a single Any, so that everything promised to
programs is typed. Also run, as far as the installed packages allow.
"""

from fractions import Fraction
from importlib.util import find_spec

import queenhigh as qh


def settled() -> int:
    house: qh.House = qh.House.load("manual")
    hand: qh.Hand = qh.Hand("As Ks Qs")
    better: bool = hand > qh.Hand("2c 3d 5h")
    named: str = f"{hand.category} {hand.name} {better}"
    seat: qh.Seat = qh.Seat(3, "As Ks Qs", "play", ante=1000, pair_plus=500)
    result: qh.Result = qh.settle(house, dealer="Qh 7d 2c", seats=[seat])
    why: str = result.seats[0].lines[0].why
    document: dict[str, object] = result.to_dict()
    assert named
    assert why
    assert document["house"] == "manual"
    return int(result.seats[0].net)


def played() -> qh.Result | None:
    table: qh.Table = qh.Table(qh.House.load("manual"), seed=7)
    table.sit(1, "player-1", 100_00)
    table.bet(1, ante=500)
    table.deal()
    table.play(1)
    return table.result


def refused() -> tuple[str, str, tuple[str, ...]]:
    table = qh.Table(qh.House.load("classic"))
    table.sit(1, "player-1", 100_00)
    try:
        table.bet(1, ante=1)
    except qh.Refused as refusal:
        return refusal.code, refusal.message, tuple(refusal.clauses)
    raise AssertionError("a cent is below any minimum")


def mistaken() -> list[str]:
    said: list[str] = []
    change = {"wagers.pair_plus.pays.flush": -1}
    try:
        qh.House.load("manual").replace(change)
    except qh.HouseError as error:
        said.append(str(error))
    try:
        qh.settle("manual", dealer="Qh 7d 2c", seats=[qh.Seat(1, "Qh 2c 3d", "play", ante=500)])
    except qh.DocumentError as error:
        said.append(str(error))
    return said


def figures() -> tuple[Fraction, str]:
    found: qh.Analysis = qh.analyze("manual", seats=1)
    deviation: float = found.wagers["ante_play"].standard_deviation
    assert deviation > 1
    edge: Fraction = found.wagers["pair_plus"].house_edge
    simulated: qh.Simulation = qh.simulate("manual", rounds=1000, seats=2, seed=7, ante=500)
    return edge, repr(simulated)


def main() -> None:
    assert settled() > 0
    assert played() is not None
    assert all(refused())
    assert len(mistaken()) == 2
    if find_spec("numba"):
        assert figures()


if __name__ == "__main__":
    main()
    print(f"queenhigh {qh.__version__}: every public name answers")
