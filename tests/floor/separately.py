"""A day's figures worked out a second time, from the records and postings alone.

Uses nothing from `queenhigh.floor`. Results of bets are read from the events that moved their
chips, balances from the postings.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable
from fractions import Fraction
from math import sqrt

from queenhigh.table import events as e
from tests.floor.day import Recorded

# From 22,100 hands and 407,170,400 deals, by hand; for an ante bonus of 1, 4 and 5.
HANDS = {
    "straight_flush": 48,
    "three_of_a_kind": 52,
    "straight": 720,
    "flush": 1096,
    "pair": 3744,
    "high_card": 16440,
}
ANTE_PLAY_EDGE = Fraction(13_733_780, 407_170_400)


def pair_plus(**pays: int) -> tuple[Fraction, Fraction]:
    """Return the edge and variance of one unit."""
    nets = {hand: pays.get(hand, -1) for hand in HANDS}
    mean = Fraction(sum(nets[hand] * many for hand, many in HANDS.items()), 22_100)
    square = Fraction(sum(nets[hand] ** 2 * many for hand, many in HANDS.items()), 22_100)
    return -mean, square - mean * mean


def of_stream(records: Iterable[Recorded], stream: str) -> list[Recorded]:
    return [each for each in records if each.stream == stream]


def rounds(records: Iterable[Recorded]) -> list[list[e.Event]]:
    """List the events of each finished round of one table."""
    found: list[list[e.Event]] = []
    now: list[e.Event] | None = None
    for record in records:
        event = record.event
        if isinstance(event, e.RoundBegan):
            now = []
        if now is None:
            continue
        now.append(event)
        if isinstance(event, e.RoundEnded | e.RoundVoided):
            found.append(now)
            now = None
    return found


def is_void(events: list[e.Event]) -> bool:
    return isinstance(events[-1], e.RoundVoided)


class Wagered:
    """By wager: staked, paid from the tray, returned; and the stakes of each round."""

    def __init__(self, played: Iterable[list[e.Event]]) -> None:
        self.staked: Counter[str] = Counter()
        self.paid: Counter[str] = Counter()
        self.returned: Counter[str] = Counter()
        self.stakes: dict[str, list[list[int]]] = defaultdict(list)
        for events in played:
            self._round(events)

    def _round(self, events: list[e.Event]) -> None:
        here: dict[str, list[int]] = defaultdict(list)
        for event in events:
            match event:
                case e.WagerTaken(toke=False) | e.WagerPushed(toke=False) | e.WagerPaid(toke=False):
                    self.staked[event.wager] += event.stake
                    here[event.wager].append(event.stake)
                case _:
                    pass
            match event:
                case e.WagerPushed(toke=False):
                    self.returned[event.wager] += event.stake
                case e.WagerPaid(toke=False):
                    self.returned[event.wager] += event.returned
                    self.paid[event.wager] += 0 if event.of_meter else event.paid
                case _:
                    pass
        for wager, stakes in here.items():
            self.stakes[wager].append(stakes)

    def win(self, *wagers: str) -> int:
        return sum(self.staked[w] - self.paid[w] - self.returned[w] for w in wagers)

    def error(self, wager: str, variance: Fraction, covariance: Fraction) -> float:
        """Return the standard error, from seats and from pairs of seats in the same round."""
        spread = Fraction(0)
        for stakes in self.stakes[wager]:
            for n, one in enumerate(stakes):
                for m, other in enumerate(stakes):
                    spread += one * other * (variance if n == m else covariance)
        return sqrt(spread)


def on_account(records: Iterable[Recorded], account: str) -> int:
    return sum(
        posting.cents
        for record in records
        for posting in record.postings
        if posting.account == account
    )


def by_cause(records: Iterable[Recorded], account: str) -> Counter[str]:
    found: Counter[str] = Counter()
    for record in records:
        for posting in record.postings:
            if posting.account == account:
                found[str(record.event.__struct_config__.tag)] += posting.cents
    return found
