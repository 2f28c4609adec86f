"""`queenhigh compare --log`: which rounds would have been paid differently, and the sum."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from ..house.words import plain_words
from ..store.database import is_sqlite
from ..store.export import FORMAT
from .audit import evidence_in
from .output import columns, console, named_input
from .progress import working

if TYPE_CHECKING:
    from ..house.model import House
    from ..maths.design.rule_impact import Logged, RuleImpact
    from ..store.evidence import Evidence


_HEADER = 65536  # No first line of an exported log is longer.


def impacts(houses: list["House"], log: str, show: int) -> list["RuleImpact"]:
    """Compare each house with the first. For several, the log is kept in memory."""
    from ..maths.design.rule_impact import rule_impact

    first, *others = houses
    with working("rounds of the log"), _rounds_of(first, log) as found:
        logged = found if len(others) == 1 else list(found)
        return [rule_impact(first, other, logged, shown=show) for other in others]


@contextmanager
def _rounds_of(house: "House", log: str) -> Iterator[Iterator["Logged | None"]]:
    """Read a database, an exported log, or a file with one round per line."""
    from ..maths.design.rule_impact import read_lines

    if "://" in log or (log != "-" and _recorded(log)):
        from .backup import in_one_line

        with in_one_line(), evidence_in(log) as evidence:
            yield _recorded_rounds(house, evidence)
    else:
        with named_input(log) as source:
            yield read_lines(source)


def _recorded(path: str) -> bool:
    """Whether a file is a database or an exported log, by how it begins."""
    try:
        with open(path, "rb") as file:
            return FORMAT.encode() in file.readline(_HEADER) or is_sqlite(Path(path))
    except OSError:
        return False  # The reader reports the error.


def _recorded_rounds(house: "House", evidence: "Evidence") -> Iterator["Logged | None"]:
    from ..maths.design.rule_impact import Logged
    from ..store.round_documents import recorded_rounds

    others: Counter[str] = Counter()
    met = 0
    for each in recorded_rounds(evidence, house.key, others):
        met += 1
        yield Logged(each.document, f"table {each.table}, round {each.number}", unseen=True)
    if not met:
        known = ", ".join(f"{key} ({many:,})" for key, many in sorted(others.items()))
        there = f"; there are rounds of {known}" if known else ""
        raise ValueError(f"{evidence.name} has no settled round of {house.key}{there}")


def print_impact(first: "House", second: "House", found: "RuleImpact") -> None:
    from rich.markup import escape

    out = console()
    between = escape(f"From {found.first} to {found.second}")
    out.print(
        f"\n[bold]{between}[/]: {found.changed:,} of {found.rounds:,} rounds would have been paid "
        f"differently. The players' net changes from {first.money(found.first_net_cents)} to "
        f"{second.money(found.second_net_cents)}, by {second.money(found.difference_cents)}."
    )
    if found.impossible:
        at = found.impossible_rounds[0] if found.impossible_rounds else None
        out.print(
            f"{found.impossible:,} rounds cannot be settled in one of the houses"
            + (escape(f" ({at.where}: {at.error})") if at else "")
            + "."
        )
    if found.by_wager:
        table = columns("Bet", "Players win more by")
        for wager, cents in found.by_wager.items():
            known = first if wager in (*first.opening_bets, "play", "ante_bonus") else second
            table.add_row(escape(_title(known, wager)), second.money(cents))
        out.print(table)
    if found.changed_rounds:
        table = columns("Round", "Seat", "Bet", "Net here", "Net there")
        for each in found.changed_rounds:
            for seat in each.seats:
                for line in seat.lines:
                    nets = first.money(line.first), second.money(line.second)
                    named = escape(_title(first, line.wager))
                    table.add_row(escape(each.where), str(seat.seat), named, *nets)
        out.print(table)
    if found.changed > len(found.changed_rounds):
        out.print(
            f"{found.changed - len(found.changed_rounds):,} more are not shown; raise --show."
        )


def _title(house: "House", wager: str) -> str:
    known = (*house.opening_bets, "play", "ante_bonus")
    return house.title(wager) if wager in known else plain_words(wager).capitalize()
