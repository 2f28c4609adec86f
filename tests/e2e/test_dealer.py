"""The dealer's console: a table where people do what a machine does elsewhere."""

import re
from collections.abc import Sequence

import pytest
from playwright.sync_api import expect

from .conftest import Visit
from .dealing import TABLETS, Dealer, Hands
from .screenshots import LEAST_PX, OVERLAPS, SMALL_TEXT

# Seven hands and the dealer's; seats 2 and 5 fold.
HANDS: Hands = {
    0: ("Qc", "Jd", "5h"),
    1: ("7d", "7h", "2c"),
    2: ("9c", "6d", "3h"),
    3: ("Ks", "Td", "4c"),
    4: ("As", "9s", "4s"),
    5: ("8h", "5d", "2s"),
    6: ("6s", "5s", "4h"),
    7: ("Kh", "Kd", "3c"),
}


# Seats whose bets, cards or hand overflow.
CUT_SEATS = """() => [...document.querySelectorAll('[aria-label="The layout"] .place button')]
  .filter((each) => each.scrollHeight > each.clientHeight + 1)
  .map((each) => `${each.scrollHeight} > ${each.clientHeight}: ${each.textContent.trim()}`)"""


def physical(visit: Visit, screen: str = "small") -> Dealer:
    """A table with real cards and bets at all seven seats, after its opening."""
    return seated(Dealer(visit(viewport=TABLETS[screen], has_touch=True)))


def seated(dealer: Dealer) -> Dealer:
    dealer.set_up("manual", "physical")
    dealer.open_in_groups()
    for seat in range(1, 8):
        dealer.tell({"type": "sit", "seat": seat, "player": f"walk-in-{seat}"})
        dealer.tell({"type": "buy_in", "seat": seat, "cents": 500_00})
        dealer.tell({"type": "place_wager", "seat": seat, "wager": "ante", "amount": 500})
    dealer.tell({"type": "place_wager", "seat": 4, "wager": "pair_plus", "amount": 500})
    dealer.catch_up()
    dealer.visitor.wait_until(lambda: len(bettors(dealer)) == 7)
    return dealer


def bettors(dealer: Dealer) -> list[int]:
    return [each["seat"] for each in dealer.view["seats"] if each["wagers"]]


def decide(dealer: Dealer, folds: Sequence[int]) -> None:
    row = dealer.page.get_by_role("group", name="Decisions")
    for seat in folds:
        column = row.get_by_role("group", name=re.compile(f"^{seat} "))
        column.get_by_role("button", name="Fold").tap()
    dealer.confirm.tap()
    dealer.visitor.wait_until(lambda: dealer.view["phase"] == "settling")


def test_a_learner_goes_from_the_seal_to_the_rack_step_by_step(visit: Visit) -> None:
    dealer = Dealer(visit())
    page = dealer.page
    dealer.set_up("manual", "training", players=1)
    expect(page.get_by_label("You act as")).to_be_visible()
    for due in dealer.steps():
        if due["step"] == "shuffle":
            continue  # The system does it.
        if due["step"] == "inspect":
            page.get_by_role("button", name="The clause").click()
            clause = page.get_by_role("dialog", name=re.compile("^The clause"))
            expect(clause).to_contain_text("front and back")
            page.keyboard.press("Escape")
        dealer.done()
    dealer.sit_and_bet(4, buy_in=500, bets={"Ante": 5, "Pair Plus": 5})
    expect(dealer.next).to_contain_text("2 positions have bets")
    dealer.touch()
    expect(dealer.next).to_contain_text("Say")
    for _ in dealer.steps():
        dealer.done()
    # The house decides for its own player, the dealer enters the walk-in's decision.
    dealer.visitor.wait_until(lambda: dealer.view["next_to_decide"] == 4)
    for _ in dealer.steps():
        dealer.done()  # The player has thrown this hand in.
    dealer.touch()
    dealer.visitor.wait_until(lambda: dealer.view["next_to_decide"] is None)
    for due in dealer.steps(until="end_round"):
        if due["step"] == "settle":
            expect(dealer.next.get_by_role("heading")).to_contain_text(
                re.compile("^(Pay|Take) |pushes")
            )
        dealer.done()
    dealer.done()
    dealer.visitor.wait_until(lambda: dealer.view["phase"] == "betting")
    (told,) = dealer.visitor.get(f"/api/tables/{page.url.rsplit('/')[-1]}/rounds")
    assert (told["number"], len(told["dealer"])) == (1, 3)


def test_a_routine_round_of_seven_seats_takes_36_touches_and_30_with_two_folds(
    visit: Visit,
) -> None:
    dealer = physical(visit)
    assert dealer.view["kind"] == "physical"
    assert dealer.deal_quickly(HANDS, repeat=False) == "over"  # It provides bets to repeat.
    dealer.catch_up()

    for folds, most in (((), 36), ((2, 5), 30)):
        before = dealer.touches
        expect(dealer.confirm).to_have_text(re.compile("^Repeat all bets"))
        dealer.confirm.tap()
        dealer.visitor.wait_until(lambda: len(bettors(dealer)) == 7)
        expect(dealer.confirm).to_have_text(re.compile("No More Bets"))
        dealer.touch()
        dealer.visitor.wait_until(lambda: dealer.view["phase"] == "deciding")
        assert all(card == "??" for each in dealer.view["seats"] for card in each["cards"])
        decide(dealer, folds)
        dealer.settle_the_rest(HANDS)
        assert dealer.touches - before <= most
    told = dealer.visitor.get(f"/api/tables/{dealer.page.url.rsplit('/')[-1]}/rounds")
    assert len(told) == 3


def test_each_bet_of_a_hand_is_shown_with_its_chips_before_it_is_paid(visit: Visit) -> None:
    dealer = physical(visit)
    page = dealer.page
    dealer.touch()
    dealer.visitor.wait_until(lambda: dealer.view["phase"] == "deciding")
    decide(dealer, (2,))
    dealer.turn_up(HANDS[0])
    expect(dealer.next).to_contain_text("Say")
    pad = page.get_by_role("group", name="The deck")
    expect(pad.get_by_role("button", name="Q of clubs")).to_be_disabled()  # The dealer holds it.
    for seat in (7, 6, 5):
        dealer.turn_up(HANDS[seat])
        dealer.touch()
    # Typed, with a typo.
    expect(page.get_by_role("region", name="Cards turned up")).to_contain_text("Seat 4")
    page.keyboard.type("Ah")
    page.keyboard.press("Backspace")
    page.keyboard.type("As9s")
    expect(pad.locator("[aria-pressed=true]")).to_have_count(2)
    page.keyboard.type("4s")
    lines = page.get_by_role("region", name="Payouts").get_by_role("listitem")
    expect(page.get_by_role("list", name="Chips to cut for $15")).to_be_visible()
    expect(page.get_by_role("region", name="Payouts")).not_to_contain_text("Your")
    told = [" ".join(text.split()) for text in lines.all_inner_texts()]
    assert any(text.startswith("Pay Pair Plus $5 $15 3 to 1") for text in told), told
    expect(dealer.confirm).to_have_text("Pay $25")
    dealer.settle_the_rest(HANDS)
    expect(dealer.seat(4)).to_contain_text("$525")
    (told,) = dealer.visitor.get(f"/api/tables/{page.url.rsplit('/')[-1]}/rounds")
    assert tuple(told["dealer"]) == HANDS[0]


@pytest.mark.parametrize("screen", TABLETS)
def test_on_a_tablet_nothing_covers_anything_and_the_next_step_stays_where_it_is(
    visit: Visit, screen: str
) -> None:
    dealer = physical(visit, screen)
    for wager in ("pair_plus", "six_card_bonus", "progressive"):
        amount = 100 if wager == "progressive" else 500
        dealer.tell({"type": "place_wager", "seat": 7, "wager": wager, "amount": amount})
    dealer.tell({"type": "place_toke", "seat": 7, "wager": "ante", "amount": 100})
    dealer.catch_up()
    page, size = dealer.page, TABLETS[screen]
    places: list[tuple[float, float]] = []

    def look() -> None:
        page.evaluate("() => document.fonts.ready")
        assert page.evaluate(OVERLAPS) == []
        assert page.evaluate(SMALL_TEXT, LEAST_PX) == []
        assert page.evaluate(CUT_SEATS) == []
        box = dealer.confirm.bounding_box()
        assert box is not None
        assert min(box["x"], box["y"]) >= 0
        assert box["x"] + box["width"] <= size["width"]
        assert box["y"] + box["height"] <= size["height"]
        places.append((box["x"], box["y"]))
        assert page.evaluate("() => document.documentElement.scrollHeight") <= size["height"]

    look()
    dealer.seat(1).tap()  # Opens its bets.
    look()
    dealer.touch()
    dealer.visitor.wait_until(lambda: dealer.view["phase"] == "deciding")
    look()
    decide(dealer, ())
    look()
    keys = page.get_by_role("group", name="The deck").get_by_role("button")
    for key in (keys.first, keys.last):
        box = key.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 48
        assert box["y"] >= size["height"] * 0.6  # The table stays in view.
    dealer.turn_up(HANDS[0])
    dealer.turn_up(HANDS[7])
    look()
    assert len(set(places)) == 1

    page.get_by_role("button", name="Table", exact=True).tap()
    page.get_by_label("Left-handed").check()
    page.keyboard.press("Escape")
    box = dealer.confirm.bounding_box()
    assert box is not None
    assert box["x"] < size["width"] / 4
    look()


def test_a_report_shows_its_consequence_before_it_is_confirmed(visit: Visit) -> None:
    dealer = physical(visit)
    page = dealer.page
    dealer.touch()
    dealer.visitor.wait_until(lambda: dealer.view["phase"] == "deciding")
    before = dealer.state["version"]

    report = dealer.menu("Report", "Wrong number of cards")
    expect(report).to_contain_text("This will happen:")
    expect(report.get_by_role("listitem").first).to_be_visible()
    page.keyboard.press("Escape")
    expect(report).to_be_hidden()
    assert dealer.visitor.get(f"/api/tables/{page.url.rsplit('/')[-1]}")["version"] == before

    report = dealer.menu("Report", "Wrong number of cards")
    report.get_by_role("radio", name="The dealer").check()
    report.get_by_role("radio", name="4", exact=True).check()
    expect(report.get_by_role("listitem").filter(has_text="The round is void")).to_be_visible()
    report.get_by_role("button", name="Report the hand").tap()
    expect(report).to_be_hidden()
    expect(dealer.seat(4)).to_contain_text("$500")
    expect(dealer.next).to_contain_text("void")
    expect(dealer.next).to_contain_text("Seat 4 gets $10 back.")


# Lets a test drop connections; while `gone`, new ones are closed at once.
DROPS = """
window.sockets = [];
window.WebSocket = class extends WebSocket {
  constructor(...address) {
    super(...address);
    sockets.push(this);
    if (window.gone) this.addEventListener('open', () => this.close());
  }
};
"""


def test_a_touch_while_disconnected_acts_once_after_reconnecting(
    visit: Visit,
) -> None:
    visitor = visit(viewport=TABLETS["small"], has_touch=True)
    visitor.context.add_init_script(DROPS)
    dealer = seated(Dealer(visitor))
    page = dealer.page
    dealer.touch()
    visitor.wait_until(lambda: dealer.view["phase"] == "deciding")
    decide(dealer, ())
    key = page.get_by_role("group", name="The deck").get_by_role("button")
    expect(key.first).to_be_enabled()
    version = dealer.state["version"]
    with visitor.bearing("WebSocket"):
        page.evaluate("() => { window.gone = true; for (const each of sockets) each.close(); }")
        expect(page.get_by_role("status").filter(has_text="Reconnecting")).to_be_visible()
        for name in ("Q of clubs", "J of diamonds", "5 of hearts"):
            page.get_by_role("button", name=name, exact=True).tap()
        expect(dealer.confirm).to_have_text("Kept until the connection is back")
        assert dealer.state["version"] == version
        page.keyboard.type("KhKd")  # For the next hand, typed before this one has arrived.
        page.evaluate("() => { window.gone = false; }")
        visitor.wait_until(lambda: dealer.state["version"] > version)
    assert dealer.view["dealer_cards"] == list(HANDS[0])
    expect(page.get_by_role("region", name="Cards turned up")).to_contain_text("Seat 7")
    pad = page.get_by_role("group", name="The deck")
    expect(pad.locator("[aria-pressed=true]")).to_have_count(2)
    page.keyboard.type("3c")
    expect(dealer.confirm).to_have_text(re.compile("^Pay"))
