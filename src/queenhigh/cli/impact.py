"""`queenhigh compare --log`: which rounds would have been paid otherwise, and the sum."""

from typing import TYPE_CHECKING

from .figures import columns
from .output import console, open_input
from .progress import working

if TYPE_CHECKING:
    from ..house.model import House
    from ..maths.rule_impact import RuleImpact


def impacts(houses: list["House"], log: str, show: int) -> list["RuleImpact"]:
    """Of each house against the first. With several the log is read anew, or kept if it cannot."""
    from ..maths.rule_impact import rule_impact

    first, *others = houses
    with working("rounds of the log"):
        if len(others) == 1:
            with open_input(log) as source:
                return [rule_impact(first, others[0], source, shown=show)]
        with open_input(log) as source:
            documents = source.readlines()
        return [rule_impact(first, other, documents, shown=show) for other in others]


def print_impact(first: "House", second: "House", found: "RuleImpact") -> None:
    from rich.markup import escape

    out = console()
    between = escape(f"From {found.first} to {found.second}")
    out.print(
        f"\n[bold]{between}[/]: {found.changed:,} of {found.rounds:,} rounds would have been paid "
        f"otherwise. The players' net goes from {first.money(found.first_net_cents)} to "
        f"{second.money(found.second_net_cents)}, by {second.money(found.difference_cents)}."
    )
    if found.impossible:
        at = found.impossible_rounds[0] if found.impossible_rounds else None
        out.print(
            f"{found.impossible:,} rounds cannot be settled in both houses"
            + (escape(f" (line {at.line}: {at.error})") if at else "")
            + "."
        )
    if found.by_wager:
        table = columns("Bet", "Players win more by")
        for wager, cents in found.by_wager.items():
            known = first if wager in (*first.opening_bets, "play", "ante_bonus") else second
            table.add_row(escape(_title(known, wager)), second.money(cents))
        out.print(table)
    if found.changed_rounds:
        table = columns("Line", "Seat", "Bet", "Net here", "Net there")
        for each in found.changed_rounds:
            for seat in each.seats:
                for line in seat.lines:
                    nets = first.money(line.first), second.money(line.second)
                    named = escape(_title(first, line.wager))
                    table.add_row(str(each.line), str(seat.seat), named, *nets)
        out.print(table)
    if found.changed > len(found.changed_rounds):
        out.print(f"{found.changed - len(found.changed_rounds):,} more are not shown (--show).")


def _title(house: "House", wager: str) -> str:
    known = (*house.opening_bets, "play", "ante_bonus")
    return house.title(wager) if wager in known else wager.replace("_", " ").capitalize()
