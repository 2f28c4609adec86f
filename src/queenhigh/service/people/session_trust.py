"""Trust in live connections: it lasts a few seconds, then all are rechecked together."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

from ...store.credentials import Person
from ...store.records import StoreUnavailable
from ..tables.watch import Watch
from .sessions import Credential, Sessions

_TRUSTED_SECONDS = 2


class Trust:
    def __init__(self, sessions: Sessions) -> None:
        self._sessions = sessions
        self._given: dict[Watch, tuple[Credential, Person]] = {}

    @contextmanager
    def given(
        self, watch: Watch, credential: Credential | None, person: Person | None
    ) -> Iterator[None]:
        """Recheck a connection during the block, unless nobody is signed in on it."""
        if credential is not None and person is not None:
            self._given[watch] = credential, person
        try:
            yield
        finally:
            self._given.pop(watch, None)

    async def keep(self) -> None:
        """Recheck all connections for as long as the service runs."""
        while True:
            await asyncio.sleep(_TRUSTED_SECONDS)
            await self.look()

    async def look(self) -> None:
        """Close connections of people who signed out, were removed or changed role."""
        given = dict(self._given)
        try:
            still = await self._sessions.still({credential for credential, _ in given.values()})
        except StoreUnavailable:
            return
        for watch, (credential, person) in given.items():
            if still.get(credential) != person:
                watch.end("signed_out")
