"""A full table for PettingZoo: every seat bets in turn, then decides in the house's order.

A seat whose bets the house refuses sits out the round, and its `infos` have the code.
"""

import gymnasium
import numpy as np
from pettingzoo import AECEnv

from ..house.model import House
from ..library.table import Table
from .spaces import BETTING, DECIDING, Action, Info, Observation, SeatSpaces

_CHIPS = 1_000_000  # Minimum antes.


class TableEnv(AECEnv[str, Observation, Action]):  # type: ignore[misc]  # PettingZoo is untyped.
    metadata = {"name": "queenhigh_table_v0", "render_modes": [], "is_parallelizable": False}  # noqa: RUF012

    def __init__(self, house: House | str, seats: int | None = None, levels: int = 3):
        super().__init__()
        self.spaces = SeatSpaces(house, levels)
        many = seats or self.spaces.house.seats
        if not 1 <= many <= self.spaces.house.seats:
            raise ValueError(f"seats: is 1 to {self.spaces.house.seats}, not {many}")
        self._seats = {f"seat_{number}": number for number in range(1, many + 1)}
        self.possible_agents = list(self._seats)
        self.agents: list[str] = []
        self.render_mode: str | None = None
        self._chance = np.random.default_rng()

    def observation_space(self, agent: str) -> gymnasium.spaces.Space[Observation]:
        return self.spaces.observation

    def action_space(self, agent: str) -> gymnasium.spaces.Space[Action]:
        return self.spaces.action

    def reset(self, seed: int | None = None, options: Info | None = None) -> None:
        if seed is not None:
            self._chance = np.random.default_rng(seed)
            for agent in self.possible_agents:
                self.action_space(agent).seed(seed)
        self._table = Table(self.spaces.house, seed=int(self._chance.integers(2**62)))
        self.agents = list(self.possible_agents)
        for agent in self.agents:
            chips = _CHIPS * self.spaces.unit_cents
            self._table.sit(self._seats[agent], agent, chips)
        self._before = {a: self._table.chips(self._seats[a]) for a in self.agents}
        self._levels = {agent: [0] * len(self.spaces.bets) for agent in self.agents}
        self._cards: dict[str, tuple[str, ...]] = dict.fromkeys(self.agents, ())
        self._to_bet = list(self.agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, Info] = {agent: {} for agent in self.agents}
        self.agent_selection = self._to_bet[0]

    def observe(self, agent: str) -> Observation:
        phase = DECIDING if self._cards[agent] else BETTING
        return self.spaces.observe(phase, self._cards[agent], self._levels[agent])

    def step(self, action: Action | None) -> None:
        if not self.agents:
            raise gymnasium.error.ResetNeeded("call reset() before step()")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        action = self.spaces.check(action)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if self._to_bet:
            self._bet(agent, action)
        else:
            self._decide(agent, action)
        self._go_on()
        self._accumulate_rewards()

    def _bet(self, agent: str, action: Action) -> None:
        self._to_bet.remove(agent)
        if refused := self.spaces.refusal(action):
            self.infos[agent] = {"refused": refused}
            return
        self._table.bet(self._seats[agent], **self.spaces.wagers(action))
        self._levels[agent] = [int(level) for level in action[: len(self.spaces.bets)]]

    def _decide(self, agent: str, action: Action) -> None:
        multiple = self.spaces.multiple(action)
        if multiple is None:
            self._table.fold(self._seats[agent])
        else:
            self._table.play(self._seats[agent], multiple)

    def _go_on(self) -> None:
        """Advance to the next bet, the deal, the next decision, or the end."""
        if self._to_bet:
            self.agent_selection = self._to_bet[0]
            return
        if not any(self._cards.values()) and not self._deal():
            self._end()
            return
        deciding = self._table.next_to_decide
        if deciding is None:
            self._end()
        else:
            self.agent_selection = f"seat_{deciding}"

    def _deal(self) -> bool:
        """Deal; return False if nobody has bet."""
        if not any(any(levels) for levels in self._levels.values()):
            return False
        self._table.deal()
        settled = self._table.result
        for agent, seat in self._seats.items():
            if any(self._levels[agent]) and settled is None:
                self._cards[agent] = self._table.cards(seat)
        return True

    def _end(self) -> None:
        for agent in self.agents:
            net = self._table.chips(self._seats[agent]) - self._before[agent]
            self.rewards[agent] = self.spaces.reward(net)
            self.terminations[agent] = True
        self.agent_selection = self.agents[0]
