"""`queenhigh serve`: prepare the database, print where to find the service, and run it."""

import asyncio
import os
import socket
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import msgspec

from ..floor.keyring import key_file
from ..store.database import is_sqlite
from ..store.deck_seal import DECKS, deck_sealer_from
from ..store.people import People
from ..store.store_address import open_store
from .cardroom import Cardroom
from .config import MEMORY, Config, ConfigError, data_folder
from .people.front_desk import first_invitations
from .people.personnel import Personnel
from .rate_limit_buckets import new_file
from .structured_log import set_up_logging
from .tables.first_tables import set_up_first_tables
from .worker_processes import WorkerProcesses

_MOST_WAITING: Final = 1_024  # Connections that nobody has accepted yet.


class Welcome(msgspec.Struct, frozen=True):
    """What the person who starts the service has to know."""

    address: str
    administrator: str = ""  # The link for the first administrator, as long as there is none.
    auditor: str = ""  # The link for an auditor, as long as nobody could confirm staff.

    def in_words(self) -> str:
        lines = [f"Queenhigh is running at {self.address}"]
        if self.administrator:
            lines.append(f"First administrator: {self.administrator} (works once)")
        if self.auditor:
            lines.append(f"An auditor, who confirms staff: {self.auditor} (works once)")
        return "\n".join(lines)


def welcome(config: Config, tokens: Mapping[str, str]) -> Welcome:
    address = config.public_address
    links = {role: f"{address}/welcome/{token}" for role, token in tokens.items()}
    return Welcome(address, **links)


def serve(config: Config, *, json: bool = False) -> int:
    """Run the service until it is asked to stop."""
    own = data_folder()
    if config.database == str(own / Path(config.database).name):
        own.mkdir(mode=0o700, parents=True, exist_ok=True)
    if config.database != MEMORY:
        if not config.on_postgres:
            _check_file(Path(config.database))
        _have_deck_key(config)
        _say(asyncio.run(_prepared(config)), json=json)
    set_up_logging(config.log_level)
    limits = new_file()
    try:
        with _listening(config) as listening:
            return WorkerProcesses(config, listening, limits).run()
    finally:
        Path(limits).unlink(missing_ok=True)


def _listening(config: Config) -> socket.socket:
    family = socket.AF_INET6 if ":" in config.host else socket.AF_INET
    return socket.create_server((config.host, config.port), family=family, backlog=_MOST_WAITING)


def _check_file(path: Path) -> None:
    """Refuse an unusable database path before any file is created next to it."""
    if not path.parent.is_dir():
        raise ConfigError("database", f"{path}: there is no folder {path.parent}")
    if path.is_dir():
        raise ConfigError("database", f"{path}: is a folder, not a database")
    if path.exists() and path.stat().st_size and not is_sqlite(path):
        raise ConfigError("database", f"{path}: is not an SQLite database")


def _have_deck_key(config: Config) -> None:
    """Make sure there is a deck key, in the environment or its own file, not in the database."""
    if os.environ.get(DECKS.variable) or os.environ.get(DECKS.file_variable):
        return
    if config.on_postgres:
        data_folder().mkdir(mode=0o700, parents=True, exist_ok=True)
        file = data_folder() / "deck.key"
    else:
        file = Path(f"{config.database}.deck-key")
    key_file(file)
    os.environ[DECKS.file_variable] = str(file)


def _say(told: Welcome, *, json: bool) -> None:
    print(msgspec.json.encode(told).decode() if json else told.in_words(), flush=True)


async def _prepared(config: Config) -> Welcome:
    def notice(text: str) -> None:
        print(f"queenhigh: {text}", file=sys.stderr)

    store = open_store(config.database, notice)
    cardroom = Cardroom(store, sealer=deck_sealer_from(os.environ))
    try:
        await cardroom.start()
        await set_up_first_tables(cardroom, config)
        personnel = Personnel(People(store.database), cardroom.executor, cardroom.now)
        return welcome(config, await first_invitations(personnel))
    finally:
        await cardroom.stop()
        store.close()
