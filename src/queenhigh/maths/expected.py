"""What a simulated round is expected to come to, exactly: the line that a run is held against."""

from fractions import Fraction
from math import comb

from ..house.model import House
from ..wagers.document import SeatBets
from .counting import Counted
from .joint import joint
from .simulation import Plan

_AKQ_SUITED = 2197 + 12 * 169 + 11 * 13 + 10  # Its place in the tables by rank.
_HANDS = comb(52, 3)
_ANY_METER = 10_000


def expected_cents(house: House, plan: Plan) -> Fraction:
    """The table's net of a round, envy and fee included: all but what the meter pays."""
    fee = house.options.collection_fee.amount * 100
    return plan.seats * (_seat_cents(house, plan) - fee) + _envy_cents(house, plan)


def jackpot_chance(plan: Plan) -> Fraction:
    """That a round's meter is hit: one seat has A-K-Q of spades, and has not folded it."""
    won = plan.wagers.progressive and _akq_stays(plan)
    return Fraction(plan.seats, _HANDS) if won else Fraction(0)


def _akq_stays(plan: Plan) -> bool:
    return not plan.wagers.ante or bool(plan.plays[_AKQ_SUITED])


def _seat_cents(house: House, plan: Plan) -> Fraction:
    """Twice the mean at one meter less that at twice the meter: what does not depend on it."""

    def plays(each: Counted) -> bool:
        first, second, third = (rank - 2 for rank in each.hand_class.ranks)
        suited = 2197 if each.hand_class.suited else 0
        return bool(plan.plays[suited + first * 169 + second * 13 + third])

    bets = SeatBets(1, plan.wagers)
    once, twice = (
        joint(house, bets, meter_cents=times * _ANY_METER, rule=plays).totals for times in (1, 2)
    )
    return 2 * _mean(once) - _mean(twice)


def _mean(totals: dict[int, int]) -> Fraction:
    return Fraction(sum(net * deals for net, deals in totals.items()), sum(totals.values()))


def _envy_cents(house: House, plan: Plan) -> Fraction:
    """Of all seats together. Every one of them has the progressive bet."""
    if house.progressive is None or not plan.wagers.progressive:
        return Fraction(0)
    options = house.options
    hands = plan.seats - 1 + options.envy_own_hand
    if not _akq_stays(plan) and options.envy_trigger != "any_dealt_hand":
        hands = 0
    hands += options.envy_dealer_hand
    amounts = house.progressive.envy
    suited, spades = amounts.akq_suited_cents, amounts.akq_spades_cents
    if options.envy_multiple:
        return Fraction(plan.seats * hands * (3 * suited + spades), _HANDS)
    with_spades = Fraction(hands, _HANDS)
    only_others = _chance_of_any(hands) - with_spades
    return plan.seats * (spades * with_spades + suited * only_others)


def _chance_of_any(hands: int) -> Fraction:
    """That among so many hands of one deck there is an A-K-Q suited, by inclusion and exclusion."""
    chance, ways = Fraction(0), Fraction(1)
    for held in range(1, min(hands, 4) + 1):
        ways *= Fraction(hands - held + 1, comb(52 - 3 * (held - 1), 3))
        chance -= (-1) ** held * comb(4, held) * ways
    return chance
