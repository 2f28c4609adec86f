"""A person at a seat, as shown on a screen: at a table in this process or at a server's."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator

import msgspec

from ..house.model import House
from ..house.money import currency_text
from ..house.wager import Limits
from ..house.words import plain_words

BACK = "??"  # An unseen card.


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
        return self.titles.get(wager, plain_words(wager))


class LineTold(msgspec.Struct, frozen=True):
    """The result of a bet."""

    wager: str
    result: str
    net: int
    why: str


class Neighbour(msgspec.Struct, frozen=True):
    """Another seat; its cards and results once they are known."""

    seat: int
    chips: int
    cards: tuple[str, ...] = ()
    decision: str = ""
    net: int | None = None


def advice_text(best: str, multiple: int | None, play: float, fold: float) -> str:
    times = "" if multiple is None else f" {multiple} times"
    return f"Best: {best}{times}. Playing is worth {play:+.3f} antes, folding {fold:+.3f}."


class Sitting(ABC):
    """Everything between sitting down and leaving; the screen only draws it."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.stakes = dict.fromkeys(layout.limits, 0)
        self.stakes["ante"] = layout.limits["ante"].first
        self.chosen = 0  # The opening bet that the keys change.
        self.said: list[str] = []  # The latest messages of the dealer and the house.
        self.trainer = False
        self.graded = self.right = 0
        self.changed: Callable[[], None] = lambda: None  # Called when there is something to draw.

    # State

    @property
    @abstractmethod
    def chips(self) -> int: ...

    @property
    @abstractmethod
    def won(self) -> int:
        """The amount won since sitting down."""

    @property
    @abstractmethod
    def deciding(self) -> bool: ...

    @property
    @abstractmethod
    def cards(self) -> tuple[str, ...]: ...

    @property
    @abstractmethod
    def hand(self) -> str:
        """The name of the player's hand."""

    @property
    @abstractmethod
    def dealer_cards(self) -> tuple[str, ...]: ...

    @property
    @abstractmethod
    def lines(self) -> list[LineTold]:
        """The results of the finished round."""

    @abstractmethod
    def neighbours(self) -> Iterable[Neighbour]: ...

    @abstractmethod
    def history(self) -> Iterator[tuple[int, str, int]]:
        """Yield number, hand and net of each round, the latest first."""

    @property
    def multiples(self) -> tuple[int, ...]:
        """The multiples that the player can afford."""
        ante = self.stakes["ante"]
        return tuple(each for each in self.layout.multiples if ante * each <= self.chips)

    # Actions

    @abstractmethod
    async def deal(self) -> None:
        """Bet and deal. If the house refuses, its reason is shown and nothing happens."""

    @abstractmethod
    async def play(self, multiple: int) -> None: ...

    @abstractmethod
    async def fold(self) -> None: ...

    @abstractmethod
    async def advice(self) -> str:
        """Return what the exact figures say about this hand with these bets."""

    @abstractmethod
    async def open(self) -> None:
        """Start when the screen is ready."""

    @abstractmethod
    async def close(self) -> None:
        """Finish when the player leaves."""

    def choose(self, step: int) -> None:
        self.chosen = (self.chosen + step) % len(self.stakes)

    def change(self, steps: int) -> None:
        """Change the chosen bet by steps; below its minimum it is left out."""
        name = list(self.stakes)[self.chosen]
        limits, now = self.layout.limits[name], self.stakes[name]
        changed = limits.first if not now and steps > 0 else now + steps * limits.step_cents
        if changed < limits.first:
            changed = 0
        if limits.maximum_cents is not None:
            changed = min(changed, limits.maximum_cents)
        self.stakes[name] = changed

    def grade(self, best: str, decision: str) -> str:
        """Return the trainer's comment, if any."""
        self.graded += 1
        self.right += best == decision
        return "" if best == decision else f"It is best to {best} {self.hand.lower()}."
