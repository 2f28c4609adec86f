"""The distribution of a whole table's result in a round.

The seats of a round face the same dealer's hand and draw from one deck, so their results are not
independent, not even given the dealer's hand. For one and two seats every deal is counted: a
dealer's hand of each class meets all hands, and all pairs of hands without a common card
(`pair_kernel`). For three or more there are too many, so rounds are dealt at random. The error of a
sample is known: `error` is the bound of Dvoretzky, Kiefer and Wolfowitz with Massart's constant.
`table_span` works out many rounds.

Meters pay nothing here; rounds that hit them are kept apart.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from math import log, sqrt
from os import cpu_count

import msgspec
import numpy as np

from ...cards.card import Hand
from ...house.model import House
from ...house.wager import Wager, When
from ...wagers.award import Deal, row_of
from ...wagers.document import SeatBets
from ..analysis.prices import price_seat
from ..analysis.two_seats import SeatNets, bet_prices
from ..deals.deals import Priced, cells_of
from ..deals.hand_tables import Array, all_hands
from ..simulation.cells import decisions_of

MOST_COUNTED = 2  # Seats up to which every deal is counted.
DEALT = 20 << 17
_BATCHES = 20  # Of a sample, so every core gets some.
_CONFIDENCE = 0.99
_SEED = 3


Weights = dict[int, int]  # By the players' net in cents.


class TableRound(msgspec.Struct, frozen=True):
    """Rounds by the players' net after fees, without meter awards."""

    seats: int
    totals: Weights
    plain: Weights  # Rounds that hit no meter.
    # Rounds that hit some, by the meters hit. The first seat to hit one takes all of it; what later
    # seats then win, the seed, is included in the net here.
    hits: dict[tuple[str, ...], Weights] = {}
    dealt: int = 0  # Rounds sampled; 0 if every deal is counted.

    @property
    def error(self) -> float:
        """Bound on the error of the distribution function, holding in 99 of 100 samples."""
        return sqrt(log(2 / (1 - _CONFIDENCE)) / (2 * self.dealt)) if self.dealt else 0.0

    def house_wins(self) -> float:
        return sum(n for net, n in self.totals.items() if net < 0) / sum(self.totals.values())

    def house_loses(self) -> float:
        return sum(n for net, n in self.totals.items() if net > 0) / sum(self.totals.values())

    def house_quantile(self, probability: float) -> int:
        """The most that the house wins with this probability."""
        wanted, so_far = probability * sum(self.totals.values()) * (1 - 1e-15), 0
        nets = sorted(self.totals, reverse=True)
        for net in nets:
            so_far += self.totals[net]
            if so_far >= wanted:
                return -net
        return -nets[-1]


class RoundFigures(msgspec.Struct, frozen=True):
    """The house's win of one round."""

    seats: int
    method: str  # exact or sampled.
    dealt: int  # Rounds in the sample.
    error: float  # Bound on the error of a probability, in 99 of 100 samples.
    house_wins: float
    house_loses: float
    percentiles_cents: dict[str, int]


PERCENTILES = (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99)


def round_figures(found: TableRound) -> RoundFigures:
    return RoundFigures(
        found.seats,
        "sampled" if found.dealt else "exact",
        found.dealt,
        found.error,
        found.house_wins(),
        found.house_loses(),
        {f"{each:.0%}": found.house_quantile(each) for each in PERCENTILES},
    )


def table_round(
    house: House, bets: Mapping[str, int], *, seats: int, dealt: int = DEALT
) -> TableRound:
    """The round of seats that bet alike every time and decide as is best for the ante."""
    if not bets.get("ante"):
        raise ValueError("the round of a table is worked out for seats with an ante")
    return _table_round(house, tuple(bets.items()), seats, dealt)


@lru_cache(maxsize=16)
def _table_round(
    house: House, bets: tuple[tuple[str, int], ...], seats: int, dealt: int
) -> TableRound:
    placed = {name: cents for name, cents in bets if cents}
    if seats <= MOST_COUNTED:
        return _Counted(house, placed).round_of(seats)
    return _dealt(house, placed, seats, dealt // _BATCHES)


class _Rounds:
    """Rounds of a table, accumulated."""

    def __init__(self, house: House, seats: int):
        self._seats, self._fees = seats, house.fee.amount_cents * seats
        self._seeds = house.seeds
        self._totals: Counter[int] = Counter()
        self._plain: Counter[int] = Counter()
        self._hits: dict[tuple[str, ...], Counter[int]] = {}

    def add(self, net: int, many: int, meters: Mapping[str, int]) -> None:
        """Add this many equal rounds; `meters` has the number of seats that hit each."""
        net -= self._fees
        self._totals[net] += many
        if which := tuple(name for name in self._seeds if meters.get(name)):
            net += sum((meters[name] - 1) * self._seeds[name] for name in which)
            self._hits.setdefault(which, Counter())[net] += many
        else:
            self._plain[net] += many

    def found(self, dealt: int = 0) -> TableRound:
        hits = {which: dict(each) for which, each in self._hits.items()}
        totals = dict(sorted(self._totals.items()))
        return TableRound(self._seats, totals, dict(self._plain), hits, dealt)


# Every deal


class _Counted:
    """Counts hands by the net of each bet, the envy they earn others, and their hits."""

    def __init__(self, house: House, bets: Mapping[str, int]):
        self.house, self.bets = house, SeatBets(1, dict(bets), decision="play")
        self.bearing = [
            house.wagers[key]
            for key in bets
            if key in house.wagers and house.wagers[key].envy is not None
        ]
        prices = bet_prices(house, self.bets)
        self.many = len(prices)  # Bets; the columns after them are envy for others, then hits.
        earned = [[earned_by(house, wager)] for wager in self.bearing]
        hits = [[self._hits_of(meter)] for meter in house.meters]
        self.nets = SeatNets(house, tuple(bets), [*prices.values(), *earned, *hits])

    def _hits_of(self, meter: str) -> Priced:
        multiple = self.house.play.multiples[0]  # Any multiple gives the same hits.

        def hits(player: Hand, dealer: Hand, contest: When) -> int:
            lines = price_seat(
                self.house, (player, dealer, contest), self.bets, multiple, self._nothing
            )
            return int(any(line.meter == meter for line in lines))

        return hits

    def round_of(self, seats: int) -> TableRound:
        """The distribution of the net of all seats together."""
        found = _Rounds(self.house, seats)
        if seats == 1 and not self._lone_envy:
            for cell in cells_of(self.house, self.bets.wagers, self.nets.decisions):
                priced = price_seat(self.house, cell.deal, self.bets, cell.multiple, self._nothing)
                lines = list(priced)
                met = {line.meter: 1 for line in lines if line.meter is not None}
                found.add(sum(line.net for line in lines), cell.deals, met)
            return found.found()
        first = self.many + len(self.bearing)
        worth = self.nets.worth.tolist()
        for of_dealer, counts in self._by_dealer(seats):
            for which in np.argwhere(counts).tolist():
                hands = [worth[each] for each in which]
                together = sum(sum(each[: self.many]) for each in hands)
                together += self._envy(hands, of_dealer)
                by_meter = zip(*(hand[first:] for hand in hands), strict=True)
                met = dict(zip(self.house.meters, map(sum, by_meter), strict=True))
                # Two seats with different hands may hold them either way round.
                found.add(together, int(counts[tuple(which)]) * len(set(which)), met)
        return found.found()

    @property
    def _lone_envy(self) -> bool:
        """Whether a single seat can earn envy, for its own hand or the dealer's."""
        terms = [wager.envy for wager in self.bearing if wager.envy is not None]
        return any(each.own_hand or each.dealer_hand for each in terms)

    @property
    def _nothing(self) -> dict[str, int]:
        return dict.fromkeys(self.house.meters, 0)

    def _by_dealer(self, seats: int) -> list[tuple[tuple[int, ...], Array]]:
        """Deals by the classes of the seats' hands, for each envy of the dealer's hand."""
        count = self.nets.single_counts if seats == 1 else self.nets.pair_counts
        if not any(each.envy and each.envy.dealer_hand for each in self.bearing):
            return [((0,) * len(self.bearing), count())]
        dealers: dict[tuple[int, ...], list[tuple[int, int]]] = {}
        for dealer, hands in self.nets.dealers():
            hand = all_hands()[dealer]
            earned = tuple(_dealer_earns(self.house, each, hand) for each in self.bearing)
            dealers.setdefault(earned, []).append((dealer, hands))
        return [(earned, count(each)) for earned, each in dealers.items()]

    def _envy(self, hands: Sequence[Sequence[int]], of_dealer: tuple[int, ...]) -> int:
        """What all seats receive for each other's hands."""
        paid = 0
        for number, wager in enumerate(self.bearing):
            terms = wager.envy
            if terms is None:
                continue
            for collector in range(len(hands)):
                awards = [of_dealer[number]] + [
                    hand[self.many + number]
                    for holder, hand in enumerate(hands)
                    if holder != collector or terms.own_hand
                ]
                paid += sum(awards) if terms.multiple else max(awards)
        return paid


def earned_by(house: House, wager: Wager) -> Priced:
    """The price of what a hand earns the others."""
    any_hand = wager.envy is not None and wager.envy.trigger == "any_dealt_hand"

    def earned(player: Hand, dealer: Hand, contest: When) -> int:
        if contest == "folded" and not any_hand:
            return 0
        row = row_of(wager, Deal(house, player, dealer), contest)
        return row.envy_cents if row else 0

    return earned


def _dealer_earns(house: House, wager: Wager, hand: Hand) -> int:
    """What the dealer's hand earns, judged as a player's."""
    if wager.envy is None or not wager.envy.dealer_hand:
        return 0
    row = row_of(wager, Deal(house, hand, hand), "wins")
    return row.envy_cents if row else 0


# A sample


def _dealt(house: House, bets: Mapping[str, int], seats: int, rounds: int) -> TableRound:
    """Sample batches of this many rounds each."""
    from ..simulation.simulation import plan, run_block

    planned = plan(house, bets, seats=seats, seed=_SEED, decisions=decisions_of(house, "optimal"))

    def batch(number: int) -> tuple[Array, Array]:
        apart = np.zeros(rounds, np.int64)
        return apart, run_block(planned, number, rounds, apart).hits

    found = _Rounds(house, seats)
    with ThreadPoolExecutor(cpu_count()) as pool:
        for apart, hits in pool.map(batch, range(_BATCHES)):
            met: dict[int, Counter[str]] = {}
            for index, cell in hits.tolist():
                meters = {row.meter for row in planned.meter_rows[cell]}
                met.setdefault(index, Counter()).update(meters)
            for index, of_round in met.items():
                found.add(int(apart[index]), 1, of_round)
            nets, many = np.unique(np.delete(apart, list(met)), return_counts=True)
            for net, times in zip(nets.tolist(), many.tolist(), strict=True):
                found.add(net, times, {})
    return found.found(rounds * _BATCHES)
