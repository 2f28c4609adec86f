"""Search over all rounds, as SQL that stays fast over millions of them.

For each condition that an index can answer, matching rows are counted up to a few thousand. If a
condition has few, the search goes through these. If all have many, it goes through the rounds from
the latest back, along an index in that order, and stops when it has enough.
"""

from collections.abc import Iterator
from typing import Final

import msgspec
from sqlalchemy import (
    ColumnElement,
    Connection,
    Integer,
    Text,
    and_,
    exists,
    func,
    literal_column,
    select,
)
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler

from ..floor.search import AmountIs, BetWas, Query, SearchResult
from ..house.seats import MOST_SEATS
from ..house.wager import WAGER_KEY
from .floor_rows import PARTS, found_in, text_of
from .floor_schema import floor_clauses, floor_cursor, floor_rounds, floor_seats, floor_tags
from .schema import Expression, Selection, TableRow

_FEW: Final = 5_000
_MANY: Final = 200_000
_rounds, _seats = floor_rounds.c, floor_seats.c


class Wagered(ColumnElement[int]):
    """A part of a seat's wager from the JSON of its bets; null if it was not bet."""

    type = Integer()
    inherit_cache = False

    def __init__(self, bets: ColumnElement[str], wager: str, part: str):
        self.bets, self.place = bets, PARTS.index(part)
        self.wager = (
            wager if WAGER_KEY.fullmatch(wager) else ""
        )  # A name that no wager can have matches no bet.


@compiles(Wagered, "sqlite")
def _in_sqlite(element: Wagered, compiler: SQLCompiler, **how: object) -> str:
    bets = compiler.process(element.bets, **how)
    return f"""json_extract({bets}, '$."{element.wager}"[{element.place}]')"""


@compiles(Wagered, "postgresql")
def _in_postgres(element: Wagered, compiler: SQLCompiler, **how: object) -> str:
    bets = compiler.process(element.bets, **how)
    return f"""(({bets})::jsonb #>> '{{"{element.wager}",{element.place}}}')::bigint"""


class Condition(msgspec.Struct, frozen=True):
    """A condition: `indexed` in a form that an index answers, `plain` in one that none does."""

    of_seat: bool
    indexed: ColumnElement[bool]
    plain: ColumnElement[bool]
    ordered: bool = False  # Whether its index yields rounds in order.
    by_itself: bool = True  # Whether an index can answer it at all.


def search(
    connection: Connection, query: Query, limit: int, before: int | None = None
) -> SearchResult:
    """Matching rounds, latest first, that ended before a log position."""
    if limit < 1:
        raise ValueError("a search must ask for at least one round")
    conditions = list(_conditions(query))
    if before is not None:
        conditions.append(_only(_rounds.position < before))
    driving = _driving(connection, conditions)
    wanted = _statement(conditions, driving, limit + 1)
    rows = list({row.position: row for row in connection.execute(wanted)}.values())
    upto = connection.execute(select(floor_cursor.c.position)).scalar()
    positions = [row.position for row in rows[:limit]]
    seats = _seats_of(connection, positions, [each for each in conditions if each.of_seat])
    found = tuple(found_in(row, seats.get(row.position, ())) for row in rows[:limit])
    return SearchResult(found, len(rows) > limit, int(upto or 0))


# Conditions for each part of a query


def _conditions(query: Query) -> Iterator[Condition]:
    yield from _equal(_rounds.table_id, query.table, ordered=True)
    yield from _equal(_rounds.house, query.house, ordered=True)
    yield from _equal(_rounds.dealer, query.dealer, ordered=True)
    yield from _equal(_rounds.day, tuple(map(str, query.day)), ordered=True)
    yield from _equal(_rounds.dealer_category, query.dealer_hand, ordered=True)
    yield from _equal(_rounds.dealer_key, query.dealer_cards)
    yield from _equal(_seats.patron, query.patron, of_seat=True, ordered=True)
    yield from _equal(_seats.category, query.hand, of_seat=True, ordered=True)
    yield from _equal(_seats.hand_key, query.cards, of_seat=True)
    if query.seat:
        yield _only(_seats.seat.in_(query.seat), of_seat=True)
    if query.number:
        low, high = query.number
        numbered = and_(_rounds.number >= low, _rounds.number <= high)
        of_table = and_(_rounds.table_id.in_(query.table), numbered)
        yield Condition(False, of_table, numbered) if query.table else _only(numbered)
    if query.since:
        at = text_of(query.since)
        yield Condition(False, _rounds.ended >= at, _out_of_index(_rounds.ended) >= at)
    if query.until:
        at = text_of(query.until)
        yield Condition(False, _rounds.ended < at, _out_of_index(_rounds.ended) < at)
    for amount in query.amounts:
        yield _amount(amount)
    for bet in query.bets:
        yield _only(_bet(bet), of_seat=True)
    if query.decision:
        yield _only(_decision(query.decision), of_seat=True)
    if query.large is not None:
        yield _only(_seats.large.is_(query.large), of_seat=True)
    if query.large:
        yield _tagged(("large",))
    yield from _tags(query)
    if query.clause:
        yield _clause(query.clause)


def _equal(
    column: Expression,
    values: tuple[str, ...],
    *,
    of_seat: bool = False,
    ordered: bool = False,
) -> Iterator[Condition]:
    if values:
        asked = column == values[0] if len(values) == 1 else column.in_(values)
        aside = _out_of_index(column)
        plain = aside == values[0] if len(values) == 1 else aside.in_(values)
        yield Condition(of_seat, asked, plain, ordered and len(values) == 1)


def _only(asked: ColumnElement[bool], *, of_seat: bool = False) -> Condition:
    """Make a condition that no index answers: it is checked row by row."""
    return Condition(of_seat, asked, asked, by_itself=False)


def _out_of_index(column: Expression) -> Expression:
    """Wrap the value in an expression that no index covers."""
    if isinstance(column.type, Text):
        return column.concat(literal_column("''"))
    return column + literal_column("0", Integer)


def _amount(asked: AmountIs) -> Condition:
    of_seat, indexed = True, asked.amount in ("net", "paid", "staked")
    if asked.amount == "jackpot":
        column: Expression = _rounds.jackpot
        of_seat = False
    elif indexed:
        column = _seats[asked.amount]
    else:
        column = Wagered(_seats.bets, asked.amount, "staked")
    found = _compared(column, asked)
    if not indexed:
        return _only(found, of_seat=of_seat)
    return Condition(of_seat, found, _compared(_out_of_index(column), asked))


def _compared(column: Expression, asked: AmountIs) -> ColumnElement[bool]:
    match asked.operator:
        case "=":
            return column == asked.cents
        case ">":
            return column > asked.cents
        case ">=":
            return column >= asked.cents
        case "<":
            return column < asked.cents
        case "<=":
            return column <= asked.cents


def _bet(asked: BetWas) -> ColumnElement[bool]:
    staked, paid, returned = (Wagered(_seats.bets, asked.wager, part) for part in PARTS)
    match asked.result:
        case "win":
            return paid > 0
        case "push":
            return and_(staked > 0, paid == 0, returned == staked)
        case "lose":
            return and_(staked > 0, paid == 0, returned == 0)


def _decision(wanted: tuple[str, ...]) -> ColumnElement[bool]:
    decided = _seats.decision.in_([each for each in wanted if each != "timed_out"])
    return decided | _seats.timed_out.is_(True) if "timed_out" in wanted else decided


def _tags(query: Query) -> Iterator[Condition]:
    for kind in ("irregularity", "remedy", "notice"):
        if values := getattr(query, kind):
            yield _tagged(tuple(f"{kind}:{value}" for value in values))
    if query.void is True:
        yield _tagged(("void",))
    if query.void is False:
        yield _only(_rounds.void == "")


def _tagged(tags: tuple[str, ...]) -> Condition:
    of_tag = select(floor_tags.c.position).where(floor_tags.c.tag.in_(tags))
    has = exists().where(floor_tags.c.tag.in_(tags), floor_tags.c.position == _rounds.position)
    return Condition(False, _rounds.position.in_(of_tag), has)


def _clause(clauses: tuple[str, ...]) -> Condition:
    sets = select(floor_clauses.c.clause_set).where(floor_clauses.c.clause.in_(clauses))
    plain = _out_of_index(_rounds.clause_set).in_(sets)
    return Condition(False, _rounds.clause_set.in_(sets), plain)


# Search strategy


def _driving(connection: Connection, conditions: list[Condition]) -> Condition | None:
    """The condition with the fewest rows if few, else the rarest that keeps the order."""
    indexed = [each for each in conditions if each.by_itself]
    fewest, least = _rarest(connection, indexed, _FEW)
    if fewest is not None and least <= _FEW:
        return msgspec.structs.replace(fewest, ordered=False)
    in_order = [each for each in indexed if each.ordered]
    if len(in_order) < 2:
        return in_order[0] if in_order else None
    return _rarest(connection, in_order, _MANY)[0] or in_order[0]


def _rarest(
    connection: Connection, conditions: list[Condition], most: int
) -> tuple[Condition | None, int]:
    """Count rows no further than needed; return None if all have more than `most`."""
    found: Condition | None = None
    least = most + 1
    for each in conditions:
        table = floor_seats if each.of_seat else floor_rounds
        some: Selection = select(literal_column("1")).select_from(table)
        some = some.where(each.indexed).limit(least)
        many = connection.execute(select(func.count()).select_from(some.subquery())).scalar_one()
        if many < least:
            found, least = each, many
    return found, least


def _statement(conditions: list[Condition], driving: Condition | None, limit: int) -> Selection:
    """Select matching rounds in order; driven by seats, a round appears once per matching seat.

    One seat has to match all seat conditions. A few rows are sorted; otherwise the index gives the
    order, because a sort could make the database read all rows first.
    """
    of_rounds = [_asked(each, driving) for each in conditions if not each.of_seat]
    of_seats = [_asked(each, driving) for each in conditions if each.of_seat]
    few = driving is not None and not driving.ordered
    query = select(floor_rounds).where(*of_rounds)
    if driving is not None and driving.of_seat:
        query = query.join(floor_seats, _seats.position == _rounds.position).where(*of_seats)
        order = _out_of_index(_seats.position) if few else _seats.position
        return query.order_by(order.desc()).limit(limit * MOST_SEATS)
    if of_seats:
        query = query.where(exists().where(_seats.position == _rounds.position, *of_seats))
    order = _out_of_index(_rounds.position) if few else _rounds.position
    return query.order_by(order.desc()).limit(limit)


def _asked(condition: Condition, driving: Condition | None) -> ColumnElement[bool]:
    drives = driving is not None and condition.indexed is driving.indexed
    return condition.indexed if drives else condition.plain


# Results


def _seats_of(
    connection: Connection, positions: list[int], conditions: list[Condition]
) -> dict[int, list[TableRow]]:
    """The matching seats, or all seats if the query is not about seats."""
    found: dict[int, list[TableRow]] = {}
    query = select(floor_seats).where(_seats.position.in_(positions))
    query = query.where(*(each.plain for each in conditions))
    for row in connection.execute(query.order_by(_seats.position, _seats.seat)):
        found.setdefault(row.position, []).append(row)
    return found
