"""Ante and play against the dealer's hand, and the bonus that a good ante hand earns."""

from functools import lru_cache

from ..house.citation import QUALIFIER
from ..house.model import House
from ..house.points import Point, point
from ..house.wager import When
from .award import Deal, bonus_row, odds_text, result_of, row_of
from .outcome import Outcome, reasons

ANTE_FOLDED = point("ante.fold")
ANTE_DEALER_OUT = point("ante.dealer_out")
ANTE_WINS = point("ante.wins")
ANTE_LOSES = point("ante.loses")
TIES = point("contest.ties")
PLAY_FOLDED = point("play.fold")
PLAY_DEALER_OUT = point("play.dealer_out")
PLAY_WINS = point("play.wins")
PLAY_LOSES = point("play.loses")
BONUS_WHATEVER_THE_DEALER_HOLDS = point("ante_bonus.pays")
BONUS_DEALER_OUT = point("ante_bonus.dealer_out")
BONUS_DEALER_PLAYS = point("ante_bonus.dealer_plays")
BONUS_ON_A_LOSS = point("ante_bonus.ante_loses")
BONUS_ON_A_TIE = point("ante_bonus.ties")

_ANTE: dict[When, Point] = {
    "dealer_out": ANTE_DEALER_OUT,
    "wins": ANTE_WINS,
    "loses": ANTE_LOSES,
    "ties": TIES,
}
_PLAY: dict[When, Point] = {
    "dealer_out": PLAY_DEALER_OUT,
    "wins": PLAY_WINS,
    "loses": PLAY_LOSES,
    "ties": TIES,
}
_SETTINGS: dict[When, str] = {"dealer_out": "dealer_out", "ties": "tie"}


def settle_play(house: House, deal: Deal, contest: When) -> Outcome:
    """Settle play. A folded hand has none; a toke or coupon left on the spot is taken with it."""
    if contest == "folded":
        return _folded(house, PLAY_FOLDED, False)
    row = row_of(house.play, deal, contest) if house.play.pays else None
    return _settled(house, "play", contest, row.key if row else "", deal.qualifier_departs)


def settle_ante(house: House, deal: Deal, contest: When) -> Outcome:
    if contest == "folded":
        return _folded(house, ANTE_FOLDED, bonus_row(house, deal, "wins") is not None)
    row = row_of(house.ante, deal, contest) if house.ante.pays else None
    return _settled(house, "ante", contest, row.key if row else "", deal.qualifier_departs)


@lru_cache(maxsize=256)
def _folded(house: House, because: Point, earned_a_bonus: bool) -> Outcome:
    decided_by = ("ante_bonus.requires",) if earned_a_bonus else ()
    return Outcome("forfeit", reasons(house, because, decided_by=decided_by))


@lru_cache(maxsize=4096)
def _settled(
    house: House, name: str, contest: When, row_key: str, qualifier_departs: bool
) -> Outcome:
    part = house.ante if name == "ante" else house.play
    because: Point | str = (_ANTE if name == "ante" else _PLAY)[contest]
    if contest in _SETTINGS and house.law.standing(f"{name}.{_SETTINGS[contest]}").chosen:
        because = f"{name}.{_SETTINGS[contest]}"  # A ruling chose this, not the point.
    result = result_of(part, contest)
    decided_by: tuple[str, ...] = (f"{name}.tie",) if contest == "ties" else ()
    qualifier = (QUALIFIER,) if qualifier_departs else ()
    if result != "win" or not row_key:
        cited = reasons(
            house, *qualifier, because, wager=name, decided_by=decided_by, depends=qualifier
        )
        return Outcome(result, cited, odds="1 to 1" if result == "win" else None)
    row, path = part.pays[row_key], f"{name}.pays.{row_key}"
    cited = reasons(
        house,
        *qualifier,
        path,
        because,
        wager=name,
        decided_by=(*decided_by, f"{name}.pays"),
        depends=(*qualifier, path),
    )
    if row.unit == "push":
        return Outcome("push", cited, row)
    return Outcome("win", cited, row, odds_text(house, row))


def settle_ante_bonus(house: House, deal: Deal, contest: When) -> Outcome | None:
    """The bonus, or None if there is none to pay."""
    row = bonus_row(house, deal, contest)
    return _bonus(house, row.key, contest) if row and row.amount else None


@lru_cache(maxsize=4096)
def _bonus(house: House, row_key: str, contest: When) -> Outcome:
    row = house.ante_bonus.pays[row_key]
    decided_by = ["ante_bonus.pays", "ante_bonus.base"]
    if contest == "folded":
        decided_by.append("ante_bonus.requires")
    if contest == "folded" or result_of(house.ante, contest) == "lose":
        decided_by.append("ante_bonus.on_loss")
    because: list[Point | str] = [
        f"ante_bonus.pays.{row.key}",
        BONUS_WHATEVER_THE_DEALER_HOLDS,
        *_bonus_against(contest),
    ]
    cited = reasons(house, *because, decided_by=tuple(decided_by))
    return Outcome("win", cited, row, odds_text(house, row))


def _bonus_against(contest: When) -> list[Point]:
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
