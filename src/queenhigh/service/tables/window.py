"""One person's view of a table: what leaves for a client who is at it passes through here."""

import asyncio
from collections.abc import Hashable
from functools import partial

import msgspec

from ...money.accounts import patron as patron_account
from ...store.credentials import Person
from ...table.command_form import CommandForm
from ...table.legal_moves import legal
from ...table.roles import ROLES, role_of
from ...table.table_forms import forms
from ...wire.messages import Changed, MeterMoved, ReadyMoved, Snapshot
from ...wire.requests import Move, move_of
from ..errors import no_table
from ..policy import MOST_A_ROUND, refuse_at_table
from ..rights import may
from .change_messages import ChangeMessage
from .deadlines import deadline
from .lobby import Lobby
from .move_cache import NO_MOVES, Moves, moves
from .news import News, news_of
from .running_table import HOUSE, Running
from .surroundings import Surroundings
from .table_requests import TableRequests, may_deal_now
from .voice import voice_at

_MOST_MISSED = 2_000  # Events to send again; a client further behind gets a snapshot.
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
        raise no_table(table)
    return running


class Window:
    def __init__(self, lobby: Lobby, person: Person, table: str, role: str | None = None):
        running = watched(lobby, person, table)
        self.lobby, self.person, self.table = lobby, person, table
        self.voice = voice = voice_at(running, person, role)
        self.requests = TableRequests(lobby, table, voice)
        self.viewer, self._plays, self._mute = voice.by, voice.plays, voice.mute
        self._account = patron_account(person.name, play_money=running.setup.play_money)
        self._role = running.sight(self.viewer).of_role
        # What this client knows besides the view.
        self._surroundings: Surroundings | None = None
        self._balance: int | None = None
        self._known_moves: Moves | None = None
        self._moves = NO_MOVES
        self._moves_rest_on: Hashable = ()
        self._moves_at = -1  # The table version for which they hold.

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
        if self.voice.refusal:
            return []
        running = self.running
        return forms(
            running.table,
            running.view(running.sight(self.viewer)),
            self.viewer,
            guarded=not running.setup.play_money,
            roles=ROLES if self.voice.own else (role_of(running.table.house, self.viewer),),
            dealt_by=HOUSE if running.automated and not running.setup.play_money else "",
        )

    def changed(self, news: News, answers: dict[str, int]) -> bytes | None:
        """What has changed since this client was last told, encoded; everything for a new one.

        It is None if something has to be read first.
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
                news = news_of(known, events)
                around, balance = await self._read(news)
                own = self._own(news, balance, {})
                message = self._change(news, around).message
                return msgspec.structs.replace(message, **own)
        return await self.snapshot()

    async def _read(self, news: News) -> tuple[Surroundings, int]:
        cardroom = self.lobby.cardroom
        around = self._around(news.running, await cardroom.meters(news.running))
        return around, await cardroom.balances.of(self._account)

    def _change(self, news: News, now: Surroundings) -> ChangeMessage:
        known, self._surroundings = self._surroundings, now
        return news.change_for(self.viewer, self._role, known, now, self.lobby.cardroom.now)

    def _own(self, news: News, balance: int, answers: dict[str, int]) -> dict[str, object]:
        """This viewer's own things that have changed."""
        own: dict[str, object] = {"answers": answers} if answers else {}
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
        if self._mute:
            return NO_MOVES
        if self._moves_at == running.table.version:
            return self._moves
        self._moves_at = running.table.version
        rest_on = (
            *running.grounds(self.viewer),
            *(running.setup.play_money, self.person.guest, may_deal_now(running, self.voice)),
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
        return [*found, _DEAL_NOW] if may_deal_now(running, self.voice) else found
