"""Rounds and opening bets as a user writes them, and their results in a few words.

Everything goes through JSON documents, so that the rule tests see what a user sees. In the tables,
money is in dollars, and a bet's result is the odds at which it won (``1 to 1``), or ``push``,
``lose``, ``forfeit``, or ``none`` if the bet has no line.
"""

from collections.abc import Iterable, Iterator
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from queenhigh.house.loader import built_in_keys, load_house, read_house, with_options
from queenhigh.house.model import House
from queenhigh.wagers.document import Round, read_round
from queenhigh.wagers.opening import Checked, check_opening
from queenhigh.wagers.outcome import Line
from queenhigh.wagers.refusal import Refusal
from queenhigh.wagers.round_settlement import SeatSettled, Settled, settle_round
from queenhigh.wagers.sequence import Move, moves
from queenhigh.wagers.settled_json import SettledLines
from queenhigh.wagers.usual_round import UsualRound

Document = dict[str, Any]
ALL_HOUSES = " ".join(built_in_keys())


# Writing


def cents(dollars: str) -> int:
    return int(Decimal(dollars) * 100)


def bets(text: str) -> dict[str, int]:
    """Read ``ante 5, pair_plus 2.50`` in cents; an empty text means no bets."""
    return dict(_bets(text))


@cache
def _bets(text: str) -> tuple[tuple[str, int], ...]:
    pairs = (each.split() for each in text.split(",") if each.strip())
    return tuple((name, cents(dollars)) for name, dollars in pairs)


def seat(
    number: int = 1,
    cards: str = "",
    wagers: str = "ante 10",
    *,
    decision: str = "play",
    tokes: str = "",
    coupons: str = "",
    **more: Any,
) -> Document:
    """A seat of a settle document; the decision is written only if there is an ante."""
    written: Document = {"seat": number, "wagers": bets(wagers)}
    if cards:
        written["cards"] = cards
    if cards and "ante" in written["wagers"]:
        written["decision"] = decision
    if tokes:
        written["tokes"] = bets(tokes)
    if coupons:
        written["match_play"] = bets(coupons)
    return written | more


def table(house: str, *seats: Document, options: Document | None = None, **more: Any) -> Document:
    document: Document = {"house": house, "seats": list(seats)} | more
    return document | ({"options": options} if options else {})


def opened(written: Round | UsualRound) -> House:
    """Return the house a document names, with the document's options."""
    return with_options(load_house(written.house), bytes(written.options) or b"{}")


def own_house(folder: Path, text: str) -> House:
    """Load a house from a user's own file."""
    file = folder / "own.toml"
    file.write_text(text, "utf-8")
    return read_house(file)


# Settling


class SeatResult:
    """One seat after settlement."""

    def __init__(self, settled: SeatSettled):
        self.settled = settled
        self.net = settled.net
        self.lines = by_wager(settled.lines)
        self.tokes = {} if settled.tokes is msgspec.UNSET else by_wager(settled.tokes)

    def __getitem__(self, wager: str) -> str:
        return told(self.lines.get(wager))

    def toke(self, wager: str) -> str:
        return told(self.tokes.get(wager))


def settle(document: Document) -> Settled:
    written = read_round(msgspec.json.encode(document))
    return settle_round(opened(written), written)


def settle_in_a_stream(document: Document) -> Settled:
    """Settle as `settle --lines` does: three times as fast, for hundreds of thousands of hands."""
    results: list[bytes] = []
    _STREAM.add(msgspec.json.encode(document), results)
    return _DECODER.decode(b"".join(results))


_DECODER = msgspec.json.Decoder(Settled)
_STREAM = SettledLines(opened)


def settled(
    house: str,
    dealer: str,
    cards: str,
    wagers: str = "ante 10",
    *,
    options: Document | None = None,
    meter: int | None = None,
    **of_seat: Any,
) -> SeatResult:
    """Settle one seat against the dealer."""
    more = {} if meter is None else {"progressive_meter": meter}
    at_one = seat(1, cards, wagers, **of_seat)
    return result(settle(table(house, at_one, options=options, dealer=dealer, **more)))


def result(round: Settled, number: int | None = None) -> SeatResult:
    """Return a seat's result; without a number, that of the only seat."""
    found = [each for each in round.seats if number in (None, each.seat)]
    assert len(found) == 1
    return SeatResult(found[0])


def by_wager(lines: list[Line]) -> dict[str, Line]:
    """Index lines by wager; coupons go by their spot: ``match_play on ante``."""
    named = {
        line.wager if line.on is msgspec.UNSET else f"{line.wager} on {line.on}": line
        for line in lines
    }
    assert len(named) == len(lines), "a wager was settled twice"
    return named


def told(line: Line | None) -> str:
    """Return a bet's result, after checking that the money moved accordingly."""
    if line is None:
        return "none"
    assert {type(line.stake), type(line.paid), type(line.returned)} == {
        int
    }  # Money is in whole cents.
    coupon_or_bonus = line.wager in ("match_play", "ante_bonus")
    assert line.stake == 0 or not coupon_or_bonus
    if line.result != "win":
        assert (line.odds, line.paid) == (None, 0)
        assert line.returned == (line.stake if line.result == "push" else 0)
        return line.result
    assert line.odds is not None
    if line.odds.endswith("%"):
        assert line.returned == 0
        return line.odds
    times, unit = line.odds.split(maxsplit=1)
    assert unit in ("to 1", "for 1")
    assert line.returned == (line.stake if unit == "to 1" else 0)
    if line.face is not msgspec.UNSET:
        assert line.paid == line.face * int(times)
    elif line.wager != "ante_bonus":
        assert line.paid == line.stake * int(times)
    return line.odds


def moves_of(document: Document) -> list[Move]:
    written = read_round(msgspec.json.encode(document))
    house = opened(written)
    return moves(house, settle_round(house, written))


def move_list(document: Document) -> list[str]:
    """List the dealer's moves in order, as in ``pay 3 ante`` or ``take 1 pair_plus toke``."""
    return [
        f"{each.action} {each.seat} {each.wager}{' toke' * each.toke}"
        for each in moves_of(document)
    ]


# Checking


def check(document: Document) -> Checked:
    written = read_round(msgspec.json.encode(document))
    return check_opening(opened(written), written)


def refusals(document: Document) -> list[Refusal]:
    checked = check(document)
    assert checked.accepted is (checked.refusals is msgspec.UNSET)
    return [] if checked.refusals is msgspec.UNSET else checked.refusals


def answer(house: str, wagers: str, *, options: Document | None = None, **of_seat: Any) -> str:
    """Return ``accepted``, or the refusal codes of one seat's opening bets."""
    found = refusals(table(house, seat(1, "", wagers, **of_seat), options=options))
    return ", ".join(each.code for each in found) or "accepted"


# Hands

RANKS = "23456789TJQKA"
SUITS = "cdhs"


@cache
def all_hands() -> tuple[tuple[str, str, str], ...]:
    deck = [rank + suit for rank in RANKS for suit in SUITS]
    return tuple(
        (deck[first], deck[second], deck[third])
        for third in range(52)
        for second in range(third)
        for first in range(second)
    )


def seated_together(
    hands: Iterable[tuple[str, ...]], seats: int = 7
) -> Iterator[list[tuple[str, ...]]]:
    """Seat all the hands at tables where no two hands share a card."""
    waiting: list[tuple[list[tuple[str, ...]], set[str]]] = []
    for hand in hands:
        free = (each for each in waiting if each[1].isdisjoint(hand))
        if (found := next(free, None)) is None:
            found = [], set()
            waiting.append(found)
        at_table, dealt = found
        at_table.append(hand)
        dealt.update(hand)
        if len(at_table) == seats:
            waiting.remove(found)
            yield at_table
    for at_table, _ in waiting:
        yield at_table
