"""The log as a self-proving file."""

import hashlib
import json
from datetime import UTC, datetime, timedelta
from io import BytesIO

import msgspec
import pytest

from queenhigh.store.audit import verify
from queenhigh.store.evidence import Omitted
from queenhigh.store.export import FileEvidence, Filter, Footer, export
from queenhigh.store.findings import Report
from queenhigh.store.memory import MemoryStore
from queenhigh.store.records import Record
from queenhigh.store.sample import START, room
from tests.store.rooms import kinds, landed
from tests.store.store_evidence import StoreEvidence

NOW = datetime(2026, 1, 6, tzinfo=UTC)


@pytest.fixture(scope="module")
def store() -> MemoryStore:
    made = MemoryStore()
    landed(made, room("classic", "manual", rounds=3))
    return made


def exported(store: MemoryStore, wanted: Filter | None = None) -> bytes:
    out = BytesIO()
    export(StoreEvidence(store), out, NOW, wanted)
    return out.getvalue()


def proved(file: bytes) -> Report:
    return verify(FileEvidence(BytesIO(file), "the file"))


def records_in(file: bytes) -> list[Record]:
    read = FileEvidence(BytesIO(file), "the file").records()
    return [each for each in read if isinstance(each, Record)]


def test_a_whole_export_has_every_record_and_passes(store: MemoryStore) -> None:
    file = exported(store)
    assert records_in(file) == store.log()
    report = proved(file)
    assert report.findings == []
    assert (report.head, report.seal) == (store.log_head().count, store.log_head().hash)
    assert report.replayed == report.streams == len(store.streams())


def test_every_line_is_canonical_json(store: MemoryStore) -> None:
    for line in exported(store).splitlines():
        plain = json.dumps(
            json.loads(line), sort_keys=True, separators=(",", ":"), ensure_ascii=False
        )
        assert plain.encode() == line


def test_header_and_footer_say_what_is_between_them(store: MemoryStore) -> None:
    first, *records, last = exported(store).splitlines(keepends=True)
    head = {"position": store.log_head().count, "seal": store.log_head().hash}
    assert json.loads(first) == {
        "after": {"position": 0, "seal": ""},
        "filter": None,
        "format": "queenhigh-log",
        "head": head,
        "made_at": "2026-01-06T00:00:00Z",
        "version": 1,
    }
    assert json.loads(last) == {
        "format": "queenhigh-log-end",
        "omitted": 0,
        "records": len(records),
        "seal": head["seal"],
        "sha256": hashlib.sha256(first + b"".join(records)).hexdigest(),
    }


def test_the_log_of_one_table_proves_itself_without_the_others(store: MemoryStore) -> None:
    file = exported(store, Filter(streams=("table:2",)))
    assert records_in(file) == store.records("table:2")
    report = proved(file)
    assert report.findings == []
    assert report.omitted > 0
    assert report.seal == store.log_head().hash
    assert report.replayed == 1
    others = [
        each for each in store.log() if each.stream != "table:2" and b"table_set" in each.event
    ]
    assert all(record.event not in file for record in others)


def test_one_round_comes_with_the_house_it_was_played_by(store: MemoryStore) -> None:
    file = exported(store, Filter(streams=("table:1",), round=2))
    first, *rest = records_in(file)
    assert msgspec.json.decode(first.event)["type"] == "table_set_up"
    assert msgspec.json.decode(rest[0].event) == {
        **msgspec.json.decode(rest[0].event),
        "type": "round_began",
        "number": 2,
    }
    report = proved(file)
    assert report.findings == []
    assert report.replayed == 0  # The events in between are missing.


def test_a_period_is_cut_out_of_the_whole_log(store: MemoryStore) -> None:
    since, until = START + timedelta(seconds=8), START + timedelta(seconds=12)
    file = exported(store, Filter(since=since, until=until))
    chosen = records_in(file)
    times = [datetime.fromisoformat(json.loads(each.event)["at"]) for each in chosen]
    assert chosen
    assert all(since <= time < until for time in times)
    assert {each.stream for each in chosen} == {"table:1", "table:2"}
    assert proved(file).findings == []


def test_an_extract_has_only_the_hash_of_an_omitted_record(store: MemoryStore) -> None:
    evidence = FileEvidence(BytesIO(exported(store, Filter(streams=("table:2",)))), "the file")
    left_out = [each for each in evidence.records() if isinstance(each, Omitted)]
    hashes = {record.position: record.hash for record in store.log()}
    assert all(hashes[each.position] == each.hash for each in left_out)


def test_a_forger_who_repairs_the_footer_is_found_by_the_hashes(store: MemoryStore) -> None:
    lines = exported(store).splitlines(keepends=True)
    number = next(n for n, line in enumerate(lines) if b'"chips_bought"' in line)
    lines[number] = lines[number].replace(b'"cents":200000', b'"cents":900000')
    footer = msgspec.json.decode(lines[-1], type=Footer)
    mended = msgspec.structs.replace(
        footer, sha256=hashlib.sha256(b"".join(lines[:-1])).hexdigest()
    )
    lines[-1] = msgspec.json.encode(mended, order="sorted") + b"\n"
    report = proved(b"".join(lines))
    assert kinds(report) == {"hash"}
    assert report.findings[0].stream.startswith("table:")


def test_a_forger_who_leaves_a_record_out_is_found_by_the_seals(store: MemoryStore) -> None:
    """The record looks omitted, with another hash in its place."""
    lines = exported(store).splitlines(keepends=True)
    position = json.loads(lines[30])["position"]
    lines[30] = b'{"hash":"%b","position":%d}\n' % (b"0" * 64, position)
    assert {"seal", "chain"} & kinds(proved(b"".join(lines)))


def test_a_truncated_file_fails(store: MemoryStore) -> None:
    lines = exported(store).splitlines(keepends=True)
    for kept in (1, 2, 30, len(lines) - 1):
        report = proved(b"".join(lines[:kept]))
        assert not report.holds
    half = proved(b"".join(lines[:-1]) + lines[-1][:20])
    assert "file" in kinds(half)


def test_an_empty_log_is_a_file_too() -> None:
    report = proved(exported(MemoryStore()))
    assert (report.findings, report.records) == ([], 0)


def test_an_empty_export_is_an_error(store: MemoryStore) -> None:
    with pytest.raises(ValueError, match="no record of the log matches"):
        exported(store, Filter(streams=("table:9",)))


def test_an_extract_of_an_extract_is_refused(store: MemoryStore) -> None:
    extract = FileEvidence(BytesIO(exported(store, Filter(streams=("table:1",)))), "the file")
    with pytest.raises(ValueError, match="an extract cannot be made from an extract"):
        export(extract, BytesIO(), NOW)


def test_an_export_can_be_exported_again(store: MemoryStore) -> None:
    whole = FileEvidence(BytesIO(exported(store)), "the file")
    out = BytesIO()
    export(whole, out, NOW, Filter(streams=("table:1",)))
    assert out.getvalue() == exported(store, Filter(streams=("table:1",)))


@pytest.mark.parametrize(
    ("first_line", "message"),
    [
        (b"", "nor an exported log"),
        (b"hello\n", "nor an exported log"),
        (b'{"type":"table_opened"}\n', "nor an exported log"),
        (
            b'{"after":{},"format":"other","head":{},"made_at":"","version":1}\n',
            "its format is 'other'",
        ),
        (
            b'{"after":{},"format":"queenhigh-log","head":{},"made_at":"","version":2}\n',
            "is of format version 2, this program knows 1",
        ),
    ],
)
def test_only_an_export_is_read_as_one(first_line: bytes, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        FileEvidence(BytesIO(first_line), "the file")
