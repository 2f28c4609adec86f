"""Observations and actions of an agent, the same in every environment.

An action is one whole number for each opening bet (0 leaves it out, n bets n minimums) and one for
the decision (0 folds, n plays the n-th multiple of the ante). Whichever part is not needed is
ignored. A reward is the net of the round in minimum antes.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.error import InvalidAction
from numpy.typing import NDArray

from ..cards.card import Card, card_text, parse_card
from ..house.model import House
from ..library.arguments import house_of
from ..library.round import Hand
from ..table.refusal import TableRefusal
from ..wagers.document import Round, SeatBets
from ..wagers.opening import check_opening

NOT_DEALT = 52
_NOTHING_BET = str(TableRefusal.NO_BETS)
BETTING, DECIDING = 0, 1

Observation = dict[str, Any]  # As Gymnasium has it: each entry is of a space of its own.
Info = dict[str, Any]  # As Gymnasium has it.
Action = Sequence[int] | NDArray[np.integer]


class SeatSpaces:
    """The spaces of a seat at a house, and the conversion to the table's own terms."""

    def __init__(self, house: House | str, levels: int):
        if levels < 1:
            raise ValueError(f"levels: is at least 1, not {levels}")
        self.house = house_of(house)
        self.bets = self.house.opening_bets
        self.minimums = [self.house.limits(name).first for name in self.bets]
        self.unit_cents = self.minimums[0]
        self._answers: dict[tuple[int, ...], str | None] = {}
        self.multiples = self.house.play.multiples
        self.action = spaces.MultiDiscrete(
            [*(levels + 1 for _ in self.bets), 1 + len(self.multiples)]
        )
        self.observation = spaces.Dict(
            {
                "phase": spaces.Discrete(2),
                "cards": spaces.MultiDiscrete([NOT_DEALT + 1] * 3),
                "bets": spaces.MultiDiscrete([levels + 1 for _ in self.bets]),
            }
        )

    def check(self, action: Action | None) -> Action:
        """Raise InvalidAction for anything outside the action space."""
        if action is None or not self.action.contains(np.asarray(action)):
            raise InvalidAction(f"{action!r} is not an action: the space is {self.action}")
        return action

    def wagers(self, action: Action) -> dict[str, int]:
        """Return the opening bets of an action, in cents."""
        return {
            name: int(level) * minimum
            for name, minimum, level in zip(self.bets, self.minimums, action, strict=False)
            if level
        }

    def refusal(self, action: Action) -> str | None:
        """Return the house's refusal code for an action's bets; None if it accepts them."""
        levels = tuple(int(level) for level in action[: len(self.bets)])
        if levels not in self._answers:
            placed = SeatBets(1, self.wagers(levels))
            refusals = check_opening(self.house, Round([placed])).refusals or []
            code = refusals[0].code if refusals else None
            self._answers[levels] = code if placed.wagers else _NOTHING_BET
        return self._answers[levels]

    def multiple(self, action: Action) -> int | None:
        """Return the multiple of the ante to play; None for a fold."""
        chosen = int(action[-1])
        return self.multiples[chosen - 1] if chosen else None

    def observe(self, phase: int, cards: tuple[str, ...], levels: Sequence[int]) -> Observation:
        numbers = sorted((int(parse_card(card)) for card in cards), reverse=True)
        return {
            "phase": np.int64(phase),
            "cards": np.array(numbers or [NOT_DEALT] * 3, np.int64),
            "bets": np.array(levels, np.int64),
        }

    def reward(self, net_cents: int) -> float:
        return net_cents / self.unit_cents


def hand_of(observation: Observation) -> Hand | None:
    """Return the hand in an observation; None before the deal."""
    cards = [int(card) for card in observation["cards"]]
    if NOT_DEALT in cards:
        return None
    return Hand([card_text(Card(card)) for card in cards])
