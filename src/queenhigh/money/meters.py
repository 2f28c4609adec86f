"""A line of a meter's statement: what one cause has done to it."""

import msgspec


class MeterLine(msgspec.Struct, frozen=True):
    """What one cause has done to a link, over all the times that it happened."""

    times: int = 0
    meter: int = 0
    reserve: int = 0
    jackpot: int = 0  # Locked and not yet paid.
    overflow: int = 0

    @property
    def from_outside(self) -> int:
        """What came into the link by it, from trays and from the bank; below zero, what left it."""
        return self.meter + self.reserve + self.jackpot + self.overflow

    def plus(self, other: "MeterLine") -> "MeterLine":
        sums = (getattr(self, each) + getattr(other, each) for each in self.__struct_fields__)
        return MeterLine(*sums)
