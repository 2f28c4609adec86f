"""How much a browser has to fetch before the lobby and the table are there, and how fast."""

import gzip

import pytest
from playwright.sync_api import Response, expect

from .conftest import Visit
from .playing import Player

MOST_JAVASCRIPT = 200_000  # Bytes, compressed: of a lobby and a table, without the plots.
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
