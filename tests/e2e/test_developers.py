"""The developers' page: the API can be read and tried without leaving the origin."""

from playwright.sync_api import expect

from .conftest import Visit


def test_an_operation_is_found_tried_and_answers(visit: Visit) -> None:
    visitor = visit()
    page = visitor.page
    page.goto("/developers")
    expect(page.get_by_role("heading", name="For developers")).to_be_visible()
    expect(page.get_by_role("heading", name="Live connections")).to_be_visible()
    page.get_by_label("Find").fill("figures house exact")
    page.get_by_text("Exact figures of a house").click()
    page.get_by_role("textbox", name="key").fill("classic")
    page.get_by_role("button", name="Send").click()
    expect(page.get_by_role("heading", name="200")).to_be_visible()
    expect(page.locator("pre.answer")).to_contain_text("house_edge")
    page.get_by_text("For a shell").click()
    expect(page.locator("pre", has_text="curl")).to_contain_text("/api/v1/houses/classic/analysis")


def test_a_refusal_is_shown_as_it_was_answered(visit: Visit) -> None:
    visitor = visit()
    page = visitor.page
    page.goto("/developers")
    page.get_by_label("Find").fill("felt printed house")
    page.get_by_text("The felt of a house").click()
    page.get_by_role("textbox", name="key").fill("no-such-house")
    with visitor.bearing("404"):
        page.get_by_role("button", name="Send").click()
        expect(page.locator("pre.answer")).to_contain_text('"code"')
