"""Simple players at an automated table, for logs, trials and benchmarks. Chance is passed in."""

from collections.abc import Iterator
from datetime import datetime, timedelta

from ..cards.names import rank_name
from ..cards.ranking import Category
from ..house.model import House
from . import commands as c
from .claims import winning
from .commands import AnyCommand
from .decide import advance
from .decks import system_shuffle
from .events import AnyEvent
from .fairness import Chance
from .refusal import Refusal
from .state import Phase, Table, hand_of

_BUY_IN = 1_000  # In table minimums.
_SIDE_BET_RATE = 0.5
_TOKE_RATE = 0.1
_SECOND = timedelta(seconds=1)


class Driver:
    """A table and the log it writes; a refused command is a bug in the driver."""

    def __init__(self, house: House, start: datetime):
        self.table = Table(house)
        self.at = start
        self.fresh: list[AnyEvent] = []

    def give(self, command: AnyCommand) -> None:
        answer = advance(self.table, command)
        if isinstance(answer, Refusal):
            raise ValueError(f"{answer.code}: {answer.message}")
        self.table = answer.table
        self.fresh += answer.events

    def now(self) -> datetime:
        self.at += _SECOND
        return self.at

    def taken(self) -> list[AnyEvent]:
        events, self.fresh = self.fresh, []
        return events


def play_rounds(
    house: House, *, rounds: int, seats: int, chance: Chance, start: datetime
) -> Iterator[AnyEvent]:
    """Open a table, seat the players, play and close; yield every event."""
    driver = Driver(house, start)
    minimum = house.limits("ante").first
    driver.give(
        c.OpenTable(
            by="floor:house",
            at=driver.now(),
            dealer="dealer",
            tray=1_000_000_00,
            automation=("all",),
        )
    )
    for seat in range(1, seats + 1):
        player = f"player:{rank_name(seat + 1).lower()}"
        driver.give(c.Sit(by=player, at=driver.now(), seat=seat))
        driver.give(c.BuyIn(by=player, at=driver.now(), seat=seat, cents=_BUY_IN * minimum))
    for _ in range(rounds):
        _play_round(driver, chance)
        yield from driver.taken()
    driver.give(c.CloseTable(by="floor:house", at=driver.now()))
    yield from driver.taken()


def _play_round(driver: Driver, chance: Chance) -> None:
    if _deck_is_old(driver):
        driver.give(
            c.ChangeDeck(
                by="floor:house", at=driver.now(), deck=driver.table.round.deck, reason="age"
            )
        )
    shuffle_where_due(driver, chance)
    house = driver.table.house
    least = {wager: house.limits(wager).first for wager in house.opening_bets}
    for number in sorted(driver.table.seats):
        _bet(driver, number, least, chance)
    driver.give(c.AnnounceNoMoreBets(by="system", at=driver.now()))
    while (seat := driver.table.next_to_decide) is not None:
        player = f"player:{driver.table.seats[seat].player}"
        kind = c.Play if _worth_playing(driver.table, seat) else c.Fold
        driver.give(kind(by=player, at=driver.now(), seat=seat))
    for seat in driver.table.to_call:
        player = f"player:{driver.table.seats[seat].player}"
        wagers = winning(driver.table, seat)
        driver.give(c.CallAwards(by=player, at=driver.now(), seat=seat, wagers=wagers))
    if driver.table.phase is not Phase.BETTING:
        raise ValueError(f"the round stopped while {driver.table.phase}")


def shuffle_where_due(driver: Driver, chance: Chance) -> None:
    while driver.table.due and driver.table.due.name == "shuffle":
        driver.give(system_shuffle(chance, driver.table.due.deck or 0, driver.now()))


def _deck_is_old(driver: Driver) -> bool:
    since = driver.table.deck.in_use_since
    return since is not None and driver.at - since > timedelta(hours=3, minutes=50)


def _bet(driver: Driver, seat: int, least: dict[str, int], chance: Chance) -> None:
    table = driver.table
    player = f"player:{table.seats[seat].player}"
    if table.stack(table.seats[seat].player) < 4 * sum(least.values()):
        cents = _BUY_IN * least["ante"]
        driver.give(c.BuyIn(by=player, at=driver.now(), seat=seat, cents=cents))
    for wager, amount in least.items():
        needed = wager == "ante" or table.house.wagers[wager].required
        if needed or chance.random() < _SIDE_BET_RATE:
            driver.give(
                c.PlaceWager(by=player, at=driver.now(), seat=seat, wager=wager, amount=amount)
            )
    if chance.random() < _TOKE_RATE and table.house.ante.tokes:
        driver.give(c.PlaceToke(by=player, at=driver.now(), seat=seat, wager="ante", amount=100))


def _worth_playing(table: Table, seat: int) -> bool:
    """Whether the hand is queen, six, four or better."""
    hand = hand_of(table, seat)
    ranking = table.house.ranking
    if ranking.category(hand) > Category.HIGH_CARD:
        return True
    return sorted((card // 4 + 2 for card in hand), reverse=True) >= [12, 6, 4]
