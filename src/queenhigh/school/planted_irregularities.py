"""Irregularities planted by an examiner: when each may appear, what shows it, and its report.

The engine decides whether one can happen at a house and what follows: the report is an ordinary
command.
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
from ..table.state import DEALER, Phase, Table
from ..table.stub_count import stub_count_due
from .topics import Level
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
# The numbers of irregularities in an exam of each level, one chosen at random.
_NUMBERS: Final[dict[Level, tuple[int, ...]]] = {
    1: (0,),
    2: (0, 1, 1, 1, 1, 1, 2, 2, 2, 2),
    3: (1, 2, 2, 3),
}
_OPENING_RATE: Final = 0.5  # How often an opening's irregularity is about the decks themselves.
# What the dealer may see on the deck, and what is recorded.
_FLAWS: Final = (
    ("The corner of one card is bent.", "bent corner"),
    ("The back of one card is scratched.", "scratched back"),
    ("One card has a small hole in it.", "pinhole"),
    ("The edge of one card is torn.", "torn edge"),
    ("The back of one card is printed off centre.", "back printed off centre"),
)
_COUNTS: Final = (51, 53)
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
    """A planned irregularity. `place` chooses the hand or the deck, and what is seen."""

    irregularity: Irregularity
    place: int


class Seen(msgspec.Struct, frozen=True, kw_only=True):
    """What is seen of the devices and of the deck; the same fields whether anything is wrong."""

    lamp: Literal["green", "red"] = "green"  # Of the shuffler or shoe.
    machine_count: int = 52  # On the display of a counting machine.
    next_card: str = ""  # The card on its way out, if its face is visible.
    inspected: str = "All cards are clean and whole."


class Present(msgspec.Struct, frozen=True):
    """An irregularity that is on the table now, waiting to be noticed."""

    irregularity: Irregularity
    report: AnyCommand
    seat: int | None = None
    cards: tuple[str, ...] = ()  # Visible at that place.
    more: int = 0  # Cards at that place beyond those dealt.
    stub: int = 0  # Cards in the stub beyond the correct number.
    seen: Seen = Seen()


def appeared(plant: Plant, training: TrainingTable) -> Present | None:
    """Return the irregularity if this is its moment and the engine can take its report."""
    found = _APPEARS[plant.irregularity](plant, training)
    return found if found and accepts(training.table, found.report) else None


def remedy_of(events: list[AnyEvent]) -> tuple[Remedy, tuple[str, ...]]:
    """Return the house's remedy and its clauses."""
    for event in events:
        if isinstance(event, IrregularityReported):
            return event.remedy, event.clauses
    removed = next((each for each in events if isinstance(each, DeckRemoved)), None)
    clauses = tuple(dict.fromkeys(clause for each in events for clause in each.clauses))
    return ("remove_deck" if removed else "continue"), clauses


def chosen(house: House, kind: str, level: Level, chance: Random) -> tuple[Plant, ...]:
    """Choose a random number of different irregularities that fit the exam."""
    number = chance.choice(_NUMBERS[level])
    first: list[Irregularity] = []
    fitting = list(_at_the_deal(house))
    if kind == "opening":
        fitting += _at_the_first_shuffle(house)
        if number and chance.random() < _OPENING_RATE:
            first.append(chance.choice([*_at_the_opening(house)]))
    else:
        fitting.append("wrong_deck_count")
        if house.dealing.method == "hand" and house.shuffle.method == "machine":
            fitting.append("jam")
    others = [each for each in fitting if each not in first]
    found = first + chance.sample(others, number - len(first))
    return tuple(Plant(each, chance.randrange(1000)) for each in found)


def _at_the_opening(house: House) -> Iterator[Irregularity]:
    """Yield what can be wrong with the decks before anybody plays."""
    yield "flawed_deck"
    if "count" in house.cards.opening:
        yield "wrong_deck_count"


def _at_the_first_shuffle(house: House) -> Iterator[Irregularity]:
    if house.shuffle.method != "machine":
        return
    if house.dealing.method == "hand":
        yield "jam"
    if house.shuffle.machine_counts:
        yield "wrong_deck_count"


def _at_the_deal(house: House) -> Iterator[Irregularity]:
    yield from ("exposed_card", "wrong_number_of_cards", "face_up_card")
    if house.dealing.method != "hand":
        yield "jam"


def rounds_before(house: House, plants: tuple[Plant, ...]) -> int:
    """Return how many rounds to deal first, so that the next round's stub is counted."""
    if not any(each.irregularity == "wrong_deck_count" for each in plants):
        return 0
    return 0 if house.shuffle.machine_counts else house.cards.stub_count.every - 1


# By kind


def _hand(plant: Plant, table: Table) -> int | None:
    """Return a place that has all its cards, before dealing ends or anybody has looked."""
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
    """Plant at a count of the deck or stub, or on the display of a counting machine."""
    table, house = training.table, training.house
    due, at = table.due, training.now()
    if due is None:
        return None
    count = _COUNTS[plant.place % len(_COUNTS)]
    if table.phase is Phase.OPENING:
        if due.name != "count" or due.deck != _deck(plant, table):
            return None
        counted = c.Confirm(by=BY_DEALER, at=at, step="count", deck=due.deck, count=count)
        seen = Seen(inspected=f"The deck comes to {count} cards.")
        return Present("wrong_deck_count", counted, seen=seen)
    by_machine = house.shuffle.machine_counts and not table.by_hand
    if by_machine and table.phase is Phase.BETTING and due.name == "shuffle":
        told = c.ReportWrongDeckCount(by=BY_DEALER, at=at, count=count, by_machine=True)
        return Present("wrong_deck_count", told, seen=Seen(machine_count=count))
    if not by_machine and due.name == "count_stub" and stub_count_due(table):
        report = c.ReportWrongDeckCount(by=BY_DEALER, at=at, count=51)
        return Present("wrong_deck_count", report, stub=-1)
    return None


def _flawed(plant: Plant, training: TrainingTable) -> Present | None:
    """Plant a flaw that the dealer sees at the inspection, or the floor when verifying it."""
    table, due = training.table, training.table.due
    turn = plant.place // len(table.decks)
    step: Literal["inspect", "verify"] = "verify" if turn % 2 else "inspect"
    if due is None or due.name != step or due.deck != _deck(plant, table):
        return None
    seen, flaw = _FLAWS[turn // 2 % len(_FLAWS)]
    confirmed = training.confirmation(step)
    report = msgspec.structs.replace(confirmed, deck=due.deck, flaws=flaw)
    return Present("flawed_deck", report, seen=Seen(inspected=seen))


def _deck(plant: Plant, table: Table) -> int:
    return plant.place % len(table.decks)


# Other remedies are offered only as answers.
_APPEARS: Final[dict[Irregularity, Callable[[Plant, TrainingTable], Present | None]]] = {
    "exposed_card": _exposed,
    "wrong_number_of_cards": _too_many,
    "face_up_card": _face_up,
    "jam": _jam,
    "wrong_deck_count": _short,
    "flawed_deck": _flawed,
}
