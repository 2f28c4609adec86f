"""A person at seat 1 of a table in this process, next to bots."""

from collections.abc import Callable, Iterator
from contextlib import suppress

from ..cards.card import parse_hand
from ..cards.names import hand_name
from ..house.model import House
from ..library.result import Result
from ..library.table import Table
from ..maths.analysis.player_rule import plays
from ..table.events import Announced, FeeCollected
from ..table.refusal import Refused
from ..wagers.document import Round, SeatBets
from ..wagers.opening import check_opening
from ..wagers.round_settlement import SeatSettled
from .sitting import BACK, Layout, LineTold, Neighbour, Sitting, advice_text

SEAT = 1
_BOT_CHIPS = 1_000  # Minimum antes.
_OPTIMAL = "optimal"


class LocalSitting(Sitting):
    def __init__(
        self, house: House, chips_cents: int, *, bots: int = 0, seed: int | None = None
    ) -> None:
        if not 0 <= bots < house.seats:
            raise ValueError(f"--bots: {house.key} has room for 0 to {house.seats - 1}")
        super().__init__(Layout.of(house))
        self.house, self.brought = house, chips_cents
        self.table = Table(house, seed=seed)
        self.table.sit(SEAT, "you", chips_cents)
        self.bots = tuple(range(SEAT + 1, SEAT + 1 + bots))
        for seat in self.bots:
            self.table.sit(seat, f"bot-{seat}", _BOT_CHIPS * house.limits("ante").first)

    @property
    def chips(self) -> int:
        return self.table.chips(SEAT)

    @property
    def won(self) -> int:
        return self.chips - self.brought

    @property
    def deciding(self) -> bool:
        return self.table.next_to_decide == SEAT

    @property
    def cards(self) -> tuple[str, ...]:
        if self.deciding:
            return self.table.cards(SEAT)
        own = self._settled(SEAT)
        return tuple(own.cards) if own else ()

    @property
    def hand(self) -> str:
        return hand_name(parse_hand(" ".join(self.cards)), self.house.ranking)

    @property
    def dealer_cards(self) -> tuple[str, ...]:
        if self.deciding:
            return (BACK,) * 3
        return tuple(self.result.dealer.cards) if self.result else ()

    @property
    def result(self) -> Result | None:
        return self.table.result

    @property
    def lines(self) -> list[LineTold]:
        own = None if self.deciding else self._settled(SEAT)
        lines = own.lines if own else ()
        return [LineTold(each.wager, each.result, each.net, each.why) for each in lines]

    def neighbours(self) -> Iterator[Neighbour]:
        for seat in self.bots:
            chips, settled = self.table.chips(seat), self._settled(seat)
            if settled is None:
                yield Neighbour(seat, chips)
            else:
                did = settled.decision or ""
                yield Neighbour(seat, chips, tuple(settled.cards), did, settled.net)

    def _settled(self, seat: int) -> SeatSettled | None:
        found = [each for each in self.result.seats if each.seat == seat] if self.result else []
        return found[0] if found else None

    async def open(self) -> None:
        """Do nothing: there is nothing in the background here."""

    async def close(self) -> None:
        """Do nothing: the table ends with the program."""

    async def deal(self) -> None:
        wagers = {name: cents for name, cents in self.stakes.items() if cents}
        begun = len(self.table.log)
        checked = check_opening(self.house, Round([SeatBets(SEAT, wagers)]))
        if checked.refusals:
            self.said = [each.message for each in checked.refusals]
            return
        try:
            self.table.bet(SEAT, **wagers)
        except Refused as refused:
            self.said = [refused.message]
            return
        for seat in self.bots:
            with suppress(Refused):  # A broke bot sits out.
                self.table.bet(seat, ante=self.house.limits("ante").first)
        self.table.deal()
        self.said = list(self._heard(begun))
        self._bots_decide()

    async def play(self, multiple: int) -> None:
        self._do("play", lambda: self.table.play(SEAT, multiple))

    async def fold(self) -> None:
        self._do("fold", lambda: self.table.fold(SEAT))

    async def advice(self) -> str:
        from ..maths.analysis.strategy import advise

        wagers = {name: cents for name, cents in self.stakes.items() if cents}
        found = advise(self.house, parse_hand(" ".join(self.cards)), SeatBets(SEAT, wagers))
        return advice_text(found.best, found.multiple, found.play.value, found.fold.value)

    def history(self) -> Iterator[tuple[int, str, int]]:
        for number in range(len(self.table.rounds), 0, -1):
            for seat in self.table.rounds[number - 1].seats:
                if seat.seat == SEAT:
                    yield number, " ".join(seat.cards), seat.net

    def _do(self, decision: str, decide: Callable[[], None]) -> None:
        begun, correction = len(self.table.log), ""
        if self.trainer:
            best = plays(self.house, _OPTIMAL, parse_hand(" ".join(self.cards)))
            correction = self.grade("play" if best else "fold", decision)
        try:
            decide()
        except Refused as refused:
            self.said = [refused.message]
            return
        self._bots_decide()
        self.said = [*self._heard(begun), *([correction] if correction else [])]

    def _bots_decide(self) -> None:
        while (seat := self.table.next_to_decide) is not None and seat != SEAT:
            if plays(self.house, _OPTIMAL, parse_hand(" ".join(self.table.cards(seat)))):
                self.table.play(seat)
            else:
                self.table.fold(seat)

    def _heard(self, begun: int) -> Iterator[str]:
        for event in self.table.log[begun:]:
            if isinstance(event, Announced):
                yield f'Dealer: "{event.text}"'
            elif isinstance(event, FeeCollected) and event.seat == SEAT:
                yield f"The house takes its fee of {self.house.money(event.cents)}."
