"""A really full disk under SQLite and PostgreSQL: reported, nothing lost, and it recovers."""

import asyncio
import os
import pwd
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from queenhigh.service.readiness import ReadyWriter
from queenhigh.store.audit import verify
from queenhigh.store.evidence import DatabaseEvidence
from queenhigh.store.records import Batch, Fact, Landed, StoreUnavailable
from queenhigh.store.sql import SqlStore
from queenhigh.store.store_address import open_store
from tests.stores import shared_postgres, submitted

_MEBIBYTES = 24


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={_MEBIBYTES}m,mode=777", "tmpfs", str(folder)]
    if os.geteuid() or not shutil.which("mount") or subprocess.run(mount, check=False).returncode:
        pytest.skip("a small disk cannot be mounted here (that takes root, and mount)")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


def batches(start: int) -> Iterator[Batch]:
    """Yield batches, each of some kilobytes."""
    for number in range(start, start + 100_000):
        event = b'{"n":%d,"text":"%b"}' % (number, b"." * 4_000)
        yield Batch(f"patron:{number}", 0, f"c{number}", b"{}", (Fact(event),))


def fill(folder: Path) -> None:
    with (folder / "filler").open("wb", buffering=0) as filler:
        try:
            while filler.write(b"." * 65_536):
                pass
        except OSError:
            return


async def _goes_full_and_empties_again(store: SqlStore, disk: Path) -> None:
    writer = ReadyWriter(store)
    try:
        first = await asyncio.wrap_future(submitted(writer, next(batches(0))))
        assert isinstance(first, Landed)
        assert (await writer.ready()).count == 1
        fill(disk)
        landed, failed = 0, None
        for batch in batches(1):
            try:
                await asyncio.wrap_future(submitted(writer, batch))
                landed += 1
            except StoreUnavailable as unavailable:
                failed = unavailable
                break
        assert failed is not None
        for _ in range(3):  # Asking does not make it ready.
            with pytest.raises(StoreUnavailable, match="cannot be written to: the disk is full"):
                await writer.ready()
        (disk / "filler").unlink()
        assert (await writer.ready()).count == landed + 1, "what was acknowledged is there"
        again = await asyncio.wrap_future(submitted(writer, batch))
        assert isinstance(again, Landed)
    finally:
        await asyncio.to_thread(writer.close)


def _proved(store: SqlStore) -> None:
    with store.database.reading() as connection:
        kinds = {each.kind for each in verify(DatabaseEvidence(connection, "it")).findings}
    assert kinds <= {"replay"}  # The events are filler; chain, seals and heads hold.


def test_sqlite_on_a_full_disk(small_disk: Path) -> None:
    store = open_store(str(small_disk / "log.db"))
    try:
        asyncio.run(_goes_full_and_empties_again(store, small_disk))
        _proved(store)
    finally:
        store.close()


async def _has_room_for_little(store: SqlStore, disk: Path) -> None:
    """Room for a few pages, but not for a table's writes."""
    writer = ReadyWriter(store)
    round_ = Batch("patron:big", 0, "big", b"{}", (Fact(b'{"text":"%b"}' % (b"." * 200_000)),))
    try:
        first = await asyncio.wrap_future(submitted(writer, next(batches(0))))
        assert isinstance(first, Landed)
        fill(disk)
        with (disk / "filler").open("r+b") as filler:
            filler.truncate((disk / "filler").stat().st_size - 64 * 1024)
        for _ in range(2):
            with pytest.raises(StoreUnavailable):
                await asyncio.wrap_future(submitted(writer, round_))
            with pytest.raises(StoreUnavailable, match="cannot be written to: the disk is full"):
                await writer.ready()
        (disk / "filler").unlink()
        assert (await writer.ready()).count == 1
        again = await asyncio.wrap_future(submitted(writer, round_))
        assert isinstance(again, Landed)
    finally:
        await asyncio.to_thread(writer.close)


def test_room_for_a_few_bytes_does_not_make_a_full_disk_ready(small_disk: Path) -> None:
    """The probe is as large as what tables write."""
    store = open_store(str(small_disk / "log.db"))
    try:
        asyncio.run(_has_room_for_little(store, small_disk))
    finally:
        store.close()


def test_postgres_on_a_full_disk(small_disk: Path) -> None:
    server = shared_postgres()
    owner = pwd.getpwnam(server._owner or "postgres")
    folder = small_disk / "space"
    folder.mkdir()
    os.chown(folder, owner.pw_uid, owner.pw_gid)
    for parent in small_disk.parents:
        if parent != Path("/"):
            parent.chmod(parent.stat().st_mode | 0o011)
    with server.connection() as connection:
        connection.execute(f"CREATE TABLESPACE small LOCATION '{folder}'")
        connection.execute("CREATE DATABASE small TABLESPACE small")
    store = open_store(server.address("small"))
    try:
        asyncio.run(_goes_full_and_empties_again(store, small_disk))
        _proved(store)
    finally:
        store.close()
        with server.connection() as connection:
            connection.execute("DROP DATABASE small WITH (FORCE)")
            connection.execute("DROP TABLESPACE small")
