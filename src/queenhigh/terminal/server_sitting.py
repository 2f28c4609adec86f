"""A person at a server's table: the same screen, over the live connection."""

import asyncio
from collections.abc import Iterator

import msgspec

from ..client.api import Client
from ..client.errors import ClientError, Refused
from ..client.live_table import LiveTable, Look
from ..house.wager import Limits
from ..table.event import Fields
from ..table.events import DealerRevealed
from ..table.state import ResultLine
from ..table.views import SeatView
from ..wire.messages import LimitShown
from .game import ServerSeat
from .sitting import Layout, LineTold, Neighbour, Sitting, advice_text

_WAITING = "Your bets are laid. The cards come when all are ready or the time is over."
_SAID = 3  # Sentences that fit below the bets.


class _Printed(msgspec.Struct):
    """The part of the service's answer that is printed on a felt."""

    name: str
    currency: str
    titles: dict[str, str]
    limits: dict[str, LimitShown]
    multiples: tuple[int, ...]


class _Figure(msgspec.Struct):
    value: float


class _Advised(msgspec.Struct):
    play: _Figure
    fold: _Figure
    best: str
    multiple: int | None = None


class _AdviceAnswer(msgspec.Struct):
    advice: _Advised


class ServerSitting(Sitting):
    """A sitting made by `sit_down`; the screen opens and closes it."""

    def __init__(self, layout: Layout, client: Client, table: LiveTable, seat: int) -> None:
        super().__init__(layout)
        self.client, self.table, self.seat = client, table, seat
        self.brought = self.chips
        self._dealer: tuple[str, ...] = ()  # As last seen, because the next round removes them.
        self._cards: tuple[str, ...] = ()
        self._hand = ""
        self._rounds: dict[int, tuple[str, int]] = {}
        self._following: asyncio.Task[None] | None = None

    async def open(self) -> None:
        self._following = asyncio.create_task(self._follow())

    async def close(self) -> None:
        """Leave the table. During a round the seat is kept, as when somebody walks away."""
        if self._following is not None:
            self._following.cancel()
        try:
            await self.table.leave(self.seat)
        except ClientError as error:
            self.said = [str(error)]
        await self.client.close()

    # State

    @property
    def _own(self) -> SeatView | None:
        found = [each for each in self.table.view.seats if each.seat == self.seat]
        return found[0] if found else None

    @property
    def chips(self) -> int:
        return self._own.stack if self._own else 0

    @property
    def won(self) -> int:
        return sum(net for _, net in self._rounds.values())

    @property
    def deciding(self) -> bool:
        return self.table.view.next_to_decide == self.seat

    @property
    def _may_deal(self) -> bool:
        return any(move["type"] == "announce_no_more_bets" for move in self.table.moves)

    @property
    def cards(self) -> tuple[str, ...]:
        return self._cards

    @property
    def hand(self) -> str:
        return self._hand

    @property
    def dealer_cards(self) -> tuple[str, ...]:
        return self._dealer

    @property
    def lines(self) -> list[LineTold]:
        own = self._own
        return [_told(each) for each in own.results if not each.toke] if own else []

    def neighbours(self) -> Iterator[Neighbour]:
        for each in self.table.view.seats:
            if each.seat != self.seat and each.player:
                net = sum(_told(line).net for line in each.results) if each.results else None
                yield Neighbour(each.seat, each.stack, tuple(each.cards), each.decision, net)

    def history(self) -> Iterator[tuple[int, str, int]]:
        for number, (cards, net) in sorted(self._rounds.items(), reverse=True):
            yield number, cards, net

    # Actions

    async def deal(self) -> None:
        own = self._own
        laid = own.wagers if own else {}
        try:
            for name, cents in self.stakes.items():
                if laid.get(name, 0) and laid[name] != cents:
                    await self.table.give("withdraw_wager", seat=self.seat, wager=name)
                if cents and laid.get(name, 0) != cents:
                    await self.table.bet(self.seat, name, cents)
            if self._may_deal:
                await self.table.give("announce_no_more_bets")
                if self.seat in self.table.ready:  # No cards yet: others have bets too.
                    self._say_that_it_waits()
        except ClientError as error:
            self.said = [_sentence(error)]

    async def play(self, multiple: int) -> None:
        fields = {"multiple": multiple} if multiple != self.layout.multiples[0] else {}
        await self._decide("play", fields)

    async def fold(self) -> None:
        await self._decide("fold", {})

    async def _decide(self, decision: str, fields: Fields) -> None:
        try:
            correction = ""
            if self.trainer:
                advised = await self._advised()
                correction = self.grade(advised.best, decision) if advised else ""
            await self.table.give(decision, seat=self.seat, **fields)
            if correction:
                self.said = [correction]
        except ClientError as error:
            self.said = [_sentence(error)]

    async def advice(self) -> str:
        try:
            found = await self._advised()
        except ClientError as error:
            return _sentence(error)
        if found is None:
            return "You have no decision to make."
        return advice_text(found.best, found.multiple, found.play.value, found.fold.value)

    async def _advised(self) -> _Advised | None:
        told = await self.client.get(f"/api/tables/{self.table.id}/advice", msgspec.Raw)
        found = msgspec.json.decode(told, type=_AdviceAnswer | None)
        return found.advice if found else None

    # Updates

    async def _follow(self) -> None:
        self._see(self.table.now)
        async for look in self.table.changes():
            self._see(look)
            self.changed()
        self.said = ["The connection has ended. Leave with q."]
        self.changed()

    def _see(self, look: Look) -> None:
        view = look.view
        own = next((each for each in view.seats if each.seat == self.seat), None)
        if texts := [text for text in look.texts if text]:
            self.said = texts[-_SAID:]
        waits = self.seat in self.table.ready or not self._may_deal
        if own and own.wagers and not own.cards and waits:
            self._say_that_it_waits()
        if view.dealer_cards:
            self._dealer = tuple(view.dealer_cards)
        for event in look.events:  # May hold a whole settlement and the next round's start.
            if isinstance(event, DealerRevealed):
                self._dealer = event.cards
        if own is not None and own.cards:
            self._cards = tuple(own.cards)
            self._hand = own.hand or ""
        if own is not None and own.results:
            net = sum(_told(each).net for each in own.results if not each.toke)
            cards, _ = self._rounds.get(view.results_of, (" ".join(self._cards), 0))
            self._rounds[view.results_of] = (cards, net)

    def _say_that_it_waits(self) -> None:
        before = [each for each in self.said if each != _WAITING]
        self.said = [*before[1 - _SAID :], _WAITING]


def _told(line: ResultLine) -> LineTold:
    net = line.paid + line.returned - line.stake
    why = line.why or ("You folded." if line.result == "forfeit" else "")
    return LineTold(line.wager, line.result, net, why)


def _sentence(error: ClientError) -> str:
    return error.message if isinstance(error, Refused) else str(error)


async def sit_down(wanted: ServerSeat) -> ServerSitting:
    """Sign in, take the first free seat and buy chips. Raises ClientError."""
    client = Client(wanted.server, token=wanted.token, patience=0)
    try:
        person = await client.who_am_i() or await client.become_guest()
        identity = wanted.table
        if not identity:
            identity = (await client.practice(wanted.house, wanted.bots)).id
        table = await client.table(identity, entropy=True)
        printed = await client.get(f"/api/tables/{identity}/house", _Printed)
        taken = [each.seat for each in table.view.seats if each.player == person.name]
        free = [move["seat"] for move in table.moves if move["type"] == "sit"]
        if not taken and not free:
            raise Refused("seat/none", "No seat is free at this table.")
        seat = taken[0] if taken else free[0]
        if not taken:
            await table.sit(seat)
        if not any(each.stack for each in table.own_seats):
            await table.buy_in(seat, min(wanted.chips_cents, table.balance or wanted.chips_cents))
        return ServerSitting(_layout(printed), client, table, seat)
    except BaseException:
        await client.close()
        raise


def _layout(printed: _Printed) -> Layout:
    limits = {
        name: Limits(minimum_cents=each.minimum, maximum_cents=each.maximum, step_cents=each.step)
        for name, each in printed.limits.items()
    }
    return Layout(
        name=printed.name,
        currency=printed.currency,
        titles=printed.titles,
        limits=limits,
        multiples=printed.multiples,
    )
