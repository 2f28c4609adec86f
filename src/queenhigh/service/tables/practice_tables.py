"""Practice tables: private, for play money, available at once."""

import secrets
from datetime import timedelta
from typing import Literal

import msgspec

from ...store.credentials import Person
from ...table.refusal import Refusal
from ..errors import ServiceError
from .lobby import Lobby
from .running_table import Running
from .table_set_up import TableWanted

MOST_BOTS = 6
MOST_EACH = 5  # Per person.
IDLE = timedelta(hours=2)  # How long until an idle table is given up.


class PracticeWanted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    house: str
    bots: int = 0
    strategy: str = "optimal"
    options: dict[str, object] = {}
    automation: tuple[str, ...] = ("all",)  # Without any steps the owner deals,
    kind: Literal["training", "physical"] = "training"  # from the system's cards or real ones.


async def _make_room(lobby: Lobby, person: Person) -> None:
    """Give up the person's longest idle table if they already have as many as allowed.

    Only the process that looks after a table knows whether somebody watches it.
    """
    own = [each for each in lobby.tables() if each.setup.belongs_to == person.name]
    if len(own) < MOST_EACH:
        return
    idle = [each for each in own if lobby.cardroom.is_unused(each.id)]
    if not idle:
        message = f"You have {MOST_EACH} practice tables open: close one of them first."
        raise ServiceError("practice/too_many", message, status=409)
    await lobby.give_up(min(idle, key=lambda each: each.clock_from).id)


async def give_up_idle(lobby: Lobby) -> None:
    """Give up practice tables that have long been idle and that nobody watches."""
    before = lobby.cardroom.now() - IDLE
    for each in lobby.tables():
        practice = each.setup.is_practice and max(each.clock_from, each.setup.at) < before
        if practice and lobby.cardroom.is_unused(each.id):
            await lobby.give_up(each.id)


async def practice_table(
    lobby: Lobby, person: Person, wanted: PracticeWanted, *, most: int
) -> Running | Refusal:
    if not 0 <= wanted.bots <= MOST_BOTS:
        raise ServiceError(
            "practice/bots", f"A table takes 0 to {MOST_BOTS} bots.", status=400, path="bots"
        )
    await _make_room(lobby, person)
    open_now = [each for each in lobby.tables() if each.setup.is_practice and each.table.seats]
    if len(open_now) >= most:
        message = "All practice tables are taken: choose a table in the lobby."
        raise ServiceError("practice/full", message, status=503)
    return await lobby.set_up(
        TableWanted(
            id=f"p-{secrets.token_hex(4)}",
            house=wanted.house,
            options=wanted.options,
            automation=wanted.automation if "all" in wanted.automation else (),
            kind="digital" if "all" in wanted.automation else wanted.kind,
            name="Practice",
            bots=(wanted.strategy,) * wanted.bots,
            bots_alone="all" not in wanted.automation,  # The trainee is the dealer.
            betting_seconds=None,
            decision_seconds=None,
            relief_minutes=None,
        ),
        by="system",
        owner=person.name,
    )
