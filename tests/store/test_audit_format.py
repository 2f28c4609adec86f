"""The page that describes the format contains a checker, and the checker works."""

import re
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from queenhigh.store.export import Filter, Footer, Header, _Line, export
from queenhigh.store.memory import MemoryStore
from queenhigh.store.sample import START, room
from tests.docs.examples import Example, examples, run
from tests.store.rooms import landed, whole_export
from tests.store.store_evidence import StoreEvidence

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "audit-format.md"
TEXT = PAGE.read_text("utf-8")
(CHECKER,) = re.findall(r"^```python\n# file: check.py\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)


def checked(file: bytes) -> subprocess.CompletedProcess[bytes]:
    """Run the checker in a process without our packages, as a third party would."""
    command = [sys.executable, "-I", "-S", "-c", CHECKER]
    return subprocess.run(command, input=file, capture_output=True, check=False)


def exported(wanted: Filter | None) -> bytes:
    store, out = MemoryStore(), BytesIO()
    landed(store, room("classic", "manual", rounds=3))
    export(StoreEvidence(store), out, datetime(2026, 1, 6, tzinfo=UTC), wanted)
    return out.getvalue()


@pytest.mark.parametrize(
    "wanted",
    [
        None,
        Filter(streams=("table:2",)),
        Filter(streams=("table:1",), round=2),
        Filter(since=START + timedelta(seconds=9), until=START + timedelta(seconds=20)),
    ],
)
def test_the_checker_of_the_page_proves_an_export(wanted: Filter | None) -> None:
    answer = checked(exported(wanted))
    assert answer.returncode == 0, answer.stderr
    assert b"shuffles opened; position" in answer.stdout


@settings(max_examples=40)
@given(st.integers(0, 10**9), st.integers(0, 7))
def test_the_checker_of_the_page_finds_a_changed_byte(place: int, bit: int) -> None:
    body = whole_export()
    at = place % len(body)
    other = body[:at] + bytes([body[at] ^ (1 << bit)]) + body[at + 1 :]
    assert checked(other).returncode != 0


def test_the_checker_says_which_line_it_is() -> None:
    lines = whole_export().splitlines(keepends=True)
    lines[7] = lines[7].replace(b'"by":"', b'"by":"x')
    answer = checked(b"".join(lines))
    assert answer.stderr == b"line 8: not what its hash says\n"


def test_the_checker_is_a_single_page() -> None:
    assert len(CHECKER.splitlines()) <= 50


@pytest.mark.parametrize("example", list(examples(PAGE)), ids=str)
def test_the_page_shows_what_the_program_prints(example: Example) -> None:
    assert run(example) == example.text


def test_every_field_of_the_format_is_on_the_page() -> None:
    names = [
        field
        for struct in (_Line, Header, Footer)
        for field in struct.__struct_fields__
        if f"`{field}`" not in TEXT and f'"{field}":' not in TEXT
    ]
    assert names == []
