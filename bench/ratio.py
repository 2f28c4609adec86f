"""One measurement comparing two things."""

import time
from collections.abc import Callable

import msgspec


class Ratio(msgspec.Struct):
    """Ours against something else in the same run: how much faster, or how many times as long."""

    what: str
    against: str
    ours_seconds: float
    their_seconds: float
    ratio: float
    must: float
    aim: float
    at_most: bool = False  # The ratio must stay below its bars rather than reach them.

    @property
    def standing(self) -> str:
        """Say which of its bars the ratio meets."""
        for name, bar in (("aim", self.aim), ("must", self.must)):
            if self.ratio <= bar if self.at_most else self.ratio >= bar:
                return name
        return "below"


def faster(what: str, against: str, ours: float, theirs: float, must: float, aim: float) -> Ratio:
    """Compare as: how many times as fast as theirs."""
    return Ratio(what, against, ours, theirs, theirs / ours, must, aim)


def longer(what: str, against: str, ours: float, theirs: float, must: float, aim: float) -> Ratio:
    """Compare as: how many times as long as theirs."""
    return Ratio(what, against, ours, theirs, ours / theirs, must, aim, at_most=True)


def best(
    repeats: int, *works: Callable[[], object], clock: Callable[[], float] = time.process_time
) -> list[float]:
    """Return the best time of each, interleaved so that a slow minute slows all of them."""
    times: list[list[float]] = [[] for _ in works]
    for _ in range(repeats):
        for place, work in enumerate(works):
            began = clock()
            work()
            times[place].append(clock() - began)
    return [min(each) for each in times]
