"""Decisions on a learner's request: a question, an exam, a grade, a certificate.

Chance comes in as a seed that is logged with the question, so an answer is graded against exactly
the question that was asked.
"""

import calendar
from datetime import date, datetime
from functools import lru_cache
from hashlib import sha256
from random import Random
from typing import Final

import msgspec

from ..floor.refusal import refuse_by
from ..house.model import House
from ..house.plain_data import carried_over
from ..table.instructions import ALL_STEPS
from ..table.refusal import Refusal
from ..table.roles import FLOOR, Actor
from . import records as r
from .exam import Exam, ExamAnswer, Kind
from .learner import AtHouse, Learner, follow, percent_of, standing
from .questions import Answer, Asked, ask, is_right, topics
from .records import AnySchoolCommand, AnySchoolEvent
from .refusal import SchoolRefusal, refuse
from .repetition import next_topic
from .topics import Level

LEARNERS: Final = ("dealer", *FLOOR)
_SEEDS: Final = 40  # How many seeds are tried to find a question on a topic.
_GRACE_SECONDS: Final = 2  # Allowance for an answer's way to the service.

Decided = Refusal | list[AnySchoolEvent]


@lru_cache(maxsize=64)
def edition_of(house: House) -> str:
    """Return the house's fingerprint, which changes with any part of it."""
    return sha256(msgspec.json.encode(house)).hexdigest()[:16]


def decide_school(
    house: House, events: list[AnySchoolEvent], command: AnySchoolCommand, seed: int
) -> Decided:
    """Decide a command; `events` is the learner's stream, `seed` determines what is asked next."""
    if refusal := refuse_by(house, command.by, LEARNERS):
        return refusal
    learner = follow(events)
    match command:
        case r.AskQuestion():
            return _ask(house, learner, command, seed)
        case r.AnswerQuestion():
            return _certified(house, learner, command, _answer(house, learner, command))
        case r.BeginExam():
            return _begin(house, learner, command, seed)
        case r.AnswerExam():
            return _certified(house, learner, command, _answer_exam(house, learner, command))


# Questions


def _ask(house: House, learner: Learner, command: r.AskQuestion, seed: int) -> Decided:
    at = learner.at(command.house)
    events: list[AnySchoolEvent] = []
    if is_open(house, at, command):
        return refuse(SchoolRefusal.QUESTION_OPEN, "A question of this drill is open: answer it.")
    same_book = at.open is not None and at.open.edition == edition_of(house)
    if at.open and same_book and (asked := question_of(house, at.open)):
        events.append(_graded(house, at.open, asked, Answer(), command, given_up=True))
    follow(events, learner)
    number, chance = at.asked + 1, Random(seed)
    fitting = [each for each in topics(house) if command.skill in ("", each.skill)]
    last = {at.answers[-1].topic} if at.answers else set()
    topic = next_topic(fitting, at.boxes, number, chance, without=last)
    if topic is None:
        message = "This house has nothing to ask about that."
        return refuse(SchoolRefusal.NO_TOPICS, message)
    for _ in range(_SEEDS):
        own = chance.getrandbits(48)
        if ask(house, topic, command.level, own):
            break
    else:
        return refuse(SchoolRefusal.NO_TOPICS, "No question was found; ask again.")
    asked_now = carried_over(
        r.QuestionAsked,
        command,
        edition=edition_of(house),
        question=number,
        skill=topic.skill,
        topic=topic.key,
        drill=command.skill,
        seed=own,
    )
    return [*events, asked_now]


def is_open(house: House, at: AtHouse, command: r.AskQuestion) -> bool:
    """Whether the open question belongs to the requested drill."""
    if at.open is None:
        return False
    wanted = command.skill, command.level, command.seconds, edition_of(house)
    return wanted == (at.open.drill, at.open.level, at.open.seconds, at.open.edition)


def question_of(house: House, event: r.QuestionAsked) -> Asked | None:
    """Rebuild the question; None if the house no longer has its topic."""
    topic = next((each for each in topics(house) if each.key == event.topic), None)
    return ask(house, topic, event.level, event.seed) if topic else None


def _answer(house: House, learner: Learner, command: r.AnswerQuestion) -> Decided:
    open_now = learner.at(command.house).open
    if open_now is None or open_now.question != command.question:
        return refuse(SchoolRefusal.NO_QUESTION, "That question is not open.")
    asked = question_of(house, open_now)
    if asked is None or open_now.edition != edition_of(house):
        message = "The rule book has changed since it was asked: ask for another question."
        return refuse(SchoolRefusal.BOOK_CHANGED, message)
    return [_graded(house, open_now, asked, command.answer, command)]


def _graded(
    house: House,
    event: r.QuestionAsked,
    asked: Asked,
    answer: Answer,
    command: AnySchoolCommand,
    *,
    given_up: bool = False,
) -> r.QuestionAnswered:
    took = max(0, int((command.at - event.at).total_seconds()))
    late = bool(event.seconds) and took > event.seconds + _GRACE_SECONDS
    key = asked.key
    return carried_over(
        r.QuestionAnswered,
        event,
        right=not late and not given_up and is_right(house, asked, answer),
        answer=answer,
        expected=key.text,
        why=key.why,
        took_seconds=took,
        late=late,
        given_up=given_up,
        by=command.by,
        at=command.at,
        clauses=key.clauses,
        departs_from=key.departs_from or msgspec.UNSET,
    )


# Exams


def _begin(house: House, learner: Learner, command: r.BeginExam, seed: int) -> Decided:
    events: list[AnySchoolEvent] = []
    if (begun := learner.open_exam) is not None:
        events.append(_ended(house, begun, learner.exam_answers, command, given_up=True))
    exam, edition = learner.exams + 1, edition_of(house)
    return [*events, carried_over(r.ExamBegun, command, exam=exam, edition=edition, seed=seed)]


def exam_of(house: House, begun: r.ExamBegun, answers: list[r.ExamAnswered]) -> Exam | None:
    """Rebuild the exam so far; None if it would no longer be the same exam."""
    if begun.edition != edition_of(house):
        return None
    given = tuple((each.answer, each.right) for each in answers)
    known = _exam_after(house, begun.kind, begun.level, begun.seed, given)
    return known.copied() if known else None


@lru_cache(maxsize=64)
def _exam_after(
    house: House,
    kind: Kind,
    level: Level,
    seed: int,
    given: tuple[tuple[ExamAnswer, bool], ...],
) -> Exam | None:
    """Continue from the answer before the last, which is usually known; None: see `exam_of`."""
    if not given:
        return Exam(house, kind, level, seed)
    before = _exam_after(house, kind, level, seed, given[:-1])
    if before is None or before.over:
        return None
    exam, (answer, right) = before.copied(), given[-1]
    return exam if exam.answer(answer).right == right else None


def _answer_exam(house: House, learner: Learner, command: r.AnswerExam) -> Decided:
    begun = learner.open_exam
    if begun is None or begun.exam != command.exam:
        if command.exam in learner.ended:
            return refuse(SchoolRefusal.EXAM_OVER, "That exam is over.")
        return refuse(SchoolRefusal.NO_EXAM, "There is no such exam.")
    number = len(learner.exam_answers) + 1
    if command.step != number:
        return refuse(SchoolRefusal.EXAM_STEP, f"The next answer is number {number}.")
    if command.answer.does == "step" and command.answer.step not in ALL_STEPS:
        message = f"There is no step {command.answer.step or 'without a name'}: choose one."
        return refuse(SchoolRefusal.NO_STEP, message)
    exam = exam_of(house, begun, learner.exam_answers)
    if exam is None:
        message = (
            "The rule book or the program has changed since this exam began: start another one."
        )
        return refuse(SchoolRefusal.BOOK_CHANGED, message)
    graded = exam.answer(command.answer)
    answered = carried_over(r.ExamAnswered, command, **msgspec.structs.asdict(graded))
    if not exam.over:
        return [answered]
    return [answered, _ended(house, begun, [*learner.exam_answers, answered], command)]


def _ended(
    house: House,
    begun: r.ExamBegun,
    answers: list[r.ExamAnswered],
    command: AnySchoolCommand,
    *,
    given_up: bool = False,
) -> r.ExamEnded:
    right, planted = sum(each.right for each in answers), [e for e in answers if e.planted]
    noticed = sum(each.noticed for each in planted)
    enough = percent_of(right, len(answers)) >= house.school.exam_percent
    missed = len(planted) - noticed
    false_reports = sum(each.answer.does == "report" and not each.planted for each in answers)
    handled = missed + false_reports <= house.school.irregularities_missed
    return carried_over(
        r.ExamEnded,
        begun,
        right=right,
        steps=len(answers),
        planted=len(planted),
        noticed=noticed,
        passed=enough and handled and not given_up,
        given_up=given_up,
        false_reports=false_reports,
        by=command.by,
        at=command.at,
    )


# Certificates


def _certified(
    house: House, learner: Learner, command: AnySchoolCommand, decided: Decided
) -> Decided:
    """Add a certificate if the marks are now met and no certificate of this house is valid."""
    if isinstance(decided, Refusal):
        return decided
    at = follow(decided, learner).at(house.key)
    today = command.at.date()
    stands = standing(house, topics(house), at)
    if not stands.met or valid(at, today):
        return decided
    return [
        *decided,
        r.CertificateAwarded(
            learner=Actor.parse(command.by).name,
            house=house.key,
            house_name=house.called,
            number=learner.certificates + 1,
            until=_months_after(command.at, house.school.certificate_months),
            skills={each.skill: each.percent for each in stands.skills},
            exams={each.kind: each.percent for each in stands.exams},
            attempts={each.kind: each.taken for each in stands.exams},
            by=command.by,
            at=command.at,
        ),
    ]


def valid(at: AtHouse, day: date) -> r.CertificateAwarded | None:
    """Return the certificate valid on a day."""
    return next((each for each in reversed(at.certificates) if each.until >= day), None)


def _months_after(at: datetime, months: int) -> date:
    year, month = divmod(at.year * 12 + at.month - 1 + months, 12)
    day = min(at.day, calendar.monthrange(year, month + 1)[1])
    return date(year, month + 1, day)
