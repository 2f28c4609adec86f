"""The mathematician's pages: odds that update while typing, and the rule book."""

import re
from functools import partial

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from .conftest import Visit


def summary(page: Page, wager: str) -> Locator:
    """The edge of a wager in the editor's margin."""
    side = page.get_by_role("complementary", name="Change the house")
    return side.locator(f"dt:text-is('{wager}') + dd")


def test_changing_a_pay_table_moves_the_edge_while_typing(visit: Visit) -> None:
    page = visit().page
    page.goto("/odds/manual")
    edge = summary(page, "Pair Plus")
    expect(edge).to_have_text(re.compile(r"^\d+\.\d+%$"))
    before = edge.inner_text()
    field = page.get_by_role("group", name="Pair Plus pays").get_by_label("Flush", exact=True)
    field.fill("4")
    expect(edge).not_to_have_text(before)
    expect(page.get_by_text(f"by the book {before}")).to_be_visible()
    section = page.get_by_role("region", name="Pair Plus")
    expect(section).to_contain_text(edge.inner_text())
    changed = edge.inner_text()
    assert float(changed.rstrip("%")) < float(before.rstrip("%"))  # Paying more lowers the edge.

    page.get_by_label("Dealer qualifies with").select_option(label="king high or better")
    ante = summary(page, "Ante and Play")
    expect(ante).to_be_visible()
    expect(page.get_by_text("by the book")).to_have_count(2)
    page.get_by_role("button", name="Back to the book").click()
    expect(edge).to_have_text(before)
    expect(field).to_have_value("3")


def test_an_impossible_pay_table_is_refused_at_its_field(visit: Visit) -> None:
    visitor = visit()
    page = visitor.page
    page.goto("/odds/manual")
    table = page.get_by_role("group", name="Pair Plus pays")
    edge = summary(page, "Pair Plus")
    expect(edge).to_have_text(re.compile(r"^\d+\.\d+%$"))
    before = edge.inner_text()
    with visitor.bearing("status of 400"):
        table.get_by_label("Pair", exact=True).fill("90")
        refusal = table.get_by_role("alert")
        expect(refusal).to_contain_text("may not pay")
    expect(edge).to_have_text(before)
    table.get_by_label("Pair", exact=True).fill("1")
    expect(refusal).to_be_hidden()


@pytest.mark.parametrize("computed", [False, pytest.param(True, marks=pytest.mark.long)])
def test_the_par_sheet_is_downloaded(computed: bool, visit: Visit) -> None:
    page = visit().page
    if not computed:  # It takes the service twenty seconds, and has its own tests there.
        made = partial(Route.fulfill, body=b"%PDF-1.7", content_type="application/pdf")
        page.route(re.compile("/api/v1/houses/classic/par.pdf$"), made)
    page.goto("/odds/classic")
    with page.expect_download() as waiting:
        page.get_by_role("button", name="PAR sheet (PDF)").click()
    sheet = waiting.value
    assert sheet.suggested_filename == "par-classic.pdf"
    assert sheet.path().read_bytes().startswith(b"%PDF-")


def test_houses_are_compared_side_by_side_with_their_clauses(visit: Visit) -> None:
    page = visit().page
    page.goto("/odds")
    expect(page.get_by_role("table").first.get_by_role("row")).to_have_count(6)
    page.get_by_role("link", name="Six cards and jackpot").first.click()
    expect(page).to_have_url(re.compile("/odds/manual$"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Six cards and jackpot")


def test_the_rule_book_is_searched_filtered_and_linked_into(visit: Visit) -> None:
    page = visit().page
    page.goto("/rules/manual")
    page.get_by_role("link", name="Clause by clause").click()
    entries = page.locator("ol > li.entry")
    told = page.get_by_role("status").filter(has_text="clauses.")
    expect(told).to_contain_text(re.compile(r"All \d+ clauses\."))
    every = entries.count()
    page.get_by_role("searchbox").fill("pair plus")
    expect(told).to_contain_text(re.compile(rf"^\s*\d+ of {every} clauses\."))
    found = entries.count()
    assert 0 < found < every
    expect(entries.first.locator("mark").first).to_be_visible()
    page.get_by_label("Status").select_option("enforced")
    expect(told).to_contain_text("The program enforces it")
    assert 0 < entries.count() <= found

    link = entries.first.locator(".ref a")
    clause = (link.get_attribute("href") or "").removeprefix("#")
    fresh = visit().page
    fresh.goto(f"/rules/manual#{clause}")
    expect(fresh.locator(f"li#{clause}")).to_be_in_viewport()
    expect(fresh.locator(f"li#{clause}")).to_have_class(re.compile("target"))

    page.get_by_role("searchbox").fill("no such words anywhere")
    page.get_by_role("button", name="Show all clauses").click()
    expect(entries).to_have_count(every)
    page.get_by_role("link", name="Open points").click()
    expect(page.get_by_role("status").filter(has_text="points.")).to_be_visible()
