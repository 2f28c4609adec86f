"""The tables that a service sets up when it starts for the first time."""

import msgspec

from ...table.events import Kind
from ...table.refusal import Refusal
from ..cardroom import Cardroom
from ..config import Config
from ..houses.shelf import Shelf
from .lobby import Lobby
from .table_set_up import TableWanted


def default_tables(shelf: Shelf) -> tuple[TableWanted, ...]:
    """One play-money table for each house, open to everybody; uploaded books get none."""
    houses = [each.house for each in shelf.all() if each.source != "upload"]
    return tuple(TableWanted(id=each.key, house=each.key, name=each.called) for each in houses)


async def set_up_first_tables(cardroom: Cardroom, config: Config) -> None:
    """Set up the tables on the first start; later starts find them in the log. This also completes
    an interrupted first start.
    """
    lobby = Lobby(cardroom, Shelf(cardroom.store, config.books))
    for running in lobby.tables():
        if running.table.version == 0:
            await lobby.make_ready(running)
    for wanted in _missing(set(cardroom.room.tables), config, lobby.shelf):
        answer = await lobby.set_up(wanted, by="system")
        if isinstance(answer, Refusal):
            raise ValueError(f"table {wanted.id}: {answer.message}")


def _missing(known: set[str], config: Config, shelf: Shelf) -> list[TableWanted]:
    wanted = default_tables(shelf) if config.tables is None else config.tables
    wanted = tuple(_of_kind(each, config.kind) for each in wanted)
    if config.tables is None and known != {each.id for each in wanted[: len(known)]}:
        return []  # Somebody has set the room up differently.
    return [each for each in wanted if each.id not in known]


def _of_kind(wanted: TableWanted, kind: Kind | None) -> TableWanted:
    """Give the table the default kind unless it names its own."""
    if wanted.kind is not None or kind is None:
        return wanted
    return msgspec.structs.replace(wanted, kind=kind)
