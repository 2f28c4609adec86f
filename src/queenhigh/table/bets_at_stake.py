"""What a round's bets have moved, so that a void can move it back."""

from . import events as e
from .chips import own_stack, seat_at
from .state import ON_THE_LAYOUT, Table, Transfer

# Events of a round's bets, which a void reverses.
_OF_THE_BETS = frozenset({
    e.WagerPlaced, e.WagerWithdrawn, e.TokePlaced, e.TokeWithdrawn, e.LateLimitNoticed,
    e.FeeCollected, e.MeterFed, e.PlayPlaced, e.WagerTaken, e.WagerPushed, e.WagerPaid,
    e.CouponSettled, e.EnvyCollected, e.JackpotLocked, e.MeterReset, e.BetReopened,
    e.DecisionCorrected, e.WagerCorrected,
})  # fmt: skip
END_ROUND = frozenset({e.RoundEnded, e.RoundVoided})


def off_the_layout(table: Table) -> dict[str, int]:
    """What the round's bets have moved, counting chips still on the layout as in the stack."""
    moved: dict[str, int] = {}
    for account, cents in table.at_stake.items():
        lies = account.startswith(ON_THE_LAYOUT) and bool(cents)
        own = own_stack(table, seat_at(account)) if lies else account
        moved[own] = moved.get(own, 0) + cents
    return {account: cents for account, cents in moved.items() if cents}


def at_stake(table: Table, event: e.Event, moved: list[Transfer]) -> dict[str, int]:
    """What the round's bets have moved, by account, including this event."""
    kind = type(event)
    if kind in END_ROUND:
        return {}
    if not moved or kind not in _OF_THE_BETS:
        return table.at_stake
    if kind is e.FeeCollected and not table.house.fee.refund_on_void:
        return table.at_stake
    return after(table.at_stake, moved, drop="")


def after(
    accounts: dict[str, int], moved: list[Transfer], *, drop: str = ON_THE_LAYOUT
) -> dict[str, int]:
    """The accounts after the transfers; empty spots are dropped."""
    if not moved:
        return accounts
    changed, emptied = accounts.copy(), []
    for transfer in moved:
        source, target, cents = transfer.source, transfer.target, transfer.cents
        left = changed[source] = changed.get(source, 0) - cents
        there = changed[target] = changed.get(target, 0) + cents
        if not left:
            emptied.append(source)
        if not there:
            emptied.append(target)
    for account in emptied:
        if account.startswith(drop) and not changed.get(account, 1):
            del changed[account]
    return changed
