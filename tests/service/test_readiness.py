"""`/ready` says why writes fail, in words that anybody may read."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from queenhigh.service.readiness import ReadyWriter
from queenhigh.store.records import StoreUnavailable
from queenhigh.store.store_address import open_store
from tests.clauses import cases


@cases("""
    said                                                      told
    database or disk is full                                  the disk is full
    could not extend file "base/5/1": No space left on it     the disk is full
    disk I/O error                                            the disk fails
    attempt to write a readonly database                      it is read-only
    cannot execute INSERT in a read-only transaction          it is read-only
    database is locked                                        another program has locked it
    database disk image is malformed                          it is damaged
    password of /secret/path is wrong                         see the log of the service
""")
def test_the_reason_omits_the_databases_own_message(
    said: str, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = open_store("memory")
    writer = ReadyWriter(store)

    @contextmanager
    def fails() -> Iterator[Any]:
        raise StoreUnavailable(f"/home/room.db: {said}")
        yield

    monkeypatch.setattr(store.database, "writing", fails)
    store.database.failed_writes += 1
    with pytest.raises(StoreUnavailable) as unready:
        asyncio.run(writer.ready())
    assert str(unready.value) == f"The database cannot be written to: {told}."
    writer.close()
    store.close()
