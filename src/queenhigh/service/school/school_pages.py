"""What the school shows: questions, grades, exams and results."""

from datetime import date, datetime
from typing import Literal

import msgspec

from ...school.exam import Kind
from ...school.exam_scene import ExamScene, Menu
from ...school.learner import DayOfSkill, Standing
from ...school.questions import Question
from ...school.topics import Level, Skill


class QuestionShown(msgspec.Struct, frozen=True, kw_only=True):
    number: int
    drill: Skill | Literal[""]
    seconds: int
    asked_at: datetime
    question: Question


class CertificateShown(msgspec.Struct, frozen=True):
    number: int
    awarded: date
    until: date
    holds: bool


class GradeShown(msgspec.Struct, frozen=True, kw_only=True):
    """How the answer was graded, and the round's own reason."""

    right: bool
    late: bool
    expected: str
    why: str
    clauses: tuple[str, ...]
    departs_from: tuple[str, ...]
    certificate: CertificateShown | None = None  # Awarded for this answer.


class ExamResult(msgspec.Struct, frozen=True, kw_only=True):
    exam: int
    at: datetime
    kind: Kind
    level: Level
    right: int
    steps: int
    planted: int
    noticed: int
    passed: bool
    given_up: bool
    false_reports: int  # Reported irregularities that did not exist.


class ExamShown(msgspec.Struct, frozen=True, kw_only=True):
    """An exam in progress. It does not say what is due."""

    exam: int
    house: str
    kind: Kind
    level: Level
    step: int  # The number of the next answer.
    right: int
    scene: ExamScene
    menu: Menu


class OpenExam(msgspec.Struct, frozen=True, kw_only=True):
    exam: ExamShown | None
    changed: bool = False


class StepGraded(msgspec.Struct, frozen=True, kw_only=True):
    step: int
    right: bool
    given: str  # What the learner did, in words.
    expected: str
    mistake: str
    why: str
    clauses: tuple[str, ...]
    planted: str
    noticed: bool


class ExamGraded(msgspec.Struct, frozen=True, kw_only=True):
    """The last answer, and how the exam continues or ended."""

    graded: StepGraded | None
    exam: ExamShown | None = None
    result: ExamResult | None = None
    certificate: CertificateShown | None = None


class AtHouseShown(msgspec.Struct, frozen=True, kw_only=True):
    """One learner at one house."""

    house: str
    house_name: str
    level: int  # The lowest level that counts.
    answers: int
    standing: Standing
    progress: list[DayOfSkill]
    exams: list[ExamResult]
    certificates: list[CertificateShown]


class SchoolShown(msgspec.Struct, frozen=True, kw_only=True):
    learner: str
    at: AtHouseShown
    question: QuestionShown | None  # The open one.
    exam: int | None  # The open one, at any house.
    exam_house: str


class LearnerShown(msgspec.Struct, frozen=True, kw_only=True):
    learner: str
    houses: list[AtHouseShown]
    last: datetime | None
