"""The dealer's moves in their physical order: taking, pushing and paying, one after another."""

from collections.abc import Callable, Iterable, Iterator
from typing import Literal

import msgspec

from ..house.model import House
from ..house.wager import Paid
from ..house.words import plain_words
from .outcome import Line
from .round_settlement import SeatSettled, Settled

Action = Literal["take", "push", "pay"]


class Move(msgspec.Struct, frozen=True, gc=False):
    action: Action
    seat: int
    wager: str
    cents: int  # Chips taken or winnings paid; 0 if the bet stays.
    toke: bool = False
    manner: str = ""  # How the chips are handled, if the house says,
    because: str = ""  # and the setting that says so.
    line: Line | None = None  # The line it settles; None for envy.


class _Bet(msgspec.Struct, frozen=True, eq=False, gc=False):
    seat: int
    line: Line
    toke: bool


def moves(house: House, settled: Settled) -> list[Move]:
    """Folded bets, then the hands from the dealer's right, then what is paid last."""
    folded, hands, last = list[_Bet](), list[_Bet](), list[_Bet]()
    for bet in (bet for seat in settled.seats for bet in _bets(house, seat)):
        forfeited = bet.line.result == "forfeit"
        (last if bet.line.paid_last is True else folded if forfeited else hands).append(bet)
    ordered = [
        *sorted(folded, key=_seat),  # In the order of the decisions: from the dealer's left.
        *_passes(house, hands),
        *_paid_last(house, last),
    ]
    envy = [Move("pay", each.seat, "envy", each.paid) for each in settled.envy]
    large = {seat.seat for seat in settled.seats if seat.large_payout is not msgspec.UNSET}
    return [_move(house, bet, large=bet.seat in large) for bet in ordered] + envy


def _move(house: House, bet: _Bet, *, large: bool) -> Move:
    line = bet.line
    if line.result in ("lose", "forfeit"):
        return Move("take", bet.seat, line.wager, line.stake, bet.toke, line=line)
    if line.result == "push":
        return Move("push", bet.seat, line.wager, 0, bet.toke, line=line)
    manner, because = _manner(house, bet, large=large)
    return Move("pay", bet.seat, line.wager, line.paid, bet.toke, manner, because, line)


def _manner(house: House, bet: _Bet, *, large: bool) -> tuple[str, str]:
    """How a payout is made, if the book says, and the setting that says so."""
    if bet.toke and house.tokes.winners_tapped:
        manner = "taken down with the wager, tapped once on the tray, into the tip container"
        return manner, "tokes.winners_tapped"
    if house.completion.payouts is None:
        told = house.book.support("completion.pay_style")
        manner = plain_words(house.completion.pay_style) if told else ""
        return manner, "completion.pay_style"
    if large:
        return "cut out in the work area, apart from the other bets", "payouts.large"
    wager = house.wagers.get(bet.line.wager)
    if wager and wager.manner:
        return wager.manner, f"wagers.{wager.key}.manner"
    even = bet.line.odds == "1 to 1"
    return "sized into" if even else "sized from a stack or broken down", "completion.payouts"


def _bets(house: House, seat: SeatSettled) -> Iterator[_Bet]:
    """A seat's bets in the house's order, tokes after the player's own bet or after all bets."""
    tokes = [] if seat.tokes is msgspec.UNSET else list(seat.tokes)
    beside = tokes and house.settlement.tokes != "after_all"
    for line in seat.lines:
        yield _Bet(seat.seat, line, toke=False)
        for toke in [toke for toke in tokes if toke.wager == line.wager] if beside else ():
            tokes.remove(toke)
            yield _Bet(seat.seat, toke, toke=True)
    for toke in tokes:
        yield _Bet(seat.seat, toke, toke=True)


def _passes(house: House, hands: list[_Bet]) -> Iterator[_Bet]:
    if house.settlement.passes == "per_hand":
        yield from hands
        return
    yield from _where(hands, lambda bet: bet.line.result == "lose")
    yield from _where(hands, lambda bet: bet.line.result != "lose")


def _paid_last(house: House, last: list[_Bet]) -> Iterator[_Bet]:
    """Separate passes from right to left, then royals and jackpots; jackpots from left to right."""
    paid = {bet: _paid(house, bet) for bet in last}
    yield from _where(last, lambda bet: paid[bet] == "in_turn")
    for group in house.settlement.last:
        if group == "royal":
            yield from _where(last, lambda bet: paid[bet] == "last")
        else:
            yield from sorted(_where(last, lambda bet: paid[bet] == "last_from_left"), key=_seat)


def _paid(house: House, bet: _Bet) -> Paid:
    wager = house.wagers.get(bet.line.wager)
    key = bet.line.category
    row = wager.pays.get(key) if wager and isinstance(key, str) else None
    return row.paid if row else "in_turn"


def _where(bets: Iterable[_Bet], wanted: Callable[[_Bet], bool]) -> Iterator[_Bet]:
    return (bet for bet in bets if wanted(bet))


def _seat(bet: _Bet) -> int:
    return bet.seat
