"""A table on trial: random commands, and after each of them what must always be true.

A trial is a house, how it is automated, and a list of commands; all of it comes from a seed. A
trial that fails is made as short as it can be and told as a script that `queenhigh script` runs.
"""

import random
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

import msgspec

from queenhigh.cards.card import FULL_DECK, card_text
from queenhigh.house.model import House
from queenhigh.table import events as e
from queenhigh.table.commands import AnyCommand, ThrowIn, type_of
from queenhigh.table.decide import advance, decide
from queenhigh.table.evolve import evolve, replay
from queenhigh.table.legal import legal
from queenhigh.table.refusal import Refusal
from queenhigh.table.state import Phase, Table, places_of_cards
from queenhigh.table.views import seen_by, view
from tests.table.driver import NOON, same

CARDS = tuple(map(card_text, FULL_DECK))
OUTSIDE = ("cage", "cash", "away", "bank", "tray")  # These may owe chips.
_LINE = msgspec.json.Decoder(e.AnyEvent)

Written = dict[str, Any]  # A command as a user writes it; a missing time is a second later.


class Broken(Exception):
    """Something that must always be true is not."""


def see(holds: bool, otherwise: str) -> None:
    if not holds:
        raise Broken(otherwise)


def read(written: Written, at: datetime) -> AnyCommand:
    text = msgspec.json.encode({"at": at, **written})
    command: AnyCommand = msgspec.json.decode(text, type=AnyCommand)
    return command


class Trial:
    """A table that is checked after every command."""

    def __init__(self, house: House):
        self.house = house
        self.table = Table(house)
        self.at = NOON
        self.log: list[e.AnyEvent] = []
        self.written: list[Written] = []
        self.given: list[AnyCommand] = []
        self.sat: dict[int, str] = {}  # Who sits or sat last at a seat.
        self.with_ante: set[int] = set()
        self.round_began = self.table, 0  # The table then, and how many commands came before.

    def give(self, written: Written) -> Refusal | list[e.AnyEvent]:
        self.at += timedelta(seconds=1)
        command = read(written, self.at)
        self.at = command.at
        self.written.append({"at": self.at, **written})
        self.given.append(command)
        before, image = self.table, _image(self.table)
        after, answer = advance(before, command)
        see(_image(before) == image, "deciding changed the table that was decided upon")
        if isinstance(answer, Refusal):
            see(after is before, "a refusal changed the table")
            return answer
        for event in answer:
            again = _LINE.decode(msgspec.json.encode(event))
            see(again == event, f"{event} is read as {again}")
            before = evolve(before, again)
        see(same(before, after), "the events do not lead to the table that was decided")
        self.table = after
        self.log += answer
        self.sat |= {number: seat.player for number, seat in after.seats.items()}
        if after.phase is Phase.DECIDING:
            self.with_ante = {number for number, seat in after.seats.items() if seat.wagers.ante}
        if any(isinstance(event, e.RoundBegan | e.TableOpened) for event in answer):
            self.round_began = after, len(self.given)
        self._check_chips()
        self._check_cards()
        self._check_that_somebody_can_go_on()
        return answer

    def must(self, written: Written) -> None:
        answer = self.give(written)
        if isinstance(answer, Refusal):
            raise Broken(f"{written['type']} is refused: {answer.message}")

    def _check_chips(self) -> None:
        accounts = self.table.accounts
        see(sum(accounts.values()) == 0, "the chips do not balance")
        for name, cents in accounts.items():
            see(cents >= 0 or name in OUTSIDE, f"{name} is below zero")
            if name.startswith("layout:"):
                see(cents == self._recorded(name), f"{name} holds what no bet is")

    def _recorded(self, account: str) -> int:
        """What the seat has bet on the spot where chips lie."""
        _, number, *spot = account.split(":")
        seat = self.table.seats.get(int(number))
        if seat is None:
            return 0
        if spot == ["play"]:
            return seat.play
        return int(getattr(seat.tokes if spot[0] == "toke" else seat.wagers, spot[-1]))

    def _check_cards(self) -> None:
        cards = [card for _, card in places_of_cards(self.table)]
        see(len(set(cards)) == len(cards), "a card is in two places")
        if self.table.decks and self.table.deck.order:
            see(set(cards) == set(FULL_DECK), "a card is nowhere")

    def _check_that_somebody_can_go_on(self) -> None:
        table = self.table
        if table.phase is Phase.DECIDING:
            see(table.next_to_decide is not None, "deciding, and nobody has to")
        if table.phase in (Phase.OPENING, Phase.DEALING, Phase.SETTLING):
            see(table.due is not None, f"{table.phase}, and nothing is due")

    # Going on

    def do_what_is_due(self, chance: random.Random, *, physical: bool) -> bool:
        """The step that is due, by the one whose it is; False where it cannot be done."""
        due = self.table.due
        if due is None or self.table.phase in (Phase.HALTED, Phase.CLOSED):
            return False
        if due.name == "shuffle":
            written: Written = {"type": "shuffle_deck", "deck": due.deck, "by": "system"}
            if not physical:
                order = _an_order(chance)
                written |= {"order": order, "nonce": f"{chance.getrandbits(128):032x}"}
            return not isinstance(self.give(written), Refusal)
        dealer = f"dealer:{self.table.dealer}"
        written = {"type": "confirm", "step": due.name, "by": STAFF.get(due.name, dealer)}
        if due.name == "deal" and not self.table.deck.order:
            out = {card_text(card) for _, card in places_of_cards(self.table)}
            more = [step for step in self.table.todo[1:] if step == due]
            held = len(self.table.round.hands.get(due.seat or 0, ()))
            at_once = 1 if more else 3 - held
            written["cards"] = chance.sample([card for card in CARDS if card not in out], at_once)
        return not isinstance(self.give(written), Refusal)

    def bring_to_an_end(self, chance: random.Random) -> None:
        """From wherever it stands the table can be closed, and nobody's chips are left over."""
        for _ in range(300):
            table = self.table
            if table.phase is Phase.CLOSED:
                break
            if table.phase is Phase.HALTED:
                by = f"{_waited_for(self.log)}:x"
                self.must({"type": "rule", "by": by, "ruling": "continue", "reason": "on"})
            elif table.phase is Phase.DECIDING:
                self.must({"type": "time_out", "by": "system", "seat": table.next_to_decide})
            elif table.phase in (Phase.BETTING, Phase.OPENING):
                for number, seat in sorted(table.seats.items()):
                    self.must({"type": "leave", "by": f"player:{seat.player}", "seat": number})
                self.must({"type": "close_table", "by": "floor:x"})
            else:
                done = self.do_what_is_due(chance, physical=False)
                see(done, f"{table.phase}, and {self.table.due} cannot be done")
        see(self.table.phase is Phase.CLOSED, "the table cannot be closed")
        left = [name for name, cents in self.table.accounts.items() if cents]
        left = [name for name in left if name.startswith(("layout:", "stack:"))]
        see(not left, f"chips are left: {left}")
        see(same(replay(self.house, self.log), self.table), "the log gives another table")

    # Looking

    def look(self, viewer: str, seed: int) -> None:
        """Legal moves are accepted, and hidden cards make no difference to what a viewer gets."""
        for command in legal(self.table, viewer, self.at):
            answer = decide(self.table, command)
            see(not isinstance(answer, Refusal), f"{type_of(command)} is legal and refused")
        start, place = self.round_began
        known = set(self._known_to(viewer))
        hidden = [card for card in CARDS if card not in known]
        others = random.Random(seed).sample(hidden, len(hidden))
        renamed = dict(zip(hidden, others, strict=True))
        commands = self.given[place:]
        here = list(_outlook(start, commands, viewer, self.at))
        elsewhere = [_with_cards(command, renamed) for command in commands]
        there = list(_outlook(start, elsewhere, viewer, self.at))
        for mine, other in zip(here, there, strict=False):
            see(mine == other, f"{viewer} sees {mine}, and with other cards {other}")
        see(len(here) == len(there), f"{viewer} sees {len(here)} or {len(there)} things")

    def _known_to(self, viewer: str) -> Iterator[str]:
        """By the rules, from the log: shown to all, or the own cards once they may be looked at.

        Who throws a hand in, or tries to, acts on what the own cards are: they count as known.
        """
        start = max(n for n, each in enumerate(self.log) if isinstance(each, _BEGINNINGS))
        dealt: dict[int, list[str]] = {}
        released: set[int] = set()
        decided: set[int] = set()
        for event in self.log[start:]:
            match event:
                case e.CardsDealt():
                    dealt.setdefault(event.seat, []).extend(event.cards)
                case e.CardsDiscarded() | e.DealerRevealed() | e.HandRevealed():
                    yield from event.cards
                case e.CardsReleased():
                    released |= set(event.seats)
                case e.PlayPlaced() | e.Folded():
                    decided.add(event.seat)
                case e.ShuffleOpened():
                    yield from CARDS
                case _:
                    pass
        for command in self.given[self.round_began[1] :]:
            if isinstance(command, ThrowIn):
                yield from dealt.get(command.seat, ())
        own = [number for number, seat in sorted(self.sat.items()) if f"player:{seat}" == viewer]
        one_by_one = self.house.options.two_hands_decide_before_second_look
        for number in own:
            undecided = [n for n in own if n in self.with_ante and n not in decided]
            waits = one_by_one and any(n < number for n in undecided)
            if number in released and not waits:
                yield from dealt[number]


def _an_order(chance: random.Random) -> list[str]:
    """Any; but half of them begin with a run of one suit from the ace, so that rare hands come."""
    order = chance.sample(CARDS, 52)
    if chance.random() < 0.5:
        suit = chance.choice("cdhs")
        order = [f"{rank}{suit}" for rank in "AKQJT98765432"] + [c for c in order if c[1] != suit]
    return order


_BEGINNINGS = e.RoundBegan | e.TableOpened
# Whose the steps are that are not the dealer's.
STAFF = {
    "break_seal": "floor:x",
    "verify": "floor:x",
    "verify_payout": "floor:x",
    "verify_royal": "surveillance:x",
}


def _waited_for(log: list[e.AnyEvent]) -> str:
    return next(event.waits_for for event in reversed(log) if isinstance(event, e.TableHalted))


def _image(table: Table) -> bytes:
    return msgspec.json.encode(table.but(house=table.house.key))


def _with_cards(command: AnyCommand, renamed: dict[str, str]) -> AnyCommand:
    """The same command at a table with other cards; what people say they saw stays said."""
    if type_of(command) == "report_exposed_card":
        return command
    for field in ("order", "cards"):
        cards = getattr(command, field, None)
        if isinstance(cards, tuple):
            other = tuple(renamed.get(card, card) for card in cards)
            command = msgspec.structs.replace(command, **{field: other})
    return command


def _outlook(
    start: Table, commands: list[AnyCommand], viewer: str, at: datetime
) -> Iterator[object]:
    """All that a viewer gets: of the events, the table, what may be done, and what is answered."""
    table = start
    for command in commands:
        answer = decide(table, command)
        if isinstance(answer, Refusal):
            if command.by == viewer:
                yield answer
            continue
        for event in answer:
            after = evolve(table, event)
            for each in seen_by(viewer, table, event, after):
                yield _uncommitted(each)
            table = after
    yield msgspec.structs.replace(view(table, viewer), commitment="")
    yield legal(table, viewer, at)
    for command in _probes(viewer, at):
        answer = decide(table, command)
        yield type_of(command), answer if isinstance(answer, Refusal) else "accepted"


def _uncommitted(event: object) -> object:
    """Other cards have another commitment, which tells nothing of them."""
    if isinstance(event, e.DeckShuffled | e.ShuffleOpened):
        return msgspec.structs.replace(event, commitment="", order=())
    return event


def _probes(viewer: str, at: datetime) -> Iterator[AnyCommand]:
    """Commands whose answer could depend on a card."""
    for seat in range(4):
        for kind in ("play", "fold", "throw_in", "leave", "report_exposed_card"):
            yield read({"type": kind, "seat": seat, "by": viewer}, at)
        yield read(
            {"type": "place_toke", "seat": seat, "wager": "play", "amount": 100, "by": viewer}, at
        )
    for step in ("deal", "release", "reveal_dealer", "reveal_hand", "settle", "verify_payout"):
        yield read({"type": "confirm", "step": step, "by": viewer}, at)
