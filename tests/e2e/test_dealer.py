"""The dealer's console: a table where people do what the machine does elsewhere."""

import re

from playwright.sync_api import expect

from .conftest import Visit
from .dealing import Dealer
from .playing import NAMES, dollars

# As they come off the physical deck: to the bot, to the trainee's own seat, to the dealer.
PAIR, FLUSH, QUEEN_HIGH = ("7d", "7h", "2c"), ("As", "9s", "4s"), ("Qc", "Jd", "5h")
CLICKED = {"7d": "7 of diamonds", "7h": "7 of hearts", "2c": "2 of clubs"}


def test_a_round_is_dealt_by_hand_from_the_seal_to_the_rack(visit: Visit) -> None:
    dealer = Dealer(visit())
    page = dealer.page
    dealer.set_up("manual", "Everything, and enter the cards", players=1)
    expect(page.get_by_role("group", name="You act as")).to_be_visible()
    for due in dealer.steps():
        if due["step"] == "inspect":
            page.get_by_role("button", name="The clause").click()
            expect(page.get_by_role("dialog", name=re.compile("^The clause"))).to_contain_text("(")
            page.keyboard.press("Escape")
        dealer.done()
    expect(dealer.next).to_contain_text("1 position has bets")  # The bot by itself.
    dealer.sit_and_bet(4, buy_in=500, bets={"Ante": 5, "Pair Plus": 5})
    expect(dealer.next).to_contain_text("2 positions have bets")
    dealer.no_more_bets()
    expect(dealer.next).to_contain_text("Say")

    hands = [PAIR, FLUSH, QUEEN_HIGH]
    for due in dealer.steps():
        if due["step"] == "deal":
            enter(dealer, hands.pop(0))
        dealer.done()
    assert not hands
    decide(dealer)
    settled: list[str] = []
    for due in dealer.steps(until="end_round"):
        if due["step"] == "settle":
            settled.append(settling(dealer))
        dealer.done()
    dealer.end_round()
    expect(dealer.seat(4)).to_contain_text("$525")  # Won ante, play, and 3 to 1 for a flush.
    assert settled == [
        "Seat 4. Pay Play: $5, 1 to 1",
        "Seat 4. Pay Ante: $5, 1 to 1",
        "Seat 4. Pay Pair Plus: $15, 3 to 1",
        "Seat 1. Pay Play: $5, 1 to 1",
        "Seat 1. Pay Ante: $5, 1 to 1",
    ]
    (told,) = dealer.visitor.get(f"/api/tables/{page.url.rsplit('/')[-1]}/rounds")
    assert (told["number"], tuple(told["dealer"]), told["qualifies"]) == (1, QUEEN_HIGH, True)


def settling(dealer: Dealer) -> str:
    """The bet that is to be settled now, as it is told, with the chips to cut for it."""
    line = dealer.state["view"]["to_settle"][0]
    heading = dealer.next.get_by_role("heading")
    expect(dealer.next).to_contain_text(f"Seat {line['seat']}, ")
    expect(heading).to_contain_text(NAMES[line["wager"]])
    if line["paid"]:
        chips = dealer.next.get_by_role("list", name="Chips to cut for " + dollars(line["paid"]))
        expect(chips.get_by_role("listitem").first).to_be_visible()
    return f"Seat {line['seat']}. {heading.inner_text()}"


def enter(dealer: Dealer, cards: tuple[str, ...]) -> None:
    """The first hand by clicking, the others by typing."""
    page, confirm = dealer.page, dealer.next.get_by_role("button", name="Dealt")
    deck = page.get_by_role("group", name="The deck")
    typed = dealer.next.get_by_label(re.compile("^Cards as dealt"))
    expect(confirm).to_be_disabled()
    if cards == PAIR:
        for card in cards:
            deck.get_by_role("button", name=CLICKED[card], exact=True).click()
        expect(typed).to_have_value(" ".join(cards))
    else:
        expect(typed).to_be_focused()  # A scanner types wherever the focus is.
        typed.fill(f"{cards[0]} xx")
        expect(dealer.next).to_contain_text("No card: xx.")
        typed.fill(" ".join(cards).lower())
        expect(deck.locator("[aria-pressed=true]")).to_have_count(3)
    expect(confirm).to_be_enabled()


def decide(dealer: Dealer) -> None:
    """The bot has decided by itself; the trainee's own hand is played at the console."""
    expect(dealer.next).to_contain_text(re.compile("Seat 4, .*play or fold"))
    dealer.next.get_by_role("button", name="Play $5").click()
    dealer.visitor.wait_until(lambda: dealer.due is not None)


def test_a_report_shows_its_consequence_before_it_is_confirmed(visit: Visit) -> None:
    dealer = Dealer(visit())
    page = dealer.page
    dealer.set_up("manual", "The rounds: deal, reveal, settle", players=1)
    dealer.sit_and_bet(4, buy_in=500, bets={"Ante": 5})
    dealer.no_more_bets()
    for _ in dealer.steps(until="release"):
        dealer.done()
    before = dealer.state["version"]

    report = page.get_by_role("dialog", name="Wrong number of cards")
    page.get_by_role("button", name="Wrong number of cards").click()
    expect(report).to_contain_text("This will follow:")
    expect(report.get_by_role("listitem").first).to_be_visible()
    page.keyboard.press("Escape")
    expect(report).to_be_hidden()
    assert dealer.visitor.get(f"/api/tables/{page.url.rsplit('/')[-1]}")["version"] == before

    page.get_by_role("button", name="Wrong number of cards").click()
    report.get_by_role("radio", name="The dealer").check()
    report.get_by_label("Cards in it").fill("4")
    expect(report.get_by_role("listitem").filter(has_text="The round is void")).to_be_visible()
    report.get_by_role("button", name="Report the hand").click()
    expect(report).to_be_hidden()
    expect(dealer.next.get_by_text("The round is void")).to_be_visible()
    expect(dealer.seat(4)).to_contain_text("$500")
