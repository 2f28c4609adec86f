"""A table on trial: the invariants are checked after every command.

Chips balance, and only accounts that may be negative are; each card is in one place; the events
written as JSON and read again lead to the same table; and no viewer is shown a card before the
rules allow it.
"""

import random
import re
from collections.abc import Callable, Hashable, Iterable, Iterator
from datetime import datetime, timedelta
from functools import cache
from typing import Any

import msgspec

from queenhigh.cards.card import FULL_DECK, card_text
from queenhigh.house.model import House
from queenhigh.table import events as e
from queenhigh.table.commands import AnyCommand, ThrowIn, type_of
from queenhigh.table.decide import advance, decide
from queenhigh.table.evolve import evolve, replay
from queenhigh.table.legal_moves import grounds, legal, unmoved
from queenhigh.table.refusal import Refusal
from queenhigh.table.seen_events import Seen, seen_by
from queenhigh.table.shown_cards import known_cards
from queenhigh.table.state import Phase, Table, cards_in_play
from queenhigh.table.transaction import Change, Transaction
from queenhigh.table.views import TableView, view
from queenhigh.table.wording import seen_in_words, sentence
from queenhigh.wire.requests import Move, move_of
from queenhigh.wire.view_delta import applied, difference
from tests.table.driver import NOON, same
from tests.table.knowledge import Knowledge

CARDS = tuple(map(card_text, FULL_DECK))
# Accounts that may be negative.
OUTSIDE = ("cage", "cash", "away", "bank", "elsewhere", "promotion", "tray")
WATCHERS = ("public", "player:ann", "player:bob", "dealer:dee", "surveillance:x")
_LINE = msgspec.json.Decoder(e.AnyEvent)
_COMMAND = msgspec.json.Decoder(AnyCommand)
_FACE = re.compile(rb'"([2-9TJQKA][cdhs])"')
_FACE_IN_WORDS = re.compile(r"\b([2-9TJQKA][cdhs])\b")

Answered = tuple[AnyCommand, Refusal | Transaction]
Written = dict[str, Any]  # A command as a user writes it; a missing time means a second later.


class Broken(Exception):
    """An invariant does not hold."""


def see(holds: bool, otherwise: str) -> None:
    if not holds:
        raise Broken(otherwise)


def read(written: Written, at: datetime) -> AnyCommand:
    command: AnyCommand = _COMMAND.decode(msgspec.json.encode({"at": at, **written}))
    return command


class Trial:
    """A table checked after every command."""

    def __init__(self, house: House):
        self.house = house
        self.table = Table(house)
        self.at = NOON
        self.log: list[e.AnyEvent] = []
        self.written: list[Written] = []
        self.given: list[Answered] = []
        self.known = {viewer: Knowledge(viewer, house) for viewer in WATCHERS}
        self.round_began = self.table, 0  # The table then, and the number of commands before it.
        self.offered: dict[Hashable, list[Move]] = {}  # Players' legal moves by their grounds.
        self.shown: dict[str, TableView] = {}  # The latest view of each viewer.
        self.heard: Callable[[str], None] = lambda text: None  # Gets each command beforehand.

    def give(self, written: Written) -> Refusal | list[e.AnyEvent]:
        self.at += timedelta(seconds=1)
        command = read(written, self.at)
        self.at = command.at
        self.written.append({"at": self.at, **written})
        self.heard(msgspec.json.encode(self.written[-1]).decode())
        first = before = self.table
        image = _image(before)
        answer = advance(before, command)
        self.given.append((command, answer))
        see(_image(before) == image, "deciding changed the table that was decided upon")
        if isinstance(answer, Refusal):
            self._check_faces(_faces_in(answer), command.by)
            return answer
        after, events = answer.table, answer.events
        for event in events:
            before = self._happened(before, event)
        see(same(before, after), "the events do not lead to the table that was decided")
        self.table = after
        self._rests(first)
        if any(isinstance(event, e.RoundBegan | e.TableOpened) for event in events):
            self.round_began = after, len(self.given)
        self._check_chips()
        self._check_cards()
        self._check_that_somebody_can_go_on()
        for viewer in WATCHERS:
            self._shows(viewer, view(after, viewer))
        for player in ("player:ann", "player:bob"):
            self._offers(player)
        return events

    def _shows(self, viewer: str, shown: TableView) -> None:
        """Check a view as snapshot and as delta: no card shows too early, and both agree."""
        self._check_faces(_faces_in(shown), viewer)
        known = self.shown.get(viewer)
        if known is not None:
            delta = difference(known, shown)
            self._check_faces(_faces_in(delta), viewer)
            reduced = applied(_plain(known), _plain(delta))
            see(reduced == _plain(shown), f"{viewer} is not told all that changed")
        self.shown[viewer] = shown

    def _offers(self, player: str) -> None:
        """Check that legal moves kept since any time are those that would be computed again."""
        moves = [move_of(each) for each in legal(self.table, player, NOON)]
        kept = self.offered.setdefault(grounds(self.table, player), moves)
        see(kept == moves, f"{player}'s moves are stale")

    def _rests(self, before: Table) -> None:
        """Check that players whose moves are said to rest on the same do."""
        for name in unmoved(before, self.table):
            player = f"player:{name}"
            rests = grounds(before, player) == grounds(self.table, player)
            see(rests, f"{player}'s moves rest on something else")

    def must(self, written: Written) -> None:
        answer = self.give(written)
        if isinstance(answer, Refusal):
            raise Broken(f"{written['type']} is refused: {answer.message}")

    def _happened(self, before: Table, event: e.AnyEvent) -> Table:
        """Apply one event as read from the log, and check what each viewer is shown of it."""
        again = _LINE.decode(msgspec.json.encode(event))
        see(again == event, f"{event} is read as {again}")
        after = evolve(before, again)
        self.log.append(event)
        for viewer, known in self.known.items():
            known.learn(event, after)
            if isinstance(event, e.CardsExposed):
                continue  # People's claims of what they saw, true or not.
            for shown, text in seen_in_words(viewer, Change(before, event, after)):
                self._check_faces(_faces_in(shown) | set(_FACE_IN_WORDS.findall(text)), viewer)
        return after

    def _check_faces(self, faces: set[str], viewer: str) -> None:
        if viewer in self.known:
            early = faces - self.known[viewer].cards()
            see(not early, f"{viewer} is shown {', '.join(sorted(early))} before it is time")

    def _check_chips(self) -> None:
        accounts = self.table.accounts
        see(sum(accounts.values()) == 0, "the chips do not balance")
        for name, cents in accounts.items():
            see(cents >= 0 or name.partition(":")[0] in OUTSIDE, f"{name} is below zero")
            if name.startswith("layout:"):
                see(cents == self._recorded(name), f"{name} holds what no bet is")
        see(sum(self.table.at_stake.values()) == 0, "what is at stake does not balance")

    def _recorded(self, account: str) -> int:
        """Return the seat's recorded bet on the spot where the chips lie."""
        _, number, *spot = account.split(":")
        seat = self.table.seats.get(int(number))
        if seat is None:
            return 0
        if spot == ["play"]:
            return seat.play
        laid = seat.tokes if spot[0] == "toke" else seat.wagers
        return laid.get(spot[-1], 0)

    def _check_cards(self) -> None:
        cards = list(cards_in_play(self.table))
        see(len(set(cards)) == len(cards), "a card is in two places")
        if self.table.decks and self.table.deck.order:
            see(set(cards) == set(FULL_DECK), "a card is nowhere")
        if self.table.physical:
            see(self._counted() == 52 or not self.table.decks, "the cards do not come to 52")

    def _counted(self) -> int:
        """Count the cards, known and unknown, in hands, discards, rack and stub."""
        round_ = self.table.round
        racked = {entry.seat for entry in round_.rack}
        held = [self.table.cards_at(seat) for seat in round_.hands if seat not in racked]
        in_rack = [len(entry.cards) + entry.unseen for entry in round_.rack]
        stub = 0 if -1 in racked else 52 - round_.drawn
        return sum(held) + sum(in_rack) + len(round_.discards) + round_.unseen_discards + stub

    def _check_that_somebody_can_go_on(self) -> None:
        table = self.table
        if table.phase is Phase.DECIDING:
            see(table.next_to_decide is not None, "deciding, and nobody has to")
        if table.phase in (Phase.OPENING, Phase.DEALING, Phase.SETTLING):
            see(table.due is not None, f"{table.phase}, and nothing is due")

    # Going on

    def do_what_is_due(self, order: list[str] | None, seed: int) -> bool:
        """Do the step that is due, as its owner; return False if it cannot be done.

        Without an order the deck is physical, and the seed chooses the cards dealt.
        """
        due = self.table.due
        if due is None or self.table.phase in (Phase.HALTED, Phase.CLOSED):
            return False
        if due.name == "shuffle":
            written: Written = {"type": "shuffle_deck", "deck": due.deck, "by": "system"}
            if order:
                written |= {"order": order, "nonce": f"{seed:032x}"}
            return not isinstance(self.give(written), Refusal)
        dealer = f"dealer:{self.table.dealer}"
        written = {"type": "confirm", "step": due.name, "by": STAFF.get(due.name, dealer)}
        if due.name == "deal" and not self.table.deck.order and not self.table.physical:
            written["cards"] = self._dealt_cards(seed)
        if due.name in ("reveal_dealer", "reveal_hand") and self.table.physical:
            place = due.seat or 0
            read = set(self.table.round.read.get(place, ()))
            if len(read - known_cards(self.table).keys()) < 3 or seed % 2:
                written["cards"] = self.some_cards(seed, 3)
        return not isinstance(self.give(written), Refusal)

    def some_cards(self, seed: int, number: int) -> list[str]:
        """Draw cards not known elsewhere; they may include cards a device has read."""
        out = {card_text(card) for card in cards_in_play(self.table)}
        left = [card for card in CARDS if card not in out]
        return random.Random(seed).sample(left, min(number, len(left)))

    def _dealt_cards(self, seed: int) -> list[str]:
        """Draw as many cards as the next place is dealt at once."""
        number = 3 if self.house.dealing.method == "automated_shoe" else 1
        if self.table.by_hand and self.house.shuffle.before_machine:
            number = 1  # The machine that would dispense three is out of use.
        return self.some_cards(seed, number)

    def bring_to_an_end(self, chance: object = None) -> None:
        """Check that the table can be closed from any state, with nobody's chips left over."""
        for _ in range(300):
            table = self.table
            if table.phase is Phase.CLOSED:
                break
            if table.phase is Phase.HALTED:
                by = "management:x"
                self.must({"type": "rule", "by": by, "ruling": "continue", "reason": "on"})
            elif table.phase is Phase.DECIDING:
                by = f"dealer:{table.dealer}"
                self.must({"type": "fold", "by": by, "seat": table.next_to_decide})
            elif table.phase in (Phase.BETTING, Phase.OPENING):
                for number, seat in sorted(table.seats.items()):
                    self.must({"type": "leave", "by": f"player:{seat.player}", "seat": number})
                self.must({"type": "close_table", "by": "floor:x"})
            else:
                done = self.do_what_is_due(an_order(0), 0)
                see(done, f"{table.phase}, and {self.table.due} cannot be done")
        see(self.table.phase is Phase.CLOSED, "the table cannot be closed")
        left = [name for name, cents in self.table.accounts.items() if cents]
        left = [name for name in left if name.startswith(("layout:", "stack:", "jackpot"))]
        see(not left, f"chips are left: {left}")
        see(same(replay(self.house, self.log), self.table), "the log gives another table")

    # Looking

    def look(self, viewer: str, seed: int) -> None:
        """Check that legal moves are accepted, and that hidden cards do not affect a viewer's view.

        Replay the round so far at a table where the cards hidden from the viewer are different; the
        viewer must get exactly the same.
        """
        moves = legal(self.table, viewer, self.at)
        for command in moves:
            answer = decide(self.table, command)
            see(not isinstance(answer, Refusal), f"{type_of(command)} is legal and refused")
        self._check_faces(_faces_in(moves), viewer)
        start, place = self.round_began
        commands = [command for command, _ in self.given[place:]]
        known = self._known_for_playing_again(viewer, commands)
        hidden = [card for card in CARDS if card not in known]
        others = random.Random(seed).sample(hidden, len(hidden))
        renamed = dict(zip(hidden, others, strict=True))
        here = list(_outlook(start, self.given[place:], viewer, self.at))
        elsewhere = [_with_cards(command, renamed) for command in commands]
        there = list(_outlook(start, _played(start, elsewhere), viewer, self.at))
        for mine, other in zip(here, there, strict=False):
            see(mine == other, f"{viewer} sees {mine}, and with other cards {other}")
        see(len(here) == len(there), f"{viewer} sees {len(here)} or {len(there)} things")

    def _known_for_playing_again(self, viewer: str, commands: Iterable[AnyCommand]) -> set[str]:
        """Keep the cards of seats that throw in a hand, or try to: they act on those cards."""
        known = self.known.get(viewer) or _learnt(Knowledge(viewer, self.house), self)
        thrown = [command.seat for command in commands if isinstance(command, ThrowIn)]
        return known.cards().union(*(known.dealt.get(seat, ()) for seat in thrown))


def _learnt(knowledge: Knowledge, trial: Trial) -> Knowledge:
    """Work out what a viewer knows who was not followed from the start."""
    table = Table(trial.house)
    for event in trial.log:
        table = evolve(table, event)
        knowledge.learn(event, table)
    return knowledge


@cache
def _any_order(seed: int) -> tuple[str, ...]:
    return tuple(random.Random(seed).sample(CARDS, 52))


def an_order(seed: int) -> list[str]:
    """Return a deck order; the first four seeds begin with a suit from the ace, for rare hands."""
    order = list(_any_order(seed))
    if seed < 4:
        suit = "shdc"[seed]
        order = [f"{rank}{suit}" for rank in "AKQJT98765432"] + [c for c in order if c[1] != suit]
    return order


# The owners of steps that are not the dealer's.
STAFF = {
    "break_seal": "floor:x",
    "verify": "floor:x",
    "verify_payout": "floor:x",
    "verify_royal": "surveillance:x",
}


def _faces_in(shown: object) -> set[str]:
    return {face.decode() for face in _FACE.findall(msgspec.json.encode(shown))}


def _plain(shown: msgspec.Struct) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(shown))
    return plain


def _image(table: Table) -> bytes:
    return msgspec.json.encode(table.but(house=table.house.key))


def _with_cards(command: AnyCommand, renamed: dict[str, str]) -> AnyCommand:
    """Return the command as given at a table with other cards; people's claims are unchanged."""
    if type_of(command) == "report_exposed_card":
        return command
    for field in ("order", "cards"):
        cards = getattr(command, field, None)
        if isinstance(cards, tuple):
            other = tuple(renamed.get(card, card) for card in cards)
            command = msgspec.structs.replace(command, **{field: other})
    return command


def _played(table: Table, commands: Iterable[AnyCommand]) -> Iterator[Answered]:
    for command in commands:
        answer = advance(table, command)
        yield command, answer
        if not isinstance(answer, Refusal):
            table = answer.table


def _outlook(
    table: Table, answered: Iterable[Answered], viewer: str, at: datetime
) -> Iterator[object]:
    """Yield everything a viewer gets: events, table, legal moves, and answers."""
    for command, answer in answered:
        if isinstance(answer, Refusal):
            if command.by == viewer:
                yield answer
            continue
        for change in answer.changes:
            before, event, after = change.before, change.event, change.after
            for each in seen_by(viewer, before, event, after):
                told = _uncommitted(each)
                yield told, sentence(before, told, after)
        table = answer.table
    yield msgspec.structs.replace(view(table, viewer), commitment="")
    yield legal(table, viewer, at)
    for command in _probes(viewer, at):
        tried = decide(table, command)
        yield type_of(command), tried if isinstance(tried, Refusal) else "accepted"


def _uncommitted(event: Seen) -> Seen:
    """Drop the commitment: it differs with other cards, but reveals nothing about them."""
    if isinstance(event, e.DeckShuffled | e.ShuffleOpened):
        return msgspec.structs.replace(event, commitment="", order=())
    return event


def _probes(viewer: str, at: datetime) -> Iterator[AnyCommand]:
    """Yield commands whose answer could depend on a card."""
    for seat in range(4):
        for kind in ("play", "fold", "throw_in", "leave", "report_exposed_card"):
            yield read({"type": kind, "seat": seat, "by": viewer}, at)
        yield read(
            {"type": "place_toke", "seat": seat, "wager": "play", "amount": 100, "by": viewer}, at
        )
    for step in ("deal", "release", "reveal_dealer", "reveal_hand", "settle", "verify_payout"):
        yield read({"type": "confirm", "step": step, "by": viewer}, at)
    for cents in (99_000_000, 100_000, 1):
        yield read({"type": "credit_tray", "cents": cents, "by": viewer}, at)
    yield read({"type": "count_tray", "counted": 0, "witness": "floor:y", "by": viewer}, at)
