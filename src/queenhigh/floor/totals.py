"""Sums over rounds and buy-ins by table, dealer, day and shift, the basis of all reports."""

from collections.abc import Iterable, Mapping
from datetime import date
from typing import Final, Self

import msgspec

from ..house.calendar import Calendar
from ..money.setup import Stakes
from ..table.event import Fields
from .round_facts import RoundFacts, SeatFacts
from .table_incidents import Happening


class Key(msgspec.Struct, frozen=True, order=True):
    """The grain that every report is a sum over."""

    stakes: Stakes
    house: str
    table: str
    dealer: str
    day: date
    shift: int


class Sums(msgspec.Struct, frozen=True):
    """Of one wager, over all hands that bet it. In cents, squares in cents squared."""

    staked: int = 0
    paid: int = 0
    returned: int = 0
    of_meter: int = 0  # The part paid by links.
    hands: int = 0
    squares: int = 0  # Of each stake,
    round_squares: int = 0  # and of each round's stakes together: seats share the dealer's hand.

    @property
    def win(self) -> int:
        """The tray's win."""
        return self.staked - self.returned - (self.paid - self.of_meter)

    def plus(self, other: "Sums") -> "Sums":
        return Sums(
            self.staked + other.staked,
            self.paid + other.paid,
            self.returned + other.returned,
            self.of_meter + other.of_meter,
            self.hands + other.hands,
            self.squares + other.squares,
            self.round_squares + other.round_squares,
        )


class Totals(msgspec.Struct, frozen=True, kw_only=True):
    rounds: int = 0  # Finished; void ones are counted separately and excluded from the rest.
    voids: int = 0
    hands: int = 0
    seconds: int = 0  # From the end of one round to the end of the next.
    wagers: dict[str, Sums] = {}
    tokes: Sums = Sums()  # Bets for the dealer.
    tokes_won: int = 0  # With their stakes.
    tokes_given: int = 0
    fees: int = 0
    fed: int = 0  # To links,
    seeded: int = 0  # and put up for the next seed of one that was hit.
    jackpots: int = 0  # How many,
    jackpot_cents: int = 0  # and what links paid for them.
    taken_back: int = 0  # What the tray gave back for settled rounds that became void.
    held: int = 0  # Kept in the tray and owed to links, less what it paid for them.
    drop: int = 0
    opened: int = 0  # Chips from the opening and fills;
    fills: int = 0
    credits: int = 0  # chips for credits and the closing.
    closed: int = 0
    irregularities: int = 0

    def plus(self, other: "Totals") -> "Totals":
        sums: Fields = {}  # Numbers, and sums of their own for wagers and tokes.
        for name in self.__struct_fields__:
            own, more = getattr(self, name), getattr(other, name)
            if name == "wagers":
                sums[name] = {
                    wager: own.get(wager, Sums()).plus(more.get(wager, Sums()))
                    for wager in dict.fromkeys((*own, *more))
                }
            elif name == "tokes":
                sums[name] = own.plus(more)
            else:
                sums[name] = own + more
        return Totals(**sums)

    @property
    def handle(self) -> int:
        return sum(each.staked for each in self.wagers.values())

    @property
    def win(self) -> int:
        """The tray's win by the bets, including tokes, envy and coupons, less what links got."""
        bets = sum(each.win for each in self.wagers.values())
        return bets + self.tokes.win - self.fed - self.seeded - self.taken_back

    @property
    def tray(self) -> int:
        """The balance that all this left in the tray. Chips that players bought have left it."""
        moved = self.opened + self.fills - self.credits - self.closed
        return moved - self.drop + self.win + self.held


NOTHING: Final = Totals()


class Tally(msgspec.Struct):
    """Totals by key, while they accumulate."""

    totals: dict[Key, Totals] = {}

    def add(self, key: Key, totals: Totals) -> Self:
        self.totals[key] = self.totals.get(key, NOTHING).plus(totals)
        return self


def of_round(days: Calendar, facts: RoundFacts) -> tuple[Key, Totals]:
    moment = days.moment(facts.ended)
    key = Key(facts.stakes, facts.house, facts.table, facts.dealer, moment.day, moment.shift)
    seconds = int((facts.ended - facts.began).total_seconds())
    if facts.void:
        return key, Totals(voids=1, seconds=seconds, fees=sum(seat.fee for seat in facts.seats))
    return key, Totals(
        rounds=1,
        hands=len(facts.seats),
        seconds=seconds,
        wagers=_wagers(facts.seats),
        tokes=_tokes(facts.seats),
        tokes_won=sum(seat.tokes_won for seat in facts.seats),
        fees=sum(seat.fee for seat in facts.seats),
        fed=facts.fed,
        seeded=facts.seeded,
        jackpots=sum(bet.of_meter > 0 for seat in facts.seats for bet in seat.bets.values()),
        jackpot_cents=facts.jackpot,
        held=facts.fed + facts.seeded - facts.jackpot if facts.in_chips else 0,
    )


def _wagers(seats: Iterable[SeatFacts]) -> dict[str, Sums]:
    found: dict[str, Sums] = {}
    of_round: dict[str, int] = {}
    for seat in seats:
        for wager, bet in seat.bets.items():
            square = bet.staked * bet.staked
            own = Sums(bet.staked, bet.paid, bet.returned, bet.of_meter, 1, square)
            found[wager] = found.get(wager, Sums()).plus(own)
            of_round[wager] = of_round.get(wager, 0) + bet.staked
    return {
        wager: msgspec.structs.replace(sums, round_squares=of_round[wager] ** 2)
        for wager, sums in found.items()
    }


def _tokes(seats: Iterable[SeatFacts]) -> Sums:
    found = Sums()
    for seat in seats:
        for bet in seat.tokes.values():
            found = found.plus(Sums(bet.staked, bet.paid, bet.returned, bet.of_meter, 1))
    return found


_OF_HAPPENING: Final[Mapping[str, str]] = {
    "bought": "drop",
    "opened": "opened",
    "closed": "closed",
    "filled": "fills",
    "credited": "credits",
    "toke_given": "tokes_given",
    "taken_back": "taken_back",
}


def of_happening(each: Happening) -> tuple[Key, Totals] | None:
    key = Key(each.stakes, each.house, each.table, each.dealer, each.day, each.shift)
    if each.kind == "irregularity":
        return key, Totals(irregularities=1)
    if name := _OF_HAPPENING.get(each.kind):
        amounts: Fields = {name: each.cents}
        if each.kind == "taken_back":  # Part of it was only owed to links.
            amounts["held"] = each.expected
        return key, Totals(**amounts)
    return None


def summed(totals: Iterable[Totals]) -> Totals:
    found = NOTHING
    for each in totals:
        found = found.plus(each)
    return found
