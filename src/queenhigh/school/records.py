"""A learner's commands and events; each learner has a stream.

Events are for ever. A grade is logged with the answer, and with what was right at the time; none of
it is computed again later.
"""

from datetime import date
from typing import Literal

from msgspec import UNSET, UnsetType

from ..money.stream import StreamName
from ..table.commands import Command
from ..table.events import Event
from .exam import ExamAnswer, Kind
from .planted_irregularities import Irregularity
from .questions import Answer
from .topics import Level, Skill

SCHOOL = "school"


def stream_of(learner: str) -> str:
    return str(StreamName(SCHOOL, learner))


# Commands


class AskQuestion(Command, frozen=True, tag="ask_question"):
    """The next question of a drill; the one that is open, if it is of the same drill."""

    house: str
    skill: Skill | Literal[""] = ""  # Empty: any.
    level: Level = 1
    seconds: int = 0  # The time limit; 0 for none.


class AnswerQuestion(Command, frozen=True, tag="answer_question"):
    house: str
    question: int
    answer: Answer


class BeginExam(Command, frozen=True, tag="begin_exam"):
    """An exam of this house that is still open is given up."""

    house: str
    kind: Kind
    level: Level = 2


class AnswerExam(Command, frozen=True, tag="answer_exam"):
    exam: int
    step: int  # The number of the answer, from 1, to prevent mix-ups.
    answer: ExamAnswer


AnySchoolCommand = AskQuestion | AnswerQuestion | BeginExam | AnswerExam


# Events


class QuestionAsked(Event, frozen=True, tag="question_asked"):
    house: str
    edition: str  # The house's fingerprint at the time.
    question: int  # Numbered by house.
    skill: Skill
    topic: str
    level: Level
    drill: Skill | Literal[""]  # The drill requested.
    seed: int
    seconds: int = 0


class QuestionAnswered(Event, frozen=True, tag="question_answered"):
    house: str
    question: int
    skill: Skill
    topic: str
    level: Level
    right: bool
    answer: Answer
    expected: str
    why: str
    took_seconds: int
    late: bool = False  # It came too late.
    given_up: bool = False  # Another question was requested instead.


class ExamBegun(Event, frozen=True, tag="exam_begun"):
    exam: int  # Numbered per learner.
    house: str
    edition: str
    kind: Kind
    level: Level
    seed: int


class ExamAnswered(Event, frozen=True, tag="exam_answered"):
    exam: int
    step: int
    answer: ExamAnswer
    right: bool
    expected: str
    mistake: str
    why: str
    planted: Irregularity | Literal[""] = ""
    noticed: bool = False


class ExamEnded(Event, frozen=True, tag="exam_ended"):
    exam: int
    house: str
    kind: Kind
    level: Level
    right: int
    steps: int
    planted: int
    noticed: int
    passed: bool
    given_up: bool = False
    false_reports: int | UnsetType = UNSET  # Of irregularities that did not exist.


class CertificateAwarded(Event, frozen=True, tag="certificate_awarded"):
    """The house's marks are met."""

    learner: str
    house: str
    house_name: str
    number: int  # Of the learner.
    until: date
    skills: dict[str, int]  # In percent.
    exams: dict[str, int]
    attempts: dict[str, int] | UnsetType = UNSET  # Per exam, including those given up.
    display: str | UnsetType = UNSET  # The learner's displayed name at the time.


AnySchoolEvent = (
    QuestionAsked | QuestionAnswered | ExamBegun | ExamAnswered | ExamEnded | CertificateAwarded
)
