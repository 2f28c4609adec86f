"""Two tables and one meter: a jackpot is the meter's amount when it is locked."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import groupby
from typing import Any

import pytest

from queenhigh.cards.card import FULL_DECK, card_text
from queenhigh.faults.audit_money import Breach
from queenhigh.faults.auditor import Auditor
from queenhigh.faults.disk import ForgetfulStore, Safety
from queenhigh.service.room import Answer, Attempt, Wanted
from queenhigh.store.records import Changed
from queenhigh.table import commands as c
from tests.service.rooms import Clock, Trial

ROYAL = ("As", "Ks", "Qs")


class Stacked:
    """Every shuffle gives the first seat the royal."""

    def random(self) -> float:
        return 0.5

    def shuffle(self, x: list[str], /) -> None:
        rest = [card for card in map(card_text, FULL_DECK) if card not in ROYAL]
        x[:] = [*ROYAL, *rest]

    def getrandbits(self, k: int, /) -> int:
        return 1


@asynccontextmanager
async def two_tables(*without: Safety) -> AsyncIterator[Trial]:
    """Ann at table one with an unplayed royal; bob at table two with his bets down."""
    trial = Trial(ForgetfulStore(frozenset(without)), Clock())
    trial.cardroom.chance = Stacked()
    await trial.cardroom.start()
    try:
        for table, player in (("one", "ann"), ("two", "bob")):
            settings: dict[str, Any] = {"betting_seconds": None, "decision_seconds": None}
            await trial.table("manual", id=table, link="tower", **settings)
            await trial.seated(table, player)
            for wager, cents in (("ante", 500), ("progressive", 100)):
                by = f"player:{player}"
                bet = c.PlaceWager(by=by, at=trial.clock(), seat=4, wager=wager, amount=cents)
                await trial.done(table, bet)
        await trial.done("one", c.AnnounceNoMoreBets(by="system", at=trial.clock()))
        yield trial
    finally:
        await trial.cardroom.stop()


def hit(trial: Trial) -> Attempt:
    play = c.Play(by="player:ann", at=trial.clock(), id="royal", seat=4)
    attempt = trial.cardroom.room.decide_with_store(Wanted("one", play))
    assert isinstance(attempt, Attempt)
    return attempt


def audit(trial: Trial) -> None:
    auditor = Auditor(trial.store, skew=1_000)
    for _, records in groupby(trial.store.log(), key=lambda record: record.command):
        auditor.read(list(records))


def test_contributions_of_another_table_meanwhile_are_in_the_jackpot() -> None:
    async def work() -> None:
        async with two_tables() as trial:
            before = hit(trial)
            await trial.done("two", c.AnnounceNoMoreBets(by="system", at=trial.clock()))
            landing = await trial.cardroom.executor.land_batch(before.batch)
            assert isinstance(landing, Changed)
            assert trial.cardroom.room.conclude(before, landing) is None
            answer = await trial.give("one", before.command)
            assert isinstance(answer, Answer)
            audit(trial)

    asyncio.run(work())


def test_without_the_balances_it_relied_on_the_auditor_complains() -> None:
    async def work() -> None:
        async with two_tables("stands") as trial:
            before = hit(trial)
            await trial.done("two", c.AnnounceNoMoreBets(by="system", at=trial.clock()))
            await trial.cardroom.executor.land_batch(before.batch)
            with pytest.raises(Breach, match=r"the meter of tower|a jackpot of"):
                audit(trial)

    asyncio.run(work())
