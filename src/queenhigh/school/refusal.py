"""Reasons for refusing a learner's command: a closed list."""

from enum import StrEnum

from ..table.refusal import Refusal


class SchoolRefusal(StrEnum):
    NO_QUESTION = "school/no_question"
    QUESTION_OPEN = "school/question_open"
    NO_TOPICS = "school/no_topics"
    NO_EXAM = "school/no_exam"
    EXAM_OVER = "school/exam_over"
    EXAM_STEP = "school/other_step"
    NO_STEP = "school/no_such_step"
    BOOK_CHANGED = "school/book_changed"


def refuse(code: SchoolRefusal, message: str) -> Refusal:
    return Refusal(code.value, message)
