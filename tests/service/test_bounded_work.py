"""One person can only make the service do so much, and readiness tells the truth."""

import asyncio
from datetime import timedelta
from unittest.mock import patch

import msgspec
import pytest

from queenhigh.floor.paper_document import Paper, typeset
from queenhigh.service.errors import ServiceError
from queenhigh.service.paper_process import Turns, made_apart, pdf_of
from queenhigh.service.policy import MOST_A_ROUND
from queenhigh.service.tables.practice_tables import IDLE, MOST_EACH, give_up_idle
from queenhigh.store.memory import MemoryStore
from queenhigh.wire.messages import Deadline
from tests.service.desk import Browser, cardroom
from tests.service.rooms import NOON, Trial
from tests.service.rooms import Clock as TrialClock

PAPER = Paper(kind="TEST", title="A page", subtitle="", made_at=NOON, footer="")


def practice(browser: Browser) -> str:
    answer = browser.post("/api/practice", {"house": "classic"})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


def test_a_person_has_few_practice_tables_and_the_longest_idle_one_is_closed() -> None:
    with cardroom() as house:
        ann = house.guest()
        money = ann.get("/api/me/purse").json()
        tables = [practice(ann) for _ in range(MOST_EACH)]
        ann.done(tables[0], type="sit", seat=1)
        ann.done(tables[0], type="buy_in", seat=1, cents=10_000)
        for table in tables[1:]:
            house.clock.pass_(minutes=1)
            ann.done(table, type="sit", seat=1)
            ann.done(table, type="buy_in", seat=1, cents=1_000)
            bet = {"type": "place_wager", "seat": 1, "wager": "ante", "amount": 1_000}
            ann.done(table, **bet)
        practice(ann)
        there = [t for t in tables if ann.get(f"/api/tables/{t}").status_code == 200]
        assert there == tables[1:]
        left = money["play_cents"] - 1_000 * (MOST_EACH - 1)
        assert ann.get("/api/me/purse").json()["play_cents"] == left, "the chips came back"


def test_an_unused_practice_table_is_given_up() -> None:
    async def run() -> None:
        trial = Trial(MemoryStore(), TrialClock())
        await trial.table(id="p-1", owner="ann")
        await trial.table(id="pit")
        await give_up_idle(trial.lobby)
        assert set(trial.cardroom.room.tables) == {"p-1", "pit"}
        trial.clock.pass_(hours=IDLE.total_seconds() / 3600 + 1)
        watch = trial.cardroom.watchers.watch("p-1")
        await give_up_idle(trial.lobby)
        assert set(trial.cardroom.room.tables) == {"p-1", "pit"}, "somebody looks at it"
        watch.end()
        await give_up_idle(trial.lobby)
        assert set(trial.cardroom.room.tables) == {"pit"}
        await trial.cardroom.stop()

    asyncio.run(run())


def test_a_table_whose_clock_ran_out_long_ago_is_stuck() -> None:
    async def run() -> None:
        trial = Trial(MemoryStore(), TrialClock())
        table = await trial.table(betting_seconds=20)
        with patch("queenhigh.service.cardroom.deadline") as asked:
            asked.return_value = Deadline(NOON - timedelta(minutes=5), "betting", 20)
            assert "betting clock ran out" in trial.cardroom.stuck()[table]
            asked.return_value = Deadline(NOON, "betting", 20)
            assert trial.cardroom.stuck() == {}
        await trial.cardroom.stop()

    asyncio.run(run())


def test_practice_tables_from_one_address_are_limited() -> None:
    with cardroom(rate_limit=30) as house:
        answers = [house.guest().post("/api/practice", {"house": "classic"}) for _ in range(4)]
        assert [each.status_code for each in answers] == [201, 201, 201, 429]


def test_a_player_who_keeps_changing_bets_is_stopped_for_the_round() -> None:
    with cardroom() as house:
        ann = house.guest()
        table = practice(ann)
        ann.done(table, type="sit", seat=1)
        ann.done(table, type="buy_in", seat=1, cents=50_000)
        last = None
        for _ in range(MOST_A_ROUND):
            wish = {"type": "place_wager", "seat": 1, "wager": "ante", "amount": 1_000}
            last = ann.post(f"/api/tables/{table}/commands", wish)
            if last.status_code != 200:
                break
            ann.post(f"/api/tables/{table}/commands",
                     {"type": "withdraw_wager", "seat": 1, "wager": "ante"})  # fmt: skip
        assert last is not None
        assert last.json()["code"] == "table/too_many_moves"


def test_a_stuck_table_makes_the_service_unready_and_is_named() -> None:
    with cardroom() as house:
        assert house.anybody().get("/ready").status_code == 200
        house.lobby.cardroom.room.stopped["classic"] = "the cards do not add up"
        answer = house.anybody().get("/ready")
        assert answer.status_code == 503
        assert answer.json()["code"] == "service/stuck"
        assert "classic: the cards do not add up" in answer.json()["message"]


def test_a_pdf_is_made_in_a_separate_process() -> None:
    assert pdf_of(PAPER).startswith(b"%PDF")


def test_a_pdf_that_takes_too_much_memory_is_refused() -> None:
    with pytest.raises(ServiceError) as refused:
        pdf_of(PAPER, most_bytes=64 * 1024 * 1024)
    assert refused.value.body.code == "paper/too_large"


def test_a_pdf_that_takes_too_long_is_ended() -> None:
    with pytest.raises(ServiceError) as refused:
        pdf_of(PAPER, seconds=0.01)
    assert refused.value.body.code == "paper/too_long"


def test_a_pdf_has_what_its_fonts_lack_as_numbers() -> None:
    """Fix: a picture in a claim made the paper of the whole day impossible."""
    sad = msgspec.structs.replace(PAPER, title="Sad 😢 漢 \x00 ♠", subtitle="\ue000 ก")
    assert pdf_of(sad).startswith(b"%PDF")
    told = msgspec.json.decode(typeset(sad))
    assert told["title"] == "Sad [U+1F622] [U+6F22] [U+0000] ♠"


def test_a_pdf_that_fails_says_so(caplog: pytest.LogCaptureFixture) -> None:
    with pytest.raises(ServiceError) as refused:
        made_apart(_not_a_pdf, turns=Turns(1, 0))
    assert refused.value.body.code == "paper/failed"
    assert "no such paper" in caplog.text


def _not_a_pdf() -> bytes:
    raise ValueError("no such paper")
