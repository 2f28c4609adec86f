"""A person at a seat, as a screen shows it: at a table in this process or at a server's."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator

import msgspec

from ..house.model import House
from ..house.money import currency_text
from ..house.wager import Limits

BACK = "??"  # A card that is not seen.


class Layout(msgspec.Struct, frozen=True, kw_only=True):
    """What is printed on the table."""

    name: str
    currency: str
    titles: dict[str, str]
    limits: dict[str, Limits]  # Of the opening bets, in order.
    multiples: tuple[int, ...]

    @classmethod
    def of(cls, house: House) -> "Layout":
        return cls(
            name=house.called,
            currency=house.currency,
            titles={name: house.title(name) for name in house.settle_order},
            limits={name: house.limits(name) for name in house.opening_bets},
            multiples=house.play.multiples,
        )

    def money(self, cents: int) -> str:
        return currency_text(cents, self.currency)

    def title(self, wager: str) -> str:
        return self.titles.get(wager, wager.replace("_", " "))


class LineTold(msgspec.Struct, frozen=True):
    """What became of a bet."""

    wager: str
    result: str
    net: int
    why: str


class Neighbour(msgspec.Struct, frozen=True):
    """Another seat; cards and the rest once they are known."""

    seat: int
    chips: int
    cards: tuple[str, ...] = ()
    decision: str = ""
    net: int | None = None


class Sitting(ABC):
    """All that happens between sitting down and leaving; the screen only draws it."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.stakes = dict.fromkeys(layout.limits, 0)
        self.stakes["ante"] = layout.limits["ante"].first
        self.chosen = 0  # Which of the opening bets the keys change.
        self.said: list[str] = []  # What the dealer and the house said last.
        self.trainer = False
        self.graded = self.right = 0
        self.changed: Callable[[], None] = lambda: None  # Called when there is something to draw.

    # What is seen

    @property
    @abstractmethod
    def chips(self) -> int: ...

    @property
    @abstractmethod
    def won(self) -> int:
        """Since sitting down."""

    @property
    @abstractmethod
    def deciding(self) -> bool: ...

    @property
    @abstractmethod
    def cards(self) -> tuple[str, ...]: ...

    @property
    @abstractmethod
    def hand(self) -> str:
        """The name of the cards."""

    @property
    @abstractmethod
    def dealer_cards(self) -> tuple[str, ...]: ...

    @property
    @abstractmethod
    def lines(self) -> list[LineTold]:
        """Of the round that is over."""

    @abstractmethod
    def neighbours(self) -> Iterable[Neighbour]: ...

    @abstractmethod
    def history(self) -> Iterator[tuple[int, str, int]]:
        """Number, hand and net of each round, the latest first."""

    @property
    def multiples(self) -> tuple[int, ...]:
        """Those that the player can pay for."""
        ante = self.stakes["ante"]
        return tuple(each for each in self.layout.multiples if ante * each <= self.chips)

    # What is done

    @abstractmethod
    async def deal(self) -> None:
        """Everybody bets and is dealt in. What the house refuses is said, and nothing happens."""

    @abstractmethod
    async def play(self, multiple: int) -> None: ...

    @abstractmethod
    async def fold(self) -> None: ...

    @abstractmethod
    async def advice(self) -> str:
        """What the exact figures say of this hand, with these bets."""

    @abstractmethod
    async def open(self) -> None:
        """When the screen is there."""

    @abstractmethod
    async def close(self) -> None:
        """When the player leaves."""

    def choose(self, step: int) -> None:
        self.chosen = (self.chosen + step) % len(self.stakes)

    def change(self, steps: int) -> None:
        """The chosen bet, up or down by its steps; below its minimum it is left out."""
        name = list(self.stakes)[self.chosen]
        limits, now = self.layout.limits[name], self.stakes[name]
        changed = limits.first if not now and steps > 0 else now + steps * limits.step_cents
        if changed < limits.first:
            changed = 0
        if limits.maximum_cents is not None:
            changed = min(changed, limits.maximum_cents)
        self.stakes[name] = changed

    def grade(self, best: str, decision: str) -> str:
        """What the trainer says, if anything."""
        self.graded += 1
        self.right += best == decision
        return "" if best == decision else f"It is best to {best} {self.hand.lower()}."
