"""Winnings that wait for a form where the system pays, and the floor's view as the log grows."""

import re
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from queenhigh.floor.identity import KEY_FILE_VARIABLE, KEY_VARIABLE
from queenhigh.floor.keyring import new_key
from queenhigh.floor.search import parse_query
from queenhigh.service import floor_view
from queenhigh.service.cardroom import Cardroom
from queenhigh.service.errors import ServiceError
from queenhigh.service.floor_view import FloorView
from queenhigh.store.sample import room
from queenhigh.store.sql import SqlStore
from queenhigh.store.store_address import open_store
from tests.clauses import clause
from tests.cli.runner import run
from tests.patience import becomes
from tests.service.desk import cardroom
from tests.service.pit import Pit
from tests.store.rooms import landed
from tests.stores import new_postgres_address


def no(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


@clause("manual-6cb-K")
def test_winnings_paid_by_the_system_wait_at_the_cage(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(KEY_VARIABLE, new_key())
    file = str(tmp_path / "room.db")
    with cardroom(file) as house:
        royal = "4: As Ks 2d, dealer: Qs Js Ts"
        pit = Pit(house, "auto", "manual", royal, automation=["all"])
        ann, floor = pit.sit(4, "ann"), pit.staff["floor"]
        for wager, cents in {"ante": 1_000, "six_card_bonus": 500}.items():
            ann.done("auto", type="place_wager", seat=4, wager=wager, amount=cents)
        ann.done("auto", type="announce_no_more_bets")
        pit.until("deciding")
        pit.decide(4)
        pit.until("betting")
        ann.done("auto", type="leave", seat=4)
        held = ann.get("/api/me/purse").json()["money_cents"]
        assert held == 3_000_00 - 20_00 + 5_000_00

        cage = house.person("cage", "cage-2")  # The other one took in her money.
        path = "/api/patrons/ann/cash-outs"
        assert ann.post("/api/me/cash-outs", {"cents": held}).status_code == 200
        refused = cage.post(path, {"cents": held})
        assert no(refused) == (409, "compliance/form_missing")
        assert refused.json()["clauses"] == ["manual-6cb-K"]
        assert cage.post(path, {"cents": held - 5_000_00}).status_code == 200

        floor.put("/api/patrons/ann/identity", {"legal_name": "Ann", "country": "Chile",
                                                "resident": False})  # fmt: skip
        (duty,) = [
            each
            for each in floor.get("/api/compliance/duties", patron="ann").json()["duties"]
            if each["kind"] == "form"
        ]
        sheet = duty["form"]["worksheet"]
        assert (sheet["form"], sheet["withheld_cents"]) == ("w8", 1_500_00)
        form = {"patron": "ann", "payout": duty["form"]["payout"], "form": "w8",
                "reference": "W8-1", "withheld_cents": 1_500_00}  # fmt: skip
        assert floor.post("/api/compliance/forms", form).status_code == 200
        assert cage.post(path, {"cents": 5_000_00}).status_code == 200
    audited = run("audit", "verify", file)  # The floor's streams are included.
    assert audited.status == 0, audited.out


# Following the log


def view_of(store: SqlStore) -> FloorView:
    return FloorView(store, Cardroom(store), environment={})


def numbers(view: FloorView) -> int:
    return len(view.now().search(parse_query(""), 500).rounds)


@pytest.mark.parametrize("kind", ["memory", "sqlite", "postgres"])
def test_a_reader_sees_what_has_just_landed(kind: str, tmp_path: Path) -> None:
    address = {"memory": "memory", "sqlite": str(tmp_path / "room.db")}.get(kind)
    store = open_store(address or new_postgres_address())
    view, batches = view_of(store), room("classic", rounds=6)
    half = len(batches) // 2
    landed(store, batches[:half])
    first = numbers(view)
    landed(store, batches[half:])
    assert 0 < first < numbers(view) == 6
    store.close()


def test_several_processes_follow_one_log_and_nothing_is_counted_twice() -> None:
    address = new_postgres_address()
    stores = [open_store(address) for _ in range(3)]
    views = [view_of(store) for store in stores]
    batches = room("classic", "manual", rounds=8)
    together = threading.Barrier(len(views))

    def ask(view: FloorView) -> int:
        together.wait()
        return numbers(view)

    with ThreadPoolExecutor(len(views)) as threads:
        for start in range(0, len(batches), 40):
            landed(stores[0], batches[start : start + 40])
            assert len(set(threads.map(ask, views))) == 1
    assert [numbers(view) for view in views] == [16, 16, 16]
    for store in stores:
        store.close()


def test_a_decision_reads_a_long_log_itself_instead_of_waiting(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(floor_view, "_PART", 10)
    monkeypatch.setattr(floor_view, "_MOST_PARTS", 2)
    store = open_store("memory")
    landed(store, room("classic", rounds=6))
    view = view_of(store)
    assert numbers(view) < 6
    with pytest.raises(ServiceError) as behind:
        view.now(whole=True)
    assert (behind.value.status, behind.value.code) == (503, "floor/behind")
    for _ in range(100):
        view.now()
    assert view.now(whole=True).behind() == 0
    assert numbers(view) == 6
    store.close()


@pytest.mark.parametrize(
    ("environment", "why"),
    [
        ({}, "There is no key"),
        ({KEY_FILE_VARIABLE: "nowhere/key"}, "(No such file or directory)"),
        ({KEY_VARIABLE: "c2hvcnQ="}, "(a key for identities has 32 bytes, not 5)"),
    ],
)
def test_a_missing_key_blocks_only_identities(environment: dict[str, str], why: str) -> None:
    store = open_store("memory")
    view = FloorView(store, Cardroom(store), environment)
    with pytest.raises(ServiceError, match=re.escape(why)) as refused:
        view.identities  # noqa: B018
    assert refused.value.code == "identity/no_key"
    store.close()


def test_the_service_follows_by_itself(tmp_path: Path) -> None:
    """While the service holds the file, the command line reads what the service has kept."""
    file = str(tmp_path / "room.db")
    with cardroom(file) as house:
        pit = Pit(house, "pit-1", "classic", "3: Qs 9d 8c, dealer: Qh 9h 7c")
        pit.open()
        pit.sit(3, "ann")
        pit.deal(seat3={"ante": 1_000})
        pit.decide(3)
        pit.finish()

        def found() -> list[int]:
            told = run("search", file, "table:pit-1", "--json")
            return [each["number"] for each in told.json["rounds"]]

        assert becomes(lambda: bool(found()))
        assert found() == [1]
