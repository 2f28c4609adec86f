"""The later tabs of a PAR workbook: contest, returns, the table by seats, meters over time.

Each has counts, stakes and house terms as numbers, and formulas for the rest.
"""

from collections.abc import Iterator
from math import sqrt
from string import ascii_uppercase
from typing import NamedTuple

from ...house.words import plain_words
from ..analysis.contest_table import ContestPart
from ..analysis.returns import VOLATILITY
from ..meters.meter_course import CourseAtSeats
from ..risk.table_hold import Z_90, HoldBand, SeatsHold, TableHold
from .sheet import Sheet


class Formula(NamedTuple):
    text: str
    value: float


Content = str | int | float | Formula | None
Rows = list[list[Content]]


def column_name(place: int) -> str:
    """The letters of a column, counted from 0: A to Z, then AA, AB and so on."""
    further, letter = divmod(place, len(ascii_uppercase))
    return (column_name(further - 1) if further else "") + ascii_uppercase[letter]


def section_tabs(sheet: Sheet) -> Iterator[tuple[str, Rows]]:
    """Tabs with their names; titles will not do, as names may not hold every character."""
    for number, part in enumerate(sheet.contest, start=1):
        yield f"Contest {number}", _contest(sheet, part)
    yield "Returns", _returns(sheet)
    if sheet.table is not None:
        yield "Table", _table(sheet, sheet.table)
        yield "Win of the table", _shapes(sheet.table)
    for number, (key, courses) in enumerate(sheet.courses.items(), start=1):
        if all(each.evenly for each in courses):
            yield f"Meter {number}", _meter(sheet, key, courses)


def _contest(sheet: Sheet, part: ContestPart) -> Rows:
    """Rows of a contest part; all deals are counted below, since not every deal has a row."""
    title = sheet.titles.get(part.part, part.part)
    last = 2 + len(part.rows)
    rows: Rows = [[title, "", "", "", "", ""]]
    rows.append(["Hand", "Ends", "Net, antes", "Combinations", "Probability", "Contribution"])
    for at, each in enumerate(part.rows, start=3):
        rows.append(
            [
                plain_words(each.hand),
                plain_words(each.ends),
                each.net,
                each.combinations,
                Formula(f"D{at}/D{last + 2}", each.probability.value),
                Formula(f"C{at}*E{at}", each.contribution.value),
            ]
        )
    met = sum(each.combinations for each in part.rows)
    expected = Formula(f"SUM(F3:F{last})", part.expected.value)
    rows.append(["Total", "", "", Formula(f"SUM(D3:D{last})", met), "", expected])
    rows.append(["All deals", "", "", sheet.analysis.ante_play.combinations])
    return rows


def _returns(sheet: Sheet) -> Rows:
    """Rows of returns: the edge refers to the summary; units bet and resolved are numbers."""
    rows: Rows = [
        [
            *("Wager", "House edge", "Return", "Units bet", "Edge of all bet", "Units resolved"),
            *("Edge of resolved", "Standard deviation", "Volatility index"),
        ]
    ]
    for at, (name, each) in enumerate(sheet.returns.items(), start=2):
        deviation = sheet.analysis.wagers[name].standard_deviation.value
        edge = each.house_edge.value
        rows.append(
            [
                sheet.titles[name],
                Formula(f"Summary!C{at}", edge),
                Formula(f"1-B{at}", 1 - edge),
                each.all_bet.value,
                Formula(f"B{at}/D{at}", each.edge_of_all_bet.value),
                each.resolved.value,
                Formula(f"B{at}/F{at}", each.edge_of_resolved.value),
                Formula(f"Summary!D{at}", deviation),
                Formula(f"{VOLATILITY}*H{at}", each.volatility_index),
            ]
        )
    return rows


def _table(sheet: Sheet, found: TableHold) -> Rows:
    """Rows by seats: correlation joins the seats; normal 90% bands are formulas.

    Envy's share of the variance is a number, since it is counted; so are the bands of the table's
    own distribution, on the next tab.
    """
    one = found.by_seats[0]
    opening = sum(sheet.position.bets.values())
    rows: Rows = [
        ["Deviation of one seat, cents", one.independent_cents],
        ["Correlation of two seats", found.correlation],
        ["Opening bets of a seat, cents", opening],
        ["Deviations of a normal band", Z_90],
        [],
    ]
    spans = [f"{each.rounds:,} rounds" for each in one.bands]
    ends = [f"Normal, {span}, {end}" for span in spans for end in ("from", "to")]
    heads = ["Seats", "Win a round, cents", "Deviation", "were seats apart", "Hold", *ends]
    counted = ["Envy adds, cents squared", "Owed to meters a round, cents"]
    rows.append([*heads, *counted, "Hold as meters accrue"])
    envy, owed = column_name(len(heads)), column_name(len(heads) + 1)
    for at, each in enumerate(found.by_seats, start=len(rows) + 1):
        accrued = Formula(f"(B{at}-{owed}{at})/(A{at}*B3)", each.accrued)
        own: list[Content] = [each.envy_variance, each.owed_cents, accrued]
        rows.append([*_seats_row(each, at, envy), *_normal_bands(each, at, opening), *own])
    return rows


def _seats_row(each: SeatsHold, at: int, envy: str) -> list[Content]:
    return [
        each.seats,
        each.expected_cents,
        Formula(f"SQRT(B1*B1*A{at}*(1+(A{at}-1)*B2)+{envy}{at})", each.deviation_cents),
        Formula(f"B1*SQRT(A{at})", each.independent_cents),
        Formula(f"B{at}/(A{at}*B3)", each.hold),
    ]


def _normal_bands(each: SeatsHold, at: int, opening: int) -> Iterator[Content]:
    for band in each.bands:
        half = f"B4*C{at}/SQRT({band.rounds})"
        wide = Z_90 * each.deviation_cents / sqrt(band.rounds) / (opening * each.seats)
        yield Formula(f"(B{at}-{half})/(A{at}*B3)", each.hold - wide)
        yield Formula(f"(B{at}+{half})/(A{at}*B3)", each.hold + wide)


def _shapes(found: TableHold) -> Rows:
    """Rows of counted or dealt rounds, as numbers: a spreadsheet cannot deal them again."""
    shares = list(found.shapes[0].one_round.percentiles_cents)
    rows: Rows = [["Seats", "Rounds", "Rounds dealt", "House ahead", *shares]]
    for each in found.shapes:
        one, shift = each.one_round, each.shift
        of_round = list(one.percentiles_cents.values())
        rows.append([one.seats, 1, one.dealt, one.house_wins, *of_round])
        of_shift = [at.win_cents for at in shift.quantiles]
        rows.append([one.seats, shift.rounds, one.dealt, shift.house_ahead, *of_shift])
    rows += [[], ["Seats", "Rounds", "Meters", "Method", "Hold expected", "90% from", "to", "±"]]
    for seats in found.by_seats:
        for meters, bands in (("left out", seats.bands), ("as they pay", seats.paid)):
            rows += [_band(seats.seats, meters, each) for each in bands]
    return rows


def _band(seats: int, meters: str, band: HoldBand) -> list[Content]:
    ends = band.lowest, band.highest, band.standard_error
    return [seats, band.rounds, meters, band.method, band.expected, *ends]


def _meter(sheet: Sheet, key: str, courses: tuple[CourseAtSeats, ...]) -> Rows:
    """Rows of a meter; every round has the same chance of a hit, so the wait is geometric."""
    first = courses[0]
    spans = [int(span) for span in first.edges]
    rows: Rows = [[sheet.titles[key]]]
    rows.append(["Meter now, cents", first.start_cents])
    rows.append(["Seed, cents", first.seed_cents])
    rows.append(["Returned without the meter", first.fixed_return])
    rows.append([])
    rows.append(
        [
            *("Seats betting", "Chance of a hit", "Growth a round, cents", "Staked a round, cents"),
            *("Envy returns", "Rounds to the hit", "Meter at the hit, cents"),
            *(f"Edge over {span:,} rounds" for span in spans),
        ]
    )
    for at, each in enumerate(courses, start=len(rows) + 1):
        rows.append(
            [
                each.seats,
                1 / each.rounds_to_hit.value,
                each.growth_cents,
                each.staked_cents,
                each.envy_return,
                Formula(f"1/B{at}", each.rounds_to_hit.value),
                Formula(f"B2+C{at}/B{at}", each.expected_at_hit_cents),
                *(Formula(_edge(at, span), each.edges[str(span)]) for span in spans),
            ]
        )
    return rows


def _edge(at: int, rounds: int) -> str:
    """The formula of the edge: `MeterProcess.expected_paid` over the stakes."""
    hit = f"(1-POWER(1-B{at},{rounds}))"
    grown = f"({rounds}-(1-B{at})*{hit}/B{at})/B{at}"
    paid = f"B{at}*(B3*{rounds}+C{at}*{grown})+(B2-B3)*{hit}"
    return f"1-B4-E{at}-({paid})/({rounds}*D{at})"
