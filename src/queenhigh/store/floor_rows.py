"""Conversion of rounds to rows and back."""

from collections.abc import Iterable
from datetime import UTC, date, datetime
from hashlib import sha256
from typing import TypeVar

import msgspec
from sqlalchemy import Table

from ..floor.round_facts import Bet, Irregularity, RoundFacts, SeatFacts
from ..floor.search import RoundFound, SeatFound, hand_key
from .floor_schema import floor_rounds, floor_seats
from .plain_statements import column_names
from .schema import TableRow

_Found = TypeVar("_Found", bound=msgspec.Struct)

# A bet in JSON: staked, paid, returned, result, of_meter, award. A search reads the first three.
_Kept = tuple[int, int, int, str, int, str]
_BETS: msgspec.json.Decoder[dict[str, _Kept]] = msgspec.json.Decoder(dict[str, _Kept])
PARTS = ("staked", "paid", "returned")


def text_of(at: datetime) -> str:
    """Format as UTC with a fixed length, so that texts sort like times."""
    return f"{at.astimezone(UTC).replace(tzinfo=None).isoformat(timespec='microseconds')}Z"


def row_of(table: Table, found: msgspec.Struct, **given: object) -> dict[str, object]:
    """A row: what is given, and in other columns the field of that name; in `body`, all of it."""
    return {
        name: given[name] if name in given else _stored(found, name) for name in column_names(table)
    }


def _stored(found: msgspec.Struct, column: str) -> object:
    if column == "body":
        return json_of(found)
    value = getattr(found, column)
    return text_of(value) if isinstance(value, datetime) else value


def round_row(facts: RoundFacts, position: int, day: str, clause_set: int) -> dict[str, object]:
    return row_of(
        floor_rounds,
        facts,
        position=position,
        table_id=facts.table,
        day=day,
        dealer_cards="".join(facts.dealer_cards),
        dealer_key=hand_key(facts.dealer_cards),
        clause_set=clause_set,
    )


def seat_row(seat: SeatFacts, position: int) -> dict[str, object]:
    return row_of(
        floor_seats,
        seat,
        position=position,
        cards="".join(seat.cards),
        hand_key=hand_key(seat.cards),
        bets=_written(seat.bets),
        tokes=_written(seat.tokes),
    )


def _written(bets: dict[str, Bet]) -> str:
    kept = {wager: msgspec.structs.astuple(bet) for wager, bet in bets.items()}
    return msgspec.json.encode(kept).decode()


def json_of(found: msgspec.Struct) -> str:
    return msgspec.json.encode(found).decode()


def _read(written: str) -> dict[str, Bet]:
    return {wager: Bet(*kept) for wager, kept in _BETS.decode(written).items()}


def tags_of(facts: RoundFacts) -> set[str]:
    """The rare features of a round that people search for."""
    found = {f"irregularity:{each.kind}" for each in facts.irregularities}
    found |= {f"remedy:{each.remedy}" for each in facts.irregularities}
    if facts.void:
        found.add("void")
    if not facts.void:
        found |= {f"notice:{each.about}" for each in facts.notices}
    if facts.jackpot:
        found.add("notice:jackpot")
    for seat in facts.seats:
        if seat.large:
            found.add("large")
    return found


def clauses_of(facts: RoundFacts) -> tuple[tuple[str, ...], str]:
    """The clauses and rulings that came up, and a key that identifies the set."""
    ids = tuple(sorted({*facts.clauses, *facts.rulings}))
    return ids, sha256(" ".join(ids).encode()).hexdigest()


# From rows


def restored(kind: type[_Found], row: TableRow, **given: object) -> _Found:
    """What is given, and for other fields the column of that name, if there is one."""
    columns = row._asdict()
    same = {name: columns[name] for name in kind.__struct_fields__ if name in columns}
    return kind(**same | given)


def facts_of(
    row: TableRow, seats: Iterable[TableRow], irregularities: tuple[Irregularity, ...] = ()
) -> RoundFacts:
    """The facts that a report needs; clauses, rulings and notices stay in the log."""
    return restored(
        RoundFacts,
        row,
        table=row.table_id,
        began=datetime.fromisoformat(row.began),
        locked=datetime.fromisoformat(row.locked) if row.locked else None,
        ended=datetime.fromisoformat(row.ended),
        dealer_cards=cards_in(row.dealer_cards),
        seats=tuple(_seat(each) for each in seats),
        irregularities=irregularities,
    )


def found_in(row: TableRow, seats: Iterable[TableRow]) -> RoundFound:
    """What a search shows of a round and of its seats that match."""
    return restored(
        RoundFound,
        row,
        table=row.table_id,
        ended=datetime.fromisoformat(row.ended),
        day=date.fromisoformat(row.day),
        dealer_cards=cards_in(row.dealer_cards),
        seats=tuple(restored(SeatFound, each, cards=cards_in(each.cards)) for each in seats),
    )


def cards_in(text: str) -> tuple[str, ...]:
    return tuple(text[n : n + 2] for n in range(0, len(text), 2))


def _seat(row: TableRow) -> SeatFacts:
    return restored(
        SeatFacts,
        row,
        cards=cards_in(row.cards),
        bets=_read(row.bets),
        tokes=_read(row.tokes),
    )
