"""Commands as a client sends them: without who and when, which the service knows itself."""

from typing import Any

import msgspec

from ..table.commands import Command
from ..wire.requests import Move

_SAID_BY_THE_SERVICE = ("by", "at")

Wish = Command | Move | str  # A command, a move that the service offered, or the name of one.


def as_move(wish: Wish, fields: dict[str, Any]) -> Move:
    if isinstance(wish, str):
        return {"type": wish, **fields}
    move: Move = msgspec.to_builtins(wish)
    told = {name: each for name, each in move.items() if name not in _SAID_BY_THE_SERVICE}
    return {**told, **fields}
