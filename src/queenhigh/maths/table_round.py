"""What a whole table comes to in a round, and in many: its distribution.

Seats of a round meet the same dealer's hand and draw from one deck, so their results are neither
independent nor, once the dealer's hand is known, independent given it. For one seat and for two
every deal is counted: a dealer's hand of each class meets all hands, and all pairs of hands without
a common card (`pair_kernel`). From three seats on there are too many: rounds are dealt at random.
A sample knows how far it may be off: `error` is the bound of Dvoretzky, Kiefer and Wolfowitz with
Massart's constant, and what follows from it over many rounds comes with its standard error.

Meters pay nothing here: a jackpot is theirs and not the tray's.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from math import log, sqrt
from os import cpu_count

import msgspec
import numpy as np

from ..cards.card import Hand
from ..house.model import House
from ..house.wager import Wager, When
from ..wagers.award import Deal, row_of
from ..wagers.document import SeatBets
from .cells import decisions_of
from .deals import Cell, Priced
from .hand_tables import Array, all_hands
from .prices import price_seat
from .rounds import ManyRounds, many_rounds
from .two_seats import SeatNets, bet_prices

MOST_COUNTED = 2  # Seats whose deals are counted one and all.
BATCHES = 10  # Of a sample: what they differ by tells how far off it may be.
DEALT = BATCHES << 17
_CONFIDENCE = 0.99
_SEED = 3


class TableRound(msgspec.Struct, frozen=True):
    """Weights by the players' net in cents, fees taken off. Of a sample, batch by batch too."""

    seats: int
    totals: dict[int, int]
    batches: tuple[dict[int, int], ...] = ()

    @property
    def sampled(self) -> int:
        """Rounds dealt; 0 where every deal is counted."""
        return sum(self.totals.values()) if self.batches else 0

    @property
    def error(self) -> float:
        """With 99 samples of 100 no probability of winning at most so much is off by more."""
        return sqrt(log(2 / (1 - _CONFIDENCE)) / (2 * self.sampled)) if self.batches else 0.0

    def house_wins(self) -> float:
        return sum(n for net, n in self.totals.items() if net < 0) / sum(self.totals.values())

    def house_loses(self) -> float:
        return sum(n for net, n in self.totals.items() if net > 0) / sum(self.totals.values())

    def house_quantile(self, probability: float) -> int:
        """The house wins at most so much with this probability."""
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
    dealt: int  # Rounds of the sample,
    error: float  # and how far off a probability is at most, in 99 samples of 100.
    house_wins: float
    house_loses: float
    percentiles_cents: dict[str, int]


PERCENTILES = (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99)


def round_figures(found: TableRound) -> RoundFigures:
    return RoundFigures(
        found.seats,
        "sampled" if found.batches else "exact",
        found.sampled,
        found.error,
        found.house_wins(),
        found.house_loses(),
        {f"{each:.0%}": found.house_quantile(each) for each in PERCENTILES},
    )


def mean_of(totals: Mapping[int, int]) -> float:
    return sum(net * many for net, many in totals.items()) / sum(totals.values())


def deviation_of(totals: Mapping[int, int]) -> float:
    mean = mean_of(totals)
    squares = sum((net - mean) ** 2 * many for net, many in totals.items())
    return sqrt(squares / sum(totals.values()))


def table_round(
    house: House, bets: Mapping[str, int], *, seats: int, dealt: int = DEALT
) -> TableRound:
    """Of seats that bet alike in every round and decide as is best for the ante."""
    if not bets.get("ante"):
        raise ValueError("the round of a table is worked out for seats with an ante")
    return _table_round(house, tuple(bets.items()), seats, dealt)


@lru_cache(maxsize=16)
def _table_round(
    house: House, bets: tuple[tuple[str, int], ...], seats: int, dealt: int
) -> TableRound:
    placed = {name: cents for name, cents in bets if cents}
    fees = house.fee.amount_cents * seats
    if seats <= MOST_COUNTED:
        return TableRound(seats, _shifted(_Counted(house, placed).totals(seats), -fees))
    batches = [_shifted(each, -fees) for each in _dealt(house, placed, seats, dealt // BATCHES)]
    every: Counter[int] = Counter()
    for each in batches:
        every.update(each)
    return TableRound(seats, dict(every), tuple(batches))


def _shifted(totals: Mapping[int, int], cents: int) -> dict[int, int]:
    return {net + cents: many for net, many in sorted(totals.items()) if many}


# Every deal


class _Counted:
    """Hands are told apart by what each bet comes to, and by what they earn others as envy."""

    def __init__(self, house: House, bets: Mapping[str, int]):
        self.house, self.bets = house, SeatBets(1, dict(bets), decision="play")
        self.bearing = [
            house.wagers[key]
            for key in bets
            if key in house.wagers and house.wagers[key].envy is not None
        ]
        prices = bet_prices(house, self.bets)
        self.many = len(prices)  # Bets: what follows them is earned by others.
        self.nets = SeatNets(
            house,
            tuple(bets),
            [*prices.values(), *([earned_by(house, wager)] for wager in self.bearing)],
        )

    def totals(self, seats: int) -> dict[int, int]:
        """By the net of all seats together."""
        found: Counter[int] = Counter()
        if seats == 1 and not self._lone_envy:
            for cell in self._cells():
                deal = cell.player, cell.dealer, cell.contest
                lines = price_seat(self.house, deal, self.bets, cell.multiple, self._nothing)
                found[sum(line.net for line in lines)] += cell.deals
            return dict(found)
        worth = self.nets.worth.tolist()
        for of_dealer, counts in self._by_dealer(seats):
            for which in np.argwhere(counts).tolist():
                hands = [worth[each] for each in which]
                together = sum(sum(each[: self.many]) for each in hands)
                together += self._envy(hands, of_dealer)
                # Two seats with different hands may hold them either way round.
                found[together] += int(counts[tuple(which)]) * len(set(which))
        return dict(found)

    @property
    def _lone_envy(self) -> bool:
        """Whether a seat alone can earn envy, for its own hand or the dealer's."""
        terms = [wager.envy for wager in self.bearing if wager.envy is not None]
        return any(each.own_hand or each.dealer_hand for each in terms)

    def _cells(self) -> Iterator[Cell]:
        deals = self.nets.deals
        return deals.cells(deals.by_kind(self.nets.decisions), self.house.play.multiples)

    @property
    def _nothing(self) -> dict[str, int]:
        return dict.fromkeys(self.house.meters, 0)

    def _by_dealer(self, seats: int) -> list[tuple[tuple[int, ...], Array]]:
        """By what the dealer's hand earns: deals, by the classes of the seats' hands."""
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
        """What all seats receive for the hands of the others."""
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
    """What a hand earns the others."""
    any_hand = wager.envy is not None and wager.envy.trigger == "any_dealt_hand"

    def earned(player: Hand, dealer: Hand, contest: When) -> int:
        if contest == "folded" and not any_hand:
            return 0
        row = row_of(wager, Deal(house, player, dealer), contest)
        return row.envy_cents if row else 0

    return earned


def _dealer_earns(house: House, wager: Wager, hand: Hand) -> int:
    """Looked at as a player's."""
    if wager.envy is None or not wager.envy.dealer_hand:
        return 0
    row = row_of(wager, Deal(house, hand, hand), "wins")
    return row.envy_cents if row else 0


# A sample


def _dealt(house: House, bets: Mapping[str, int], seats: int, rounds: int) -> list[dict[int, int]]:
    from .simulation import Dealing, plan

    planned = plan(house, bets, seats=seats, seed=_SEED, decisions=decisions_of(house, "optimal"))

    def batch(number: int) -> dict[int, int]:
        apart = np.zeros(rounds, np.int64)
        room = 4096
        while not Dealing(planned, number, room).deal(rounds, apart=apart):
            room *= 16
        nets, many = np.unique(apart, return_counts=True)
        return dict(zip(nets.tolist(), many.tolist(), strict=True))

    with ThreadPoolExecutor(cpu_count()) as pool:
        return list(pool.map(batch, range(BATCHES)))


# Many rounds


class SpanQuantile(msgspec.Struct, frozen=True):
    """The house wins at most so much with this probability."""

    probability: float
    win_cents: int
    standard_error_cents: float = 0.0  # Of a sample.


class TableSpan(msgspec.Struct, frozen=True):
    """The house's win of so many rounds."""

    rounds: int
    method: str  # exact, bounded or sampled.
    error: float  # No probability is off by more, where it is not sampled.
    house_ahead: float
    quantiles: tuple[SpanQuantile, ...]

    def at(self, probability: float) -> SpanQuantile:
        return min(self.quantiles, key=lambda each: abs(each.probability - probability))


def table_span(
    found: TableRound,
    rounds: int,
    probabilities: Sequence[float],
    *,
    mean_cents: float | None = None,
    deviation_cents: float | None = None,
) -> TableSpan:
    """Of rounds one after another, each with cards of its own.

    A sample is moved and stretched to the players' mean and deviation of a round where they are
    known exactly: then it tells the shape alone.
    """
    if not found.batches:
        mean_cents = deviation_cents = None
    whole = _Span(found.totals, rounds, mean_cents, deviation_cents)
    parts = [_Span(each, rounds, mean_cents, deviation_cents) for each in found.batches]
    quantiles = []
    for each in probabilities:
        off = [part.quantile(each) for part in parts]
        error = float(np.std(off, ddof=1)) / sqrt(len(off)) if off else 0.0
        quantiles.append(SpanQuantile(each, round(whole.quantile(each)), error))
    return TableSpan(
        rounds,
        "sampled" if parts else whole.found.method,
        0.0 if parts else whole.found.error,
        whole.ahead(),
        tuple(quantiles),
    )


class _Span:
    def __init__(
        self, totals: Mapping[int, int], rounds: int, mean: float | None, deviation: float | None
    ):
        self.found: ManyRounds = many_rounds(totals, rounds)
        own = mean_of(totals)
        self._from = own * rounds
        self._to = self._from if mean is None else mean * rounds
        spread = deviation_of(totals)
        self._stretch = 1.0 if deviation is None or not spread else deviation / spread

    def quantile(self, probability: float) -> float:
        """Of the house's win: the players' net seen from the other side."""
        net = self.found.quantile_cents(1 - probability)
        return -(self._to + (net - self._from) * self._stretch)

    def ahead(self) -> float:
        below = self._from - self._to / self._stretch
        return self.found.probability_at_most(int(np.ceil(below)) - 1)
