"""The progressive: fixed awards, the meter, envy, and what the meter returns in the long run."""

from collections.abc import Iterator
from fractions import Fraction

import msgspec

from ..cards.ranking import Category
from ..house.model import House
from ..wagers.document import SeatBets
from ..wagers.outcome import Contest, Line
from ..wagers.progressive import Award
from .awards import AWARDS, award_and_envy, award_counts
from .classes import HANDS
from .exact import Exact, exact, root, variance
from .figures import Result, WagerFigures, outcomes, sums
from .settling import lines, only, seat_hand

_CATEGORY_OF = {
    Award.NOTHING: Category.HIGH_CARD,
    Award.STRAIGHT: Category.STRAIGHT,
    Award.THREE_OF_A_KIND: Category.THREE_OF_A_KIND,
    Award.STRAIGHT_FLUSH: Category.STRAIGHT_FLUSH,
    Award.AKQ_SUITED: Category.STRAIGHT_FLUSH,
    Award.AKQ_SPADES: Category.STRAIGHT_FLUSH,
}


class BySeats(msgspec.Struct, frozen=True):
    """With so many seats betting the progressive, this one among them."""

    seats: int
    envy_return: Exact
    break_even_meter: Exact  # Cents.


class LongRun(msgspec.Struct, frozen=True):
    """Over many jackpots. The meter begins at the seed after each, and grows with every bet."""

    bets_between_jackpots: Exact
    average_jackpot_meter: Exact  # Cents, when it is hit.
    player_return: Exact
    house_edge: Exact  # What seed, awards and contributions leave the house.
    reserve_per_bet: Exact  # Set aside for the next seed, in stakes,
    seed_per_bet: Exact  # which takes this much.
    kept_per_bet: Exact  # What is left after awards, envy, contribution and reserve.


class ProgressiveFigures(WagerFigures, frozen=True, kw_only=True):
    """Edge, variance and deviation hold for the meter and the seats named, envy included."""

    seats: int
    meter_cents: int
    fixed_return: Exact
    jackpot_return: Exact
    return_per_1000_dollars: Exact  # Of the meter.
    envy_per_other_seat: Exact
    break_even_meter: Exact  # Cents.
    by_seats: tuple[BySeats, ...]
    long_run: LongRun


def progressive(house: House, seats: int = 1, meter_cents: int | None = None) -> ProgressiveFigures:
    """For a hand that is not folded: none that earns an award is ever worth folding.

    The meter is taken at its seed where none is given.
    """
    terms, stake = house.progressive_terms, _stake(house)
    meter = terms.meter.seed_cents if meter_cents is None else meter_cents
    results = list(_results(house, meter))
    found = sums(results)
    fixed, jackpot = _returns(results)
    envy = [_envy_return(house, others) for others in range(house.seats)]
    of_meter = Fraction(terms.akq_spades_percent, 100 * stake * HANDS)  # The return of a cent.
    break_even = [(1 - fixed - each) / of_meter for each in envy]
    net = Fraction(found.net) / HANDS + envy[seats - 1]
    spread = _variance(house, results, seats)
    return ProgressiveFigures(
        combinations=HANDS,
        house_edge=exact(-found.net, HANDS) if not envy[seats - 1] else exact(-net),
        variance=exact(spread),
        standard_deviation=root(spread),
        hit_frequency=exact(found.hits, HANDS),
        outcomes=outcomes(results, HANDS),
        seats=seats,
        meter_cents=meter,
        fixed_return=_of_hands(fixed),
        jackpot_return=_of_hands(jackpot),
        return_per_1000_dollars=_of_hands(of_meter * 100_000),
        envy_per_other_seat=_of_hands(_envy_return(house, 1) - envy[0]),
        break_even_meter=exact(break_even[seats - 1]),
        by_seats=tuple(
            BySeats(number, _of_hands(share), exact(even))
            for number, (share, even) in enumerate(zip(envy, break_even, strict=True), start=1)
        ),
        long_run=_long_run(house, fixed, envy[seats - 1]),
    )


def award_line(house: House, award: Award, bets: SeatBets, meter_cents: int) -> Line:
    hand = seat_hand(
        house, _CATEGORY_OF[award], Contest.PLAYER, award=award, meter_cents=meter_cents
    )
    (line,) = lines(hand, bets)
    return line


def _stake(house: House) -> int:
    return house.limit("progressive").minimum_cents


def _results(house: House, meter_cents: int) -> Iterator[Result]:
    stake, hands = _stake(house), award_counts(house.ranking)
    for award in reversed(AWARDS):
        # wagers refuses a jackpot out of an empty meter; one cent stands in, and is taken off.
        line = award_line(house, award, only(progressive=stake), max(meter_cents, 1))
        from_meter = award is Award.AKQ_SPADES and not meter_cents
        net = Fraction(line.net - (line.paid if from_meter else 0), stake)
        hit = line.result == "win" and net > -1
        yield Result(str(award), hands[award], _whole(net), line.odds, hit)


def _returns(results: list[Result]) -> tuple[Fraction, Fraction]:
    """Of the fixed awards, and of the meter as it stands."""
    of = {each.name: Fraction((each.net + 1) * each.combinations) / HANDS for each in results}
    jackpot = of.pop(str(Award.AKQ_SPADES))
    return sum(of.values(), Fraction(0)), jackpot


def _envy_return(house: House, others: int) -> Fraction:
    chances = award_and_envy(house, others)
    return sum((cents * chance for (_, cents), chance in chances.items()), Fraction(0)) / _stake(
        house
    )


def _variance(house: House, results: list[Result], seats: int) -> Fraction:
    net_of = {each.name: each.net for each in results}
    return variance(
        (net_of[str(award)] + Fraction(cents, _stake(house)), chance)
        for (award, cents), chance in award_and_envy(house, seats - 1).items()
    )


def _long_run(house: House, fixed: Fraction, envy: Fraction) -> LongRun:
    terms, stake = house.progressive_terms, _stake(house)
    bets = Fraction(HANDS, award_counts(house.ranking)[Award.AKQ_SPADES])
    contribution = Fraction(terms.meter.contribution_cents, 100)  # Of each unit bet.
    reserve = Fraction(terms.meter.reserve_cents, 100)
    average = terms.meter.seed_cents + bets * contribution * stake
    jackpot = average * terms.akq_spades_percent / 100 / bets / stake
    returned = fixed + envy + jackpot
    return LongRun(
        bets_between_jackpots=exact(bets),
        average_jackpot_meter=exact(average),
        player_return=exact(returned),
        house_edge=exact(1 - returned),
        reserve_per_bet=exact(reserve),
        seed_per_bet=exact(Fraction(terms.meter.seed_cents) / bets / stake),
        kept_per_bet=exact(1 - fixed - envy - contribution - reserve),
    )


def _of_hands(share: Fraction) -> Exact:
    """Out of 22,100 where that leaves a whole number."""
    of_hands = share * HANDS
    return exact(int(of_hands), HANDS) if of_hands.denominator == 1 else exact(share)


def _whole(number: Fraction) -> int | Fraction:
    return number.numerator if number.denominator == 1 else number
