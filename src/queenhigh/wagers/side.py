"""A side wager settled: what a fold does to it, the row that fits, and the reasons."""

from collections.abc import Collection
from functools import lru_cache

import msgspec

from ..house.citation import QUALIFIER, together
from ..house.model import House
from ..house.points import Point, point
from ..house.wager import Result, Row, TokeLimits, Wager, When
from .award import Deal, fits, forfeits, odds_text, row_of
from .outcome import Outcome, reasons

PAYS = point("wager.pays")
LOSES = point("wager.loses")
LOOKS_AT = point("wager.of")
DEALER_OUT = point("wager.dealer_out")
DEALER_PLAYS = point("wager.dealer_plays")
FOLD_FORFEITS = point("wager.fold_forfeits")
FOLD_STAYS = point("wager.fold_stays")
PAID_LAST = point("wager.paid_last")
TOKES_AT_MOST = point("wager.toke_odds")


def settle_side(
    house: House, wager: Wager, deal: Deal, contest: When, placed: frozenset[str], *, toke: bool
) -> Outcome:
    folded = contest == "folded"
    if is_taken_by_a_fold(house, wager, contest, placed, toke=toke):
        return _forfeited(house, wager.key)
    row = row_of(wager, deal, contest)
    key = row.key if row else ""
    rulings = _doubts(house, wager, deal, contest, key)
    written = _row_as_written(house, wager, deal, contest)
    outcome = _settled(house, wager.key, key, written, folded, deal.dealer_plays, toke, rulings)
    if deal.qualifier_departs and wager.asks_for_a_contest:
        cited = together([outcome.cited, house.cited(QUALIFIER)])
        return msgspec.structs.replace(outcome, cited=cited)
    return outcome


def is_taken_by_a_fold(
    house: House, wager: Wager, contest: When, placed: Collection[str], *, toke: bool
) -> bool:
    taken = forfeits(wager, placed) or (toke and house.tokes.on_fold == "taken")
    return contest == "folded" and taken


def side_result(row: Row | None) -> Result:
    """The result of a row; an award of zero returns the stake only if odds are to one."""
    if row is None:
        return "lose"
    if row.amount:
        return "win"
    return "push" if row.unit in ("push", "to_one") else "lose"


def row_for_toke(wager: Wager, row: Row) -> Row:
    """The row by which a toke is paid: the same one, unless its odds are above the limit."""
    most = wager.tokes.most_to_one if isinstance(wager.tokes, TokeLimits) else None
    if most is not None and row.unit == "to_one" and row.amount >= most:
        return msgspec.structs.replace(row, to_one=most)
    return row


def _row_as_written(house: House, wager: Wager, deal: Deal, contest: When) -> str:
    """The key of the row by which the book would pay, if the house has changed the wager."""
    as_written = house.law.wager_as_written(wager.key)
    row = row_of(as_written, deal, contest) if as_written else None
    return row.key if row else ""


@lru_cache(maxsize=1024)
def _forfeited(house: House, key: str) -> Outcome:
    decided_by = (f"wagers.{key}.fold",)
    return Outcome("forfeit", reasons(house, FOLD_FORFEITS, wager=key, decided_by=decided_by))


@lru_cache(maxsize=16384)
def _settled(
    house: House,
    wager_key: str,
    row_key: str,
    written_key: str,
    folded: bool,
    dealer_plays: bool,
    toke: bool,
    rulings: tuple[str, ...],
) -> Outcome:
    """The outcome, which depends on the cards only through the row, so it is cached."""
    wager, path = house.wagers[wager_key], f"wagers.{wager_key}"
    row = wager.pays[row_key] if row_key else None
    because: list[Point | str] = [f"{path}.pays.{row_key}" if row else f"{path}.pays"]
    if written_key not in ("", row_key):
        because.append(f"{path}.pays.{written_key}")
    decided_by = [f"{path}.fold"] if folded else []
    if row:
        decided_by.append(f"{path}.pays.{row_key}.{row.unit}")
        if row.paid != "in_turn":
            decided_by.append(f"{path}.pays.{row_key}.paid")
    result = side_result(row)
    pays = result == "win"
    if pays:
        because.append(PAYS)
    elif result == "lose":
        because.append(LOSES)
    because += [DEALER_PLAYS if dealer_plays else DEALER_OUT, LOOKS_AT]
    if folded:
        because.append(FOLD_STAYS)
    if row and pays and toke and (limited := row_for_toke(wager, row)) is not row:
        row = limited
        because.append(TOKES_AT_MOST)
    last = False
    if row and pays and (row.paid != "in_turn" or wager.pass_ == "separate"):
        last = True
        because.append(PAID_LAST)
    cited = reasons(house, *because, wager=wager_key, decided_by=tuple(decided_by), rulings=rulings)
    if row_key != written_key and _looks_elsewhere(house, wager):
        cited = house.law.changed_by(
            cited, f"{path}.of"
        )  # The book's clauses on the row are about other cards.
    if row is None or result == "lose":
        return Outcome("lose", cited)
    if not pays:
        return Outcome("push", cited, row)
    return Outcome("win", cited, row, odds_text(house, row), paid_last=last)


def _looks_elsewhere(house: House, wager: Wager) -> bool:
    as_written = house.law.wager_as_written(wager.key)
    return as_written is not None and as_written.of != wager.of


def _doubts(house: House, wager: Wager, deal: Deal, contest: When, key: str) -> tuple[str, ...]:
    """The rulings without which this hand would count differently, such as one on the wheel."""
    law = house.law
    found = [
        ruling
        for ruling, row in law.contested_hands(wager.key)
        if fits(row, row.of or wager.of, deal)
    ]
    on_the_wheel = law.rulings_on(f"wagers.{wager.key}.wheel")
    if on_the_wheel and deal.may_hold_a_wheel():
        other = row_of(wager, deal, contest, wheel=not wager.wheel)
        if (other.key if other else "") != key:
            found += on_the_wheel
    return tuple(found)
