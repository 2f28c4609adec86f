"""Simple players at an automated table, for logs, tests and benchmarks. Chance is passed in."""

from collections.abc import Iterator
from datetime import datetime

from ..cards.names import rank_name
from ..cards.ranking import Category
from ..house.model import House
from ..wagers.least_bets import least_of_each
from . import commands as c
from .driver import Driver
from .events import AnyEvent
from .fairness import Chance
from .state import Phase, Table, hand_of

_BUY_IN = 1_000  # In table minimums.
_SIDE_BET_RATE = 0.5
_TOKE_RATE = 0.1


def play_rounds(
    house: House, *, rounds: int, seats: int, chance: Chance, start: datetime
) -> Iterator[AnyEvent]:
    """Open a table, seat the players, play and close; yield every event."""
    driver = Driver(house, start, chance)
    driver.open_automated()
    for seat in range(1, seats + 1):
        cents = _BUY_IN * house.limits("ante").first
        driver.do(*driver.arrival(seat, rank_name(seat + 1).lower(), cents))
    for _ in range(rounds):
        _play_round(driver)
        yield from (change.event for change in driver.taken())
    yield from driver.do(c.CloseTable(by="floor:house", at=driver.now()))


def _play_round(driver: Driver) -> None:
    driver.look_after_decks()
    house = driver.table.house
    least = least_of_each(house)
    for number in sorted(driver.table.seats):
        _bet(driver, number, least)
    driver.do(c.AnnounceNoMoreBets(by="system", at=driver.now()))
    while (seat := driver.table.next_to_decide) is not None:
        kind = c.Play if _worth_playing(driver.table, seat) else c.Fold
        driver.do(kind(by=driver.player(seat), at=driver.now(), seat=seat))
    driver.call_awards()
    if driver.table.phase is not Phase.BETTING:
        raise ValueError(f"the round stopped while {driver.table.phase}")


def _bet(driver: Driver, seat: int, least: dict[str, int]) -> None:
    table, chance, player = driver.table, driver.chance, driver.player(seat)
    if table.stack(table.seats[seat].player) < 4 * sum(least.values()):
        cents = _BUY_IN * least["ante"]
        driver.do(c.BuyIn(by=player, at=driver.now(), seat=seat, cents=cents))
    for wager, amount in least.items():
        needed = wager == "ante" or table.house.wagers[wager].required
        if needed or chance.random() < _SIDE_BET_RATE:
            driver.do(
                c.PlaceWager(by=player, at=driver.now(), seat=seat, wager=wager, amount=amount)
            )
    if chance.random() < _TOKE_RATE and table.house.ante.tokes:
        driver.do(c.PlaceToke(by=player, at=driver.now(), seat=seat, wager="ante", amount=100))


def _worth_playing(table: Table, seat: int) -> bool:
    """Whether the hand is queen, six, four or better."""
    hand = hand_of(table, seat)
    ranking = table.house.ranking
    if ranking.category(hand) > Category.HIGH_CARD:
        return True
    return sorted((card // 4 + 2 for card in hand), reverse=True) >= [12, 6, 4]
