"""`queenhigh audit show`: how far a log has come, its balances, or one record of it."""

import msgspec
from rich.table import Table

from ..store.evidence import Evidence, Omitted
from ..store.log_replay import Stream, rebuilt
from ..store.records import Head, Record
from .audit import evidence_in
from .backup import in_one_line
from .output import console, plain_money, print_json


def show(
    source: str,
    record: int | None,
    stream: str | None,
    command: str | None,
    *,
    balances: bool,
    json: bool,
) -> int:
    if sum(asked not in (None, False) for asked in (record, stream, command, balances)) > 1:
        raise ValueError("give only one of --record, --stream, --command and --balances")
    with in_one_line(), evidence_in(source) as evidence:
        if balances:
            return _show_balances(evidence, json=json)
        if stream is not None:
            return _show_stream(evidence, stream, json=json)
        if command is not None:
            return _show_command(evidence, command, json=json)
        if record is not None:
            return _show_record(evidence, record, json=json)
        return _show_streams(evidence, json=json)


def _show_streams(evidence: Evidence, *, json: bool) -> int:
    kept, head = evidence.kept(), evidence.head()
    heads = kept.heads if kept else _heads_of(evidence)
    if json:
        streams = [
            {"stream": stream, "count": each.count, "hash": each.hash}
            for stream, each in sorted(heads.items())
        ]
        print_json({"position": head.count, "seal": head.hash, "streams": streams})
        return 0
    table = Table("Stream")
    table.add_column("Records", justify="right")
    table.add_column("Hash of the last")
    for stream, each in sorted(heads.items()):
        table.add_row(stream, f"{each.count:,}", each.hash)
    console().print(table)
    print(f"position {head.count:,}, seal {head.hash or 'none'}")
    return 0


def _heads_of(evidence: Evidence) -> dict[str, Head]:
    """Read an exported log for the last record of each stream."""
    heads: dict[str, Head] = {}
    for record in evidence.records():
        if not isinstance(record, Omitted):
            heads[record.stream] = Head(record.version + 1, record.hash)
    return heads


def _show_stream(evidence: Evidence, stream: str, *, json: bool) -> int:
    records = list(evidence.of(stream))
    if not records:
        raise ValueError(f"{evidence.name}: there is no stream {stream}")
    if json:
        print_json([record.as_data() for record in records])
        return 0
    table = Table()
    for name in ("Version", "Position"):
        table.add_column(name, justify="right")
    for name in ("Event", "By", "At", "Command"):
        table.add_column(name, overflow="fold")
    for record in records:
        event = msgspec.json.decode(record.event)
        said = (str(event.get(name, "")) for name in ("type", "by", "at"))
        table.add_row(str(record.version), str(record.position), *said, record.command)
    console().print(table)
    return 0


def _show_record(evidence: Evidence, position: int, *, json: bool) -> int:
    found = evidence.at(position)
    if found is None:
        raise ValueError(f"{evidence.name}: there is no position {position}")
    if isinstance(found, Omitted):
        gone = f"position {position} was omitted from this extract"
        raise ValueError(f"{evidence.name}: {gone}; only its hash is here")
    print_json(found.as_data()) if json else _print_record(found)
    return 0


def _print_record(record: Record) -> None:
    for name in record.__struct_fields__:
        if name != "event":
            print(f"{name + ':':<10} {getattr(record, name)}")
    print(msgspec.json.format(record.event, indent=2).decode())


def _show_command(evidence: Evidence, identity: str, *, json: bool) -> int:
    done, records = evidence.command(identity)
    if not records and done is None:
        raise ValueError(f"{evidence.name}: there is no command {identity}")
    if json:
        asked = msgspec.Raw(done.asked) if done else None
        print_json({"asked": asked, "records": [record.as_data() for record in records]})
        return 0
    if done:
        print(msgspec.json.format(done.asked, indent=2).decode())
    for record in records:
        print()
        _print_record(record)
    return 0


def _show_balances(evidence: Evidence, *, json: bool) -> int:
    kept = evidence.kept()
    balances = kept.balances if kept else _worked_out(evidence)
    if json:
        print_json(dict(sorted(balances.items())))
        return 0
    table = Table("Account")
    table.add_column("Balance", justify="right")
    for account, cents in sorted(balances.items()):
        table.add_row(account, plain_money(cents))
    console().print(table)
    print(f"total {plain_money(sum(balances.values()))}")
    return 0


def _worked_out(evidence: Evidence) -> dict[str, int]:
    """Add up the balances of an exported log from its events."""
    balances: dict[str, int] = {}
    streams: dict[str, Stream] = {}
    for record in evidence.records():
        if isinstance(record, Omitted):
            raise ValueError(f"{evidence.name}: balances need a whole log, not an extract")
        stream = streams.get(record.stream)
        if stream is None:
            stream = streams[record.stream] = rebuilt(record.stream)
        for posting in stream.take(record.event).postings:
            balances[posting.account] = balances.get(posting.account, 0) + posting.cents
    return balances
