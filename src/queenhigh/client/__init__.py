"""The client of a cardroom, for programs: `Client`, its tables, and its errors.

async with Client("http://localhost:8030") as client:
    await client.become_guest()
    async with await client.table(name) as table:
        await table.sit(3)
"""

from ..extras import extra_named
from ..wire.messages import CommandAnswer, Deadline, Purse, TableShown
from ..wire.messages import PersonShown as Person

with extra_named():
    from .api import Client
    from .errors import ClientError, NoAnswer, Refused, Unreachable
    from .live_room import LiveRoom
    from .live_table import Answer, LiveTable
    from .shown_table import Changed, Snapshot

__all__ = [
    "Answer",
    "Changed",
    "Client",
    "ClientError",
    "CommandAnswer",
    "Deadline",
    "LiveRoom",
    "LiveTable",
    "NoAnswer",
    "Person",
    "Purse",
    "Refused",
    "Snapshot",
    "TableShown",
    "Unreachable",
]
