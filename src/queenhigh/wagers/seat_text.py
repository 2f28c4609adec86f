"""A settled seat as JSON text: written once per class of deals, and filled in for each."""

from collections.abc import Sequence
from typing import Final

from .line_text import MARKS, LineText

# Placeholders for the names of hands: characters that JSON has only in escaped form.
OWN: Final = b"\0"
DEALERS: Final = b"\1"
OWN_COMPARED: Final = b"\2"
DEALERS_COMPARED: Final = b"\3"
LISTED: Final = b"\4"
_NAMES: Final = (OWN, DEALERS, OWN_COMPARED, DEALERS_COMPARED, LISTED)
_PLACES: Final = dict(zip(MARKS, map(bytes.decode, _NAMES), strict=True))


class SeatText:
    """The text that follows the cards, for some bets, a category and a situation."""

    def __init__(self, category: str, decision: str, lines: Sequence[LineText]):
        self._amounts: list[tuple[str, int]] = []  # Each a multiple of the chips on a spot.
        text = ",".join(map(self._line, lines))
        text = f',"category":{category},"decision":{decision},"lines":[{text}],"net":%d'
        for mark, name in _PLACES.items():
            text = text.replace(mark, name)
        self._text = text
        self._paid = [(line.spot, line.paid) for line in lines]
        self._gains = [(line.spot, line.paid + line.returned - line.staked) for line in lines]

    def paid_cents(self, wagers: dict[str, int]) -> list[int]:
        """What each line pays."""
        return [wagers[spot] * paid for spot, paid in self._paid]

    def staked(self, wagers: dict[str, int]) -> bytes:
        """The text with its amounts, up to the net."""
        net = sum([wagers[spot] * gain for spot, gain in self._gains])
        amounts = [wagers[spot] * times for spot, times in self._amounts]
        return (self._text % (*amounts, net)).encode()

    def _line(self, line: LineText) -> str:
        """A line with a `%d` for each amount."""
        first, *rest = (part.replace("%", "%%") for part in line.parts)
        text = first
        for times, part in zip((line.staked, line.paid, line.returned), rest, strict=True):
            if times:
                self._amounts.append((line.spot, times))
            text += f"{'%d' if times else '0'}{part}"
        return text
