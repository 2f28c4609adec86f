"""A side wager's figures, for a seat whose decisions are best for the ante alone."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from math import comb
from typing import NamedTuple

import msgspec

from ...house.model import House
from ...house.plain_data import carried_over
from ...house.wager import CONTESTS, HANDS, Row, Wager
from ...wagers.award import exact_paid, forfeits, odds_text, row_for
from ...wagers.meter_feed import contribution_cents
from ..deals.deals import deals_of
from ..deals.suit_classes import DEALER_HANDS
from ..exact_figure import Exact, exact, root, variance
from .analysis_figures import BySeats, LongRun, MeterShare, SideFigures
from .decisions import best_decisions
from .envy import EnvyMoments, envy_moments
from .trigger import Trigger
from .wager_figures import Result, wager_figures, whole

FORFEITED = "forfeited"
_SIX_CARDS = ("best_five", "all_six")


class Paid(NamedTuple):
    """Deals paid by a row, by none, or with the wager lost to a fold."""

    row: Row | None
    forfeited: bool
    combinations: int


def side_wager(
    house: House,
    key: str,
    seats: int = 1,
    meters: Mapping[str, int] | None = None,
    *,
    dealt: int | None = None,
) -> SideFigures:
    """Figures for one of `seats` seats with the wager, with `dealt` seats dealt in.

    By default all seats dealt in have the wager, and meters are at their seeds. A wager that
    must be called aloud is taken to be called whenever it must.
    """
    wager, standing = house.wagers[key], {**house.seeds, **(meters or {})}
    stake = stake_of(wager)
    paid = list(paid_rows(house, wager))
    results = [_result(house, wager, each, stake, standing) for each in paid]
    plain = carried_over(
        SideFigures,
        wager_figures(results),
        aggregate_left_out=house.payouts.aggregate_cents is not None,
        rounding_left_out=has_fractions(wager.pays.values()),
    )
    if has_fixed_awards(wager):
        plain = msgspec.structs.replace(plain, stake_cents=stake)
    if not wager.envy and not _metered(wager):
        return plain
    table = seats, seats if dealt is None else dealt
    return _with_meters(house, wager, plain, paid, results, table, standing)


def stake_of(wager: Wager) -> int:
    """The minimum stake, at which awards that do not grow with the stake are valued."""
    return wager.limits.least


def has_fractions(rows: Iterable[Row]) -> bool:
    """Whether some odds make a table round payouts to cents."""
    return any(row.unit in ("to_one", "for_one") and row.amount.denominator > 1 for row in rows)


def has_fixed_awards(wager: Wager) -> bool:
    fixed = any(row.unit in ("cents", "percent") for row in wager.pays.values())
    return fixed or wager.max_award_cents is not None


def net_of(wager: Wager, row: Row | None, stake: int, meters: Mapping[str, int]) -> Fraction:
    """The net in stakes as `wagers` settles a row, but without rounding to cents."""
    if row is None:
        return Fraction(-1)
    if row.unit == "push" or not row.amount:
        return Fraction(0)
    paid = exact_paid(row, stake, meters)
    if wager.max_award_cents is not None:
        paid = min(paid, Fraction(wager.max_award_cents))
    return paid / stake - (0 if row.unit == "to_one" else 1)


def paid_rows(house: House, wager: Wager) -> Iterator[Paid]:
    """Every row in order, then deals lost to a fold, then deals that no row pays."""
    found, of_each = _combinations(house, wager)
    for key, row in wager.pays.items():
        yield Paid(row, False, found.pop(key, 0) // of_each)
    if forfeited := found.pop(FORFEITED, 0):
        yield Paid(None, True, forfeited // of_each)
    yield Paid(None, False, sum(found.values()) // of_each)


def _combinations(house: House, wager: Wager) -> tuple[Counter[str], int]:
    """Deals by row, and the number of deals per combination of the cards that matter."""
    deals = deals_of(house, (wager.key,))
    decisions = deals.by_kind(best_decisions(house))
    taken = forfeits(wager, ("ante", wager.key))
    found: Counter[str] = Counter()
    for cell in deals.cells(decisions, house.play.multiples):
        row = row_for(house, wager, cell.player, cell.dealer, cell.contest)
        lost = cell.contest == "folded" and taken and row is not None
        found[FORFEITED if lost else row.key if row else ""] += cell.deals
    of_each = _deals_of_each(wager, forfeited=bool(found[FORFEITED]))
    return found, of_each


def _deals_of_each(wager: Wager, *, forfeited: bool) -> int:
    looks = {wager.look_of(row) for row in wager.pays.values()}
    if any(row.contests != CONTESTS for row in wager.pays.values()):
        return 1
    if looks == {"player"}:
        return DEALER_HANDS
    if looks == {"dealer"} and not forfeited:
        return DEALER_HANDS
    return comb(6, 3) if looks <= set(_SIX_CARDS) and not forfeited else 1


def unpaid_name(wager: Wager) -> str:
    """The one hand that no row pays, or ""."""
    plain = {
        row.hand
        for row in wager.pays.values()
        if not (row.ranks or row.suit or row.colour or row.when) and not row.of
    }
    unpaid = [hand for hand in HANDS[wager.of] if hand not in plain]
    return unpaid[0] if len(unpaid) == 1 else "nothing"


def _result(
    house: House, wager: Wager, paid: Paid, stake: int, meters: Mapping[str, int]
) -> Result:
    row = paid.row
    if row is None:
        name = FORFEITED if paid.forfeited else unpaid_name(wager)
        return Result(name, paid.combinations, -1, None, hit=False)
    net = net_of(wager, row, stake, meters)
    won = row.unit != "push" and bool(row.amount) and net > -1
    return Result(row.key, paid.combinations, whole(net), odds_text(house, row), won)


# Meters and envy


def _metered(wager: Wager) -> tuple[str, ...]:
    """The meters that it pays from."""
    return tuple(dict.fromkeys(row.meter for row in wager.pays.values() if row.meter))


def _with_meters(
    house: House,
    wager: Wager,
    plain: SideFigures,
    paid: list[Paid],
    results: list[Result],
    table: tuple[int, int],
    standing: Mapping[str, int],
) -> SideFigures:
    betting, dealt = table
    anyone = wager.envy is not None and wager.envy.trigger != "holder_with_bet"
    seats = dealt if anyone else betting  # Seats whose hands count.
    every, stake = plain.combinations, stake_of(wager)
    returns = _returns(paid, results, every)
    fixed = returns.pop(None, Fraction(0))
    envy = [envy_moments(house, wager, others, standing) for others in range(house.seats)]
    shares = [each.mean / stake for each in envy]
    here = envy[seats - 1]
    found = msgspec.structs.replace(plain, seats=betting, dealt=dealt)
    if wager.envy:
        found = msgspec.structs.replace(found, envy_of="dealt" if anyone else "betting")
        edge = plain.house_edge.fraction - shares[seats - 1]
        spread = _spread(results, here, stake)
        found = msgspec.structs.replace(
            found,
            house_edge=exact(edge) if shares[seats - 1] else plain.house_edge,
            variance=exact(spread),
            standard_deviation=root(spread),
            envy_per_other_seat=_over(shares[1] - shares[0] if len(shares) > 1 else 0, every),
        )
        if here.left_out:
            found = msgspec.structs.replace(found, envy_left_out=here.left_out)
    metered = _metered(wager)
    if not metered:
        by_seats = [BySeats(n, _over(share, every)) for n, share in enumerate(shares, start=1)]
        return msgspec.structs.replace(found, by_seats=tuple(by_seats))
    of_cent = {name: _of_a_cent(paid, name, stake, every) for name in metered}
    found = msgspec.structs.replace(found, fixed_return=_over(fixed, every))
    if not wager.envy:
        found = msgspec.structs.replace(found, envy_per_other_seat=_over(Fraction(0), every))
    if len(metered) > 1:
        whole_return = fixed + sum(returns.values(), Fraction(0)) + shares[seats - 1]
        return msgspec.structs.replace(
            found,
            by_seats=tuple(BySeats(n, _over(each, every)) for n, each in enumerate(shares, 1)),
            meters={
                name: MeterShare(
                    meter_cents=standing[name],
                    jackpot_return=_over(returns[name], every),
                    return_per_1000_dollars=_over(of_cent[name] * 100_000, every),
                    break_even_meter=_break_even(
                        wager, paid, name, 1 - whole_return + returns[name]
                    ),
                )
                for name in metered
            },
        )
    (name,) = metered
    trigger = _trigger(house, wager, name, paid)
    missing = [1 - fixed - share for share in shares]
    if trigger is None:
        break_even = [_break_even(wager, paid, name, each) for each in missing]
    else:
        break_even = [trigger.break_even(each, of_cent[name]) for each in missing]
        edge = found.house_edge.fraction - trigger.returned(standing[name])
        met = trigger.figures(standing[name])
        found = msgspec.structs.replace(found, house_edge=exact(edge), trigger=met)
    return msgspec.structs.replace(
        found,
        meter_cents=standing[name],
        jackpot_return=_over(returns[name], every),
        return_per_1000_dollars=_over(of_cent[name] * 100_000, every),
        break_even_meter=break_even[seats - 1],
        by_seats=tuple(
            BySeats(number, _over(share, every), even)
            for number, (share, even) in enumerate(zip(shares, break_even, strict=True), start=1)
        ),
        long_run=_long_run(house, wager, betting, paid, fixed + shares[seats - 1]) or msgspec.UNSET,
    )


def _trigger(house: House, wager: Wager, meter: str, paid: list[Paid]) -> Trigger | None:
    by, stake = house.meters[meter].must_hit_by, stake_of(wager)
    fed = contribution_cents(house, meter, [(wager.key, stake)])
    if not by or not fed:
        return None
    hits = sum(each.combinations for each in paid if each.row and each.row.meter == meter)
    return Trigger(by, fed, Fraction(hits, sum(each.combinations for each in paid)), stake)


def _returns(paid: list[Paid], results: list[Result], every: int) -> dict[str | None, Fraction]:
    """The return of the fixed awards (None), and of each meter at its current amount."""
    found: dict[str | None, Fraction] = {}
    for each, result in zip(paid, results, strict=True):
        meter = each.row.meter if each.row else None
        share = Fraction((result.net + 1) * result.combinations) / every
        found[meter] = found.get(meter, Fraction(0)) + share
    return found


def _of_a_cent(paid: list[Paid], meter: str, stake: int, every: int) -> Fraction:
    """What one cent of the meter returns."""
    return sum(
        (
            each.row.amount * each.combinations / (100 * stake * every)
            for each in paid
            if each.row and each.row.meter == meter
        ),
        Fraction(0),
    )


def _spread(results: list[Result], envy: EnvyMoments, stake: int) -> Fraction:
    own = variance((each.net, each.combinations) for each in results)
    return own + 2 * envy.covariance / stake + envy.variance / (stake * stake)


def _break_even(
    wager: Wager, paid: list[Paid], meter: str, missing: Fraction
) -> Exact | msgspec.UnsetType:
    """The meter that makes the bet fair; unset if what it pays never comes to that."""
    most = wager.max_award_cents
    awards = [
        (each.row.amount / 100, each.combinations)
        for each in paid
        if each.row and each.row.meter == meter and each.row.amount and each.combinations
    ]
    wanted = missing * stake_of(wager) * sum(each.combinations for each in paid)
    slope = sum((share * times for share, times in awards), Fraction(0))
    for share, times in sorted(awards, reverse=True):  # The largest share reaches the most first.
        even = wanted / slope
        if most is None or even * share <= most:
            return exact(even)
        slope -= share * times
        wanted -= most * times
    return msgspec.UNSET


def _long_run(
    house: House, wager: Wager, seats: int, paid: list[Paid], fixed_and_envy: Fraction
) -> LongRun | None:
    """Long-run figures if a hit empties the meter and only this wager feeds it.

    None if a trigger pays it too: then they depend on what a round feeds (`meter_course`).
    """
    (name,) = _metered(wager)
    hits = [each for each in paid if each.row and each.row.meter == name]
    feed = wager.feeds.get(name)
    others = [each for each in house.wagers.values() if name in each.meters]
    winning = sum(each.combinations for each in hits)
    if feed is None or len(others) > 1 or not winning:
        return None
    if house.meters[name].must_hit_by or wager.max_award_cents is not None:
        return None
    if any(each.row and each.row.amount != 100 for each in hits):
        return None
    stake, seed = stake_of(wager), house.meters[name].seed_cents
    bets = Fraction(sum(each.combinations for each in paid), winning)
    a_round = contribution_cents(house, name, [(wager.key, stake)] * seats)
    contribution = Fraction(a_round, seats * stake)  # Per unit bet.
    reserve = Fraction(feed.reserve_cents, stake)
    average = seed + bets * contribution * stake
    returned = fixed_and_envy + average / bets / stake
    return LongRun(
        bets_between_jackpots=exact(bets),
        average_jackpot_meter=exact(average),
        player_return=exact(returned),
        house_edge=exact(1 - returned),
        reserve_per_bet=exact(reserve),
        seed_per_bet=exact(Fraction(seed) / bets / stake),
        kept_per_bet=exact(1 - fixed_and_envy - contribution - reserve),
    )


def _over(share: int | Fraction, every: int) -> Exact:
    """Express a share over all combinations if that gives a whole number."""
    share = Fraction(share)
    of_all = share * every
    return exact(int(of_all), every) if of_all.denominator == 1 else exact(share)
