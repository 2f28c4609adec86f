"""`queenhigh analyze`, `strategy`, `joint`, `protect` and `design`: exact figures, printed."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

import msgspec

from ..house.dollars import dollars
from ..house.loader import load_house, with_options
from .output import console, print_json

if TYPE_CHECKING:
    from rich.table import Table

    from ..house.model import House
    from ..maths.analysis import Analysis
    from ..maths.costs import HouseCosts
    from ..maths.exact import Exact
    from ..maths.figures import WagerFigures
    from ..maths.progressive import ProgressiveFigures

TITLES = {
    "ante_play": "Ante and Play",
    "pair_plus": "Pair Plus",
    "six_card_bonus": "6 Card Bonus",
    "progressive": "Progressive",
    "match_play": "Match Play",
}
_RESULTS = {"akq_spades": "A-K-Q of spades", "akq_suited": "A-K-Q suited"}


def analyze(house: str, *, seats: int, meter: int | None, options: str | None, json: bool) -> None:
    from ..maths.analysis import analyze as analysed

    found = analysed(house_with(house, options), seats, meter)
    if json:
        print_json(found)
        return
    _print_analysis(found)


def _print_analysis(found: "Analysis") -> None:
    from rich.markup import escape

    out = console()
    wagers = msgspec.structs.asdict(found.wagers)
    offered = {name: each for name, each in wagers.items() if each is not msgspec.UNSET}
    out.print(
        f"[bold]{escape(found.house)}[/], each wager by itself, per unit of the initial bet\n"
    )
    table = columns("Wager", "House edge", "exactly", "Deviation", "Hit frequency", "exactly")
    for name, each in offered.items():
        table.add_row(
            TITLES[name],
            percent(each.house_edge),
            each.house_edge.exact,
            f"{each.standard_deviation.value:.4f}",
            percent(each.hit_frequency),
            each.hit_frequency.exact,
        )
    out.print(table)
    ante = found.wagers.ante_play
    lowest = ante.strategy.play_from or "nothing"
    also = f" and {', '.join(ante.strategy.also_play)}" if ante.strategy.also_play else ""
    out.print(f"\nPlay {lowest} or better{also}: {both(ante.plays)} of all hands.")
    out.print(f"Element of risk {both(ante.element_of_risk)}.")
    for name, each in offered.items():
        out.print(f"\n[bold]{TITLES[name]}[/], {each.combinations:,} combinations")
        out.print(_outcomes(each))
    if found.wagers.progressive is not msgspec.UNSET:
        _print_progressive(found.wagers.progressive)
    if found.tokes:
        tokes = columns("Toke on", "House edge", "exactly", "Taken down for each 1")
        for spots, toke in found.tokes.items():
            edge, taken = toke.house_edge, toke.taken_down
            tokes.add_row(spots.replace("_", " "), percent(edge), edge.exact, f"{taken.value:.6f}")
        out.print("\nTokes, which follow the player's hand:", tokes, sep="\n")
    if found.collection_fee is not msgspec.UNSET:
        fee = found.collection_fee
        out.print(
            f"\nThe collection fee of {dollars(fee.fee_cents)} a {fee.per} makes the edge on the "
            f"ante {both(fee.edge_at_minimum_ante)} at the minimum and "
            f"{both(fee.edge_at_maximum_ante)} at the maximum."
        )


def _outcomes(figures: "WagerFigures") -> "Table":
    table = columns("Result", "Pays", "Net", "Combinations", "Probability", "Contribution")
    for each in figures.outcomes:
        table.add_row(
            _RESULTS.get(each.outcome, each.outcome.replace("_", " ")),
            each.pays or "",
            f"{each.net:+,}" if each.net else "0",
            f"{each.combinations:,}",
            f"{each.probability.value:.8f}",
            f"{each.contribution.value:+.8f}",
        )
    return table


def _print_progressive(figures: "ProgressiveFigures") -> None:
    out, long_run = console(), figures.long_run
    out.print(
        f"\nAt a meter of {dollars(figures.meter_cents)} with {figures.seats} "
        f"seat{'s' if figures.seats > 1 else ''} betting. Fixed awards return "
        f"{both(figures.fixed_return)}, each $1,000 of the meter "
        f"{both(figures.return_per_1000_dollars)}, each other seat's envy "
        f"{both(figures.envy_per_other_seat)}."
    )
    table = columns("Seats", "Envy returns", "exactly", "Break-even meter")
    for each in figures.by_seats:
        table.add_row(
            str(each.seats),
            percent(each.envy_return),
            each.envy_return.exact,
            money(each.break_even_meter),
        )
    out.print(table)
    out.print(
        f"In the long run the meter is hit at {money(long_run.average_jackpot_meter)} on average, "
        f"and the edge is {both(long_run.house_edge)}. The reserve takes "
        f"{percent(long_run.reserve_per_bet)} of each bet and the seeds need "
        f"{percent(long_run.seed_per_bet)}."
    )


def strategy(
    house: str, *, rules: list[str], closest: int, options: str | None, json: bool
) -> None:
    from ..maths.strategy import COMMON_RULES
    from ..maths.strategy import strategy as worked_out

    found = worked_out(house_with(house, options), rules=(*COMMON_RULES, *rules), closest=closest)
    if json:
        print_json(found)
        return
    from rich.markup import escape

    out = console()
    out.print(
        f"[bold]{escape(found.house)}[/]: play {found.strategy.play_from or 'nothing'} or better. "
        f"House edge {both(found.house_edge)}."
    )
    table = columns("Rule", "House edge", "Costs", "exactly", "Plays")
    for each in found.rules:
        table.add_row(
            each.rule,
            percent(each.house_edge),
            percent(each.cost),
            each.cost.exact,
            percent(each.plays),
        )
    out.print("\nWhat other rules cost the player:", table, sep="\n")
    table = columns("Hand", "Such as", "Hands", "Play", "Fold", "Decision")
    for hand in found.closest:
        table.add_row(
            hand.hand,
            hand.example,
            str(hand.hands),
            f"{hand.play.value:+.6f}",
            f"{hand.fold.value:+.6f}",
            hand.decision,
        )
    out.print("\nThe closest decisions, in units of the ante:", table, sep="\n")


def design(
    wager: str,
    *,
    house: str,
    edge: float | None,
    hit_frequency: float | None,
    deviation: float | None,
    within: float | None,
    bounds: list[str],
    best: int,
    json: bool,
) -> int:
    """Edge and hit frequency in percent, `within` in percent of the bet. Status 1: none found."""
    from math import inf

    from ..maths.design import Target
    from ..maths.design import design as designed

    target = Target(
        None if edge is None else edge / 100,
        None if hit_frequency is None else hit_frequency / 100,
        deviation,
        inf if within is None else within / 100,
        inf if within is None else within / 100,
    )
    playing = load_house(house)
    found = designed(
        playing,
        wager,  # type: ignore[arg-type]  # Checked there, with the names that are known.
        target,
        bounds=dict(map(_bound, bounds)),
        best=best,
    )
    if json:
        print_json({"house": playing.key, "wager": wager, "tables": found})
    elif not found:
        print("No table within these bounds meets the target.")
    else:
        table = columns("Pays", "House edge", "exactly", "Hit frequency", "Deviation", "Change")
        for each in found:
            table.add_row(
                each.table,
                percent(each.house_edge),
                each.house_edge.exact,
                percent(each.hit_frequency),
                f"{each.standard_deviation.value:.4f}",
                f"{each.change:.0%}",
            )
        console().print(f"{' / '.join(found[0].pays).replace('_', ' ')}\n")
        console().print(table)
    return 0 if found else 1


def costs(keys: list[str]) -> list["HouseCosts"]:
    """What each difference of the first house to each other one is worth, for `compare`."""
    from ..maths.costs import difference_costs

    first, *others = [load_house(key) for key in keys]
    return [difference_costs(first, other) for other in others]


def print_costs(found: Iterable["HouseCosts"]) -> None:
    from rich.markup import escape

    out = console()
    for each in found:
        between = escape(f"From {each.first} to {each.second}")
        out.print(f"\n[bold]{between}[/], what each difference adds to the edge")
        table = columns("Setting", "Wager", "Adds", "exactly")
        for row in each.differences:
            if row.impossible:
                table.add_row(row.setting, "", "", row.impossible)
            for wager, moved in row.edge.items():
                table.add_row(row.setting, TITLES[wager], percent(moved), moved.exact)
        for wager, moved in each.together.items():
            table.add_row("together", TITLES[wager], percent(moved), moved.exact)
        out.print(table)


def _bound(text: str) -> tuple[str, list[int]]:
    """``flush=3``, ``flush=3-5``, ``straight_flush=35-50:5`` or ``flush=3,4,6``."""
    name, given, pays = text.partition("=")
    try:
        if not given:
            raise ValueError
        if "-" in pays:
            span, _, step = pays.partition(":")
            low, high = map(int, span.split("-"))
            return name, list(range(low, high + 1, int(step or 1)))
        return name, [int(each) for each in pays.split(",")]
    except ValueError:
        raise ValueError(
            f"{text!r} is no bound: write flush=3, flush=3,4 or straight_flush=35-50:5"
        ) from None


def house_with(key_or_file: str, options: str | None) -> "House":
    house = load_house(key_or_file)
    if not options:
        return house
    try:
        return with_options(house, options.encode())
    except msgspec.DecodeError as error:
        raise ValueError(f"--options: not JSON: {error}") from None


def columns(*headings: str) -> "Table":
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="bold")
    for number, heading in enumerate(headings):
        table.add_column(heading, justify="left" if not number else "right")
    return table


def percent(figure: "Exact") -> str:
    return f"{figure.value:.4%}"


def both(figure: "Exact") -> str:
    return f"{figure.value:.4%} ({figure.exact})"


def money(cents: "Exact") -> str:
    """To a hundredth of a cent where it is no whole number of cents."""
    if cents.value == int(cents.value):
        return dollars(int(cents.value))
    return f"{'-' if cents.value < 0 else ''}${abs(cents.value) / 100:,.4f}"
