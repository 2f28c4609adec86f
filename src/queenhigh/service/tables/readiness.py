"""Who has bet and wants the cards now: a table deals when all of them do, without the clock.

Kept in the memory of the process to which a player is connected. Where players of a table are
connected to several processes, the clock deals.
"""

from ...table.state import Phase
from .bots import names
from .running_table import Running


class Readiness:
    def __init__(self) -> None:
        self._ready: dict[str, tuple[int, frozenset[str]]] = {}  # By table: the round, and who.

    def note(self, running: Running, player: str) -> None:
        self._ready[running.id] = running.table.round.number, self._players(running) | {player}

    def forget(self, running: Running, player: str) -> bool:
        """Whoever changes a bet is not ready any more; whether that player was."""
        if running.id not in self._ready:
            return False
        ready = self._players(running)
        self._ready[running.id] = running.table.round.number, ready - {player}
        return player in ready

    def seats(self, running: Running) -> list[int]:
        table, ready = running.table, self._players(running)
        if table.phase is not Phase.BETTING:
            return []
        return [number for number in table.bettors() if table.seats[number].player in ready]

    def all_are_ready(self, running: Running) -> bool:
        """Everybody who has bet; the house's own players always are."""
        table, ready = running.table, self._players(running)
        people = {table.seats[number].player for number in table.bettors()} - set(names(running))
        return bool(people) and people <= ready

    def _players(self, running: Running) -> frozenset[str]:
        number, players = self._ready.get(running.id, (0, frozenset()))
        return players if number == running.table.round.number else frozenset()
