"""What a house requires of its dealers before they are certified."""

from .wager import Part


class School(Part, frozen=True):
    level: int = 2  # The lowest level of drills and exams that counts.
    drill_answers: int = 20  # The number of latest answers considered for each skill.
    drill_percent: int = 90  # The share of those that must be right.
    exam_percent: int = 90  # Of the steps of an exam.
    irregularities_missed: int = 0  # The most in one exam, including false reports.
    certificate_months: int = 12  # How long a certificate is valid.

    def __post_init__(self) -> None:
        self._between("level", 1, 3)
        self._between("drill_answers", 1, 1_000)
        self._between("drill_percent", 1, 100)
        self._between("exam_percent", 1, 100)
        self._between("irregularities_missed", 0, 10)
        self._between("certificate_months", 1, 120)
