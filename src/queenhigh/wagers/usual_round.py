"""A round in the form of most lines of a stream: cards, decisions and wagers, nothing else.

Its wagers stay as written, so that lines with the same bets have the same bytes.
"""

import msgspec

from ..house.seats import SeatNumber
from .document import Cents, Decision, Meter


class UsualSeat(msgspec.Struct, forbid_unknown_fields=True, gc=False):
    seat: SeatNumber
    wagers: msgspec.Raw
    cards: str | list[str]
    decision: Decision | None = None
    player: str | msgspec.UnsetType = msgspec.UNSET


class UsualRound(msgspec.Struct, forbid_unknown_fields=True, gc=False):
    seats: list[UsualSeat]
    dealer: str | list[str]
    house: str = ""
    options: msgspec.Raw = msgspec.Raw()
    progressive_meter: Meter | msgspec.UnsetType = msgspec.UNSET


class Unusual(Exception):
    """A line that must be read and settled by itself."""


_decode = msgspec.json.Decoder(UsualRound).decode
_decode_wagers = msgspec.json.Decoder(dict[str, Cents]).decode


def read_usual(line: bytes) -> UsualRound:
    """Read a line; repeated keys are not detected."""
    try:
        if not line.isascii():
            line.decode("utf-8")
        return _decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise Unusual from None


def read_wagers(written: bytes) -> dict[str, int]:
    """Read the wagers; repeated keys are refused."""
    try:
        wagers = _decode_wagers(written)
    except msgspec.DecodeError:
        raise Unusual from None
    if written.count(b":") != len(wagers):
        raise Unusual
    return wagers
