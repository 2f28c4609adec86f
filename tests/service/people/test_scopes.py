"""A token does what its scopes name and nothing else."""

from collections.abc import Iterator

import pytest

from queenhigh.service.people.sessions import hash_of
from queenhigh.service.rights import RIGHTS, SCOPES
from queenhigh.store.credentials import Token
from queenhigh.store.people import People
from tests.service.desk import cardroom
from tests.service.people_door import Browser, Door, bearer, code
from tests.service.pit import Pit

# Things a program never does for a person, whatever its scopes.
_BY_SESSION_ALONE = {
    *("password.change", "tokens.own", "session.begin", "session.end", "account.make"),
    *("alerts.set", "disputes.countersign", "people.confirm"),
    *("cash_outs.own", "cash_outs.ask"),
}


@pytest.fixture
def boss() -> Iterator[Browser]:
    with Door() as door:
        visitor = door.visitor()
        visitor.become_administrator()
        yield visitor


def test_every_right_is_in_a_scope_or_needs_a_session() -> None:
    named = {right for rights in SCOPES.values() for right in rights}
    assert named | _BY_SESSION_ALONE == set(RIGHTS)
    assert not named & _BY_SESSION_ALONE


def test_a_token_that_reads_does_not_manage_people(boss: Browser) -> None:
    made = boss.post("/api/tokens", {"label": "bot", "scopes": ["read"]}).json()
    assert made["scopes"] == ["read"]
    program, headers = boss.door.visitor(), bearer(made["token"])
    assert program.get("/api/people", headers=headers).status_code == 200
    wanted = {"name": "eve", "role": "administrator", "password": "three cards and a queen"}
    answer = program.post("/api/people", wanted, headers=headers)
    assert code(answer) == (403, "token/scope")
    assert "people" in answer.json()["message"]
    # Nor does the finer check inside a route allow it.
    manages = boss.post("/api/tokens", {"label": "b", "scopes": ["play"]}).json()["token"]
    assert code(program.post("/api/invitations", {"role": "dealer"}, headers=bearer(manages))) == (
        403,
        "token/scope",
    )


def test_by_default_a_token_reads_and_plays(boss: Browser) -> None:
    assert boss.post("/api/tokens", {"label": "bot"}).json()["scopes"] == ["read", "play"]


def test_a_scope_that_does_not_exist_is_refused(boss: Browser) -> None:
    assert boss.post("/api/tokens", {"label": "bot", "scopes": ["root"]}).status_code == 400
    assert boss.post("/api/tokens", {"label": "bot", "scopes": []}).status_code == 400


def test_a_token_that_reads_takes_no_play_money() -> None:
    with cardroom() as house:
        ann = house.person("player", "ann")
        token = ann.post("/api/tokens", {"label": "eyes", "scopes": ["read"]}).json()["token"]
        answer = house.client.post("/api/me/play-money", headers=bearer(token))
        assert code(answer) == (403, "token/scope")


def test_a_token_that_watches_gives_no_commands_on_a_live_connection() -> None:
    with cardroom() as house:
        ann = house.person("player", "ann")
        token = ann.post("/api/tokens", {"label": "eyes", "scopes": ["read"]}).json()["token"]
        table = ann.post("/api/practice", {"house": "manual"}).json()["id"]
        with house.client.websocket_connect(
            f"/api/tables/{table}/live", headers=bearer(token)
        ) as socket:
            assert socket.receive_json()["type"] == "snapshot"
            wish = {"type": "sit", "id": "s1", "seat": 1}
            socket.send_json({"type": "command", "command": wish})
            assert socket.receive_json()["code"] == "token/scope"


def test_a_token_that_plays_does_no_staff_work_at_tables() -> None:
    """Regression: a dealer's token, made with the default scopes, dealt at a money table."""
    with cardroom() as house:
        pit = Pit(house, "m1")
        pit.open()
        relief = {"type": "relieve_dealer", "dealer": "dealer"}
        for scope, status in (("play", 403), ("floor", 409)):
            wanted = {"label": "bot", "scopes": [scope]}
            token = pit.staff["floor"].post("/api/tokens", wanted).json()["token"]
            house.client.cookies.clear()
            answer = house.client.post(
                "/api/tables/m1/commands", json=relief, headers=bearer(token)
            )
            assert answer.status_code == status, answer.text
        # At their own practice table everybody plays.
        token = pit.staff["floor"].post("/api/tokens", {"label": "bot"}).json()["token"]
        table = pit.staff["floor"].post("/api/practice", {"house": "manual"}).json()["id"]
        house.client.cookies.clear()
        sit = {"type": "sit", "seat": 1}
        answer = house.client.post(f"/api/tables/{table}/commands", json=sit, headers=bearer(token))
        assert answer.status_code == 200, answer.text


def test_no_token_signs_or_rules_at_a_money_table() -> None:
    """Regression: a clerk's token signed a slip; a second person has to be there, not a program."""
    with cardroom() as house:
        pit = Pit(house, "m1")
        pit.open()
        chips = pit.chips(100_00)
        pit.say("floor", type="credit_tray", cents=100_00, chips=chips, runner="pit_manager")
        wanted = {"label": "bot", "scopes": ["floor"]}
        request = pit.view()["requests"][-1]["request"]
        for role, wish in (
            ("cage", {"type": "approve", "request": request}),
            ("management", {"type": "rule", "ruling": "void", "reason": "misdeal"}),
        ):
            token = pit.staff[role].post("/api/tokens", wanted).json()["token"]
            house.client.cookies.clear()
            answer = house.client.post("/api/tables/m1/commands", json=wish, headers=bearer(token))
            assert code(answer) == (403, "rights/session")
        pit.sign("cage")


def test_a_token_from_before_there_were_scopes_reads_and_plays() -> None:
    """Regression: it kept all the rights of its person, and signed at money tables."""
    with cardroom() as house:
        pit = Pit(house, "m1")
        pit.open()
        pit.say(
            "floor", type="credit_tray", cents=100_00, chips=pit.chips(100_00), runner="pit_manager"
        )
        old = Token(hash_of("qh_old"), "cage", "slips", house.clock(), None, None)
        People(house.store.database).add_token(old)
        house.client.cookies.clear()

        def program(path: str, wish: object) -> tuple[int, str]:
            return code(house.client.post(path, json=wish, headers=bearer("qh_old")))

        request = pit.view()["requests"][-1]["request"]
        sign = {"type": "approve", "request": request}
        house.client.cookies.clear()
        assert program("/api/tables/m1/commands", sign) == (403, "token/scope")
        assert program("/api/patrons/ann/cash-outs", {"cents": 1}) == (403, "token/scope")
        with house.client.websocket_connect(
            "/api/tables/m1/live", headers=bearer("qh_old")
        ) as socket:
            assert socket.receive_json()["type"] == "snapshot"
            socket.send_json({"type": "command", "command": {**sign, "id": "s1"}})
            assert socket.receive_json()["code"] == "token/scope"
        seen = house.client.get("/api/cage/slips", headers=bearer("qh_old"))
        assert seen.status_code == 200
        (shown,) = house.person("cage").get("/api/tokens").json()
        assert shown["scopes"] == ["read", "play"]


def test_a_live_connection_of_such_a_token_gets_no_more_after_a_recheck() -> None:
    with cardroom() as house:
        house.person("floor")
        people = People(house.store.database)
        people.add_token(Token(hash_of("qh_old"), "floor", "bot", house.clock(), None, None))
        (person,) = people.still_good([hash_of("qh_old")], house.clock()).values()
        assert person.scopes == ("read", "play")
