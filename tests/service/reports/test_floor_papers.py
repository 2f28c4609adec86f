"""Conduct, search, alerts, reports, duties over HTTP: the questions, and who may ask them."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from queenhigh.floor.identity import KEY_VARIABLE, Identity
from queenhigh.service.rights import PERSON_ROLES, may
from queenhigh.store.credentials import Person
from queenhigh.store.stream_proof import proof_of
from tests.clauses import clause
from tests.service.desk import House, cardroom
from tests.service.pit import Pit
from tests.service.rooms import NOON


@pytest.fixture(scope="module")
def pit() -> Iterator[Pit]:
    """Two rounds with real cards by the manual, one of them void; one at an automated table."""
    with cardroom() as house:
        deals = (
            "4: 9s 9d 4c, 5: 7d 5c 2h, dealer: Kh 8c 5d",
            "4: Ks Qd 4c, 5: As 5d 2h, dealer: Qs 8c 6d",
        )
        pit = Pit(house, "pit-1", "manual", *deals, kind="physical")
        pit.open()
        pit.sit(4, "ann")
        pit.sit(5, "bob")
        pit.deal(seat4={"ante": 1_000}, seat5={"ante": 1_000})
        pit.decide(4)
        pit.decide(5, "fold")
        pit.finish()
        pit.deal(seat4={"ante": 1_000}, seat5={"ante": 1_000})
        pit.say("dealer", type="report_wrong_number_of_cards", seat=5, cards=4)
        pit.sign("floor")
        yield pit


def asked(browser: Any, path: str, **query: Any) -> Any:
    answer = browser.get(path, **query)
    assert answer.status_code == 200, answer.text
    return answer.json()


def no(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


# Conduct


@clause("manual-gen-cond-1", "manual-6cb-N", "manual-6cb-N3-2")
def test_a_houses_rules_of_behaviour_go_to_those_they_bind(pit: Pit) -> None:
    own = asked(pit.players[4], "/api/tables/pit-1/conduct")
    all_of_them = asked(pit.staff["dealer"], "/api/tables/pit-1/conduct")
    assert {rule["binds"] for rule in own} == {"player"}
    assert {rule["binds"] for rule in all_of_them} == {"player", "dealer"}
    rules = {rule["key"]: rule for rule in all_of_them}
    assert "manual-gen-cond-1" in rules["shows_or_discusses_hand"]["clauses"]
    assert "manual-6cb-N" in rules["procedure_not_followed"]["clauses"]
    assert no(pit.staff["dealer"].get("/api/tables/nowhere/conduct"))[0] == 404


@clause("manual-gen-cond-1", "manual-6cb-N3-4")
def test_announcements_violations_and_suspicions_are_on_record_for_those_concerned(
    pit: Pit,
) -> None:
    path = "/api/tables/pit-1/conduct"
    dealer, floor = pit.staff["dealer"], pit.staff["floor"]
    said = dealer.post(f"{path}/announcements", {"rule": "shows_or_discusses_hand"})
    assert said.status_code == 201
    broken = {"rule": "shows_or_discusses_hand", "seat": 5, "detail": "to seat 4"}
    assert dealer.post(f"{path}/violations", broken).status_code == 201
    distracted = {"rule": "distracted", "dealer": "dealer"}
    own = dealer.post(f"{path}/violations", distracted)
    assert no(own) == (409, "conduct/against_oneself")
    assert floor.post(f"{path}/violations", distracted).status_code == 201
    seen = {"detail": "Looks at the shoe.", "seat": 5}
    assert dealer.post(f"{path}/suspicions", seen).status_code == 201

    found = asked(floor, "/api/conduct")
    assert [each["kind"] for each in found] == [
        "announced", "violation", "violation", "suspicion",
    ]  # fmt: skip
    assert (found[1]["patron"], found[1]["round"]) == ("bob", 3)  # The round in progress.
    assert "manual-gen-cond-1" in found[1]["clauses"]
    assert [each["kind"] for each in asked(dealer, "/api/conduct", table="pit-1")] == [
        "announced", "violation", "violation",
    ]  # fmt: skip
    assert asked(floor, "/api/conduct", table="classic") == []
    assert no(pit.players[4].get("/api/conduct"))[0] == 403

    (notice,) = [n for n in asked(floor, "/api/notices") if n["about"] == "suspicion"]
    assert notice["discreet"]
    assert "manual-6cb-N3-4" in notice["clauses"]
    assert "suspicion" not in {n["about"] for n in asked(dealer, "/api/notices")}
    assert "suspicion" not in {n["about"] for n in asked(pit.staff["management"], "/api/notices")}
    told = floor.post(f"/api/notices/{notice['id']}/acknowledgements", {})
    assert [each["role"] for each in told.json()["acknowledged"]] == ["floor"]
    page = asked(pit.staff["management"], "/api/reports/day")["report"]
    assert page["suspicions"] == 1
    assert "Looks at the shoe" not in json.dumps(page)


@pytest.mark.parametrize(
    ("what", "wish", "answer"),
    [
        ("announcements", {"rule": "no_such_rule"}, (409, "conduct/no_such_rule")),
        ("violations", {"rule": "side_bet"}, (409, "conduct/nobody_named")),
        ("violations", {"rule": "side_bet", "seat": 10}, (400, "request/invalid")),
        ("violations", {"rule": "distracted", "seat": 5}, (409, "conduct/not_theirs")),
        ("violations", {"rule": "side_bet", "seat": 9}, (409, "conduct/no_such_seat")),
        ("suspicions", {"detail": "x"}, (409, "conduct/nobody_named")),
        ("suspicions", {"detail": "", "seat": 5}, (400, "request/invalid")),
    ],
)
def test_some_records_of_conduct_are_refused(pit: Pit, what: str, wish: Any, answer: Any) -> None:
    told = pit.staff["floor"].post(f"/api/tables/pit-1/conduct/{what}", wish)
    assert no(told) == answer


# Search


def test_a_search_finds_rounds_page_by_page(pit: Pit) -> None:
    watcher = pit.staff["surveillance"]
    found = asked(watcher, "/api/search", q="table:pit-1")
    assert [(each["number"], each["void"]) for each in found["rounds"]] == [
        (2, "wrong_number_of_cards"), (1, ""),
    ]  # fmt: skip
    assert found["next"] is None
    first = asked(watcher, "/api/search", q="table:pit-1", limit=1)
    assert [each["number"] for each in first["rounds"]] == [2]
    second = asked(watcher, "/api/search", q="table:pit-1", limit=1, before=first["next"])
    assert [each["number"] for each in second["rounds"]] == [1]
    assert second["next"] is None
    (pair,) = asked(watcher, "/api/search", q="hand:pair patron:ann net>0")["rounds"]
    assert pair["seats"][0]["cards"] == ["9s", "9d", "4c"]
    assert asked(watcher, "/api/search", q="irregularity:wrong_number_of_cards void:yes")["rounds"]
    assert "irregularity" in asked(watcher, "/api/search/fields")


@pytest.mark.parametrize(
    ("query", "at"),
    [
        ("dealer:ben hand:foo", 11),
        ("table:1 'hand:pair", 8),
        ("net>lots", 0),
        ("from:9999-12-31 to:9999-12-31", 16),
        ("round:99999999999999999999", 0),
        ("patron:a\0b", 8),
    ],
)
def test_an_unreadable_query_is_refused_with_the_place(pit: Pit, query: str, at: int) -> None:
    answer = pit.staff["surveillance"].get("/api/search", q=query)
    assert no(answer) == (400, "search/query")
    assert answer.json()["path"] == f"q[{at}]"
    assert answer.json()["message"].startswith(f"At character {at + 1}: ")


def test_results_are_exported_with_their_proof(pit: Pit) -> None:
    answer = pit.house.person("auditor").get("/api/search/export", q="table:pit-1")
    assert answer.headers["content-type"].startswith("application/x-ndjson")
    lines = [json.loads(line) for line in answer.text.splitlines()]
    assert [line["round"]["number"] for line in lines] == [2, 1]
    for line in lines:
        span = line["round"]["first"], line["round"]["last"] + 1
        records = pit.house.store.records("table:pit-1", *span)
        assert line["unbroken"]
        assert proof_of("table:pit-1", records).unbroken
        assert [each["hash"] for each in line["records"]] == [each.hash for each in records]


def test_a_round_is_replayed_by_those_who_watch(pit: Pit) -> None:
    told = asked(pit.staff["surveillance"], "/api/tables/pit-1/rounds/1")
    assert told["round"]["number"] == 1
    assert told["steps"]


# Alerts and reports


def test_alerts_by_day_and_table(pit: Pit) -> None:
    found = asked(pit.staff["pit_manager"], "/api/alerts", table="pit-1")
    assert found["day"] == "2026-01-05"
    assert asked(pit.staff["pit_manager"], "/api/alerts", day="2026-02-01")["alerts"] == []


def test_a_period_is_reported_by_each_grouping(pit: Pit) -> None:
    floor = pit.staff["floor"]
    names = {"table": "pit-1", "dealer": "dealer", "shift": "1", "day": "2026-01-05",
             "house": "manual"}  # fmt: skip
    for by, name in names.items():
        page = asked(floor, "/api/reports/period", by=by, **{"from": "2026-01-05"})
        assert [line["of"] for line in page["lines"]] == [name]
        assert page["lines"][0]["rounds"] == 1
    assert asked(floor, "/api/reports/period", to="2026-01-04")["lines"] == []
    play = asked(floor, "/api/reports/period", stakes="play")
    assert {line["of"] for line in play["lines"]} >= {"classic"}


@pytest.mark.parametrize(
    "path",
    ["/api/reports/day?day=monday", "/api/reports/day?day=0001-01-01", "/api/alerts?day=9999-12-31",
     "/api/reports/period?by=moon", "/api/search?limit=0",
     "/api/compliance/duties?from=2026-01-05&to=2026-01-01", "/api/notices?day=x"],
)  # fmt: skip
def test_impossible_requests_are_refused(pit: Pit, path: str) -> None:
    path, _, query = path.partition("?")
    parameters = dict(each.split("=") for each in query.split("&"))
    assert no(pit.staff["management"].get(path, **parameters)) == (400, "request/invalid")


def test_a_new_room_has_empty_reports() -> None:
    with cardroom(tables=()) as house:
        management = house.person("management")
        assert no(management.get("/api/reports/day")) == (404, "report/no_day")
        assert asked(management, "/api/alerts")["day"] is None
        assert asked(management, "/api/reports/days")["days"] == []
        assert asked(management, "/api/search")["rounds"] == []
        assert asked(management, "/api/notices") == []
        assert asked(management, "/api/compliance/duties")["duties"] == []


# Duties


@clause("mics-b1-3", "chickasaw-s")
def test_duties_away_from_the_table_are_missing_until_confirmed(house: House) -> None:
    management = house.person("management")

    def missing() -> set[str]:
        found = asked(management, "/api/compliance/duties")["obligations"]
        return {each["obligation"] for each in found if each["missing"]}

    assert "Title 31" in missing()
    wish = {"house": "chickasaw", "obligation": "Title 31", "reference": "programme of 2025"}
    floor = house.person("floor").post("/api/compliance/obligations", wish)
    assert no(floor) == (409, "role/not_yours")
    bare = management.post("/api/compliance/obligations", {**wish, "reference": ""})
    assert no(bare) == (409, "compliance/no_reference")
    other = management.post("/api/compliance/obligations", {**wish, "obligation": "x"})
    assert no(other) == (409, "compliance/no_such_obligation")
    unknown = management.post("/api/compliance/obligations", {**wish, "house": "x"})
    assert no(unknown) == (404, "house/unknown")
    assert management.post("/api/compliance/obligations", wish).status_code == 200
    assert "Title 31" not in missing()


def test_the_form_of_an_identity_has_every_field_and_lets_the_texts_be_empty(
    house: House,
) -> None:
    fields = house.person("floor").get("/api/compliance/identity").json()["fields"]
    assert [each["name"] for each in fields] == list(Identity.__struct_fields__)
    assert {each["name"] for each in fields if each["required"]} == {"resident"}


def test_without_a_key_nobodys_identity_is_taken_and_it_says_what_to_do(house: House) -> None:
    floor = house.person("floor")
    for answer in (
        floor.put("/api/patrons/ann/identity", {"legal_name": "Ann"}),
        floor.get("/api/patrons/ann/identity", why="x"),
    ):
        assert no(answer) == (409, "identity/no_key")
        assert KEY_VARIABLE in answer.json()["message"]


def test_forms_and_reports_that_are_not_due_are_refused(house: House) -> None:
    manager = house.person("management")
    form = {"patron": "ann", "payout": "x@1/1/ante", "form": "w2g", "reference": "1"}
    answer = manager.post("/api/compliance/forms", form)
    assert no(answer) == (409, "compliance/form_not_due")
    report = {"patron": "ann", "day": "2026-01-05", "report": "currency_report",
              "direction": "in", "cents": 1, "reference": "1"}  # fmt: skip
    answer = manager.post("/api/compliance/reports", report)
    assert no(answer) == (409, "compliance/report_not_due")


# Who may


ROUTES = {
    ("GET", "/api/notices"): "notices.see",
    ("POST", "/api/notices/x@1/acknowledgements"): "notices.see",
    ("GET", "/api/disputes"): "disputes.see",
    ("GET", "/api/disputes/x"): "disputes.see",
    ("POST", "/api/disputes"): "disputes.speak",
    ("POST", "/api/disputes/x/statements"): "disputes.speak",
    ("POST", "/api/disputes/x/commissioner"): "disputes.speak",
    ("POST", "/api/disputes/x/decision"): "disputes.decide",
    ("POST", "/api/disputes/x/countersign"): "disputes.countersign",
    ("POST", "/api/disputes/x/notification"): "disputes.decide",
    ("POST", "/api/disputes/x/finding"): "disputes.decide",
    ("GET", "/api/disputes/x/dossier"): "dossiers.read",
    ("GET", "/api/disputes/x/dossier.pdf"): "dossiers.read",
    ("GET", "/api/tables/x/rounds/1/dossier"): "dossiers.read",
    ("GET", "/api/tables/x/rounds/1/dossier.pdf"): "dossiers.read",
    ("GET", "/api/compliance/duties"): "compliance.see",
    ("POST", "/api/compliance/forms"): "compliance.record",
    ("POST", "/api/compliance/reports"): "compliance.record",
    ("POST", "/api/compliance/obligations"): "compliance.record",
    ("GET", "/api/compliance/identity"): "identity.see",
    ("GET", "/api/patrons/x/identity"): "identity.see",
    ("PUT", "/api/patrons/x/identity"): "identity.see",
    ("GET", "/api/conduct"): "conduct.see",
    ("POST", "/api/tables/x/conduct/announcements"): "conduct.record",
    ("POST", "/api/tables/x/conduct/violations"): "conduct.record",
    ("POST", "/api/tables/x/conduct/suspicions"): "conduct.record",
    ("GET", "/api/search"): "rounds.search",
    ("GET", "/api/search/fields"): "rounds.search",
    ("GET", "/api/search/export"): "rounds.search",
    ("GET", "/api/alerts"): "alerts.see",
    ("GET", "/api/reports/days"): "reports.read",
    ("GET", "/api/reports/day"): "reports.read",
    ("GET", "/api/reports/day.pdf?day=none"): "reports.read",  # Not typeset for each role.
    ("GET", "/api/reports/day.csv"): "reports.read",
    ("GET", "/api/reports/period"): "reports.read",
    ("GET", "/api/reports/period.pdf?since=none"): "reports.read",
    ("GET", "/api/reports/period.csv"): "reports.read",
}


@pytest.mark.parametrize("role", ["guest", "nobody", *PERSON_ROLES])
def test_the_floors_routes_follow_the_table_of_rights(house: House, role: str) -> None:
    person: Person | None = Person("x", "x", role, NOON)
    if role == "nobody":
        browser, person = house.anybody(), None
    elif role == "guest":
        browser, person = house.guest(), Person("x", "x", "player", NOON, guest=True)
    else:
        browser = house.person(role)
    for (method, path), right in ROUTES.items():
        answer = browser._sent(method, path, **({} if method == "GET" else {"json": {}}))
        refused = answer.status_code in (401, 403)
        assert refused is not may(person, right), (path, answer.text)
        assert answer.status_code < 500


def test_the_days_report_has_the_seal_of_its_last_round(pit: Pit) -> None:
    auditor = pit.house.person("auditor")
    report = asked(auditor, "/api/reports/day")["report"]
    position, seal = report["seal"].split(":")
    assert pit.house.store.log(int(position) - 1, 1)[0].seal == seal
    assert seal in auditor.get("/api/reports/day.csv").text


def test_anybody_may_keep_a_seal_of_the_log(pit: Pit) -> None:
    told = asked(pit.house.anybody(), "/api/seal")
    assert pit.house.store.log(told["position"] - 1, 1)[0].seal == told["seal"]
