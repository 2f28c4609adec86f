"""Who has bet and wants the cards now: a table deals when all of them do, without the clock.

Kept in memory, and told to the other processes of the service as it changes. Nothing of it is in
the log: where a notice gets lost, the clock deals.
"""

import msgspec

from ...table.state import Phase
from .bots import names
from .running_table import Running

_MARK = "ready "  # Of notices to the other processes; streams have no blank in their kind.


class Ready(msgspec.Struct, frozen=True):
    """That somebody is ready in this round, or is not any more."""

    table: str
    round: int
    player: str
    is_ready: bool

    def as_notice(self) -> str:
        return _MARK + msgspec.json.encode(self).decode()

    @staticmethod
    def in_notice(notice: str) -> "Ready | None":
        if not notice.startswith(_MARK):
            return None
        return msgspec.json.decode(notice.removeprefix(_MARK), type=Ready)


class Readiness:
    def __init__(self) -> None:
        self._ready: dict[str, tuple[int, frozenset[str]]] = {}  # By table: the round, and who.

    def note(self, said: Ready) -> None:
        """Of a round that this process may not have heard of yet, too."""
        number, players = self._ready.get(said.table, (0, frozenset()))
        if said.round < number:
            return
        known = players if said.round == number else frozenset()
        now = known | {said.player} if said.is_ready else known - {said.player}
        self._ready[said.table] = said.round, now

    def is_ready(self, running: Running, player: str) -> bool:
        return bool(self._ready) and player in self._players(running)

    def seats(self, running: Running) -> list[int]:
        table, ready = running.table, self._players(running)
        if table.phase is not Phase.BETTING:
            return []
        return [number for number in table.bettors() if table.seats[number].player in ready]

    def all_are_ready(self, running: Running) -> bool:
        """Everybody who has bet; the house's own players always are."""
        table, ready = running.table, self._players(running)
        if table.phase is not Phase.BETTING:
            return False
        people = {table.seats[number].player for number in table.bettors()} - set(names(running))
        return bool(people) and people <= ready

    def _players(self, running: Running) -> frozenset[str]:
        number, players = self._ready.get(running.id, (0, frozenset()))
        return players if number == running.table.round.number else frozenset()
