"""`queenhigh serve`: prepare the database, print where to find the service, and run it."""

import asyncio
import ctypes
import faulthandler
import os
import signal
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

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
from .rate_limit_buckets import FILE_VARIABLE, new_file
from .shutdown import SECONDS_TO_STOP
from .tables.first_tables import set_up_first_tables

_PR_SET_PDEATHSIG = 1  # An option of Linux's prctl.
CONFIG_VARIABLE = "QUEENHIGH_SERVED_CONFIG"  # Passes the configuration to the worker processes.


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
    os.environ[CONFIG_VARIABLE] = msgspec.json.encode(config).decode()
    limits = new_file()
    os.environ[FILE_VARIABLE] = limits
    from granian.constants import Interfaces
    from granian.log import LogLevels
    from granian.server import Server

    server = Server(
        "queenhigh.service.server:application",
        factory=True,
        address=config.host,
        port=config.port,
        interface=Interfaces.ASGI,
        workers=config.workers,
        websockets=True,
        log_level=LogLevels.warning,
        log_access=False,
        respawn_failed_workers=True,
        workers_kill_timeout=SECONDS_TO_STOP,
    )
    try:
        server.serve()
    finally:
        Path(limits).unlink(missing_ok=True)
    return 0


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


def application() -> object:
    """The application of one worker process."""
    from .app import make_app

    with suppress(RuntimeError, ValueError, OSError):  # Raised if there is no stderr.
        faulthandler.enable()  # Shows where compiled code crashed.
    end_with_parent()
    config = msgspec.json.decode(os.environ[CONFIG_VARIABLE], type=Config)
    return make_app(config, own_process=True)


def end_with_parent() -> None:
    """Have this worker killed when its main process dies.

    Otherwise it would hold the port and the file for ever. It is killed outright: a worker that is
    asked to stop under load may hang (granian 875), with nobody left to end it. Nothing is lost
    either way.

    The worker also gets its own process group, so that Ctrl-C at a terminal reaches only the main
    process, which then sends the one signal that lets the worker finish.
    """
    if sys.platform == "linux":
        os.setpgid(0, 0)
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
