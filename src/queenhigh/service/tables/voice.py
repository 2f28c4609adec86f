"""In whose name a person acts at a table."""

import msgspec

from ...store.credentials import Person
from ...table.refusal import Refusal
from ...table.roles import Actor
from ..rights import has_voice, lacks, no_voice, right_to_act, speaker
from .running_table import Running


class Voice(msgspec.Struct, frozen=True):
    person: Person
    by: str  # The `by` of their commands, and the viewer as whom they see the table.
    own: bool  # Their own practice table, where they may take any role.
    mute: bool  # By their role they only ever watch.
    plays: bool
    refusal: Refusal | None = None  # Why they may only watch now.


def voice_at(running: Running, person: Person, role: str | None = None) -> Voice:
    """The person's voice at a table. Raises ServiceError if the `role` is not theirs to take.

    It is taken from the session, never from the client. A token may only allow watching.
    """
    own = running.setup.belongs_to == person.name
    mute = not (own or has_voice(person))
    by = str(Actor(person.role, person.name)) if mute else speaker(person, role, practice=own)
    lacking = lacks(person, right_to_act(person, practice=own))
    if lacking is None and mute:
        lacking = no_voice(person)
    refusal = Refusal(lacking.code, lacking.body.message) if lacking else None
    return Voice(person, by, own, mute, Actor.parse(by).role == "player", refusal)
