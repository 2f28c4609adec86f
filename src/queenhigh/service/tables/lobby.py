"""The tables of the room: setting them up, opening and listing them, giving them up."""

import asyncio

import msgspec

from ...house.loader import with_options
from ...house.model import House
from ...house.options import option_name, options_of
from ...house.plain_data import Document
from ...money.setup import options_data
from ...money.stream import table_stream
from ...store.chain import canonical
from ...store.records import Batch, Fact, Landed, Landing
from ...table.commands import Leave, OpenTable
from ...table.refusal import Refusal
from ...table.roles import Actor
from ...table.state import Phase
from ...wagers.least_bets import least_bets
from ...wagers.setting_words import option_in_words
from ...wire.messages import ReadingChosen, SeatHeld, SeatShown, TableShown
from ..cardroom import Cardroom
from ..executor import RoomRefusal, refusal
from ..floor_view import FloorView
from ..houses.shelf import Shelf
from ..money.link_meters import LinkMeters
from ..money.patron_accounts import PatronAccounts
from .bots import BUY_IN, name_of
from .felt import limits_of, pays_in_short, titles_of
from .move_cache import KeptMoves
from .running_table import HOUSE, Running
from .table_set_up import SetUpTable, TableWanted, decide_set_up

_BOTS_MONEY = 100  # Buy-ins.


class Lobby:
    def __init__(
        self,
        cardroom: Cardroom,
        shelf: Shelf | None = None,
        floor: FloorView | None = None,
    ):
        self.cardroom, self.store = cardroom, cardroom.store
        self.shelf = shelf or Shelf(cardroom.store)
        self.kept_moves = KeptMoves()
        self.people = cardroom.people
        self.patrons, self.links = PatronAccounts(cardroom, floor), LinkMeters(cardroom)

    async def set_up(self, wanted: TableWanted, by: str, owner: str = "") -> Running | Refusal:
        """Set up a table with its meters, and open it if it is fully automatic.

        With an `owner` it becomes that person's practice table. If somebody chose readings for a
        money table, another person has to open it.
        """
        command = SetUpTable(by=by, at=self.cardroom.now(), wanted=wanted, owner=owner)
        answer = await self.cardroom.executor.execute(_SetUp(self, command))
        if not isinstance(answer, Refusal):
            await self.make_ready(answer)
            return self.cardroom.room.tables[wanted.id]
        return answer

    async def make_ready(self, running: Running) -> None:
        """Finish setting up a table; safe to repeat after a crash halfway through."""
        setup = running.setup
        for number in range(1, len(setup.bots) + 1):
            bot = name_of(setup.table, number)
            cents = _BOTS_MONEY * BUY_IN * sum(dict(least_bets(running.table.house)).values())
            await self.patrons.grant(bot, cents, f"first_money:{bot}")
        if running.automated and not setup.opens_by_another:
            await self.open(setup.table)

    def seated(self) -> set[str]:
        """The names of those who sit at a table now, practice tables excluded."""
        tables = [each for each in self.tables() if not each.setup.is_practice]
        return {seat.player for each in tables for seat in each.table.seats.values()}

    def money_tables_of(self, player: str) -> list[str]:
        """The tables where that person plays for money."""
        return [each.table for each in self.seats_of(player) if each.stakes == "money"]

    async def give_up(self, table: str) -> None:
        """Remove a practice table: return all chips, and drop it from memory."""
        running = self.cardroom.room.tables[table]
        for seat, sitting in running.table.seats.items():
            by, now = str(Actor("player", sitting.player)), self.cardroom.now()
            await self.cardroom.give(table, Leave(by=by, at=now, seat=seat))
        await self.cardroom.given_up(table)

    async def open(self, table: str) -> None:
        """Open an automatic table, with the house as its dealer."""
        running = self.cardroom.room.tables[table]
        if running.table.phase is not Phase.CLOSED:
            return
        command = OpenTable(
            by=str(Actor("floor", HOUSE)),
            at=self.cardroom.now(),
            id=f"open:{table}:{running.table.version}",
            dealer=HOUSE,
            table=table,
            tray=running.usual_tray,
            automation=running.setup.automation,
        )
        await self.cardroom.give(table, command)

    async def shown(self, running: Running) -> TableShown:
        setup, table = running.setup, running.table
        return TableShown(
            id=setup.table,
            name=setup.name,
            house=table.house.key,
            house_name=table.house.called,
            book_title=table.house.book.title,
            phase=table.phase.value,
            stakes=setup.stakes,
            automated=running.automated,
            kind=setup.kind or "",
            practice=setup.is_practice,
            owner=setup.belongs_to,
            dealer=table.dealer,
            round=table.round.number,
            places=table.house.seats,
            seats=[SeatShown(number, seat.player) for number, seat in sorted(table.seats.items())],
            limits=limits_of(table.house),
            currency=table.house.currency,
            titles=titles_of(table.house),
            meters=await self.cardroom.meters(running),
            pays=pays_in_short(table.house),
            stopped=self.cardroom.room.stopped.get(setup.table, ""),
            betting_seconds=setup.betting_seconds,
            decision_seconds=setup.decision_seconds,
            idle_seconds=setup.seat_kept_seconds,
            relief_minutes=setup.relief_minutes or None,
        )

    async def readings(self, running: Running) -> list[ReadingChosen]:
        """The readings chosen for a table, each beside that of its house."""
        if not running.setup.options:
            return []
        house = running.table.house
        shelved = await asyncio.to_thread(self.shelf.find, house.key)
        known = options_of(house.book.rulings)
        return [
            ReadingChosen(
                name,
                option_name(known[name]),
                option_in_words(house, known[name][0]),
                option_in_words(shelved.house, known[name][0]) if shelved else "",
            )
            for name in running.setup.options
            if name in known
        ]

    def tables(self) -> list[Running]:
        return list(self.cardroom.room.tables.values())

    def seats_of(self, player: str) -> list[SeatHeld]:
        return [held for running in self.tables() if (held := _seat_held(running, player))]


class _SetUp(msgspec.Struct):
    """Setting up a table: one at a time, because their names differ."""

    lobby: Lobby
    command: SetUpTable
    stream: str = "table set-ups"  # Not that of the table: it only gives them turns.

    async def decide(self) -> Batch | Running | Refusal:
        wanted, lobby = self.command.wanted, self.lobby
        house, options = await asyncio.to_thread(self._house)
        others = (each.setup for each in lobby.tables() if each.id != wanted.id)
        names = [each.name for each in others if not each.is_practice]
        setup = decide_set_up(self.command, house, options, names)
        if isinstance(setup, Refusal):
            return setup
        for meter in house.meters:
            if refused := await lobby.links.join(setup, house, meter):
                return refused
        said = canonical(setup)
        return Batch(table_stream(wanted.id), 0, f"set_up:{wanted.id}", said, (Fact(said),))

    def _house(self) -> tuple[House, Document | msgspec.UnsetType]:
        """The house of the table, and the readings in which it differs from the shelf's."""
        wanted = self.command.wanted
        house = self.lobby.shelf.house(wanted.house)
        chosen = with_options(house, msgspec.json.encode(wanted.options))
        return chosen, options_data(house, wanted.options)

    async def conclude(self, landing: Landing) -> Running | Refusal | None:
        table, cardroom = self.command.wanted.id, self.lobby.cardroom
        if not isinstance(landing, Landed) or landing.repeated:
            return refusal(RoomRefusal.ID_TAKEN, f"There is already a table {table}.")
        await cardroom.added(table)
        return cardroom.room.tables[table]

    async def tell(self, answer: Running | Refusal | None) -> None:
        """Do nothing: nobody watches it yet."""

    def lose_track(self) -> None:
        """Do nothing: whether it landed is found out when it is set up again."""


def _seat_held(running: Running, player: str) -> SeatHeld | None:
    table, setup = running.table, running.setup
    own = {number: seat for number, seat in table.seats.items() if seat.player == player}
    if not own:
        return None
    bets = sum(sum(seat.wagers.values()) + seat.play for seat in own.values())
    return SeatHeld(
        table=setup.table,
        house=table.house.key,
        stakes=setup.stakes,
        practice=setup.practice,
        currency=table.house.currency,
        cents=table.stack(player) + bets,
        to_decide=table.next_to_decide in own,
    )
