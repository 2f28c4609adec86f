"""Settle a round: every bet of every seat, in the order in which the dealer handles them."""

from collections.abc import Callable, Mapping

import msgspec

from ..cards.card import Hand, card_texts
from ..cards.ranking import category_name, category_of
from ..house.model import House
from ..house.plain_data import Document
from ..house.wager import Wager
from ..house.words import plain_words
from . import announcements
from .award import Deal, row_of
from .contest import contest_of
from .document import DocumentError, Round, SeatBets, check_seats, meters_of, read_hands
from .envy import Claim, EnvyPaid, envy_bonuses
from .impossible_bets import check_bets
from .large_payout import LargePayoutDue, large_payout
from .outcome import Line
from .ranking_rulings import ranking_rulings
from .reason import shared_with_others
from .seat import SeatHand, settle_tokes, settle_wagers
from .tokes import taken_down


class DealerShown(msgspec.Struct):
    cards: list[str]
    category: str
    qualifies: bool
    announcement: str


class SeatSettled(msgspec.Struct):
    seat: int
    cards: list[str]
    category: str
    decision: str | None
    lines: list[Line]
    net: int
    tokes: list[Line] | msgspec.UnsetType = msgspec.UNSET
    large_payout: LargePayoutDue | msgspec.UnsetType = msgspec.UNSET
    rulings: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET


class MeterMoved(msgspec.Struct):
    """What the round moved on the house's only meter."""

    meter_before: int | None
    paid: int


class MeterPaid(msgspec.Struct):
    """What the round moved on one of several meters."""

    before: int | None
    paid: int


class Settled(msgspec.Struct):
    house: str
    dealer: DealerShown
    seats: list[SeatSettled]
    envy: list[EnvyPaid]
    announcements: list[str]
    to_the_dealer: int = 0  # Tokes that were kept or won, with their stakes: taken down.
    progressive: MeterMoved | msgspec.UnsetType = msgspec.UNSET
    meters: dict[str, MeterPaid] | msgspec.UnsetType = msgspec.UNSET

    def rulings(self) -> tuple[str, ...]:
        """The rulings that decided something in this round."""
        found: list[str] = []
        for seat in self.seats:
            found += [] if seat.rulings is msgspec.UNSET else seat.rulings
            tokes = [] if seat.tokes is msgspec.UNSET else seat.tokes
            for line in [*seat.lines, *tokes]:
                found += [] if line.rulings is msgspec.UNSET else line.rulings
            if seat.large_payout is not msgspec.UNSET:
                found += seat.large_payout.rulings
        for envy in self.envy:
            found += envy.rulings
        return tuple(dict.fromkeys(found))

    def to_dict(self) -> Document:
        """The result as `queenhigh settle` prints it."""
        answer: Document = msgspec.json.decode(msgspec.json.encode(self))
        return answer


def settled_so_far(house: House, seats: list[SeatSettled]) -> Settled:
    """A round with some hands still closed: no envy, and no overall result."""
    return Settled(house.key, DealerShown([], "", qualifies=False, announcement=""), seats, [], [])


def settled_seat(hand: SeatHand) -> SeatSettled:
    """Settle a seat bet by bet; the net is not added up yet."""
    bets, deal = hand.bets, hand.deal
    shown = bets.cards is not msgspec.UNSET
    seat = SeatSettled(
        bets.seat,
        [*card_texts(deal.player)] if shown else [],
        deal.category("player") if shown else "",
        bets.decision,
        list(settle_wagers(hand)),
        0,
    )
    if bets.tokes is not msgspec.UNSET:
        seat.tokes = list(settle_tokes(hand))
    if not shown:
        _must_be_lost(seat)
    elif rulings := ranking_rulings(hand.house, deal.player, deal.dealer, hand.contest):
        seat.rulings = rulings
    return seat


def settle_round(
    house: House,
    written: Round,
    *,
    unseen: bool = False,
    seat: Callable[[SeatHand], SeatSettled] = settled_seat,
) -> Settled:
    """Settle a round; raises DocumentError if it is not a round of this house.

    With `unseen`, a folded hand need not have been shown if the fold loses all its bets. `seat`
    settles a seat, and may know its result from another round.
    """
    check_seats(house, written.seats)
    for place, bets in enumerate(written.seats):
        check_bets(house, bets, f"seats[{place}]")
    dealer, hands = read_hands(written, unseen=unseen)
    before = meters_of(house, written)
    now = dict(before)
    strength, qualifies = house.ranking.strength(dealer), house.dealer_qualifies(dealer)
    seated = sorted(zip(written.seats, hands, strict=True), key=lambda each: -each[0].seat)
    in_order = [_seat_hand(house, bets, cards, dealer, now) for bets, cards in seated]
    said = announcements.of_round(house, written.seats, dealer, qualifies=qualifies)
    shown = DealerShown(
        [*card_texts(dealer)], category_name(category_of(strength)), qualifies, said[-1]
    )
    result = Settled(house.key, shown, [seat(hand) for hand in in_order], [], said)
    said += announcements.of_results(house, in_order, [each.lines for each in result.seats])
    _hold_to_the_aggregate(house, result.seats, now)
    for each in result.seats:
        each.net = sum(line.net for line in each.lines)
        if large := large_payout(house, [line.paid for line in each.lines]):
            each.large_payout = large
    result.to_the_dealer = sum(bets.unspecified_toke for bets in written.seats) + sum(
        taken_down(house, each.tokes) for each in result.seats if each.tokes is not msgspec.UNSET
    )
    _add_envy(house, result, in_order, dealer)
    _add_meters(house, result, before, now)
    return result


def _seat_hand(
    house: House, bets: SeatBets, cards: Hand, dealer: Hand, meters: dict[str, int]
) -> SeatHand:
    contest = contest_of(house, cards, dealer, bets.decision)
    return SeatHand(Deal(house, cards, dealer), contest, bets, meters)


def _must_be_lost(seat: SeatSettled) -> None:
    """Refuse an unseen hand with a bet that the fold does not lose: it could not be settled."""
    tokes = () if seat.tokes is msgspec.UNSET else seat.tokes
    for line in (*seat.lines, *tokes):
        if line.result != "forfeit":
            message = f"the {plain_words(line.wager)} is alive: the hand has to be shown"
            raise DocumentError(f"seat {seat.seat}", message)


def _hold_to_the_aggregate(house: House, seats: list[SeatSettled], meters: dict[str, int]) -> None:
    """Limit what a round pays besides ante and play, sharing it in proportion.

    A meter keeps what it does not pay because of that.
    """
    most = house.payouts.aggregate_cents
    lines = [line for seat in seats for line in seat.lines if line.wager not in ("ante", "play")]
    total = sum(line.paid for line in lines)
    if most is None or total <= most:
        return
    shares = [line.paid * most // total for line in lines]
    rest = most - sum(shares)
    for line, share in zip(lines, shares, strict=True):
        extra = min(rest, line.paid - share)  # The remainder goes to the bets settled first.
        if line.meter is not msgspec.UNSET:
            meters[line.meter] += line.paid - share - extra
        if line.paid > share + extra:
            line.why += f" {shared_with_others(house, most, share + extra)}"
            line.rest_on(house.law.changed_by(line.cited, "payouts.aggregate_cents"))
        line.paid, rest = share + extra, rest - extra


def _add_envy(house: House, result: Settled, in_order: list[SeatHand], dealer: Hand) -> None:
    """Add the envy of every wager that has it to each collector's net."""
    for wager in house.wagers.values():
        if wager.envy is None:
            continue
        claims = [
            Claim(
                hand.bets.seat,
                hand.bets.player or "",
                envy_cents(wager, hand),
                folded=hand.folded,
                bet=wager.key in hand.placed,
            )
            for hand in in_order
        ]
        own = Deal(house, dealer, dealer)
        held = row_of(wager, own, "wins") if wager.envy.dealer_hand else None
        result.envy += envy_bonuses(house, wager, claims, held.envy_cents if held else 0)
    for seat in result.seats:
        seat.net += sum(envy.paid for envy in result.envy if envy.seat == seat.seat)


def envy_cents(wager: Wager, hand: SeatHand) -> int:
    """What the others receive for the hand; nothing if it was never shown."""
    if hand.bets.cards is msgspec.UNSET:
        return 0
    row = row_of(wager, hand.deal, hand.contest)
    return row.envy_cents if row else 0


def _add_meters(
    house: House, result: Settled, before: Mapping[str, int], now: Mapping[str, int]
) -> None:
    paid = {name: before.get(name, 0) - now.get(name, 0) for name in house.meters}
    if house.only_meter is not None:
        only = house.only_meter
        result.progressive = MeterMoved(before.get(only), paid[only])
    elif house.meters:
        result.meters = {name: MeterPaid(before.get(name), paid[name]) for name in house.meters}
