"""A table to drive in a test: commands as a user writes them, from people with the right to.

Everything goes through JSON objects, so that tests see what a user sees. Money is written in
dollars, cards as in ``As Kd 2c``. After every command the driver checks that the chips balance and
that every card is in exactly one place.
"""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Self, TypeVar, get_args

import msgspec

from queenhigh.cards.card import FULL_DECK, card_text
from queenhigh.house.loader import (
    Layer,
    built_in_keys,
    layers,
    load_house,
    make_house,
    path_of,
    with_options,
)
from queenhigh.house.model import House
from queenhigh.house.plain_data import Raw
from queenhigh.house.procedure import DealMethod
from queenhigh.table.commands import AnyCommand
from queenhigh.table.decide import advance
from queenhigh.table.denominations import chips_for
from queenhigh.table.events import Announced, AnyEvent, Event, Step
from queenhigh.table.evolve import evolve, replay
from queenhigh.table.instructions import STEPS
from queenhigh.table.refusal import Refusal
from queenhigh.table.seen_events import Seen, seen_by
from queenhigh.table.state import Phase, Table, cards_breach, chips_breach
from queenhigh.table.views import TableView, view

NOON = datetime(2026, 1, 5, 12, tzinfo=UTC)
NONCE = "0123456789abcdef"
BUILT_IN = built_in_keys()
METHODS: tuple[str, ...] = get_args(DealMethod)
DEALER, STUB = 0, -1
OF_A_METER = ("meter", "reserve", "jackpot", "overflow", "elsewhere")
E = TypeVar("E", bound=Event)


# Houses


def house(key: str, **options: Any) -> House:
    """Return a built-in house with some options changed."""
    return house_with(key, options=options)


def house_with(key: str, **changes: Any) -> House:
    """Return a built-in house with some of its tables changed: ``shuffle={"method": "hand"}``."""
    return _house_with(key, msgspec.json.encode(changes))


@cache
def _house_with(key: str, changes: bytes) -> House:
    raw: Raw = msgspec.json.decode(changes)
    own = Layer(raw, Path(), "the test's", None)
    return make_house([*layers(path_of(key)), own], load_house(key).book)


def methods_of(key: str) -> tuple[str, ...]:
    """Return the dealing methods a house may choose without departing from its book."""
    return tuple(
        method
        for method in METHODS
        if not with_options(house(key), msgspec.json.encode({"deal_method": method}))
        .law.standing("dealing.method")
        .departs
    )


EVERY_DEAL = [(key, method) for key in BUILT_IN for method in methods_of(key)]


# Decks


def hands(text: str) -> dict[int, str]:
    """Read ``1: As Kd 2c, dealer: Qs Qd Qc`` by seat, the dealer as 0."""
    pairs = (each.split(":") for each in text.split(",") if each.strip())
    return {DEALER if who.strip() == "dealer" else int(who): cards for who, cards in pairs}


def stacked(wanted: str, method: str, positions: Iterable[int] = (), *, cut: int = 0) -> list[str]:
    """Return a deck order that gives these places these cards, by this dealing method and cut.

    Places dealt in but not named get arbitrary cards, from the bottom up.
    """
    named = {seat: cards.split() for seat, cards in hands(wanted).items()}
    taken = {card for cards in named.values() for card in cards}
    spare = [card for card in map(card_text, FULL_DECK) if card not in taken]
    places = [*sorted({*positions, *named} - {DEALER}), DEALER]
    dealt = {seat: named.get(seat) or [spare.pop(0) for _ in range(3)] for seat in places}
    if method == "automated_shoe":
        order = [card for seat in places for card in dealt[seat]]
    else:
        order = [dealt[seat][turn] for turn in range(3) for seat in places]
    order += spare
    return order[52 - cut :] + order[: 52 - cut]


# The table


class _Place:
    """A table compared by identity."""

    def __init__(self, table: Table):
        self.table = table

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Place) and other.table is self.table

    def __hash__(self) -> int:
        return id(self.table)


@lru_cache(maxsize=64)
def _new_table(house: House) -> Table:
    return Table(house)


@lru_cache(maxsize=8_192)
def _advanced(place: _Place, command: bytes) -> Refusal | tuple[Table, list[AnyEvent]]:
    """Return the result of a command, cached because thousands of tests begin in the same way.

    A table is immutable, and the result depends only on it and the command.
    """
    answer = advance(place.table, _read(command))
    if isinstance(answer, Refusal):
        return answer
    assert chips_breach(answer.table) == ""
    assert cards_breach(answer.table) == ""
    return answer.table, list(answer.events)


def _read(command: bytes) -> AnyCommand:
    read: AnyCommand = msgspec.json.decode(command, type=AnyCommand)
    return read


_BY = {
    **dict.fromkeys(("open_table", "close_table", "order_recut", "change_limits"), "floor:flo"),
    **dict.fromkeys(("replace_shuffler", "shuffle_by_hand"), "floor:flo"),
    **dict.fromkeys(("fill_tray", "credit_tray", "take_drop_box"), "floor:flo"),
    **dict.fromkeys(("read_meter", "share_jackpot", "mix_entropy"), "system"),
    "rule": "management:mia",
}
_OWN = (
    *("leave", "buy_in", "place_wager", "withdraw_wager", "place_toke", "give_toke"),
    *("place_coupon", "play", "fold", "throw_in", "call_awards"),
    *("commit_entropy", "reveal_entropy"),
)


class Driven:
    """A table, its log, and its last answer."""

    def __init__(
        self, of: House | str, *, automation: Iterable[str] = (), tray: int = 10_000, **options: Any
    ):
        self.house = of if isinstance(of, House) else house(of, **options)
        self.table = _new_table(self.house)
        self.at = NOON
        self.log: list[AnyEvent] = []
        self.tray = tray
        self.automation = tuple(automation)
        self._commands: list[bytes] = []
        self.next_order: list[str] | None = None

    # Commands

    def command(self, type: str, **fields: Any) -> AnyCommand:
        """Return the command as read from a line of JSON."""
        return _read(self._written(type, **fields))

    def _written(self, type: str, **fields: Any) -> bytes:
        """Write the command; ``by`` defaults to somebody who may give it."""
        if "by" not in fields:
            seat = self.table.seats.get(fields.get("seat", -1))
            own = type in _OWN and seat is not None
            staff = _BY.get(type, f"dealer:{self.table.dealer or 'dee'}")
            fields["by"] = f"player:{seat.player}" if own and seat else staff
        fields.setdefault("at", self.at)
        return msgspec.json.encode({"type": type, **fields})

    def try_(self, type: str, **fields: Any) -> Refusal | list[AnyEvent]:
        self.at += timedelta(seconds=1)
        command = self._written(type, **fields)
        answer = _advanced(_Place(self.table), command)
        self._commands.append(command)
        if isinstance(answer, Refusal):
            return answer
        self.table, events = answer
        self.log += events
        return list(events)

    def give(self, type: str, **fields: Any) -> list[AnyEvent]:
        """Give a command that must be accepted; return its events."""
        answer = self.try_(type, **fields)
        assert not isinstance(answer, Refusal), f"{answer.code}: {answer.message}"
        return answer

    def refused(self, type: str, **fields: Any) -> Refusal:
        """Give a command that must be refused; return the refusal."""
        answer = self.try_(type, **fields)
        assert isinstance(answer, Refusal), f"accepted: {kinds(answer)}"
        return answer

    @property
    def commands(self) -> list[AnyCommand]:
        """All commands given, including refused ones."""
        return [_read(each) for each in self._commands]

    def later(self, **time: float) -> None:
        self.at += timedelta(**time)

    def branched(self) -> "Driven":
        """Return a copy of the table, to continue differently."""
        other = Driven(self.house)
        other.table, other.at, other.log = self.table, self.at, list(self.log)
        return other

    # Opening

    def open(self, dealer: str = "dee", **fields: Any) -> list[AnyEvent]:
        """Open the table; a tray of chips is given by value and counted by two people."""
        tray, automation = self.tray * 100, self.automation
        if fields.get("guarded") and "settle" not in automation:
            fields = {"chips": chips_for(self.house, tray), **fields}
        how = {"dealer": dealer, "tray": tray, "automation": automation}
        happened = self.give("open_table", **how, **fields)
        if self.table.guarded and self.table.tray_is_chips:
            self.count("opening")
        return happened

    def count(self, inventory: str = "shift", cents: int | None = None) -> None:
        """Count the tray: a counter, witnessed by the floor."""
        cents = self.table.tray if cents is None else cents
        by_value = {"chips": chips_for(self.house, cents), "inventory": inventory}
        self.give("count_tray", by="count:cou", counted=cents, **by_value)
        self.sign("floor:fay")

    def slip(self, type: str, cents: int, **fields: Any) -> list[AnyEvent]:
        """Request a fill or a credit."""
        by_value = {"chips": chips_for(self.house, cents), "runner": "ron"}
        return self.give(type, cents=cents, **by_value, **fields)

    def sign(self, *people: str) -> None:
        """Sign the latest request."""
        for by in people:
            self.give("approve", request=self.table.last_request, by=by)

    def unsigned(self, by: str) -> str:
        """Return why somebody's signature is refused."""
        return self.refused("approve", request=self.table.last_request, by=by).code

    def opened(self, **fields: Any) -> Self:
        """Open the table with a first player, up to the first shuffle."""
        if self.table.phase is Phase.CLOSED:
            self.open(**fields)
        if not self.table.seats:
            self.sit(1)
        while self.table.phase is Phase.OPENING:
            self.confirm()
        return self

    # Steps

    @property
    def due(self) -> str:
        return self.table.due.name if self.table.due else ""

    def confirm(self, step: str = "", **fields: Any) -> list[AnyEvent]:
        """Confirm the step that is due, as its owner; report a shuffle as a shuffle."""
        due = self.table.due
        assert due is not None, "nothing is due"
        assert step in ("", due.name), f"{due.name} is due, not {step}"
        if due.name == "shuffle":
            return self.shuffle(due.deck or 0)
        role = STEPS[due.name].role
        leaves = due.name == "spread" and self.table.leaving
        name = (leaves or self.table.dealer) if role == "dealer" else "x"
        named = {
            name: value for name in ("deck", "seat") if (value := getattr(due, name)) is not None
        }
        return self.give("confirm", **{"by": f"{role}:{name}", "step": due.name, **named, **fields})

    def shuffle(self, deck: int, order: Iterable[str] | None = None) -> list[AnyEvent]:
        """Shuffle into the order asked for, or into an unknown one."""
        chosen = list(order) if order is not None else self.next_order
        self.next_order = None
        known = {"order": chosen, "nonce": NONCE} if chosen else {}
        if self.table.kind in ("digital", "training"):
            known["by"] = "system"
        return self.give("shuffle_deck", deck=deck, **known)

    def until(self, *steps: str) -> Self:
        """Confirm steps until one of these is due, or none is."""
        while self.due and self.due not in steps:
            self.confirm()
        assert self.due in steps or not steps or not self.due
        return self

    def done(self) -> list[str]:
        """Confirm all steps due; return their names, with deck or seat."""
        names: list[str] = []
        while self.table.due:
            names.append(told(self.table.due))
            self.confirm()
        return names

    # Players

    def sit(self, *seats: int, player: str = "", dollars: int = 1000) -> Self:
        for seat in seats:
            name = player or NAMES[seat]
            self.give("sit", seat=seat, by=f"player:{name}")
            if dollars:
                self.give("buy_in", seat=seat, cents=dollars * 100)
        return self

    def bet(self, seat: int, **dollars: float) -> Self:
        """``ante=10, pair_plus=5, toke_ante=1, coupon_ante=5``; takes the seat if it is free."""
        if seat not in self.table.seats:
            self.sit(seat)
        for name, amount in dollars.items():
            cents = round(amount * 100)
            if name.startswith("toke_"):
                self.give("place_toke", seat=seat, wager=name[5:], amount=cents)
            elif name.startswith("coupon_"):
                self.give("place_coupon", seat=seat, on=name[7:], face=cents)
            else:
                self.give("place_wager", seat=seat, wager=name, amount=cents)
        return self

    def stack_deck(self, wanted: str, *, cut: int = 0) -> Self:
        """Make the next shuffle give these hands to the dealer and the seats that bet."""
        method = self.house.dealing.method
        self.next_order = stacked(wanted, method, self.table.bettors(), cut=cut)
        return self

    def ready(self, wanted: str = "", *, cut: int = 0) -> Self:
        """Prepare the deck, so that these hands will be dealt."""
        if self.table.phase in (Phase.CLOSED, Phase.OPENING):
            self.opened()
        if wanted or self.next_order is None:
            self.stack_deck(wanted, cut=cut)
        return self.until()

    def lock(self, wanted: str = "") -> Self:
        """Call ``No more bets``."""
        self.ready(wanted)
        self.give("announce_no_more_bets")
        return self

    def dealt(self, wanted: str = "") -> Self:
        """Go to the first decision, or past it where nobody has one to make."""
        return self.lock(wanted).dealt_from_here()

    def dealt_from_here(self) -> Self:
        while self.table.phase is Phase.DEALING:
            self.confirm()
        return self

    def play(self, *seats: int) -> Self:
        for seat in seats:
            self.give("play", seat=seat)
        return self

    def fold(self, *seats: int) -> Self:
        """Fold, and have the dealer collect each hand where the house collects them one by one."""
        for seat in seats:
            self.give("fold", seat=seat)
            if self.table.due == Step("collect_folds", seat=seat):
                self.confirm()
        return self

    def finish(self) -> Self:
        """Settle, to the end of the round."""
        while self.table.phase is Phase.SETTLING:
            self.confirm()
        return self

    # What can be seen

    def stack(self, seat: int) -> float:
        """A player's chips, in dollars."""
        return self.table.stack(self.table.seats[seat].player) / 100

    def account(self, name: str) -> float:
        """An account in dollars; ``meter`` and the like mean the house's only meter."""
        own = f"{name}:{self.house.only_meter}" if name in OF_A_METER else name
        return self.table.accounts.get(own, 0) / 100

    @property
    def money(self) -> dict[str, int]:
        """Every account with a balance."""
        return {name: cents for name, cents in self.table.accounts.items() if cents}

    @property
    def on_layout(self) -> dict[str, float]:
        """The chips on each spot, in dollars: ``1:ante``, ``1:toke:ante``."""
        return {
            name.removeprefix("layout:"): cents / 100
            for name, cents in self.table.accounts.items()
            if name.startswith("layout:")
        }

    @property
    def todo(self) -> list[str]:
        return [told(step) for step in self.table.todo]

    def events(self, kind: type[E]) -> list[E]:
        return [event for event in self.log if isinstance(event, kind)]

    def last(self, kind: type[E]) -> E:
        return self.events(kind)[-1]

    @property
    def said(self) -> list[str]:
        return [event.text for event in self.events(Announced)]

    def view(self, viewer: str) -> TableView:
        return view(self.table, viewer)

    def seen(self, viewer: str) -> list[Seen]:
        """Everything one viewer was shown."""
        table = Table(self.house)
        shown: list[Seen] = []
        for event in self.log:
            after = evolve(table, event)
            shown += seen_by(viewer, table, event, after)
            table = after
        return shown

    def check_replay(self) -> None:
        """Check that the log replays to the same table, from memory and from JSON."""
        line = msgspec.json.Decoder(AnyEvent)
        read = [line.decode(msgspec.json.encode(event)) for event in self.log]
        assert read == self.log
        assert same(replay(self.house, read), self.table)


NAMES = {1: "ann", 2: "bob", 3: "cy", 4: "di", 5: "ed", 6: "fay", 7: "gus", 8: "hal", 9: "ida"}


def same(one: Table, other: Table) -> bool:
    """Compare tables; houses compare by identity, and changing limits makes a new one."""
    limits = [one.house.limits(name) == other.house.limits(name) for name in one.house.opening_bets]
    return all(limits) and one == other.but(house=one.house)


def told(step: Step) -> str:
    """Name a step: ``deal 3``, ``deal dealer``, ``wash of deck 1``, ``release``."""
    if step.deck is not None:
        return f"{step.name} of deck {step.deck}"
    if step.seat is None:
        return step.name
    return f"{step.name} {step.seat or 'dealer'}"


def kinds(events: Iterable[AnyEvent]) -> list[str]:
    return [str(event.__struct_config__.tag) for event in events]
