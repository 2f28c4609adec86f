"""A learner: the state that one person's stream adds up to."""

from collections.abc import Iterable
from datetime import date
from typing import Final

import msgspec

from ..house.model import House
from . import records as r
from .records import AnySchoolEvent
from .repetition import Place, moved
from .topics import SKILL_TITLES, SKILLS, Topic

EXAM_TITLES: Final = {"opening": "Opening the table", "round": "A whole round"}


class AtHouse(msgspec.Struct):
    """One learner at one house."""

    asked: int = 0
    boxes: dict[str, Place] = {}
    open: r.QuestionAsked | None = None
    answers: list[r.QuestionAnswered] = []
    exams: list[r.ExamEnded] = []
    certificates: list[r.CertificateAwarded] = []


class Learner(msgspec.Struct):
    houses: dict[str, AtHouse] = {}
    exams: int = 0
    open_exam: r.ExamBegun | None = None
    exam_answers: list[r.ExamAnswered] = []  # Of the open exam.
    ended: dict[int, list[r.ExamAnswered]] = {}  # The answers of each finished exam.
    certificates: int = 0

    def at(self, house: str) -> AtHouse:
        return self.houses.setdefault(house, AtHouse())


def follow(events: Iterable[AnySchoolEvent], learner: Learner | None = None) -> Learner:
    learner = learner or Learner()
    for event in events:
        _take(learner, event)
    return learner


def _take(learner: Learner, event: AnySchoolEvent) -> None:
    match event:
        case r.QuestionAsked():
            at = learner.at(event.house)
            at.asked, at.open = event.question, event
        case r.QuestionAnswered():
            at = learner.at(event.house)
            at.open = None
            at.answers.append(event)
            at.boxes = moved(at.boxes, event.topic, event.question, right=event.right)
        case r.ExamBegun():
            learner.exams, learner.open_exam, learner.exam_answers = event.exam, event, []
        case r.ExamAnswered():
            learner.exam_answers.append(event)
        case r.ExamEnded():
            learner.at(event.house).exams.append(event)
            learner.ended[event.exam] = learner.exam_answers
            learner.open_exam, learner.exam_answers = None, []
        case r.CertificateAwarded():
            learner.certificates = event.number
            learner.at(event.house).certificates.append(event)


# A learner's standing


class SkillStanding(msgspec.Struct, frozen=True, kw_only=True):
    skill: str
    title: str
    topics: int
    known: int  # Topics last answered correctly.
    asked: int  # Answers that count,
    right: int  # and the right ones among them.
    percent: int
    needed_answers: int
    needed_percent: int
    met: bool


class ExamStanding(msgspec.Struct, frozen=True, kw_only=True):
    """The last exam of its kind that counts."""

    kind: str
    title: str
    taken: int
    percent: int
    needed_percent: int
    missed: int  # Planted irregularities that were not noticed.
    false_reports: int  # Of irregularities that did not exist.
    met: bool


class DayOfSkill(msgspec.Struct, frozen=True):
    """A point of a progress plot."""

    day: date
    skill: str
    asked: int
    right: int


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    skills: tuple[SkillStanding, ...]
    exams: tuple[ExamStanding, ...]
    met: bool


def percent_of(right: int, asked: int) -> int:
    return 100 * right // asked if asked else 0


def standing(house: House, topics: tuple[Topic, ...], at: AtHouse) -> Standing:
    """Return the standing by the house's marks."""
    taught = [skill for skill in SKILLS if any(topic.skill == skill for topic in topics)]
    skills = tuple(_skill(house, topics, at, skill) for skill in taught)
    exams = tuple(_exam(house, at, kind) for kind in EXAM_TITLES)
    met = all(each.met for each in skills) and all(each.met for each in exams)
    return Standing(skills=skills, exams=exams, met=met)


def _skill(house: House, topics: tuple[Topic, ...], at: AtHouse, skill: str) -> SkillStanding:
    marks = house.school
    keys = {topic.key for topic in topics if topic.skill == skill}
    counted = [each for each in at.answers if each.skill == skill and each.level >= marks.level]
    last = counted[-marks.drill_answers :]
    right = sum(each.right for each in last)
    percent = percent_of(right, len(last))
    return SkillStanding(
        skill=skill,
        title=SKILL_TITLES[skill],
        topics=len(keys),
        known=sum(1 for key, place in at.boxes.items() if key in keys and place.box > 1),
        asked=len(last),
        right=right,
        percent=percent,
        needed_answers=marks.drill_answers,
        needed_percent=marks.drill_percent,
        met=len(last) >= marks.drill_answers and percent >= marks.drill_percent,
    )


def _exam(house: House, at: AtHouse, kind: str) -> ExamStanding:
    level = house.school.level
    taken = [each for each in at.exams if each.kind == kind and each.level >= level]
    last = taken[-1] if taken else None
    return ExamStanding(
        kind=kind,
        title=EXAM_TITLES[kind],
        taken=len(taken),
        percent=percent_of(last.right, last.steps) if last else 0,
        needed_percent=house.school.exam_percent,
        missed=last.planted - last.noticed if last else 0,
        false_reports=last.false_reports or 0 if last else 0,
        met=bool(last and last.passed),
    )


def progress(at: AtHouse) -> list[DayOfSkill]:
    """Return progress by day and skill; exams count as the procedure skill."""
    found: dict[tuple[date, str], list[int]] = {}
    for answer in at.answers:
        each = found.setdefault((answer.at.date(), answer.skill), [0, 0])
        each[0] += 1
        each[1] += answer.right
    for exam in at.exams:
        each = found.setdefault((exam.at.date(), "procedure"), [0, 0])
        each[0] += exam.steps
        each[1] += exam.right
    return [DayOfSkill(day, skill, *counts) for (day, skill), counts in sorted(found.items())]
