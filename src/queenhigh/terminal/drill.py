"""Drills in the terminal: a house's questions one by one, with the round's own reasons.

The questions and boxes are the same as in the service. Answers can be kept in a file, one event per
line, to continue from later.
"""

import re
import secrets
from datetime import UTC, datetime
from pathlib import Path

import msgspec
from rich.console import Console
from rich.markup import escape

from ..cards.card import SUIT_SIGNS
from ..house.loader import load_house
from ..house.model import House
from ..school.learner import follow, percent_of, standing
from ..school.learner_requests import decide_school, question_of
from ..school.questions import Answer, Question, topics
from ..school.records import (
    AnswerQuestion,
    AnySchoolCommand,
    AnySchoolEvent,
    AskQuestion,
    QuestionAnswered,
    QuestionAsked,
)
from ..school.topics import SKILL_TITLES, Level, Skill
from ..table.refusal import Refusal
from ..wagers.sequence import Action
from .leaving import LEAVING, LeavesError

_BY = "dealer:learner"
_ACTIONS: dict[str, Action] = {"t": "take", "p": "push", "take": "take", "push": "push"}


class Drilling:
    """A learner at a house, and the events so far."""

    def __init__(self, house: House, kept: Path | None):
        self.house, self._kept = house, kept
        if kept and not kept.parent.is_dir():
            raise ValueError(f"{kept}: there is no folder {kept.parent}")
        if kept and kept.is_dir():
            raise ValueError(f"{kept} is a folder, not a file")
        self.events = _read(kept) if kept and kept.exists() else []
        self._begun = len(self.events)

    def ask(self, skill: Skill | None, level: Level, seconds: int) -> QuestionAsked:
        wish = AskQuestion(
            house=self.house.key,
            skill=skill or "",
            level=level,
            seconds=seconds,
            by=_BY,
            at=_now(),
        )
        self._give(wish)
        asked = self.events[-1]
        if not isinstance(asked, QuestionAsked):
            raise ValueError("nothing was asked")
        return asked

    def answer(self, asked: QuestionAsked, answer: Answer) -> QuestionAnswered:
        before = len(self.events)
        wish = AnswerQuestion(
            house=self.house.key, question=asked.question, answer=answer, by=_BY, at=_now()
        )
        self._give(wish)
        graded = self.events[before]
        if not isinstance(graded, QuestionAnswered):
            raise ValueError("nothing was answered")
        return graded

    @property
    def answered(self) -> list[QuestionAnswered]:
        """The answers of this sitting."""
        new = self.events[self._begun :]
        return [each for each in new if isinstance(each, QuestionAnswered)]

    def _give(self, command: AnySchoolCommand) -> None:
        decided = decide_school(self.house, self.events, command, secrets.randbits(48))
        if isinstance(decided, Refusal):
            raise ValueError(decided.message)
        self.events += decided
        if self._kept:
            with self._kept.open("ab") as file:
                file.writelines(msgspec.json.encode(each) + b"\n" for each in decided)


def drill(
    key_or_file: str,
    *,
    skill: Skill | None,
    level: Level,
    seconds: int,
    questions: int,
    results: Path | None,
    json: bool,
) -> int:
    """Ask questions until all are answered or the learner leaves."""
    house = load_house(key_or_file)
    out = Console(highlight=False, emoji=False, stderr=json)
    drilling = Drilling(house, results)
    out.print(f"[bold]{escape(house.called)}[/] ({house.key}).", end=" ")
    out.print("Enter nothing if you do not know, q to leave.")
    try:
        for _ in range(questions):
            _one(drilling, skill, level, seconds, out)
    except LEAVING:
        out.print()
    _sum_up(drilling, out)
    if json:
        at = follow(drilling.events).at(house.key)
        document = {
            "house": house.key,
            "answers": drilling.answered,
            "standing": standing(house, topics(house), at),
        }
        print(msgspec.json.encode(document).decode())
    return 0


def _one(drilling: Drilling, skill: Skill | None, level: Level, seconds: int, out: Console) -> None:
    asked = drilling.ask(skill, level, seconds)
    found = question_of(drilling.house, asked)
    if found is None:
        raise ValueError("the question is gone")
    _show(drilling.house, found.question, out)
    if seconds:
        out.print(f"[dim]{seconds} seconds.[/]")
    answer = _read_answer(found.question, out)
    graded = drilling.answer(asked, answer)
    mark = "[green]✓ Right.[/]" if graded.right else "[red]✗ Wrong.[/]"
    if graded.late:
        mark = "[red]✗ Too late.[/]"
    told = "" if graded.right else f" {escape(graded.expected)}."
    out.print(f"{mark}{told} {escape(graded.why)}")
    if graded.clauses:
        out.print(f"[dim]({', '.join(map(escape, graded.clauses))})[/]")
    out.print()


def _show(house: House, question: Question, out: Console) -> None:
    if question.dealer:
        out.print(f"Dealer: {_cards(question.dealer)}")
    for seat in question.seats:
        bets = ", ".join(
            f"{escape(bet.title)}{'' if bet.kind == 'bet' else f' {bet.kind}'} "
            f"{house.money(bet.cents)}"
            for bet in seat.bets
        )
        folded = " (folded)" if seat.folded else ""
        out.print(f"Seat {seat.seat}: {_cards(seat.cards)}{folded}  {bets}")
    for meter, cents in question.meters.items():
        out.print(f"Meter {escape(meter)}: {house.money(cents)}")
    out.print(f"[bold]{escape(question.text)}[/]")
    for number, choice in enumerate(question.choices, start=1):
        out.print(f"  {number}  {escape(choice.text)}")


def _cards(cards: tuple[str, ...]) -> str:
    faces = (f"{card[0]}{SUIT_SIGNS[card[1]]}" for card in cards)
    return " ".join(f"[red]{face}[/]" if face[1] in "♦♥" else face for face in faces)


_HELP = {
    "choice": "number",
    "payout": "t take, p push, or the amount to pay",
    "amount": "amount",
    "chips": "chips as 4x25 2x5",
    "words": "what you say",
}


def _read_answer(question: Question, out: Console) -> Answer:
    while True:
        text = out.input(f"[dim]{_HELP[question.asks]}[/]> ").strip()
        if text.lower() == "q":
            raise LeavesError
        if not text:
            return Answer()
        try:
            return _parsed(question, text)
        except ValueError:
            out.print(f"Enter {_HELP[question.asks]}.")


def _parsed(question: Question, text: str) -> Answer:
    match question.asks:
        case "choice":
            number = int(text)
            if not 1 <= number <= len(question.choices):
                raise ValueError(text)
            return Answer(choice=question.choices[number - 1].key)
        case "payout":
            if action := _ACTIONS.get(text.lower()):
                return Answer(action=action)
            return Answer(action="pay", cents=_cents(text))
        case "amount":
            return Answer(cents=_cents(text))
        case "chips":
            pairs = [each.lower().split("x") for each in text.replace(",", " ").split()]
            return Answer(chips={_cents(value): int(number) for number, value in pairs})
        case "words":
            return Answer(words=text[:300])


_AMOUNT = re.compile(r"[$€£]?([0-9][0-9,]{0,14})(?:\.([0-9]{1,2}))?")


def _cents(text: str) -> int:
    """Parse an amount as people write it: 12, 12.50, $1,200."""
    found = _AMOUNT.fullmatch(text)
    if not found:
        raise ValueError(text)
    return int(found[1].replace(",", "")) * 100 + int((found[2] or "0").ljust(2, "0"))


def _sum_up(drilling: Drilling, out: Console) -> None:
    answered = drilling.answered
    if not answered:
        return
    right = sum(each.right for each in answered)
    out.print(f"[bold]{right} of {len(answered)} right ({percent_of(right, len(answered))} %).[/]")
    at = follow(drilling.events).at(drilling.house.key)
    for each in standing(drilling.house, topics(drilling.house), at).skills:
        if each.skill in {one.skill for one in answered}:
            out.print(
                f"{SKILL_TITLES[each.skill]}: {each.known} of {each.topics} topics known, "
                f"{each.percent} % of the last {each.asked} at level "
                f"{drilling.house.school.level} or above (needed: {each.needed_percent} % of "
                f"{each.needed_answers})"
            )


def _read(path: Path) -> list[AnySchoolEvent]:
    lines = path.read_bytes().splitlines()
    try:
        return [msgspec.json.decode(line, type=AnySchoolEvent) for line in lines if line.strip()]
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise ValueError(f"{path}: this file does not hold results of drills") from None


def _now() -> datetime:
    return datetime.now(UTC)
