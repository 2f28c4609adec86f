"""A settled seat as JSON text: written once per class of deals, and filled in for each."""

import re
from collections.abc import Sequence
from operator import itemgetter
from typing import Final

from .line_text import MARKS, LineText

# What is filled in for each seat, marked by characters that no book and no house uses.
_SEAT: Final = "\ue005"
_CARDS: Final = "\ue006"
_MORE: Final = "\ue007"
_FILLED_IN: Final = (_SEAT, _CARDS, _MORE, *MARKS)
_GAP: Final = re.compile(f"[{''.join(_FILLED_IN)}]")


class SeatText:
    """The text for some bets, a category and a situation, with gaps for amounts and names."""

    def __init__(self, category: str, decision: str, lines: Sequence[LineText]):
        self._amounts: list[tuple[str, int]] = []  # Each a multiple of the chips on a spot.
        text = ",".join(map(self._line, lines))
        text = (
            f'{{"seat":{_SEAT},"cards":{_CARDS},"category":{category},"decision":{decision},'
            f'"lines":[{text}],"net":%d{_MORE}}}'
        )
        gaps = [_FILLED_IN.index(mark) for mark in _GAP.findall(text)]
        self._text = _GAP.sub(_SEAT, text)
        self.lists_cards = _FILLED_IN.index(MARKS.listed) in gaps
        # Picks, from the values to fill in followed by the pieces between them, each in its turn.
        pieces = range(len(_FILLED_IN), len(_FILLED_IN) + len(gaps))
        in_turn = [place for pair in zip(pieces, gaps, strict=True) for place in pair]
        self.in_order = itemgetter(*in_turn, pieces.stop)
        self._paid = [(line.spot, line.paid) for line in lines]
        self._gains = [(line.spot, line.paid + line.returned - line.staked) for line in lines]

    def paid_cents(self, wagers: dict[str, int]) -> list[int]:
        """What each line pays."""
        return [wagers[spot] * paid for spot, paid in self._paid]

    def staked(self, wagers: dict[str, int]) -> tuple[bytes, ...]:
        """The pieces with their amounts, between which seat, cards, more and names are filled in.

        `in_order` of those values and these pieces is the text.
        """
        net = sum([wagers[spot] * gain for spot, gain in self._gains])
        amounts = [wagers[spot] * times for spot, times in self._amounts]
        return tuple((self._text % (*amounts, net)).encode().split(_SEAT.encode()))

    def _line(self, line: LineText) -> str:
        """A line with a `%d` for each amount."""
        first, *rest = (part.replace("%", "%%") for part in line.parts)
        text = first
        for times, part in zip((line.staked, line.paid, line.returned), rest, strict=True):
            if times:
                self._amounts.append((line.spot, times))
            text += f"{'%d' if times else '0'}{part}"
        return text
