"""Bots: players that bet the house's minimum and decide by a strategy.

A bot is a seated player like any other, with play-money chips; it sees only its own cards.
"""

from datetime import datetime

from ...maths.analysis.player_rule import plays
from ...table import commands as c
from ...table.claims import winning
from ...table.commands import AnyCommand
from ...table.roles import Actor
from ...table.state import Phase, Table, hand_of
from ...wagers.least_bets import least_bets
from ...wagers.seat import play_stake
from .running_table import Running

BUY_IN = 200  # Table minimums.


def names(running: Running) -> list[str]:
    """The names of the table's bots, made of its id and a number."""
    return [name_of(running.id, number) for number in range(1, len(running.setup.bots) + 1)]


def name_of(table: str, number: int) -> str:
    return f"bot-{table}-{number}"


def bot_moves(running: Running, now: datetime) -> AnyCommand | None:
    """The next command of a bot at this table, if one has to act now."""
    table, setup = running.table, running.setup
    if not setup.bots:
        return None
    if table.to_call:
        return _call(running, now)
    if table.phase not in (Phase.OPENING, Phase.BETTING, Phase.DECIDING):
        return None
    if table.phase is Phase.DECIDING:
        seat = table.next_to_decide
        if seat is None or table.seats[seat].player not in names(running):
            return None
        return _decide(running, seat, now)
    if not _somebody_to_play_with(running):
        return None
    wishes = (_sit_and_bet(running, bot, now) for bot in names(running))
    return next((wish for wish in wishes if wish), None)


def _call(running: Running, now: datetime) -> AnyCommand | None:
    table, bots = running.table, names(running)
    for seat in table.to_call:
        player = table.seats[seat].player
        if player in bots:
            by, identity = _signed(running, player)
            wagers = winning(table, seat)
            return c.CallAwards(by=by, at=now, id=identity, seat=seat, wagers=wagers)
    return None


def _signed(running: Running, bot: str) -> tuple[str, str]:
    """The giver and id of a command: two processes with the same move make it only once."""
    return str(Actor("player", bot)), f"bot:{bot}:{running.id}:{running.table.version}"


def _somebody_to_play_with(running: Running) -> bool:
    """Whether bots play now: with people, or among themselves at a table of their own."""
    bots = names(running)
    people = [seat for seat in running.table.seats.values() if seat.player not in bots]
    return bool(people) or running.setup.bots_alone


def _sit_and_bet(running: Running, bot: str, now: datetime) -> AnyCommand | None:
    table = running.table
    by, identity = _signed(running, bot)
    seat = next((n for n, s in table.seats.items() if s.player == bot), None)
    if seat is None:
        free = [n for n in _far_from_people(table) if n not in table.seats]
        return c.Sit(by=by, at=now, id=identity, seat=free[0]) if free else None
    least = dict(least_bets(table.house))
    if table.stack(bot) < 3 * sum(least.values()) and not table.seats[seat].wagers:
        cents = BUY_IN * sum(least.values())
        return c.BuyIn(by=by, at=now, id=identity, seat=seat, cents=cents)
    if table.phase is not Phase.BETTING or table.due:
        return None
    for wager, amount in least.items():
        if not table.seats[seat].wagers.get(wager):
            return c.PlaceWager(by=by, at=now, id=identity, seat=seat, wager=wager, amount=amount)
    return None


def _far_from_people(table: Table) -> list[int]:
    """The seats from the outside in, so that the middle is left for people."""
    middle = (table.house.seats + 1) // 2
    return sorted(range(1, table.house.seats + 1), key=lambda n: (-abs(n - middle), n))


def _decide(running: Running, seat: int, now: datetime) -> AnyCommand:
    table = running.table
    player = table.seats[seat].player
    by, identity = _signed(running, player)
    hand = hand_of(table, seat)
    strategy = running.setup.bots[names(running).index(player)]
    able = table.stack(player) >= play_stake(table.house, table.bets(seat))
    wish = c.Play if able and plays(table.house, strategy, hand) else c.Fold
    return wish(by=by, at=now, id=identity, seat=seat)
