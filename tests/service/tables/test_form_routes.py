"""Forms over HTTP: for anybody who may act at the table, in its present state."""

from tests.service.desk import Browser, House


def _forms(browser: Browser, table: str, **query: str) -> set[str]:
    answer = browser.get(f"/api/tables/{table}/forms", **query)
    assert answer.status_code == 200, answer.text
    return {each["type"] for each in answer.json()}


def test_at_their_own_table_a_learner_gets_every_form(house: House) -> None:
    guest = house.guest()
    table = guest.post("/api/practice", {"house": "manual"}).json()["id"]
    assert {"open_table", "rule", "correct_card", "count_drop"} <= _forms(
        guest, table, **{"as": "dealer"}
    )
    assert house.guest().get(f"/api/tables/{table}/forms").status_code == 404


def test_at_a_money_table_each_role_has_its_own_forms(house: House) -> None:
    floor = house.person("floor")
    wanted = {"id": "forms-1", "house": "manual", "kind": "physical", "stakes": "money"}
    assert floor.post("/api/tables", wanted).status_code == 201
    assert "fill_tray" in _forms(floor, "forms-1")
    dealer = _forms(house.person("dealer"), "forms-1")
    assert "correct_card" in dealer
    assert "fill_tray" not in dealer
    assert _forms(house.person("auditor"), "forms-1") == set()
    assert _forms(house.person("player"), "forms-1") == set()
