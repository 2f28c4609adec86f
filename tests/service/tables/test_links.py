"""Tables of one link: the first hit takes the meter, the next one the meter after its reset."""

import asyncio
import random

from queenhigh.cards.card import FULL_DECK, card_text
from queenhigh.money.links import FundLink
from queenhigh.store.memory import MemoryStore
from queenhigh.table import commands as c
from queenhigh.table.events import AnyEvent, WagerPaid
from queenhigh.table.instructions import ALL_STEPS
from queenhigh.table.refusal import Refusal
from queenhigh.table.state import Phase
from tests.clauses import clause
from tests.service.rooms import Clock, Trial

SEED = 1_000_00
MORE = 500_01  # Added to the meter while the tables were open: none of them has read it.
JACKPOT = ["As", "Ks", "Qs"]
_CUT = 26  # Where the table cuts automatically, if it cuts.


class Stacked(random.Random):
    """Every shuffle gives the first seat ace, king and queen of spades, cut or not."""

    def shuffle(self, x: list[str]) -> None:  # type: ignore[override]
        rest = [text for text in map(card_text, FULL_DECK) if text not in JACKPOT]
        super().shuffle(rest)
        at = _CUT if self.cuts else 0
        x[:] = [*rest[:at], *JACKPOT, *rest[at:]]

    cuts = False


def _trial(store: MemoryStore, clock: Clock) -> Trial:
    trial = Trial(store, clock)
    trial.cardroom.chance = Stacked(1)
    return trial


async def _hit(t: Trial, table: str, player: str) -> None:
    """Play until the jackpot is locked; the payout waits for the floor."""
    await t.seated(table, player)
    by, at = f"player:{player}", t.clock()
    await t.bet(table, player)
    for wager, amount in (("six_card_bonus", 500), ("progressive", 100)):
        await t.done(
            table,
            c.PlaceWager(by=by, at=at, seat=4, wager=wager, amount=amount),
        )
    await t.done(table, c.AnnounceNoMoreBets(by="system", at=at))
    await t.done(table, c.Play(by=by, at=at, seat=4))
    await t.until(lambda: t.now(table).table.round.jackpot is not None)


async def _pay(t: Trial, table: str) -> None:
    """The floor verifies and notifies; the system does the rest."""
    for _ in range(10):
        due = t.now(table).table.due
        if due is None or due.name not in ("verify_payout", "notify_royal"):
            return
        by = "floor:eve" if due.name == "verify_payout" else "dealer:dan"
        await t.done(table, c.Confirm(by=by, at=t.clock(), step=due.name, seat=due.seat))


def _run(options: dict[str, object]) -> tuple[int, int, dict[str, int]]:
    """Return what the meter paid each of the two winners, and the link's accounts afterwards."""

    async def work() -> tuple[int, int, dict[str, int]]:
        t = _trial(MemoryStore(), Clock())
        await t.cardroom.start()
        waits = ("verify_payout", "notify_royal")
        automation = tuple(sorted(ALL_STEPS - set(waits)))
        for table in ("one", "two"):
            await t.table("manual", id=table, link="main", options=options, automation=automation)
            await t.done(
                table,
                c.OpenTable(
                    by="floor:eve", at=t.clock(), dealer="dan", tray=100_000_00,
                    automation=automation,
                ),
            )  # fmt: skip
        more = FundLink(by="management:max", at=t.clock(), link="main", cents=MORE, into="meter")
        assert not isinstance(await t.lobby.links.act(more), Refusal)
        await _hit(t, "one", "ann")
        t.clock.pass_(seconds=1)
        await _hit(t, "two", "bob")
        while t.cardroom._asides:  # The jackpot is split in the background.
            await asyncio.gather(*t.cardroom._asides)
        for table in ("one", "two"):
            await _pay(t, table)
            await t.until(lambda table=table: t.now(table).table.phase is Phase.BETTING)  # type: ignore[misc]
        paid = [
            sum(_of_meter(x) for x in t.cardroom.room.events(table, 1, 10_000))
            for table in ("one", "two")
        ]
        balances = t.store.balances()
        assert sum(balances.values()) == 0
        await t.cardroom.stop()
        of_link = {k: v for k, v in balances.items() if k.endswith(":main")}
        return paid[0], paid[1], of_link

    return asyncio.run(work())


def _of_meter(event: AnyEvent) -> int:
    return event.paid if isinstance(event, WagerPaid) and event.of_meter else 0


@clause("manual-prog-B", "manual-payout-K")
def test_the_first_lock_takes_the_meter_and_the_second_the_reset_one() -> None:
    first, second, link = _run({})
    assert first == SEED + MORE + 20  # Including what its own dollar fed.
    assert second == SEED + 20
    assert link["jackpot:main"] == 0
    assert link["meter:main"] == SEED


@clause("manual-payout-K")
def test_two_simultaneous_hits_are_split_if_the_house_says_so() -> None:
    first, second, link = _run({"linked_simultaneous": "split"})
    assert first + second == 2 * (SEED + 20) + MORE
    assert first - second == 1  # The first winner gets the odd cent.
    assert link["jackpot:main"] == 0
