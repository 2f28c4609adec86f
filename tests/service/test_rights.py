"""The single table of rights, and who acts as whom at a table."""

import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, get_args

import pytest
from litestar import Litestar, WebSocket, asgi, get, websocket

from queenhigh.service.errors import ServiceError
from queenhigh.service.rights import (
    PERSON_ROLES,
    RIGHTS,
    Who,
    acts_for,
    may,
    needs,
    require,
    rights_of,
    rights_of_routes,
    speaker,
)
from queenhigh.store.credentials import Person
from queenhigh.table.command_rules import MAY
from queenhigh.table.roles import ROLES
from tests.service.desk import Browser, cardroom
from tests.service.people_door import PASSWORD, QUICK, Door

NOW = datetime(2026, 1, 5, tzinfo=UTC)
GUEST = Person("guest-otter-42", "guest-otter-42", "player", NOW, guest=True)


def person(role: str) -> Person:
    return Person("ann", "Ann", role, NOW)


# g guest, p player, d dealer, f floor, P pit manager, s shift manager, c cage, C count,
# S surveillance, a auditor, m management, A administrator, D device; - nobody in particular.
MATRIX = """
    site.see               - g p d f P s c C S a m A D
    metrics.read                             S a m A
    session.see            - g p d f P s c C S a m A D
    session.begin          - g p d f P s c C S a m A D
    session.end            - g p d f P s c C S a m A D
    account.make             g
    password.change            p d f P s c C S a m A D
    tokens.own                 p d f P s c C S a m A D
    people.see                     f P s     S a m A
    people.invite_players          f P s         m A
    people.manage                                  A
    people.confirm                           S a   A
    houses.read            - g p d f P s c C S a m A D
    analysis.run             g p d f P s c C S a m A
    books.see                                  a m A
    books.upload                                 m A
    books.approve                                m A
    tables.list            - g p d f P s c C S a m A D
    tables.watch             g p d f P s c C S a m A
    tables.play              g p d f P s c C S a m A
    tables.serve                 d f P s c C S   m
    cards.read                                       D
    tables.add                     f P s         m
    tables.open                    f P s         m
    practice.make            g p d f P s c C S a m A
    results.own              g p d f P s c C S a m A
    floor.see                    d f P s c C S a m
    cage.see                       f P s c   S a m
    cage.move                            c
    cash_outs.own              p
    cash_outs.ask                  f P s         m
    patrons.see                    f P s c   S a m
    audit.seal             - g p d f P s c C S a m A D
    notices.see                  d f P s     S   m
    disputes.see               p d f P s     S a m
    disputes.speak             p d f P s     S   m
    disputes.decide                  P s         m
    disputes.countersign           f P s     S   m
    dossiers.read                  f P s     S a m
    compliance.see                 f P s c   S a m
    compliance.record              f P s         m
    identity.see                   f P s         m
    conduct.see                  d f P s     S a m
    conduct.record               d f P s     S   m
    school.learn                 d f P s         m
    school.see                     f P s       a m
    rounds.search                  f P s     S a m
    alerts.see                       P s     S a m
    alerts.set                                   m
    reports.read                   f P s     S a m
"""
LETTERS = {
    "p": "player", "d": "dealer", "f": "floor", "P": "pit_manager", "s": "shift_manager",
    "c": "cage", "C": "count", "S": "surveillance", "a": "auditor", "m": "management",
    "A": "administrator", "D": "device",
}  # fmt: skip


@pytest.mark.parametrize("line", MATRIX.strip().splitlines())
def test_each_role_has_these_rights(line: str) -> None:
    right, *letters = line.split()
    everybody = {"-": None, "g": GUEST} | {k: person(role) for k, role in LETTERS.items()}
    assert [k for k in everybody if may(everybody[k], right)] == letters


def test_every_right_and_every_role_is_in_that_table() -> None:
    assert sorted(RIGHTS) == sorted(line.split()[0] for line in MATRIX.strip().splitlines())
    assert sorted(LETTERS.values()) == sorted(PERSON_ROLES)


def test_rights_name_only_existing_roles() -> None:
    assert set().union(*RIGHTS.values()) <= set(get_args(Who))


def test_a_disabled_person_has_only_public_rights() -> None:
    out = Person("ann", "Ann", "management", NOW, disabled=True)
    assert not may(out, "tables.watch")
    assert may(out, "session.see")


def test_an_unknown_right_is_a_server_error() -> None:
    with pytest.raises(KeyError):
        may(GUEST, "tables.burn")
    with pytest.raises(ValueError, match="no right"):
        needs("tables.burn")


@pytest.mark.parametrize(("who", "status"), [(None, 401), (GUEST, 403), (person("auditor"), 403)])
def test_an_unknown_visitor_must_log_in_and_a_known_one_is_refused(
    who: Person | None, status: int
) -> None:
    with pytest.raises(ServiceError) as refused:
        require(who, "cage.move")
    assert refused.value.status == status


def test_opening_a_table_is_for_the_same_people_in_both_tables() -> None:
    assert set(RIGHTS["tables.open"]) == set(MAY["open_table"]) & set(PERSON_ROLES)


# At a table


@pytest.mark.parametrize("role", [role for role in ROLES if role != "system"])
def test_a_person_acts_in_their_own_role(role: str) -> None:
    assert speaker(person(role)) == f"{role}:ann"
    assert speaker(person(role), role) == f"{role}:ann"


def test_a_guest_acts_as_a_player() -> None:
    assert speaker(GUEST) == "player:guest-otter-42"


@pytest.mark.parametrize("role", ["auditor", "administrator"])
def test_auditor_and_administrator_have_no_role_at_a_table(role: str) -> None:
    with pytest.raises(ServiceError, match="may not act at a table"):
        speaker(person(role))


@pytest.mark.parametrize("role", PERSON_ROLES)
def test_nobody_takes_another_persons_role(role: str) -> None:
    for other in {*ROLES, "system", "dealer:ben", ""} - {role}:
        with pytest.raises(ServiceError):
            speaker(person(role), other)


def test_a_disabled_person_has_no_role_at_a_table() -> None:
    with pytest.raises(ServiceError, match="may not act at a table"):
        speaker(Person("ann", "Ann", "dealer", NOW, disabled=True))


@pytest.mark.parametrize("role", PERSON_ROLES)
def test_at_their_own_practice_table_people_take_any_role_but_the_system(role: str) -> None:
    assert speaker(person(role), practice=True) == "player:ann"
    assert speaker(person(role), "dealer", practice=True) == "dealer:ann"
    for nobody in ("system", "auditor", "dealer:ben"):
        with pytest.raises(ServiceError):
            speaker(person(role), nobody, practice=True)


# Routes


def test_every_route_of_people_names_its_right() -> None:
    with Door() as door:
        assert all(right for _, right in rights_of_routes(door.app))


def test_a_route_without_a_right_is_found_whatever_its_kind() -> None:
    @get("/bare")
    async def bare() -> None: ...

    @get("/guarded", guards=[needs("site.see")])
    async def guarded() -> None: ...

    @websocket("/live")
    async def live(socket: WebSocket[Any, Any, Any]) -> None: ...

    @asgi("/mounted", is_mount=True, copy_scope=True)
    async def mounted(scope: Any, receive: Any, send: Any) -> None: ...

    app = Litestar([bare, guarded, live, mounted], openapi_config=None)
    bare_ones = sorted(route for route, right in rights_of_routes(app) if not right)
    assert bare_ones == ["ASGI /mounted", "GET /bare", "WEBSOCKET /live"]


@pytest.mark.parametrize("role", PERSON_ROLES)
def test_the_guards_of_the_routes_follow_the_table_of_rights(role: str) -> None:
    routes = {
        ("POST", "/api/floor"): "tables.add",
        ("GET", "/api/people"): "people.see",
        ("POST", "/api/people"): "people.manage",
        ("PATCH", "/api/people/zoe"): "people.manage",
        ("POST", "/api/people/zoe/confirmation"): "people.confirm",
        ("POST", "/api/invitations"): "people.invite_players",
        ("GET", "/api/invitations"): "people.invite_players",
        ("DELETE", "/api/invitations/x"): "people.invite_players",
        ("GET", "/api/tokens"): "tokens.own",
    }
    with Door() as door:
        door.people.add(person(role), QUICK.hash(PASSWORD))
        browser, nobody = door.visitor(), door.visitor()
        browser.log_in("ann")
        for (method, path), right in routes.items():
            answer = browser.ask(method, path, None if method == "GET" else {})
            refused = answer.status_code == 403 and answer.json()["code"] == "rights/missing"
            assert refused is not may(person(role), right), (path, answer.text)
            assert nobody.ask(method, path).status_code == 401, path


def test_every_route_refuses_a_person_without_its_right() -> None:
    """Ask the running service, route by route, against the table of routes and roles."""
    with cardroom() as house:
        people: dict[str, Person] = {role: person(role) for role in PERSON_ROLES}
        who: dict[str | None, Browser] = {None: house.anybody(), "guest": house.guest()}
        for role in PERSON_ROLES:
            who[role] = house.person(role)
        asked = 0
        for route, right in rights_of_routes(house.client.app):
            *methods, path = route.split()
            if methods == ["WEBSOCKET"] or not path.startswith("/api"):
                continue
            address = re.sub(r"{[a-z]+:int}", "1", path)
            address = re.sub(r"{[a-z]+:[a-z]+}", "x", address)
            for name, browser in who.items():
                as_whom = None if name is None else GUEST if name == "guest" else people[name]
                if may(as_whom, right):
                    continue
                for method in methods:
                    answer = browser.request(method, address)
                    wanted = (401, "session/missing") if name is None else (403, "rights/missing")
                    told = answer.status_code, answer.json()["code"]
                    assert told == wanted, f"{name}: {method} {address}"
                    asked += 1
        assert asked > 500


def test_a_session_says_what_the_person_may_do() -> None:
    manager, supervisor = person("shift_manager"), person("floor")
    assert "compliance.file_report" in rights_of(manager)
    assert "compliance.record" in rights_of(supervisor)
    assert "compliance.file_report" not in rights_of(supervisor)
    assert "conduct.announce_conduct" not in rights_of(person("surveillance"))
    assert rights_of(None) == [right for right in RIGHTS if may(None, right)]


def test_a_person_confirms_the_steps_of_their_role_and_of_floor_roles_below_it() -> None:
    assert acts_for(person("shift_manager")) == ["floor", "pit_manager", "shift_manager"]
    assert acts_for(person("floor")) == ["floor"]
    assert acts_for(person("dealer")) == ["dealer"]
    assert acts_for(person("auditor")) == acts_for(GUEST) == acts_for(None) == []


def test_staff_without_confirmation_have_the_public_rights_and_a_password() -> None:
    waiting = Person("ann", "Ann", "management", NOW, waits=("bob",))
    assert set(rights_of(waiting)) - set(rights_of(None)) == {"password.change"}
    assert acts_for(waiting) == []


def test_the_front_end_asks_only_for_rights_that_exist() -> None:
    web = Path(__file__).parents[2] / "web" / "src"
    sources = [each for each in web.rglob("*") if each.suffix in (".ts", ".svelte")]
    text = "\n".join(each.read_text("utf-8") for each in sources if ".test." not in each.name)
    asked = re.findall(r"session\.may\(([^()]*)\)|rights?: (\[[^\]]*\]|'[^']*')", text)
    named = {name for a, b in asked for name in re.findall(r"'(\w+\.\w+)'", a + b)}
    everybody = [person(role) for role in PERSON_ROLES]
    assert len(named) > 20
    assert named <= {right for each in everybody for right in rights_of(each)}
