"""What a house asks of its dealers before they are certified."""

from .wager import Part


class School(Part, frozen=True):
    level: int = 2  # The least level of drills and exams that counts.
    drill_answers: int = 20  # So many last answers of each skill are looked at,
    drill_percent: int = 90  # and so many in a hundred of them are right.
    exam_percent: int = 90  # Of the steps of an exam.
    irregularities_missed: int = 0  # At most, in one exam; or reported in error.
    certificate_months: int = 12  # How long a certificate holds.

    def __post_init__(self) -> None:
        self._between("level", 1, 3)
        self._between("drill_answers", 1, 1_000)
        self._between("drill_percent", 1, 100)
        self._between("exam_percent", 1, 100)
        self._between("irregularities_missed", 0, 10)
        self._between("certificate_months", 1, 120)
