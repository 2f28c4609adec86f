"""A settled line as JSON text with gaps for amounts and names, shared by all deals of its class."""

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from .contest import bonus_base, settle_ante_bonus
from .outcome import Outcome
from .reason import HandNames
from .seat import SeatHand, line_of_bonus, line_on, outcome_on, play_stake

_encoder = msgspec.json.Encoder()
# Placeholders for the names in a text: characters that no book and no house uses.
MARKS = HandNames("\ue000", "\ue001", "\ue002", "\ue003", "\ue004")


def encoded(value: object) -> str:
    return _encoder.encode(value).decode()


class LineText(NamedTuple):
    """The text without its amounts, each a multiple of the chips on one spot."""

    spot: str  # The bet whose chips count: the ante for play and for the bonus.
    parts: tuple[str, str, str, str]  # Stake, paid and returned go between them.
    staked: int
    paid: int
    returned: int


class Uncertain(Exception):
    """A line that depends on more than its class: a meter, a limit, or fractions of a cent."""


def line_texts(hand: SeatHand, names: Sequence[str]) -> list[LineText]:
    """The lines of these bets, in this order."""
    found = ((name, _outcome(hand, name)) for name in names)
    return [_line_text(hand, name, outcome) for name, outcome in found if outcome is not None]


def _outcome(hand: SeatHand, name: str) -> Outcome | None:
    """The outcome; None if there is no line: a bonus that is not paid, a play wager not made."""
    if name == "ante_bonus":
        return settle_ante_bonus(hand.house, hand.deal, hand.contest)
    return outcome_on(hand, name) if name != "play" or hand.play_stake else None


def _line_text(hand: SeatHand, name: str, outcome: Outcome) -> LineText:
    house, bets = hand.house, hand.bets
    wager, rate = house.wagers.get(name), outcome.whole_rate
    capped = wager is not None and wager.max_award_cents is not None and outcome.result == "win"
    if rate is None or capped:
        raise Uncertain
    match name:
        case "ante_bonus":
            times = bonus_base(house, bets.ante, hand.play_stake) // bets.ante
            line = line_of_bonus(hand, times * bets.ante, outcome)
        case "play":
            times = play_stake(house, bets) // bets.ante
            line = line_on(hand, name, times * bets.ante, outcome)
        case _:
            times = 1
            line = line_on(hand, name, bets.wagers[name], outcome)
    head, _, rest = encoded(line).partition(f'"stake":{line.stake},')
    middle, _, tail = rest.partition(f'"paid":{line.paid},"returned":{line.returned},')
    return LineText(
        "ante" if name in ("play", "ante_bonus") else name,
        (f'{head}"stake":', f',{middle}"paid":', ',"returned":', f",{tail}"),
        times if line.stake else 0,
        times * rate,
        times if line.returned else 0,
    )
