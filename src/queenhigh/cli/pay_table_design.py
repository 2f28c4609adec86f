"""`queenhigh design`: pay tables that meet a target."""

import re
from typing import TYPE_CHECKING

from ..house.loader import load_house
from ..house.wager import MOST_TO_ONE
from .output import columns, console, print_json
from .progress import working
from .stakes import put_once

if TYPE_CHECKING:
    pass
from ..house.words import plain_words
from .figures import percent

_BOUND = re.compile(r"(\w+)=(?:(\d+)-(\d+)(?::(\d+))?|(\d+(?:,\d+)*))")


def design(
    wager: str,
    *,
    house: str,
    edge: float | None,
    hit_frequency: float | None,
    deviation: float | None,
    within: float | None,
    bounds: list[str] | None,
    best: int,
    json: bool,
) -> int:
    """Edge and hit frequency in percent, `within` in percent of the bet. Status 1: none found."""
    from math import inf

    from ..maths.design.design import Target, nearest
    from ..maths.design.design import design as designed

    _check_number("--edge", edge, -100, 100, "a percentage of the bet")
    _check_number("--hit-frequency", hit_frequency, 0, 100, "a percentage of all hands")
    _check_number("--deviation", deviation, 0, inf, "in units of the bet")
    _check_number("--within", within, 0, 100, "in percentage points")
    target = Target(
        None if edge is None else edge / 100,
        None if hit_frequency is None else hit_frequency / 100,
        deviation,
        inf if within is None else within / 100,
        inf if within is None else within / 100,
    )
    playing = load_house(house)
    tried = _bounds(bounds)
    with working("pay tables"):
        found = designed(playing, wager, target, bounds=tried, best=best)
        shown = found or nearest(playing, wager, target, bounds=tried)
    if json:
        document = {"house": playing.key, "wager": wager, "tables": found}
        print_json(document if found else document | {"nearest": shown})
        return 0 if found else 1
    if not found:
        print(
            "No table within these bounds meets the target." + (" The nearest is:" if shown else "")
        )
    if shown:
        table = columns("Pays", "House edge", "exactly", "Hit frequency", "Deviation", "Change")
        for each in shown:
            table.add_row(
                each.table,
                percent(each.house_edge),
                each.house_edge.exact,
                percent(each.hit_frequency),
                f"{each.standard_deviation.value:.4f}",
                f"{each.change:.0%}",
            )
        console().print(f"{plain_words(' / '.join(shown[0].pays))}\n")
        console().print(table)
    return 0 if found else 1


def _check_number(option: str, given: float | None, least: float, most: float, of: str) -> None:
    """Refuse what is not a number in the range; `nan` is in no range."""
    if given is not None and not (least <= given <= most and given < float("inf")):
        to = f" to {most:g}" if most < float("inf") else " or more"
        raise ValueError(f"{option}: {given:g} is not possible: must be {of}, {least:g}{to}")


def _bounds(texts: list[str] | None) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for text in texts or ():
        put_once("--bound", found, *_bound(text))
    return found


def _bound(text: str) -> tuple[str, list[int]]:
    """``flush=3``, ``flush=3-5``, ``straight_flush=35-50:5`` or ``flush=3,4,6``."""
    found = _BOUND.fullmatch(text.strip())
    if found is None:
        raise ValueError(
            f"--bound: {text!r} is not a bound: write flush=3, flush=3,4 or straight_flush=35-50:5"
        )
    name, low, high, step, listed = found.groups()
    if listed is not None:
        return name, [int(each) for each in listed.split(",")]
    if int(step or 1) == 0:
        raise ValueError(f"--bound: {text!r} has a step of 0: write 1 or more, as in 35-50:5")
    tried = range(int(low), int(high) + 1, int(step or 1))
    if not tried:
        raise ValueError(f"--bound: {text!r} is empty: write the lower payout first, as in 3-9")
    if int(high) > MOST_TO_ONE:
        raise ValueError(f"--bound: {text!r} is too high: a row pays at most {MOST_TO_ONE:,}")
    return name, list(tried)
