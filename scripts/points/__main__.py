"""Proves that every rule point, and every clause behind one, is held by a test: ./check --points.

    python -m scripts.points [POINT ...] [--tests PATH ...]

Takes each point out at each place in the code that names it (`marks.py` says what that means), runs
the tests that reach the place, and expects a failure. For a clause of a built-in book, takes out
all points the book cites it for, and expects a failure in a test that claims to hold the clause.
Lists the survivors, and exits 1 if there are any. Each case's failure is in .check/points.log.
"""

import argparse
import hashlib
import os
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final

import msgspec
import pytest

from queenhigh.house.points import point_of, points

from .places import Places
from .proof import Proof, Question, Reach, Verdict

ROOT: Final = Path(__file__).parents[2]
PACKAGE: Final = ROOT / "src" / "queenhigh"
KEPT: Final = ROOT / ".check"

# The tests filed by rule. Golden rounds and comparisons with the model hold everything at once and
# prove little about any one thing; tests that take many seconds are left to ./check.
TESTS: Final = [
    *(f"tests/{each}" for each in ("rules", "table", "house", "floor", "money")),
    *("tests/wagers/test_own_wagers.py", "tests/cli/test_script_france.py"),
]
_LEFT_OUT: Final = [
    *("tests/table/test_machine.py", "tests/house/test_no_names.py"),
    *(f"tests/floor/test_{each}.py" for each in "cli day papers projections search".split()),
]
_OPTIONS: Final = ["-s", "-p", "no:cacheprovider", "-p", "no:terminal", "-o", "timeout=60"]
_OPTIONS_OF_CHOICE: Final = ["-m", "not exhaustive", "-k", "not postgres"]

Points = Mapping[str, list[str]]  # The places of each point.
Books = dict[str, dict[str, set[str]]]  # Each book's clauses, with the points that cite them.


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m scripts.points", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("point", nargs="*", help="these points alone, with the clauses behind them")
    parser.add_argument("--tests", nargs="+", default=TESTS, metavar="PATH", help="other tests")
    asked = parser.parse_args()
    began = time.monotonic()
    places = Places(PACKAGE)
    places.install()
    found = places.by_point()
    every = {name: found.get(name, []) for name in points()}
    if unknown := [name for name in asked.point if name not in every]:
        parser.error(f"there is no rule point {unknown[0]}")
    chosen = asked.point or list(every)
    screen = _Screen()

    def plan(reach: Mapping[str, Reach]) -> list[Question]:
        speaks = _books()
        questions = [
            *_of_points(every, chosen, speaks, reach),
            *_of_clauses(every, chosen, speaks, reach),
        ]
        screen.expect(questions)
        return questions

    proof = Proof(plan, screen.show, KEPT / "points.json", _checksum(asked.tests))
    left_out = [f"--ignore={each}" for each in _LEFT_OUT]
    with tempfile.TemporaryDirectory() as folder:  # Examples that fail here are not kept.
        os.environ["HYPOTHESIS_STORAGE_DIRECTORY"] = folder
        options = [*_OPTIONS, *_OPTIONS_OF_CHOICE, *left_out, *asked.tests]
        status = pytest.main(options, plugins=[proof])
    if status:
        print(f"The tests could not be collected: pytest ended with {int(status)}.")
        return 2
    lines = [msgspec.json.encode(each).decode() for each in proof.verdicts]
    (KEPT / "points.log").write_text("\n".join(lines) + "\n", "utf-8")
    nowhere = [name for name in chosen if not every[name]]
    return screen.sum_up(proof, nowhere, len(chosen), time.monotonic() - began)


def _books() -> Books:
    from queenhigh.house.catalogue import books  # Only after the code is rewritten.

    found: Books = {book: {} for book in books()}
    for book in books().values():
        for key, ids in book.points.items():
            for identity in ids:
                found[book.key].setdefault(identity, set()).add(point_of(key))
    return found


def _of_points(
    every: Points, chosen: Iterable[str], speaks: Books, reach: Mapping[str, Reach]
) -> Iterator[Question]:
    """Order the tests so that those holding a clause behind the point come first."""
    tests = _grouped((where, test) for test, found in reach.items() for where in found.places)
    of_books = [pair for clauses in speaks.values() for pair in clauses.items()]
    for name in chosen:
        behind = {identity for identity, named in of_books if name in named}
        for where in every[name]:
            apart = {test: behind.isdisjoint(reach[test].clauses) for test in tests[where]}
            yield Question(name, where, [where], sorted(apart, key=apart.__getitem__))


def _of_clauses(
    every: Points, chosen: Iterable[str], speaks: Books, reach: Mapping[str, Reach]
) -> Iterator[Question]:
    tests = _grouped(
        (identity, test) for test, found in reach.items() for identity in found.clauses
    )
    for book, clauses in speaks.items():
        for identity, named in clauses.items():
            if not named.isdisjoint(chosen):
                out = {where for name in named for where in every[name]}
                own = [test for test in tests[identity] if not out.isdisjoint(reach[test].places)]
                yield Question(f"clauses of {book}", identity, sorted(out), own)


def _grouped(pairs: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = defaultdict(list)
    for key, value in pairs:
        found[key].append(value)
    return found


def _checksum(tests: list[str]) -> str:
    found = hashlib.sha256(" ".join(tests).encode())
    folders = [PACKAGE, ROOT / "tests", ROOT / "examples", Path(__file__).parent]
    for path in sorted(path for folder in folders for path in folder.rglob("*")):
        if path.suffix in (".py", ".toml"):
            found.update(path.read_bytes())
    return found.hexdigest()


class _Screen:
    """Prints each point and book once all its questions are answered; then the survivors."""

    def __init__(self) -> None:
        self._expected: dict[str, int] = defaultdict(int)
        self._found: dict[str, list[Verdict]] = defaultdict(list)
        self._done = 0

    def expect(self, questions: list[Question]) -> None:
        for each in questions:
            self._expected[each.about] += 1

    def show(self, verdict: Verdict) -> None:
        found = self._found[verdict.about]
        found.append(verdict)
        many = self._expected[verdict.about]
        if len(found) < many:
            return
        self._done += 1
        number = f"{self._done}/{len(self._expected)}"
        held = sum(bool(each.failed) for each in found)
        seconds = sum(each.seconds for each in found)
        said = "held" if held == many else "SURVIVES"
        width = max(map(len, self._expected))
        line = (
            f"{number:>7}  {verdict.about:<{width}}  {held:>3}/{many:<3} {seconds:6.1f} s  {said}"
        )
        print(line, flush=True)

    def sum_up(self, proof: Proof, nowhere: list[str], points: int, seconds: float) -> int:
        survived = [each for each in proof.verdicts if not each.failed]
        print()
        for test in proof.left_out:
            print(f"left out, for it fails by itself: {test}")
        for name in nowhere:
            print(f"survives: {name}, which no code uses")
        for each in survived:
            why = each.error or (f"{each.tests} tests pass" if each.tests else "no test reaches it")
            print(f"survives: {each.where} ({why})")
        clauses = sum(many for about, many in self._expected.items() if " of " in about)
        places = len(proof.verdicts) - clauses
        cited = sum(not each.gone for each in proof.verdicts if each.failed)
        broken = sum(each.broken for each in proof.verdicts)
        print(f"{points} points at {places} places, {clauses} clauses behind them: ", end="")
        print(f"{len(survived) + len(nowhere) or 'none'} survived; {seconds / 60:.1f} minutes.")
        if cited or broken:
            print(f"Held by no more than a lost citation: {cited}; by code that breaks: {broken}.")
        return 1 if survived or nowhere or proof.left_out else 0


if __name__ == "__main__":
    sys.exit(main())
