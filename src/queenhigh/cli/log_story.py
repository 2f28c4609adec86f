"""A log retold for a person: the layout, the cards, what was said, taken and paid, and why."""

from collections.abc import Iterable, Iterator

from rich.text import Text

from ..house.model import House
from ..table import events as e
from ..table.evolve import evolve
from ..table.state import Table
from ..table.wording import story
from .output import console, print_json

_OF_A_TABLE = (e.TableOpened, e.TableClosed, e.RoundBegan)
_OF_A_HAND = (
    *(e.WagerTaken, e.WagerPushed, e.WagerPaid),
    *(e.CouponSettled, e.EnvyCollected, e.HandRacked),
)


def retell(house: House, log: Iterable[e.AnyEvent], number: int | None, *, json: bool) -> int:
    """Print rounds step by step; with `json`, the events of the round."""
    if json:
        print_json(_of_round(log, number))
    else:
        _tell(house, log, number)
    return 0


def _of_round(log: Iterable[e.AnyEvent], number: int | None) -> list[e.AnyEvent]:
    chosen, current = [], 0
    for event in log:
        current = event.number if isinstance(event, e.RoundBegan) else current
        if number in (None, current):
            chosen.append(event)
    return chosen


def _tell(house: House, log: Iterable[e.AnyEvent], number: int | None) -> None:
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
    """Indent a line by what it belongs to: a table, a round, a hand being settled."""
    if isinstance(event, e.RoundBegan):
        yield ""
    indent = "  "
    if isinstance(event, _OF_A_TABLE):
        indent = ""
    elif isinstance(event, _OF_A_HAND):
        indent = "    "
    elif isinstance(event, e.StepDone):
        indent = "  · "
    for line in story(before, event, after):
        yield indent + line
