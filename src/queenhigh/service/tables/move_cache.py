"""Players' legal moves, computed once for everybody in the same position, at any table."""

from collections.abc import Callable, Hashable
from typing import NamedTuple

import msgspec

from ...wire.requests import Move

_MOST_KEPT = 4_096
_encode = msgspec.json.Encoder().encode


class Moves(NamedTuple):
    listed: list[Move]
    encoded: msgspec.Raw


def moves(listed: list[Move]) -> Moves:
    return Moves(listed, msgspec.Raw(_encode(listed)))


NO_MOVES = moves([])


class KeptMoves:
    """Moves by what they depend on; the oldest are dropped first."""

    def __init__(self) -> None:
        self._kept: dict[Hashable, Moves] = {}

    def of(self, rest_on: Hashable, find: Callable[[], list[Move]]) -> Moves:
        found = self._kept.get(rest_on)
        if found is None:
            found = self._kept[rest_on] = moves(find())
            if len(self._kept) > _MOST_KEPT:
                del self._kept[next(iter(self._kept))]
        return found
