"""Practice tables: private, of play money, at once."""

import secrets

import msgspec

from ...store.keys import Person
from ...table.refusal import Refusal
from ..errors import ServiceError
from .lobby import Lobby, TableWanted
from .running_table import Running

MOST_BOTS = 6


class PracticeWanted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    house: str
    bots: int = 0
    strategy: str = "optimal"
    options: dict[str, object] = {}
    automation: tuple[str, ...] = ("all",)  # None of the steps: to be dealt by whom it belongs to.


async def practice_table(
    lobby: Lobby, person: Person, wanted: PracticeWanted, *, most: int
) -> Running | Refusal:
    if not 0 <= wanted.bots <= MOST_BOTS:
        raise ServiceError(
            "practice/bots", f"A table takes 0 to {MOST_BOTS} bots.", status=400, path="bots"
        )
    open_now = [each for each in lobby.tables() if each.setup.practice and each.table.seats]
    if len(open_now) >= most:
        message = "All practice tables are taken; sit down at one of the lobby's."
        raise ServiceError("practice/full", message, status=503)
    return await lobby.set_up(
        TableWanted(
            id=f"p-{secrets.token_hex(4)}",
            house=wanted.house,
            options=wanted.options,
            automation=wanted.automation if "all" in wanted.automation else (),
            kind="digital" if "all" in wanted.automation else "training",
            name="Practice",
            bots=(wanted.strategy,) * wanted.bots,
            bots_alone="all" not in wanted.automation,  # The trainee is the dealer.
            betting_seconds=None,
            decision_seconds=None,
            practice=True,
            owner=person.name,
        ),
        by="system",
    )
