"""How much a browser fetches before lobby and table are ready, and how fast."""

import gzip
import re

import pytest
from playwright.sync_api import Response, ViewportSize, expect

from .browsing import SCREENS
from .conftest import Visit
from .playing import Player

MOST_TO_A_RESULT = 250_000  # Bytes until a round is settled: files, answers and messages.
MOST_SHIFT = 0.02  # Fraction of the screen times the distance it moves, over the whole visit.
MOST_JAVASCRIPT = 200_000  # Compressed bytes for a lobby and a table, without the plots.
WATCH_SHIFTS = """
  window.shifts = [];
  const told = ({ node, previousRect, currentRect }) => ({
    node: node?.outerHTML?.slice(0, 80) ?? node?.textContent,
    from: previousRect.toJSON(), to: currentRect.toJSON() });
  new PerformanceObserver((list) => window.shifts.push(...list.getEntries().map(
    ({ value, sources }) => ({ value, sources: sources.map(told) }),
  ))).observe({ type: 'layout-shift', buffered: true });
"""
# Includes shifts right after a touch: how long browsers forgive those depends on the machine.
SHIFTS = """() => new Promise((told) => requestAnimationFrame(() =>
  setTimeout(() => told(window.shifts))))"""
TIMES = """() => {
  const [paint] = performance.getEntriesByName('first-contentful-paint');
  return paint?.startTime ?? -1;
}"""


def test_the_first_view_needs_little_javascript(
    visit: Visit, capsys: pytest.CaptureFixture[str]
) -> None:
    visitor = visit()
    scripts: dict[str, Response] = {}

    def fetched(response: Response) -> None:
        if response.request.resource_type == "script":
            scripts[response.url] = response

    visitor.page.on("response", fetched)
    visitor.page.goto("/")
    expect(visitor.page.get_by_role("article").first).to_be_visible()
    lobby = compressed(scripts)
    painted = visitor.page.evaluate(TIMES)
    shown = visitor.page.evaluate("() => performance.now()")
    player = Player(visitor)
    player.practise("manual")
    player.buy(200)
    table = compressed(scripts)
    with capsys.disabled():
        print(
            f"\nfirst paint {painted:.0f} ms, lobby shown within {shown:.0f} ms; JavaScript, "
            f"compressed: lobby {lobby / 1000:.0f} kB, with the table {table / 1000:.0f} kB"
        )
    assert 0 < lobby <= table < MOST_JAVASCRIPT


def compressed(scripts: dict[str, Response]) -> int:
    return sum(len(gzip.compress(each.body())) for each in scripts.values())


@pytest.mark.parametrize(
    "viewport",
    [pytest.param(size, id=name) for name, size in SCREENS.items()],
)
def test_a_first_visit_fetches_little_and_nothing_on_the_screen_is_pushed_aside(
    viewport: ViewportSize, visit: Visit
) -> None:
    visitor = visit(viewport=viewport)
    visitor.context.add_init_script(WATCH_SHIFTS)
    fetched: list[float] = []
    wire = visitor.context.new_cdp_session(visitor.page)
    wire.send("Network.enable")
    wire.on("Network.loadingFinished", lambda each: fetched.append(each["encodedDataLength"]))
    page, player = visitor.page, Player(visitor)
    again = page.get_by_role("button", name=re.compile(r"^Repeat \$\d+ and deal$"))
    page.goto("/")
    expect(page.get_by_text("house keeps").first).to_be_visible()
    page.get_by_role("button", name="Practise now").click()
    player.spot("ante").click()
    player.deal_button.click()
    player.play_button.click()
    expect(again).to_be_visible()
    messages = sum(len(each.encode()) for each in visitor.frames)
    assert 0 < messages < sum(fetched) + messages < MOST_TO_A_RESULT
    again.click()
    player.play_button.click()
    expect(again).to_be_visible()
    shifts = page.evaluate(SHIFTS)
    assert sum(each["value"] for each in shifts) < MOST_SHIFT, shifts


def test_assets_are_compressed_and_cached_and_an_unknown_address_is_not_found(visit: Visit) -> None:
    request = visit().context.request
    page = request.get("/")
    assert page.headers["content-encoding"] == "gzip"
    script = page.text().split('src="/assets/')[1].split('"')[0]
    asset = request.get(f"/assets/{script}")
    assert asset.headers["content-encoding"] == "br"
    older = request.get(f"/assets/{script}", headers={"accept-encoding": "gzip"})
    assert older.headers["content-encoding"] == "gzip"
    assert older.text() == asset.text()
    assert "immutable" in asset.headers["cache-control"]
    assert request.get("/rules/manual").status == 200
    assert request.get("/nowhere").status == 404
    assert '<div id="app">' in request.get("/rules/manual/beyond").text()
    assert request.get("/rules/manual/beyond").status == 404


def test_a_guest_makes_an_account_and_keeps_chips_and_rounds(visit: Visit) -> None:
    player = Player(visit())
    page = player.page
    player.practise("manual")
    player.buy(200)
    player.bet("ante")
    player.deal()
    player.play()
    table = player.id
    page.goto("/account")
    page.get_by_label("Display name").fill("Ann")
    page.get_by_label(re.compile("^Sign-in name")).fill("river.ann")
    page.get_by_label("Password").fill("a long walk by the river")
    page.get_by_role("button", name="Make the account").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Ann")
    expect(page.get_by_label("Play", exact=True)).to_be_visible()
    expect(page.get_by_label("Move money at the cage")).to_have_count(0)
    way_back = page.get_by_role("main").get_by_role("link", name="Back to your table")
    expect(way_back).to_have_attribute("href", f"/table/{table}")
    expect(page.get_by_text("You sign in as river.ann.")).to_be_visible()
    elsewhere = visit()
    elsewhere.page.goto("/sign-in")
    elsewhere.page.get_by_label("Name").fill("river.ann")
    elsewhere.page.get_by_label("Password").fill("a long walk by the river")
    elsewhere.page.get_by_role("button", name="Sign in").click()
    expect(elsewhere.page.get_by_role("heading", level=1)).to_contain_text("by the book")
    elsewhere.page.goto(f"/history/{table}")
    expect(elsewhere.page.get_by_role("table").get_by_role("link", name="1")).to_be_visible()
