"""Revert each fix in threats.md, one at a time: the test that it names must fail.

Run it as `.venv/bin/python -m scripts.mends [WORD ...]`, for all fixes or for those whose promise,
file or test contains one of the words. The list is `docs/operating/mends.toml`. Fixes are reverted
in a copy of the sources, and the tests run against the copy.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterable
from pathlib import Path

import msgspec

ROOT = Path(__file__).parents[1]
LIST = ROOT / "docs/operating/mends.toml"
_PASSED, _FAILED = 0, 1  # pytest's exit codes.
_LONGEST = 900  # Seconds. A test that hangs proves nothing.


class Mend(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    promise: str
    to: str  # A player, the house, an auditor, an operator.
    file: str
    text: str  # The code that keeps the promise; it occurs exactly once.
    instead: str  # The code that replaces it to revert the fix.
    test: str  # The test that must then fail.

    def matches(self, words: Iterable[str]) -> bool:
        return any(word in each for word in words for each in (self.promise, self.file, self.test))


def mends() -> dict[str, list[Mend]]:
    """Read the list, by section."""
    return msgspec.convert(tomllib.loads(LIST.read_text("utf-8")), dict[str, list[Mend]])


def taken_back(mend: Mend, sources: Path) -> str:
    """Revert the fix in the sources; return the original text."""
    file = sources.parent / mend.file
    written = file.read_text("utf-8")
    if written.count(mend.text) != 1:
        raise ValueError(f"{mend.file} has it {written.count(mend.text)} times: {mend.text}")
    file.write_text(written.replace(mend.text, mend.instead), "utf-8")
    return written


def fails(mend: Mend, sources: Path) -> bool:
    """Whether the test fails on these sources."""
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", mend.test]
    environment = {**os.environ, "PYTHONPATH": str(sources)}
    try:
        ended = subprocess.run(
            command, cwd=ROOT, env=environment, capture_output=True, check=False, timeout=_LONGEST
        )
    except subprocess.TimeoutExpired:
        raise ValueError(f"{mend.test} did not end within {_LONGEST} seconds") from None
    if ended.returncode not in (_PASSED, _FAILED):
        raise ValueError(f"{mend.test} did not run: {ended.stdout.decode()[-2000:]}")
    return ended.returncode == _FAILED


def main(words: list[str]) -> int:
    wanted = [each for listed in mends().values() for each in listed]
    wanted = [each for each in wanted if not words or each.matches(words)]
    held = 0
    with tempfile.TemporaryDirectory() as folder:
        sources = Path(folder) / "src"
        shutil.copytree(ROOT / "src", sources)
        for mend in wanted:
            written = taken_back(mend, sources)
            try:
                failed = fails(mend, sources)
            finally:
                (sources.parent / mend.file).write_text(written, "utf-8")
            held += failed
            print(f"{'held' if failed else 'NOT HELD'}: {mend.promise} ({mend.test})", flush=True)
    print(f"{held} of {len(wanted)} promises are held by their tests")
    return int(held < len(wanted))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
