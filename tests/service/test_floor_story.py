"""A day on the floor over HTTP: a royal, a form, a dispute, cash over each threshold, a report."""

import json
from pathlib import Path
from typing import Any

import pytest

from queenhigh.floor.identity import KEY_VARIABLE
from queenhigh.floor.keyring import new_key
from tests.clauses import clause
from tests.cli.runner import run
from tests.service.desk import House, cardroom
from tests.service.pit import Pit, deposited

ANN = {
    "legal_name": "Ann Example", "address": "1 Main Street", "born": "1970-01-31",
    "document": "passport", "document_number": "P-1", "taxpayer_number": "T-1",
}  # fmt: skip


class Day:
    def __init__(self, house: House, file: Path):
        self.house, self.file = house, file
        self.pit = Pit(house, "pit-1", "manual", "4: As Ks 2d, dealer: Qs Js Ts")
        self.pit.open()
        self.ann = self.pit.sit(4, "ann")


@clause("manual-6cb-K", "manual-6cb-L", "manual-6cb-L-2", "manual-payout-H", "chickasaw-s")
def test_a_day_on_the_floor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(KEY_VARIABLE, new_key())
    file = tmp_path / "room.db"
    with cardroom(str(file)) as house:
        day = Day(house, file)
        a_royal_is_told_to_those_the_book_names_and_each_acknowledges(day)
        what_nobody_acknowledges_goes_further(day)
        the_payout_waits_for_its_form_and_for_nothing_else(day)
        who_a_patron_is_is_read_for_a_reason_by_those_who_take_forms(day)
        cash_over_each_line_is_flagged_and_nothing_waits_for_it(day)
        the_day_is_as_the_command_line_reports_it(day)


def asked(browser: Any, path: str, **query: Any) -> Any:
    answer = browser.get(path, **query)
    assert answer.status_code == 200, answer.text
    return answer.json()


def told(browser: Any, path: str, body: Any) -> Any:
    answer = browser.post(path, body)
    assert answer.status_code in (200, 201), answer.text
    return answer.json()


def by_subject(browser: Any, **query: Any) -> dict[str, Any]:
    return {each["about"]: each for each in asked(browser, "/api/notices", **query)}


def refused(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def a_royal_is_told_to_those_the_book_names_and_each_acknowledges(day: Day) -> None:
    pit = day.pit
    pit.deal(seat4={"ante": 1_000, "six_card_bonus": 500})
    pit.decide(4)
    while pit.view()["due"]["step"] != "verify_royal":
        pit.step()
    (notice,) = asked(pit.staff["pit_manager"], "/api/notices")
    assert (notice["about"], notice["table"], notice["seat"]) == ("royal", "pit-1", 4)
    assert notice["payment_waits"]
    assert notice["winner_stays_seated"]
    assert notice["waiting"] == ["pit_manager", "shift_manager", "surveillance"]
    assert {"manual-6cb-L", "manual-6cb-L-2"} <= set(notice["clauses"])
    # The book does not name the floor for a royal; the payout must be verified.
    (payout,) = asked(pit.staff["floor"], "/api/notices")
    assert payout["about"] == "large_payout"
    path = f"/api/notices/{notice['id']}/acknowledgements"
    said = told(pit.staff["pit_manager"], path, {"note": "Coming.", "id": "ack-1"})
    assert said["acknowledged"] == [
        {
            "role": "pit_manager",
            "by": "pit_manager:pit-manager",
            "at": "2026-01-05T12:00:00Z",
            "note": "Coming.",
        }
    ]
    assert not said["yours"]
    again = told(pit.staff["pit_manager"], path, {"note": "Coming.", "id": "ack-1"})
    assert again["acknowledged"] == said["acknowledged"]  # Sent twice, it acts once.
    assert refused(pit.staff["pit_manager"].post(path, {}))[1] == "notice/acknowledged"
    assert refused(pit.staff["floor"].post(path, {}))[0] == 404  # Hidden from those it is not for.
    assert refused(day.ann.post(path, {}))[0] == 403


def what_nobody_acknowledges_goes_further(day: Day) -> None:
    day.house.clock.pass_(minutes=11)
    notice = by_subject(day.pit.staff["shift_manager"])["royal"]
    assert notice["overdue_seconds"] == 60
    assert notice["age_seconds"] == 660
    day.pit.step()  # Surveillance acknowledges it by looking at it.
    notices = by_subject(day.pit.staff["management"])
    notice, large = notices["royal"], notices["large_payout"]
    assert (notice["waiting"], notice["payment_waits"]) == (["shift_manager"], False)
    assert (large["about"], large["waiting"], large["payment_waits"]) == (
        "large_payout", ["floor"], True,
    )  # fmt: skip
    told(day.pit.staff["shift_manager"], f"/api/notices/{notice['id']}/acknowledgements", {})
    day.pit.step()  # The floor verifies the payout.
    assert asked(day.pit.staff["management"], "/api/notices") == []
    whole = by_subject(day.pit.staff["management"], day="2026-01-05")["royal"]
    assert len(whole["acknowledged"]) == 3


def the_payout_waits_for_its_form_and_for_nothing_else(day: Day) -> None:
    pit = day.pit
    answer = pit.staff["dealer"].post("/api/tables/pit-1/commands", pit.wish()[1])
    while answer.status_code == 200:
        role, command = pit.wish()
        answer = pit.staff[role].post("/api/tables/pit-1/commands", command)
    assert refused(answer) == (409, "compliance/form_missing")
    assert answer.json()["clauses"] == ["manual-6cb-K"]
    (duty,) = asked(pit.staff["floor"], "/api/compliance/duties")["duties"]
    assert (duty["kind"], duty["patron"], duty["cents"], duty["open"]) == (
        "form", "ann", 5_000_00, True,
    )  # fmt: skip
    assert duty["form"]["payment_waits"]
    assert duty["form"]["worksheet"]["reportable_winnings_cents"] == 5_000_00
    assert {"what": "form W-2G", "who": "floor"} in duty["missing"]
    wish = {
        "patron": "ann", "payout": duty["form"]["payout"], "form": "w2g", "reference": "W2G-17",
    }  # fmt: skip
    floor = pit.staff["floor"]
    early = floor.post("/api/compliance/forms", wish)
    assert refused(early) == (409, "compliance/no_identity")
    kept = floor.put("/api/patrons/ann/identity", ANN)
    assert kept.json() == {"patron": "ann", "fields": [*ANN], "resident": True}
    wrong = floor.post("/api/compliance/forms", {**wish, "form": "w8"})
    assert refused(wrong) == (409, "compliance/wrong_form")
    (done,) = told(floor, "/api/compliance/forms", wish)["duties"]
    assert (done["open"], done["missing"]) == (False, [])
    assert done["done"]["reference"] == "W2G-17"
    pit.finish()
    (after,) = asked(floor, "/api/compliance/duties")["duties"]  # The same, now from the log.
    assert (after["form"]["payout"], after["open"]) == (duty["form"]["payout"], False)


def who_a_patron_is_is_read_for_a_reason_by_those_who_take_forms(day: Day) -> None:
    floor, path = day.pit.staff["floor"], "/api/patrons/ann/identity"
    read = asked(floor, path, why="the currency report")
    assert read["identity"]["taxpayer_number"] == "T-1"
    assert refused(floor.get(path))[0] == 400
    assert refused(floor.get(path, why=" "))[1] == "floor/no_reason"
    for role in ("dealer", "surveillance"):
        assert refused(day.pit.staff[role].get(path, why="x")) == (403, "rights/missing")
    assert refused(day.ann.get(path, why="x"))[0] == 403
    nobody = floor.get("/api/patrons/zed/identity", why="x")
    assert refused(nobody) == (409, "compliance/no_identity")
    log = b"".join(each.event for each in day.house.store.log())
    assert b"the currency report" in log
    for secret in (b"T-1", b"Example", b"Main Street"):
        assert secret not in log
    assert b"T-1" not in day.file.read_bytes()


def cash_over_each_line_is_flagged_and_nothing_waits_for_it(day: Day) -> None:
    floor = day.pit.staff["floor"]

    def bring(patron: str, cents: int) -> None:
        assert deposited(day.pit.staff["cage"], patron, cents=cents).status_code == 200

    def due(patron: str) -> list[str]:
        found = asked(floor, "/api/compliance/duties", patron=patron)["duties"]
        return [each["cash"]["report"] for each in found if each["open"]]

    day.house.person("player", "bob")
    bring("bob", 2_999_99)
    assert due("bob") == []
    bring("bob", 1)
    assert due("bob") == ["transaction_log"]
    bring("bob", 7_000_00)
    assert due("bob") == ["transaction_log"]  # Exactly $10,000: only more is reported.
    bring("bob", 1)
    assert due("bob") == ["transaction_log", "currency_report"]
    wish = {
        "patron": "bob", "day": "2026-01-05", "report": "transaction_log", "direction": "in",
        "cents": 10_000_01, "reference": "L-1",
    }  # fmt: skip
    assert refused(floor.post("/api/compliance/reports", wish)) == (409, "role/not_yours")
    told(day.pit.staff["shift_manager"], "/api/compliance/reports", wish)
    assert due("bob") == ["currency_report"]
    less = {**wish, "report": "currency_report", "cents": 1}
    amount = day.pit.staff["shift_manager"].post("/api/compliance/reports", less)
    assert refused(amount) == (409, "compliance/wrong_amount")
    told(floor, "/api/patrons/bob/cash-outs/request", {"cents": 10_000_01})
    pays = day.pit.house.person("cage", "cage-2")  # The other one took in his money.
    told(pays, "/api/patrons/bob/cash-outs", {"cents": 10_000_01})
    out = asked(floor, "/api/compliance/duties", patron="bob")["duties"]
    assert {each["cash"]["direction"] for each in out} == {"in", "out"}


def the_day_is_as_the_command_line_reports_it(day: Day) -> None:
    management = day.pit.staff["management"]
    page = asked(management, "/api/reports/day")
    assert page["report"]["total"]["rounds"] == 1
    assert page["report"]["total"]["win"] == 20_00 - 5_000_00
    printed = run("report", str(day.file), "--json")
    assert json.loads(printed.out) == page
    assert asked(management, "/api/reports/days")["days"] == ["2026-01-05"]
    alerts = asked(management, "/api/alerts")
    told = [each for each in page["alerts"] if each not in alerts["now"]]
    assert {each["kind"] for each in page["alerts"] if each not in told} == {"deposits_large"}
    assert (alerts["day"], alerts["alerts"]) == ("2026-01-05", told)
    kinds = {"pdf": b"%PDF", "csv": b"section,row"}
    for kind, start in kinds.items():
        for name in ("day", "period"):
            file = management.get(f"/api/reports/{name}.{kind}")
            assert file.content.startswith(start)
    floor = asked(day.pit.staff["floor"], "/api/reports/day")
    assert floor["alerts"] is None  # Only for those who see alerts.
    assert floor["report"] == page["report"]
