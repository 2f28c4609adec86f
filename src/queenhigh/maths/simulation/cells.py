"""The tables the kernel deals from, and the worth of each cell of its histogram."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations, product
from typing import NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from ...cards.card import Card, Hand
from ...house.model import House
from ...house.wager import Row, When
from ...wagers.award import Deal, row_of
from ...wagers.contest import bonus_row
from ...wagers.document import SeatBets
from ..analysis.decisions import best_decisions, by_rule, choices, rule
from ..analysis.prices import column_of, price_seat
from ..deals.dealer_counts import PLAYED
from ..deals.deals import Deals, deals_of, six_tables
from ..deals.hand_tables import Array, hand_number, hand_tables, set_of_ranks
from ..deals.six_ranks import number_of_sets
from .kernel import COLOURED_SIX, NO_SIX, PLAIN_SIX, STATES, Arguments

_PLACES = 2 * 2197


class KernelTables(msgspec.Struct, frozen=True):
    """What the kernel looks up, and the sizes of its histogram."""

    arguments: Arguments
    own_many: int
    choices: int  # Folding plus the multiples.
    dealer_many: int
    six_many: int

    @property
    def cells(self) -> int:
        return self.choices * self.own_many * STATES * self.dealer_many * self.six_many


class Worth(msgspec.Struct, frozen=True):
    """Cents by cell and bet, without meter awards: a bet paid by a meter counts as lost."""

    bets: tuple[str, ...]
    staked: NDArray[np.int64]
    paid: NDArray[np.int64]
    returned: NDArray[np.int64]

    @property
    def net(self) -> NDArray[np.int64]:
        return self.paid + self.returned - self.staked


class MeterRow(NamedTuple):
    """A pay table row that a meter pays."""

    wager: str  # With ante and play as one.
    meter: str
    percent: Fraction
    most_cents: int


def decisions_of(house: House, rule_text: str, bets: SeatBets | None = None) -> Array:
    """The decision for each of the 22,100 hands by a rule; `joint` is best for all bets."""
    if rule_text == "optimal":
        return best_decisions(house)
    known = choices(house, bets if rule_text == "joint" else None)
    found = known.best() if rule_text == "joint" else by_rule(known.deals, rule(house, rule_text))
    return known.deals.decision_by_hand(found)


def kernel_tables(house: House, bets: SeatBets, decisions: Array) -> KernelTables:
    """Build the kernel's tables. Without an ante there is no decision and no contest."""
    deals = deals_of(house, tuple(bets.wagers))
    found, six = deals.signatures, deals.signatures.six
    many_choices = 1 + len(house.play.multiples)
    chosen = decisions if bets.ante else np.zeros_like(decisions)
    own = chosen * found.own_many + found.own
    places = _hands_by_place()
    strengths = np.array([house.ranking.strength(hand) for hand in places], np.int32)
    qualifies = np.array([house.dealer_qualifies(hand) for hand in places], np.bool_)
    sixes, coloured, plain, spare, place, sums, five, of_six = six_tables(six)
    look, together = NO_SIX, np.zeros((1, 1), np.int16)
    if six is not None:
        look = COLOURED_SIX if coloured else PLAIN_SIX
        together = plain[np.maximum(number_of_sets(), 0), 0]
    sets = [set_of_ranks()[tuple(card // 4 for card in hand)] for hand in places]
    arguments = Arguments(
        *(strengths, qualifies, *_lookups(own), *_lookups(found.dealer)),
        *(np.array(sets, np.int16), look, np.ascontiguousarray(together)),
        *(sixes, plain, spare, place, sums, five, of_six),
        *(found.own_many, found.dealer_many, 1 if six is None else six.many),
    )
    six_many = 1 if six is None else six.many
    return KernelTables(arguments, found.own_many, many_choices, found.dealer_many, six_many)


def _hands_by_place() -> list[tuple[Card, Card, Card]]:
    return [
        (Card(4 * first), Card(4 * second + other), Card(4 * third + 2 * other))
        for other in (1, 0)  # Unsuited hands first, the order the kernel expects.
        for first, second, third in product(range(13), repeat=3)
    ]


def _lookups(by_hand: Array) -> tuple[NDArray[np.int16], NDArray[np.int16]]:
    """The table by place, with -1 where suits matter, and the table by cards."""
    cards = hand_tables().cards
    ranks, suited = cards // 4, hand_tables().one_suit >= 0
    highest, lowest = np.full(_PLACES, -1, np.int64), np.full(_PLACES, 1 << 15, np.int64)
    for first, second, third in permutations(range(3)):
        place = ranks[:, first] * 169 + ranks[:, second] * 13 + ranks[:, third] + 2197 * suited
        np.maximum.at(highest, place, by_hand)
        np.minimum.at(lowest, place, by_hand)
    by_place = np.where(highest == lowest, highest, -1)
    numbers = hand_number().ravel()
    by_cards = np.where(numbers < 0, 0, by_hand[np.maximum(numbers, 0)])
    return by_place.astype(np.int16), by_cards.astype(np.int16)


class Cells:
    """Every reachable cell, with a deal that represents it."""

    def __init__(self, house: House, bets: SeatBets, tables: KernelTables):
        self.house, self.bets, self.tables = house, bets, tables
        self.deals: Deals = deals_of(house, tuple(bets.wagers))

    def each(self) -> Iterator[tuple[int, tuple[Hand, Hand, When], int]]:
        """Each cell with its deal and multiple."""
        tables, multiples = self.tables, self.house.play.multiples
        per_state = tables.dealer_many * tables.six_many
        for own, column, (player, dealer) in self.deals.standing_for():
            for choice in range(tables.choices if self.bets.ante else 1):
                number = (choice * tables.own_many + own) * STATES
                contests: tuple[When, ...] = ("folded",) if self.bets.ante else ("no_ante",)
                multiple = 0
                if choice:
                    contests, multiple = PLAYED, multiples[choice - 1]
                for state, contest in enumerate(contests, start=1 if choice else 0):
                    cell = (number + state) * per_state + column
                    yield cell, (player, dealer, contest), multiple


def worth(house: House, bets: SeatBets, tables: KernelTables) -> tuple[Worth, list[list[MeterRow]]]:
    """The worth of each cell, and the meter-paid rows in each cell."""
    names = ("play", "ante_bonus", "ante") if bets.ante else ()
    columns = (*names, *(key for key in house.wagers if bets.wagers.get(key)))
    place = {name: number for number, name in enumerate(columns)}
    staked, paid, returned = (np.zeros((tables.cells, len(columns)), np.int64) for _ in range(3))
    from_meters: list[list[MeterRow]] = [[] for _ in range(tables.cells)]
    nothing = dict.fromkeys(house.meters, 0)
    for cell, deal, multiple in Cells(house, bets, tables).each():
        for line in price_seat(house, deal, bets, multiple, nothing):
            column = place[line.bet]
            staked[cell, column] = line.stake
            returned[cell, column] = line.returned
            paid[cell, column] = line.paid
            if line.meter is not None:
                from_meters[cell].append(_meter_row(house, line.bet, deal))
    return Worth(columns, staked, paid, returned), from_meters


def _meter_row(house: House, key: str, deal: tuple[Hand, Hand, When]) -> MeterRow:
    player, dealer, contest = deal
    cards, wager = Deal(house, player, dealer), house.wagers.get(key)
    match key:
        case "ante_bonus":
            row = bonus_row(house, cards, contest)
        case "ante" | "play":
            row = row_of(house.ante if key == "ante" else house.play, cards, contest)
        case _:
            row = row_of(wager, cards, contest) if wager else None
    if row is None or row.meter is None:
        raise LookupError(f"no meter pays {key}")
    most = wager.max_award_cents if wager else None
    return MeterRow(column_of(key), row.meter, row.amount, (1 << 62) if most is None else most)


class EnvyTables(NamedTuple):
    """Envy tables, one entry for each wager with envy."""

    by_cell: NDArray[np.int64]  # What a seat in the cell earns the others.
    of_dealer: NDArray[np.int64]  # What the dealer earns them with these three cards.
    rules: NDArray[np.int64]  # Whether own hand, dealer's hand and several awards count.


def envy_tables(house: House, bets: SeatBets, tables: KernelTables) -> EnvyTables:
    bearing = [
        wager
        for key, wager in house.wagers.items()
        if wager.envy and bets.wagers.get(key) and any(r.envy_cents for r in wager.pays.values())
    ]
    by_cell = np.zeros((len(bearing), tables.cells), np.int64)
    rules = np.zeros((len(bearing), 3), np.int64)
    any_dealer = any(wager.envy and wager.envy.dealer_hand for wager in bearing)
    of_dealer = np.zeros((len(bearing), 52**3 if any_dealer else 1), np.int64)
    for number, wager in enumerate(bearing):
        terms = wager.envy
        if terms is None:
            continue
        rules[number] = terms.own_hand, terms.dealer_hand, terms.multiple
        for cell, (player, dealer, contest), _ in Cells(house, bets, tables).each():
            if contest == "folded" and terms.trigger != "any_dealt_hand":
                continue
            row = row_of(wager, Deal(house, player, dealer), contest)
            by_cell[number, cell] = row.envy_cents if row else 0
        if terms.dealer_hand:
            of_dealer[number] = _dealer_envy(house, wager.key)
    return EnvyTables(by_cell, of_dealer, rules)


def _dealer_envy(house: House, key: str) -> Array:
    """Return, by three cards in any order, the envy for that dealer hand, judged as a player's."""
    wager, deals = house.wagers[key], deals_of(house, (key,))
    found = np.zeros(deals.signatures.own_many, np.int64)
    for own, _, (player, _dealer) in deals.standing_for():
        row: Row | None = row_of(wager, Deal(house, player, player), "wins")
        found[own] = row.envy_cents if row else 0
    by_hand: Array = found[deals.signatures.own]
    numbers = hand_number().ravel()
    return np.where(numbers < 0, 0, by_hand[np.maximum(numbers, 0)])
