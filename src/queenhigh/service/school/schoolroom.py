"""What the log knows about learners, and the school's commands through the executor."""

import asyncio
import secrets
from datetime import datetime

import msgspec

from ...house.model import House
from ...school.learner import Learner, follow
from ...school.learner_requests import decide_school
from ...school.records import (
    SCHOOL,
    AnySchoolCommand,
    AnySchoolEvent,
    CertificateAwarded,
    stream_of,
)
from ...store.records import Store
from ...store.school_streams import school_event
from ...table.refusal import Refusal
from ...table.roles import Actor
from ..cardroom import Cardroom
from ..errors import ServiceError, accepted
from ..executor import Decided
from ..houses.shelf import Shelf


class Schoolroom:
    def __init__(self, cardroom: Cardroom, shelf: Shelf):
        self._cardroom, self._shelf = cardroom, shelf

    @property
    def _store(self) -> Store:
        return self._cardroom.store

    def now(self) -> datetime:
        return self._cardroom.now()

    def house(self, key: str) -> House:
        return self._shelf.house(key)

    def events(self, learner: str) -> list[AnySchoolEvent]:
        return [school_event(each.event) for each in self._store.records(stream_of(learner))]

    def learner(self, name: str) -> Learner:
        return follow(self.events(name))

    def learners(self) -> list[str]:
        """The names of all learners."""
        prefix = f"{SCHOOL}:"
        return sorted(each.removeprefix(prefix) for each in self._store.streams(prefix))

    async def give(self, key: str, command: AnySchoolCommand, display: str) -> None:
        """Carry out a command at that house, or raise its refusal; the result is in the log."""
        house = await asyncio.to_thread(self.house, key)
        name, seed = Actor.parse(command.by).name, secrets.randbits(48)

        def decide() -> Decided:
            decided = decide_school(house, self.events(name), command, seed)
            if isinstance(decided, Refusal):
                return decided
            return [_with_name(each, display) for each in decided]

        accepted(await self._cardroom.executor.act(stream_of(name), command, decide))


def _with_name(event: AnySchoolEvent, display: str) -> AnySchoolEvent:
    """Put the person's display name on a certificate."""
    if isinstance(event, CertificateAwarded):
        return msgspec.structs.replace(event, display=display)
    return event


def no_such(what: str) -> ServiceError:
    return ServiceError("school/unknown", f"There is no such {what}.", status=404)
