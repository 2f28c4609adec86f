"""One seat at a table in this process, for Gymnasium. An episode is a round: bets, then a decision.

The table is the same as the service's: its limits, its fee, a growing meter. Bets that the house
refuses end the episode with a reward of 0, and `info["refused"]` has the code.
"""

import gymnasium

from ..house.model import House
from ..library.table import Table
from .spaces import BETTING, DECIDING, Action, Info, Observation, SeatSpaces

_SEAT = 1
_ROUNDS_AT_A_TABLE = 1_000  # Then a new table, because the log would grow for ever.
_CHIPS = 1_000_000  # Minimum antes, enough never to run out.


class SeatEnv(gymnasium.Env[Observation, Action]):
    metadata = {"render_modes": ["ansi"]}  # noqa: RUF012

    def __init__(self, house: House | str, levels: int = 3, render_mode: str | None = None):
        self.render_mode = render_mode
        self.spaces = SeatSpaces(house, levels)
        self.action_space = self.spaces.action
        self.observation_space = self.spaces.observation
        self._table: Table | None = None
        self._begin()

    def reset(
        self, *, seed: int | None = None, options: Info | None = None
    ) -> tuple[Observation, Info]:
        super().reset(seed=seed)
        table = self._table
        finished = table is not None and table.next_to_decide is None
        if seed is not None or table is None or not finished or self._is_long(table):
            self._table = self._new_table()
        self._begin()
        return self._observed(BETTING), {}

    def _begin(self) -> None:
        self._is_over = False
        self._cards: tuple[str, ...] = ()
        self._levels = [0] * len(self.spaces.bets)
        self._chips = 0

    def step(self, action: Action) -> tuple[Observation, float, bool, bool, Info]:
        table = self._at_the_table()
        self.spaces.check(action)
        if table.next_to_decide is None:
            return self._bet(table, action)
        multiple = self.spaces.multiple(action)
        if multiple is None:
            table.fold(_SEAT)
        else:
            table.play(_SEAT, multiple)
        return self._settled(table)

    def render(self) -> str | None:
        if self.render_mode != "ansi":
            return None
        return " ".join(self._cards) or "no cards"

    def _bet(self, table: Table, action: Action) -> tuple[Observation, float, bool, bool, Info]:
        if refused := self.spaces.refusal(action):
            self._is_over = True
            return self._observed(BETTING), 0.0, True, False, {"refused": refused}
        self._chips = table.chips(_SEAT)
        table.bet(_SEAT, **self.spaces.wagers(action))
        table.deal()
        self._levels = [int(level) for level in action[: len(self.spaces.bets)]]
        if table.result is not None:
            return self._settled(table)
        self._cards = table.cards(_SEAT)
        return self._observed(DECIDING), 0.0, False, False, {}

    def _settled(self, table: Table) -> tuple[Observation, float, bool, bool, Info]:
        if table.result is None:
            raise RuntimeError("the round is not settled")
        self._is_over = True
        self._cards = tuple(table.result.seats[0].cards)
        net = table.chips(_SEAT) - self._chips
        return self._observed(DECIDING), self.spaces.reward(net), True, False, {"net_cents": net}

    def _observed(self, phase: int) -> Observation:
        return self.spaces.observe(phase, self._cards, self._levels)

    def _at_the_table(self) -> Table:
        if self._table is None or self._is_over:
            raise gymnasium.error.ResetNeeded("call reset() before step()")
        return self._table

    def _new_table(self) -> Table:
        table = Table(self.spaces.house, seed=int(self.np_random.integers(2**62)))
        table.sit(_SEAT, "agent", _CHIPS * self.spaces.unit_cents)
        return table

    def _is_long(self, table: Table) -> bool:
        return len(table.rounds) >= _ROUNDS_AT_A_TABLE
