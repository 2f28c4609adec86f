"""Which bets go together: opening combinations, prerequisites, the linked versions of (f)(6)."""

from collections.abc import Iterator

from ..house.dollars import dollars
from ..house.model import House
from ..house.points import Point, point
from .document import SeatBets
from .refusal import Refusal, RefusalCode, refusal

OPENING_BETS = point("bets.opening")
NO_OTHER_WAGERS = point("bets.offered")
NEEDS_ANOTHER = point("wager.needs")
NEEDS_ANTE = point("wager.needs_ante")
VERSION_I = point("linked.up_to_ante")
VERSION_II = point("linked.up_to_twice_ante")
VERSION_III = point("linked.within_five_times")
_FIVE_TIMES = 5


def combination_refusals(house: House, bets: SeatBets) -> Iterator[Refusal]:
    wagers, seat = bets.wagers, bets.seat
    placed = [name for name in wagers.__struct_fields__ if getattr(wagers, name)]
    if not placed:
        message = "Nothing is bet: place an ante, a pair plus, or both."
        yield refusal(seat, RefusalCode.NO_WAGER, message, house.clauses(OPENING_BETS))
        return
    for name in placed:
        if name not in house.wagers:
            message = f"{house.name} offers no {name.replace('_', ' ')}."
            yield refusal(seat, RefusalCode.NOT_OFFERED, message, house.clauses(NO_OTHER_WAGERS))
    yield from _six_card_bonus(house, bets)
    yield from _progressive(house, bets)
    yield from _linked(house, bets)


def _six_card_bonus(house: House, bets: SeatBets) -> Iterator[Refusal]:
    wagers, options = bets.wagers, house.options
    if not wagers.six_card_bonus or not house.offers("six_card_bonus") or wagers.ante:
        return
    if not wagers.pair_plus:
        clauses = house.clauses(NEEDS_ANOTHER, "six_card_bonus")
        message = "The 6 Card Bonus cannot be bet by itself: add an ante, a pair plus, or both."
        yield refusal(bets.seat, RefusalCode.NEEDS_ANTE_OR_PAIR_PLUS, message, clauses)
    elif not options.six_card_with_pair_plus_only:
        message = "The 6 Card Bonus needs an ante here: pair plus alone is not enough."
        clauses = house.clauses(NEEDS_ANTE, "six_card_bonus")
        rulings = house.rulings_on("six_card_with_pair_plus_only")
        yield refusal(bets.seat, RefusalCode.NEEDS_ANTE, message, clauses, rulings)


def _progressive(house: House, bets: SeatBets) -> Iterator[Refusal]:
    wagers = bets.wagers
    if not wagers.progressive or not house.offers("progressive"):
        return
    clauses = house.clauses(NEEDS_ANOTHER, "progressive")
    if not wagers.ante and not wagers.pair_plus:
        message = "The progressive needs an ante, a pair plus, or both."
        yield refusal(bets.seat, RefusalCode.NEEDS_ANTE_OR_PAIR_PLUS, message, clauses)
    if house.options.progressive_requires_6cb and not wagers.six_card_bonus:
        message = "The progressive needs a 6 Card Bonus wager here."
        rulings = house.rulings_on("progressive_requires_6cb")
        yield refusal(bets.seat, RefusalCode.NEEDS_SIX_CARD_BONUS, message, clauses, rulings)


def _linked(house: House, bets: SeatBets) -> Iterator[Refusal]:
    """The versions of the game in which ante and pair plus are tied to each other."""
    ante, pair_plus = bets.wagers.ante, bets.wagers.pair_plus
    match house.options.wager_version:
        case "i":
            if pair_plus > ante:
                yield _too_low(house, bets, RefusalCode.ANTE_BELOW_PAIR_PLUS, pair_plus, VERSION_I)
        case "ii":
            if pair_plus > 2 * ante:
                code, step = RefusalCode.ANTE_BELOW_HALF_PAIR_PLUS, house.limits.ante.step_cents
                least = -(-pair_plus // (2 * step)) * step
                yield _too_low(house, bets, code, least, VERSION_II)
        case "iii":
            clauses = house.clauses(VERSION_III)
            if not ante or not pair_plus:
                message = "Ante and pair plus are both required."
                yield refusal(bets.seat, RefusalCode.BOTH_REQUIRED, message, clauses)
            elif max(ante, pair_plus) > _FIVE_TIMES * min(ante, pair_plus):
                message = "Neither of ante and pair plus may be more than five times the other."
                yield refusal(bets.seat, RefusalCode.MORE_THAN_FIVE_TIMES, message, clauses)
        case "free":
            pass


def _too_low(
    house: House, bets: SeatBets, code: RefusalCode, least: int, because: Point
) -> Refusal:
    pair_plus = dollars(bets.wagers.pair_plus)
    message = f"A pair plus of {pair_plus} needs an ante of at least {dollars(least)}."
    return refusal(bets.seat, code, message, house.clauses(because))
