"""Setting up tables, and the money that moves in and out away from them."""

import asyncio
import unicodedata
from typing import Annotated

import msgspec

from ...house.loader import with_options
from ...house.model import House
from ...house.options import option_name, options_of
from ...house.words import plain_words
from ...money import accounts
from ...money.accounts import patron as patron_account
from ...money.ledger import postings_of_link, postings_of_patron
from ...money.links import (
    AnyLinkCommand,
    LinkSetUp,
    SetUpLink,
    decide_link,
    refuse_joining,
    terms_of,
)
from ...money.patrons import (
    AnyPatronCommand,
    AnyPatronEvent,
    CashOut,
    GrantPlayMoney,
    NameWalkIn,
    PatronAccount,
    decide_patron,
    follow_patron,
    refuse_walk_in,
)
from ...money.refusal import MoneyRefusal, refuse
from ...money.setup import Data, Stakes, TableSetUp, as_data, book_data, links_of, options_data
from ...money.stream import link_stream, patron_stream, table_stream
from ...store.chain import canonical
from ...store.people import People
from ...store.records import Batch, Fact, Landed
from ...store.upcasts import upcast
from ...table.commands import Leave, OpenTable, Sit
from ...table.events import Event, Kind
from ...table.instructions import automation_problem, steps_of, with_shuffle, without_controls
from ...table.meter import not_run
from ...table.refusal import Refusal
from ...table.roles import Actor
from ...table.state import DEALT_BY_PEOPLE, Phase
from ...wagers.setting_words import option_in_words
from ...wire.messages import MeterShown, ReadingChosen, SeatHeld, SeatShown, TableShown
from ..cardroom import Cardroom
from ..compliance.duty_pages import cash_out_waits
from ..errors import ServiceError
from ..executor import Decided, RoomRefusal, refusal
from ..floor_view import FloorView
from ..houses.shelf import Shelf
from ..people.display_names import has_unseen
from ..policy import refuse_signer
from .bots import BUY_IN, name_of
from .felt import limits_of, pays_in_short, titles_of
from .minimum_bets import least_bets
from .move_cache import KeptMoves
from .running_table import HOUSE, Running

_BOTS_MONEY = 100  # Buy-ins.
_SOLO = "table-"  # How the links of tables with a meter of their own begin.
_patron_events: msgspec.json.Decoder[AnyPatronEvent] = msgspec.json.Decoder(AnyPatronEvent)


# The id of a table or a link: part of addresses and of account names.
_ID = "[A-Za-z0-9_][A-Za-z0-9._-]{0,63}"
Seconds = Annotated[int, msgspec.Meta(ge=1, le=3_600)]


class TableWanted(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table to be set up."""

    id: Annotated[str, msgspec.Meta(pattern=rf"^{_ID}$(?!\n)", examples=["pit-1"])]
    house: Annotated[str, msgspec.Meta(max_length=64)]
    name: Annotated[str, msgspec.Meta(max_length=80, examples=["Table 1"])] = ""
    options: dict[str, object] = {}
    stakes: Stakes = "play"
    # The link whose meter it shares; by default the table has its own.
    link: Annotated[str, msgspec.Meta(pattern=rf"^({_ID})?$(?!\n)")] = ""
    kind: Kind | None = None  # Digital by default.
    # None: the kind's default, all steps for a digital table. The system always shuffles those.
    automation: tuple[str, ...] | None = None
    betting_seconds: Seconds | None = 20
    decision_seconds: Seconds | None = 30
    # An automatic table gives up a seat whose player does nothing for this long.
    idle_seconds: Annotated[int, msgspec.Meta(ge=60, le=86_400)] | None = 900
    # At a physical or training table, how long before the dealer must be relieved.
    relief_minutes: Annotated[int, msgspec.Meta(ge=5, le=480)] | None = 60
    bots: Annotated[tuple[str, ...], msgspec.Meta(max_length=9)] = ()  # Each one's strategy.
    bots_alone: bool = False


class Lobby:
    def __init__(
        self,
        cardroom: Cardroom,
        shelf: Shelf | None = None,
        floor: FloorView | None = None,
        people: People | None = None,
    ):
        self.cardroom, self.store = cardroom, cardroom.store
        self.shelf = shelf or Shelf(cardroom.store)
        self.kept_moves = KeptMoves()
        self.people = people  # None where nobody registers, as in simulations.
        self._floor = floor  # Knows which winnings must wait for a form before they are cashed out.

    # Tables

    async def set_up(self, wanted: TableWanted, by: str, owner: str = "") -> Running | Refusal:
        """Set up a table with its meters, and open it if it is fully automatic.

        With an `owner` it becomes that person's practice table. If somebody chose readings for a
        money table, another person has to open it.
        """
        house, options = await asyncio.to_thread(self._house, wanted)
        if message := not_run(house):
            raise ServiceError("meter/not_run", message, status=400, path="house")
        setup = self._setup(wanted, house, by, owner, options)
        for meter in house.meters:
            if refused := await self._linked(setup, house, meter):
                return refused
        facts = (Fact(canonical(setup)),)
        batch = Batch(
            table_stream(setup.table), 0, f"set_up:{setup.table}", canonical(setup), facts
        )
        landing = await self.cardroom.executor.land(batch)
        if not isinstance(landing, Landed) or landing.repeated:
            return refusal(RoomRefusal.ID_TAKEN, f"There is a table {setup.table} already.")
        await self.cardroom.added(setup.table)
        await self.make_ready(self.cardroom.room.tables[setup.table])
        return self.cardroom.room.tables[setup.table]

    async def make_ready(self, running: Running) -> None:
        """Finish setting up a table; safe to repeat after a crash halfway through."""
        setup = running.setup
        for number in range(1, len(setup.bots) + 1):
            bot = name_of(setup.table, number)
            cents = _BOTS_MONEY * BUY_IN * sum(dict(least_bets(running.table.house)).values())
            await self.grant(bot, cents, f"first_money:{bot}")
        if running.automated and not setup.opens_by_another:
            await self.open(setup.table)

    def _house(self, wanted: TableWanted) -> tuple[House, Data | msgspec.UnsetType]:
        """The house of a table, and the readings in which it differs from the shelf's."""
        house = self.shelf.house(wanted.house)
        chosen = with_options(house, msgspec.json.encode(wanted.options))
        return chosen, options_data(house, wanted.options)

    def _setup(
        self,
        wanted: TableWanted,
        house: House,
        by: str,
        owner: str,
        options: Data | msgspec.UnsetType,
    ) -> TableSetUp:
        every = tuple(sorted(steps_of(house)))
        kind = wanted.kind or "digital"
        if wanted.bots and kind == "physical":
            message = "Real cards are dealt to people: a table with them takes no bots."
            raise ServiceError("table/not_this_kind", message, status=400, path="bots")
        if wanted.bots and wanted.stakes == "money":
            message = "Bots play with play money: a table for money takes none."
            raise ServiceError("table/not_for_money", message, status=400, path="bots")
        by_people = kind in DEALT_BY_PEOPLE
        said = wanted.automation if wanted.automation is not None else () if by_people else ("all",)
        automation = every if "all" in said else said
        if problem := automation_problem(kind, automation):
            raise ServiceError(problem.code, problem.message, status=400, path="automation")
        if wanted.stakes == "money":
            _refuse_controls(house, automation)
        if _is_solo(wanted.link):
            message = f"The meter {wanted.link} belongs to one table: choose another name for it."
            raise ServiceError("link/bad_name", message, status=400, path="link")
        return TableSetUp(
            table=wanted.id,
            name=self._name(wanted, by),
            house=as_data(house),
            book=book_data(house),
            stakes=wanted.stakes,
            **links_of(house, wanted.link or _solo(wanted.id)),
            automation=automation if by_people else with_shuffle(automation),
            kind=kind,
            options=options,
            betting_seconds=None if by_people else wanted.betting_seconds,
            decision_seconds=None if by_people else wanted.decision_seconds,
            idle_seconds=msgspec.UNSET if wanted.idle_seconds is None else wanted.idle_seconds,
            relief_minutes=(by_people and wanted.relief_minutes) or msgspec.UNSET,
            bots=wanted.bots,
            bots_alone=wanted.bots_alone,
            practice=bool(owner),
            owner=owner,
            by=by,
            at=self.cardroom.now(),
        )

    def _name(self, wanted: TableWanted, by: str) -> str:
        """The name of a new table, normalised.

        People give each of the room's tables a name of its own; practice tables and those of the
        configuration, which the system sets up, may share one.
        """
        name = unicodedata.normalize("NFC", wanted.name).strip() or f"Table {wanted.id}"
        if has_unseen(name):
            message = "The name of a table has no control characters."
            raise ServiceError("name/invalid", message, status=400, path="name")
        others = (each.setup for each in self.tables() if each.id != wanted.id)
        taken = {each.name.casefold() for each in others if not each.is_practice}
        if by != "system" and name.casefold() in taken:
            message = f"There is a table called {name} already."
            raise ServiceError("name/taken", message, status=409, path="name")
        return name

    def seated(self) -> set[str]:
        """The names of those who sit at a table now, practice tables excluded."""
        tables = [each for each in self.tables() if not each.setup.is_practice]
        return {seat.player for each in tables for seat in each.table.seats.values()}

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
            meters=await self.meters(running),
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

    # Meters

    async def meters(self, running: Running) -> dict[str, int]:
        return await self.cardroom.meters(running)

    async def link_meters(self) -> list[MeterShown]:
        """Each link's meter, reserve, jackpot and overflow balances, and its tables."""
        links: dict[str, list[str]] = {}
        for running in self.tables():
            for link in () if running.setup.is_practice else running.setup.all_links:
                links.setdefault(link, []).append(running.id)
        balance = self.cardroom.balances.of
        return [
            MeterShown(
                link,
                await balance(accounts.meter(link)),
                await balance(accounts.reserve(link)),
                await balance(accounts.jackpot(link)),
                await balance(accounts.overflow(link)),
                sorted(tables),
            )
            for link, tables in sorted(links.items())
        ]

    async def _linked(self, setup: TableSetUp, house: House, meter: str) -> Refusal | None:
        """Join the table to its link, creating the link if it does not exist yet."""
        name = setup.link_of(meter)
        own = name in (_solo(setup.table), f"{_solo(setup.table)}-{meter}")
        stream = link_stream(name)
        records = await asyncio.to_thread(self.store.records, stream, 0, 1)
        if records:
            link = msgspec.json.decode(records[0].event, type=LinkSetUp)
            others = [each.id for each in self.tables() if name in each.setup.all_links]
            if own and link.kind != "solo":  # In older logs any table could name it.
                message = f"Other tables share the meter {name}: choose another id."
                return refuse(MoneyRefusal.LINK_EXISTS, message)
            return refuse_joining(link, setup, others, meter)
        command = SetUpLink(
            by="system",
            at=self.cardroom.now(),
            id=f"set_up_link:{name}",
            link=name,
            kind="solo" if own else "linked",
            stakes=setup.stakes,
            terms=terms_of(house, meter),
        )
        answer = await self.on_link(command, house)
        return answer if isinstance(answer, Refusal) else None

    async def on_link(
        self, command: AnyLinkCommand, house: House | None = None
    ) -> list[Event] | Refusal:
        stream = link_stream(command.link)

        def decide() -> Decided:
            first = self.store.records(stream, 0, 1)
            link = msgspec.json.decode(first[0].event, type=LinkSetUp) if first else None
            return decide_link(link, command, house)

        return await self.cardroom.executor.act(stream, command, decide, postings_of_link)

    # Money of patrons

    async def balance(self, person: str, *, play_money: bool) -> int:
        return await self.cardroom.balances.of(patron_account(person, play_money=play_money))

    async def grant(self, person: str, cents: int, identity: str = "") -> None:
        command = GrantPlayMoney(
            by="system", at=self.cardroom.now(), id=identity, patron=person, cents=cents
        )
        await self.on_patron(command)

    async def name_walk_in(self, table: str, command: Sit) -> Refusal | None:
        """Claim the walk-in's name for good, across all processes."""
        wish = NameWalkIn(
            by=command.by,
            at=command.at,
            id=f"{command.id}:walk-in" if command.id else "",
            patron=command.player,
            table=table,
        )
        seats = (seat for each in self.tables() for seat in each.table.seats.values())
        if any(seat.player == command.player for seat in seats):  # Perhaps seated before the log
            return refuse_walk_in(command.player)  # recorded names.
        answer = await self.on_patron(wish)
        return answer if isinstance(answer, Refusal) else None

    async def on_patron(self, command: AnyPatronCommand) -> list[Event] | Refusal:
        stream = patron_stream(command.patron)

        def decide() -> Decided:
            held = self.store.balance(patron_account(command.patron))
            account = self.account(command.patron)
            if isinstance(command, CashOut) and (waits := self._waits(held, command, account)):
                return waits
            house = self._floor.cage if self._floor else None
            return decide_patron(held, command, house, account=account)

        return await self.cardroom.executor.act(stream, command, decide, postings_of_patron)

    def account(self, person: str) -> PatronAccount:
        """What the log says of the patron now. Call it in a thread."""
        records = self.store.records(patron_stream(person))
        return follow_patron(_patron_events.decode(upcast(each.event)) for each in records)

    def _waits(self, held: int, command: CashOut, account: PatronAccount) -> Refusal | None:
        """Refuse to pay what must wait for a form, or was asked for by somebody who has left."""
        asked = account.asked_at(command.at)
        if asked and (refused := refuse_signer(self.people, asked.by, cash_out=True)):
            return refused
        return cash_out_waits(self._floor, held, command) if self._floor else None


def _refuse_controls(house: House, automation: tuple[str, ...]) -> None:
    """Refuse, at a money table that people run, to automate what controls them."""
    controls = {*automation} - {*without_controls(house, automation)}
    if "settle" in controls:
        message = (
            "At a table for money the system settles only if it does every step: a dealer"
            " pays from a counted tray."
        )
        raise ServiceError("table/not_for_money", message, status=400, path="automation")
    if controls:
        named = ", ".join(plain_words(each) for each in sorted(controls))
        message = (
            "At a table for money the system does what the floor or surveillance verifies only"
            f" if it does every step. Leave to them: {named}."
        )
        raise ServiceError("table/not_for_money", message, status=400, path="automation")


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


def _solo(table: str) -> str:
    """The link of a meter that belongs to one table alone."""
    return f"{_SOLO}{table}"


def _is_solo(link: str) -> bool:
    """Whether it is, or becomes with the key of a meter, the link of a table's own meter."""
    return f"{link}-".startswith(_SOLO)
