"""The people of a simulated world: they play, hurry, repeat themselves, and lose connections.

They use the real client. The book has what they sent and the answers, for the auditor.
"""

import asyncio
from collections.abc import Awaitable, Callable
from random import Random
from typing import Protocol

from ..client.errors import NoAnswer, Refused, Unreachable
from ..client.live_table import LiveTable
from ..client.reconnection import Connection
from ..store.credentials import Person
from ..wire.requests import Move
from .sent_book import Book, Sent

# Preferences among the moves that the table offers.
_LIKES = {
    "sit": 0.5,
    "buy_in": 0.2,
    "place_wager": 3.0,
    "withdraw_wager": 0.2,
    "leave": 0.05,
    "play": 6.0,
    "fold": 2.0,
    "throw_in": 1.0,
    "place_toke": 0.2,
    "give_toke": 0.1,
    "place_coupon": 0.1,
    "announce_no_more_bets": 1.0,
    "rule": 5.0,
    "fill_tray": 0.3,
    "credit_tray": 0.3,
    "count_tray": 0.3,
    "report_exposed_card": 0.3,
    "report_wrong_number_of_cards": 0.3,
    "change_deck": 0.1,
}
# In calm: what play needs to continue, without delay.
_NEEDED = {
    "sit": 1.0,
    "buy_in": 1.0,
    "place_wager": 0.5,
    "announce_no_more_bets": 6.0,
    "play": 6.0,
    "fold": 2.0,
    "rule": 5.0,
}
_SIDE_WAGERS = 4.0  # Factor: side wagers feed and hit meters.
_STAKES = (1, 1, 2, 4)  # Times the minimum bet.
_CHIPS = (1, 1, 2, 50)  # Times the usual buy-in: some ask for more than they have.
_SECONDS_TO_ANSWER = 5.0


def _eagerness(move: Move) -> float:
    return _SIDE_WAGERS if move.get("wager", "ante") != "ante" else 1.0


class World(Protocol):
    """What people need of their world."""

    book: Book
    over: bool
    calm: bool

    def say(self, text: str) -> None: ...
    def breach(self, text: str) -> None: ...
    def rests(self, table: str) -> bool: ...
    async def connect(self, person: Person, table: str, after: int | None) -> Connection: ...
    async def post(self, person: Person, table: str, move: Move) -> int: ...


class Somebody:
    def __init__(
        self, world: World, person: Person, table: str, chance: Random, pace: float = 1.0
    ) -> None:
        self.world, self.person, self.table, self.chance = world, person, table, chance
        self._pace = pace  # Seconds between two moves.
        self._number = 0
        self.live = LiveTable(table, person.name, self._connect, self._new_id)

    async def _connect(self, after: int | None) -> Connection:
        return await self.world.connect(self.person, self.table, after)

    def _new_id(self) -> str:
        self._number += 1
        return f"{self.person.name}-{self.table}-{self._number}"

    def sees(self) -> int:
        """Return the version of the table last seen; -1 before any."""
        return self.live.version if self.live.seen else -1

    async def be_there(self) -> None:
        try:
            await self.live.start(10_000)
            while not self.world.over:
                await asyncio.sleep(self.chance.expovariate(1 / self._pace))
                if not self.world.rests(self.table):
                    await self._act()
        finally:
            await self.live.close()

    async def _act(self) -> None:
        done = self.world.book.by(self.person.name, self.table)
        unknown = [each for each in done if each.outcome == "unknown"]
        if unknown:
            await self._send(self.chance.choice(unknown))
            return
        if done and not self.world.calm and self.chance.random() < 0.08:
            await self._repeat(self.chance.choice(done))
            return
        if move := self._choose():
            expected = self._expected()
            sent = Sent(self._new_id(), self.person.name, self.table, move, expected)
            announces = move["type"] == "announce_no_more_bets"
            sent.may_wait = announces and self.person.role == "player"
            await self._send(self.world.book.send(sent))

    def _choose(self) -> Move | None:
        likes = _NEEDED if self.world.calm else _LIKES
        moves = [move for move in self.live.moves if move["type"] in likes]
        if not moves:
            return None
        weights = [likes[move["type"]] * _eagerness(move) for move in moves]
        move = dict(self.chance.choices(moves, weights)[0])
        if move["type"] == "place_wager" and move["wager"] == "ante":
            move["amount"] *= self.chance.choice(_STAKES)
        if move["type"] == "buy_in":
            move["cents"] *= self.chance.choice(_CHIPS)
        return move

    def _expected(self) -> int | None:
        """Sometimes return the version that the move was decided on, or an old one."""
        drawn = self.chance.random()
        if drawn < 0.03:
            return max(0, self.live.version - 1)
        return self.live.version if drawn < 0.2 else None

    async def _send(self, sent: Sent) -> None:
        by_request = self.chance.random() < 0.15
        sent.copies += 1
        self.world.say(f"{sent.person} sends {sent.id} {sent.move} {'HTTP' if by_request else ''}")
        await self._answer(sent, self._posted if by_request else self._given)

    async def _repeat(self, sent: Sent) -> None:
        """Repeat an old command; or reuse its id for another one, which must not act."""
        if sent.outcome == "acted" and self.chance.random() < 0.2:
            other = {"type": "leave", "seat": 99}
            try:
                answer = await self.live.give(other, identity=sent.id, seconds=_SECONDS_TO_ANSWER)
            except (Refused, NoAnswer, Unreachable):
                return
            if sent.copies == 1 or answer.version != sent.version:
                # Otherwise it may be the late answer to an earlier copy.
                self.world.breach(f"the id {sent.id} was taken for another command")
            return
        self.world.say(f"{sent.person} repeats {sent.id}")
        sent.copies += 1
        await self._answer(sent, self._given)

    async def _answer(self, sent: Sent, how: Callable[[Sent], Awaitable[int]]) -> None:
        try:
            version = await how(sent)
        except Refused as refused:
            self.world.say(f"{sent.id} is refused: {refused.code}")
            wrong = self.world.book.refused(sent.id, refused.code)
        except (NoAnswer, Unreachable):
            self.world.say(f"{sent.id} is not answered")
            sent.copies += 1  # The client may have resent it.
            return
        else:
            self.world.say(f"{sent.id} has acted: {version}")
            wrong = self.world.book.acted(sent.id, version)
        if wrong:
            self.world.breach(wrong)

    async def _given(self, sent: Sent) -> int:
        connections = self.live.connections
        seconds = _SECONDS_TO_ANSWER
        try:
            answer = await self.live.give(
                dict(sent.move), identity=sent.id, expected=sent.expected, seconds=seconds
            )
        finally:  # Every new connection resends it.
            sent.copies += self.live.connections - connections
        return answer.version

    async def _posted(self, sent: Sent) -> int:
        move = {**sent.move, "id": sent.id}
        if sent.expected is not None:
            move["expected_version"] = sent.expected
        sent.copies += 1  # The network may duplicate it.
        return await self.world.post(self.person, self.table, move)
