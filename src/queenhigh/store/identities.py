"""Sealed identities of patrons: the only data outside the log that is not derived from it."""

from collections.abc import Callable
from datetime import datetime
from uuid import uuid4

import msgspec
from sqlalchemy import select, update
from sqlalchemy.dialects.postgresql import insert as postgres_insert
from sqlalchemy.dialects.sqlite import insert as sqlite_insert

from ..floor.identity import Identity, Sealer
from ..floor.keyring import SealBroken
from ..floor.settings import KEYS_STREAM, IdentitiesResealed, ResealingBegun
from .chain import canonical
from .database import Database
from .floor_rows import text_of
from .floor_schema import identities
from .records import Batch, Fact, Landed
from .sql import SqlStore


class Kept(msgspec.Struct, frozen=True):
    """The fact that an identity is on record, without its content."""

    patron: str
    recorded_at: datetime
    recorded_by: str


class Identities:
    """Store of identities; each call is one transaction. `floor.identity.may_see` decides who may
    call it.

    Readers first log that they read: `compliance.ReadIdentity`.
    """

    def __init__(self, database: Database, sealer: Sealer):
        self._database, self._sealer = database, sealer

    def put(self, patron: str, identity: Identity, by: str, at: datetime) -> None:
        row = {
            "patron": patron,
            "sealed": self._sealer.seal(patron, identity),
            "recorded_at": text_of(at),
            "recorded_by": by,
        }
        with self._database.writing() as connection:
            insert = sqlite_insert if self._database.is_sqlite else postgres_insert
            fresh = insert(identities).values(row)
            changing = {name: fresh.excluded[name] for name in _CHANGING}
            same = [identities.c.patron]
            connection.execute(fresh.on_conflict_do_update(index_elements=same, set_=changing))

    def get(self, patron: str) -> Identity | None:
        """Open the identity. Raises SealBroken if it was changed or its key is missing."""
        query = select(identities.c.sealed).where(identities.c.patron == patron)
        with self._database.reading() as connection:
            sealed = connection.execute(query).scalar()
        return None if sealed is None else self._sealer.open(patron, bytes(sealed))

    def known(self) -> list[Kept]:
        columns = identities.c.patron, identities.c.recorded_at, identities.c.recorded_by
        with self._database.reading() as connection:
            rows = connection.execute(select(*columns).order_by(identities.c.patron)).all()
        return [Kept(row[0], datetime.fromisoformat(row[1]), row[2]) for row in rows]

    def old(self) -> list[str]:
        """The patrons whose records are sealed under an older key."""
        return [patron for patron, _ in self._under_older_keys()]

    def reseal(self, advance: Callable[[int, int], None] = lambda done, total: None) -> int:
        """Reseal all records of older keys under the newest key, and return how many there were.

        Each record is its own transaction: after an interruption, run it again to do the rest.
        Raises SealBroken.
        """
        old = self._under_older_keys()
        for done, (patron, sealed) in enumerate(old, start=1):
            try:
                identity = self._sealer.open(patron, sealed)
            except SealBroken as broken:
                raise SealBroken(f"the identity of {patron} cannot be read: {broken}") from None
            where = identities.c.patron == patron, identities.c.sealed == sealed
            fresh = self._sealer.seal(patron, identity)
            with self._database.writing() as connection:
                connection.execute(update(identities).where(*where).values(sealed=fresh))
            advance(done, len(old))
        return len(old)

    def _under_older_keys(self) -> list[tuple[str, bytes]]:
        query = select(identities.c.patron, identities.c.sealed).order_by(identities.c.patron)
        with self._database.reading() as connection:
            rows = [(patron, bytes(sealed)) for patron, sealed in connection.execute(query)]
        return [(patron, each) for patron, each in rows if not self._sealer.is_current(each)]


def change_key(
    store: SqlStore,
    sealer: Sealer,
    now: Callable[[], datetime],
    advance: Callable[[int, int], None] = lambda done, total: None,
) -> int:
    """Reseal all identities under the newest key, and log when that began and ended."""
    kept, key, resealed = Identities(store.database, sealer), sealer.current, 0
    while records := len(kept.old()):  # Somebody may have recorded one meanwhile.
        _say(store, ResealingBegun(by="system", at=now(), key=key, records=records))
        resealed += kept.reseal(advance)
        _say(store, IdentitiesResealed(by="system", at=now(), key=key, records=records))
    return resealed


def _say(store: SqlStore, event: ResealingBegun | IdentitiesResealed) -> None:
    asked = canonical({"type": "reseal_identities", "key": event.key})
    while True:
        count = store.head(KEYS_STREAM).count
        facts = (Fact(canonical(event)),)
        batch = Batch(KEYS_STREAM, count, f"{KEYS_STREAM}:{uuid4().hex}", asked, facts)
        (landing,) = store.land([batch])
        if isinstance(landing, Landed):
            return


_CHANGING = ("sealed", "recorded_at", "recorded_by")
