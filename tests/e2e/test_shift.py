"""A shift with real cards and real money: rounds at the console, and the report."""

import random
from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.model.settling import settle

from .browsing import Visitor
from .conftest import Visit
from .dealing import TABLETS, Dealer, Hands
from .serving import Service
from .staffing import sign_in

HOUSE = "chickasaw"
SEATS = range(1, 8)
# Rounds of a shift, and those with something special. The short one has each kind once.
SHORT = {"rounds": 9, "too_many": 3, "exposed": 5, "short_deck": 7, "card": 4, "payout": 8}
FULL = {"rounds": 40, "too_many": 7, "exposed": 15, "short_deck": 23, "card": 11, "payout": 29}
ANTE, PAIR_PLUS, BUY_IN = 500, 500, 1_000_00
DECK = [rank + suit for suit in "cdhs" for rank in "23456789TJQKA"]


class Crew:
    """The dealer at the console; the floor and the shoe outside it."""

    def __init__(self, service: Service, visit: Visit, table: str) -> None:
        self.table = table
        names = ("flo", "shoe-shoe", "mia", "cou")
        come = {name: sign_in(visit(service), name) for name in names}
        self.floor, self.shoe, self.management = come["flo"], come["shoe-shoe"], come["mia"]
        self.count = come["cou"]
        self.dealer = Dealer(
            sign_in(visit(service, viewport=TABLETS["small"], has_touch=True), "dora")
        )

    def command(self, who: Visitor, **command: Any) -> Any:
        return who.post(f"/api/tables/{self.table}/commands", command)

    def sign(self) -> None:
        """Sign the dealer's request as the floor."""
        asked = self.floor.get(f"/api/tables/{self.table}")["view"]["requests"]
        for each in asked:
            self.command(self.floor, type="approve", request=each["request"])

    def open(self) -> None:
        """Go from the closed table to seven people with chips and bets."""
        chips = [{"value": 100_00, "count": 200}]
        how = {"dealer": "dora", "tray": 20_000_00, "chips": chips}
        self.command(self.floor, type="open_table", **how)
        counted = {"counted": 20_000_00, "chips": chips, "inventory": "opening"}
        self.command(self.count, type="count_tray", **counted)
        self.command(self.management, type="approve", request=1)
        self.dealer.page.goto(f"/dealer/{self.table}")
        expect(self.dealer.next).to_be_visible()
        self.work_through()
        hers = self.dealer.visitor
        for seat in SEATS:
            self.command(hers, type="sit", seat=seat, player=f"walk-in-{self.table}-{seat}")
        self.sign()
        for seat in SEATS:
            self.command(hers, type="buy_in", seat=seat, cents=BUY_IN)
            self.sign()
            for wager, amount in (("ante", ANTE), ("pair_plus", PAIR_PLUS)):
                self.command(hers, type="place_wager", seat=seat, wager=wager, amount=amount)

    def deal(self, hands: Hands, folds: Sequence[int] = (), *, repeat: bool = True) -> None:
        """Deal a round, or the rest of one; the floor looks at whatever it has to."""
        while (told := self.dealer.deal_quickly(hands, folds, repeat=repeat)) != "over":
            assert told == "Waiting for the floor", told
            self.verify()
            repeat = False

    def verify(self) -> None:
        group = self.floor.get(f"/api/tables/{self.table}")["view"]["group"]
        self.command(self.floor, type="confirm_group", group=group["key"])
        expect(self.dealer.confirm).not_to_have_text("Waiting for the floor")

    def until_the_decisions(self) -> None:
        dealer = self.dealer
        dealer.catch_up()
        dealer.touch_until("betting", lambda view: any(each["wagers"] for each in view["seats"]))
        dealer.touch()
        dealer.visitor.wait_until(lambda: dealer.view["phase"] == "deciding")

    def work_through(self) -> None:
        """Do the steps before the bets, each group as its owner."""
        view = self.floor.get(f"/api/tables/{self.table}")["view"]
        while group := view["group"]:
            who = self.dealer.visitor if group["role"] == "dealer" else self.floor
            self.command(who, type="confirm_group", group=group["key"])
            view = self.floor.get(f"/api/tables/{self.table}")["view"]


class Sum:
    """The shift's totals, computed from the rule book's model alone."""

    def __init__(self) -> None:
        self.rounds = self.voids = self.handle = self.win = 0

    def add(self, hands: Hands, folds: Sequence[int]) -> None:
        wagers = {"ante": ANTE, "pair_plus": PAIR_PLUS}
        seats = [
            {
                "seat": seat,
                "cards": " ".join(hands[seat]),
                "decision": "fold" if seat in folds else "play",
                "wagers": wagers,
            }
            for seat in SEATS
        ]
        document = {"house": HOUSE, "dealer": " ".join(hands[0]), "seats": seats}
        lines = [line for seat in settle(document)["seats"] for line in seat["lines"]]
        self.rounds += 1
        self.handle += sum(line["stake"] for line in lines)
        self.win += sum(line["stake"] - line["paid"] - line["returned"] for line in lines)


def dealt(chance: random.Random) -> dict[int, tuple[str, ...]]:
    cards = chance.sample(DECK, 24)
    return {place: tuple(cards[3 * place : 3 * place + 3]) for place in (0, *SEATS)}


def report_one_card_too_many(crew: Crew) -> None:
    """Report it at seat 3 while the players decide; the effect is shown before it is sent."""
    crew.until_the_decisions()
    report = crew.dealer.menu("Report", "Wrong number of cards")
    report.get_by_role("radio", name="Seat 3").check()
    expect(report).to_contain_text("This will happen:")
    report.get_by_role("button", name="Report the hand").tap()
    expect(report).to_be_hidden()


def report_exposed(crew: Crew) -> None:
    """Report one of the dealer's cards as exposed."""
    crew.until_the_decisions()
    report = crew.dealer.menu("Report", "Card exposed")
    report.get_by_role("radio", name="The dealer").check()
    expect(report).to_contain_text("This will happen:")
    report.get_by_role("button", name="Report the card").tap()
    expect(report).to_be_hidden()


def report_short_deck(crew: Crew) -> None:
    crew.until_the_decisions()
    report = crew.dealer.menu("Report", "Deck does not count to 52")
    expect(report).to_contain_text("This will happen:")
    report.get_by_role("button", name="Report the count").tap()
    expect(report).to_be_hidden()


def correct_a_card(crew: Crew, hands: Hands) -> None:
    """Correct the dealer's wrongly keyed first card; once it is up, the floor signs for money."""
    dealer = crew.dealer
    crew.until_the_decisions()
    dealer.all_play()
    unseen = next(card for card in DECK if all(card not in hand for hand in hands.values()))
    dealer.turn_up((unseen, *hands[0][1:]))
    dialog = dealer.menu("Correct", "A card")
    entered = dialog.get_by_role("group", name="Which card was entered")
    entered.get_by_role("radio", name=in_words(unseen)).check()
    dialog.get_by_role("button", name=key_name(hands[0][0]), exact=True).tap()
    expect(dialog).to_contain_text("to be signed by floor")
    dialog.get_by_role("button", name="Correct the card").tap()
    expect(dialog).to_be_hidden()
    crew.sign()
    dealer.visitor.wait_until(lambda: set(dealer.view["dealer_cards"]) == set(hands[0]))


def correct_a_payout(crew: Crew, hands: Hands) -> int:
    """Seat 7 got a dollar more than was entered; the floor signs. Return what it cost."""
    dealer = crew.dealer
    crew.until_the_decisions()
    dealer.all_play()
    dealer.turn_up(hands[0])
    dealer.turn_up(hands[7])
    dealer.touch()
    seat = next(each for each in dealer.view["seats"] if each["seat"] == 7)
    line = next(each for each in seat["results"] if each["wager"] == "ante")
    dialog = dealer.menu("Correct", "A payout")
    dialog.get_by_role("radio", name="Seat 7").check()
    dialog.get_by_role("radio", name="Ante,").check()
    dialog.get_by_role("spinbutton", name="Really paid").fill(str((line["paid"] + 100) / 100))
    dialog.get_by_role("spinbutton", name="Really handed back").fill(str(line["returned"] / 100))
    expect(dialog).to_contain_text("to be signed by floor")
    dialog.get_by_role("button", name="Correct the payout").tap()
    expect(dialog).to_be_hidden()
    crew.sign()
    return 100


@pytest.mark.parametrize(
    ("table", "at"),
    [("pit", SHORT), pytest.param("forty", FULL, marks=pytest.mark.long)],
    ids=["short", "forty"],
)
def test_the_report_of_a_shift_agrees_with_an_independent_sum(
    table: str, at: Mapping[str, int], pit: Service, visit: Visit
) -> None:
    crew, total, chance = Crew(pit, visit, table), Sum(), random.Random(15)
    dealer = crew.dealer
    crew.open()
    irregular = {
        at["too_many"]: report_one_card_too_many,
        at["exposed"]: report_exposed,
        at["short_deck"]: report_short_deck,
    }
    touched: list[tuple[int, int]] = []
    for number in range(1, at["rounds"] + 1):
        hands, folds = dealt(chance), (2, 5) if number % 2 else ()
        if report := irregular.get(number):
            report(crew)
            dealer.visitor.wait_until(lambda: bool(dealer.view["halted"]))
            if dealer.view["halted"]["to_sign"]:
                expect(dealer.page.get_by_text("The round is paused.")).to_be_visible()
                crew.sign()
            else:
                crew.command(crew.management, type="rule", ruling="void", reason="misdeal")
            dealer.visitor.wait_until(lambda: dealer.view["phase"] == "betting")
            crew.work_through()
            total.voids += 1
            continue
        if number == at["card"]:
            correct_a_card(crew, hands)
            folds = ()
            crew.deal(hands, repeat=False)
        elif number == at["payout"]:
            folds = ()
            total.win -= correct_a_payout(crew, hands)
            crew.deal(hands, repeat=False)
        else:
            before = dealer.touches
            crew.deal(hands, folds, repeat=number > 1)
            touched.append((len(folds), dealer.touches - before))
        total.add(hands, folds)
    assert max(count for folds, count in touched if not folds) <= 36
    assert max(count for folds, count in touched if folds) <= 30

    report = crew.management.get("/api/reports/day")["report"]
    (line,) = (each for each in report["by"]["table"] if each["of"] == table)
    found = {name: line[name] for name in ("rounds", "voids", "handle", "win", "drop")}
    assert found == {
        "rounds": total.rounds,
        "voids": total.voids,
        "handle": total.handle,
        "win": total.win,
        "drop": BUY_IN * len(SEATS),
    }
    assert line["irregularities"] == len(irregular)


def test_a_reading_shoe_leaves_fifteen_touches(pit: Service, visit: Visit) -> None:
    crew, hands = Crew(pit, visit, "shoe"), dealt(random.Random(4))
    dealer = crew.dealer
    crew.open()
    crew.deal(dealt(random.Random(3)), repeat=False)
    before = dealer.touches
    crew.until_the_decisions()
    for place, cards in hands.items():
        crew.shoe.post("/api/tables/shoe/cards", {"cards": list(cards), "place": place})
    dealer.catch_up()
    assert all(card == "??" for each in dealer.view["seats"] for card in each["cards"])
    dealer.all_play()
    dealer.touch_until("betting")
    assert dealer.touches - before <= 15
    (told, _) = dealer.visitor.get("/api/tables/shoe/rounds")
    assert set(told["dealer"]) == set(hands[0])


SUITS = {"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs"}
RANKS = dict(
    zip("23456789TJQKA", "two three four five six seven eight nine ten jack queen king ace".split(),
        strict=True)
)  # fmt: skip


def in_words(card: str) -> str:
    return f"{RANKS[card[0]]} of {SUITS[card[1]]}"


def key_name(card: str) -> str:
    return f"{card[0].replace('T', '10')} of {SUITS[card[1]]}"
