"""What patrons ask for, deposit and cash out, the play money they get, the names walk-ins claim."""

from functools import partial

import msgspec

from ...money.accounts import patron as patron_account
from ...money.ledger import postings_of_patron
from ...money.patrons import (
    AnyPatronCommand,
    AnyPatronEvent,
    CashOut,
    GrantPlayMoney,
    NameWalkIn,
    PatronAccount,
    RefillPlayMoney,
    decide_patron,
    decide_refill,
    follow_patron,
    refuse_walk_in,
)
from ...money.stream import patron_stream
from ...store.credentials import Person
from ...store.upcasts import upcast
from ...table.commands import Sit
from ...table.events import Event
from ...table.refusal import Refusal
from ..cardroom import Cardroom
from ..compliance.duty_pages import cash_out_waits
from ..executor import Decided
from ..floor_view import FloorView
from ..policy import refuse_signer

_events: msgspec.json.Decoder[AnyPatronEvent] = msgspec.json.Decoder(AnyPatronEvent)


class PatronAccounts:
    """Without a `floor` no cash-out waits for a form."""

    def __init__(self, cardroom: Cardroom, floor: FloorView | None = None) -> None:
        self._cardroom, self._store, self._floor = cardroom, cardroom.store, floor

    async def balance(self, person: str, *, play_money: bool) -> int:
        return await self._cardroom.balances.of(patron_account(person, play_money=play_money))

    def account(self, person: str) -> PatronAccount:
        """The patron's account as the log has it now. Call this in a thread."""
        records = self._store.records(patron_stream(person))
        return follow_patron(_events.decode(upcast(each.event)) for each in records)

    async def first_money(self, newcomer: Person, cents: int) -> None:
        """Grant every new player play money, so that they can practise."""
        if newcomer.role == "player":
            await self.grant(newcomer.name, cents)

    async def grant(self, person: str, cents: int, identity: str = "") -> None:
        now = self._cardroom.now()
        await self.act(GrantPlayMoney(by="system", at=now, id=identity, patron=person, cents=cents))

    async def refill(self, person: str, upto_cents: int) -> list[Event] | Refusal:
        """Grant as much play money as brings a player back to that amount."""
        now = self._cardroom.now()
        command = RefillPlayMoney(by="system", at=now, patron=person, upto_cents=upto_cents)
        account = patron_account(person, play_money=True)

        def decide() -> Decided:
            return decide_refill(self._store.balance(account), command)

        stream = patron_stream(person)
        return await self._cardroom.executor.act(stream, command, decide, postings_of_patron)

    async def name_walk_in(self, table: str, command: Sit) -> Refusal | None:
        """Claim the walk-in's name for good, across all processes."""
        wish = NameWalkIn(
            by=command.by,
            at=command.at,
            id=f"{command.id}:walk-in" if command.id else "",
            patron=command.player,
            table=table,
        )
        tables = self._cardroom.room.tables.values()
        seats = (seat for each in tables for seat in each.table.seats.values())
        if any(seat.player == command.player for seat in seats):  # Perhaps seated before the log
            return refuse_walk_in(command.player)  # recorded names.
        answer = await self.act(wish)
        return answer if isinstance(answer, Refusal) else None

    async def act(self, command: AnyPatronCommand) -> list[Event] | Refusal:
        stream, decide = patron_stream(command.patron), partial(self._decide, command)
        return await self._cardroom.executor.act(stream, command, decide, postings_of_patron)

    def _decide(self, command: AnyPatronCommand) -> Decided:
        held = self._store.balance(patron_account(command.patron))
        account = self.account(command.patron)
        if isinstance(command, CashOut) and (waits := self._waits(held, command, account)):
            return waits
        house = self._floor.cage if self._floor else None
        return decide_patron(held, command, house, account=account)

    def _waits(self, held: int, command: CashOut, account: PatronAccount) -> Refusal | None:
        """Refuse to pay what must wait for a form, or was asked for by somebody who has left."""
        asked, people = account.asked_at(command.at), self._cardroom.people
        if asked and (refused := refuse_signer(people, asked.by, cash_out=True)):
            return refused
        return cash_out_waits(self._floor, held, command) if self._floor else None
