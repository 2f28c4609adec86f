"""Who patrons are, sealed: the only thing that is kept beside the log and not made from it."""

from collections.abc import Callable
from datetime import datetime

import msgspec
from sqlalchemy import select, update

from ..floor.identity import Identity, Sealer
from .database import Database
from .floor_rows import text_of
from .floor_schema import identities
from .floor_writer import upsert


class Kept(msgspec.Struct, frozen=True):
    """That something is on record; what it says is not here."""

    patron: str
    recorded_at: datetime
    recorded_by: str


class Identities:
    """Every call is a transaction of its own. Who may call is `floor.identity.may_see`'s business.

    Anybody who reads writes down first that they do: `compliance.ReadIdentity`.
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
            upsert(connection, identities, [row], lambda fresh, _: {n: fresh[n] for n in _CHANGING})

    def get(self, patron: str) -> Identity | None:
        """Raises SealBroken where the record was changed, or its key is not here."""
        query = select(identities.c.sealed).where(identities.c.patron == patron)
        with self._database.reading() as connection:
            sealed = connection.execute(query).scalar()
        return None if sealed is None else self._sealer.open(patron, bytes(sealed))

    def known(self) -> list[Kept]:
        columns = identities.c.patron, identities.c.recorded_at, identities.c.recorded_by
        with self._database.reading() as connection:
            rows = connection.execute(select(*columns).order_by(identities.c.patron)).all()
        return [Kept(row[0], datetime.fromisoformat(row[1]), row[2]) for row in rows]

    def reseal(self, advance: Callable[[int, int], None] = lambda done, total: None) -> int:
        """Under the newest key, whatever is still under an older one; how many were."""
        query = select(identities.c.patron, identities.c.sealed)
        with self._database.reading() as connection:
            rows = connection.execute(query.order_by(identities.c.patron)).all()
        old = [(patron, bytes(s)) for patron, s in rows if not self._sealer.is_current(bytes(s))]
        for done, (patron, sealed) in enumerate(old, start=1):
            fresh = self._sealer.seal(patron, self._sealer.open(patron, sealed))
            where = identities.c.patron == patron, identities.c.sealed == sealed
            with self._database.writing() as connection:
                connection.execute(update(identities).where(*where).values(sealed=fresh))
            advance(done, len(old))
        return len(old)


_CHANGING = ("sealed", "recorded_at", "recorded_by")
