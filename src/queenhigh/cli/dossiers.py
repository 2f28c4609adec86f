"""`queenhigh dispute`: the dossier of a dispute, or of any round."""

from pathlib import Path

import msgspec

from ..floor.disputes import Dispute
from ..floor.dossier import Dossier
from ..floor.dossier_paper import dossier_paper
from ..floor.search import Query
from ..store.dossiers import dossier_of
from ..store.floor_reports import dossier_made_at
from ..store.projections import Projections
from .backup import in_one_line
from .floor import check_file, projections, written
from .output import columns, console, plain_money, print_json


def dispute(
    database: str,
    identity: str | None,
    table: str | None,
    number: int | None,
    out: str | None,
    *,
    json: bool,
) -> int:
    if out:
        check_file(Path(out))
    if (table is None) is not (number is None) or (identity and table):
        raise ValueError("name a dispute, or give --table and --round")
    with in_one_line(), projections(database, quiet=json) as (kept, store):
        if identity is None and table is None:
            return _list(kept.disputes(), json=json)
        if identity is not None:
            found = next((d for d in kept.disputes() if d.opened.dispute == identity), None)
            if found is None:
                raise ValueError(f"there is no dispute {identity}")
            dossier = dossier_of(store, found.opened.table, found.opened.first, found)
        else:
            first = _first_of(kept, table or "", number or 0)
            dossier = dossier_of(store, table or "", first)
    return _told(dossier, out, json=json)


def _first_of(kept: Projections, table: str, number: int) -> int:
    """The version at which the latest round of that number begins."""
    found = kept.search(Query(table=(table,), number=(number, number)), 1)
    if not found.rounds:
        raise ValueError(f"table {table} has no finished round {number}")
    return found.rounds[0].first


def _told(dossier: Dossier, out: str | None, *, json: bool) -> int:
    paper = dossier_paper(dossier, dossier_made_at(dossier))
    written(dossier, paper, out, json=json, more={"agrees": dossier.agrees})
    return 0 if dossier.agrees else 1


def _list(disputes: list[Dispute], *, json: bool) -> int:
    if json:
        print_json([{"state": each.state, **msgspec.to_builtins(each)} for each in disputes])
        return 0
    if not disputes:
        print("there are no disputes")
        return 0
    named = "Dispute", "Opened", "Table", "Round", "Patron", "Claim", "State"
    grid = columns(*named, "Moved", words=len(named))
    for each in disputes:
        opened, decided = each.opened, each.decided
        grid.add_row(
            opened.dispute,
            opened.at.strftime("%Y-%m-%d %H:%M"),
            opened.table,
            str(opened.round),
            opened.patron,
            opened.claim,
            each.state,
            plain_money(decided.cents) if decided else "",
        )
    console().print(grid)
    return 0
