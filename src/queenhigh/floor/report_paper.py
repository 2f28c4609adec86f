"""A day's report on paper."""

from collections.abc import Iterable, Iterator
from datetime import datetime

from ..house.words import plain_words
from ..maths.exact_figure import Exact
from ..maths.paper.blocks import (
    Block,
    Cell,
    Plot,
    Row,
    Signatures,
    Table,
    Text,
    inexact_share,
    share,
    signed,
    table_of,
    whole,
)
from . import report_sections
from .alerts import Alert
from .dossier_paper import moment
from .meters import MeterLine
from .paper_document import Currency, Paper, Reading, sections
from .reports import DayReport, ReportLine

_PLOT = "wagers"
_OF = {"table": "Table", "dealer": "Dealer", "shift": "Shift", "house": "House", "day": "Day"}


def day_paper(report: DayReport, alerts: Iterable[Alert] = ()) -> Paper:
    total, money = report.total, Currency(report.currency).text
    stakes = "money" if report.stakes == "money" else "play money"
    return Paper(
        kind="DAILY REPORT",
        title=f"Gaming day {report.day.isoformat()}",
        subtitle=f"All tables of {stakes}",
        facts=(
            ("Drop", money(total.drop), False),
            ("Handle", money(total.handle), False),
            ("Win", f"{money(total.win)}{_of_drop(total)}", False),
            ("Rounds", f"{total.rounds:,}, void {total.voids:,}", False),
            ("Made", moment(report.made_at), False),
            *([("Seal of the log", report.seal, True)] if report.seal else []),
        ),
        sections=sections(
            ("Results", _results(report)),
            ("Wagers, actual against theoretical", _games(report)),
            ("Trays", _trays(report)),
            ("Tokes", _tokes(report)),
            ("Meters", _meters(report)),
            ("Cash and compliance", report_sections.compliance(report)),
            ("Notices", report_sections.notices(report)),
            ("Irregularities and voids", report_sections.trouble(report)),
            ("Decks and shufflers", report_sections.decks(report)),
            ("Conduct and disputes", report_sections.conduct(report)),
            ("Alerts", report_sections.alerts(alerts)),
            ("Signed", [Signatures(("Shift manager", "Auditor"))]),
        ),
        plots={_PLOT: _readings(total)},
        made_at=report.made_at,
        footer=f"Gaming day {report.day.isoformat()}",
    )


def _of_drop(line: ReportLine) -> str:
    return "" if line.hold is None else f", {share(line.hold, 2)} of the drop"


def _ratio(value: float | None) -> Cell | str:
    return "" if value is None else inexact_share(value)


def _results(report: DayReport) -> Iterator[Block]:
    for by, lines in report.by.items():
        everything = (*lines, report.total) if len(lines) > 1 and not report.others else lines
        yield _result_table(by, everything, last_is_sum=len(everything) > len(lines))
    yield Text(
        "The win is the tray's, by the bets: tokes, envy and coupons with it, less what went to "
        "meters. The hold is of the drop. Expected is the exact expectation of the wagers below, "
        "with the best decisions, and before what went to meters, envy and coupons."
    )
    if report.total.expected is None:
        yield Text(
            "Nothing stands under Expected, and alerts say nothing about luck: the packages that "
            "work it out are not installed here (pip install 'queenhigh[maths]')."
        )


def _result_table(by: str, lines: Iterable[ReportLine], *, last_is_sum: bool = False) -> Table:
    return table_of(
        title=f"By {by}",
        columns=(_OF[by], "Rounds", "Void", "Per hour", "Drop", "Handle", "Win", "Hold",
                 "Expected", "Tokes", "Fees"),
        rows=map(_result, lines),
        widths=(5, 3, 2, 3, 4, 4, 4, 4, 4, 3, 2),
        last_is_sum=last_is_sum,
        small=True,
    )  # fmt: skip


def _result(line: ReportLine) -> Row:
    pace, money = line.rounds_an_hour, Currency(line.currency).cell
    return (
        line.of,
        whole(line.rounds),
        whole(line.voids),
        "" if pace is None else Cell(f"{pace:.1f}", "", pace),
        money(line.drop),
        money(line.handle),
        money(line.win),
        _ratio(line.hold),
        _exactly(line.currency, line.expected),
        money(line.tokes),
        money(line.fees),
    )


def _exactly(currency: str, cents: Exact | None) -> Cell | str:
    return "" if cents is None else _about(currency, cents.value, cents.exact)


def _about(currency: str, cents: float | None, exact: str = "") -> Cell | str:
    if cents is None:
        return ""
    return Cell(Currency(currency).text(round(cents)), exact, cents)


def _games(report: DayReport) -> Iterator[Block]:
    for all_tables in (report.total, *report.others):
        yield _game_table("All tables", all_tables)
    if _readings(report.total):
        yield _plot(report.total)
    for line in report.by["table"]:
        if len(report.by["table"]) > 1 and line.games:
            yield _game_table(f"Table {line.of}", line)


def _game_table(title: str, line: ReportLine) -> Table:
    currency, money = line.currency, Currency(line.currency).cell
    return table_of(
        title=title,
        columns=("Wager", "Hands", "Staked", "Paid", "Win", "Hold", "Expected", "Error", "Off by"),
        rows=(
            (
                game.title,
                whole(game.hands),
                money(game.staked),
                money(game.paid),
                money(game.win),
                _ratio(game.hold),
                _exactly(currency, game.expected),
                _about(currency, game.error),
                "" if game.off_by is None else signed(game.off_by, 2),
            )
            for game in line.games
        ),
        widths=(5, 2, 3, 3, 3, 4, 3, 3, 3),
    )


def _plot(line: ReportLine) -> Plot:
    told = "; ".join(f"{each.name}: {each.text}" for each in _readings(line))
    return Plot(
        _PLOT,
        "Win against what is expected, in standard errors; the bands are one and two of them. A "
        "rare hand alone can be many of them: the alerts account for chance.",
        f"Actual win against what is expected, with one standard error. {told}.",
    )


def _readings(line: ReportLine) -> tuple[Reading, ...]:
    amount = Currency(line.currency).text
    return tuple(
        Reading(
            game.title,
            game.off_by,
            f"{amount(game.win)} against {amount(round(game.expected.value))} "
            f"± {amount(round(game.error))}",
        )
        for game in line.games
        if game.expected is not None and game.error is not None
    )


def _trays(report: DayReport) -> Iterator[Block]:
    if not report.trays:
        return
    yield table_of(
        title="",
        columns=("Table", "In the tray", "Opened", "Fills", "Credits", "Sold", "Win", "Closed",
                 "Left"),
        rows=(
            (
                each.table,
                *map(
                    Currency(each.currency).cell,
                    (each.opening, each.opened, each.fills, each.credits, each.drop, each.win,
                     each.closed, each.closing)
                )
            )
            for each in report.trays
        ),
        widths=(3, 4, 4, 3, 3, 4, 4, 4, 4),
    )  # fmt: skip
    counts = [(Currency(x.currency).cell, each) for x in report.trays for each in x.counts]
    if counts:
        yield table_of(
            title="Counts, each by two people",
            columns=("Table", "Time", "By", "Witness", "Expected", "Counted", "Variance"),
            rows=(
                (
                    each.table,
                    moment(each.at),
                    each.by,
                    each.witness,
                    money(each.expected),
                    money(each.counted),
                    money(each.variance),
                )
                for money, each in counts
            ),
            widths=(2, 6, 5, 5, 4, 4, 3),
        )


def _tokes(report: DayReport) -> Iterator[Block]:
    if any(each.total for each in report.tokes):
        yield table_of(
            title="",
            columns=("Dealer", "Won", "Given", "Total"),
            rows=(
                (
                    each.dealer,
                    *map(Currency(each.currency).cell, (each.won, each.given, each.total)),
                )
                for each in report.tokes
            ),
        )


def _meters(report: DayReport) -> Iterator[Block]:
    money = Currency(report.currency).text
    for each in report.meters:
        yield table_of(
            title=f"Link {each.link}",
            columns=("", "Meter", "Reserve", "Jackpots locked", "Overflow"),
            rows=(
                _meter_row(report.currency, "Opening", each.opening),
                *(
                    _meter_row(report.currency, f"{_cause(cause)} ({line.times:,})", line)
                    for cause, line in each.causes.items()
                ),
                _meter_row(report.currency, "Closing", each.closing),
            ),
            last_is_sum=True,
        )
        if not each.hits and not each.resets:
            continue
        yield Text(
            f"{each.hits} hit{'' if each.hits == 1 else 's'} for {money(each.won)}; resets took "
            f"{money(each.reset_cents)}: {money(each.from_reserve)} from the reserve, "
            f"{money(each.from_overflow)} from the overflow, {money(each.from_outside)} from "
            "trays."
        )


def _cause(event: str) -> str:
    return plain_words(event).capitalize()


def _meter_row(currency: str, name: str, line: MeterLine) -> Row:
    cents = (line.meter, line.reserve, line.jackpot, line.overflow)
    return name, *map(Currency(currency).cell, cents)


def period_paper(title: str, lines: Iterable[ReportLine], by: str, made_at: datetime) -> Paper:
    lines = tuple(lines)
    return Paper(
        kind="REPORT",
        title=title,
        facts=(("Made", moment(made_at), False),),
        sections=sections(
            ("Results", [_result_table(by, lines)]),
            ("Wagers", [_game_table(f"{_OF[by]} {x.of}", x) for x in lines if x.games]),
        ),
        made_at=made_at,
    )
