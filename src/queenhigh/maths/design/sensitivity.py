"""How much each row of a pay table is worth: the edge with the row one unit higher."""

from collections.abc import Iterator

import msgspec

from ...house.errors import HouseError
from ...house.model import House
from ...house.wager import Row
from ..analysis.analysis_figures import ANTE_PLAY
from ..exact_figure import Exact, exact
from .design import table_figures
from .variants import CONTEST_TABLES, pay_tables, with_rows


class RowSensitivity(msgspec.Struct, frozen=True, omit_defaults=True):
    """Sensitivity of the edge of `wager`, per unit of the initial bet."""

    wager: str
    row: str
    pays: str  # The amount, in `unit`.
    unit: str
    one_more: Exact | None = None  # Change of the edge if it pays one unit more (fixed award: $1).
    impossible: str = ""  # Why the row cannot pay more: it would exceed a stronger row.
    table: str = ""  # "ante" or "play" for a row of theirs; `wager` is then ante and play together.


def sensitivity(house: House) -> tuple[RowSensitivity, ...]:
    """Sensitivities by row of the contest's and the wagers' tables, but jackpots and pushes."""
    return tuple(_rows(house))


def _rows(house: House) -> Iterator[RowSensitivity]:
    for key, pays in pay_tables(house).items():
        for name, row in pays.items():
            if row.unit not in ("to_one", "for_one", "cents"):
                continue
            wager = ANTE_PLAY if key in CONTEST_TABLES else key
            table = key if key in ("ante", "play") else ""
            found = RowSensitivity(wager, name, str(row.amount), row.unit, table=table)
            try:
                changed = with_rows(house, key, {**pays, name: _higher(row)})
            except HouseError as error:
                yield msgspec.structs.replace(found, impossible=error.problems[0].message)
                continue
            after, before = (table_figures(each, key).house_edge for each in (changed, house))
            yield msgspec.structs.replace(found, one_more=exact(after.fraction - before.fraction))


def _higher(row: Row) -> Row:
    if row.unit == "cents":
        return msgspec.structs.replace(row, cents=int(row.amount) + 100)
    return msgspec.structs.replace(row, **{row.unit: str(row.amount + 1)})
