"""What a shoe, a barcode reader or a camera sends: the one message of a device."""

from typing import Annotated

import msgspec
from litestar import Controller, post
from litestar.params import JSONBody

from ...table.commands import ReadCards
from ...table.roles import Actor
from ...wire.requests import Identity
from ..errors import ServiceError, accepted
from ..request_scope import Asked, TheLobby
from ..rights import needs
from .routes import TableId

_Card = Annotated[str, msgspec.Meta(max_length=3, examples=["As"])]


class CardsSent(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One to three cards of a place, in any order."""

    cards: Annotated[list[_Card], msgspec.Meta(min_length=1, max_length=3)]
    place: Annotated[int, msgspec.Meta(ge=0, le=9)] | None = None  # 0 is the dealer.
    id: Identity = ""  # Sent twice, it acts once.


class CardsTaken(msgspec.Struct, frozen=True):
    """The table's version; which cards they were is told to nobody."""

    version: int
    repeated: bool = False


def device_of(table: str) -> str:
    """The name of the one account that reads cards there: whoever adds it says whose it is."""
    return f"shoe-{table.lower()}"


class Shoe(Controller):
    path = "/api/tables"
    tags = ("tables",)

    @post(
        "/{table:str}/cards",
        guards=[needs("cards.read")],
        status_code=200,
        summary="Cards that a device has read",
    )
    async def read(
        self, request: Asked, lobby: TheLobby, table: TableId, data: JSONBody[CardsSent]
    ) -> CardsTaken:
        """Of a place, as dealt; without one, of the next hand that is turned up.

        The sender is an account of the role `device` with a token of its own. It is the table's by
        its name, `shoe-TABLE` in small letters, and is refused at any other. No viewer sees the
        cards before the rules of the house let them.
        """
        if table not in lobby.cardroom.room.tables:
            raise ServiceError("table/unknown", f"There is no table {table}.", status=404)
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
