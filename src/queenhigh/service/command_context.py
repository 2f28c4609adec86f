"""What a command is decided with besides its table: the set-up, the meters, the other tables."""

from datetime import datetime
from typing import NamedTuple

import msgspec

from ..money.accounts import meter, overflow, reserve
from ..money.links import reading
from ..store.records import Store
from ..table.commands import (
    AnyCommand,
    BuyIn,
    Confirm,
    ConfirmGroup,
    OpenTable,
    ReadMeter,
)
from ..table.decide import advance
from ..table.entered_wins import won_alone_by
from ..table.instructions import with_shuffle, without_controls
from ..table.refusal import Refusal
from ..table.roles import Actor
from ..table.state import Table
from ..table.transaction import Change
from .tables.running_table import HOUSE, Running

Leans = tuple[tuple[str, int], ...]  # Streams, each with its count of records.


class MustReadError(Exception):
    """What is in memory is not enough to answer."""


def at_hand(store: Store | None) -> Store:
    if store is None:
        raise MustReadError
    return store


def acts_at(table: Table, name: str) -> bool:
    """Whether this person deals there, is about to, or has entered hands there."""
    asked_for = (each.command.get("dealer") for each in table.requests.values())
    here = (table.dealer, table.relief, table.leaving, *table.won_alone, *asked_for)
    return name in here


def leans_on(others: list[Running], name: str) -> Leans:
    """The tables that must not change before the batch lands: this person acts at them."""
    acts = (each for each in others if acts_at(each.table, name))
    return tuple((each.stream, each.table.version + 1) for each in acts)


def with_others(command: AnyCommand, others: list[Running]) -> AnyCommand:
    """Add what the person did at other tables, as their limits apply across all tables."""
    name = Actor.parse(command.by).name
    if isinstance(command, BuyIn):
        bought = sum(each.table.bought_alone_by(name, command.at) for each in others)
        return msgspec.structs.replace(command, bought_elsewhere=bought) if bought else command
    if isinstance(command, Confirm | ConfirmGroup):
        won = sum(won_alone_by(each.table, name, command.at) for each in others)
        return msgspec.structs.replace(command, won_elsewhere=won) if won else command
    return command


def as_set_up(running: Running, command: OpenTable, store: Store | None) -> OpenTable:
    """Fill in what the table's set-up already says, so that the opener need not repeat it."""
    setup = running.setup
    kind = setup.kind or "digital"  # Older set-ups have no kind; they are digital too.
    automation = command.automation or setup.automation
    if not setup.play_money:  # An older set-up may leave to the system what is now a person's.
        automation = without_controls(running.table.house, automation)
    command = msgspec.structs.replace(
        command,
        table=running.id,
        automation=with_shuffle(automation) if kind == "digital" else automation,
        guarded=not setup.play_money,
        kind=kind,
    )
    if running.automated and not setup.play_money:  # No person deals there, or counts its chips.
        tray = running.usual_tray
        command = msgspec.structs.replace(command, dealer=HOUSE, tray=tray, chips=None)
    return _with_meters(at_hand(store), running, command) if setup.all_links else command


class MetersRead(NamedTuple):
    """The table once its meters have been read, and their exact balances."""

    table: Table
    changes: list[Change]
    stands: dict[str, int]


def meters_read(running: Running, at: datetime, store: Store) -> MetersRead | Refusal:
    """Read the table's meters, which other tables move too."""
    table, changes, stands = running.table, list[Change](), dict[str, int]()
    for key in table.house.meters:
        link = running.setup.link_of(key)
        stands |= _on_link(store, link)
        now = reading(stands, link)
        answer = advance(table, ReadMeter(by="system", at=at, of=key, **now._asdict()))
        if isinstance(answer, Refusal):
            return answer
        table, changes = answer.table, changes + answer.changes
    return MetersRead(table, changes, stands)


def _with_meters(store: Store, running: Running, command: OpenTable) -> OpenTable:
    """Add the current balances of the table's meters and their reserves."""
    found = {}
    for key in running.table.house.meters:
        link = running.setup.link_of(key)
        found[key] = reading(_on_link(store, link), link)
    if len(found) == 1:
        (now,) = found.values()
        return msgspec.structs.replace(command, meter=now.meter, reserve=now.reserve)
    return msgspec.structs.replace(
        command,
        meters={key: now.meter for key, now in found.items()},
        reserves={key: now.reserve for key, now in found.items()},
    )


def _on_link(store: Store, link: str) -> dict[str, int]:
    accounts = (meter(link), reserve(link), overflow(link))
    return {account: store.balance(account) for account in accounts}
