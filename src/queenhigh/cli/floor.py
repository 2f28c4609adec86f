"""`queenhigh report` and `queenhigh search`."""

import hashlib
import sys
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from ..floor.paper_document import Paper
from ..floor.report_paper import day_paper
from ..floor.reports import BY, By
from ..floor.search import RoundFound, parse_query
from ..house.loader import load_house
from ..house.money import currency_text
from ..house.plain_data import json_document
from ..house.words import plain_words
from ..maths.paper.output_file import check_output
from ..money.setup import Stakes
from ..store.floor_reports import (
    DayDocument,
    day_document,
    paper_of_period,
    period_lines,
    proven,
    rendered,
)
from ..store.projections import Projections, cage_of
from ..store.sql import SqlStore
from ..store.store_address import InUse, open_store, open_to_read
from .backup import in_one_line
from .output import columns, console, print_json
from .plain_parameters import date_given
from .progress import progress

if TYPE_CHECKING:
    from rich.table import Table

    from ..maths.paper.blocks import Table as BlockTable

SUFFIXES = (".pdf", ".csv", ".json")


@contextmanager
def projections(
    address: str, house: str | None = None, *, quiet: bool
) -> Iterator[tuple[Projections, SqlStore]]:
    """Open what reports read, and bring it up to date unless the service has the file open."""
    open_to_read(address).close()  # Do not create a missing database.
    try:
        store = open_store(address)
    except InUse:
        store = SqlStore(open_to_read(address))
        following = False
    else:
        following = True
    with closing(store):
        cage = load_house(house) if house is not None else cage_of(store.database)
        kept = Projections(store.database, cage)
        if following:
            with progress("following the log", quiet=quiet) as advance:
                kept.catch_up(advance)
        yield kept, store
        if not following:
            told = "a running service has this file open: reports show only what it has saved"
            print(told, file=sys.stderr)


def report(
    database: str,
    day: str | None,
    since: str | None,
    until: str | None,
    by: By,  # As far as it is known: the text on the command line may be anything.
    play: bool,
    package: str | None,
    out: str | None,
    house: str | None,
    json: bool,
) -> int:
    if by not in BY:
        raise ValueError(f"--by: {by!r} is not one of {', '.join(BY)}")
    if out:
        check_file(Path(out))
    stakes: Stakes = "play" if play else "money"
    with in_one_line(), projections(database, house, quiet=json) as (kept, store):
        if since or until:
            if day or package:
                raise ValueError("--day and --package cannot be combined with --from and --to")
            first = date_given(since, "--from") if since else None
            last = date_given(until, "--to") if until else None
            lines = period_lines(kept, first, last, by, stakes)
            paper = paper_of_period(lines, first, last, by, store)
            return written({"by": by, "lines": lines}, paper, out, json=json)
        reported = date_given(day, "--day") if day else _last_day(kept)
        document = day_document(kept, store, reported, stakes)
        if package:
            return _package(Path(package), document, store, json=json)
        return written(document, day_paper(document.report, document.alerts), out, json=json)


def written(
    document: object,
    paper: Paper,
    out: str | None,
    *,
    json: bool,
    more: Mapping[str, object] | None = None,
) -> int:
    """Write a document of the floor to a file, or print it as JSON or for a person."""
    if out:
        file = Path(out)
        file.write_bytes(rendered(document, paper, file.suffix))
        told = {"file": str(file), **(more or {})}
        print_json(told) if json else print(f"{file}: {paper.title}")
    elif json:
        print_json(document)
    else:
        print_paper(paper)
    return 0


def check_file(file: Path) -> None:
    check_output(file, SUFFIXES, "a document")


def _last_day(kept: Projections) -> date:
    last = kept.last_day()
    if last is None:
        raise ValueError("there is no gaming day to report on yet")
    return last


def _package(folder: Path, document: DayDocument, store: SqlStore, *, json: bool) -> int:
    """Write the day as PDF, CSV and JSON, with its source and a hash of each file."""
    folder.mkdir(parents=True, exist_ok=True)
    found = document.report
    paper, name = day_paper(found, document.alerts), f"day-{found.day.isoformat()}"
    hashes = {}
    for suffix in SUFFIXES:
        content = rendered(document, paper, suffix)
        (folder / f"{name}{suffix}").write_bytes(content)
        hashes[f"{name}{suffix}"] = hashlib.sha256(content).hexdigest()
    head = store.log_head()
    manifest = {
        "day": found.day,
        "stakes": found.stakes,
        "position": head.count,
        "seal": head.hash,
        "sha256": hashes,
    }
    (folder / "manifest.json").write_bytes(json_document(manifest))
    if json:
        print_json({"folder": str(folder), **manifest})
    else:
        for file in (*hashes, "manifest.json"):
            print(folder / file)
    return 0


def print_paper(paper: Paper) -> None:
    """Print a document of the floor in the terminal."""
    from rich.text import Text as Rich

    from ..maths.paper.blocks import Heading, Table, Text

    out = console()
    out.print(Rich(paper.title, style="bold"))
    for name, value, _ in paper.facts:
        out.print(Rich(f"{name}: {value}"))
    for section in paper.sections:
        out.print()
        out.print(Rich(section.title, style="bold"))
        for block in section.blocks:
            if isinstance(block, Text | Heading):
                out.print(Rich(block.text))
            elif isinstance(block, Table) and block.rows:
                out.print(_grid(block))


def _grid(block: "BlockTable") -> "Table":
    from rich.table import Table
    from rich.text import Text as Rich

    from ..maths.paper.blocks import MAY_BREAK, aligned

    grid = Table(title=block.title or None, title_justify="left", box=None, pad_edge=False)
    for heading, align in zip(block.columns, aligned(block), strict=True):
        grid.add_column(heading, justify=align)
    for row in block.rows:
        grid.add_row(*(Rich(cell.text.replace(MAY_BREAK, "")) for cell in row))
    return grid


# Searching


def search(
    database: str,
    query: list[str] | None,
    limit: int,
    export: str | None,
    house: str | None,
    *,
    json: bool,
) -> int:
    with in_one_line(), projections(database, house, quiet=json) as (kept, store):
        wanted = parse_query(" ".join(query or ()), kept.wagers())
        found = kept.search(wanted, limit)
        if export:
            _export(Path(export), store, found.rounds)
    if json:
        print_json(found)
        return 0
    if not found.rounds:
        print("no rounds found")
        return 0
    _print_rounds(found.rounds)
    if found.more:
        print(f"more rounds match: raise --limit above {limit}")
    if export:
        print(f"{export}: {len(found.rounds)} rounds with their records and proofs")
    return 0


def _print_rounds(rounds: tuple[RoundFound, ...]) -> None:
    named = "Ended", "Table", "Round", "Dealer", "Dealer's hand", "Seats"
    grid = columns(*named, "Players' net", words=len(named))
    for each in rounds:
        seats = "; ".join(
            f"{seat.seat} {seat.patron} {' '.join(seat.cards)} {plain_words(seat.category)} "
            f"{currency_text(seat.net, each.currency)}"
            for seat in each.seats
        )
        grid.add_row(
            each.ended.strftime("%Y-%m-%d %H:%M:%S"),
            f"{each.table} ({each.house})",
            f"{each.number}{', void' if each.void else ''}",
            each.dealer,
            " ".join(each.dealer_cards),
            seats,
            currency_text(each.net, each.currency),
        )
    console().print(grid)


def _export(file: Path, store: SqlStore, rounds: tuple[RoundFound, ...]) -> None:
    """Write one JSON object per line: the round, its records unchanged, and their proof."""
    with file.open("wb") as out:
        for each in rounds:
            out.write(proven(store, each))
