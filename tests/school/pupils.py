"""Learners for tests, one who follows the book and one who guesses, each with their events."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

from queenhigh.house.model import House
from queenhigh.school.exam import ExamAnswer, Kind
from queenhigh.school.exam_scene import menu
from queenhigh.school.learner import Learner, Standing, follow, standing
from queenhigh.school.learner_requests import decide_school, exam_of, question_of
from queenhigh.school.questions import Answer, Asked, Question, topics
from queenhigh.school.records import (
    AnswerExam,
    AnswerQuestion,
    AnySchoolCommand,
    AnySchoolEvent,
    AskQuestion,
    BeginExam,
)
from queenhigh.school.topics import SKILLS, Level
from queenhigh.table.refusal import Refusal
from queenhigh.wagers.sequence import Action
from tests.house.test_no_names import EXAMPLES

HOUSES = ["mics", "mics-alternate", "chickasaw", "manual", "classic"]
ALL_HOUSES = [*HOUSES, *sorted(str(each) for each in EXAMPLES.iterdir() if each.is_dir())]
BEN = "dealer:ben"


def named(house: str) -> str:
    return Path(house).name


class Pupil:
    """A learner at a house: what happened, and what comes next."""

    def __init__(self, house: House, seed: int = 1):
        self.house, self.chance = house, Random(seed)
        self.events: list[AnySchoolEvent] = []
        self.at = datetime(2026, 3, 1, 12, tzinfo=UTC)

    @property
    def learner(self) -> Learner:
        return follow(self.events)

    @property
    def standing(self) -> Standing:
        return standing(self.house, topics(self.house), self.learner.at(self.house.key))

    def give(self, command: AnySchoolCommand) -> Refusal | list[AnySchoolEvent]:
        decided = decide_school(self.house, self.events, command, self.chance.getrandbits(48))
        if not isinstance(decided, Refusal):
            self.events += decided
        return decided

    def now(self, seconds: int = 1) -> datetime:
        self.at += timedelta(seconds=seconds)
        return self.at

    # Drills

    def ask(self, skill: str = "", level: Level = 2, seconds: int = 0) -> Asked:
        wish = AskQuestion(
            house=self.house.key,
            skill=skill,  # type: ignore[arg-type]
            level=level,
            seconds=seconds,
            by=BEN,
            at=self.now(),
        )
        decided = self.give(wish)
        assert not isinstance(decided, Refusal), decided
        event = self.learner.at(self.house.key).open
        assert event
        asked = question_of(self.house, event)
        assert asked
        return asked

    def answer(self, answer: Answer, seconds: int = 1) -> list[AnySchoolEvent]:
        event = self.learner.at(self.house.key).open
        assert event
        decided = self.give(
            AnswerQuestion(
                house=self.house.key,
                question=event.question,
                answer=answer,
                by=BEN,
                at=self.now(seconds),
            )
        )
        assert not isinstance(decided, Refusal), decided
        return decided

    def drill(self, *, knows: bool, answers: int | None = None) -> None:
        """Answer each skill as often as the marks require."""
        taught = {topic.skill for topic in topics(self.house)}
        for skill in [each for each in SKILLS if each in taught]:
            for _ in range(answers or self.house.school.drill_answers):
                asked = self.ask(skill, self.house.school.level)  # type: ignore[arg-type]
                right = by_the_key(asked)
                self.answer(right if knows else guess(asked.question, self.chance))

    # Exams

    def examine(self, kind: Kind, *, knows: bool, level: Level = 2) -> None:
        begin = BeginExam(house=self.house.key, kind=kind, level=level, by=BEN, at=self.now())
        assert not isinstance(self.give(begin), Refusal)
        begun = self.learner.open_exam
        assert begun
        exam = exam_of(self.house, begun, [])
        assert exam
        step = 0
        while not exam.over:
            step += 1
            answer = exam.expected() if knows else a_step(self.house, self.chance)
            decided = self.give(
                AnswerExam(exam=begun.exam, step=step, answer=answer, by=BEN, at=self.now())
            )
            assert not isinstance(decided, Refusal), decided
            exam.answer(answer)


def by_the_key(asked: Asked) -> Answer:
    key = asked.key
    return Answer(
        choice=key.choice, action=key.action, cents=key.cents, chips=key.chips, words=key.words
    )


def guess(question: Question, chance: Random) -> Answer:
    """Choose anything the page offers."""
    match question.asks:
        case "choice":
            return Answer(choice=chance.choice(question.choices).key)
        case "payout":
            action: Action = chance.choice(("take", "push", "pay"))
            return Answer(action=action, cents=100 * chance.randrange(1, 200))
        case "amount":
            return Answer(cents=100 * chance.randrange(200))
        case "chips":
            chips = chance.sample(question.chips, min(2, len(question.chips)))
            return Answer(chips={each: chance.randrange(1, 6) for each in chips})
        case "words":
            return Answer(words=chance.choice(("No bets", "Dealer wins", "Good luck")))


def a_step(house: House, chance: Random) -> ExamAnswer:
    offered = menu(house)
    seat = chance.randrange(house.seats + 1)
    match chance.choice(("step", "step", "say", "report")):
        case "say":
            return ExamAnswer(does="say", words="Good luck")
        case "report":
            return ExamAnswer(
                does="report",
                seat=seat,
                irregularity=chance.choice(offered.irregularities).key,  # type: ignore[arg-type]
                remedy=chance.choice(offered.remedies).key,  # type: ignore[arg-type]
            )
        case _:
            step = chance.choice(offered.steps)
            return ExamAnswer(
                does="step",
                step=step.key,
                seat=seat if step.placed else None,
                wager=chance.choice(offered.bets).key,
                action=chance.choice(("take", "push", "pay")),
                cents=100 * chance.randrange(50),
            )
