"""How many positions one player may bet at."""

from collections import defaultdict
from collections.abc import Iterator, Sequence

from ..house.model import House
from ..house.points import point
from .document import SeatBets
from .refusal import Refusal, RefusalCode, refusal

POSITIONS = point("seat.positions")


def position_refusals(house: House, seats: Sequence[SeatBets]) -> Iterator[Refusal]:
    """Seats that name no player are different players'."""
    of_player: dict[str, list[int]] = defaultdict(list)
    for bets in seats:
        if bets.player:
            of_player[bets.player].append(bets.seat)
    clauses = house.clauses(POSITIONS)
    most = house.options.max_positions
    for player, positions in of_player.items():
        positions.sort()
        if most == 2 and len(positions) >= 2 and positions[1] - positions[0] > 1:
            message = f"{player} may bet at two positions only where they are adjacent."
            yield refusal(positions[1], RefusalCode.NOT_ADJACENT, message, clauses)
        for seat in positions[most:]:
            noun = "one position" if most == 1 else "two adjacent positions"
            message = f"{player} may bet at {noun}, and has {len(positions)}."
            yield refusal(seat, RefusalCode.TOO_MANY_POSITIONS, message, clauses)
