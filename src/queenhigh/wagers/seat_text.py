"""A settled seat as JSON text: written once for every deal of a class, and filled in for each."""

import re
from collections.abc import Sequence
from itertools import count
from operator import itemgetter
from typing import Final

from .line_text import MARKS, LineText

# What is filled in: seat, cards, what follows the net, the names of MARKS, the net, the amounts.
_SEAT: Final = 0
_CARDS: Final = 1
_MORE: Final = 2
_NAMES: Final = 3
_NET: Final = _NAMES + len(MARKS)
_AMOUNTS: Final = _NET + 1
_MARKED = re.compile(f"([{''.join(MARKS)}])")


class SeatText:
    """Bets of some names, a category of hand, a situation: all but amounts and names is written."""

    def __init__(self, category: str, decision: str, lines: Sequence[LineText]):
        self._amounts: list[tuple[str, int]] = []  # Each so many times the chips on a spot.
        self._parts: list[str | int] = []
        self._add('{"seat":', _SEAT, ',"cards":', _CARDS)
        self._add(f',"category":{category},"decision":{decision},"lines":[')
        for place, line in enumerate(lines):
            self._add_line(line, "," if place else "")
        self._add('],"net":', _NET, _MORE, "}")
        self.lists_cards = _NAMES + MARKS.index(MARKS.listed) in self._parts
        # The parts that are always the same come after what is filled in.
        self._fixed = tuple(part for part in self._parts if isinstance(part, str))
        fixed = count(_AMOUNTS + len(self._amounts))
        places = (next(fixed) if isinstance(part, str) else part for part in self._parts)
        self.in_order = itemgetter(*places)
        self._paid = [(line.spot, line.paid) for line in lines]
        self._gains = [
            (
                spot,
                sum(line.paid + line.returned - line.staked for line in lines if line.spot == spot),
            )
            for spot in dict.fromkeys(line.spot for line in lines)
        ]

    def paid_cents(self, wagers: dict[str, int]) -> list[int]:
        """Line by line."""
        return [wagers[spot] * paid for spot, paid in self._paid]

    def staked(self, wagers: dict[str, int]) -> tuple[str, ...]:
        """The amounts and what is always the same: seat, cards, more and names go before them.

        `in_order` of all of these is the text.
        """
        net = sum([wagers[spot] * gain for spot, gain in self._gains])
        amounts = [str(wagers[spot] * times) for spot, times in self._amounts]
        return (str(net), *amounts, *self._fixed)

    def _add(self, *parts: str | int) -> None:
        """Text as it is, and by their places what is filled in."""
        for part in parts:
            if isinstance(part, str) and self._parts and isinstance(self._parts[-1], str):
                self._parts[-1] += part
            else:
                self._parts.append(part)

    def _add_line(self, line: LineText, before: str) -> None:
        amounts = (line.staked, line.paid, line.returned)
        self._add(before)
        for text, times in zip(line.parts, (*amounts, None), strict=True):
            for piece in _MARKED.split(text):
                self._add(_NAMES + MARKS.index(piece) if piece in MARKS else piece)
            if times is not None:
                self._add_amount(line.spot, times)

    def _add_amount(self, spot: str, times: int) -> None:
        if not times:
            self._add("0")
            return
        if (spot, times) not in self._amounts:
            self._amounts.append((spot, times))
        self._add(_AMOUNTS + self._amounts.index((spot, times)))
