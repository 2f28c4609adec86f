"""Tables played by simple players, as the batches that a service would have landed.

Provides a log to try things on: for auditors, authors of checkers, tests and benchmarks.
"""

import random
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import groupby

from ..house.loader import built_in
from ..house.model import House
from ..money.accounts import PLAY, Account
from ..money.ledger import postings_of, postings_of_patron
from ..money.patrons import PlayMoneyGranted
from ..money.setup import TableSetUp, as_data, book_data, links_of
from ..money.stream import patron_stream, table_stream
from ..table.evolve import evolve
from ..table.players import play_rounds
from ..table.state import Table
from .chain import canonical
from .records import Batch, Fact
from .snapshots import freeze, may_freeze

START = datetime(2026, 1, 5, 12, tzinfo=UTC)
RICH = 10_000_000_00


def room(
    *houses: str, rounds: int = 2, seats: int = 2, seed: int = 1, snapshots: bool = True
) -> list[Batch]:
    """Play a table of each house, with the play money that it needs."""
    tables = [
        list(played(key, str(number), rounds=rounds, seats=seats, seed=seed + number))
        for number, key in enumerate(houses, start=1)
    ]
    if not snapshots:
        tables = [[without_snapshot(each) for each in batches] for batches in tables]
    return [*money_for(tables), *_in_turns(tables)]


def played(key: str, table: str, *, rounds: int, seats: int, seed: int) -> Iterator[Batch]:
    """Play one table from set-up to closing, one batch per command."""
    house = built_in(key)
    setup = set_up(house, table)
    stream = table_stream(table)
    asked = canonical({"type": "set_up_table", "table": table, "by": "floor:house"})
    yield Batch(stream, 0, f"{table}-0", asked, (Fact(canonical(setup)),))
    state = Table(house)
    chance = random.Random(seed)
    events = play_rounds(house, rounds=rounds, seats=seats, chance=chance, start=START)
    for number, (at, led_to) in enumerate(groupby(events, key=lambda event: event.at), start=1):
        facts, version = [], state.version
        for event in led_to:
            facts.append(Fact(canonical(event), postings_of(setup, state, event)))
            state = evolve(state, event)
        yield Batch(
            stream,
            version + 1,
            f"{table}-{number}",
            canonical({"type": "command", "id": f"{table}-{number}", "at": at}),
            tuple(facts),
            snapshot=freeze(state) if may_freeze(state) else None,
        )


def set_up(house: House, table: str) -> TableSetUp:
    return TableSetUp(
        table=table,
        name=f"Table {table}",
        house=as_data(house),
        book=book_data(house),
        stakes="play",
        **links_of(house, f"solo-{table}"),
        automation=("all",),
        at=START,
        by="floor:house",
    )


def money_for(tables: list[list[Batch]]) -> Iterator[Batch]:
    """The play money that the tables' players need."""
    accounts = {
        posting.account
        for batches in tables
        for batch in batches
        for fact in batch.facts
        for posting in fact.postings
    }
    for account in sorted(accounts):
        kind, name, *_ = Account.parse(account)
        if kind != PLAY:
            continue
        granted = PlayMoneyGranted(patron=name, cents=RICH, at=START, by="system")
        fact = Fact(canonical(granted), postings_of_patron(granted))
        asked = canonical({"type": "grant_play_money", "patron": name, "cents": RICH})
        yield Batch(patron_stream(name), 0, f"grant-{name}", asked, (fact,))


def _in_turns(tables: list[list[Batch]]) -> Iterator[Batch]:
    """Interleave the tables, one command of each at a time, until all are done."""
    waiting = [iter(batches) for batches in tables]
    while waiting:
        for table in list(waiting):
            if (batch := next(table, None)) is None:
                waiting.remove(table)
            else:
                yield batch


def without_snapshot(batch: Batch) -> Batch:
    return Batch(batch.stream, batch.expected, batch.command, batch.asked, batch.facts)
