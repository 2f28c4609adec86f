"""Who wins the contest with the dealer: ante, play, and the bonus that a good ante hand earns."""

from fractions import Fraction
from functools import lru_cache

from ..cards.card import Hand
from ..house.citation import QUALIFIER
from ..house.model import House
from ..house.points import Point, point
from ..house.wager import Ante, Play, Result, Row, When
from .award import Deal, first_row, gain, odds_text, row_of
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


def contest_of(house: House, player: Hand, dealer: Hand, decision: str | None) -> When:
    """How a seat stands against the dealer. Without an ante there is no decision."""
    qualifies, order = house.dealer_qualifies(dealer), house.ranking
    return contest_between(
        decision, order.strength(player), order.strength(dealer), dealer_plays=qualifies
    )


def contest_between(
    decision: str | None, strength: int, dealers_strength: int, dealer_plays: bool
) -> When:
    if decision is None:
        return "no_ante"
    if decision == "fold":
        return "folded"
    if not dealer_plays:
        return "dealer_out"
    if strength == dealers_strength:
        return "ties"
    return "wins" if strength > dealers_strength else "loses"


def result_of(part: Ante | Play, contest: When) -> Result:
    """What the contest does to ante or play; a fold is up to the caller."""
    match contest:
        case "wins":
            return "win"
        case "dealer_out":
            return part.dealer_out
        case "ties":
            return part.tie
        case _:
            return "lose"


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


def bonus_row(house: House, deal: Deal, contest: When) -> Row | None:
    """The row of the ante bonus that is paid, if any."""
    bonus = house.ante_bonus
    if contest == "no_ante" or (contest == "folded" and bonus.requires == "play"):
        return None
    lost = contest == "folded" or result_of(house.ante, contest) == "lose"
    if lost and not bonus.on_loss:
        return None
    return first_row(bonus.pays, "player", deal, contest)


@lru_cache(maxsize=4096)  # Decisions and figures ask for the same deals.
def contest_net(
    house: House, player: Hand, dealer: Hand, contest: When, multiple: int = 1
) -> Fraction:
    """Ante, play and ante bonus together, in antes."""
    parts = _contest_cents(house, player, dealer, contest, multiple)
    return Fraction(sum(parts), house.ante.limits.least)


def contest_parts(
    house: House, player: Hand, dealer: Hand, contest: When, multiple: int = 1
) -> tuple[Fraction, Fraction, Fraction]:
    """Ante, play and ante bonus, each in antes."""
    ante, play, bonus = _contest_cents(house, player, dealer, contest, multiple)
    cents = house.ante.limits.least
    return Fraction(ante, cents), Fraction(play, cents), Fraction(bonus, cents)


def _contest_cents(
    house: House, player: Hand, dealer: Hand, contest: When, multiple: int
) -> tuple[int | Fraction, int | Fraction, int | Fraction]:
    """Results for the lowest ante, meters at their seeds: awards need not grow with the stake."""
    deal, ante_cents = Deal(house, player, dealer), house.ante.limits.least
    raised_cents = 0 if contest == "folded" else ante_cents * multiple
    ante: int | Fraction = -ante_cents
    play: int | Fraction = 0
    bonus: int | Fraction = 0
    if contest != "folded":
        ante = _net_cents(house, house.ante, deal, contest, ante_cents)
        play = _net_cents(house, house.play, deal, contest, raised_cents)
    if row := bonus_row(house, deal, contest):
        base_cents = ante_cents
        if house.ante_bonus.base == "ante_plus_play":
            base_cents += raised_cents
        # Only what the row adds: its stake is the ante's, and is counted there.
        bonus = gain(row, base_cents, house.seeds)
        if row.unit in ("for_one", "cents", "percent"):
            bonus += base_cents
    return ante, play, bonus


def _net_cents(
    house: House, part: Ante | Play, deal: Deal, contest: When, stake_cents: int
) -> int | Fraction:
    match result_of(part, contest):
        case "push":
            return 0
        case "lose":
            return -stake_cents
        case "win":
            row = row_of(part, deal, contest)
            return gain(row, stake_cents, house.seeds) if row else stake_cents
