"""What people ask of a table: each wish becomes a command in the name of the person who sent it."""

import asyncio
from functools import partial

import msgspec

from ...store.records import Batch, Landing
from ...table import events as e
from ...table.commands import (
    AnnounceNoMoreBets,
    BuyIn,
    PlaceWager,
    Sit,
    WithdrawWager,
)
from ...table.decide import advance, foreseen
from ...table.refusal import Refusal, as_refused
from ...table.returned_bets import opening_refusals
from ...table.seats import is_walk_in
from ...table.state import Phase
from ...wire.requests import command_of
from ..errors import ServiceError
from ..policy import seats_another
from ..room import Answer
from ..table_action import Acts, AtTable
from .bots import names
from .change_messages import EventsInWords, events_in_words
from .lobby import Lobby
from .ready_players import Ready
from .running_table import Running
from .voice import Voice
from .watch import Watch

# The consequences of an irregularity, without the cards involved, or of a correction.
CONSEQUENCES = (
    *(e.IrregularityReported, e.RoundVoided, e.SettledRoundVoided),
    *(e.TableHalted, e.DeckRemoved, e.ShufflerFailed),
    *(e.CardCorrected, e.DecisionCorrected, e.WagerCorrected, e.PayoutCorrected),
    *(e.CouponCorrected, e.CorrectionMade, e.ApprovalRequested),
)


def asks_for_cards(running: Running, voice: Voice) -> bool:
    """Whether this person is a player at a table that deals when its players are ready."""
    return voice.plays and "shuffle" in running.table.automation


def may_deal_now(running: Running, voice: Voice) -> bool:
    """Whether this person has a bet that would be dealt to, and so may ask for the cards.

    The cards come when everybody who has bet asks for them.
    """
    return asks_for_cards(running, voice) and running.is_dealt_to(voice.person.name)


class TableRequests:
    """One person's wishes at a table."""

    def __init__(self, lobby: Lobby, table: str, voice: Voice):
        self._lobby, self._table, self._voice = lobby, table, voice

    async def give(self, wish: msgspec.Struct, asker: Watch | None = None) -> Answer | Refusal:
        """Carry out a request in this person's name, which is never taken from the client."""
        cardroom, voice = self._lobby.cardroom, self._voice
        command, expected = command_of(wish, voice.by, cardroom.now())
        running = cardroom.room.tables[self._table]
        acts: Acts | None = None
        match command:
            case AnnounceNoMoreBets():
                acts = _AskForCards
            case PlaceWager() | WithdrawWager() if cardroom.readiness.by_table:
                acts = _BetAgain
            case BuyIn() if running.setup.is_practice:
                acts = partial(_StakeTrainee, lobby=self._lobby)
            case Sit() if is_walk_in(command.player) and seats_another(command, running):
                acts = partial(_SeatWalkIn, lobby=self._lobby)
            case _:
                pass
        return await cardroom.give(
            self._table, command, expected, voice=voice, asker=asker, acts=acts
        )

    def preview(self, wish: msgspec.Struct) -> EventsInWords | Refusal:
        """What a report or a correction would lead to, without doing it or revealing a card."""
        if not str(wish.__struct_config__.tag).startswith(("report_", "correct_")):
            message = "Only reports and corrections can be previewed."
            raise ServiceError("preview/not_a_report", message, status=400)
        if self._voice.refusal:
            return self._voice.refusal
        cardroom = self._lobby.cardroom
        running = cardroom.room.tables[self._table]
        command, _ = command_of(wish, self._voice.by, cardroom.now())
        answer = advance(running.table, command)
        if isinstance(answer, Refusal):
            return answer
        changes = answer.changes
        if any(isinstance(each, e.ApprovalRequested) for each in answer.events):
            signed = foreseen(running.table, command)
            changes = changes if isinstance(signed, Refusal) else [*changes, *signed.changes]
        follows = [each for each in changes if isinstance(each.event, CONSEQUENCES)]
        return events_in_words(self._voice.by, follows)


class _AskForCards(AtTable):
    """A player is ready for the cards; the last one of all who have bet makes the system deal."""

    async def decide(self) -> Batch | Answer | Refusal:
        wanted, running = self.wanted, self.cardroom.room.tables[self.wanted.table]
        voice, expected = wanted.voice, wanted.expected
        if voice is None or voice.refusal or not asks_for_cards(running, voice):
            return await super().decide()
        # A command that has already acted must not act twice: its answer is read.
        acted = await self._has_acted()
        if not acted and not may_deal_now(running, voice):
            return _refuse_bets(running, voice.person.name) or await super().decide()
        in_time = expected in (None, running.table.version)
        if not acted and in_time and not self._all_are_ready(running, voice.person.name):
            return Answer(running.table.version, ())
        command = self.command
        self.wanted = msgspec.structs.replace(
            wanted, command=AnnounceNoMoreBets(by="system", at=command.at, id=command.id)
        )
        return await super().decide()

    async def _has_acted(self) -> bool:
        store = self.cardroom.store
        return await asyncio.to_thread(store.command, self.command.id) is not None

    def _all_are_ready(self, running: Running, player: str) -> bool:
        """Mark this player as ready; return whether all the others are too."""
        said = Ready(running.id, running.table.round.number, player, is_ready=True)
        self.cardroom.readiness.note(said)
        if self.cardroom.readiness.all_are_ready(running):
            return True
        self.cardroom.tell_ready(running, said)
        return False


def _refuse_bets(running: Running, player: str) -> Refusal | None:
    """Why none of this player's bets would be dealt to if the bets were locked now."""
    table = running.table
    if table.phase is not Phase.BETTING:
        return None
    bets = [table.bets(seat) for seat in table.bettors() if table.seats[seat].player == player]
    found = opening_refusals(table.house, *bets) if bets else []
    return as_refused(found[0]).as_data() if found else None


class _BetAgain(AtTable):
    """A player who was ready for the cards and changes a bet is no longer ready."""

    async def conclude(self, landing: Landing) -> Answer | Refusal | None:
        answer = await super().conclude(landing)
        if isinstance(answer, Answer) and not answer.repeated and self.wanted.voice is not None:
            self._note_not_ready(self.wanted.voice.person.name)
        return answer

    def _note_not_ready(self, player: str) -> None:
        running, readiness = self.cardroom.room.tables[self.wanted.table], self.cardroom.readiness
        if readiness.is_ready(running, player):
            said = Ready(running.id, running.table.round.number, player, is_ready=False)
            readiness.note(said)
            self.cardroom.tell_ready(running, said)


class _StakeTrainee(AtTable, kw_only=True):
    """Grants money to the imaginary players whom trainees seat at their own table."""

    lobby: Lobby

    async def decide(self) -> Batch | Answer | Refusal:
        decided = await super().decide()
        running, command = self.cardroom.room.tables[self.wanted.table], self.command
        if isinstance(decided, Batch) and isinstance(command, BuyIn):
            seat = running.table.seats.get(command.seat)
            if seat and seat.player not in (running.setup.belongs_to, *names(running)):
                await self.lobby.patrons.grant(seat.player, command.cents, f"{command.id}:stake")
        return decided


class _SeatWalkIn(AtTable, kw_only=True):
    """Claims the name of somebody whom nobody knows, as soon as the table would seat them."""

    lobby: Lobby

    async def decide(self) -> Batch | Answer | Refusal:
        decided = await super().decide()
        running, command = self.cardroom.room.tables[self.wanted.table], self.command
        if self.cardroom.people is None or not isinstance(decided, Batch):
            return decided
        if not isinstance(command, Sit) or running.setup.is_practice:
            return decided
        if any(seat.player == command.player for seat in running.table.seats.values()):
            return decided
        return await self.lobby.patrons.name_walk_in(running.id, command) or decided
