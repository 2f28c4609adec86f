"""The PAR sheet of a house: the figures that a mathematician signs and a regulator files.

The modules beside this one work out the figures; this one gathers them. The date is passed in, so
the same house and date always give the same sheet.
"""

import datetime
from collections import Counter
from collections.abc import Callable, Collection, Mapping
from functools import partial
from math import log10
from platform import python_version

import msgspec

from ... import __version__
from ...cards.best_of_six import SixCardCategory
from ...house.linter import Finding
from ...house.model import House
from ...wagers.document import SeatBets
from ...wagers.least_bets import least_of_each
from ..analysis.analysis import analyze, read_meters
from ..analysis.analysis_figures import Analysis, SideFigures, Strategy
from ..analysis.contest_table import ContestPart, contest_tables
from ..analysis.returns import Returns, returns
from ..analysis.side_wager import side_wager, stake_of
from ..analysis.strategy import HandWorth, RuleCost, strategy
from ..analysis.titles import titles
from ..analysis.wager_figures import WagerFigures
from ..deals.dealer_counts import counted
from ..deals.six_ranks import SIX_CARD_SETS, six_card_counts
from ..deals.suit_classes import HANDS, hand_classes
from ..exact_figure import Exact, exact, root
from ..meters.meter_course import CourseAtSeats, meter_courses, process_at
from ..risk.bankroll import Hold, hold, seat_hold, theoretical_win_cents
from ..risk.exposure import Exposure, exposure
from ..risk.joint_distribution import joint
from ..risk.joint_figures import JointFigures, joint_figures
from ..risk.many_rounds import Jackpots
from ..risk.table_hold import TableHold, table_hold
from .rulebook import RuleBook, rule_book, settings_hash
from .rules_of_play import rules_of_play

ROUNDS = (100, 300, 1_000, 3_000, 10_000, 30_000, 100_000, 1_000_000)
ROUNDS_AN_HOUR = 60
_METERS = 7  # Rows of a meter's table, from zero to past the break-even.
_METERS_UP_TO = 10  # Rows from the seed to the amount by which a meter must be hit.


class Title(msgspec.Struct, frozen=True, kw_only=True):
    key: str
    name: str
    book: str
    book_title: str
    standing: str
    currency: str
    settings_hash: str
    file_hash: str | msgspec.UnsetType = msgspec.UNSET  # Of the house's own file.
    date: str
    queenhigh: str


class Frequency(msgspec.Struct, frozen=True):
    hand: str
    combinations: int
    probability: Exact


class Frequencies(msgspec.Struct, frozen=True, kw_only=True):
    """Hand frequencies, strongest hand first."""

    three_cards: tuple[Frequency, ...]
    dealer_qualifies: Frequency
    six_cards: tuple[Frequency, ...] | msgspec.UnsetType = msgspec.UNSET


class SheetStrategy(msgspec.Struct, frozen=True):
    strategy: Strategy
    plays: Exact
    closest: tuple[HandWorth, ...]
    rules: tuple[RuleCost, ...]


class AtMeter(msgspec.Struct, frozen=True):
    """A wager's edge at a meter, by the number of seats betting it, from one."""

    meter_cents: int
    house_edge: tuple[Exact, ...]


class Position(msgspec.Struct, frozen=True, kw_only=True):
    """All bets of a seat together, with the best decisions for all of them."""

    bets: dict[str, int]  # Cents.
    meters: dict[str, int] = {}  # Cents, by meter.
    figures: JointFigures
    rounds_an_hour: int
    collection_fee_cents: int
    theoretical_win_cents: Exact  # Per hour, collection fee included.


class Volatility(msgspec.Struct, frozen=True, kw_only=True):
    """Volatility of the house's win per unit of opening bets."""

    deviations: dict[str, tuple[Exact, ...]]  # By wager: of the hold, for each number of rounds.
    holds: dict[str, tuple[Hold, ...]]  # By wager, without envy; see `hold`.
    rounds: tuple[int, ...]
    expected: Exact  # With meters fixed at their current amounts.
    hold: tuple[Hold, ...]  # Of the position; fewer where results are too spread out.
    meter_moves: bool = False  # If true, the hold includes the meter's growth and hits.
    left_still: str = ""  # Why a moving meter is held fixed.


class Sheet(msgspec.Struct, frozen=True, kw_only=True):
    title: Title
    rule_book: RuleBook
    frequencies: Frequencies
    analysis: Analysis
    strategy: SheetStrategy
    position: Position
    meters: dict[str, tuple[AtMeter, ...]] = {}  # By wager with a meter.
    titles: dict[str, str]  # Of bets, and of wager results as `wager.result`.
    volatility: Volatility
    rules: tuple[str, ...]  # Rules of play in words.
    contest: tuple[ContestPart, ...]
    returns: dict[str, Returns]  # By wager.
    exposure: Exposure
    courses: dict[str, tuple[CourseAtSeats, ...]] = {}  # By wager with a meter.
    table: TableHold | None = None  # For seats with an ante.
    versions: dict[str, str]


def par_sheet(
    house: House,
    date: datetime.date,
    *,
    bets: Mapping[str, int] | None = None,
    meter_cents: int | None = None,
    meters: Mapping[str, int] | None = None,
    seats: int = 1,
    rounds_an_hour: int = ROUNDS_AN_HOUR,
    findings: Collection[Finding] = (),
    changed: Collection[str] = (),
    file_hash: str | None = None,
) -> Sheet:
    """Build the sheet of a house.

    The joint figures are for `bets` in cents by wager, by default the minimum of each. `findings`
    are the linter's on the house's file, `changed` the settings changed for this sheet alone, and
    `file_hash` the SHA-256 of that file.
    """
    analysis = analyze(house, seats, meter_cents, meters=meters)
    standing = {**house.seeds, **read_meters(house, meter_cents, meters)}
    found = strategy(house)
    staked = _staked(house, bets)
    seat = joint(house, SeatBets(1, staked), meters=standing)
    figures = joint_figures(seat)
    fee = house.fee.amount_cents
    parts = contest_tables(house)
    return Sheet(
        title=Title(
            key=house.key,
            name=house.called,
            book=house.book.key,
            book_title=house.book.title,
            standing=house.standing,
            currency=house.currency,
            settings_hash=settings_hash(house),
            file_hash=file_hash or msgspec.UNSET,
            date=date.isoformat(),
            queenhigh=__version__,
        ),
        rule_book=rule_book(house, findings, changed),
        frequencies=frequencies(house),
        analysis=analysis,
        strategy=SheetStrategy(
            found.strategy, analysis.ante_play.plays, found.closest, found.rules
        ),
        position=Position(
            bets=staked,
            meters=standing,
            figures=figures,
            rounds_an_hour=rounds_an_hour,
            collection_fee_cents=fee,
            theoretical_win_cents=theoretical_win_cents(
                seat.totals, rounds_an_hour=rounds_an_hour, fee_cents=fee
            ),
        ),
        meters={
            key: by_meter(house, key, each)
            for key, each in analysis.side_wagers.items()
            if each.break_even_meter is not msgspec.UNSET
        },
        titles=titles(house),
        volatility=Volatility(
            deviations={name: _deviations(each) for name, each in analysis.wagers.items()},
            holds={
                name: _holds(partial(_wager_hold, house, name, each))
                for name, each in analysis.wagers.items()
            },
            rounds=ROUNDS,
            expected=figures.house_edge,
            hold=_holds(partial(seat_hold, seat)),
            meter_moves=seat.jackpots is not None,
            left_still=seat.left_still,
        ),
        rules=rules_of_play(house),
        contest=parts,
        returns=returns(analysis, parts),
        exposure=exposure(house, standing),
        courses={
            key: course
            for key, each in analysis.side_wagers.items()
            if (course := meter_courses(house, key, each, dealt=house.seats))
        },
        table=table_hold(house, staked, standing),
        versions=_versions(),
    )


def _staked(house: House, bets: Mapping[str, int] | None) -> dict[str, int]:
    if bets is None:
        return least_of_each(house)
    staked = {wager: cents for wager, cents in bets.items() if cents}
    for wager in staked:
        if wager not in house.opening_bets:
            raise ValueError(f"{house.key} offers no {wager}")
    if not staked:
        raise ValueError("a sheet needs at least one bet for its joint figures")
    return staked


def frequencies(house: House) -> Frequencies:
    qualifying = sum(each.hands for each in hand_classes() if house.dealer_qualifies(each.hand))
    by_category: dict[str, int] = {}
    for each in counted(house):
        name = each.category.name.lower()
        by_category[name] = by_category.get(name, 0) + each.hand_class.hands
    looks = {w.look_of(row) for w in house.wagers.values() for row in w.pays.values()}
    six: tuple[Frequency, ...] | msgspec.UnsetType = msgspec.UNSET
    if "best_five" in looks:
        wheel = all(w.wheel for w in house.wagers.values() if w.of == "best_five")
        sets = six_card_counts(wheel=wheel)
        six = tuple(
            _frequency(each.name.lower(), sets[each], SIX_CARD_SETS)
            for each in reversed(SixCardCategory)
        )
    return Frequencies(
        three_cards=tuple(
            _frequency(name, hands, HANDS) for name, hands in reversed(by_category.items())
        ),
        dealer_qualifies=_frequency("dealer_qualifies", qualifying, HANDS),
        six_cards=six,
    )


def _frequency(hand: str, combinations: int, of: int) -> Frequency:
    return Frequency(hand, combinations, exact(combinations, of))


def by_meter(house: House, key: str, figures: SideFigures) -> tuple[AtMeter, ...]:
    """Edges at meters from the seed to well past one seat's break-even, and at the hit.

    A meter that must be hit by an amount is followed up to that amount.
    """
    alone = side_wager(house, key)
    (name,) = {row.meter for row in house.wagers[key].pays.values() if row.meter}
    even = alone.break_even_meter or figures.break_even_meter  # Unset is false.
    if even is msgspec.UNSET or figures.meter_cents is msgspec.UNSET:
        return ()
    seed = house.meters[name].seed_cents
    if by := house.meters[name].must_hit_by:
        meters = set(range(seed, by, _round_step((by - seed) / _METERS_UP_TO)))
    else:
        step = _round_step(max(even.value, seed) * 1.5 / (_METERS - 1))
        meters = {step * number for number in range(1, _METERS)} | {seed}
    if alone.long_run is not msgspec.UNSET:
        meters.add(round(alone.long_run.average_jackpot_meter.fraction))
    return tuple(
        AtMeter(
            meter,
            tuple(
                side_wager(house, key, seats, {name: meter}).house_edge
                for seats in range(1, house.seats + 1)
            ),
        )
        for meter in sorted(meters)
    )


def _round_step(cents: float) -> int:
    """The nearest of 1, 2, 2.5 or 5 times a power of ten, in hundreds of cents."""
    power = int(10 ** max(int(log10(max(cents, 100))), 2))
    steps = [tenths * power // 10 for tenths in (10, 20, 25, 50, 100)]
    return min(steps, key=lambda step: abs(log10(step / max(cents, 100))))


def _deviations(figures: WagerFigures) -> tuple[Exact, ...]:
    """Deviations for the numbers of rounds, as roots of exact variances."""
    spread = figures.variance.fraction
    return tuple(root(spread / rounds) for rounds in ROUNDS)


def _wager_hold(house: House, key: str, figures: WagerFigures, rounds: int) -> Hold:
    """The hold at the stake that values fixed awards, with a moving meter."""
    side = figures if isinstance(figures, SideFigures) else None
    process = process_at(house, key, side, 1) if side else None
    stake = stake_of(house.wagers[key]) if side else house.limits("ante").least
    paying = {row.key for row in house.wagers[key].pays.values() if row.meter} if process else ()
    plain: Counter[int] = Counter()
    hits: Counter[int] = Counter()
    for each in figures.outcomes:
        if each.outcome in paying:
            hits[-stake] += each.combinations
        else:
            plain[round(each.net * stake)] += each.combinations
    jackpots = Jackpots((process,), {(0,): hits}) if process else None
    return hold(plain, opening_cents=stake, rounds=rounds, jackpots=jackpots)


def _holds(worked_out: Callable[[int], Hold]) -> tuple[Hold, ...]:
    found: list[Hold] = []
    for rounds in ROUNDS:
        try:
            found.append(worked_out(rounds))
        except ValueError:  # Too spread out for this many rounds; the sheet says where it ends.
            break
    return tuple(found)


def _versions() -> dict[str, str]:
    from importlib.metadata import version

    return {
        "queenhigh": __version__,
        "Python": python_version(),
        "msgspec": version("msgspec"),
        "numba": version("numba"),
        "numpy": version("numpy"),
    }
