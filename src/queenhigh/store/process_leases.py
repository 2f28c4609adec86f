"""Leases of the processes that serve one PostgreSQL together.

Each process renews its lease; without one it can land nothing.

Times are the database's: the clocks of the processes need not agree.
"""

import secrets
from collections.abc import Collection

import msgspec
from sqlalchemy import text

from .database import Database, lock_log
from .records import StoreUnavailable

LEASE_SECONDS = 2.0
_NOW = "extract(epoch FROM clock_timestamp())"
_JOIN = text(f"INSERT INTO processes VALUES (:id, :machine, :port, :secret, {_NOW})")
_IDLE = text(
    f"SELECT set_config('idle_in_transaction_session_timeout', '{int(LEASE_SECONDS * 1000)}', true)"
)
_RENEW = text(f"UPDATE processes SET renewed_at = {_NOW} WHERE id = :id")
_ALL = text(f"SELECT id, machine, port, secret, {_NOW} - renewed_at FROM processes ORDER BY id")
_EXPEL = text(
    "DELETE FROM processes"
    f" WHERE id = ANY(:ids) OR renewed_at < {_NOW} - CAST(:lease AS double precision)"
)


class Member(msgspec.Struct, frozen=True):
    """A serving process, and how others on its machine reach it."""

    id: str
    machine: str
    port: int
    secret: str


class LeaseLost(StoreUnavailable):
    """The other processes consider this one dead. Its batches have not landed."""


class ProcessLeases:
    def __init__(self, database: Database, lease_seconds: float = LEASE_SECONDS):
        self._database, self._lease_seconds = database, lease_seconds

    def join(self, machine: str, port: int) -> Member:
        member = Member(secrets.token_hex(8), machine, port, secrets.token_hex(16))
        with self._database.writing() as connection:
            connection.execute(_JOIN, msgspec.structs.asdict(member))
        return member

    def renewed(self, member: Member) -> tuple[Member, ...]:
        """Renew the lease and return all serving processes, including this one. Raises LeaseLost if
        the others have expelled it.
        """
        with self._database.writing() as connection:
            connection.execute(_IDLE)  # A process paused at this point must not keep its lease.
            if not connection.execute(_RENEW, {"id": member.id}).rowcount:
                raise LeaseLost(f"process {member.id} has lost its lease")
            rows = connection.execute(_ALL).all()
        if any(age > self._lease_seconds for *_, age in rows):
            self.expel()
        return tuple(Member(*known) for *known, age in rows if age <= self._lease_seconds)

    def expel(self, ids: Collection[str] = ()) -> None:
        """Expel these processes, and all that did not renew in time. This waits for landings in
        progress: everything an expelled process has landed, it landed before.
        """
        with self._database.writing() as connection:
            lock_log(connection, LEASE_SECONDS)
            connection.execute(_EXPEL, {"ids": list(ids), "lease": self._lease_seconds})
