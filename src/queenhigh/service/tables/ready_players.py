"""Players who have bet and want the cards now: when all do, the table deals at once.

This is kept in memory and sent to the service's other processes as it changes. It is not in the
log: if a notice gets lost, the clock deals.
"""

import msgspec

from ...table.state import Phase
from .bots import names
from .running_table import Running

_MARK = "ready "  # Marks notices to other processes; the kind of a stream has no space in it.


class Ready(msgspec.Struct, frozen=True):
    """A notice that somebody is ready in this round, or no longer ready."""

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
        self.by_table: dict[str, tuple[int, frozenset[str]]] = {}  # The round, and who.

    def note(self, said: Ready) -> None:
        """Take in a notice, even of a round that this process does not know of yet."""
        number, players = self.by_table.get(said.table, (0, frozenset()))
        if said.round < number:
            return
        known = players if said.round == number else frozenset()
        now = known | {said.player} if said.is_ready else known - {said.player}
        self.by_table[said.table] = said.round, now

    def is_ready(self, running: Running, player: str) -> bool:
        return player in self._players(running)

    def seats(self, running: Running) -> list[int]:
        table, ready = running.table, self._players(running)
        if not ready or table.phase is not Phase.BETTING:
            return []
        return [number for number in table.bettors() if table.seats[number].player in ready]

    def all_are_ready(self, running: Running) -> bool:
        """Whether everybody who has bet is ready; bots always are."""
        table, ready = running.table, self._players(running)
        if table.phase is not Phase.BETTING:
            return False
        people = {table.seats[number].player for number in table.bettors()} - set(names(running))
        return bool(people) and people <= ready

    def _players(self, running: Running) -> frozenset[str]:
        number, players = self.by_table.get(running.id, (0, frozenset()))
        return players if number == running.table.round.number else frozenset()
