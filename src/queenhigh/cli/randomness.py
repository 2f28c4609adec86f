"""`queenhigh rng-report`: are the shufflers fair, and how fair is the shuffle by hand?"""

from typing import TYPE_CHECKING

from ..house.loader import load_house
from .output import columns, console, print_json
from .progress import counted

if TYPE_CHECKING:
    from rich.console import Console

    from ..maths.shuffling.hand_shuffle import Mixed
    from ..maths.shuffling.shuffle_report import HandShuffle, ShuffleReport

_SHUFFLERS = {
    "system": "The system's cryptographic shuffler, each time from a new deck",
    "kernel": "The simulation's, each time from the previous order",
    "kernel, against the order before": "The simulation's, each order told from the previous one",
    "wrong on purpose": "A deliberately wrong one: every card swapped with any of the 52",
}
_MEASURES: tuple[tuple[str, str, str], ...] = (
    ("kept_neighbours", "Cards still under the same card", ".2f"),
    ("rising_sequences", "Stacks still in their first order (rising sequences)", ".2f"),
    ("place_distance", "A card's place: distance from a fair place", ".3f"),
    ("distance_at_least", "The whole order: distance from a fair order, at least", ".3f"),
    ("straight_flush", "Straight flush in three adjacent cards", ".3%"),
    ("straight_flush_dealt_singly", "  dealt one at a time to seven seats", ".3%"),
    ("pair_or_better", "Pair or better in three adjacent cards", ".2%"),
    ("pair_or_better_dealt_singly", "  dealt one at a time to seven seats", ".2%"),
)


def rng_report(house: str, *, shuffles: int, seed: int, json: bool) -> int:
    """Exit status 1 when a shuffler fails that should pass, or the wrong one passes."""
    playing = load_house(house)
    from ..maths.shuffling.shuffle_report import shuffle_report, work

    with counted("shuffling", work(shuffles)) as advance:
        report = shuffle_report(playing, shuffles=shuffles, seed=seed, advance=advance)
    if json:
        print_json(report)
    else:
        _print(report)
    return 0 if report.passes else 1


def _print(report: "ShuffleReport") -> None:
    out = console()
    out.print(f"[bold]Shufflers[/], {report.shuffles:,} shuffles each, seed {report.seed}")
    for tested in report.shufflers:
        verdict = "passes" if tested.passes else "fails"
        if not tested.as_it_should:
            verdict += ", and should not" if tested.should == "fail" else ", and should pass"
        else:
            verdict += ", as it should"
        style = "" if tested.as_it_should else "bold red"
        out.print(f"\n{_SHUFFLERS[tested.shuffler]}: [{style or 'bold'}]{verdict}[/]")
        table = columns("Test", "Chi-square", "Degrees", "p", "p, adjusted")
        for each in tested.tests:
            mark = " *" if each.p_holm <= report.level else "  "
            table.add_row(
                each.test,
                f"{each.statistic:,.1f}",
                f"{each.degrees:,}",
                _probability(each.p),
                _probability(each.p_holm) + mark,
            )
        out.print(table)
    out.print(
        f"\nFair shufflers fail one report in {round(1 / report.level):,}. p is two-sided: too even"
        " counts as much as too uneven.\nThe last column adjusts it for the number of tests by"
        " Holm's method; * marks those that fail."
    )
    _print_by_hand(out, report.house, report.by_hand)


def _print_by_hand(out: "Console", house: str, by_hand: "HandShuffle") -> None:
    said = "as the book says" if by_hand.clauses else "the book does not say how, so only"
    out.print(f"\n[bold]By hand[/] at {house}, {said}: {', '.join(by_hand.steps)}")
    out.print(f"{by_hand.decks:,} new decks, not washed, in a model of how people riffle")
    table = columns("", "once", "twice", "fair, measured", "fair, exactly")
    decks: tuple[Mixed, ...] = (*by_hand.after, by_hand.fair_measured, by_hand.fair)
    for name, title, how in _MEASURES:
        table.add_row(title, *(format(getattr(each, name), how) for each in decks))
    out.print(table)
    alone = "; ".join(f"{each.riffles}: {each.distance:.3f}" for each in by_hand.riffles_alone)
    out.print(f"Riffles only, exact distance of the whole order from a fair one: {alone}.")
    out.print(
        "A distance is a total variation: 0 is fair, 1 is an order that a fair deck never has."
    )


def _probability(p: float) -> str:
    if p >= 0.001:
        return f"{p:.3f}"
    return f"{p:.0e}" if p > 1e-99 else "<1e-99"
