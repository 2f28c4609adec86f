"""axe finds no violations: on every page, in both rooms, on a laptop and on a phone."""

import re
from pathlib import Path

from playwright.sync_api import Page, expect

from .browsing import LAPTOP, PHONE
from .conftest import Visit
from .dealing import Dealer
from .playing import Player
from .serving import Service
from .staffing import sign_in
from .test_floor import come_in, invite

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
# Rooms differ only in their colours, and colours take most of the time. So the other rules run once
# in each size, and colours on one text of each kind, on whatever page: with the same colour, in the
# same of the two sizes that contrast knows, on the same grounds.
CHECK = """async (checkedKinds) => {
  const COLOURS = ['color-contrast', 'link-in-text-block'];
  const run = async (where, some) => {
    const { violations } = await axe.run(where, { resultTypes: ['violations'], ...some });
    return violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ target, failureSummary }) =>
        `${id} (${help}) at ${target}: ${failureSummary.replaceAll(/\\s+/g, ' ')}`));
  };
  const newKinds = () => {
    const grounds = new Map([[null, '']]);
    const groundOf = (each) => {
      if (!grounds.has(each)) {
        const style = getComputedStyle(each);
        const own = [style.backgroundColor, style.backgroundImage, style.opacity, style.filter,
          style.mixBlendMode, style.position].join(' ');
        const placed = style.position === 'static' ? '' : ` ${each.tagName} ${each.className}`;
        const plain = own === 'rgba(0, 0, 0, 0) none 1 none normal static';
        grounds.set(each, groundOf(each.parentElement) + (plain ? '' : `|${own}${placed}`));
      }
      return grounds.get(each);
    };
    const kindOf = (each) => {
      const style = getComputedStyle(each);
      const beside = getComputedStyle(each.parentElement);
      const large = parseFloat(style.fontSize) >= (style.fontWeight >= 700 ? 18.66 : 24);
      return [groundOf(each), each.tagName, style.color, large, style.textShadow,
        style.textDecorationLine, each.matches(':disabled, :disabled *'), beside.color].join(';');
    };
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found = [];
    while (texts.nextNode()) {
      const each = texts.currentNode.parentElement;
      if (!texts.currentNode.data.trim() || !each.checkVisibility()) continue;
      const kind = kindOf(each);
      if (!checked.has(kind)) found.push(each);
      checked.add(kind);
    }
    return found;
  };
  const checked = new Set(checkedKinds);
  const off = Object.fromEntries(COLOURS.map((rule) => [rule, { enabled: false }]));
  const found = await run(document, { rules: off });
  for (const room of ['light', 'dark']) {
    document.documentElement.dataset.room = room;
    document.getAnimations().forEach((each) => each.finish());
    await document.fonts.ready;
    const include = newKinds();
    if (include.length)
      for (const each of await run({ include }, { runOnly: { type: 'rule', values: COLOURS } }))
        found.push(`${room}: ${each}`);
  }
  return { found, kinds: [...checked] };
}"""
_checked_kinds: list[str] = []
SETTLED = "() => document.fonts.ready.then(() => !document.querySelector('.loading'))"


def violations(page: Page) -> list[str]:
    """Check the page as it stands, in both rooms and sizes."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text("utf-8"))
    found: list[str] = []
    for name, size in (("phone", PHONE), ("laptop", LAPTOP)):
        page.set_viewport_size(size)
        page.wait_for_function(SETTLED)
        told = page.evaluate(CHECK, _checked_kinds)
        _checked_kinds[:] = told["kinds"]
        found += [f"{page.url}, {name}: {each}" for each in told["found"]]
    return found


PAGES = (
    "/",
    "/history",
    "/statistics/quick",
    "/sign-in",
    "/account",
    "/developers",
    "/welcome/no-such-link",
    "/odds",
    "/odds/manual",
    "/how-to-play/manual",
    "/trainer/manual",
    "/rules/classic",
    "/rules/classic?view=clauses",
    "/rules/manual?view=points",
    "/dealer",
    "/floor",
    "/nowhere",
)


def test_axe_finds_nothing_on_any_page(visit: Visit) -> None:
    """One browser, started once, but a new person on each page."""
    visitor, found = visit(), []
    for path in PAGES:
        visitor.forget()
        with visitor.bearing("status of 40"):
            visitor.page.goto(path)
            expect(visitor.page.get_by_role("heading", level=1)).to_be_visible()
            visitor.page.wait_for_load_state("networkidle")
        found += violations(visitor.page)
    assert found == []


def test_axe_finds_nothing_at_a_table_in_any_phase(visit: Visit) -> None:
    player = Player(visit())
    page = player.page
    page.goto("/")
    page.get_by_role("button", name="Choose the rules").click()
    expect(page.get_by_role("dialog").get_by_role("radio").first).to_be_visible()
    found = violations(page)
    page.keyboard.press("Escape")
    player.practise("manual", bots=3)
    expect(page.get_by_role("dialog", name="Buy chips")).to_be_visible()
    found += violations(page)
    player.buy(900)
    found += violations(page)
    player.bet("ante")
    player.bet("pair_plus")
    player.deal()
    page.get_by_role("checkbox", name="Advise me before I decide").check()
    expect(player.side.get_by_text("Better to")).to_be_visible()
    found += violations(page)
    player.play()
    found += violations(page)
    table = player.id
    page.goto(f"/history/{table}/1")
    expect(page.get_by_text("This is the shuffle committed to")).to_be_visible()
    found += violations(page)
    page.goto(f"/history/{table}")
    expect(page.get_by_role("table")).to_be_visible()
    found += violations(page)
    page.goto(f"/statistics/{table}")
    expect(page.get_by_role("img", name=re.compile("^Running result"))).to_be_visible()
    found += violations(page)
    assert found == []


def test_axe_finds_nothing_on_the_dealers_and_the_floors_pages(pit: Service, visit: Visit) -> None:
    admin, new, floor = sign_in(visit(pit), "ada"), visit(pit), sign_in(visit(pit), "flo")
    link, found = invite(admin.page, "floor"), []
    page = new.page
    page.goto(link)
    expect(page.get_by_role("button", name="Continue")).to_be_visible()
    found += violations(page)
    come_in(new, link, "fay")
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_role("region", name="Settings")).to_be_visible()
    found += violations(page)
    page = admin.page
    for path in ("/account", "/floor/people"):
        page.goto(path)
        page.wait_for_load_state("networkidle")
        found += violations(page)
    expect(page.get_by_role("region", name="To be confirmed")).to_be_visible()
    for path in ("/floor/tables", "/floor/new", "/floor/cage", "/floor/books"):
        floor.page.goto(path)
        floor.page.wait_for_load_state("networkidle")
        found += violations(floor.page)

    dealer = Dealer(visit(pit))
    dealer.set_up("manual", "training", players=3)
    found += violations(dealer.page)
    with dealer.visitor.bearing("status of 409"):  # There is no hand yet: the dialog says so.
        report = dealer.menu("Report", "Wrong number of cards")
        expect(report.locator(".consequence .lose")).to_be_visible()
        found += violations(dealer.page)
    assert found == []
