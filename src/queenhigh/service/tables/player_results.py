"""A player's own rounds, compared with their expectation."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations
from math import sqrt

import msgspec

from ...cards.card import parse_hand
from ...extras import need_figures
from ...floor.abandoned_work import go_on
from ...house.model import House
from ...maths.analysis.analysis_figures import ANTE_PLAY
from ...maths.exact_figure import variance
from ...wagers.document import SeatBets
from ...wagers.round_settlement import SeatSettled
from ..reports.report_pool import figured
from .house_edges import Amounts, in_steps
from .lobby import Lobby
from .round_history import OwnRound, RoundShown, own_rounds
from .running_table import Running


class Expected(msgspec.Struct, frozen=True):
    """The expectation of all bets of one round together, with best play."""

    mean_cents: float
    variance: float  # In cents squared.
    mistakes_cents: float = 0.0  # The average cost of the decisions against the best ones.
    decisions: int = 0
    wrong: int = 0


class RunningTotal(msgspec.Struct, frozen=True):
    """Everything up to a round, added up."""

    round: int
    staked: int
    net: int
    mean_cents: float
    mistakes_cents: float
    luck_cents: float  # The rest of `net`: neither expected nor a mistake.
    deviation_cents: float  # One standard deviation.
    decisions: int
    wrong: int


class Results(msgspec.Struct, frozen=True):
    """Rounds from the first to the last, each with its expectation."""

    table: str
    rounds: list[RoundShown]
    expected: list[Expected]  # In the same order as `rounds`,
    totals: list[RunningTotal]  # and so are these.


@figured
def results(lobby: Lobby, running: Running, viewer: str, limit: int) -> Results:
    found = own_rounds(lobby, running, viewer, None, limit)
    own = [each for each in reversed(found) if each.shown.staked and not each.shown.void]
    expected = []
    for each in own:
        go_on()
        expected.append(expected_of(running.table.house, each))
    rounds = [each.shown for each in own]
    return Results(running.id, rounds, expected, list(_totals(rounds, expected)))


def _totals(rounds: list[RoundShown], expected: list[Expected]) -> Iterator[RunningTotal]:
    staked = net = decisions = wrong = 0
    mean = mistakes = spread = 0.0
    for shown, each in zip(rounds, expected, strict=True):
        staked += shown.stake
        net += shown.net
        mean += each.mean_cents
        mistakes += each.mistakes_cents
        spread += each.variance
        decisions += each.decisions
        wrong += each.wrong
        luck = net - mean + mistakes
        yield RunningTotal(
            shown.number, staked, net, mean, mistakes, luck, sqrt(spread), decisions, wrong
        )


def expected_of(house: House, round_: OwnRound) -> Expected:
    """The expected result of a round, without envy bonuses.

    Bets of a seat share its cards, and seats share the dealer's. Between seats, bets of the same
    kind are correlated; bets of different kinds are hardly so.
    """
    named = {key or house.only_meter or "": cents for key, cents in round_.meters.items()}
    meters = in_steps(named)
    bets = [_bets(each) for each in round_.seats]
    figures = [_of_seat(house, each, meters) for each in bets]
    covariances = sum(2 * _of_two(house, one, other) for one, other in combinations(bets, 2))
    decided = [each for each in round_.seats if each.decision]
    costs = [_mistake(house, seat) for seat in decided]
    return Expected(
        sum(each.mean_cents for each in figures) - round_.fees,
        sum(each.variance for each in figures) + covariances,
        sum(costs),
        len(decided),
        sum(1 for cost in costs if cost),
    )


def _mistake(house: House, seat: SeatSettled) -> float:
    """The average cost of a decision; zero if it was the better one.

    If play has several sizes, assume the best one.
    """
    bets = tuple((wager, stake) for wager, stake in _bets(seat).wagers)
    return _cost(house, tuple(seat.cards), bets, seat.decision or "")


@lru_cache(maxsize=4096)
def _cost(house: House, cards: tuple[str, ...], bets: Amounts, decision: str) -> float:
    need_figures()
    from ...maths.analysis.strategy import advise

    seat = SeatBets(1, dict(bets))
    found = advise(house, parse_hand(cards), seat)
    if found.best == decision:
        return 0.0
    return abs(found.play.value - found.fold.value) * seat.ante


class _Bets(msgspec.Struct, frozen=True):
    wagers: Amounts
    coupons: Amounts


def _bets(seat: SeatSettled) -> _Bets:
    """The bets made before the deal: play is a decision, and the ante bonus is not a bet."""
    wagers = {line.wager: line.stake for line in seat.lines if line.stake and not line.on}
    wagers.pop("play", None)
    coupons = {line.on: line.face or 0 for line in seat.lines if line.on}
    return _Bets(tuple(wagers.items()), tuple(coupons.items()))


@lru_cache(maxsize=4096)
def _of_seat(house: House, bets: _Bets, meters: Amounts) -> Expected:
    need_figures()
    from ...maths.risk.joint_distribution import joint

    seat = SeatBets(1, dict(bets.wagers))
    if bets.coupons:
        seat.match_play = dict(bets.coupons)
    totals = joint(house, seat, meters=dict(meters)).totals
    deals = sum(totals.values())
    mean = sum(net * count for net, count in totals.items()) / deals
    return Expected(mean, float(variance(totals.items())))


def _of_two(house: House, one: _Bets, other: _Bets) -> float:
    need_figures()
    from ...maths.analysis.two_seats import covariance

    found, others = 0.0, dict(other.wagers)
    for wager, stake in one.wagers:
        squared = stake * others.get(wager, 0)
        if squared:
            game = ANTE_PLAY if wager == "ante" else wager
            found += squared * float(covariance(house, game))
    return found
