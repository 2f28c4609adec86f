"""What a round's bets have moved, so that a void can move it back."""

from . import events as e
from .chip_place import LAYOUT, Place
from .chips import own_stack
from .state import Table, Transfer

# Events of a round's bets, which a void reverses.
_OF_THE_BETS = frozenset({
    e.WagerPlaced, e.WagerWithdrawn, e.TokePlaced, e.TokeWithdrawn, e.LateLimitNoticed,
    e.FeeCollected, e.MeterFed, e.PlayPlaced, e.WagerTaken, e.WagerPushed, e.WagerPaid,
    e.CouponSettled, e.EnvyCollected, e.JackpotLocked, e.MeterReset, e.BetReopened,
    e.DecisionCorrected, e.WagerCorrected,
})  # fmt: skip
END_ROUND = frozenset({e.RoundEnded, e.RoundVoided})


def is_of_the_bets(table: Table, event: e.Event) -> bool:
    """Whether a void takes back what the event has moved."""
    kind = type(event)
    if kind is e.FeeCollected:
        return table.house.fee.refund_on_void
    return kind in _OF_THE_BETS


def off_the_layout(table: Table) -> dict[str, int]:
    """What the round's bets have moved, counting chips still on the layout as in their stacks."""
    moved: dict[str, int] = {}
    for account, cents in table.at_stake.items():
        place = Place.parse(account)
        own = own_stack(table, place.seat) if place.kind == LAYOUT else account
        moved[own] = moved.get(own, 0) + cents
    return {account: cents for account, cents in moved.items() if cents}


def after(accounts: dict[str, int], moved: list[Transfer]) -> dict[str, int]:
    """The accounts after the transfers; empty spots are dropped."""
    changed = accounts.copy()
    for transfer in moved:
        source, target, cents = transfer.source, transfer.target, transfer.cents
        left = changed[source] = changed.get(source, 0) - cents
        if not left and Place.parse(source).kind == LAYOUT:
            del changed[source]
        changed[target] = changed.get(target, 0) + cents
    return changed
