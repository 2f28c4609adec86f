"""Writes a script for `queenhigh script` while driving the table the script is for."""

import json
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec

from queenhigh.cards.card import FULL_DECK, card_text
from queenhigh.house.loader import load_house
from queenhigh.table.commands import AnyCommand
from queenhigh.table.decide import advance
from queenhigh.table.instructions import STEPS, steps_of
from queenhigh.table.procedure import deal_method
from queenhigh.table.refusal import Refusal
from queenhigh.table.state import Phase, Table
from tests.table.driver import BUILT_IN

HOUSES = Path(__file__).parent / "houses"
PLAYERS = {1: "ann", 2: "bob", 3: "cid", 4: "dot", 5: "eve", 6: "fred", 7: "gus"}
BY = {"floor": "floor:fay", "surveillance": "surveillance:sue"}  # Otherwise the dealer on duty.
# Steps left to the dealer when something goes wrong between two cards.
WHILE_DEALING = ("deal", "count_stub", "rack_stub", "release")


def path_of(house: str) -> str:
    """Return the house as `--house` takes it: a built-in key, or a file in houses/."""
    return house if house in BUILT_IN else str(HOUSES / f"{house}.toml")


class Script:
    """The lines of a script, each written once the table has answered as expected."""

    def __init__(self, title: str, house: str):
        self.lines = [f"# {title}"]
        self.table = Table(load_house(path_of(house)))
        self.at = datetime(2026, 1, 5, 12, tzinfo=UTC)
        self.to_come: dict[int, list[str]] = {}  # The cards of a deck whose order is unknown.

    def note(self, text: str) -> None:
        self.lines += ["", f"# {text}"]

    def give(self, type_: str, *, by: str = "", **fields: Any) -> None:
        answer = self._send(type_, by or f"dealer:{self.table.dealer}", fields)
        if isinstance(answer, Refusal):
            raise ValueError(f"{self.lines[-1]}: {answer.code}: {answer.message}")

    def refused(self, type_: str, *, by: str = "", **fields: Any) -> None:
        answer = self._send(type_, by or f"dealer:{self.table.dealer}", fields)
        if not isinstance(answer, Refusal):
            raise ValueError(f"{self.lines[-1]}: was accepted")

    def _send(self, type_: str, by: str, fields: dict[str, Any]) -> object:
        written = {"type": type_, **fields, "by": by}
        self.lines.append(json.dumps(written))
        self.at += timedelta(seconds=1)
        command: AnyCommand = msgspec.convert({**written, "at": self.at}, AnyCommand)
        answer = advance(self.table, command)
        if isinstance(answer, Refusal):
            return answer
        self.table = answer.table
        return answer.events

    # Opening and steps

    def open(
        self, *, automation: Iterable[str] = ("all",), tray: int = 20_000, **meter: int
    ) -> None:
        names, cents = list(automation), tray * 100
        floor = BY["floor"]
        self.give("open_table", dealer="joe", tray=cents, automation=names, **meter, by=floor)

    def open_but(self, *left_to_people: str) -> None:
        self.open(automation=sorted(steps_of(self.table.house) - set(left_to_people)))

    def confirm(self, **fields: Any) -> None:
        """Confirm the step that is due, as its owner."""
        due = self.table.due
        if due is None:
            raise ValueError("nothing is due")
        if due.name == "deal" and due.seat is None:  # The first card, wherever it goes.
            self.give("confirm", step="deal")
            return
        named = {name: at for name in ("deck", "seat") if (at := getattr(due, name)) is not None}
        if due.name == "deal" and not self.table.deck.order:
            number = 3 if deal_method(self.table) == "automated_shoe" else 1
            hand = self.to_come[due.seat or 0]
            fields["cards"] = [hand.pop(0) for _ in range(number)]
        by = BY.get(STEPS[due.name].role, "")
        if due.name == "spread" and self.table.leaving:
            by = f"dealer:{self.table.leaving}"
        self.give("confirm", step=due.name, **named, **fields, by=by)

    def steps(self, *, until: str = "", seat: int | None = None) -> None:
        """Confirm all steps due, up to a step, or up to that step for one seat."""
        while due := self.table.due:
            if due.name == until and seat in (None, due.seat):
                return
            self.confirm()

    # Cards

    def deck(self, hands: str, *, cut: int = 0) -> None:
        """Go to the shuffle, stack the deck, and do the steps that follow.

        >>> deck("1: As Kd 2c, dealer: Qs Qd Qc")
        """
        self.steps(until="shuffle")
        order = stacked(_by_place(hands), deal_method(self.table), cut=cut)
        deck = self.table.round.deck
        nonce = f"golden-round-{self.table.round.number:04}"
        self.give("shuffle_deck", deck=deck, order=order, nonce=nonce)
        self.steps()

    def unknown_deck(self, hands: str) -> None:
        """Use a deck of unknown order, whose cards are entered as they are dealt."""
        self.steps(until="shuffle")
        self.to_come = _by_place(hands)
        self.give("shuffle_deck", deck=self.table.round.deck)
        self.steps()

    # Players

    def player(self, seat: int, *, dollars: int = 1000) -> None:
        self.give("sit", seat=seat, by=f"player:{PLAYERS[seat]}")
        self.give("buy_in", seat=seat, cents=dollars * 100, by=f"player:{PLAYERS[seat]}")

    def bet(self, seat: int, **dollars: int) -> None:
        """``ante=10, pair_plus=5, toke_ante=1, coupon_ante=5``"""
        by = f"player:{PLAYERS[seat]}"
        if seat not in self.table.seats:
            self.player(seat)
        for name, amount in dollars.items():
            kind, _, spot = name.partition("_")
            if kind == "toke":
                self.give("place_toke", seat=seat, wager=spot, amount=amount * 100, by=by)
            elif kind == "coupon":
                self.give("place_coupon", seat=seat, on=spot, face=amount * 100, by=by)
            else:
                self.give("place_wager", seat=seat, wager=name, amount=amount * 100, by=by)

    def no_more_bets(self) -> None:
        self.give("announce_no_more_bets")

    def play(self, *seats: int) -> None:
        for seat in seats:
            self.give("play", seat=seat, by=f"player:{PLAYERS[seat]}")

    def fold(self, *seats: int) -> None:
        for seat in seats:
            self.give("fold", seat=seat, by=f"player:{PLAYERS[seat]}")

    def finish(self) -> None:
        """Everybody with a decision to make plays; then go to the end of the round."""
        while self.table.phase in (Phase.DEALING, Phase.DECIDING, Phase.SETTLING):
            if (seat := self.table.next_to_decide) is not None and not self.table.due:
                self.play(seat)
            else:
                self.confirm()

    def close(self) -> None:
        self.note("Closing")
        self.give("close_table", by=BY["floor"])

    def text(self) -> str:
        return "\n".join(self.lines) + "\n"


def _by_place(hands: str) -> dict[int, list[str]]:
    pairs = (each.split(":") for each in hands.split(","))
    return {0 if who.strip() == "dealer" else int(who): cards.split() for who, cards in pairs}


def stacked(hands: dict[int, list[str]], method: str, *, cut: int = 0) -> list[str]:
    """Return an order that gives these places, and no others, these cards after this cut."""
    places = [*sorted(place for place in hands if place), 0]
    if method == "automated_shoe":
        top = [card for place in places for card in hands[place]]
    else:
        top = [hands[place][turn] for turn in range(3) for place in places]
    order = top + [card for card in map(card_text, FULL_DECK) if card not in top]
    return order[52 - cut :] + order[: 52 - cut]
