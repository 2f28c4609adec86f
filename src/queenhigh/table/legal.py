"""Legal moves: what `decide` accepts now, tried and not listed a second time."""

from collections.abc import Iterator
from datetime import datetime

from . import commands as c
from .commands import AnyCommand, type_of
from .decide import decide
from .refusal import Refusal
from .roles import MAY, role_and_name
from .state import Table


def legal(table: Table, by: str, at: datetime) -> list[AnyCommand]:
    """The commands that this person may give now. Amounts are the least that may be bet."""
    role, _ = role_and_name(by)
    return [
        command
        for command in _candidates(table, by, at)
        if role in MAY[type_of(command)] and not isinstance(decide(table, command), Refusal)
    ]


def _candidates(table: Table, by: str, at: datetime) -> Iterator[AnyCommand]:
    """Every kind of command, for every seat and deck it could be about."""
    yield c.OpenTable(by=by, at=at, dealer="dealer")
    yield c.CloseTable(by=by, at=at)
    if due := table.due:
        yield c.Confirm(by=by, at=at, step=due.name, deck=due.deck, seat=due.seat)
    yield c.AnnounceNoMoreBets(by=by, at=at)
    yield c.OrderRecut(by=by, at=at, reason="improper cut")
    yield c.MarkIdle(by=by, at=at)
    yield c.ShuffleByHand(by=by, at=at)
    yield c.ReplaceShuffler(by=by, at=at, source="backup_machine")
    yield c.RelieveDealer(by=by, at=at, dealer="relief")
    yield c.ColourUp(by=by, at=at, cents=100, supervisor="supervisor")
    limit = table.house.limits.ante
    low, high = limit.minimum_cents, limit.maximum_cents
    yield c.ChangeLimits(by=by, at=at, wager="ante", minimum=low, maximum=high)
    yield from _rulings_and_reports(by, at)
    for deck in range(len(table.decks)):
        yield c.ShuffleDeck(by=by, at=at, deck=deck)
        yield c.ChangeDeck(by=by, at=at, deck=deck, reason="on request")
    for seat in range(1, table.house.seats + 1):
        yield from _for_seat(table, by, at, seat)


def _rulings_and_reports(by: str, at: datetime) -> Iterator[AnyCommand]:
    yield c.Rule(by=by, at=at, ruling="void", reason="void")
    yield c.Rule(by=by, at=at, ruling="continue", reason="play on")
    yield c.ReportFaceUpCard(by=by, at=at)
    yield c.ReportCardDrawnInError(by=by, at=at)
    yield c.ReportShufflerFailure(by=by, at=at)
    yield c.ReportWrongNumberOfCards(by=by, at=at, seat=0, cards=2)
    yield c.ReportExposedCard(by=by, at=at, seat=0)
    yield c.ReportWrongDeckCount(by=by, at=at, count=51)
    yield c.ReportJam(by=by, at=at, device="shuffler")
    yield c.ReportJam(by=by, at=at, device="shoe")


def _for_seat(table: Table, by: str, at: datetime, seat: int) -> Iterator[AnyCommand]:
    yield c.Sit(by=by, at=at, seat=seat, player="guest")
    yield c.Leave(by=by, at=at, seat=seat)
    yield c.BuyIn(by=by, at=at, seat=seat, cents=10_000)
    yield c.Play(by=by, at=at, seat=seat)
    yield c.Fold(by=by, at=at, seat=seat)
    yield c.TimeOut(by=by, at=at, seat=seat)
    yield c.ThrowIn(by=by, at=at, seat=seat)
    yield c.GiveToke(by=by, at=at, seat=seat, amount=100)
    yield c.ReportWrongNumberOfCards(by=by, at=at, seat=seat, cards=4)
    yield c.ReportExposedCard(by=by, at=at, seat=seat)
    yield c.ReportBetOutsideLimits(by=by, at=at, seat=seat, wager="ante", actual=100)
    for wager in table.house.wagers:
        least = table.house.limit(wager).minimum_cents
        yield c.PlaceWager(by=by, at=at, seat=seat, wager=wager, amount=least)
        yield c.WithdrawWager(by=by, at=at, seat=seat, wager=wager)
        yield c.PlaceToke(by=by, at=at, seat=seat, wager=wager, amount=100)
    yield c.PlaceToke(by=by, at=at, seat=seat, wager="play", amount=100)
    yield c.PlaceCoupon(by=by, at=at, seat=seat, on="ante", face=500)
