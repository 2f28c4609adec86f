"""A certificate on paper. The same record gives the same bytes."""

from collections.abc import Iterator

from ..floor.paper_document import Paper, sections
from ..maths.paper.blocks import Block, Cell, Signatures, Text, table_of
from .learner import EXAM_TITLES
from .records import CertificateAwarded
from .topics import SKILL_TITLES


def certificate_paper(awarded: CertificateAwarded, position: str) -> Paper:
    """Make the certificate; `position` says where in the log it is recorded."""
    return Paper(
        kind="CERTIFICATE",
        title=_called(awarded),
        subtitle=f"Three Card Poker, {awarded.house_name}",
        facts=(
            ("House", f"{awarded.house_name} ({awarded.house})", False),
            ("Number", str(awarded.number), False),
            ("Signs in as", awarded.learner, True),
            ("Awarded", f"{awarded.at:%Y-%m-%d}", False),
            ("Holds until", f"{awarded.until:%Y-%m-%d}", False),
            ("Log", position, True),
        ),
        sections=sections(
            ("What was shown", _marks(awarded)), ("Signed", [Signatures(("dealer", "floor"))])
        ),
        made_at=awarded.at,
        footer=f"Certificate {awarded.number} of {_called(awarded)}, {position}",
    )


def _called(awarded: CertificateAwarded) -> str:
    """Return the displayed name; older records have only the sign-in name."""
    return awarded.display or awarded.learner


def _marks(awarded: CertificateAwarded) -> Iterator[Block]:
    yield Text(
        f"{_called(awarded)} has met the marks of {awarded.house_name}: in drills made from the "
        "house's own pay tables, rulings and words, and in exams of its procedure with "
        "irregularities that had to be noticed and handled."
    )
    rows = [(SKILL_TITLES[key], percent) for key, percent in awarded.skills.items()]
    rows += [(_exam(awarded, key), percent) for key, percent in awarded.exams.items()]
    yield table_of(
        title="",
        columns=("Skill", "Right"),
        rows=((Cell(name), Cell(f"{each} %", str(each), each)) for name, each in rows),
    )


def _exam(awarded: CertificateAwarded, kind: str) -> str:
    """Describe an exam with its number of attempts; older records lack that."""
    title = f"Exam: {EXAM_TITLES[kind]}"
    number = awarded.attempts.get(kind, 0) if awarded.attempts else 0
    return f"{title} (attempt {number})" if number else title
