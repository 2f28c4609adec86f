"""`./check --points` lists what no test holds: here, things planted in a copy of the code."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TESTS = (
    *("tests/__init__.py", "tests/conftest.py", "tests/clauses.py"),
    *(f"tests/rules/{each}" for each in ("__init__.py", "builders.py", "test_lock.py")),
)
POINTS = """
["planted.unheld"]
says = "Something is said to which no test listens."

["planted.unreached"]
says = "Something happens at a seat where no test bets."

["planted.unused"]
says = "Something that the code names and does nothing with."
"""
CODE = """
UNHELD = point("planted.unheld")
UNREACHED = point("planted.unreached")
UNUSED = point("planted.unused")

_as_before = lock_refusals


def lock_refusals(house: House, bets: SeatBets, moment: Moment) -> Iterator[Refusal]:
    yield from _as_before(house, bets, moment)
    _say(house.clauses(UNHELD))
    if bets.seat == 9:
        yield refusal(bets.seat, "planted", "Not here.", house.clauses(UNREACHED))


def _say(clauses: tuple[str, ...]) -> None: ...
"""


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("planted")
    for folder in ("scripts/points", "src/queenhigh"):
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / folder, root / folder, ignore=ignored)
    for file in ("pyproject.toml", *TESTS):
        (root / file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / file, root / file)
    package = root / "src" / "queenhigh"
    change(package / "house" / "points.toml", "", POINTS)
    change(package / "wagers" / "lock.py", "", CODE)
    # A clause unrelated to the held point that cites it.
    of_book = package / "house" / "books" / "mics" / "points.toml"
    change(of_book, '"lock.announced" = [', '"lock.announced" = ["mics-b2", ')
    return root


def change(file: Path, old: str, new: str) -> None:
    """Replace text, or append to the file if there is nothing to replace."""
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new) if old else text + new, "utf-8")


def proved(root: Path, *points: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "scripts.points", *points, "--tests", "tests/rules"]
    return subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)


def survivors(answer: subprocess.CompletedProcess[str]) -> list[str]:
    lines = answer.stdout.splitlines()
    return [line.removeprefix("survives: ") for line in lines if line.startswith("survives: ")]


def test_a_point_covered_by_tests_does_not_survive(copy: Path) -> None:
    answer = proved(copy, "lock.first_card")
    assert (answer.returncode, survivors(answer)) == (0, []), answer.stdout + answer.stderr
    assert "none survived" in answer.stdout


def test_points_and_clauses_covered_by_no_test_are_listed(copy: Path) -> None:
    planted = ("planted.unheld", "planted.unreached", "planted.unused")
    answer = proved(copy, *planted, "lock.announced")
    assert answer.returncode == 1, answer.stdout + answer.stderr
    unused, *others = survivors(answer)
    assert unused == "planted.unused, which no code uses"
    unheld, unreached, clause = others
    assert unheld.startswith("planted.unheld in wagers/lock.py lock_refusals (")
    assert unheld.endswith(" tests pass)")
    assert unreached == "planted.unreached in wagers/lock.py lock_refusals (no test reaches it)"
    assert clause == "mics-b2 (no test reaches it)"


def test_only_existing_points_can_be_asked_for(copy: Path) -> None:
    answer = proved(copy, "lock.anounced")
    assert answer.returncode == 2
    assert "there is no rule point lock.anounced" in answer.stderr
