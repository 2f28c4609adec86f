"""One person's view of a table and actions there. All output to clients passes through here."""

import asyncio
from collections.abc import Hashable
from functools import partial
from typing import Any

import msgspec

from ...money.accounts import patron as patron_account
from ...store.keys import Person
from ...table import events as e
from ...table.commands import (
    AnnounceNoMoreBets,
    Approve,
    BuyIn,
    OpenTable,
    PlaceWager,
    RelieveDealer,
    Rule,
    Sit,
    WithdrawWager,
)
from ...table.decide import advance, foreseen
from ...table.form import CommandForm
from ...table.forms import forms
from ...table.legal_moves import legal
from ...table.refusal import Refusal, as_refused
from ...table.returned_bets import opening_refusals
from ...table.roles import ROLES, Actor, role_and_name, role_of
from ...table.state import Phase
from ...table.walk_ins import is_walk_in
from ...wire.messages import Changed, MeterMoved, ReadyMoved, Snapshot
from ...wire.requests import Move, command_of, move_of
from ..errors import ServiceError
from ..policy import (
    MOST_A_ROUND,
    refuse_at_table,
    refuse_relief,
    refuse_seat,
    refuse_signer,
    refuse_token,
    seats_another,
    still_is,
)
from ..rights import as_whom, may, require, right_to_act, speaker
from ..room import Answer
from .bots import names
from .house_moves import deadline
from .lobby import Lobby
from .move_cache import NO_MOVES, Moves, moves
from .ready_players import Ready
from .running_table import HOUSE, News, Running, Told, ToldChange, told
from .surroundings import Surroundings
from .watch import Watch

_MOST_MISSED = 2_000  # Events to send again; a client further behind gets a snapshot.
# The consequences of an irregularity, without the cards involved, or of a correction.
CONSEQUENCES = (
    *(e.IrregularityReported, e.RoundVoided, e.SettledRoundVoided),
    *(e.TableHalted, e.DeckRemoved, e.ShufflerFailed),
    *(e.CardCorrected, e.DecisionCorrected, e.WagerCorrected, e.PayoutCorrected),
    *(e.CouponCorrected, e.CorrectionMade, e.ApprovalRequested),
)
_BETS = (PlaceWager, WithdrawWager)
_DEAL_NOW = {"type": "announce_no_more_bets"}


def may_watch(person: Person | None, running: Running) -> bool:
    """Whether the person may see the table; a private one only its owner and floor staff."""
    owner = running.setup.belongs_to
    if not owner or (person is not None and person.name == owner):
        return True
    return may(person, "floor.see")


def watched(lobby: Lobby, person: Person | None, table: str) -> Running:
    """Return the table. Raises ServiceError if this person may not see it."""
    running = lobby.cardroom.room.tables.get(table)
    if running is None or not may_watch(person, running):
        raise ServiceError("table/unknown", f"There is no table {table}.", status=404)
    return running


class Window:
    def __init__(self, lobby: Lobby, person: Person, table: str, role: str | None = None):
        running = watched(lobby, person, table)
        self.lobby, self.person, self.table = lobby, person, table
        self.own = own = running.setup.belongs_to == person.name
        self.mute = person.role in ("auditor", "administrator") and not own
        self._right = right_to_act(person, practice=own)
        self.speaks = may(person, self._right) and not self.mute
        self.viewer = (
            str(Actor(person.role, person.name))
            if self.mute
            else speaker(person, role, practice=own)
        )
        self._plays = role_and_name(self.viewer).role == "player"
        self._account = patron_account(person.name, play_money=running.setup.play_money)
        self._role = running.sight(self.viewer).of_role
        # What this client knows besides the view.
        self._surroundings: Surroundings | None = None
        self._balance: int | None = None
        self._known_moves: Moves | None = None
        self._moves = NO_MOVES
        self._moves_rest_on: Hashable = ()
        self._moves_at = -1  # The version of the table for which they hold.

    @property
    def running(self) -> Running:
        return self.lobby.cardroom.room.tables[self.table]

    async def snapshot(self) -> Snapshot:
        running, cardroom = self.running, self.lobby.cardroom
        meters = await cardroom.meters(running)
        self._balance = await cardroom.balances.of(self._account)
        self._surroundings = around = self._around(running, meters)
        self._known_moves = self._offered(running)
        return Snapshot(
            version=running.table.version,
            view=running.view(running.sight(self.viewer)),
            moves=self._known_moves.listed,
            now=cardroom.now(),
            stakes=running.setup.stakes,
            balance=self._balance,
            **msgspec.structs.asdict(around),
        )

    def forms(self) -> list[CommandForm]:
        """The commands this person can give here, as forms with the available choices."""
        if not self.speaks:
            return []
        running = self.running
        return forms(
            running.table,
            running.view(running.sight(self.viewer)),
            self.viewer,
            guarded=not running.setup.play_money,
            roles=ROLES if self.own else (role_of(running.table.house, self.viewer),),
            dealt_by=HOUSE if running.automated and not running.setup.play_money else "",
        )

    def changed(self, news: News, answers: dict[str, int]) -> bytes | None:
        """What has changed since this client was last told, encoded; everything for a new one.

        None if something has to be read first.
        """
        balance = self.lobby.cardroom.balances.known(self._account)
        around = news.surroundings(self._known_around)
        if balance is None or around is None:
            return None
        own = self._own(news, balance, answers)
        return self._change(news, around).encoded(own)

    async def changed_once_read(self, news: News, answers: dict[str, int]) -> bytes:
        around, balance = await self._read(news)
        own = self._own(news, balance, answers)
        return self._change(news, around).encoded(own)

    async def since(self, version: int | None) -> Snapshot | Changed:
        """The changes since the version that the client knows, or a new snapshot."""
        running = self.running
        now = running.table.version
        if version is not None and 0 <= version < now <= version + _MOST_MISSED:
            room = self.lobby.cardroom.room
            known = await asyncio.to_thread(room.back_then, running.id, version)
            if known is not None:
                events = await asyncio.to_thread(room.events, running.id, version + 1, now + 1)
                news = known.by(events)
                around, balance = await self._read(news)
                own = self._own(news, balance, {})
                message = self._change(news, around).message
                return msgspec.structs.replace(message, **own)
        return await self.snapshot()

    async def _read(self, news: News) -> tuple[Surroundings, int]:
        cardroom = self.lobby.cardroom
        around = self._around(news.running, await cardroom.meters(news.running))
        return around, await cardroom.balances.of(self._account)

    def _change(self, news: News, now: Surroundings) -> ToldChange:
        known, self._surroundings = self._surroundings, now
        return news.change_for(self.viewer, self._role, known, now, self.lobby.cardroom.now)

    def _own(self, news: News, balance: int, answers: dict[str, int]) -> dict[str, Any]:
        """What is nobody else's, and has changed."""
        own: dict[str, Any] = {"answers": answers} if answers else {}
        if balance != self._balance:
            own["balance"] = self._balance = balance
        if self._moves_at == news.before.table.version and self.viewer in news.unmoved():
            self._moves_at = news.running.table.version
        if self._known_moves != (moves := self._offered(news.running)):
            self._known_moves = moves
            own["moves"] = moves.encoded
        return own

    def _around(self, running: Running, meters: dict[str, int]) -> Surroundings:
        return Surroundings(
            deadline=deadline(running),
            meters=meters,
            ready=self.lobby.cardroom.readiness.seats(running),
            idle_seconds=running.setup.seat_kept_seconds,
        )

    def _known_around(self, running: Running) -> Surroundings | None:
        meters = self.lobby.cardroom.known_meters(running)
        return None if meters is None else self._around(running, meters)

    def note(self, message: msgspec.Struct) -> bool:
        """Note a message between two changes; return whether it tells the client anything new."""
        known = self._surroundings
        if known is None:
            return True
        if isinstance(message, MeterMoved):
            self._surroundings = msgspec.structs.replace(known, meters=message.meters)
            return known.meters != message.meters
        if isinstance(message, ReadyMoved):
            self._surroundings = msgspec.structs.replace(known, ready=message.seats)
            return known.ready != message.seats
        return True

    def moves(self, running: Running) -> list[Move]:
        """The moves that the table would accept from this person now."""
        return self._offered(running).listed

    def _offered(self, running: Running) -> Moves:
        if self.mute:
            return NO_MOVES
        if self._moves_at == running.table.version:
            return self._moves
        self._moves_at = running.table.version
        rest_on = (
            *running.grounds(self.viewer),
            *(running.setup.play_money, self.person.guest, self._may_deal_now(running)),
            running.said.get(self.viewer, 0) >= MOST_A_ROUND,
        )
        if rest_on != self._moves_rest_on:
            find = partial(self._legal, running)
            kept = self.lobby.kept_moves
            self._moves = kept.of(rest_on, find) if self._plays else moves(find())
            self._moves_rest_on = rest_on
        return self._moves

    def _legal(self, running: Running) -> list[Move]:
        found = [
            move_of(each)
            for each in legal(running.table, self.viewer, self.lobby.cardroom.now())
            if not refuse_at_table(running, each, guest=self.person.guest)
        ]
        return [*found, _DEAL_NOW] if self._may_deal_now(running) else found

    def _may_deal_now(self, running: Running) -> bool:
        """Whether this person has a bet that would be dealt to, and so may ask for the cards.

        The cards come when everybody who has bet asks for them.
        """
        return self._readies(running) and running.is_dealt_to(self.person.name)

    def _readies(self, running: Running) -> bool:
        """Whether this person is a player at a table that deals when its players are ready."""
        return self._plays and "shuffle" in running.table.automation

    def _own_bets(self, running: Running) -> list[int]:
        table = running.table
        return [seat for seat in table.bettors() if table.seats[seat].player == self.person.name]

    def _refuse_deal(self, running: Running) -> Refusal | None:
        """Why none of this player's bets would be dealt to if the bets were locked now."""
        if not self._readies(running) or running.table.phase is not Phase.BETTING:
            return None
        bets = [running.table.bets(number) for number in self._own_bets(running)]
        found = opening_refusals(running.table.house, *bets) if bets else []
        return as_refused(found[0]).as_data() if found else None

    def preview(self, wish: Any) -> Told | Refusal:
        """What a report or a correction would lead to, without doing it or revealing a card."""
        if not str(wish.__struct_config__.tag).startswith(("report_", "correct_")):
            message = "Only reports and corrections can be looked at before they are made."
            raise ServiceError("preview/not_a_report", message, status=400)
        if not self.speaks:
            self._refuse_voice()
        command, _ = command_of(wish, self.viewer, self.lobby.cardroom.now())
        answer = advance(self.running.table, command)
        if isinstance(answer, Refusal):
            return answer
        changes = answer.changes
        if any(isinstance(each, e.ApprovalRequested) for each in answer.events):
            signed = foreseen(self.running.table, command)
            changes = changes if isinstance(signed, Refusal) else [*changes, *signed.changes]
        follows = [each for each in changes if isinstance(each.event, CONSEQUENCES)]
        return told(self.viewer, follows)

    async def give(self, wish: Any, asker: Watch | None = None) -> Answer | Refusal:
        """Carry out a request in this person's name, which is never taken from the client."""
        if not self.speaks:
            self._refuse_voice()
        cardroom = self.lobby.cardroom
        running = cardroom.room.tables[self.table]
        if not self._plays and running.table.guarded:
            await self._refuse_who_left()
        command, expected = command_of(wish, self.viewer, cardroom.now())
        if isinstance(command, AnnounceNoMoreBets):
            said = await self._was_said(command.id)
            running = self.running
            may_deal = not said and self._may_deal_now(running)
            in_time = expected in (None, running.table.version)
            if may_deal and in_time and not self._all_are_ready(running):
                return Answer(running.table.version, ())
            if not (said or may_deal) and (refused := self._refuse_deal(running)):
                return refused
            if said or may_deal:
                command = AnnounceNoMoreBets(by="system", at=command.at, id=command.id)
        elif isinstance(command, _BETS) and cardroom.readiness.is_ready(running, self.person.name):
            self._wait_again(running)
        if isinstance(command, BuyIn) and running.setup.is_practice:
            await self._stake_trainees(running, command)
        if isinstance(command, RelieveDealer | Sit) and (
            refused := await self._refuse_whom_it_names(running, command)
        ):
            return refused
        if isinstance(command, Approve | Rule | OpenTable) and (
            refused := refuse_token(running, command, self.person)
        ):
            return refused
        if isinstance(command, Approve) and (
            refused := await self._refuse_who_signed(running, command)
        ):
            return refused
        guest = self.person.guest
        return await cardroom.give(self.table, command, expected, guest=guest, asker=asker)

    async def _refuse_who_left(self) -> None:
        """Refuse staff who were shut out or have another role since they came to this table.

        Their connection ends a moment later; until then it must not sign anything.
        """
        people = self.lobby.people
        if people is None:
            return
        known = await asyncio.to_thread(people.find, self.person.name)
        if not still_is(known, self.person.role):
            message = "Your account or your role has changed: sign in again."
            raise ServiceError("rights/changed", message, status=403)

    async def _refuse_who_signed(self, running: Running, command: Approve) -> Refusal | None:
        """Refuse to approve a request if somebody who signed it has since lost their role."""
        people, room = self.lobby.people, self.lobby.cardroom.room
        if people is None or not running.table.guarded:
            return None
        now = await asyncio.to_thread(room.as_landed, running, room.store)
        request = now.table.requests.get(command.request)
        for by in request.signed if request else ():
            if refused := await asyncio.to_thread(refuse_signer, people, by):
                return refused
        return None

    async def _refuse_whom_it_names(
        self, running: Running, command: RelieveDealer | Sit
    ) -> Refusal | None:
        """Check the person whom a seating or a relief names, if people are registered here."""
        people = self.lobby.people
        if people is None or running.setup.is_practice:
            return None
        if isinstance(command, RelieveDealer):
            return refuse_relief(command, await asyncio.to_thread(people.find, command.dealer))
        if not seats_another(command, running):
            return None
        known = await asyncio.to_thread(people.find, command.player)
        if refused := refuse_seat(command, known):
            return refused
        here = any(seat.player == command.player for seat in running.table.seats.values())
        if here or not is_walk_in(command.player):
            return None
        return await self.lobby.name_walk_in(self.table, command)

    def _all_are_ready(self, running: Running) -> bool:
        """Mark this player as ready; return whether all the others are too."""
        cardroom = self.lobby.cardroom
        said = Ready(running.id, running.table.round.number, self.person.name, is_ready=True)
        cardroom.readiness.note(said)
        if cardroom.readiness.all_are_ready(running):
            return True
        cardroom.tell_ready(running, said)
        return False

    def _wait_again(self, running: Running) -> None:
        """Mark this player as not ready, after a change of bets."""
        said = Ready(running.id, running.table.round.number, self.person.name, is_ready=False)
        self.lobby.cardroom.readiness.note(said)
        self.lobby.cardroom.tell_ready(running, said)

    async def _stake_trainees(self, running: Running, command: BuyIn) -> None:
        """Grant money to the imaginary players whom trainees seat at their own table."""
        seat = running.table.seats.get(command.seat)
        if seat and seat.player != self.person.name and seat.player not in names(running):
            await self.lobby.grant(seat.player, command.cents)

    async def _was_said(self, identity: str) -> bool:
        """Whether a command with this id has already acted: it must not act twice."""
        if not identity:
            return False
        return await asyncio.to_thread(self.lobby.store.command, identity) is not None

    def _refuse_voice(self) -> None:
        """Refuse a person without a voice here, including one whose token only allows watching."""
        require(self.person, self._right)
        message = f"{as_whom(self.person)} may not act at a table."
        raise ServiceError("rights/no_voice", message, status=403)
