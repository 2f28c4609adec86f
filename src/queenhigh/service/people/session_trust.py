"""Live connections are trusted for some seconds at a time, then all are looked at together."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

from ...store.keys import Person
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
        """Somebody who has not signed in has nothing that could be taken away."""
        if credential is not None and person is not None:
            self._given[watch] = credential, person
        try:
            yield
        finally:
            self._given.pop(watch, None)

    async def keep(self) -> None:
        """As long as the service runs."""
        while True:
            await asyncio.sleep(_TRUSTED_SECONDS)
            await self.look()

    async def look(self) -> None:
        """Closes connections of people who signed out, were removed or changed role."""
        given = dict(self._given)
        try:
            still = await self._sessions.still({credential for credential, _ in given.values()})
        except StoreUnavailable:
            return
        for watch, (credential, person) in given.items():
            if still.get(credential) != person:
                watch.end("signed_out")
