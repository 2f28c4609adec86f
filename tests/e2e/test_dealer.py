"""The dealer's console: a table where people do what the machine does elsewhere."""

import re

from playwright.sync_api import Locator, expect

from .conftest import Visit
from .dealing import Dealer

# As they come off the physical deck: a flush for seat 4, a pair, and a queen for the dealer.
HANDS = (("As", "9s", "4s"), ("7d", "7h", "2c"), ("Qc", "Jd", "5h"))
WORDS = {"As": "ace of spades", "9s": "nine of spades", "4s": "four of spades"}


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
    expect(dealer.next).to_contain_text("Waiting for bets")
    dealer.sit_and_bet(4, buy_in=500, bets={"Ante": 5, "Pair Plus": 5})
    expect(dealer.next).to_contain_text("2 positions have bets")
    dealer.no_more_bets()
    expect(dealer.next).to_contain_text("Say")

    hands = list(HANDS)
    for due in dealer.steps():
        if due["step"] == "deal":
            enter(dealer, hands.pop(0))
        dealer.done()
    assert not hands
    decide(dealer)
    settled: list[str] = []
    for due in dealer.steps():
        if due["step"] == "settle":
            settled.append(dealer.next.get_by_role("heading").inner_text())
        dealer.done()
        if due["step"] == "end_round":
            break
    dealer.visitor.wait_until(lambda: dealer.state["view"]["round"] == 2)

    (told,) = dealer.visitor.get(f"/api/tables/{page.url.rsplit('/')[-1]}/rounds")
    assert told["number"] == 1
    assert set(told["dealer"]) == set(HANDS[2])
    assert told["net"] == 5_00 + 5_00 + 3 * 5_00  # Ante, play, and 3 to 1 for a flush.
    assert any("Pay Pair Plus: $15, 3 to 1" in line for line in settled)


def enter(dealer: Dealer, cards: tuple[str, ...]) -> None:
    """The first hand by clicking, the others by typing."""
    page, confirm = dealer.page, dealer.next.get_by_role("button", name="Dealt")
    deck = page.get_by_role("group", name="The deck")
    typed = dealer.next.get_by_label(re.compile("^Cards as dealt"))
    expect(confirm).to_be_disabled()
    if cards[0] in WORDS:
        for card in cards:
            deck.get_by_role("button", name=WORDS[card]).click()
        expect(typed).to_have_value(" ".join(cards))
    else:
        expect(typed).to_be_focused()  # A scanner types wherever the focus is.
        typed.fill("7d xx")
        expect(dealer.next).to_contain_text("No card: xx.")
        typed.fill(" ".join(cards).lower())
        chosen = deck.locator("[aria-pressed=true]")
        expect(chosen).to_have_count(3)
    expect(confirm).to_be_enabled()


def decide(dealer: Dealer) -> None:
    """The bot has decided by itself; the trainee's own hand is played at the console."""
    expect(dealer.next).to_contain_text("Play or fold?")
    raise NotImplementedError
