"""The weather of a simulated world: what fails, how often, and for how long."""

import asyncio
from collections.abc import Callable
from random import Random
from typing import Literal

import msgspec

_LONGEST_STALL = 8.0

Fault = Literal["", "before", "after"]


class Climate(msgspec.Struct, frozen=True):
    """How bad it gets: probabilities, or seconds."""

    landing_fails: float = 0.02  # Nothing lands.
    answer_lost: float = 0.02  # It lands, but without an answer.
    notices_lost: float = 0.01
    connection_breaks: float = 0.02  # Per message.
    breaks_silently: float = 0.3  # The share of breaks that one end does not notice.
    request_lost: float = 0.05
    request_repeated: float = 0.1
    delay_seconds: float = 0.02
    stall: float = 0.02  # Something takes a hundred times as long.
    outage_every: float = 10.0  # Seconds between outages of the database.
    outage_seconds: float = 1.5
    death_every: float = 4.0  # Seconds between two crashes of a process.
    clock_set_every: float = 10.0


CALM = Climate(
    *(0.0,) * 7,
    delay_seconds=0.005,
    stall=0.0,
    outage_every=0,
    outage_seconds=0,
    death_every=0,
    clock_set_every=0,
)


def any_climate(chance: Random) -> Climate:
    """Draw a random mix of slow disks, shaky networks and crashing processes."""
    return Climate(
        landing_fails=chance.choice([0.0, 0.02, 0.1]),
        answer_lost=chance.choice([0.0, 0.02, 0.1]),
        connection_breaks=chance.choice([0.0, 0.02, 0.05]),
        delay_seconds=chance.choice([0.005, 0.02, 0.02, 0.3]),
        outage_every=chance.choice([4.0, 10.0]),
        death_every=chance.choice([1.5, 4.0, 15.0]),
        clock_set_every=chance.choice([3.0, 15.0]),
    )


class Weather:
    def __init__(self, loop: asyncio.AbstractEventLoop, chance: Random, climate: Climate) -> None:
        self._loop, self.chance, self.climate = loop, chance, climate
        self._away: dict[str, float] = {}  # Until when, by process; "" means all.

    def calm_down(self) -> None:
        self.climate = CALM
        self._away.clear()

    # Time

    def now(self) -> float:
        return self._loop.time()

    def later(self, seconds: float, what: Callable[[], None]) -> None:
        self._loop.call_later(max(0.0, seconds), what)

    def delay(self) -> float:
        """Return how long a message or a write takes."""
        stalls = self.chance.random() < self.climate.stall
        delay = self.chance.expovariate(1 / self.climate.delay_seconds) * (100 if stalls else 1)
        return min(delay, _LONGEST_STALL)

    def a_while(self) -> float:
        return self.chance.uniform(0.1, 5.0)

    # The store

    def away(self, process: str) -> bool:
        until = max(self._away.get(process, 0.0), self._away.get("", 0.0))
        return self.now() < until

    def goes_away(self, process: str = "") -> None:
        self._away[process] = self.now() + self.chance.expovariate(1 / self.climate.outage_seconds)

    def fault_of_landing(self) -> Fault:
        drawn = self.chance.random()
        if drawn < self.climate.landing_fails:
            return "before"
        return "after" if drawn < self.climate.landing_fails + self.climate.answer_lost else ""

    def reached_the_disk(self) -> bool:
        return self.chance.random() < 0.5

    def loses_notices(self) -> bool:
        return self.chance.random() < self.climate.notices_lost

    # The network

    def breaks(self) -> bool:
        return self.chance.random() < self.climate.connection_breaks

    def silently(self) -> bool:
        return self.chance.random() < self.climate.breaks_silently

    def request_lost(self) -> bool:
        return self.chance.random() < self.climate.request_lost

    def request_repeated(self) -> bool:
        return self.chance.random() < self.climate.request_repeated
