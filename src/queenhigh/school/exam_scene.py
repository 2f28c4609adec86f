"""What the learner sees of an exam, and the possible answers.

It is built from the dealer's own view of the table, without that view's hints about the next step.
Every field is present whether or not anything is wrong, so that none gives the answer away.
"""

import msgspec

from ..house.model import House
from ..table.events import Step
from ..table.instructions import instruction, steps_of
from ..table.state import DEALER, Phase
from ..table.views import HIDDEN, SeatView, view
from ..table.wording import seen_in_words
from .exam import Exam, bet_title, is_placed
from .planted_irregularities import IRREGULARITIES, OF_A_PLACE, REMEDIES, TITLES, Present, Seen
from .questions import BetShown
from .training_table import DEALER as BY_DEALER


class SeatSeen(msgspec.Struct, frozen=True):
    seat: int
    bets: tuple[BetShown, ...]
    cards: tuple[str, ...]  # ?? for a back.
    decision: str  # play, fold, or empty.


class ExamScene(msgspec.Struct, frozen=True, kw_only=True):
    """The table as the dealer stands before it."""

    currency: str
    language: str  # Of the announcements.
    round: int
    opening: bool
    dealer: tuple[str, ...]
    seats: tuple[SeatSeen, ...]
    stub: int  # Cards neither dealt nor in the rack.
    racked: int  # Cards in the discard rack.
    meters: dict[str, int]
    devices: Seen
    happened: tuple[str, ...]  # Since the last answer, as the dealer sees it.


class StepChoice(msgspec.Struct, frozen=True):
    key: str
    text: str
    placed: bool  # Whether it is done at a place, which must be named.


class Named(msgspec.Struct, frozen=True):
    key: str
    text: str
    placed: bool = False


class Menu(msgspec.Struct, frozen=True):
    """All that can be answered at this house, whatever is due."""

    steps: tuple[StepChoice, ...]
    bets: tuple[Named, ...]
    irregularities: tuple[Named, ...]
    remedies: tuple[Named, ...]
    places: int  # Seats of the table; 0 is the dealer's.


def menu(house: House) -> Menu:
    """List all answers alphabetically, which reveals nothing about their order in the procedure."""
    steps = [
        StepChoice(name, instruction(house, Step(name)), is_placed(house, name))
        for name in steps_of(house)
    ]
    bets = [*house.settle_order, "envy", "match_play"]
    return Menu(
        tuple(sorted(steps, key=lambda each: each.text)),
        tuple(Named(each, bet_title(house, each)) for each in bets),
        tuple(Named(each, TITLES[each], each in OF_A_PLACE) for each in IRREGULARITIES),
        tuple(Named(each, text) for each, text in REMEDIES.items()),
        house.seats,
    )


def scene_of(exam: Exam) -> ExamScene:
    table, present = exam.training.table, exam.present
    seen = view(table, BY_DEALER)
    told = [
        text for change in exam.happened for _, text in seen_in_words(BY_DEALER, change) if text
    ]
    return ExamScene(
        currency=exam.house.currency,
        language=exam.house.language,
        round=table.round.number,
        opening=table.phase is Phase.OPENING,
        dealer=_cards(tuple(seen.dealer_cards), DEALER, present),
        seats=tuple(_seat(exam.house, each, present) for each in seen.seats),
        stub=seen.stub + (present.stub if present else 0),
        racked=sum(each.cards for each in seen.rack),
        meters=seen.meters,
        devices=present.seen if present else Seen(),
        happened=tuple(told),
    )


def _seat(house: House, seat: SeatView, present: Present | None) -> SeatSeen:
    bets = [
        BetShown(spot, house.title(spot), cents)
        for spot in house.spots
        if (cents := seat.play if spot == "play" else seat.wagers.get(spot, 0))
    ]
    bets += [BetShown(each, house.title(each), n, "toke") for each, n in seat.tokes.items()]
    bets += [BetShown(each, house.title(each), n, "coupon") for each, n in seat.coupons.items()]
    cards = _cards(tuple(seat.cards), seat.seat, present)
    return SeatSeen(seat.seat, tuple(bets), cards, seat.decision)


def _cards(cards: tuple[str, ...], seat: int, present: Present | None) -> tuple[str, ...]:
    """Return the cards at the place with any irregularity: one face up, or one too many."""
    if present is None or present.seat != seat:
        return cards
    shown = (*present.cards, *cards[len(present.cards) :])
    return (*shown, *(HIDDEN,) * present.more)
