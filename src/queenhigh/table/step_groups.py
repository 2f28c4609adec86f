"""Groups of due steps that one person does in one go."""

from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from ..house.words import plain_words
from ..wagers.reason import told_to_dealer
from ..wagers.sequence import Action, Move
from .denominations import Chips, chips_for
from .events import Step
from .instructions import STEPS, instruction, role_of_step
from .named_hands import TURNED_UP
from .procedure import (
    FIRST_CARD,
    as_dealt,
    cards_at_a_time,
    deal_method,
    dealing,
    move_of,
    pays_hand_by_hand,
    step_clauses,
)
from .shown_cards import is_read, reading_conflict
from .state import DEALER, Phase, Table

DEAL, REVEAL, CALLS, TAKE, LAST, END = "deal", "reveal", "calls", "take", "last", "end"
PREPARE, FOLDS, THIRD_CARD = "prepare", "folds", "third_card"
ANNOUNCE = "announce_no_more_bets"  # Begins the deal; a command, not a step.
_OF_A_RELIEF = {"enter_from_left": "incoming", "tap": "incoming", "spread": "outgoing"}
_BEFORE_THE_REVEAL = frozenset({"collect_folds", "verify_plays", "reveal_dealer"})
_COUNTED = frozenset({"cut", "count", "count_stub"})
_INSPECTED = frozenset({"inspect", "verify"})
_OF_THE_END = frozenset({"rack_hand", "end_round"})
_TITLES = {
    PREPARE: "Prepare the next deck",
    DEAL: "No more bets, and deal",
    FOLDS: "Collect the folds",
    THIRD_CARD: "Deal the dealer's third card",
    REVEAL: "Turn over the dealer's hand",
    CALLS: "Hear the calls",
    TAKE: "Take the losing bets",
    LAST: "Pay what is paid last",
    END: "End the round",
}


class GroupKey(NamedTuple):
    """One string on the wire: ``deal``, ``relief:incoming``, ``opening:0:floor``, ``hand:3``."""

    kind: str
    place: int | None = None  # The deck of an opening, the seat of a hand.
    who: str = ""  # A role, or one of the two dealers of a relief.

    def __str__(self) -> str:
        place = None if self.place is None else str(self.place)
        return ":".join(part for part in (self.kind, place, self.who) if part)


class GroupStep(msgspec.Struct, frozen=True):
    name: str
    text: str
    role: str
    clauses: tuple[str, ...]
    deck: int | None = None
    seat: int | None = None


class CardsNeeded(msgspec.Struct, frozen=True):
    place: int  # 0 is the dealer.
    count: int
    conflict: str = ""  # Why they must be entered although a device has read them.


class Needs(msgspec.Struct, frozen=True):
    cards: CardsNeeded | None = None  # None if the table knows them, or nobody does yet.
    count: bool = False  # Of a cut, a deck or the stub; taken as right if none is entered.
    flaws: bool = False  # What is wrong with the deck, if anything.


class Payout(msgspec.Struct, frozen=True, kw_only=True):
    """What is done with one bet."""

    seat: int
    wager: str
    title: str
    stake: int
    action: Action
    result: str
    odds: str
    paid: int
    returned: int
    chips: tuple[Chips, ...]  # To take out of the tray.
    manner: str
    why: str
    clauses: tuple[str, ...]
    departs_from: tuple[str, ...] = ()
    toke: bool = False
    later: bool = False  # Paid after all others.
    verified_by: str = ""  # The role that checks it before it is paid.


class Group(msgspec.Struct, frozen=True):
    key: str
    title: str
    role: str
    steps: tuple[GroupStep, ...]
    needs: Needs
    payouts: tuple[Payout, ...] = ()
    pays: int = 0  # All that they pay,
    pays_now: int = 0  # without those made after all others,
    takes_now: int = 0  # and the bets that are taken.


def group_due(table: Table) -> Group | None:
    """The group due where people deal; none while bets or decisions are awaited."""
    key = key_due(table)
    if key is None:
        return None
    steps = list(_steps(table, key))
    role = steps[0].role if steps else "dealer"
    needs = Needs(_cards_needed(table, key), any(each.name == "count_stub" for each in steps))
    made = tuple(payouts(table, key))
    now = [each for each in made if not each.later]
    return Group(
        str(key),
        title_of(table, key),
        role,
        tuple(steps),
        needs,
        made,
        pays=sum(each.paid for each in made),
        pays_now=sum(each.paid for each in now),
        takes_now=sum(each.stake for each in now if each.action == "take"),
    )


def key_due(table: Table) -> GroupKey | None:
    if not table.by_people or table.phase in (Phase.CLOSED, Phase.HALTED) or table.awaits_void:
        return None
    if table.due is not None:
        return key_of(table, table.due)
    ready = table.phase is Phase.BETTING and bool(table.bettors())
    return GroupKey(DEAL) if ready else None


def key_of(table: Table, step: Step) -> GroupKey:
    if step.name in _OF_A_RELIEF:
        return GroupKey("relief", who=_OF_A_RELIEF[step.name])
    if step.name == "deal_third_card":
        return GroupKey(THIRD_CARD)
    match table.phase:
        case Phase.OPENING:
            return GroupKey("opening", step.deck, role_of_step(table.house, step.name))
        case Phase.BETTING:
            return GroupKey(DEAL if table.todo == FIRST_CARD else PREPARE)
        case Phase.DEALING:
            return GroupKey(DEAL)
        case Phase.DECIDING:
            return GroupKey(FOLDS)
        case _:
            return _of_settlement(table, step)


def _of_settlement(table: Table, step: Step) -> GroupKey:
    if step.name in _BEFORE_THE_REVEAL:
        return GroupKey(REVEAL)
    if step.name == "hear_calls":
        return GroupKey(CALLS)
    if step.name in _OF_THE_END:
        at_the_end = all(each.name in _OF_THE_END for each in table.todo)
        return GroupKey(END) if at_the_end else GroupKey("hand", step.seat)
    role = role_of_step(table.house, step.name)
    if role != "dealer":
        return GroupKey("hand", step.seat, role)
    move = move_of(table, step)
    if move is None:
        return GroupKey("hand", step.seat)
    if _is_last(move):
        return GroupKey(LAST)
    taken = move.action == "take" and not pays_hand_by_hand(table.house)
    return GroupKey(TAKE) if taken else GroupKey("hand", step.seat)


def _is_last(move: Move) -> bool:
    return move.line is None or move.line.paid_last is True


def goes_on(table: Table, key: GroupKey) -> bool:
    """Whether the due step belongs to the group; the next deck belongs to the end of a round."""
    due = table.due
    if due is None or table.phase is Phase.HALTED:
        return False
    if due.name == "shuffle" and not table.physical:
        return False  # The system shuffles.
    if due.name == "deal" and table.entropy_due:
        return False  # The players' entropy goes into the order first.
    if key_of(table, due) == key:
        return True
    by_a_player = due.name == "cut" and table.house.shuffle.last_cut == "player"
    dealers = role_of_step(table.house, due.name) == "dealer"
    first_player = due.name == "spread_for_first_player"
    return (
        key.kind == END
        and key_of(table, due).kind == PREPARE
        and dealers
        and not (by_a_player or first_player)
    )


def title_of(table: Table, key: GroupKey) -> str:
    match key:
        case GroupKey("opening", int(deck)):
            return f"Open the {table.decks[deck].back} deck"
        case GroupKey("relief", who=who):
            return f"Relief: the {who} dealer"
        case GroupKey("hand", int(seat), role) if role:
            return f"Seat {seat}: {plain_words(role)} verifies"
        case GroupKey("hand", int(seat)):
            closed = table.round.backs.get(seat)
            return f"Seat {seat}: turn over the hand" if closed else f"Seat {seat}: settle the bets"
        case _:
            return _TITLES[key.kind]


def _steps(table: Table, key: GroupKey) -> Iterator[GroupStep]:
    todo = table.todo
    if not todo:  # The deal has not begun.
        text = f"Say: {table.house.announcements.no_more_bets}."
        yield GroupStep(ANNOUNCE, text, "dealer", ())
        todo = dealing(table, table.bettors())
    for place, step in enumerate(todo):
        role = role_of_step(table.house, step.name)
        there = table.but(todo=todo[place:]) if table.todo else table
        if table.todo and not goes_on(there, key):
            return
        clauses = step_clauses(table, step.name, move_of(table, step))
        text = instruction(as_dealt(table.house, deal_method(table)), step)
        yield GroupStep(step.name, text, role, clauses, step.deck, step.seat)
        if step.name in TURNED_UP:
            return  # Later steps would reveal cards that nobody has seen.


def _cards_needed(table: Table, key: GroupKey) -> CardsNeeded | None:
    """The hand to enter when it is turned up, unless it is known or a device has read it."""
    if key.kind == REVEAL:
        return cards_to_enter(table, Step("reveal_dealer"))
    return cards_to_enter(table, table.due) if table.due else None


def needs_of(table: Table, step: Step) -> Needs:
    cards = cards_to_enter(table, step) or _cards_as_dealt(table, step)
    return Needs(cards, step.name in _COUNTED, step.name in _INSPECTED)


def cards_dealt(table: Table, step: Step) -> int | None:
    if step.name == "deal_third_card":
        return 1
    return cards_at_a_time(table) if step.name == "deal" else None


def _cards_as_dealt(table: Table, step: Step) -> CardsNeeded | None:
    """The cards that a step deals, where only the dealer knows the order of the deck."""
    count = cards_dealt(table, step)
    if not count or table.physical or table.deck.order:
        return None
    return CardsNeeded(DEALER if step.seat is None else step.seat, count)


def cards_to_enter(table: Table, step: Step) -> CardsNeeded | None:
    """Real cards that a step turns up and no device has read without a conflict."""
    place = DEALER if step.seat is None else step.seat
    if step.name not in TURNED_UP or not table.round.backs.get(place) or is_read(table, place):
        return None
    return CardsNeeded(place, 3, reading_conflict(table, place))


def payouts(table: Table, key: GroupKey) -> Iterator[Payout]:
    """What happens to each bet of the group, in the house's order; closed hands are left out."""
    round_ = table.round
    waiting = {step.move: step for step in table.todo if step.name == "settle"}
    for place, move in enumerate(round_.moves):
        step = waiting.get(place)
        if key.kind == "hand":
            own = move.seat == key.place and move.seat in round_.revealed
            shown = own and (step is not None or _is_last(move)) and move.line is not None
        else:
            seat = table.seats.get(move.seat)
            open_ = move.seat in round_.revealed or (seat is not None and seat.folded)
            shown = step is not None and open_ and _of_settlement(table, step) == key
        if shown:
            yield _payout(table, move, later=_is_last(move) and key.kind == "hand")


def _payout(table: Table, move: Move, *, later: bool) -> Payout:
    house, line = table.house, move.line
    verify = next(
        (s for s in table.todo if s.name == "verify_payout" and s.seat == move.seat), None
    )
    verified = role_of_step(house, verify.name) if verify and move.action == "pay" else ""
    manner = move.manner[:1].upper() + move.manner[1:]
    if line is None:
        return Payout(
            seat=move.seat,
            wager=move.wager,
            title=house.words.get("envy", "Envy"),
            stake=0,
            action=move.action,
            result="win",
            odds="",
            paid=move.cents,
            returned=0,
            chips=chips_for(house, move.cents),
            manner=manner,
            why="",
            clauses=(),
        )
    return Payout(
        seat=move.seat,
        wager=line.wager,
        title=f"Coupon on {house.title(line.on)}" if line.on else house.title(line.wager),
        stake=line.stake,
        action=move.action,
        result=line.result,
        odds=line.odds or "",
        paid=line.paid,
        returned=line.returned,
        chips=chips_for(house, line.paid),
        manner=manner,
        why=told_to_dealer(line.why),
        clauses=line.clauses,
        departs_from=line.departs_from or (),
        toke=move.toke,
        later=later,
        verified_by=verified,
    )


def first_step_text(table: Table) -> str:
    """The instruction for the first step due."""
    return STEPS[table.due.name].text if table.due else _TITLES[DEAL]
