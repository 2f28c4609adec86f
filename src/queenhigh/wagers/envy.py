"""Envy: flat amounts to the other players when somebody holds a hand that earns it."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

import msgspec

from ..house.model import House
from ..house.points import point
from ..house.wager import Envy, Wager

AMOUNTS = point("wager.envy")
COLLECTED_AFTER_A_FOLD = point("wager.envy_after_fold")


class Claim(msgspec.Struct, frozen=True):
    """One seat as the envy rules look at it."""

    seat: int
    player: str
    cents: int  # What the others receive for its hand.
    folded: bool
    bet: bool  # Whether the seat has the wager itself.


class EnvyPaid(msgspec.Struct, frozen=True):
    seat: int
    for_seat: int | Literal["dealer"]
    paid: int
    clauses: tuple[str, ...]
    rulings: tuple[str, ...]
    wager: str = ""
    departs_from: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET


def envy_bonuses(
    house: House, wager: Wager, claims: Sequence[Claim], dealer_cents: int
) -> list[EnvyPaid]:
    """Envy payments in settlement order: by collector, then by holder, the dealer's hand last."""
    paid: list[EnvyPaid] = []
    terms = wager.envy
    if terms is None or not (dealer_cents or any(claim.cents for claim in claims)):
        return paid
    for collector in claims:
        if not _collects(terms, collector):
            continue
        won = list(_for(house, wager, terms, collector, claims, dealer_cents))
        if won and not terms.multiple:
            won = [max(won, key=lambda envy: envy.paid)]
        paid += won
    return paid


def _for(
    house: House,
    wager: Wager,
    terms: Envy,
    collector: Claim,
    claims: Sequence[Claim],
    dealer_cents: int,
) -> Iterator[EnvyPaid]:
    because = (AMOUNTS, COLLECTED_AFTER_A_FOLD) if collector.folded else (AMOUNTS,)
    cited = house.cited(*because, wager=wager.key)
    rulings = house.rulings_on(f"wagers.{wager.key}.envy.trigger")

    def paid(holder: int | Literal["dealer"], cents: int) -> EnvyPaid:
        departs = cited.departs_from or msgspec.UNSET
        return EnvyPaid(collector.seat, holder, cents, cited.clauses, rulings, wager.key, departs)

    for holder in claims:
        if holder.cents and _triggers(terms, holder) and _is_for(terms, holder, collector):
            yield paid(holder.seat, holder.cents)
    if terms.dealer_hand and dealer_cents:
        yield paid("dealer", dealer_cents)


def may_be_envied(terms: Envy, holder: Claim, claims: Iterable[Claim]) -> bool:
    """Whether anybody could collect envy for this seat's hand, whatever its cards are."""
    return _triggers(terms, holder) and any(
        _collects(terms, each) and _is_for(terms, holder, each) for each in claims
    )


def _collects(terms: Envy, collector: Claim) -> bool:
    return collector.bet or not terms.needs_bet


def _is_for(terms: Envy, holder: Claim, collector: Claim) -> bool:
    """Whether the holder's hand counts for this collector: it may not if it is their own."""
    own = holder.seat == collector.seat or (holder.player and holder.player == collector.player)
    return terms.own_hand or not own


def _triggers(terms: Envy, holder: Claim) -> bool:
    match terms.trigger:
        case "any_dealt_hand":
            return True
        case "any_unfolded":
            return not holder.folded
        case "holder_with_bet":
            return holder.bet and not holder.folded
