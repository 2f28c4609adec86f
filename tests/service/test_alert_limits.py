"""Alert thresholds: set by management, in the log, the same for the service and a report."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest

from queenhigh.floor.alerts import USUAL
from queenhigh.floor.settings import ALERTS_STREAM, AlertLimitsSet
from queenhigh.house.calendar import calendar
from queenhigh.store.audit import verify
from queenhigh.store.chain import canonical
from queenhigh.store.evidence import DatabaseEvidence
from queenhigh.store.floor_reports import day_document
from queenhigh.store.projections import Projections, cage_of
from queenhigh.store.records import Batch, Fact
from tests.floor.day import DAY, the_day
from tests.floor.landed import batches, land, new_store
from tests.service.people_door import code

from .desk import Browser, House, cardroom

LIMITS = "/api/alerts/limits"


def wanted(**changed: Any) -> dict[str, Any]:
    return {**msgspec.to_builtins(USUAL), **changed}


def test_management_sets_limits_and_readers_of_alerts_see_who_did(house: House) -> None:
    manager, watcher = house.person("management"), house.person("surveillance")
    shown = watcher.get(LIMITS).json()
    assert (shown["limits"], shown["by"], shown["at"]) == (wanted(), None, None)
    answer = manager.put(LIMITS, wanted(voids=2))
    assert answer.status_code == 200, answer.text
    shown = watcher.get(LIMITS).json()
    assert (shown["limits"]["voids"], shown["by"]) == (2, "management:management")
    form = {each["name"]: each["initial"] for each in shown["form"]["fields"]}
    assert form == wanted(voids=2)
    last = house.store.records(ALERTS_STREAM)[-1]
    assert msgspec.json.decode(last.event)["type"] == "alert_limits_set"
    with house.store.database.reading() as connection:
        findings = verify(DatabaseEvidence(connection, "the log")).findings
    assert [each for each in findings if each.kind != "people"] == []  # Put in by SQL.


@pytest.mark.parametrize("role", ["dealer", "floor", "pit_manager", "surveillance", "player"])
def test_nobody_else_sets_limits(house: House, role: str) -> None:
    before = len(house.store.records(ALERTS_STREAM))
    assert code(house.person(role).put(LIMITS, wanted())) == (403, "rights/missing")
    assert len(house.store.records(ALERTS_STREAM)) == before


@pytest.mark.parametrize(
    "changed",
    [
        *({"voids": 0}, {"chance": 0}, {"chance": 0.5}, {"tokes_percent": 101}, {"rum": 1}),
        *({"voids": 1_000}, {"chance": 1e-9}, {"irregularities": 11}, {"rounds": 501}),
        *({"tray_bets": 0}, {"tokes_percent": 26}, {"tokes_cents": 1_000_01}),
        *({"relief_minutes": 0}, {"practice_tables": 101}),
        *({"deposits_cents": 999_99}, {"deposits_cents": 100_000_01}),
    ],
)
def test_an_impossible_limit_is_refused(house: House, changed: dict[str, Any]) -> None:
    answer = house.person("management").put(LIMITS, wanted(**changed))
    assert code(answer) == (400, "request/invalid")


def test_the_form_names_the_ranges_of_the_limits(house: House) -> None:
    form = house.person("management").get(LIMITS).json()["form"]
    fields = {each["name"]: each for each in form["fields"]}
    chance, deposits = fields["chance"], fields["deposits_cents"]
    assert (chance["kind"], chance["least"], chance["most"]) == ("decimal", 1e-6, 0.1)
    assert (deposits["kind"], deposits["least"]) == ("money", 1_000_00)


def alerts(browser: Browser, **asked: str) -> list[str]:
    found = browser.get("/api/alerts", stakes="play", **asked).json()
    return [each["kind"] for each in found["now"]]


def test_current_tables_follow_the_new_limits(house: House) -> None:
    manager = house.person("management")
    assert "tray_low" not in alerts(manager)
    manager.put(LIMITS, wanted(tray_bets=100_000_000))
    assert "tray_low" in alerts(manager)


def test_practice_tables_count_whichever_process_made_them(tmp_path: Path) -> None:
    file = str(tmp_path / "log.db")
    for number in range(2):
        with cardroom(file) as house:
            house.person("management").put(LIMITS, wanted(practice_tables=2))
            player = house.person("player")
            player.post("/api/practice", {"house": "classic"})
            found = alerts(house.person("management"))
            assert found.count("practice_in_series") == number


def test_a_days_report_uses_the_limits_at_its_end(tmp_path: Path) -> None:
    store = new_store("sqlite", tmp_path)
    try:
        land(store, batches(the_day()))
        kept = Projections(store.database, cage_of(store.database))

        def found() -> set[str]:
            kept.catch_up()
            return {each.kind for each in day_document(kept, store, DAY, "money").alerts}

        def set_then(hours: float, **changed: Any) -> None:
            end = calendar(kept.cage.compliance).span(DAY)[1]
            limits = msgspec.structs.replace(USUAL, **changed)
            at = end + timedelta(hours=hours)
            event = AlertLimitsSet(by="management:mia", at=at, limits=limits)
            version = len(store.records(ALERTS_STREAM))
            asked = canonical({"type": "set_alert_limits", "id": f"limits-{version}"})
            fact = Fact(canonical(event))
            land(store, [Batch(ALERTS_STREAM, version, f"limits-{version}", asked, (fact,))])

        before = found()
        set_then(1, irregularities=1)
        assert found() == before, "set when the day was over"
        set_then(-12, irregularities=1)
        assert found() - before == {"irregularities_repeat"}
    finally:
        store.close()
