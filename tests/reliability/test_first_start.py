"""A first start that dies at any step: the next one completes it."""

import asyncio
import json
import os
import socket
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import pytest

from queenhigh.service.cardroom import Cardroom
from queenhigh.service.config import MEMORY, Config
from queenhigh.service.houses.shelf import Shelf
from queenhigh.service.tables.first_tables import default_tables, set_up_first_tables
from queenhigh.service.tables.lobby import Lobby
from queenhigh.service.tables.table_set_up import TableWanted
from queenhigh.store.memory import MemoryStore
from queenhigh.store.records import Batch, Landing

BOTS = TableWanted(id="bots", house="classic", bots=("optimal", "optimal"))


class Died(Exception):
    pass


class Mortal(MemoryStore):
    """Lands this many groups and then fails."""

    def __init__(self) -> None:
        super().__init__()
        self.left = 0

    def land(self, batches: Sequence[Batch]) -> list[Landing]:
        if not self.left:
            raise Died
        self.left -= 1
        return super().land(batches)


async def start(store: Mortal, config: Config, landings: int) -> dict[str, str]:
    """Return the tables' phases after a start that survived this many landings."""
    store.left = landings
    cardroom = Cardroom(store)
    await cardroom.start()
    try:
        await set_up_first_tables(cardroom, config)
        return {each.id: each.table.phase.value for each in Lobby(cardroom).tables()}
    finally:
        await cardroom.stop()


@pytest.mark.parametrize("landings", range(14))
def test_an_interrupted_start_is_finished_by_the_next(landings: int) -> None:
    async def work() -> None:
        store, config = Mortal(), Config(database=MEMORY)
        with suppress(Died):
            await start(store, config, landings)
        phases = await start(store, config, 10_000)
        assert set(phases) == {each.id for each in default_tables(Shelf(store))}
        assert "closed" not in phases.values()

    asyncio.run(work())


def test_tables_without_a_kind_take_the_rooms() -> None:
    async def work() -> None:
        digital = TableWanted(id="own", house="classic", kind="digital")
        tables = (TableWanted(id="real", house="classic"), digital)
        phases = await start(Mortal(), Config(kind="physical", tables=tables), 10_000)
        assert phases == {"real": "closed", "own": "betting"}  # A person opens the one with cards.

    asyncio.run(work())


@pytest.mark.parametrize("landings", range(5))
def test_bots_get_their_first_money_once(landings: int) -> None:
    async def work() -> None:
        store, config = Mortal(), Config(database=MEMORY, tables=(BOTS,))
        for _ in range(3):
            with suppress(Died):
                await start(store, config, landings)
        await start(store, config, 10_000)
        money = store.balances("play:bot-")
        assert len(money) == 2
        assert len(set(money.values())) == 1
        assert all(len(store.records(f"patron:{name[5:]}")) == 1 for name in money)

    asyncio.run(work())


def test_a_room_set_up_differently_is_not_changed() -> None:
    async def work() -> None:
        store = Mortal()
        await start(store, Config(database=MEMORY, tables=(BOTS,)), 10_000)
        assert set(await start(store, Config(database=MEMORY), 10_000)) == {"bots"}

    asyncio.run(work())


def test_on_a_new_machine_the_data_folder_is_created(
    tmp_path: Path,
) -> None:
    queenhigh = Path(sys.executable).with_name("queenhigh")
    with socket.socket() as trial:
        trial.bind(("127.0.0.1", 0))
        port = trial.getsockname()[1]
    service = subprocess.Popen(
        [queenhigh, "serve", "--json", "--port", str(port)],
        env={**os.environ, "XDG_DATA_HOME": str(tmp_path / "not" / "there")},
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert service.stdout
        assert json.loads(service.stdout.readline())["address"].endswith(str(port))
        assert (tmp_path / "not" / "there" / "queenhigh" / "queenhigh.db").is_file()
    finally:
        service.terminate()
        service.communicate()
