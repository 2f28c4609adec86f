"""The only message of a shoe, a barcode reader or a camera."""

from typing import Annotated

import msgspec
from litestar import Controller
from litestar.params import JSONBody

from ...house.seats import SeatOrDealer
from ...table.commands import ReadCards
from ...table.roles import Actor
from ...wire.requests import Identity
from ..errors import ServiceError, accepted, no_table
from ..floor_requests import TableNamed
from ..request_scope import Asked, TheLobby
from ..rights import act

_Card = Annotated[str, msgspec.Meta(max_length=3, examples=["As"])]


class CardsSent(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One to three cards of a place, in any order."""

    cards: Annotated[list[_Card], msgspec.Meta(min_length=1, max_length=3)]
    place: SeatOrDealer | None = None
    id: Identity = ""  # Sent twice, it acts once.


class CardsTaken(msgspec.Struct, frozen=True):
    """The table's version. The cards are not repeated."""

    version: int
    repeated: bool = False


def device_of(table: str) -> str:
    """The name of the only account that may read cards there; it ties the account to the table."""
    return f"shoe-{table.lower()}"


class Shoe(Controller):
    path = "/api/tables"
    tags = ("tables",)

    @act("/{table:str}/cards", "cards.read", "Send cards read by a device")
    async def read(
        self, request: Asked, lobby: TheLobby, table: TableNamed, data: JSONBody[CardsSent]
    ) -> CardsTaken:
        """The cards of a place, as dealt; without a place, those of the next hand to be turned up.

        The sender is an account with the role `device` and its own token. Its name ties it to its
        table: `shoe-TABLE` in lower case; at any other table it is refused. No viewer sees the
        cards before the rules of the house allow it.
        """
        if table not in lobby.cardroom.room.tables:
            raise no_table(table)
        if request.user.name != device_of(table):
            message = f"The device of table {table} signs in as {device_of(table)}."
            raise ServiceError("rights/other_table", message, status=403)
        command = ReadCards(
            by=str(Actor("system", request.user.name)),
            at=lobby.cardroom.now(),
            id=data.id,
            cards=tuple(data.cards),
            place=data.place,
        )
        answer = accepted(await lobby.cardroom.give(table, command))
        return CardsTaken(answer.version, answer.repeated)
