"""One measurement of two things."""

import msgspec


class Ratio(msgspec.Struct):
    """Ours beside something else, in the same run: how much faster, or how many times as long."""

    what: str
    against: str
    ours_seconds: float
    their_seconds: float
    ratio: float
    must: float
    aim: float
    at_most: bool = False  # The ratio is to stay below its bars, not to reach them.

    @property
    def standing(self) -> str:
        """Which of its bars it meets."""
        for name, bar in (("aim", self.aim), ("must", self.must)):
            if self.ratio <= bar if self.at_most else self.ratio >= bar:
                return name
        return "below"
