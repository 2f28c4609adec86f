"""The PAR sheet: its contents, and that all file formats agree."""

import csv
import datetime
import re
import shutil
import subprocess
import sys
from doctest import DocTestParser, DocTestRunner
from fractions import Fraction
from html import escape
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any

import msgspec
import pytest
import typst
from matplotlib.image import imread

from queenhigh.cli import par_sheet as command
from queenhigh.house.linter import lint_house
from queenhigh.house.loader import built_in, built_in_keys, load_house
from queenhigh.maths.analysis.analysis import analyze
from queenhigh.maths.paper.blocks import Table, chance, flat, fraction_text
from queenhigh.maths.par.files import (
    TEMPLATE,
    as_csv,
    as_json,
    as_pdf,
    check_file,
    typeset,
    write_sheet,
)
from queenhigh.maths.par.formulas import column_name
from queenhigh.maths.par.html_page import as_html
from queenhigh.maths.par.rulebook import changed_settings, rule_book, settings_hash
from queenhigh.maths.par.sections import sections
from queenhigh.maths.par.sheet import Sheet, by_meter, frequencies, par_sheet
from queenhigh.maths.par.workbook import as_workbook
from tests.maths.houses import changed, house
from tests.maths.par.workbook import Workbook

DAY = datetime.date(2026, 1, 5)
GUIDE = Path(__file__).parents[3] / "docs" / "guides" / "par-sheet.md"


@pytest.fixture(scope="module")
def manual() -> Sheet:
    return par_sheet(built_in("manual"), DAY, findings=lint_house("manual"))


@pytest.fixture(scope="module")
def mics() -> Sheet:
    return par_sheet(built_in("mics"), DAY, findings=lint_house("mics"))


@pytest.fixture
def without_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave the hold of whole tables out of sheets: three quarters of the work on each."""
    monkeypatch.setattr("queenhigh.maths.par.sheet.table_hold", lambda *_: None)


def rows_of(sheet: Sheet) -> dict[tuple[str, str, str], tuple[str, str]]:
    lines = list(csv.reader(StringIO(as_csv(sheet).decode())))
    assert lines[0] == ["section", "row", "column", "exact", "value"]
    found = {
        (section, row, column): (exact, value) for section, row, column, exact, value in lines[1:]
    }
    assert len(found) == len(lines) - 1, "a cell appears twice"
    return found


# Contents


def test_the_sheet_has_the_figures_of_analyze(manual: Sheet) -> None:
    assert manual.analysis == analyze(built_in("manual"))


def test_the_win_per_hour_is_with_the_meter_where_it_begins(manual: Sheet) -> None:
    # 60 rounds of $5 at 3.3730%, 7.2760% and 15.2790% and of $1 at 41.0860%.
    assert "wins $102.4355 on average, with the meter where it begins." in as_html(manual).decode()


def test_the_title_names_house_book_version_hash_and_date(mics: Sheet) -> None:
    title = mics.title
    assert (title.key, title.book, title.date) == ("mics", "mics", "2026-01-05")
    assert title.queenhigh == mics.versions["queenhigh"]
    assert title.settings_hash == settings_hash(built_in("mics"))


def test_the_hash_follows_the_settings_and_nothing_else(tmp_path: Path) -> None:
    def written(text: str) -> str:
        file = tmp_path / "own.toml"
        file.write_text(f'extends = "classic"\n{text}', "utf-8")
        return settings_hash(load_house(str(file)))

    assert written('name = "Another name"') == settings_hash(built_in("classic"))
    assert written("seats = 5") != settings_hash(built_in("classic"))
    assert len({settings_hash(built_in(key)) for key in built_in_keys()}) == len(built_in_keys())


@pytest.mark.parametrize("key", built_in_keys())
def test_all_hands_are_in_the_frequencies(key: str) -> None:
    found = frequencies(built_in(key))
    assert sum(each.combinations for each in found.three_cards) == 22_100
    assert found.dealer_qualifies.combinations == 15_380
    offers = built_in(key).offers("six_card_bonus")
    assert (found.six_cards is not msgspec.UNSET) == offers
    if found.six_cards is not msgspec.UNSET:
        assert sum(each.combinations for each in found.six_cards) == 20_358_520


def test_contributions_add_up_to_the_edge(manual: Sheet) -> None:
    for name, each in manual.analysis.wagers.items():
        total = sum(row.contribution.fraction for row in each.outcomes)
        assert total == -each.house_edge.fraction, name


@pytest.mark.usefixtures("without_the_table")
def test_the_joint_figures_are_of_the_minimum_bets_unless_others_are_given(mics: Sheet) -> None:
    assert mics.position.bets == {"ante": 500, "pair_plus": 500}
    only_ante = par_sheet(built_in("mics"), DAY, bets={"ante": 1000, "pair_plus": 0})
    assert only_ante.position.bets == {"ante": 1000}
    edge = only_ante.position.figures.house_edge.fraction
    assert edge == Fraction(13_733_780, 407_170_400)


def test_the_progressive_breaks_even_where_its_edge_changes_sign(manual: Sheet) -> None:
    figures = manual.analysis.side_wagers["progressive"]
    assert figures.by_seats is not msgspec.UNSET
    rows = by_meter(built_in("manual"), "progressive", figures)
    assert manual.meters == {"progressive": rows}
    assert len(rows[0].house_edge) == built_in("manual").seats
    for row in rows:
        for edge, seats in zip(row.house_edge, figures.by_seats, strict=True):
            assert seats.break_even_meter is not msgspec.UNSET
            assert (edge.value > 0) == (row.meter_cents < seats.break_even_meter.value)


def test_the_hold_narrows_round_the_expected_one(mics: Sheet) -> None:
    widths = [
        each.intervals[-1].highest - each.intervals[-1].lowest for each in mics.volatility.hold
    ]
    assert widths == sorted(widths, reverse=True)
    assert mics.volatility.expected == mics.position.figures.house_edge
    for each in mics.volatility.hold:
        lowest, highest = each.intervals[-1].lowest, each.intervals[-1].highest
        assert lowest < mics.volatility.expected.value < highest


@pytest.mark.usefixtures("without_the_table")
def test_the_hold_follows_the_meter_at_any_amount(manual: Sheet) -> None:
    """In the long run it holds what the progressive's long-run figure leaves."""
    assert manual.volatility.meter_moves
    last = manual.volatility.hold[-1]
    assert last.rounds == 1_000_000
    assert last.expected_value == pytest.approx(0.0942, abs=3e-4)
    assert last.intervals[-1].lowest < 0.0942 < last.intervals[-1].highest < 0.1006
    sheet = par_sheet(built_in("manual"), DAY, meter_cents=1_234_567)
    assert len(sheet.volatility.hold) == len(sheet.volatility.rounds)
    assert sheet.volatility.hold[0].expected_value < manual.volatility.hold[0].expected_value


def test_more_rounds_never_print_a_lower_chance_that_the_house_is_ahead(manual: Sheet) -> None:
    printed = [chance(each.house_wins, each.error).text for each in manual.volatility.hold]
    shares = [float(each.strip("> %")) for each in printed]
    assert shares == sorted(shares)


# Where the settings come from


def test_every_setting_rests_on_clauses_or_rulings_or_is_marked_as_our_default(
    manual: Sheet,
) -> None:
    book = manual.rule_book
    by_name = {each.name: each for each in (*book.game, *book.procedure)}
    assert by_name["meters.main.seed_cents"].origin == "our default"
    assert by_name["wagers.pair_plus.fold"].cites[-1] == "MAN-1"
    assert by_name["wagers.pair_plus.fold"].origin == "rulings"
    assert by_name["dealer.qualifies_with"].origin == "clauses"
    assert by_name["payouts.rounding"].origin == "no clause"
    assert {each.key for each in book.ours} == set(built_in("manual").ours)


def test_contested_points_name_their_ruling_and_who_decided(manual: Sheet) -> None:
    readings = {each.ruling: each for each in manual.rule_book.readings}
    assert readings["MAN-1"].here == {"wagers.pair_plus.fold": "stays"}
    assert not readings["MAN-1"].stated
    assert not readings["MAN-16"].stated
    assert "MAN-6" not in readings, "a point of procedure"


def test_an_option_that_was_set_for_the_sheet_is_marked() -> None:
    changed = house("mics", tie="player")
    book = rule_book(
        changed, lint_house("mics"), changed=changed_settings(built_in("mics"), changed)
    )
    (tie,) = (each for each in book.game if each.name == "ante.tie")
    assert (tie.value, tie.origin) == ("win", "set for this sheet")


def test_a_house_without_a_wager_has_no_options_of_it(mics: Sheet) -> None:
    names = {each.name for each in (*mics.rule_book.game, *mics.rule_book.procedure)}
    assert not {name for name in names if "six_card" in name or "envy" in name}


@pytest.mark.usefixtures("without_the_table")
def test_departures_from_the_book_are_on_the_sheet(tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text('extends = "mics"\n[wagers.pair_plus.pays]\nflush = 3\n', "utf-8")
    sheet = par_sheet(load_house(str(file)), DAY, findings=lint_house(str(file)))
    (found,) = sheet.rule_book.departures
    assert found.key == "wagers.pair_plus.pays.flush"
    assert "3 to 1" in as_html(sheet).decode()
    assert "Departures from the book" in as_html(sheet).decode()


# The files


def test_json_has_the_exact_fractions(mics: Sheet) -> None:
    document = msgspec.json.decode(as_json(mics))
    edge = document["analysis"]["wagers"]["ante_play"]["house_edge"]
    assert edge == {"exact": "13733780/407170400", "value": 13_733_780 / 407_170_400}


def test_csv_has_a_line_for_each_figure(manual: Sheet) -> None:
    rows = rows_of(manual)
    exact, value = rows["1. Summary / Each wager by itself", "Pair Plus", "House edge"]
    assert (exact, float(value)) == ("1608/22100", 1608 / 22100)
    part = "5. Wagers / 6 Card Bonus / 20,358,520 combinations"
    assert rows[part, "Royal flush", "Combinations"] == ("188", "188")
    assert rows["10. All bets together / Distribution of the net", "-$21", "Combinations"] == (
        "71803980",
        "71803980",
    )
    section = "11. Progressive by meter, seats and time / Break-even meter"
    edge, _ = rows[section, "3", "Break-even meter"]
    assert Fraction(edge) == 973_000
    assert rows["Title", "Date", ""] == ("", "2026-01-05")


@pytest.mark.parametrize("key", ["mics-alternate", "chickasaw", "classic"])
def test_no_two_cells_of_the_csv_have_the_same_name(key: str) -> None:
    assert rows_of(par_sheet(built_in(key), DAY, findings=lint_house(key)))


def text_of(pdf: bytes, sheet: Sheet) -> str:
    """By pdftotext; without it, the text Typst reports for the tables."""
    if tool := shutil.which("pdftotext"):
        ran = subprocess.run(
            [tool, "-layout", "-", "-"], input=pdf, capture_output=True, check=True
        )
        return ran.stdout.decode()
    return typst.query(
        TEMPLATE.read_bytes(),
        "table",
        ignore_system_fonts=True,
        sys_inputs={"sheet": typeset(sheet)},
    )


def pages_of(pdf: bytes) -> int:
    return len(re.findall(rb"/Type ?/Page\b", pdf))


def test_the_pdf_has_its_pages_and_its_figures_as_text(manual: Sheet) -> None:
    pdf = as_pdf(manual)
    assert pdf.startswith(b"%PDF-1.7")
    assert pages_of(pdf) == 19
    text = text_of(pdf, manual)
    for figure in (
        "13,733,780/407,170,400",
        "3.3730%",
        "2.0147%",
        "1,608/22,100",
        "3,110,576/20,358,520",
        "12,020/22,100",
        "$10,080",
        "71,803,980",
        "MAN-10",
        "A-K-Q of spades",
    ):
        assert figure in text


def test_columns_of_a_workbook_continue_after_z() -> None:
    names = [column_name(place) for place in (0, 25, 26, 51, 52, 701, 702)]
    assert names == ["A", "Z", "AA", "AZ", "BA", "ZZ", "AAA"]


def test_the_workbook_recalculates_to_the_figures_of_the_sheet(manual: Sheet) -> None:
    book = Workbook(as_workbook(manual))
    for row, (name, figures) in enumerate(manual.analysis.wagers.items(), start=2):
        assert book.value("Summary", f"A{row}") == manual.titles[name]
        assert book.value("Summary", f"C{row}") == pytest.approx(figures.house_edge.value)
        deviation = figures.standard_deviation.value
        assert book.value("Summary", f"D{row}") == pytest.approx(deviation)
        assert book.value("Summary", f"E{row}") == figures.combinations
    together, figures_together = "All bets together", manual.position.figures
    last = len(figures_together.outcomes) + 1
    assert book.value(together, f"D{last}") == pytest.approx(1)
    edge = figures_together.house_edge.value
    assert book.value(together, f"B{last + 5}") == pytest.approx(edge)


def test_the_values_written_beside_the_formulas_are_what_they_come_to(manual: Sheet) -> None:
    book, found = Workbook(as_workbook(manual)), 0
    for tab, cells in book.formulas.items():
        for place in cells:
            found += 1
            assert book.value(tab, place) == pytest.approx(book.written[tab][place], abs=1e-9)
    assert found > 300


EXAMPLES = Path(__file__).parents[3] / "examples/books"
ALL_HOUSES = [
    *built_in_keys(),
    *(str(each) for each in sorted(EXAMPLES.iterdir()) if each.is_dir()),
]


@pytest.mark.parametrize("key", ["manual", "mics"])
def test_no_page_but_the_last_is_less_than_60_percent_full(
    key: str, request: pytest.FixtureRequest
) -> None:
    assert_pages_are_full(request.getfixturevalue(key))


@pytest.mark.long
@pytest.mark.parametrize("named", ALL_HOUSES, ids=lambda named: Path(named).name)
def test_the_pages_of_every_house_and_example_are_full(named: str) -> None:
    sheet = par_sheet(load_house(named), DAY, findings=lint_house(named))
    assert_pages_are_full(sheet)


@pytest.mark.long
def test_the_pages_of_a_house_with_a_must_hit_by_meter_are_full() -> None:
    mystery = changed("manual", {"meters.main.must_hit_by_cents": 200_000})
    assert_pages_are_full(par_sheet(mystery, DAY, findings=lint_house("manual")))


def assert_pages_are_full(sheet: Sheet) -> None:
    pages = typst.compile(
        TEMPLATE.read_bytes(),
        ignore_system_fonts=True,
        sys_inputs={"sheet": typeset(sheet)},
        format="png",
        ppi=24,
    )
    assert isinstance(pages, list)
    for number, page in enumerate(pages[:-1], start=1):
        picture = imread(BytesIO(page))[:, :, :3]
        height = len(picture)
        body = picture[int(0.07 * height) : int(0.92 * height)].min(axis=(1, 2))
        (inked,) = (body < 0.8).nonzero()
        assert inked[-1] >= 0.6 * len(body), f"page {number}"


def test_the_distribution_reads_down_its_columns_on_one_page(manual: Sheet) -> None:
    pieces = [
        block
        for section in sections(manual)
        for block in section.blocks
        if isinstance(block, Table) and block.title.startswith("Distribution of the net")
    ]
    nets = [row[0].value for piece in pieces for row in piece.rows]
    assert nets == sorted(each.net_cents for each in manual.position.figures.outcomes)
    assert all(len(piece.rows) <= 24 for piece in pieces)


def test_the_pdf_is_the_same_each_time(mics: Sheet) -> None:
    first = as_pdf(mics)
    assert pages_of(first) == 12
    assert first == as_pdf(mics)


def test_every_cell_of_every_table_is_in_the_html(mics: Sheet) -> None:
    page = as_html(mics).decode()
    for section in sections(mics):
        assert section.title in page
        for block in section.blocks:
            if isinstance(block, Table):
                assert not [
                    cell
                    for row in block.rows
                    for cell in row
                    if f">{escape(cell.text)}</td>" not in page
                ]
    shown = re.sub(r"<[^>]*>", "\n", page)
    assert "13,733,780/407,170,400" in shown
    assert "expected 2.84%" in shown, "a plot's labels are text"
    assert page == as_html(mics).decode()


def test_the_html_needs_nothing_from_elsewhere(mics: Sheet) -> None:
    page = as_html(mics).decode()
    named = {each for each in re.findall(r'(?:src|href)="([^"]*)"', page) if each[:1] != "#"}
    assert not named
    assert not re.findall(r"url\((?!#)", page)
    assert page.count("<svg") == 2


@pytest.mark.usefixtures("without_the_table")
def test_names_of_a_house_are_not_markup(tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text('extends = "classic"\nname = "<b>#panic()</b> & $x$"\n', "utf-8")
    sheet = par_sheet(load_house(str(file)), DAY)
    assert "<h1>&lt;b&gt;#panic()&lt;/b&gt; &amp; $x$</h1>" in as_html(sheet).decode()
    assert pages_of(as_pdf(sheet)) > 1


def test_fractions_are_printed_as_people_read_them() -> None:
    assert fraction_text("13733780/407170400") == "13,733,780/407,170,400"
    assert fraction_text("-1/20") == "−1/20"
    assert fraction_text("1008000/1") == "1,008,000"
    assert fraction_text("sqrt(2/3)") == "√(2/3)"


def test_a_probability_just_below_one_is_not_printed_as_one() -> None:
    assert chance(0.75, 1e-9).text == "75.0000%"
    assert chance(0.99999999, 1e-9).text == "> 99.9999%"
    over = chance(1.000000001, 3e-5)  # Rounding may push it past 1.
    assert (over.text, over.value) == ("> 99.9970%", 1.0)


def test_tables_have_a_cell_under_every_heading(manual: Sheet) -> None:
    assert list(flat(sections(manual)))


# What can go wrong


def test_an_unknown_file_type_is_refused_before_the_work(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"sheet\.docx: a PAR sheet is written as \.pdf, \.html"):
        check_file(tmp_path / "sheet.docx")


def test_a_file_that_cannot_be_written_is_a_one_line_error(mics: Sheet, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="there is no directory"):
        write_sheet(mics, tmp_path / "nowhere" / "sheet.json")
    (tmp_path / "is.json").mkdir()
    with pytest.raises(ValueError, match="is a directory"):
        write_sheet(mics, tmp_path / "is.json")
    with pytest.raises(ValueError, match="cannot be written"):
        write_sheet(mics, tmp_path / f"{'long' * 100}.json")


@pytest.mark.parametrize(
    ("missing", "ending"), [("typst", ".pdf"), ("matplotlib", ".html"), ("numpy", ".csv")]
)
def test_a_missing_package_names_the_extra_that_has_it(
    missing: str, ending: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, missing, None)
    with pytest.raises(ModuleNotFoundError, match=rf"needs {missing}, .* 'queenhigh\[maths\]'"):
        check_file(tmp_path / f"sheet{ending}")


def test_a_bet_that_the_house_does_not_offer_is_refused() -> None:
    with pytest.raises(ValueError, match="classic offers no progressive"):
        par_sheet(built_in("classic"), DAY, bets={"progressive": 100})
    with pytest.raises(ValueError, match="at least one bet"):
        par_sheet(built_in("classic"), DAY, bets={"ante": 0})
    with pytest.raises(ValueError, match="0 cents or more"):
        par_sheet(built_in("manual"), DAY, meter_cents=-1)
    with pytest.raises(ValueError, match="classic has no meter"):
        par_sheet(built_in("classic"), DAY, meter_cents=1)


# The command


def asked(**changes: Any) -> dict[str, Any]:
    return {
        "output": None,
        "date": "2026-01-05",
        "bets": [],
        "meter": [],
        "seats": 1,
        "rounds_an_hour": 60,
        "options": None,
        "json": False,
    } | changes


def test_the_command_writes_the_file_and_says_so(
    tmp_path: Path, mics: Sheet, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "sheet.json"
    command.par("mics", **asked(output=str(file)))
    assert file.read_bytes() == as_json(mics)
    assert capsys.readouterr().out == (
        f"{file}: the PAR sheet of mics, 2026-01-05, settings {mics.title.settings_hash}\n"
    )


def test_the_command_prints_the_sheet_as_json_the_same_each_time(
    mics: Sheet, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    command.par("mics", **asked(json=True))
    assert capfdbinary.readouterr().out == as_json(mics)


@pytest.mark.usefixtures("without_the_table")
def test_the_command_takes_options_and_bets(tmp_path: Path) -> None:
    file = tmp_path / "sheet.json"
    bets = ["ante=2000", "pair_plus=0"]
    command.par("mics", **asked(output=str(file), options='{"tie": "player"}', bets=bets))
    document = msgspec.json.decode(file.read_bytes())
    assert document["position"]["bets"] == {"ante": 2000}
    edge = document["analysis"]["wagers"]["ante_play"]["house_edge"]["exact"]
    assert edge == "13198364/407170400"
    marked = [each for each in document["rule_book"]["game"] if each["name"] == "ante.tie"]
    assert marked[0]["origin"] == "set for this sheet"


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({}, "give an output file"),
        ({"json": True, "date": "5 January"}, "'5 January' is not a date: write it as 2026-01-05"),
        ({"json": True, "options": "{"}, "not JSON"),
    ],
)
def test_the_command_refuses_in_one_line(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message) as refused:
        command.par("mics", **asked(**changes))
    assert "\n" not in str(refused.value)


def test_the_examples_in_the_guide_are_true() -> None:
    blocks = re.findall(r"^```python\n(.*?)^```$", GUIDE.read_text("utf-8"), re.M | re.S)
    page = DocTestParser().get_doctest("\n".join(blocks), {}, GUIDE.name, str(GUIDE), 0)
    said: list[str] = []
    failed, tried = DocTestRunner(verbose=False).run(page, out=said.append)
    assert (failed, tried > 5) == (0, True), "".join(said)
