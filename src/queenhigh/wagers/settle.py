"""Settles a round: every bet of every seat, in the order in which the dealer handles them."""

import msgspec

from ..cards.card import ACE, Hand, card_text, rank_of
from ..cards.ranking import Category, TieBreak, category_of, ranking
from ..house.model import House
from . import announcements
from .document import Round, SeatBets, check_seats, read_hands
from .envy import Claim, EnvyPaid, envy_bonuses
from .large_payout import LargePayoutDue, large_payout
from .outcome import Contest, Line
from .possible import check_bets
from .progressive import Award, award_for
from .seat import SeatHand, settle_tokes, settle_wagers
from .six_card_bonus import NO_SIX_CARDS, read_six_cards
from .tokes import taken_down

# Seat 1 is at the dealer's far left, so from the dealer's right to left is from the highest down.

# Where the tie-breaks can disagree: elsewhere the ranks differ and compare from the top.
_READ_TWO_WAYS = (Category.PAIR, Category.STRAIGHT, Category.STRAIGHT_FLUSH)
_CATEGORY_NAMES = {category: category.name.lower() for category in Category}


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
    meter_before: int | None
    paid: int


class Settled(msgspec.Struct):
    house: str
    dealer: DealerShown
    seats: list[SeatSettled]
    envy: list[EnvyPaid]
    announcements: list[str]
    to_the_dealer: int = 0  # Tokes that were kept or won, with their stakes: taken down.
    progressive: MeterMoved | msgspec.UnsetType = msgspec.UNSET


def settle_round(house: House, written: Round) -> Settled:
    """What the round comes to. Raises DocumentError where it is no round of this house."""
    check_seats(house, written.seats)
    for place, bets in enumerate(written.seats):
        check_bets(house, bets, f"seats[{place}]")
    dealer, hands = read_hands(written)
    meter = None if written.progressive_meter is msgspec.UNSET else written.progressive_meter
    strength, qualifies = house.ranking.strength(dealer), house.dealer_qualifies(dealer)
    in_order = [
        (bets, _seat_hand(house, bets, cards, dealer, qualifies=qualifies, meter=meter))
        for bets, cards in sorted(
            zip(written.seats, hands, strict=True), key=_from_the_highest_seat
        )
    ]
    said = announcements.of_round(house, written.seats, dealer, qualifies=qualifies)
    shown = DealerShown(
        list(map(card_text, dealer)), _CATEGORY_NAMES[category_of(strength)], qualifies, said[-1]
    )
    result = Settled(house.key, shown, [_seat(*each) for each in in_order], [], said)
    result.to_the_dealer = sum(bets.unspecified_toke for bets in written.seats) + sum(
        taken_down(seat.tokes) for seat in result.seats if seat.tokes is not msgspec.UNSET
    )
    if house.offers("progressive"):
        _add_progressive(result, in_order, award_for(dealer, category_of(strength)), meter)
    return result


def _from_the_highest_seat(each: tuple[SeatBets, Hand]) -> int:
    return -each[0].seat


def _seat_hand(
    house: House, bets: SeatBets, cards: Hand, dealer: Hand, *, qualifies: bool, meter: int | None
) -> SeatHand:
    own = house.ranking.strength(cards)
    category = category_of(own)
    contest = _contest(own, house.ranking.strength(dealer), qualifies=qualifies)
    if bets.decision == "fold":
        contest = Contest.FOLDED
    six = read_six_cards(house, cards + dealer) if house.six_card_bonus else NO_SIX_CARDS
    award = award_for(cards, category)
    return SeatHand(house, cards, dealer, category, contest, qualifies, award, six, meter)


def _contest(player: int, dealer: int, *, qualifies: bool) -> Contest:
    if not qualifies:
        return Contest.DEALER_OUT
    if player > dealer:
        return Contest.PLAYER
    return Contest.TIE if player == dealer else Contest.DEALER


def _seat(bets: SeatBets, hand: SeatHand) -> SeatSettled:
    lines = list(settle_wagers(hand, bets))
    seat = SeatSettled(
        bets.seat,
        list(map(card_text, hand.cards)),
        _CATEGORY_NAMES[hand.category],
        bets.decision or None,
        lines,
        sum(line.paid + line.returned - line.stake for line in lines),
    )
    if bets.tokes is not msgspec.UNSET:
        seat.tokes = list(settle_tokes(hand, bets, bets.tokes))
    if large := large_payout(hand.house, lines):
        seat.large_payout = large
    if rulings := _rulings_on_ranking(hand, bets):
        seat.rulings = rulings
    return seat


def _add_progressive(
    result: Settled, in_order: list[tuple[SeatBets, SeatHand]], dealer: Award, meter: int | None
) -> None:
    """Envy into each collector's net, and what the meter paid."""
    house = in_order[0][1].house
    claims = [
        Claim(
            bets.seat,
            bets.player or "",
            hand.award,
            folded=hand.folded,
            bet=bets.wagers.progressive > 0,
        )
        for bets, hand in in_order
    ]
    result.envy = envy_bonuses(house, claims, dealer)
    for seat in result.seats:
        seat.net += sum(envy.paid for envy in result.envy if envy.seat == seat.seat)
    from_meter = [
        line.paid for seat in result.seats for line in seat.lines if (line.odds or "").endswith("%")
    ]
    result.progressive = MeterMoved(meter, sum(from_meter))


def _is_ace_low(hand: Hand) -> bool:
    return {rank_of(card) for card in hand} == {ACE, 3, 2}


def _rulings_on_ranking(hand: SeatHand, bets: SeatBets) -> tuple[str, ...]:
    """The rulings without which the hand would rank, or fare with the dealer, otherwise."""
    house = hand.house
    found: tuple[str, ...] = ()
    contested = house.rulings_on("ace_low_straight")
    if contested and (_is_ace_low(hand.cards) or _is_ace_low(hand.dealer)):
        found += contested
    contested = house.rulings_on("tie_break")
    if (
        contested
        and bets.wagers.ante
        and not hand.folded
        and hand.category in _READ_TWO_WAYS
        and house.ranking.category(hand.dealer) is hand.category
    ):
        ace_low = house.options.ace_low_straight
        readings = {
            _contest(order.strength(hand.cards), order.strength(hand.dealer), qualifies=True)
            for order in (ranking(ace_low_straight=ace_low, tie_break=each) for each in TieBreak)
        }
        if len(readings) > 1:
            found += contested
    return found
