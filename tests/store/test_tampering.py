"""Any single change is found."""

import sqlite3
from functools import cache
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from queenhigh.store.audit import verify
from queenhigh.store.export import FileEvidence
from queenhigh.store.migration import NotOurs, TooNew
from queenhigh.store.records import StoreUnavailable
from tests.samples import tries
from tests.store.rooms import audited, tampered, whole_database, whole_export

TABLES = ("records", "postings", "balances", "commands", "snapshots", "heads", "log_head")


@cache
def columns(table: str) -> list[str]:
    with TemporaryDirectory() as folder:
        file = Path(folder, "log.db")
        file.write_bytes(whole_database())
        connection = sqlite3.connect(file)
        found = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
        connection.close()
        return found


def changed(value: Any, place: int, bit: int) -> Any:
    """Flip one bit of one byte."""
    if isinstance(value, int):
        return value ^ (1 << bit)
    if not value:
        return b"x"
    at = place % len(value)
    return value[:at] + bytes([value[at] ^ (1 << bit)]) + value[at + 1 :]


@settings(max_examples=tries(40))
@given(
    table=st.sampled_from(TABLES),
    row=st.integers(0, 10_000),
    column=st.integers(0, 20),
    place=st.integers(0, 10_000),
    bit=st.integers(0, 7),
)
def test_a_single_changed_byte_is_found(
    table: str, row: int, column: int, place: int, bit: int
) -> None:
    name = columns(table)[column % len(columns(table))]
    assume((table, name) != ("log_head", "id"))  # The single row's key, which means nothing.

    def change(connection: sqlite3.Connection) -> None:
        (count,) = connection.execute(f"SELECT count(*) FROM {table}").fetchone()
        keys = ", ".join(columns(table))
        rows = f"SELECT * FROM {table} ORDER BY {keys} LIMIT 1 OFFSET {row % count}"
        found = dict(zip(columns(table), connection.execute(rows).fetchone(), strict=True))
        where = " AND ".join(f"{each} = {_mark(found[each], each)}" for each in found)
        new = _mark(changed(found[name], place, bit), name)
        try:
            done = connection.execute(
                f"UPDATE {table} SET {name} = {new} WHERE {where}",
                (changed(found[name], place, bit), *found.values()),
            )
        except sqlite3.IntegrityError:
            assume(False)  # The database itself refuses it.
        assert done.rowcount == 1

    assert tampered(change).findings


def _mark(value: Any, column: str) -> str:
    """Cast text columns: their values are bytes that must become text again, valid or not."""
    if isinstance(value, int) or column == "body":
        return "?"
    return "CAST(? AS TEXT)"


@settings(max_examples=tries(15))
@given(table=st.sampled_from([each for each in TABLES if each != "snapshots"]), row=st.integers(0))
def test_a_missing_row_is_found(table: str, row: int) -> None:
    def change(connection: sqlite3.Connection) -> None:
        (count,) = connection.execute(f"SELECT count(*) FROM {table}").fetchone()
        keys = ", ".join(columns(table))
        key = "position" if table in ("records", "commands") else columns(table)[0]
        rows = f"SELECT * FROM {table} ORDER BY {keys} LIMIT 1 OFFSET {row % count}"
        found = dict(zip(columns(table), connection.execute(rows).fetchone(), strict=True))
        where, values = f"{key} = {_mark(found[key], key)}", [found[key]]
        if table == "postings":
            where, values = f"{where} AND leg = ?", [found[key], found["leg"]]
        assert connection.execute(f"DELETE FROM {table} WHERE {where}", values).rowcount == 1

    assert tampered(change).findings


@settings(max_examples=tries(15))
@given(
    table=st.sampled_from([each for each in TABLES if each != "log_head"]),
    column=st.integers(0, 20),
    first=st.integers(0, 10_000),
    second=st.integers(0, 10_000),
)
def test_two_swapped_rows_are_found(table: str, column: int, first: int, second: int) -> None:
    name = columns(table)[column % len(columns(table))]
    key = {"records": "position", "commands": "position"}.get(table, columns(table)[0])
    second_key = {"postings": "leg", "snapshots": "version"}.get(table, key)
    assume(name not in (key, second_key))

    def change(connection: sqlite3.Connection) -> None:
        connection.text_factory = str
        (count,) = connection.execute(f"SELECT count(*) FROM {table}").fetchone()
        read = f"SELECT {key}, {second_key}, {name} FROM {table} ORDER BY 1, 2 LIMIT 1 OFFSET "
        one, other = (connection.execute(read + str(n % count)).fetchone() for n in (first, second))
        assume(one[2] != other[2])
        write = f"UPDATE {table} SET {name} = ? WHERE {key} = ? AND {second_key} = ?"
        try:
            connection.execute(write, ("on the way", *one[:2]))
            connection.execute(write, (one[2], *other[:2]))
            connection.execute(write, (other[2], *one[:2]))
        except sqlite3.IntegrityError:
            assume(False)

    assert tampered(change).findings


@settings(max_examples=tries(15))
@given(st.integers(0, 10**9), st.integers(0, 7))
def test_no_changed_byte_of_the_file_crashes_an_audit(place: int, bit: int) -> None:
    """Some bytes of a file are unused: changes there need not be found. All others must be."""
    body = whole_database()
    at = 100 + place % (len(body) - 100)
    with TemporaryDirectory() as folder:
        file = Path(folder, "log.db")
        file.write_bytes(body[:at] + bytes([body[at] ^ (1 << bit)]) + body[at + 1 :])
        try:
            report = audited(file)
        except (StoreUnavailable, NotOurs, TooNew):
            return  # It cannot even be opened, which is reported.
        assert report.findings or report.seal


# The exported file


@settings(max_examples=tries(40))
@given(st.integers(0, 10**9), st.integers(0, 7))
def test_a_single_changed_byte_of_an_export_is_found(place: int, bit: int) -> None:
    body = whole_export()
    at = place % len(body)
    other = body[:at] + bytes([body[at] ^ (1 << bit)]) + body[at + 1 :]
    try:
        evidence = FileEvidence(BytesIO(other), "the export")
    except ValueError:
        return  # Its first line is not an exported log's, which is reported.
    assert verify(evidence).findings


@settings(max_examples=tries(15))
@given(st.integers(0, 10**9), st.integers(0, 10**9))
def test_a_missing_or_moved_line_is_found(first: int, second: int) -> None:
    lines = whole_export().splitlines(keepends=True)
    one, other = (1 + each % (len(lines) - 1) for each in (first, second))
    assume(one != other)
    gone = b"".join(line for number, line in enumerate(lines) if number != one)
    assert verify(FileEvidence(BytesIO(gone), "the export")).findings
    lines[one], lines[other] = lines[other], lines[one]
    assert verify(FileEvidence(BytesIO(b"".join(lines)), "the export")).findings
