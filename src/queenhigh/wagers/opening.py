"""Whether opening bets are allowed: all objections to them, seat by seat."""

from collections.abc import Iterable, Iterator
from functools import lru_cache

import msgspec

from ..house.model import House
from ..house.points import point
from .combinations import combination_refusals, offer_refusals
from .document import Instrument, Moment, Round, SeatBets, check_seats
from .instruments import instrument_refusals
from .limits import is_about_limits, limit_refusals, notice_of, player_limit_refusals
from .lock import lock_refusals
from .match_play import coupon_refusals
from .positions import position_refusals
from .refusal import Refusal
from .tokes import toke_refusals

KEPT_WHEN_UNSPECIFIED = point("toke.unspecified")
COLLECTED_BEFORE_THE_DEAL = point("fee.collected")


class FeeDue(msgspec.Struct, frozen=True):
    """The collection fee, taken after "no more bets"; not part of any wager."""

    seat: int
    amount: int
    message: str
    clauses: tuple[str, ...]


class DirectToke(msgspec.Struct, frozen=True):
    """A toke not declared as a bet: the dealer must keep it."""

    seat: int
    amount: int
    clauses: tuple[str, ...]


class Checked(msgspec.Struct):
    accepted: bool
    refusals: list[Refusal] | msgspec.UnsetType = msgspec.UNSET
    notices: list[Refusal] | msgspec.UnsetType = msgspec.UNSET
    collection_fee: list[FeeDue] | msgspec.UnsetType = msgspec.UNSET
    direct_tokes: list[DirectToke] | msgspec.UnsetType = msgspec.UNSET


def check_opening(house: House, written: Round) -> Checked:
    check_seats(house, written.seats)
    late = {bets.seat for bets in written.seats if bets.noticed_late}
    moment = written.moment
    doubtful = [bets for bets in written.seats if not _is_allowed(house, bets, moment)]
    found = [each for bets in doubtful for each in _refusals(house, bets, moment)]
    notices = [notice_of(house, each) for each in found if _stands(each, late)]
    refusals = [each for each in found if not _stands(each, late)]
    refusals += position_refusals(house, written.seats)
    refusals += player_limit_refusals(house, written.seats)
    checked = Checked(accepted=not refusals)
    if refusals:
        checked.refusals = refusals
    if notices:
        checked.notices = notices
    if direct := [bets for bets in written.seats if bets.unspecified_toke]:
        kept = house.clauses(KEPT_WHEN_UNSPECIFIED)
        checked.direct_tokes = [DirectToke(b.seat, b.unspecified_toke, kept) for b in direct]
    if checked.accepted and (fees := list(_fees(house, written.seats))):
        checked.collection_fee = fees
    return checked


_Amounts = tuple[tuple[str, int], ...]


@lru_cache(maxsize=4096)
def are_allowed_singly(house: House, wagers: _Amounts, offered_as: Instrument) -> bool:
    """Whether there is no objection to a seat's bets one by one."""
    bets = SeatBets(1, dict(wagers), offered_as=offered_as)
    return next(single_bet_refusals(house, bets), None) is None


def single_bet_refusals(house: House, bets: SeatBets) -> Iterator[Refusal]:
    """Objections to a seat's bets one by one, which another bet would not normally remove."""
    yield from instrument_refusals(house, bets)
    yield from offer_refusals(house, bets)
    yield from limit_refusals(house, bets)


def _is_allowed(house: House, bets: SeatBets, moment: Moment) -> bool:
    """Whether such bets are allowed at any seat."""
    tokes = () if bets.tokes is msgspec.UNSET else tuple(bets.tokes.items())
    coupons = () if bets.match_play is msgspec.UNSET else tuple(bets.match_play.items())
    wagers = tuple(bets.wagers.items())
    return _are_allowed(house, wagers, tokes, coupons, bets.offered_as, moment)


@lru_cache(maxsize=4096)
def _are_allowed(
    house: House,
    wagers: _Amounts,
    tokes: _Amounts,
    coupons: _Amounts,
    offered_as: Instrument,
    moment: Moment,
) -> bool:
    bets = SeatBets(1, dict(wagers), tokes=dict(tokes), match_play=dict(coupons))
    bets.offered_as = offered_as
    return next(_refusals(house, bets, moment), None) is None


def _refusals(house: House, bets: SeatBets, moment: Moment) -> Iterator[Refusal]:
    yield from lock_refusals(house, bets, moment)
    yield from instrument_refusals(house, bets)
    yield from combination_refusals(house, bets)
    yield from limit_refusals(house, bets)
    yield from toke_refusals(house, bets)
    yield from coupon_refusals(house, bets)


def _stands(found: Refusal, late: set[int]) -> bool:
    return found.seat in late and is_about_limits(found)


def _fees(house: House, seats: list[SeatBets]) -> Iterator[FeeDue]:
    """Fees owed by everyone with a bet, even on pair plus alone."""
    cents = house.fee.amount_cents
    for seat in seats_with_fee(house, [(bets.seat, bets.player or "") for bets in seats]):
        message = f"{house.money(cents)} to enter the hand, collected before the cards."
        yield FeeDue(seat, cents, message, house.clauses(COLLECTED_BEFORE_THE_DEAL))


def seats_with_fee(house: House, seats: Iterable[tuple[int, str]]) -> Iterator[int]:
    """The seats that owe the fee, each with its player: once per player, or for each position."""
    charged: set[str | int] = set()
    for seat, player in seats if house.fee.amount_cents else ():
        if house.fee.per == "position" or (player or seat) not in charged:
            charged.add(player or seat)
            yield seat
