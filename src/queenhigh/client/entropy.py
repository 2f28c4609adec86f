"""This program's contribution to shuffles, so that the house alone cannot choose them.

It commits while bets are made and reveals when they are locked. The contribution is derived from a
secret that stays here and the shuffle's commitment, so nothing has to be stored in between.
"""

import secrets
from hashlib import sha256

from ..table.fairness import entropy_commitment
from ..table.views import TableView
from ..wire.requests import Move


class Entropy:
    def __init__(self) -> None:
        self._secret = secrets.token_hex(32)
        self._said: set[tuple[str, str, int]] = set()  # To send nothing twice.

    def due(self, view: TableView, seats: list[int]) -> Move | None:
        """Return what to send now for the person in these seats."""
        shuffle = view.commitment
        if view.takes_entropy and seats and not any(seat in view.entropy for seat in seats):
            told = entropy_commitment(shuffle, seats[0], self._made(shuffle, seats[0]))
            return self._once("commit_entropy", shuffle, seats[0], commitment=told)
        for seat in seats:
            made = self._made(shuffle, seat)
            # If another program of the same person committed, that program reveals.
            own = view.entropy.get(seat) == entropy_commitment(shuffle, seat, made)
            if seat in view.entropy_awaited and own:
                return self._once("reveal_entropy", shuffle, seat, entropy=made)
        return None

    def _made(self, shuffle: str, seat: int) -> str:
        return sha256(f"{self._secret}:{shuffle}:{seat}".encode()).hexdigest()

    def _once(self, kind: str, shuffle: str, seat: int, **told: str) -> Move | None:
        if (kind, shuffle, seat) in self._said:
            return None
        self._said.add((kind, shuffle, seat))
        return {"type": kind, "seat": seat, **told}
