"""Commands as sent by a client: without author and time, which the service adds."""

import msgspec

from ..table.commands import Command
from ..wire.requests import Move

_SAID_BY_THE_SERVICE = ("by", "at")

Wish = Command | Move | str  # A command, a move offered by the service, or a command's name.


def as_move(wish: Wish, fields: dict[str, object]) -> Move:
    if isinstance(wish, str):
        return {"type": wish, **fields}
    move: Move = msgspec.to_builtins(wish)
    told = {name: each for name, each in move.items() if name not in _SAID_BY_THE_SERVICE}
    return {**told, **fields}
