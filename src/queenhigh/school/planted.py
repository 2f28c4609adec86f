"""Irregularities that an examiner plants: when each may appear, what is seen of it, its report.

Whether one can happen at a house, and what follows from it, is asked of the engine: the report is a
command like any other.
"""

from collections.abc import Callable, Iterator
from random import Random
from typing import Final, Literal, get_args

import msgspec

from ..cards.card import card_text
from ..house.model import House
from ..table import commands as c
from ..table.commands import AnyCommand
from ..table.decide import accepts
from ..table.events import AnyEvent, DeckRemoved, IrregularityReported, Remedy
from ..table.procedure import stub_count_due
from ..table.state import DEALER, Phase, Table
from .training_table import DEALER as BY_DEALER
from .training_table import TrainingTable

Irregularity = Literal[
    "exposed_card", "wrong_number_of_cards", "face_up_card", "jam", "wrong_deck_count",
    "flawed_deck", "card_drawn_in_error", "hands_shared",
]  # fmt: skip
IRREGULARITIES: Final[tuple[Irregularity, ...]] = get_args(Irregularity)
TITLES: Final[dict[Irregularity, str]] = {
    "exposed_card": "A card of a hand lies face up",
    "wrong_number_of_cards": "A place has too many or too few cards",
    "face_up_card": "A card comes out of the deck face up",
    "jam": "The device is jammed",
    "wrong_deck_count": "The cards do not come to 52",
    "flawed_deck": "A card of the deck is flawed",
    "card_drawn_in_error": "A card was drawn in error",
    "hands_shared": "Players tell each other their hands",
}
OF_A_PLACE: Final[tuple[Irregularity, ...]] = ("exposed_card", "wrong_number_of_cards")
REMEDIES: Final[dict[Remedy, str]] = {
    "continue": "Play on",
    "discard": "The card is not used",
    "next_card": "It is used as the next card",
    "complete": "The hand is completed",
    "void": "All hands are void",
    "remove_deck": "The deck is removed; hands that are out are void",
    "halt": "Stop and wait for a ruling",
}


class Plant(msgspec.Struct, frozen=True):
    """One that has been thought of. `place` chooses among the hands that are out."""

    irregularity: Irregularity
    place: int


class Seen(msgspec.Struct, frozen=True, kw_only=True):
    """What is seen of the devices and of the deck; the same fields whether anything is wrong."""

    lamp: Literal["green", "red"] = "green"  # Of shuffler or shoe.
    machine_count: int = 52  # On the display of a machine that counts.
    next_card: str = ""  # The card on its way out, where its face can be seen.
    inspected: str = "All cards are clean and whole."


class Present(msgspec.Struct, frozen=True):
    """One that lies on the table now, and waits to be noticed."""

    irregularity: Irregularity
    report: AnyCommand
    seat: int | None = None
    cards: tuple[str, ...] = ()  # That are seen at that place.
    more: int = 0  # Cards at that place beyond those dealt.
    stub: int = 0  # Cards of the stub beyond those that ought to be there.
    seen: Seen = Seen()


def appeared(plant: Plant, training: TrainingTable) -> Present | None:
    """The irregularity, if this is the moment for it and the engine can take its report."""
    found = _APPEARS[plant.irregularity](plant, training)
    return found if found and accepts(training.table, found.report) else None


def remedy_of(events: list[AnyEvent]) -> tuple[Remedy, tuple[str, ...]]:
    """What the house does about it, and by which clauses."""
    for event in events:
        if isinstance(event, IrregularityReported):
            return event.remedy, event.clauses
    removed = next((each for each in events if isinstance(each, DeckRemoved)), None)
    clauses = tuple(dict.fromkeys(clause for each in events for clause in each.clauses))
    return ("remove_deck" if removed else "continue"), clauses


def chosen(house: House, kind: str, number: int, chance: Random) -> tuple[Plant, ...]:
    """So many different ones, of those that fit what is examined."""
    fitting = list(_fitting(house, kind))
    found = chance.sample(fitting, min(number, len(fitting)))
    return tuple(Plant(each, chance.randrange(100)) for each in found)


def _fitting(house: House, kind: str) -> Iterator[Irregularity]:
    if kind == "opening":
        yield "flawed_deck"
        return
    yield from ("exposed_card", "wrong_number_of_cards", "face_up_card", "wrong_deck_count")
    if house.dealing.method != "hand" or house.shuffle.method == "machine":
        yield "jam"


def rounds_before(house: House, plants: tuple[Plant, ...]) -> int:
    """How many rounds are dealt first, so that the stub of the next one is counted."""
    if not any(each.irregularity == "wrong_deck_count" for each in plants):
        return 0
    return 0 if house.shuffle.machine_counts else house.cards.stub_count.every - 1


# By kind


def _hand(plant: Plant, table: Table) -> int | None:
    """A place that has all its cards, while others are still dealt to or nobody has looked."""
    if table.phase is not Phase.DEALING:
        return None
    waiting = {step.seat for step in table.todo if step.name == "deal"}
    out = [seat for seat in sorted(table.round.hands) if seat not in waiting]
    wanted = sorted({*table.round.positions, DEALER})
    chosen = wanted[plant.place % len(wanted)]
    return chosen if chosen in out else None


def _exposed(plant: Plant, training: TrainingTable) -> Present | None:
    table = training.table
    seat = _hand(plant, table)
    if seat is None:
        return None
    cards = (card_text(table.round.hands[seat][0]),)
    report = c.ReportExposedCard(by=BY_DEALER, at=training.now(), seat=seat, cards=cards)
    return Present("exposed_card", report, seat, cards)


def _too_many(plant: Plant, training: TrainingTable) -> Present | None:
    seat = _hand(plant, training.table)
    if seat is None:
        return None
    report = c.ReportWrongNumberOfCards(by=BY_DEALER, at=training.now(), seat=seat, cards=4)
    return Present("wrong_number_of_cards", report, seat, more=1)


def _face_up(plant: Plant, training: TrainingTable) -> Present | None:
    table = training.table
    due = table.due
    dealing = table.phase is Phase.DEALING and due is not None and due.name == "deal"
    wanted = table.round.positions[plant.place % len(table.round.positions)] if dealing else None
    if due is None or not dealing or due.seat != wanted:
        return None
    report = c.ReportFaceUpCard(by=BY_DEALER, at=training.now())
    card = card_text(table.deck.order[table.round.drawn])
    return Present("face_up_card", report, seen=Seen(next_card=card))


def _jam(plant: Plant, training: TrainingTable) -> Present | None:
    table, house = training.table, training.house
    due = table.due
    if due is None:
        return None
    if house.dealing.method != "hand":
        device: Literal["shuffler", "shoe"] = "shoe"
        moment = table.phase is Phase.DEALING and due.name == "deal" and table.round.cards_are_out
    else:
        device = "shuffler"
        by_machine = house.shuffle.method == "machine" and not table.by_hand
        moment = table.phase is Phase.BETTING and due.name == "shuffle" and by_machine
    report = c.ReportJam(by=BY_DEALER, at=training.now(), device=device)
    return Present("jam", report, seen=Seen(lamp="red")) if moment else None


def _short(plant: Plant, training: TrainingTable) -> Present | None:
    """At the count of the stub, or on the display of a machine that counts."""
    table, house = training.table, training.house
    due, at = table.due, training.now()
    counts = house.shuffle.machine_counts and not table.by_hand
    if counts and table.phase is Phase.BETTING and due and due.name == "shuffle":
        by_machine = c.ReportWrongDeckCount(by=BY_DEALER, at=at, count=51, by_machine=True)
        return Present("wrong_deck_count", by_machine, seen=Seen(machine_count=51))
    if not counts and due and due.name == "count_stub" and stub_count_due(table):
        report = c.ReportWrongDeckCount(by=BY_DEALER, at=at, count=51)
        return Present("wrong_deck_count", report, stub=-1)
    return None


def _flawed(plant: Plant, training: TrainingTable) -> Present | None:
    due = training.table.due
    if due is None or due.name != "inspect":
        return None
    flaw = "The corner of one card is bent."
    report = c.Confirm(
        by=BY_DEALER, at=training.now(), step="inspect", deck=due.deck, flaws="bent corner"
    )
    return Present("flawed_deck", report, seen=Seen(inspected=flaw))


def _never(plant: Plant, training: TrainingTable) -> Present | None:
    return None


_APPEARS: Final[dict[Irregularity, Callable[[Plant, TrainingTable], Present | None]]] = {
    "exposed_card": _exposed,
    "wrong_number_of_cards": _too_many,
    "face_up_card": _face_up,
    "jam": _jam,
    "wrong_deck_count": _short,
    "flawed_deck": _flawed,
    "card_drawn_in_error": _never,
    "hands_shared": _never,
}
