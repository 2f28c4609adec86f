"""A log told to a person: the layout, the cards, what was said, taken and paid, and why."""

from collections.abc import Iterable, Iterator

from rich.text import Text

from ..floor.event_wording import told
from ..house.model import House
from ..table import events as e
from ..table.evolve import evolve
from ..table.instructions import instruction
from ..table.state import Table
from .output import console


def tell(house: House, log: Iterable[e.AnyEvent], number: int | None) -> None:
    out = console()
    table, current, found = Table(house), 0, False
    for event in log:
        before, table = table, evolve(table, event)
        if isinstance(event, e.RoundBegan):
            current = event.number
        if number not in (None, current):
            continue
        found = True
        for line in _lines(before, event, table):
            style = "bold" if isinstance(event, e.RoundBegan) else ""
            clauses = f"  ({', '.join(event.clauses)})" if event.clauses else ""
            out.print(Text(line, style=style).append(clauses, style="dim"))
    if not found:
        raise ValueError(f"the log has no round {number}")


def _lines(before: Table, event: e.AnyEvent, after: Table) -> Iterator[str]:
    """A step is told as the dealer of this house is told to do it."""
    for line in told(before, event, after):
        yield (
            f"  · {instruction(after.house, event.step)}" if isinstance(event, e.StepDone) else line
        )
