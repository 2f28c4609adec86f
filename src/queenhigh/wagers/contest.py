"""Ante and play against the dealer's hand, and the bonus that a good ante hand earns."""

from ..house.model import House
from ..house.points import Point, point
from ..house.wager import When
from .award import Deal, bonus_row, odds_text, result_of, row_of
from .outcome import Outcome, reasons

ANTE_FOLDED = point("ante.fold")
ANTE_DEALER_OUT = point("ante.dealer_out")
ANTE_WINS = point("ante.wins")
ANTE_LOSES = point("ante.loses")
ANTE_TIES = point("contest.ties")
PLAY_FOLDED = point("play.fold")
PLAY_DEALER_OUT = point("play.dealer_out")
PLAY_WINS = point("play.wins")
PLAY_LOSES = point("play.loses")
PLAY_TIES = point("contest.ties")
BONUS_WHATEVER_THE_DEALER_HOLDS = point("ante_bonus.pays")
BONUS_DEALER_OUT = point("ante_bonus.dealer_out")
BONUS_DEALER_PLAYS = point("ante_bonus.dealer_plays")
BONUS_ON_A_LOSS = point("ante_bonus.ante_loses")
BONUS_ON_A_TIE = point("ante_bonus.ties")

_ANTE: dict[When, Point] = {
    "dealer_out": ANTE_DEALER_OUT,
    "wins": ANTE_WINS,
    "loses": ANTE_LOSES,
    "ties": ANTE_TIES,
}
_PLAY: dict[When, Point] = {
    "dealer_out": PLAY_DEALER_OUT,
    "wins": PLAY_WINS,
    "loses": PLAY_LOSES,
    "ties": PLAY_TIES,
}


def settle_play(house: House, deal: Deal, contest: When) -> Outcome:
    """A folded hand has no play wager; a toke or a coupon left on the spot is taken with it."""
    if contest == "folded":
        return Outcome("forfeit", reasons(house, PLAY_FOLDED))
    return _settled(house, "play", deal, contest, _PLAY[contest])


def settle_ante(house: House, deal: Deal, contest: When) -> Outcome:
    if contest == "folded":
        earned = bonus_row(house, deal, "loses") is not None
        decided_by = ("ante_bonus.requires",) if earned else ()
        return Outcome("forfeit", reasons(house, ANTE_FOLDED, decided_by=decided_by))
    return _settled(house, "ante", deal, contest, _ANTE[contest])


def _settled(house: House, name: str, deal: Deal, contest: When, because: Point) -> Outcome:
    part = house.ante if name == "ante" else house.play
    result = result_of(part, contest)
    decided_by: tuple[str, ...] = (f"{name}.tie",) if contest == "ties" else ()
    if result != "win":
        return Outcome(result, reasons(house, because, decided_by=decided_by))
    row = row_of(part, deal, contest)
    if row is None:
        return Outcome("win", reasons(house, because, decided_by=decided_by), odds="1 to 1")
    path = f"{name}.pays.{row.key}"
    cited = reasons(house, path, because, decided_by=(*decided_by, f"{name}.pays"))
    return Outcome("win", cited, row, odds_text(house, row))


def settle_ante_bonus(house: House, deal: Deal, contest: When) -> Outcome | None:
    """The bonus, or None where there is none to pay."""
    row = bonus_row(house, deal, contest)
    if row is None or not row.amount:
        return None
    decided_by = ["ante_bonus.pays", "ante_bonus.base"]
    if contest == "folded":
        decided_by.append("ante_bonus.requires")
    if contest == "folded" or result_of(house.ante, contest) == "lose":
        decided_by.append("ante_bonus.ante_loses")
    because = [f"ante_bonus.pays.{row.key}", BONUS_WHATEVER_THE_DEALER_HOLDS, *_bonus(contest)]
    cited = reasons(house, *because, decided_by=tuple(decided_by))
    return Outcome("win", cited, row, odds_text(house, row))


def _bonus(contest: When) -> list[Point]:
    match contest:
        case "dealer_out":
            return [BONUS_DEALER_OUT]
        case "wins":
            return [BONUS_DEALER_PLAYS]
        case "loses":
            return [BONUS_DEALER_PLAYS, BONUS_ON_A_LOSS]
        case "ties":
            return [BONUS_DEALER_PLAYS, BONUS_ON_A_TIE]
        case _:
            return []


def bonus_base(house: House, ante: int, play: int) -> int:
    return ante + play if house.ante_bonus.base == "ante_plus_play" else ante


