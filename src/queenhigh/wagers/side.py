"""A side wager settled: what a fold does to it, the row that fits, and the reasons."""

import msgspec

from ..house.model import House
from ..house.points import Point, point
from ..house.wager import TokeLimits, Wager, When
from .award import Deal, fits, forfeits, odds_text, row_of
from .outcome import Outcome, reasons

WINS = point("wager.pays")
LOSES = point("wager.loses")
LOOKS_AT = point("wager.of")
DEALER_OUT = point("wager.dealer_out")
DEALER_PLAYS = point("wager.dealer_plays")
FORFEITED = point("wager.fold_forfeits")
STAYS = point("wager.fold_stays")
PAID_LAST = point("wager.paid_last")
TOKES_AT_MOST = point("wager.toke_odds")


def settle_side(
    house: House, wager: Wager, deal: Deal, contest: When, placed: frozenset[str], *, toke: bool
) -> Outcome:
    folded = contest == "folded"
    path = f"wagers.{wager.key}"
    if folded and (forfeits(wager, placed) or (toke and house.tokes.on_fold == "taken")):
        decided_by = (f"{path}.fold",)
        cited = reasons(house, FORFEITED, wager=wager.key, decided_by=decided_by)
        return Outcome("forfeit", cited)
    row = row_of(wager, deal, contest)
    dealer_plays = house.dealer_qualifies(deal.dealer)
    because: list[Point | str] = [DEALER_PLAYS if dealer_plays else DEALER_OUT, LOOKS_AT]
    if folded:
        because.append(STAYS)
    contested = _contested(house, wager, deal, contest, row.key if row else "")
    decided_by = (*([f"{path}.fold"] if folded else []), *contested)
    doubted = _hands_in_doubt(house, wager, deal)
    if row is None or row.unit == "push" or not row.amount:
        first: list[Point | str] = [f"{path}.pays.{row.key}" if row else f"{path}.pays"]
        if row is None:
            first.append(LOSES)
        cited = reasons(house, *first, *because, wager=wager.key, decided_by=decided_by, rulings=doubted)
        return Outcome("push" if row else "lose", cited, row)
    most = wager.tokes.most_to_one if toke and isinstance(wager.tokes, TokeLimits) else None
    if most is not None and row.unit == "to_one" and row.amount >= most:
        row = msgspec.structs.replace(row, to_one=most)
        because.append(TOKES_AT_MOST)
    last = row.paid != "in_turn" or wager.pass_ == "separate"
    if last:
        because.append(PAID_LAST)
    cited = reasons(
        house,
        f"{path}.pays.{row.key}",
        WINS,
        *because,
        wager=wager.key,
        decided_by=decided_by,
        rulings=doubted,
    )
    return Outcome("win", cited, row, odds_text(house, row), paid_last=last)


def _hands_in_doubt(house: House, wager: Wager, deal: Deal) -> tuple[str, ...]:
    """The rulings that are about hands like this one."""
    doubts = house.law.contested_hands(wager.key)
    return tuple(ruling for ruling, row in doubts if fits(row, row.of or wager.of, deal))


def _contested(house: House, wager: Wager, deal: Deal, contest: When, key: str) -> list[str]:
    """The settings of the wager that a ruling decides and that decided this hand."""
    path, found = f"wagers.{wager.key}", []
    if key:
        row = wager.pays[key]
        found.append(f"{path}.pays.{key}.{row.unit}")
        if row.paid != "in_turn":
            found.append(f"{path}.pays.{key}.paid")
    if house.rulings_on(f"{path}.wheel"):
        other = row_of(wager, deal, contest, wheel=not wager.wheel)
        if (other.key if other else "") != key:
            found.append(f"{path}.wheel")
    return found

