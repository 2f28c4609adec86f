"""A digital table in this process: the same engine as the service, driven by method calls."""

import random
from collections.abc import Mapping
from datetime import UTC, datetime
from html import escape
from os import PathLike
from typing import Final

from ..cards.card import card_text
from ..house.model import House
from ..house.suggestion import did_you_mean
from ..house.wager import MOST_CENTS
from ..table import commands as c
from ..table import state
from ..table.commands import AnyCommand
from ..table.driver import Driver
from ..table.events import AnyEvent, RoundVoided, SettlementBegan
from ..table.refusal import Refusal, Refused
from ..table.roles import Actor
from ..wagers.refusal import RefusalCode
from .arguments import check_cents, check_name, check_seed, check_whole, house_of
from .columns import Column, Columns
from .result import LINE_KINDS, Result, lines_as_columns

_START: Final = datetime(2026, 1, 5, 12, tzinfo=UTC)  # Its clock ticks with each command.


class Table(Columns):
    """Seats, bets and decisions; the table does everything else by itself.

    A refusal raises `Refused` and changes nothing. The same seed deals the same cards.

    >>> table = Table(House(key="plain", name="Ante and play alone"), seed=7)
    >>> table.sit(1, "player-1", 100_00)
    >>> table.bet(1, ante=500)
    >>> table.deal()
    >>> table.play(1)
    >>> table.result.seats[0].lines[0].wager
    'play'
    """

    _kinds = LINE_KINDS

    def __init__(self, house: House | str | PathLike[str], *, seed: int | None = None):
        self.house = house_of(house)
        if seed is not None:
            check_seed(seed)
        self.log: list[AnyEvent] = []
        self.result: Result | None = None
        self.rounds: list[Result] = []  # All settled rounds.
        chance = random.SystemRandom() if seed is None else random.Random(seed)
        self._driver = Driver(self.house, _START, chance)
        self._driver.open_automated()
        self._go_on()

    def sit(self, seat: int, player: str, cents: int) -> None:
        """Seat a player who brings chips worth this many cents."""
        check_name("player", player)
        check_whole("seat", seat)
        check_cents("cents", cents)
        if cents < 1:
            raise ValueError(f"a player who sits down brings chips, not {cents} cents")
        if cents > MOST_CENTS:
            raise ValueError(f"cents is {cents}: nobody brings more than {MOST_CENTS:,}")
        self._give(*self._driver.arrival(seat, player, cents))

    def bet(self, /, seat: int, **wagers: int) -> None:
        """Place these wagers, in cents; a wager that is already there is changed to this amount."""
        by = self._player(seat)
        for key, each in wagers.items():
            check_cents(key, each)
        placed = [
            c.PlaceWager(by=by, at=self._now(), seat=seat, wager=key, amount=each)
            for key, each in wagers.items()
        ]
        try:
            self._give(*placed)
        except Refused as refusal:
            raise self._with_what_was_meant(refusal, wagers) from None

    def deal(self) -> None:
        """Close the bets and deal. A round without a decision to make is settled at once."""
        self._give(c.AnnounceNoMoreBets(by="system", at=self._now()))

    def play(self, seat: int, multiple: int | None = None) -> None:
        if multiple is not None:
            check_whole("multiple", multiple)
        self._give(c.Play(by=self._player(seat), at=self._now(), seat=seat, multiple=multiple))

    def fold(self, seat: int) -> None:
        self._give(c.Fold(by=self._player(seat), at=self._now(), seat=seat))

    def leave(self, seat: int) -> None:
        self._give(c.Leave(by=self._player(seat), at=self._now(), seat=seat))

    def chips(self, seat: int) -> int:
        """What the player of a seat has in front, in cents."""
        return self._state.stack(self._seated(seat))

    def cards(self, seat: int) -> tuple[str, ...]:
        """The cards that a seat was dealt in this round; none before the deal."""
        self._seated(seat)
        if seat not in self._state.round.hands:
            return ()
        return tuple(card_text(card) for card in state.hand_of(self._state, seat))

    @property
    def next_to_decide(self) -> int | None:
        """The seat whose turn it is, or None."""
        return self._state.next_to_decide

    def columns(self) -> Mapping[str, Column]:
        """A row for each line of every round."""
        return lines_as_columns(self.rounds)

    def _repr_html_(self) -> str:
        from .html import cards_html, rows_html

        rows = [
            (
                f"{number} {escape(each.player)}",
                escape(self.house.money(self.chips(number))),
                cards_html(self.cards(number)),
            )
            for number, each in sorted(self._state.seats.items())
        ]
        shown = self.result._repr_html_() if self.result else ""
        caption = f"{escape(self.house.called)}, {self._state.phase}"
        return rows_html(("Seat", "Chips", "Cards"), rows, caption) + shown

    def __repr__(self) -> str:
        seats = ", ".join(f"{n} {each.player}" for n, each in sorted(self._state.seats.items()))
        return f"<Table {self.house.key}, {self._state.phase}: {seats or 'nobody'}>"

    def _with_what_was_meant(self, refusal: Refused, wagers: Mapping[str, int]) -> Refused:
        """Suggest a name for a wager that the house does not offer: it may be misspelt."""
        offered = self.house.opening_bets
        unknown = next((name for name in wagers if name not in offered), None)
        if refusal.code != RefusalCode.NOT_OFFERED or unknown is None:
            return refusal
        message = refusal.message.rstrip(".") + did_you_mean(unknown, offered, otherwise=".")
        return Refused(refusal.code, message, refusal.clauses, refusal.rulings)

    def _seated(self, seat: int) -> str:
        check_whole("seat", seat)
        if seat not in self._state.seats:
            raise Refused("seat/empty", f"Nobody sits at seat {seat}.")
        return self._state.seats[seat].player

    def _player(self, seat: int) -> str:
        return str(Actor("player", self._seated(seat)))

    @property
    def _state(self) -> state.Table:
        return self._driver.table

    def _now(self) -> datetime:
        return self._driver.now()

    def _give(self, *commands: AnyCommand) -> None:
        """All of the commands, or none of them."""
        answer = self._driver.tried(*commands)
        if isinstance(answer, Refusal):
            raise answer.as_error()
        self._go_on()

    def _go_on(self) -> None:
        """Do everything that the players do not do, and record it."""
        self._driver.call_awards()
        self._driver.look_after_decks()
        for change in self._driver.taken():
            self.log.append(event := change.event)
            if isinstance(event, SettlementBegan):
                self.result = Result.of(self.house, event.settled)
                self.rounds.append(self.result)
            elif isinstance(event, RoundVoided):
                if self.result is not None:
                    self.rounds.remove(self.result)
                self.result = None
        if self._state.phase in (state.Phase.DECIDING, state.Phase.DEALING):
            self.result = None
