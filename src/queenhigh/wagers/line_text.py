"""A settled line as JSON text with room for amounts and names: one for every deal of its class."""

from typing import NamedTuple

import msgspec

from .contest import bonus_base, settle_ante_bonus
from .outcome import Outcome
from .reason import HandNames
from .seat import SeatHand, line_of_bonus, line_on, outcome_on, play_stake

_encoder = msgspec.json.Encoder()
# What stands for the names while a text is made: characters that no book and no house uses.
MARKS = HandNames("\ue000", "\ue001", "\ue002", "\ue003", "\ue004")
NO_NAME = len(MARKS)
LISTED = MARKS.index(MARKS.listed)


def encoded(value: object) -> str:
    return _encoder.encode(value).decode()


class LineText(NamedTuple):
    """Every amount is so many times the chips on one spot; names go in by their place in MARKS."""

    spot: str  # Whose chips: those of the ante for play and for the bonus.
    head: str
    staked: int
    middle: str  # Up to what is paid; where that and the stake returned are nothing, past them.
    paid: int
    returned: int
    tail: str
    first_name: int
    between: str
    second_name: int
    end: str


class Uncertain(Exception):
    """A line that depends on more than its class: on a meter, a limit, or fractions of a cent."""


def line_texts(hand: SeatHand, names: tuple[str, ...]) -> list[LineText]:
    """The lines of these bets, in this order."""
    found = ((name, _outcome(hand, name)) for name in names)
    return [_line_text(hand, name, outcome) for name, outcome in found if outcome is not None]


def _outcome(hand: SeatHand, name: str) -> Outcome | None:
    """None where there is no line: a bonus that is not paid, a play wager that was not made."""
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
    tail, first_name, rest = _before_a_name(tail)
    between, second_name, end = _before_a_name(rest)
    if any(mark in end for mark in MARKS):
        raise Uncertain
    middle = f',{middle}"paid":'
    if not line.paid and not line.returned:
        middle += '0,"returned":0'
    return LineText(
        "ante" if name in ("play", "ante_bonus") else name,
        f'{head}"stake":',
        times if line.stake else 0,
        middle,
        times * rate,
        times if line.returned else 0,
        f",{tail}",
        first_name,
        between,
        second_name,
        end,
    )


def _before_a_name(text: str) -> tuple[str, int, str]:
    """What comes before the first name, its place in MARKS, and what comes after it."""
    at, place = min((text.find(mark) % (len(text) + 1), n) for n, mark in enumerate(MARKS))
    return (text, NO_NAME, "") if at == len(text) else (text[:at], place, text[at + 1 :])
