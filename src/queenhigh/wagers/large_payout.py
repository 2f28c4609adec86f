"""Large payouts: cut out bet by bet in the work area, and verified by a supervisor."""

from collections.abc import Sequence

import msgspec

from ..house.model import House
from ..house.points import point

CUT_OUT_SEPARATELY = point("payout.large")
VERIFIED = point("payout.verified")


class LargePayoutDue(msgspec.Struct, frozen=True):
    winnings: int  # All bets of the hand together, without stakes.
    verified_by: str
    clauses: tuple[str, ...]
    rulings: tuple[str, ...]


def large_payout(house: House, paid_cents: Sequence[int]) -> LargePayoutDue | None:
    """A hand's payout, given bet by bet, if it is large and the house verifies large ones."""
    if house.completion.verified_by is None:
        return None
    rule = house.payouts.large
    winnings = sum(paid_cents)
    over = winnings > rule.over_cents
    with_big_chips = any(paid >= rule.chip_cents for paid in paid_cents)
    is_large = over and with_big_chips if rule.rule == "both" else over or with_big_chips
    if not is_large:
        return None
    clauses = house.clauses(CUT_OUT_SEPARATELY) + house.clauses(VERIFIED)
    rulings = house.rulings_on("payouts.large")
    return LargePayoutDue(winnings, house.completion.verified_by, clauses, rulings)
