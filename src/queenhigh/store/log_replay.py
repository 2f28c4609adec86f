"""Replay of the log, stream by stream: the same state, postings, cards and shuffles.

Each kind of stream has a class here. It takes the events in order and reports what each one posts
and what is wrong with it; it raises if it cannot continue.
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import NamedTuple, Protocol

import msgspec

from ..cards.card import card_text
from ..floor.log_follower import FLOOR_STREAMS
from ..floor.personnel import PERSON, AnyPersonEvent, Standing, follow_person
from ..floor.settings import (
    SERVICE,
    AlertLimitsSet,
    AnyServiceEvent,
    IdentitiesResealed,
    LinksPrinted,
    ResealingBegun,
    SettingsApplied,
)
from ..money.ledger import postings_of, postings_of_link, postings_of_patron
from ..money.links import AnyLinkEvent
from ..money.patrons import AnyPatronEvent
from ..money.posting import Posting
from ..money.setup import TableSetUp, house_of
from ..money.stream import LINK, PATRON, TABLE, StreamName
from ..school.records import SCHOOL
from ..table import events as e
from ..table.entropy import may_be_left_out
from ..table.event import Event
from ..table.evolve import evolve
from ..table.fairness import entropy_commitment, mixed, verify
from ..table.state import Table, cards_breach, chips_breach
from .chain import digest
from .floor_streams import FloorStream
from .school_streams import SchoolStream
from .snapshots import freeze
from .upcasts import table_event, upcast

_patron_events: msgspec.json.Decoder[AnyPatronEvent] = msgspec.json.Decoder(AnyPatronEvent)
_person_events: msgspec.json.Decoder[AnyPersonEvent] = msgspec.json.Decoder(AnyPersonEvent)
_ABOUT: dict[type[Event], str] = {
    SettingsApplied: "settings",
    AlertLimitsSet: "alerts",
    LinksPrinted: "links",
    ResealingBegun: "keys",
    IdentitiesResealed: "keys",
}
_settings_events: msgspec.json.Decoder[AnyServiceEvent] = msgspec.json.Decoder(AnyServiceEvent)
_link_events: msgspec.json.Decoder[AnyLinkEvent] = msgspec.json.Decoder(AnyLinkEvent)


class Problem(msgspec.Struct, frozen=True):
    kind: str
    message: str


class Rebuilt(msgspec.Struct, frozen=True):
    """The result of replaying an event."""

    postings: tuple[Posting, ...]
    problems: tuple[Problem, ...] = ()


class Stream(Protocol):
    def take(self, event: bytes) -> Rebuilt: ...

    def rest(self) -> Problem | None:
        """What is wrong at the end of a command."""

    def snapshot(self) -> str:
        """The hash that a snapshot would have now."""


class _Drawn(NamedTuple):
    """Cards that left a deck: their place in the deck and the seat; no cards if sealed."""

    at: int
    seat: int | None
    number: int
    cards: tuple[str, ...]


class TableStream:
    def __init__(self, name: str):
        self._name = name
        self._setup: TableSetUp | None = None
        self.table: Table | None = None
        self._drawn: dict[int, list[_Drawn]] = {}  # By deck, since its shuffle.
        self._hands: Mapping[int, tuple[str, ...]] = {}  # As opened at the end of the round.
        self._moved: dict[
            int, list[e.DeckCut | e.ShuffleMixed]
        ] = {}  # Cuts, and entropy added by players.

    def take(self, event: bytes) -> Rebuilt:
        if self._setup is None or self.table is None:
            return self._set_up(event)
        happened = table_event(event)
        postings = postings_of(self._setup, self.table, happened)
        looked_at = (
            _of_shuffle(self.table, happened),
            _of_entropy(self.table, happened),
            self._of_deal(self.table, happened),
        )
        self.table = evolve(self.table, happened)
        return Rebuilt(postings, tuple(problem for problem in looked_at if problem))

    def _set_up(self, event: bytes) -> Rebuilt:
        self._setup = msgspec.json.decode(upcast(event), type=TableSetUp)
        self.table = Table(house_of(self._setup))
        if self._setup.table == self._name:
            return Rebuilt(())
        message = f"the stream of table {self._name} sets up table {self._setup.table}"
        return Rebuilt((), (Problem("replay", message),))

    def _of_deal(self, table: Table, event: e.Event) -> Problem | None:
        """Check that the dealt cards match the deck order, once the order is public."""
        match event:
            case e.DeckShuffled(deck=deck):
                self._drawn[deck], self._moved[deck] = [], []
            case e.DeckCut(deck=deck) | e.ShuffleMixed(deck=deck):
                self._moved.setdefault(deck, []).append(event)
            case e.CardsDealt(cards=cards) | e.CardsDiscarded(cards=cards):
                seat, count = getattr(event, "seat", None), len(cards) or event.count or 0
                drawn = self._drawn.setdefault(table.round.deck, [])
                drawn.append(_Drawn(table.round.drawn, seat, count, cards))
            case e.RoundBegan():
                self._hands = {}
            case e.RoundEnded() | e.RoundVoided():
                self._hands = event.hands or {}
            case e.ShuffleOpened(deck=deck):
                dealt_from = _as_dealt(event, self._moved.pop(deck, []))
                drawn = self._drawn.pop(deck, [])
                return _of_drawn(drawn, dealt_from) or self._of_sealed(table, drawn, dealt_from)
            case _:
                pass
        return None

    def _of_sealed(
        self, table: Table, drawn: list[_Drawn], dealt_from: tuple[str, ...]
    ) -> Problem | None:
        """Check that sealed hands as shown and as opened agree, and match the deck order."""
        lay: dict[int, set[str]] = {}
        for each in drawn:
            if each.seat is not None and not each.cards:
                lay.setdefault(each.seat, set()).update(dealt_from[each.at : each.at + each.number])
        for seat, cards in lay.items():
            shown = tuple(map(card_text, table.round.hands.get(seat, ())))
            for told in (shown, self._hands.get(seat, ())):
                if not cards.issuperset(told):
                    return _not_next(told)
        return None

    def rest(self) -> Problem | None:
        if self.table is None:
            return None
        if breach := cards_breach(self.table):
            return Problem("cards", breach)
        if breach := chips_breach(self.table):
            return Problem("chips", breach)
        return None

    def snapshot(self) -> str:
        if self.table is None:
            raise ValueError("no table has been set up")
        return digest(freeze(self.table))


def _of_drawn(drawn: list[_Drawn], dealt_from: tuple[str, ...]) -> Problem | None:
    for at, _, _, cards in drawn:
        if dealt_from[at : at + len(cards)] != cards:
            return _not_next(cards)
    return None


def _not_next(cards: tuple[str, ...]) -> Problem:
    return Problem("cards", f"{' '.join(cards)} was dealt but was not next in the deck")


def _as_dealt(shuffle: e.ShuffleOpened, moved: list[e.DeckCut | e.ShuffleMixed]) -> tuple[str, ...]:
    """The order after everything between the shuffle and the first card."""
    order = shuffle.order
    for event in moved:
        if isinstance(event, e.DeckCut):
            order = order[event.count :] + order[: event.count]
        else:
            order = mixed(order, shuffle.commitment, event.entropy)
    return order


def _of_entropy(table: Table, event: e.Event) -> Problem | None:
    """Check that players' entropy matches their commitments and is omitted only if late."""
    match event:
        case e.EntropyRevealed(seat=seat):
            told = entropy_commitment(table.deck.commitment, seat, event.entropy)
            if told != table.deck.entropy.get(seat):
                return Problem("entropy", f"seat {seat} had not committed to what it revealed")
        case e.ShuffleMixed():
            deck = table.decks[event.deck]
            if event.entropy != deck.revealed:
                return Problem(
                    "entropy", "the order was not mixed with everything that was revealed"
                )
            if set(event.withheld) != deck.entropy.keys() - deck.revealed.keys():
                return Problem("entropy", "the seats left out are not those that did not reveal")
            if event.withheld and not may_be_left_out(table, event.at):
                return Problem("entropy", "players were left out before their time was over")
        case e.CardsDealt() if table.entropy_due:
            return Problem("entropy", "cards were dealt without what players had added")
        case _:
            pass
    return None


def _of_shuffle(table: Table, event: e.Event) -> Problem | None:
    """Check a shuffle, and later its opening, against the published commitment."""
    match event:
        case e.DeckShuffled() if event.commitment and event.order:
            if not verify(event.commitment, event.order, event.nonce):
                return Problem("commitment", "the commitment does not match this shuffle")
        case e.ShuffleOpened():
            if not verify(event.commitment, event.order, event.nonce):
                return Problem("commitment", "the opened shuffle is not the one committed to")
            if event.commitment != table.decks[event.deck].commitment:
                return Problem("commitment", "no such commitment was published")
        case _:
            pass
    return None


class PatronStream:
    def __init__(self, name: str):
        self._name = name

    def take(self, event: bytes) -> Rebuilt:
        happened = _patron_events.decode(upcast(event))
        problem = _named(happened.patron, self._name)
        return Rebuilt(postings_of_patron(happened), problem)

    def rest(self) -> None:
        return None

    def snapshot(self) -> str:
        raise ValueError("a patron has no snapshots")


class PersonStream:
    """Replay of a person, kept by the audit to compare with the table of people."""

    def __init__(self, name: str):
        self._name = name
        self.standing: Standing | None = None

    def take(self, event: bytes) -> Rebuilt:
        happened = _person_events.decode(upcast(event))
        self.standing = follow_person(self.standing, happened)
        return Rebuilt((), _named(happened.name, self._name))

    def rest(self) -> None:
        return None

    def snapshot(self) -> str:
        raise ValueError("a person has no snapshots")


class SettingsStream:
    """Replay of the settings, kept by the audit for the links that the server printed."""

    def __init__(self, name: str):
        self._name = name
        self.links: list[LinksPrinted] = []

    def take(self, event: bytes) -> Rebuilt:
        said = _settings_events.decode(upcast(event))
        if isinstance(said, LinksPrinted):
            self.links.append(said)
        return Rebuilt((), _named(_ABOUT[type(said)], self._name))

    def rest(self) -> None:
        return None

    def snapshot(self) -> str:
        raise ValueError("settings have no snapshots")


class LinkStream:
    def __init__(self, name: str):
        self._name = name

    def take(self, event: bytes) -> Rebuilt:
        happened = _link_events.decode(upcast(event))
        return Rebuilt(postings_of_link(happened), _named(happened.link, self._name))

    def rest(self) -> None:
        return None

    def snapshot(self) -> str:
        raise ValueError("a link has no snapshots")


def _named(said: str, expected: str) -> tuple[Problem, ...]:
    if said == expected:
        return ()
    return (Problem("replay", f"the event is about {said}, the stream about {expected}"),)


_KINDS: dict[str, Callable[[str], Stream]] = {
    TABLE: TableStream,
    PATRON: PatronStream,
    LINK: LinkStream,
    SCHOOL: SchoolStream,
    PERSON: PersonStream,
    SERVICE: SettingsStream,
    **{kind: partial(FloorStream, kind) for kind in FLOOR_STREAMS},
}


def rebuilt(stream: str) -> Stream:
    kind, name = StreamName.parse(stream)
    if kind not in _KINDS:
        raise ValueError(f"no stream is called {stream}")
    return _KINDS[kind](name)
