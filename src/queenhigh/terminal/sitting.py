"""A person at seat 1 of a table in this process, with bots beside, as a screen shows it."""

from collections.abc import Callable, Iterator
from contextlib import suppress

from ..cards.card import parse_hand
from ..cards.names import hand_name
from ..house.model import House
from ..library.result import Result
from ..library.table import Table
from ..maths.player_rule import plays
from ..table.events import Announced, FeeCollected
from ..table.refusal import Refused
from ..wagers.document import Round, SeatBets
from ..wagers.opening import check_opening

SEAT = 1
_BOT_CHIPS = 1_000  # Minimum antes.
_OPTIMAL = "optimal"


class Sitting:
    """All that happens between sitting down and leaving; the screen only draws it."""

    def __init__(
        self, house: House, chips_cents: int, *, bots: int = 0, seed: int | None = None
    ) -> None:
        if not 0 <= bots < house.seats:
            raise ValueError(f"--bots: {house.key} has room for 0 to {house.seats - 1}")
        self.house, self.brought = house, chips_cents
        self.table = Table(house, seed=seed)
        self.table.sit(SEAT, "you", chips_cents)
        self.bots = tuple(range(SEAT + 1, SEAT + 1 + bots))
        for seat in self.bots:
            self.table.sit(seat, f"bot-{seat}", _BOT_CHIPS * house.limits("ante").first)
        self.stakes = dict.fromkeys(house.opening_bets, 0)
        self.stakes["ante"] = house.limits("ante").first
        self.chosen = 0  # Which of the opening bets the keys change.
        self.said: list[str] = []  # What the dealer and the house said last.
        self.trainer = False
        self.graded = self.right = 0
        self._correction = ""

    @property
    def chips(self) -> int:
        return self.table.chips(SEAT)

    @property
    def deciding(self) -> bool:
        return self.table.next_to_decide == SEAT

    @property
    def cards(self) -> tuple[str, ...]:
        if self.deciding:
            return self.table.cards(SEAT)
        own = [seat for seat in self.result.seats if seat.seat == SEAT] if self.result else []
        return tuple(own[0].cards) if own else ()

    @property
    def result(self) -> Result | None:
        return self.table.result

    @property
    def hand(self) -> str:
        return hand_name(parse_hand(" ".join(self.cards)), self.house.ranking)

    @property
    def multiples(self) -> tuple[int, ...]:
        """Those that the player can pay for."""
        ante = self.stakes["ante"]
        return tuple(each for each in self.house.play.multiples if ante * each <= self.chips)

    def choose(self, step: int) -> None:
        self.chosen = (self.chosen + step) % len(self.stakes)

    def change(self, steps: int) -> None:
        """The chosen bet, up or down by its steps; below its minimum it is left out."""
        name = self.house.opening_bets[self.chosen]
        limits, now = self.house.limits(name), self.stakes[name]
        if not now and steps > 0:
            changed = limits.first
        else:
            changed = now + steps * limits.step_cents
        if changed < limits.first:
            changed = 0
        if limits.maximum_cents is not None:
            changed = min(changed, limits.maximum_cents)
        self.stakes[name] = changed

    def deal(self) -> None:
        """Everybody bets and is dealt in. What the house refuses is said, and nothing happens."""
        wagers = {name: cents for name, cents in self.stakes.items() if cents}
        begun = len(self.table.log)
        checked = check_opening(self.house, Round([SeatBets(SEAT, wagers)]))
        if checked.refusals:
            self.said = [each.message for each in checked.refusals]
            return
        try:
            self.table.bet(SEAT, **wagers)
        except Refused as refused:
            self.said = [refused.message]
            return
        for seat in self.bots:
            with suppress(Refused):  # One that is broke looks on.
                self.table.bet(seat, ante=self.house.limits("ante").first)
        self.table.deal()
        self.said = list(self._heard(begun))
        self._bots_decide()

    def play(self, multiple: int | None = None) -> None:
        self._grade("play")
        self._do(lambda: self.table.play(SEAT, multiple))

    def fold(self) -> None:
        self._grade("fold")
        self._do(lambda: self.table.fold(SEAT))

    def advice(self) -> str:
        """What the exact figures say of this hand, with these bets."""
        from ..maths.advice import advise

        wagers = {name: cents for name, cents in self.stakes.items() if cents}
        found = advise(self.house, parse_hand(" ".join(self.cards)), SeatBets(SEAT, wagers))
        best = found.best if found.multiple is None else f"{found.best} {found.multiple} times"
        return (
            f"Best: {best}. Playing is worth {found.play.value:+.3f} antes, "
            f"folding {found.fold.value:+.3f}."
        )

    def history(self) -> Iterator[tuple[int, str, int]]:
        """Number, hand and net of each round, the latest first."""
        for number in range(len(self.table.rounds), 0, -1):
            for seat in self.table.rounds[number - 1].seats:
                if seat.seat == SEAT:
                    yield number, " ".join(seat.cards), seat.net

    def _grade(self, decision: str) -> None:
        if not self.trainer or not self.deciding:
            return
        best = "play" if plays(self.house, _OPTIMAL, parse_hand(" ".join(self.cards))) else "fold"
        self.graded += 1
        self.right += best == decision
        if best != decision:
            self._correction = f"For the ante alone it is best to {best} {self.hand.lower()}."

    def _do(self, decide: Callable[[], None]) -> None:
        begun = len(self.table.log)
        try:
            decide()
        except Refused as refused:
            self.said = [refused.message]
            return
        self._bots_decide()
        self.said = [*self._heard(begun), *([self._correction] if self._correction else [])]
        self._correction = ""

    def _bots_decide(self) -> None:
        while (seat := self.table.next_to_decide) is not None and seat != SEAT:
            if plays(self.house, _OPTIMAL, parse_hand(" ".join(self.table.cards(seat)))):
                self.table.play(seat)
            else:
                self.table.fold(seat)

    def _heard(self, begun: int) -> Iterator[str]:
        for event in self.table.log[begun:]:
            if isinstance(event, Announced):
                yield f'Dealer: "{event.text}"'
            elif isinstance(event, FeeCollected) and event.seat == SEAT:
                yield f"The house takes its fee of {self.house.money(event.cents)}."
