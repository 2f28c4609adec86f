"""What a visitor's browser is blamed for, and how a visitor calls the API."""

import pytest
from playwright.sync_api import expect

from .browsing import Visitor
from .conftest import Visit
from .serving import Service, free_port
from .staffing import sign_in

FETCHED = "(address) => fetch(address).catch(() => null)"
CONNECTED = """(address) => new Promise((done) => {
  try { new WebSocket(address).onerror = done; } catch { done(); }
}).then(() => null)"""


@pytest.fixture
def blamed(visit: Visit) -> Visitor:
    visitor = visit()
    visitor.page.goto("/sign-in")
    expect(visitor.page.get_by_role("heading", level=1)).to_be_visible()
    assert visitor.problems == []
    return visitor


@pytest.mark.parametrize("host", ["example.org", "127.0.0.1"])
def test_a_page_that_leaves_its_origin_is_blamed(host: str, blamed: Visitor) -> None:
    for script, scheme in ((FETCHED, "http"), (CONNECTED, "ws")):
        address = f"{scheme}://{host}:{free_port()}/"
        blamed.page.evaluate(script, address)
        blamed.wait_until(lambda: bool(blamed.problems))
        assert any(address.rstrip("/") in problem for problem in blamed.problems), blamed.problems
        blamed.page.evaluate("() => null")  # The browser has written all it has to say.
        blamed.problems.clear()


def test_a_person_who_called_the_api_stays_the_same_in_the_browser(
    pit: Service, visit: Visit
) -> None:
    ann = sign_in(visit(pit), "ann")
    ann.page.goto("/account")
    expect(ann.page.get_by_role("heading", level=1)).to_have_text("ann")
    guest = visit(pit)
    guest.page.goto("/sign-in")
    expect(guest.page.get_by_role("heading", level=1)).to_be_visible()
    sign_in(guest, "ann")
    guest.page.goto("/account")
    expect(guest.page.get_by_role("heading", level=1)).to_have_text("ann")
    assert guest.get("/api/session")["person"]["name"] == "ann"
