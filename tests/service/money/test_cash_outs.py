"""The cage pays what somebody else has asked for: nobody alone takes a patron's money."""

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from queenhigh.money.patrons import AskCashOut, CashOut, Deposit
from queenhigh.store.memory import MemoryStore
from queenhigh.table.refusal import Refusal
from tests.cli.runner import run
from tests.service.desk import Browser, House, cardroom
from tests.service.people_door import bearer
from tests.service.pit import Pit, deposited, paid_out
from tests.service.rooms import Clock, trial

PAY, ASK = "/api/patrons/ann/cash-outs", "/api/patrons/ann/cash-outs/request"
OWN, WITHDRAW = "/api/me/cash-outs", "/api/me/cash-outs/withdrawal"


@pytest.fixture
def fresh() -> Iterator[House]:
    with cardroom() as running:
        yield running


def rich(house: House, cents: int = 500_00) -> tuple[Browser, Browser]:
    """Return Ann, whose money another clerk took in, and a clerk."""
    ann, cage, other = house.person("player", "ann"), house.person("cage"), second(house)
    assert deposited(other, "ann", cents=cents).status_code == 200
    return ann, cage


def second(house: House) -> Browser:
    """Return the clerk who takes deposits here."""
    return house.person("cage", "cyd")


def no(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def test_a_clerk_alone_cannot_pay_anybody_out(fresh: House) -> None:
    """Regression: a clerk cashed out a patron who was not there, and kept the money."""
    ann, cage = rich(fresh)
    assert no(cage.post(PAY, {"cents": 500_00})) == (409, "money/not_asked")
    for path in (ASK, "/api/patrons/ann/cash-outs/withdrawal"):
        assert no(cage.post(path, {"cents": 1} if path == ASK else {})) == (403, "rights/missing")
    assert no(cage.post(OWN, {"cents": 500_00})) == (403, "rights/missing")
    assert ann.get("/api/me/purse").json()["money_cents"] == 500_00


def test_the_clerk_who_took_in_a_deposit_does_not_pay_that_patron_out(fresh: House) -> None:
    """Regression: a clerk took in by wire what nobody had sent, for a friend, and paid it out."""
    ann, cage = rich(fresh, 5_000_000_00)
    taken_at = fresh.clock().strftime("%H:%M")
    ann.post(OWN, {"cents": 5_000_000_00})
    refused = second(fresh).post(PAY, {"cents": 5_000_000_00})
    assert no(refused) == (409, "money/own_deposit")
    assert refused.json()["message"] == (
        f"You took in a deposit of theirs at {taken_at}: somebody else at the cage must pay this"
        " out."
    )
    assert cage.post(PAY, {"cents": 4_000_000_00}).status_code == 200
    fresh.clock.pass_(days=1)
    assert fresh.person("player", "ann").post(OWN, {"cents": 1_000_000_00}).status_code == 200
    assert second(fresh).post(PAY, {"cents": 1_000_000_00}).json()["money_cents"] == 0


@pytest.mark.parametrize("watcher", ["surveillance", "auditor", "management"])
def test_much_money_from_one_clerk_for_one_patron_is_an_alert(fresh: House, watcher: str) -> None:
    rich(fresh, 9_999_99)
    watching = fresh.person(watcher)

    def told() -> list[str]:
        now = watching.get("/api/alerts").json()["now"]
        return [each["reason"] for each in now if each["kind"] == "deposits_large"]

    fresh.person("player", "bob")
    for clerk, patron in (("cage", "ann"), ("cyd", "bob")):
        assert deposited(fresh.person("cage", clerk), patron, cents=5_000_00).status_code == 200
    assert told() == []
    assert deposited(second(fresh), "ann", cents=1, how="wire").status_code == 200
    assert told() == [
        "cyd of the cage took in $10,000 for ann within a day (2 deposits: cash, wire)."
    ]


def test_the_bell_shows_a_large_deposit(fresh: House) -> None:
    watching = fresh.person("surveillance")
    with fresh.client.websocket_connect(
        "/api/v1/notices/live", headers=watching.live_headers()
    ) as bell:
        assert bell.receive_json()["staff"] == []
        rich(fresh, 10_000_00)
        (alert,) = bell.receive_json()["staff"]
    assert (alert["kind"], alert["about"]) == ("deposits_large", "person:cyd")


def test_a_patron_asks_and_the_cage_pays_at_most_that(fresh: House) -> None:
    ann, cage = rich(fresh)
    wanted = ann.post(OWN, {"cents": 200_00}).json()["cash_out"]
    assert (wanted["cents"], wanted["by"]) == (200_00, "player:ann")
    refused = cage.post(PAY, {"cents": 200_01})
    assert no(refused) == (409, "money/not_asked")
    assert refused.json()["message"] == "Only $200 was asked for ann."
    (to_pay,) = cage.get("/api/cage/cash-outs").json()
    assert (to_pay["patron"], to_pay["known_as"], to_pay["wanted"]) == ("ann", "ann", wanted)
    paid = cage.post(PAY, {"cents": 150_00}).json()
    assert (paid["money_cents"], paid["cash_out"]["cents"]) == (350_00, 50_00)
    assert cage.post(PAY, {"cents": 50_00, "how": "check"}).json()["cash_out"] is None
    told = ann.get("/api/me/purse").json()["paid"]
    assert (told["cents"], told["how"]) == (50_00, "check")
    assert cage.get("/api/cage/cash-outs").json() == []
    assert no(cage.post(PAY, {"cents": 1})) == (409, "money/not_asked")


def test_a_patron_takes_back_what_they_or_the_floor_asked_for(fresh: House) -> None:
    ann, cage = rich(fresh)
    floor = fresh.person("floor")
    for asks, path in ((ann, OWN), (floor, ASK)):
        assert asks.post(path, {"cents": 200_00}).status_code == 200
        assert ann.post(WITHDRAW).json()["cash_out"] is None
        assert no(cage.post(PAY, {"cents": 1})) == (409, "money/not_asked")
    assert no(ann.post(WITHDRAW)) == (409, "money/not_asked")
    ann.post(OWN, {"cents": 200_00})
    taken_back = floor.post("/api/patrons/ann/cash-outs/withdrawal")
    assert (taken_back.status_code, taken_back.json()["cash_out"]) == (200, None)


def test_the_floor_asks_for_a_walk_in_and_moves_no_money(fresh: House) -> None:
    pit = Pit(fresh, "m1", "classic", kind="physical", automation=None)
    pit.open()
    pit.say("dealer", type="sit", seat=1, player="walk-in-7f3a")
    pit.say("dealer", type="buy_in", seat=1, cents=100_00)
    pit.say("dealer", type="leave", seat=1)
    floor, cage = pit.staff["floor"], pit.staff["cage"]
    path = "/api/patrons/walk-in-7f3a/cash-outs"
    assert no(cage.post(path, {"cents": 100_00})) == (409, "money/not_asked")
    asked = floor.post(f"{path}/request", {"cents": 100_00}).json()
    assert (asked["money_cents"], asked["cash_out"]["by"]) == (100_00, "floor:floor")
    assert no(floor.post(path, {"cents": 100_00})) == (403, "rights/missing")
    (to_pay,) = cage.get("/api/cage/cash-outs").json()
    assert to_pay["known_as"] == "walk-in-7f3a"
    assert cage.post(path, {"cents": 100_00}).json()["money_cents"] == 0


def test_a_patron_asks_only_for_themselves_and_other_staff_not_at_all(fresh: House) -> None:
    rich(fresh)
    for role in ("player", "dealer", "count", "surveillance", "auditor", "administrator"):
        asks = fresh.person(role, "eve" if role == "player" else "")
        assert no(asks.post(ASK, {"cents": 1})) == (403, "rights/missing")
    assert no(fresh.guest().post(OWN, {"cents": 1})) == (403, "rights/missing")


def test_no_program_asks_for_money(fresh: House) -> None:
    """A leaked token and a clerk would be one person too few."""
    ann, cage = rich(fresh)
    floor = fresh.person("floor")
    for asks, path, scopes in ((ann, OWN, ["read", "play"]), (floor, ASK, ["floor", "cage"])):
        wanted = {"label": "bot", "scopes": scopes}
        token = asks.post("/api/tokens", wanted).json()["token"]
        fresh.client.cookies.clear()
        answer = fresh.client.post(path, json={"cents": 1}, headers=bearer(token))
        assert no(answer) == (403, "token/scope")
    assert cage.get("/api/cage/cash-outs").json() == []


def test_a_request_ends_after_a_day(fresh: House) -> None:
    ann, cage = rich(fresh)
    ann.post(OWN, {"cents": 200_00})
    fresh.clock.pass_(days=1, seconds=1)
    ann, cage = fresh.person("player", "ann"), fresh.person("cage")
    assert no(cage.post(PAY, {"cents": 1})) == (409, "money/not_asked")
    assert cage.get("/api/cage/cash-outs").json() == []
    assert ann.get("/api/me/purse").json()["cash_out"] is None


@pytest.mark.parametrize("change", [{"disabled": True}, {"role": "dealer"}])
def test_a_request_by_somebody_who_has_left_is_not_paid(
    fresh: House, change: dict[str, Any]
) -> None:
    _, cage = rich(fresh)
    assert fresh.person("floor").post(ASK, {"cents": 200_00}).status_code == 200
    boss = fresh.person("administrator")
    assert boss.patch("/api/people/floor", change).status_code == 200
    refused = cage.post(PAY, {"cents": 200_00})
    assert no(refused) == (403, "rights/signer_gone")
    assert "the floor must request it again" in refused.json()["message"]
    assert paid_out(cage, "ann", 1, asks=fresh.person("pit_manager")).status_code == 200


def test_a_clerk_does_not_pay_what_they_requested_as_floor(
    fresh: House,
) -> None:
    rich(fresh)
    fresh.person("floor").post(ASK, {"cents": 200_00})
    boss, auditor = fresh.person("administrator"), fresh.person("auditor")
    assert boss.patch("/api/people/floor", {"role": "cage"}).status_code == 200
    sure = auditor.post("/api/people/floor/confirmation", {"role": "cage"})
    assert sure.status_code == 200, sure.text
    clerk = fresh.person("cage", "floor")
    assert clerk.post(PAY, {"cents": 200_00}).status_code in (403, 409)
    assert clerk.get("/api/patrons/ann/purse").json()["money_cents"] == 500_00


def test_a_repeated_request_and_payment_happen_once(fresh: House) -> None:
    ann, cage = rich(fresh)
    for _ in range(2):
        asked = ann.post(OWN, {"cents": 200_00, "id": "ask-1"})
        assert asked.json()["cash_out"]["cents"] == 200_00
    for _ in range(2):
        paid = cage.post(PAY, {"cents": 200_00, "id": "pay-1"})
        assert (paid.status_code, paid.json()["money_cents"]) == (200, 300_00)
    again = ann.post(OWN, {"cents": 200_00, "id": "ask-1"})  # The answer was lost on the way.
    assert (again.status_code, again.json()["cash_out"]) == (200, None)
    assert no(cage.post(PAY, {"cents": 200_00, "id": "pay-2"})) == (409, "money/not_asked")


def test_two_clerks_in_the_same_instant_pay_what_was_asked_for_once(fresh: House) -> None:
    ann, cage = rich(fresh)
    other = fresh.person("cage", "cage-2")
    ann.post(OWN, {"cents": 200_00})
    with ThreadPoolExecutor(2) as pool:
        paid = list(pool.map(lambda each: each.post(PAY, {"cents": 200_00}), (cage, other)))
    assert sorted(each.status_code for each in paid) == [200, 409]
    assert ann.get("/api/me/purse").json()["money_cents"] == 300_00


def test_requests_outlive_the_process_and_the_audit_follows_them(tmp_path: Path) -> None:
    file = str(tmp_path / "room.db")
    with cardroom(file) as house:
        ann, _ = rich(house)
        ann.post(OWN, {"cents": 200_00})
    with cardroom(file) as house:
        cage = house.person("cage")
        (to_pay,) = cage.get("/api/cage/cash-outs").json()
        assert to_pay["wanted"]["cents"] == 200_00
        assert cage.post(PAY, {"cents": 200_00}).status_code == 200
        assert no(cage.post(PAY, {"cents": 1})) == (409, "money/not_asked")
    audited = run("audit", "verify", file)
    assert audited.status == 0, audited.out


def test_two_processes_in_the_same_instant_pay_what_was_asked_for_once() -> None:
    async def both() -> None:
        store, clock = MemoryStore(), Clock()
        async with trial(store, clock) as one, trial(store, clock, seed=2) as other:
            about: dict[str, Any] = {"patron": "ann", "cents": 200_00, "at": clock()}
            await one.lobby.patrons.act(Deposit(by="cage:cyd", **{**about, "cents": 500_00}))
            await one.lobby.patrons.act(AskCashOut(by="player:ann", **about))
            answers = await asyncio.gather(
                one.lobby.patrons.act(CashOut(by="cage:cat", **about)),
                other.lobby.patrons.act(CashOut(by="cage:cal", **about)),
            )
            assert [isinstance(each, Refusal) for each in answers].count(True) == 1
            assert store.balance("patron:ann") == 300_00

    asyncio.run(both())
