"""What the floor's papers put on a page: the plot of a day, and tables without empty columns."""

from typing import Any

import msgspec
import pytest

from queenhigh.floor.paper_document import Paper, Reading, as_csv, as_pdf, typeset
from queenhigh.floor.report_paper import day_paper
from queenhigh.maths.paper.blocks import Cell, Plot, Section, Table
from tests.floor.day import TONIGHT
from tests.floor.test_day import report


def _blocks(paper: Paper) -> list[dict[str, Any]]:
    document = msgspec.json.decode(typeset(paper))
    return [block for section in document["sections"] for block in section["blocks"]]


def _paper(table: Table) -> Paper:
    return Paper(kind="K", title="T", sections=(Section("S", (table,)),), made_at=TONIGHT)


def _table(*rows: tuple[str, ...], columns: tuple[str, ...] = ("A", "", "")) -> Table:
    return Table(
        title="", columns=columns, rows=tuple(tuple(map(Cell, row)) for row in rows),
        widths=(1, 2, 3),
    )  # fmt: skip


def test_a_days_plot_shows_each_wager_where_the_report_has_it() -> None:
    (plot,) = (each for each in _blocks(day_paper(report())) if each["kind"] == "plot")
    games = report().total.games
    assert [each["off"] for each in plot["readings"]] == [game.off_by for game in games]
    assert plot["readings"][0]["text"] == "−$1,180 against $21.59 ± $449.01"
    for reading in plot["readings"]:  # People who cannot see the plot get the same in words.
        assert f"{reading['name']}: {reading['text']}" in plot["described"]


@pytest.mark.parametrize("off", [None, 0.0, -199.08, 4.0, 4.01])
def test_a_plot_can_be_drawn_wherever_a_reading_lies(off: float | None) -> None:
    paper = Paper(
        kind="K",
        title="T",
        sections=(Section("S", (Plot("p", "caption", "described"),)),),
        plots={"p": (Reading("Ante", off, "$1 against $2 ± $3"),)},
        made_at=TONIGHT,
    )
    assert as_pdf(paper).startswith(b"%PDF")
    assert b"Ante" not in as_csv(paper)  # Its figures are in the tables.


def test_fractions_of_a_second_do_not_change_the_pdf() -> None:
    paper = _paper(_table(("a", "b", "c")))
    exactly = msgspec.structs.replace(paper, made_at=TONIGHT.replace(microsecond=123_456))
    assert as_pdf(exactly) == as_pdf(paper)


def test_an_empty_column_without_a_heading_takes_no_room() -> None:
    (table,) = _blocks(_paper(_table(("a", "", "c"), ("b", "", ""))))
    assert [each["width"] for each in table["columns"]] == [1, 3]
    assert table["rows"] == [["a", "c"], ["b", ""]]


def test_an_empty_column_that_has_a_heading_stays() -> None:
    (table,) = _blocks(_paper(_table(("a", "", ""), columns=("A", "B", "C"))))
    assert table["rows"] == [["a", "", ""]]


def test_a_short_table_stays_on_one_page_and_a_long_one_may_break() -> None:
    (short,) = _blocks(_paper(_table(("a", "b", "c"))))
    (long,) = _blocks(_paper(_table(*[("a", "b", "c")] * 12)))
    (wordy,) = _blocks(_paper(_table(("a", "b" * 3_000, "c"))))
    assert [each["breakable"] for each in (short, long, wordy)] == [False, True, True]


def test_a_dispute_is_in_the_currency_of_its_table() -> None:
    (dispute,) = report().disputes
    (line,) = (each for each in report().by["table"] if each.of == dispute.opened.table)
    in_francs = msgspec.structs.replace(line, currency="CHF")
    for table_line, amount in ((line, "$100"), (in_francs, "CHF 100")):
        found = msgspec.structs.replace(report(), by={"table": (table_line,)})
        titled = {each.get("title"): each for each in _blocks(day_paper(found))}
        (row,) = titled["Disputes"]["rows"]
        assert row[-1] == amount


def test_a_report_is_signed_at_its_end_whether_or_not_there_are_alerts() -> None:
    paper = day_paper(report())
    assert [each.title for each in paper.sections][-2:] == ["Conduct and disputes", "Signed"]
    assert _blocks(paper)[-1]["kind"] == "signatures"
