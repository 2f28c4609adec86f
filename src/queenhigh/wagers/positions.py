"""How many positions one player may bet at."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise

from ..house.model import House
from ..house.points import point
from .document import SeatBets
from .refusal import Refusal, RefusalCode, refusal

_SEVERAL = {2: "two positions", 3: "three positions"}
_MOST = {1: "one position", 2: "two adjacent positions", 3: "three adjacent positions"}

POSITIONS = point("seat.positions")


def position_refusals(house: House, seats: Sequence[SeatBets]) -> Iterator[Refusal]:
    """Refuse too many positions. Seats without a player's name count as different players."""
    of_player: dict[str, list[int]] = defaultdict(list)
    for bets in seats:
        if bets.player:
            of_player[bets.player].append(bets.seat)
    most = house.betting.positions
    for player, positions in of_player.items():
        if len(positions) == 1:
            continue
        positions.sort()
        cited = house.cited(POSITIONS, "betting.positions")
        for first, second in pairwise(positions[:most]):
            if second - first > 1:
                message = f"{player} may bet at {_SEVERAL[most]} only if they are adjacent."
                yield refusal(second, RefusalCode.NOT_ADJACENT, message, cited)
        for seat in positions[most:]:
            message = f"{player} may bet at only {_MOST[most]}, and has {len(positions)}."
            yield refusal(seat, RefusalCode.TOO_MANY_POSITIONS, message, cited)
