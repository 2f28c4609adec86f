"""Changes to people are in the chained log; a change made by SQL is found."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import text

from queenhigh.service.config import Config
from queenhigh.service.people.sessions import hash_of
from queenhigh.store.audit import verify
from queenhigh.store.credentials import Person
from queenhigh.store.evidence import DatabaseEvidence
from queenhigh.store.findings import Report
from queenhigh.store.people import People
from tests.service.desk import House, cardroom
from tests.service.people_door import PASSWORD, Browser, Door, code
from tests.stores import new_postgres_address

NEW = "another queen plays tonight"
_WHEN = "2030-01-01T00:00:00.000000+00:00"
_SESSION = (
    "INSERT INTO sessions (token_hash, person, csrf, created_at, expires_at)"
    f" VALUES ('stolen', '[boss]', 'x', '{_WHEN}', '{_WHEN}')"
)
_INVITATION = (
    "INSERT INTO invitations (token_hash, role, created_at, expires_at, made_by)"
    f" VALUES ('stolen', 'administrator', '{_WHEN}', '{_WHEN}', 'boss')"
)


@pytest.fixture(params=["sqlite", "postgres"])
def boss(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Browser]:
    is_file = request.param == "sqlite"
    with Door(str(tmp_path / "log.db") if is_file else new_postgres_address()) as door:
        visitor = door.visitor()
        visitor.become_administrator()
        visitor.add("ann", "dealer")
        ann = door.visitor()
        ann.log_in("ann")
        ann.post("/api/tokens", {"label": "bot"})
        yield visitor


def audited(door: Door) -> Report:
    with door.database.reading() as connection:
        return verify(DatabaseEvidence(connection, "the log"))


def kept(door: Door, sign_in: str) -> str:
    """Return the person's name in the log."""
    person = door.people.look_up(sign_in)
    assert person is not None
    return person.name


def events(door: Door, sign_in: str) -> list[dict[str, Any]]:
    records = door.store.records(f"person:{kept(door, sign_in)}")
    return [msgspec.json.decode(each.event) for each in records]


def types(door: Door, sign_in: str) -> list[str]:
    return [each["type"] for each in events(door, sign_in)]


def test_every_change_to_a_person_is_in_the_log(boss: Browser) -> None:
    door = boss.door
    boss.ask("PATCH", "/api/people/ann", {"role": "floor"})
    door.confirm(kept(door, "ann"), "floor")
    ann = door.visitor()
    ann.log_in("ann")
    ann.post("/api/password", {"old": PASSWORD, "new": NEW})
    boss.ask("PATCH", "/api/people/ann", {"disabled": True})
    assert types(door, "ann") == [
        *("person_added", "person_confirmed", "session_begun", "token_made"),
        *("person_changed", "person_confirmed", "session_begun", "password_set"),
        *("session_begun", "person_changed"),
    ]
    last = events(door, "ann")[-1]
    assert (last["by"], last["disabled"]) == (f"administrator:{kept(door, 'boss')}", True)
    report = audited(door)
    assert (report.findings, report.people) == ([], 2)


def test_no_secret_is_in_the_log(boss: Browser) -> None:
    with boss.door.database.reading() as connection:
        hashes = connection.execute(text("SELECT password_hash FROM people")).scalars().all()
    written = b"".join(each.event for each in boss.door.store.log())
    asked = b"".join(
        done.asked
        for each in boss.door.store.log()
        if (done := boss.door.store.command(each.command))
    )
    for secret in (*hashes, PASSWORD):
        assert secret.encode() not in written + asked


@pytest.mark.parametrize(
    ("change", "found"),
    [
        ("UPDATE people SET role = 'administrator' WHERE name = '[ann]'", "role of [ann]"),
        ("UPDATE people SET disabled = NOT disabled WHERE name = '[ann]'", "disabled of [ann]"),
        ("UPDATE people SET waits = 'eve' WHERE name = '[ann]'", "waits of [ann] is ('eve',)"),
        ("UPDATE people SET sign_in = 'eve' WHERE name = '[ann]'", "sign_in of [ann] is 'eve'"),
        ("UPDATE people SET password_hash = 'x' WHERE name = '[boss]'", "the password of [boss]"),
        ("UPDATE tokens SET scopes = 'people cage'", "[ann] has a token"),
        ("UPDATE tokens SET person = '[boss]'", "[boss] has a token"),
        (_SESSION, "[boss] has a session"),
        (_INVITATION, "is open: no record of its creation"),
        ("DELETE FROM people WHERE name = '[ann]'", "[ann] was admitted"),
        (
            (
                "INSERT INTO people (name, display, role, guest, disabled, created_at) VALUES"
                " ('eve', 'Eve', 'management', false, false, '2026-01-05T12:00:00+00:00')"
            ),
            "eve is in the table of people",
        ),
    ],
)
def test_a_change_by_sql_is_found(boss: Browser, change: str, found: str) -> None:
    for sign_in in ("ann", "boss"):
        name = kept(boss.door, sign_in)
        change, found = (each.replace(f"[{sign_in}]", name) for each in (change, found))
    with boss.door.database.writing() as connection:
        connection.execute(text(change))
    assert [each.kind for each in audited(boss.door).findings] == ["people"]
    assert found in audited(boss.door).findings[0].message


def test_coming_going_and_inviting_are_in_the_log(boss: Browser) -> None:
    door = boss.door
    ben = door.visitor()
    ben.log_in("ann")
    ben.post("/api/logout")
    assert types(door, "ann")[-2:] == ["session_begun", "session_ended"]
    first, second = (
        boss.post("/api/invitations", {"role": "dealer"}).json()["token"] for _ in range(2)
    )
    link = next(
        each["id"]
        for each in boss.get("/api/invitations").json()
        if hash_of(first).startswith(each["id"])
    )
    boss.ask("DELETE", f"/api/invitations/{link}")
    assert types(door, "boss")[-3:] == [*["invitation_made"] * 2, "invitation_withdrawn"]
    cleo = door.visitor()
    cleo.post(f"/api/invitations/{second}", {"name": "cleo", "password": NEW})
    added, made = events(door, "cleo")[0], events(door, "boss")[-2]
    assert added["invitation"] == made["invitation"]
    assert audited(door).findings == []
    with door.database.writing() as connection:  # So that the link works again.
        connection.execute(text("UPDATE invitations SET used_at = NULL"))
    found = [each.message for each in audited(door).findings]
    assert len(found) == 2  # Including the first administrator's.
    assert all("is open: no record of its creation" in each for each in found)


def changed_invitation(boss: Browser, wanted: dict[str, str], change: str) -> str:
    token = str(boss.post("/api/invitations", wanted).json()["token"])
    made = events(boss.door, "boss")[-1]["invitation"]
    change = change.replace("[boss]", kept(boss.door, "boss"))
    with boss.door.database.writing() as connection:
        connection.execute(
            text(f"UPDATE invitations SET {change} WHERE token_hash = :made"), {"made": made}
        )
    return token


@pytest.mark.parametrize(
    ("change", "found"),
    [
        ("role = 'management'", "role of an invitation"),
        ("name = '[boss]'", "name of an invitation"),
        (f"expires_at = '{_WHEN}'", "expiry of an invitation"),
        ("made_by = 'eve'", "maker of an invitation"),
        ("made_by = ''", "maker of an invitation"),
    ],
)
def test_an_invitation_changed_by_sql_is_found(boss: Browser, change: str, found: str) -> None:
    changed_invitation(boss, {"role": "player"}, change)
    (finding,) = audited(boss.door).findings
    assert finding.kind == "people"
    assert finding.message.startswith(found)


@pytest.mark.parametrize(
    ("change", "found"),
    [("role = 'management'", "came in as management"), ("name = '[boss]'", "has a new password")],
)
def test_a_person_from_a_changed_invitation_is_found_without_it(
    boss: Browser, change: str, found: str
) -> None:
    token = changed_invitation(boss, {"role": "player"}, change)
    name = "eve" if "role" in change else "boss"
    answer = boss.door.visitor().post(f"/api/invitations/{token}", {"name": name, "password": NEW})
    assert answer.status_code == 201, answer.text
    with boss.door.database.writing() as connection:  # The culprit cleans up.
        connection.execute(text("DELETE FROM invitations"))
    (finding,) = audited(boss.door).findings
    assert found in finding.message


def test_a_person_from_an_inserted_invitation_is_found_without_it(boss: Browser) -> None:
    token = "put in by somebody"
    row = _INVITATION.replace("stolen", hash_of(token)).replace("administrator", "management")
    row = row.replace("'boss'", f"'{kept(boss.door, 'boss')}'")
    with boss.door.database.writing() as connection:
        connection.execute(text(row))
    eve = boss.door.visitor()
    eve.post(f"/api/invitations/{token}", {"name": "eve", "password": NEW})
    with boss.door.database.writing() as connection:
        connection.execute(text("DELETE FROM invitations"))
    (finding,) = audited(boss.door).findings
    assert "no record of its creation" in finding.message


_LINK = _INVITATION.replace("'boss')", "'')").replace("'administrator'", "'auditor'")


@pytest.mark.parametrize("when", [_WHEN, "2001-01-01T00:00:00.000000+00:00"])
def test_a_link_that_the_server_did_not_print_is_found(boss: Browser, when: str) -> None:
    """Regression: nobody noticed an auditor's link inserted by SQL, whatever its date."""
    boss.door.links()
    assert audited(boss.door).findings == []
    with boss.door.database.writing() as connection:
        connection.execute(text(_LINK.replace(_WHEN, when, 1)))
    (finding,) = audited(boss.door).findings
    assert "is open: no record of its creation" in finding.message


def test_a_link_that_the_server_did_not_print_is_found_once_it_is_used(boss: Browser) -> None:
    token = "put in by somebody"
    with boss.door.database.writing() as connection:
        connection.execute(text(_LINK.replace("stolen", hash_of(token))))
    eve = boss.door.visitor()
    answer = eve.post(f"/api/invitations/{token}", {"name": "eve", "password": NEW})
    assert (answer.status_code, answer.json()["person"]["waits"]) == (201, False)
    with boss.door.database.writing() as connection:
        connection.execute(text("DELETE FROM invitations"))
    (finding,) = audited(boss.door).findings
    assert finding.message.endswith("no record of its creation")


def test_the_role_of_a_printed_link_comes_from_the_log(boss: Browser) -> None:
    printed = hash_of(boss.door.links()["auditor"])
    change = "UPDATE invitations SET role = 'floor' WHERE token_hash = :printed"
    with boss.door.database.writing() as connection:
        connection.execute(text(change), {"printed": printed})
    (finding,) = audited(boss.door).findings
    assert "is open: no record of its creation" in finding.message


def test_links_of_an_earlier_version_are_recorded_at_the_first_start(tmp_path: Path) -> None:
    with Door(str(tmp_path / "log.db")) as door:
        with door.database.writing() as connection:
            connection.execute(text(_LINK))
        assert door.links().keys() == {"administrator", "auditor"}
        (printed,) = (msgspec.json.decode(x.event) for x in door.store.records("service:links"))
        assert sorted(printed["links"].values()) == ["administrator", "auditor"]
        assert printed["earlier"] == {"stolen": "auditor"}
        assert audited(door).findings == []
        with door.database.writing() as connection:
            connection.execute(text(_LINK.replace("stolen", "another")))
        (finding,) = audited(door).findings
        assert "is open: no record of its creation" in finding.message


def test_a_session_begun_by_an_earlier_version_is_not_a_finding(boss: Browser) -> None:
    door = boss.door
    with door.database.writing() as connection:
        connection.execute(text(_SESSION.replace("2030-", "2001-")))
    assert audited(door).findings == []


def test_a_change_that_is_refused_leaves_no_trace_in_the_log(boss: Browser) -> None:
    before = boss.door.store.log_head()
    last = boss.ask("PATCH", "/api/people/boss", {"role": "floor"})
    assert code(last) == (409, "people/last_administrator")
    wanted = {"name": "ann", "role": "player", "password": NEW}
    assert code(boss.post("/api/people", wanted)) == (409, "name/taken")
    assert boss.door.store.log_head() == before


def put_in(house: House, name: str) -> None:
    People(house.store.database).add(Person(name, name, "floor", house.clock()), "hash")


def test_people_of_an_earlier_version_are_taken_over_once(tmp_path: Path) -> None:
    file = str(tmp_path / "log.db")
    with cardroom(file) as house:
        put_in(house, "flo")  # Only into the table, as an earlier version did.
    with cardroom(file) as house:
        assert len(house.store.records("person:flo")) == 1
        put_in(house, "eve")  # By SQL, once the log contains people.
    with cardroom(file) as house:
        assert house.store.records("person:eve") == []
        with house.store.database.reading() as connection:
            report = verify(DatabaseEvidence(connection, "the log"))
        assert [each.message[:10] for each in report.findings] == ["eve is in "]


def test_settings_are_in_the_log_when_they_change_and_without_secrets(tmp_path: Path) -> None:
    file, records = str(tmp_path / "log.db"), []
    for money in (100_00, 100_00, 200_00):
        with cardroom(file, guest_money_cents=money) as house:
            records = house.store.records("service:settings")
    events = [msgspec.json.decode(each.event) for each in records]
    assert [each["settings"]["guest_money_cents"] for each in events] == [100_00, 200_00]
    assert set(events[0]["settings"]) == set(Config.__struct_fields__)
