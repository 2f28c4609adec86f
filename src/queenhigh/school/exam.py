"""A procedure exam: the learner deals without hints, and each step is graded.

The engine decides what is right: the learner's step is sent to it as a command, and a refusal is a
mistake, with the engine's reason and clauses. Then the right step is shown and done, so that the
exam continues. The same house, kind, level and seed with the same answers give the same exam.
"""

from collections.abc import Iterable
from copy import copy
from random import Random
from typing import Annotated, Final, Literal

import msgspec

from ..house.model import House
from ..house.seats import SeatOrDealer
from ..table import commands as c
from ..table.events import (
    Announced,
    AnyEvent,
    DecisionsBegan,
    Remedy,
    RoundEnded,
    Step,
)
from ..table.instructions import instruction
from ..table.procedure import move_of, step_clauses
from ..table.refusal import Refusal
from ..table.state import Phase
from ..table.transaction import Change
from ..wagers.reason import told_to_dealer
from ..wagers.sequence import Action, Move
from . import planted_irregularities as planted
from .planted_irregularities import Irregularity, Plant, Present
from .questions import MOST_TEXT, same_words
from .topics import Level
from .training_table import DEALER, TrainingTable

Kind = Literal["opening", "round"]
_PLAYERS: Final[dict[Kind, dict[Level, int]]] = {
    "opening": {1: 2, 2: 4, 3: 5},
    "round": {1: 1, 2: 2, 3: 4},
}
_PLACED: Final = frozenset(
    {"deal", "reveal_hand", "settle", "rack_hand", "verify_payout", "verify_royal", "notify_royal"}
)


class ExamAnswer(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the learner does next: a step, words to the table, or a report."""

    does: Literal["step", "say", "report"]
    step: Annotated[str, msgspec.Meta(max_length=64)] = ""
    seat: SeatOrDealer | None = None
    wager: Annotated[str, msgspec.Meta(max_length=64)] = ""  # For a bet being settled,
    toke: bool = False
    action: Action | Literal[""] = ""
    cents: Annotated[int, msgspec.Meta(ge=0, le=10**12)] = 0
    words: Annotated[str, msgspec.Meta(max_length=MOST_TEXT)] = ""
    irregularity: Irregularity | Literal[""] = ""
    remedy: Remedy | Literal[""] = ""


class Graded(msgspec.Struct, frozen=True, kw_only=True):
    """One answer: whether it was right, what was, and by which clauses."""

    right: bool
    expected: str  # What should have been done, in words.
    mistake: str = ""
    why: str = ""
    clauses: tuple[str, ...] = ()
    planted: Irregularity | Literal[""] = ""  # An irregularity on the table,
    noticed: bool = False  # and whether the learner noticed it.


class Exam:
    def __init__(self, house: House, kind: Kind, level: Level, seed: int):
        chance = Random(seed)
        self.house, self.kind = house, kind
        self._training = TrainingTable(house, _PLAYERS[kind][level], chance)
        plants = planted.chosen(house, kind, level, chance)
        self._plants: list[Plant] = []
        self.over = False
        self._to_say: list[str] = []
        self.present: Present | None = None
        if kind == "round":
            self._follow_the_book(planted.rounds_before(house, plants))
        self._plants = [*plants]
        self.happened: list[Change] = []  # Since the last answer.
        self._training.taken()
        self._move_on(())

    def copied(self) -> "Exam":
        other = copy(self)
        other._training = self._training.copied()
        other._plants, other._to_say = [*self._plants], [*self._to_say]
        other.happened = [*self.happened]
        return other

    @property
    def training(self) -> TrainingTable:
        return self._training

    def _follow_the_book(self, rounds: int) -> None:
        """Play the opening, and the rounds before the examined one."""
        training = self._training
        while training.table.phase is Phase.OPENING:
            training.do_step(self._due())
        for _ in range(rounds):
            number = training.table.round.number
            while training.table.round.number == number:
                training.others_act()
                if training.table.round.number != number:
                    break
                if training.awaits_announcement:
                    training.do(c.AnnounceNoMoreBets(by=DEALER, at=training.now()))
                elif training.table.due:
                    training.do_step(training.table.due)

    def _due(self) -> Step:
        due = self._training.table.due
        if due is None:
            raise ValueError("nothing is due")
        return due

    # The expected answer

    def expected(self) -> ExamAnswer:
        """Return the answer that follows the book."""
        if self.present:
            remedy, _ = self._remedy(self.present)
            return ExamAnswer(
                does="report",
                irregularity=self.present.irregularity,
                seat=self.present.seat,
                remedy=remedy,
            )
        if self._to_say:
            return ExamAnswer(does="say", words=self._to_say[0])
        if self._training.awaits_announcement:
            return ExamAnswer(does="say", words=self.house.announcements.no_more_bets)
        due = self._due()
        move = move_of(self._training.table, due)
        if move is None:
            return ExamAnswer(does="step", step=due.name, seat=self._place(due))
        return ExamAnswer(
            does="step",
            step=due.name,
            seat=due.seat,
            wager=move.wager,
            toke=move.toke,
            action=move.action,
            cents=move.cents if move.action == "pay" else 0,
        )

    def _place(self, due: Step) -> int | None:
        """Return the place of a step; the first card goes to the first bettor."""
        if due.name == "deal" and due.seat is None:
            return self._training.table.bettors()[0]
        return due.seat

    def _remedy(self, present: Present) -> tuple[Remedy, tuple[str, ...]]:
        """Return what the engine would do, without doing it."""
        kept, changes = self._training.table, list(self._training.changes)
        events = self._training.do(present.report)
        self._training.table, self._training.changes = kept, changes
        return planted.remedy_of(events)

    # Answers

    def answer(self, given: ExamAnswer) -> Graded:
        if self.over:
            raise ValueError("the exam is over")
        self.happened = []
        if self.present:
            return self._report(self.present, given)
        if given.does == "report":
            return self._false_report()
        if self._to_say:
            return self._say(given, self._to_say.pop(0), ())
        if self._training.awaits_announcement:
            return self._no_more_bets(given)
        return self._step(given)

    def _report(self, present: Present, given: ExamAnswer) -> Graded:
        remedy, clauses = self._remedy(present)
        what = planted.TITLES[present.irregularity]
        if present.seat is not None:
            what += f" ({place_text(present.seat)})"
        noticed = given.does == "report" and given.irregularity == present.irregularity
        mistakes = []
        if not noticed:
            mistakes.append(f"Missed: {what}.")
        elif given.seat != present.seat:
            mistakes.append(f"It is not there: {what}.")
        if noticed and given.remedy != remedy:
            mistakes.append("The house's remedy is a different one.")
        events = self._training.do(present.report)
        self.present = None
        self._move_on(events)
        return Graded(
            right=not mistakes,
            expected=f"Report: {what}. {planted.REMEDIES[remedy]}.",
            mistake=" ".join(mistakes),
            clauses=clauses,
            planted=present.irregularity,
            noticed=noticed,
        )

    def _false_report(self) -> Graded:
        """Grade a false report: the table stays as it was, and the right step follows."""
        right = self.expected()
        text, clauses = self._in_words()
        self._done(right)
        return Graded(
            right=False,
            expected=text,
            mistake="Nothing is wrong at the table.",
            clauses=clauses,
        )

    def _say(self, given: ExamAnswer, words: str, clauses: tuple[str, ...]) -> Graded:
        right = given.does == "say" and same_words(given.words, words)
        mistake = ""
        if not right:
            mistake = (
                "Those are not the words."
                if given.does == "say"
                else "The dealer has to say something."
            )
        if not self._to_say:
            self._move_on(())
        return Graded(right=right, expected=f"Say: “{words}”", mistake=mistake, clauses=clauses)

    def _no_more_bets(self, given: ExamAnswer) -> Graded:
        training = self._training
        events = training.do(c.AnnounceNoMoreBets(by=DEALER, at=training.now()))
        clauses = next((e.clauses for e in events if isinstance(e, Announced)), ())
        graded = self._say(given, self.house.announcements.no_more_bets, clauses)
        self._move_on([each for each in events if not isinstance(each, Announced)])
        return graded

    def _step(self, given: ExamAnswer) -> Graded:
        due, training = self._due(), self._training
        text, clauses = self._in_words()
        right, why = self.expected(), self._why(due)
        graded = Graded(right=True, expected=text, why=why, clauses=clauses)
        mistake, cited = self._mistake(given, due)
        if mistake:
            graded = msgspec.structs.replace(
                graded, right=False, mistake=mistake, clauses=cited or clauses
            )
            self._done(right)
        else:
            self._move_on(training.do(training.confirmation(given.step, given.seat)))
        return graded

    def _mistake(self, given: ExamAnswer, due: Step) -> tuple[str, tuple[str, ...]]:
        """Return the engine's objection, or what is wrong with how a bet was settled."""
        if given.does == "say":
            return "The dealer does not say anything now.", ()
        training = self._training
        placed = given.step == due.name and is_placed(self.house, given.step)
        if placed and self._place(due) is not None and given.seat is None:
            return "Say at which place.", ()
        kept, changes = training.table, list(training.changes)
        state = training.chance.getstate()
        answer = training.tried(training.confirmation(given.step, given.seat))
        training.table, training.changes = kept, changes
        training.chance.setstate(state)
        if isinstance(answer, Refusal):
            return answer.message, answer.clauses
        move = move_of(training.table, due)
        return (_of_move(given, move), ()) if move and given.step == due.name else ("", ())

    def _why(self, due: Step) -> str:
        move = move_of(self._training.table, due)
        return told_to_dealer(move.line.why) if move and move.line else ""

    def _in_words(self) -> tuple[str, tuple[str, ...]]:
        """Return the due step as one would tell a dealer, with its clauses."""
        training = self._training
        if self._to_say or training.awaits_announcement:
            words = self._to_say[0] if self._to_say else self.house.announcements.no_more_bets
            return f"Say: “{words}”", ()
        due = self._due()
        move = move_of(training.table, due)
        clauses = step_clauses(training.table, due.name, move)
        place = self._place(due)
        text = instruction(self.house, due)
        if move:
            bet = bet_title(self.house, move.wager)
            text = settling_text(self.house, move, bet, f"seat {move.seat}")
            if move.line:
                clauses = tuple(dict.fromkeys((*move.line.clauses, *clauses)))
        elif place is not None and is_placed(self.house, due.name):
            text = f"{text} ({place_text(place)})"
        return text, clauses

    # Moving on

    def _done(self, right: ExamAnswer) -> None:
        """Do what the learner did not do."""
        training = self._training
        if right.does == "say":
            if self._to_say:
                self._to_say.pop(0)
                events: list[AnyEvent] = []
            else:
                announced = training.do(c.AnnounceNoMoreBets(by=DEALER, at=training.now()))
                events = [each for each in announced if not isinstance(each, Announced)]
        else:
            events = training.do_step(self._due())
        self._move_on(events)

    def _move_on(self, events: Iterable[AnyEvent]) -> None:
        """Advance until the learner has to act again."""
        training = self._training
        happened = list(events)
        self._to_say += [each.text for each in happened if isinstance(each, Announced)]
        if self._is_over(happened):
            self.over = True
            self.happened += training.taken()
            return
        if self._to_say:
            return
        training.others_act()
        self.happened += training.taken()
        for plant in self._plants:
            if found := planted.appeared(plant, training):
                self._plants.remove(plant)
                self.present = found
                return

    def _is_over(self, events: list[AnyEvent]) -> bool:
        """Whether the exam is over; an opening ends when the first hands are out."""
        if self.kind == "opening":
            return any(isinstance(each, DecisionsBegan) for each in events)
        return any(isinstance(each, RoundEnded) for each in events)


def _of_move(given: ExamAnswer, move: Move) -> str:
    """Return what is wrong with how a bet was settled."""
    if (given.wager, given.toke) != (move.wager, move.toke):
        return "Another bet comes first."
    if given.action != move.action:
        return {"take": "It is taken.", "push": "It is a push.", "pay": "It is paid."}[move.action]
    if move.action == "pay" and given.cents != move.cents:
        return "The amount is wrong."
    return ""


def settling_text(house: House, done: "Move | ExamAnswer", bet: str, place: str) -> str:
    """Describe a settlement: “Pay $30 on Pair Plus at seat 3.”"""
    if done.toke:
        bet = f"the dealer's toke on {bet}"
    if done.action == "pay":
        return f"Pay {house.money(done.cents)} on {bet} at {place}."
    return f"{done.action.capitalize() or 'Settle'} {bet} at {place}."


def bet_title(house: House, wager: str) -> str:
    named = {"match_play": "the coupon", "envy": "envy"}
    return house.words.get(wager, named[wager]) if wager in named else house.title(wager)


def place_text(seat: int) -> str:
    return f"seat {seat}" if seat else "the dealer"


def is_placed(house: House, step: str) -> bool:
    """Whether a step is done at one place, which the learner has to name."""
    if step == "release":
        return house.dealing.release == "seat"
    if step == "collect_folds":
        return house.settlement.folds == "as_each_folds"
    return step in _PLACED


def answer_in_words(house: House, given: ExamAnswer) -> str:
    """A learner's answer in the house's words."""
    place = "" if given.seat is None else f" ({place_text(given.seat)})"
    if given.does == "say":
        return f"Say: “{given.words}”" if given.words else "Say nothing."
    if given.does == "report":
        named = planted.TITLES[given.irregularity] if given.irregularity else "something"
        remedy = f" {planted.REMEDIES[given.remedy]}." if given.remedy else ""
        return f"Report: {named}{place}.{remedy}"
    if given.step == "settle" and given.wager:
        return _settled_in_words(house, given)
    return f"{instruction(house, Step(given.step, seat=given.seat))}{place}"


def _settled_in_words(house: House, given: ExamAnswer) -> str:
    known = given.wager in (*house.settle_order, "envy", "match_play")
    bet = bet_title(house, given.wager) if known else given.wager
    place = "no seat" if given.seat is None else place_text(given.seat)
    return settling_text(house, given, bet, place)
