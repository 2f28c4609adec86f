"""`queenhigh dispute`: the dossier of a dispute, or of any round."""

from datetime import datetime
from pathlib import Path

import msgspec

from ..floor.disputes import Dispute
from ..floor.dossier import Dossier, Happened, build_dossier
from ..floor.dossier_paper import dossier_paper
from ..floor.search import Query
from ..house.dollars import dollars
from ..money.setup import TableSetUp, house_of
from ..store.projections import Projections
from ..store.proving import proof_of
from ..store.records import Record
from ..store.sql import SqlStore
from ..store.upcasts import table_event
from ..table import events as e
from ..table.evolve import evolve
from ..table.state import Table
from .floor import check_file, print_paper, projections, rendered
from .keeping import in_one_line
from .output import console, print_json

_CHUNK = 5_000  # Records read at a time.


def dispute(
    address: str,
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
        raise ValueError("name a dispute, or a round by --table and --round")
    with in_one_line(), projections(address, quiet=json) as (kept, store):
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
    return _written(dossier, out, json=json)


def _first_of(kept: Projections, table: str, number: int) -> int:
    """The version at which the latest round of that number begins."""
    found = kept.search(Query(table=(table,), number=(number, number)), 1)
    if not found.rounds:
        raise ValueError(f"table {table} has no round {number} that is over")
    return found.rounds[0].first


def dossier_of(store: SqlStore, table: str, first: int, dispute: Dispute | None = None) -> Dossier:
    """The table is played again up to the round, out of the log."""
    stream = f"table:{table}"
    setup, now, records = _up_to(store, stream, first)
    events = [(each.version, table_event(each.event)) for each in records]
    happened = _until_the_next(events)
    proof = proof_of(stream, records[: len(happened)])
    return build_dossier(setup, now, happened, dispute=dispute, proof=proof)


def _up_to(store: SqlStore, stream: str, first: int) -> tuple[TableSetUp, Table, list[Record]]:
    """The set-up, the table before the round, and the records from there on."""
    opening = store.records(stream, 0, 1)
    if not opening:
        raise ValueError(f"there is no stream {stream}")
    setup = msgspec.json.decode(opening[0].event, type=TableSetUp)
    now, version = Table(house_of(setup)), 1
    while version < first:
        for each in store.records(stream, version, min(first, version + _CHUNK)):
            now = evolve(now, table_event(each.event))
        version = min(first, version + _CHUNK)
    return setup, now, store.records(stream, first, first + _CHUNK)


def _until_the_next(events: Happened) -> Happened:
    """To the end of the round and the opening of its shuffle, which comes right after it."""
    for place, (_, event) in enumerate(events):
        if isinstance(event, e.RoundBegan) and place and _is_over(events[:place]):
            return events[:place]
    return events


def _is_over(events: Happened) -> bool:
    return any(isinstance(event, e.RoundEnded | e.RoundVoided) for _, event in events)


def _written(dossier: Dossier, out: str | None, *, json: bool) -> int:
    made_at: datetime = dossier.ended or dossier.began
    if dossier.dispute:
        dispute = dossier.dispute
        said = (dispute.opened, *dispute.statements, dispute.decided, dispute.taken,
                dispute.notified, dispute.finding)  # fmt: skip
        made_at = max((made_at, *(each.at for each in said if each)))
    paper = dossier_paper(dossier, made_at)
    if out:
        file = Path(out)
        file.write_bytes(rendered(dossier, paper, file.suffix))
        print_json({"file": str(file), "agrees": dossier.agrees}) if json else print(
            f"{file}: {paper.title}"
        )
    elif json:
        print_json(dossier)
    else:
        print_paper(paper)
    return 0 if dossier.agrees else 1


def _list(disputes: list[Dispute], *, json: bool) -> int:
    if json:
        print_json([{"state": each.state, **msgspec.structs.asdict(each)} for each in disputes])
        return 0
    if not disputes:
        print("there are no disputes")
        return 0
    from rich.table import Table as Grid

    grid = Grid("Dispute", "Opened", "Table", "Round", "Patron", "Claim", "State", box=None)
    grid.add_column("Moved", justify="right")
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
            dollars(decided.cents) if decided else "",
        )
    console().print(grid)
    return 0
