"""The settlement of a seat's bets in cents: as `wagers` does it, without the reasons.

A test holds the two equal, bet by bet.
"""

from collections.abc import Iterator, Mapping, MutableMapping
from typing import NamedTuple

import msgspec

from ...cards.card import Hand
from ...house.model import House
from ...house.wager import Row, When
from ...wagers.award import Deal, paid_cents, row_of
from ...wagers.contest import bonus_base, bonus_row, result_of
from ...wagers.document import SeatBets
from ...wagers.outcome import Result
from ...wagers.seat import play_stake, unbacked_ante
from ...wagers.side import is_taken_by_a_fold, row_for_toke, side_result
from .analysis_figures import ANTE_PLAY

CONTEST_BETS = ("play", "ante_bonus", "ante")  # Together they are `ante_play`.


def column_of(bet: str) -> str:
    """The wager that a line's bet is counted under."""
    return ANTE_PLAY if bet in CONTEST_BETS else bet


class Priced(NamedTuple):
    """A settled bet of a seat."""

    bet: str
    stake: int
    result: Result
    paid: int
    returned: int
    meter: str | None = None  # The meter that paid it.

    @property
    def net(self) -> int:
        return self.paid + self.returned - self.stake


class Spot(NamedTuple):
    """The result of whatever lies on a spot: a bet, a toke or a coupon."""

    result: Result
    row: Row | None = None


def price_seat(
    house: House,
    deal: tuple[Hand, Hand, When],
    bets: SeatBets,
    multiple: int,
    meters: Mapping[str, int],
) -> Iterator[Priced]:
    """The seat's lines in the house's settlement order; coupons are `match_play`."""
    player, dealer, contest = deal
    cards, standing = Deal(house, player, dealer), dict(meters)
    coupons = {} if bets.match_play is msgspec.UNSET else bets.match_play
    raised = 0 if contest in ("folded", "no_ante") else play_stake(house, bets, multiple)
    for name in house.settle_order:
        if name == "ante_bonus":
            if bets.ante:
                base = bonus_base(house, bets.ante, raised)
                yield from price_bonus(house, cards, contest, base, standing)
            continue
        stake, face = raised if name == "play" else bets.wagers.get(name, 0), coupons.get(name, 0)
        if stake or face:
            spot = spot_of(house, cards, contest, name, frozenset(bets.wagers))
            if stake:
                yield price_bet(house, name, stake, spot, standing)
            if face:
                yield _coupon(house, face, spot.result)


def price_tokes(
    house: House, deal: tuple[Hand, Hand, When], tokes: Mapping[str, int], placed: frozenset[str]
) -> Iterator[Priced]:
    player, dealer, contest = deal
    cards, standing = Deal(house, player, dealer), dict(house.seeds)
    folded = contest == "folded"
    forfeited = unbacked_ante(house, tokes) == "forfeits"
    for name in house.settle_order:
        stake = tokes.get("ante" if name == "ante_bonus" else name, 0)
        if not stake:
            continue
        if name == "ante_bonus":
            if not forfeited:
                base = bonus_base(house, stake, 0 if folded else tokes.get("play", 0))
                yield from price_bonus(house, cards, contest, base, standing)
            continue
        rides_on: When = "folded" if name == "ante" and forfeited else contest
        spot = spot_of(house, cards, rides_on, name, placed, toke=True)
        yield price_bet(house, name, stake, spot, standing)


def spot_of(
    house: House,
    cards: Deal,
    contest: When,
    name: str,
    placed: frozenset[str],
    *,
    toke: bool = False,
) -> Spot:
    if name in ("ante", "play"):
        if contest == "folded":
            return Spot("forfeit")
        part = house.ante if name == "ante" else house.play
        result = result_of(part, contest)
        row = row_of(part, cards, contest) if result == "win" else None
        return Spot("push" if row and row.unit == "push" else result, row)
    wager = house.wagers[name]
    if is_taken_by_a_fold(house, wager, contest, placed, toke=toke):
        return Spot("forfeit")
    row = row_of(wager, cards, contest)
    return Spot(side_result(row), row_for_toke(wager, row) if row and toke else row)


def price_bet(
    house: House, name: str, stake: int, spot: Spot, meters: MutableMapping[str, int]
) -> Priced:
    result, row = spot
    if result != "win":
        return Priced(name, stake, result, 0, stake if result == "push" else 0)
    if row is None:
        return Priced(name, stake, result, stake, stake)
    wager = house.wagers.get(name)
    most = wager.max_award_cents if wager else None
    paid = paid_cents(house, row, stake, meters, most)
    if row.meter is not None:
        meters[row.meter] -= paid
    return Priced(name, stake, result, paid, stake if row.unit == "to_one" else 0, row.meter)


def price_bonus(
    house: House, cards: Deal, contest: When, base: int, meters: MutableMapping[str, int]
) -> Iterator[Priced]:
    """Price the bonus on `base`. Its own stake is 0: the ante counts it."""
    row = bonus_row(house, cards, contest)
    if row is not None and row.amount:
        paid = paid_cents(house, row, base, meters)
        if row.meter is not None:
            meters[row.meter] -= paid
        yield Priced("ante_bonus", 0, "win", paid, 0, row.meter)


def _coupon(house: House, face: int, result: Result) -> Priced:
    if result == "push" and house.match_play.on_push == "taken":
        result = "lose"
    return Priced("match_play", 0, result, face if result == "win" else 0, 0)
