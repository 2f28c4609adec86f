"""What each difference between houses is worth, for `queenhigh compare --cost`."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from ..house.loader import load_house
from .output import columns, console
from .progress import working

if TYPE_CHECKING:
    from rich.table import Table

    from ..house.model import House
    from ..maths.analysis.analysis_figures import Strategy
    from ..maths.design.house_comparison import HouseCosts
from .figures import percent


def costs(keys: list[str]) -> list["HouseCosts"]:
    """Price each difference between the first house and each other one."""
    from ..maths.design.house_comparison import difference_costs

    first, *others = [load_house(key) for key in keys]
    with working("the cost of each difference"):
        return [difference_costs(first, other) for other in others]


def print_costs(keys: list[str], found: Iterable["HouseCosts"]) -> None:
    """Print the costs; a wager has the title that the first house with it gives it."""
    from rich.markup import escape

    from ..maths.analysis.titles import titles

    out = console()
    houses = [load_house(key) for key in keys]
    for each, second in zip(found, houses[1:], strict=True):
        every = {**titles(second), **titles(houses[0])}
        named = {name: escape(title) for name, title in every.items()}
        between = escape(f"From {each.first} to {each.second}")
        out.print(f"\n[bold]{between}[/]")
        out.print(_side_by_side(houses[0], second, each, named))
        out.print("\nWhat each difference adds to the edge")
        table = columns("Setting", "Wager", "Adds", "exactly")
        for row in each.differences:
            if row.impossible:
                table.add_row(row.setting, "", "", row.impossible)
            for wager, moved in row.edge.items():
                table.add_row(row.setting, named[wager], percent(moved), moved.exact)
        for wager, moved in each.together.items():
            table.add_row("together", named[wager], percent(moved), moved.exact)
        out.print(table)


def _side_by_side(
    first: "House", second: "House", found: "HouseCosts", named: Mapping[str, str]
) -> "Table":
    """Edge, strategy and hold of both houses."""
    from rich.markup import escape

    table = columns("", *map(escape, (found.first, found.second)))
    edges = found.first_edge, found.second_edge
    for wager in dict.fromkeys((*edges[0], *edges[1])):
        shown = (percent(of[wager]) if wager in of else "not offered" for of in edges)
        table.add_row(f"Edge of {named[wager]}", *shown)
    both = (first, found.first_played), (second, found.second_played)
    for title, strategies in (
        ("Play for the ante", [played.strategy for _, played in both]),
        ("Play for all bets", [played.strategy_of_all for _, played in both]),
    ):
        table.add_row(title, *map(_from, strategies))
    staked = (house.money(sum(played.bets.values())) for house, played in both)
    table.add_row("Lowest bet on all wagers", *staked)
    holds = [played.hold for _, played in both]
    table.add_row(
        f"Expected hold, {holds[0].rounds:,} rounds",
        *(f"{each.expected_value:.2%}" for each in holds),
    )
    bands = [next(b for b in each.intervals if b.probability == 0.9) for each in holds]
    table.add_row("in 90% of runs", *(f"{b.lowest:.2%} to {b.highest:.2%}" for b in bands))
    return table


def _from(strategy: "Strategy") -> str:
    lowest = strategy.play_from or strategy.all_from
    also = ", some below" if strategy.also_play else ""
    return f"{lowest} or better{also}{strategy.raises}" if lowest else "no hand"
