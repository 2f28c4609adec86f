"""`queenhigh meter`: a progressive's meter over time."""

from typing import TYPE_CHECKING

from .figures import house_with
from .output import columns, console, print_json
from .progress import working
from .stakes import check_seats, meters

if TYPE_CHECKING:
    from ..house.model import House
    from ..maths.meters.meter_course import CourseAtSeats


def meter(
    house: str,
    *,
    seats: int | None,
    dealt: int | None,
    standing: list[str] | None,
    must_hit_by: int | None,
    options: str | None,
    json: bool,
) -> None:
    playing = house_with(house, options)
    check_seats(playing, seats, dealt)
    if not playing.meters:
        raise ValueError(f"{playing.key} has no meter")
    given = meters(playing, standing)
    seed = max(terms.seed_cents for terms in playing.meters.values())
    if must_hit_by is not None and must_hit_by <= seed:
        raise ValueError(f"--must-hit-by: must be more than the seed of {playing.money(seed)}")
    if must_hit_by is not None and any(must_hit_by <= cents for cents in given.values()):
        by = playing.money(must_hit_by)
        raise ValueError(f"--meter: the meter must be less than --must-hit-by, {by}")
    from ..maths.analysis.analysis import analyze
    from ..maths.meters.meter_course import meter_courses

    numbers = None if seats is None else (seats,)
    with working("the meter"):
        figures = analyze(playing, meters=given).side_wagers
        found = {
            key: courses
            for key, each in figures.items()
            if (courses := meter_courses(playing, key, each, numbers, must_hit_by, dealt))
        }
    if not found:
        raise ValueError(f"{playing.key}: no bet both feeds a meter and wins all of it")
    if json:
        print_json({"house": playing.key, "meters": {**playing.seeds, **given}, "wagers": found})
        return
    for key, courses in found.items():
        _print_courses(playing, key, courses, must_hit_by)


def _print_courses(
    house: "House", key: str, courses: tuple["CourseAtSeats", ...], must_hit_by: int | None
) -> None:
    from rich.markup import escape

    out = console()
    named = next(row.meter for row in house.wagers[key].pays.values() if row.meter)
    most = must_hit_by or house.meters[named].must_hit_by
    by = f", must hit by {house.money(most)}" if most else ""
    out.print(f"[bold]{escape(house.title(key))}[/] of {escape(house.key)}{by}\n")
    first = courses[0]
    table = columns(
        "Seats betting", "Rounds to a hit", *(f"{n} within" for n in first.rounds_by_share)
    )
    for each in courses:
        waits = (f"{rounds:,}" for rounds in each.rounds_by_share.values())
        table.add_row(str(each.seats), f"{each.rounds_to_hit.value:,.1f}", *waits)
    out.print(table)
    table = columns(
        "Seats betting", "Pays on average", *(f"{n} at most" for n in first.meter_by_share)
    )
    for each in courses:
        amounts = (house.money(cents) for cents in each.meter_by_share.values())
        table.add_row(str(each.seats), house.money(round(each.expected_at_hit_cents)), *amounts)
    out.print("\nPayout when it is hit:", table, sep="\n")
    table = columns("Seats betting", "dealt in", *(f"{int(n):,} rounds" for n in first.edges))
    for each in courses:
        edges = (f"{edge:.3%}" for edge in each.edges.values())
        table.add_row(str(each.seats), str(each.dealt), *edges)
    out.print("\nExpected edge of the bet by number of rounds, envy included:", table, sep="\n")
    covered = ", ".join(f"{e.reserve_covers_seed:.2%} with {e.seats}" for e in courses)
    out.print(f"\nAn empty reserve covers the next seed at the hit in {covered} betting.")
