"""What the service does not allow although the game would. The executor asks before it decides."""

from enum import StrEnum

from ..table.commands import AnyCommand, PlaceCoupon, ShuffleDeck
from ..table.refusal import Refusal
from ..table.roles import role_and_name
from .executor import refusal
from .tables.running_table import Running


class PolicyRefusal(StrEnum):
    GUEST = "rights/guest"
    COUPON = "rights/coupon"
    SHUFFLE = "rights/shuffle"
    TOO_MUCH = "table/too_many_moves"


MOST_A_ROUND = 500  # Events of one player: a round of seven bets that are changed often has fewer.


def refuse_at_table(running: Running, command: AnyCommand, *, guest: bool) -> Refusal | None:
    play_money = running.setup.play_money
    role, _ = role_and_name(command.by)
    if guest and not play_money:
        message = "This table is played with money; guests play with play money."
        return refusal(PolicyRefusal.GUEST, message)
    if role == "player" and running.said.get(command.by, 0) >= MOST_A_ROUND:
        message = "That is enough for one round: go on with the next."
        return refusal(PolicyRefusal.TOO_MUCH, message)
    # A coupon is worth money: the dealer lays it, who has seen it.
    if isinstance(command, PlaceCoupon) and role == "player" and not play_money:
        message = "Show the coupon to the dealer, who lays it for you."
        return refusal(PolicyRefusal.COUPON, message)
    by_itself = "shuffle" in running.table.automation or running.table.kind == "training"
    if isinstance(command, ShuffleDeck) and role != "system" and by_itself:
        return refusal(PolicyRefusal.SHUFFLE, "The system shuffles at this table.")
    return None
