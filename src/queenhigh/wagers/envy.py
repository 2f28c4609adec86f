"""Envy: flat amounts to the players with a progressive wager when another holds A-K-Q suited."""

from collections.abc import Iterator, Sequence
from typing import Literal

import msgspec

from ..house.model import House
from ..house.points import point
from .progressive import Award

AMOUNTS = point("wager.envy")
COLLECTED_AFTER_A_FOLD = point("wager.envy_after_fold")


class Claim(msgspec.Struct, frozen=True):
    """What the envy rules look at in one seat."""

    seat: int
    player: str
    award: Award
    folded: bool
    bet: bool  # Has a progressive wager.


class EnvyPaid(msgspec.Struct, frozen=True):
    seat: int
    for_seat: int | Literal["dealer"]
    paid: int
    clauses: tuple[str, ...]
    rulings: tuple[str, ...]


def envy_bonuses(house: House, claims: Sequence[Claim], dealer: Award) -> list[EnvyPaid]:
    """In the order of settlement: by collector, then by holder, the dealer's hand last."""
    paid: list[EnvyPaid] = []
    if not any(_amount(house, award) for award in (dealer, *(claim.award for claim in claims))):
        return paid
    for collector in claims:
        if house.options.envy_needs_bet and not collector.bet:
            continue
        won = list(_for(house, collector, claims, dealer))
        if won and not house.options.envy_multiple:
            won = [max(won, key=lambda envy: envy.paid)]
        paid += won
    return paid


def _for(
    house: House, collector: Claim, claims: Sequence[Claim], dealer: Award
) -> Iterator[EnvyPaid]:
    clauses = house.clauses(AMOUNTS, "progressive")
    if collector.folded:
        clauses += house.clauses(COLLECTED_AFTER_A_FOLD, "progressive")
    rulings = house.rulings_on("envy_trigger")
    for holder in claims:
        own = holder.seat == collector.seat or (holder.player and holder.player == collector.player)
        cents = _amount(house, holder.award)
        if cents and _triggers(house, holder) and (house.options.envy_own_hand or not own):
            yield EnvyPaid(collector.seat, holder.seat, cents, clauses, rulings)
    if house.options.envy_dealer_hand and (cents := _amount(house, dealer)):
        yield EnvyPaid(collector.seat, "dealer", cents, clauses, rulings)


def _triggers(house: House, holder: Claim) -> bool:
    match house.options.envy_trigger:
        case "any_dealt_hand":
            return True
        case "any_unfolded":
            return not holder.folded
        case "holder_with_bet":
            return holder.bet and not holder.folded


def _amount(house: House, award: Award) -> int:
    amounts = house.progressive_terms.envy
    if award is Award.AKQ_SPADES:
        return amounts.akq_spades_cents
    return amounts.akq_suited_cents if award is Award.AKQ_SUITED else 0
