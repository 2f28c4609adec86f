"""Invitations, the first administrator, the list of people, tokens for programs."""

from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy import text

from queenhigh.service.people.front_desk import DeskSettings
from tests.service.people_door import OTHER, PASSWORD, Browser, Door, bearer, code


@pytest.fixture
def door() -> Iterator[Door]:
    with Door() as opened:
        yield opened


@pytest.fixture
def boss(door: Door) -> Browser:
    """The browser of an administrator."""
    browser = door.visitor()
    browser.become_administrator()
    return browser


# The first administrator


def test_the_first_administrator_comes_in_by_the_link_printed_at_the_start(door: Door) -> None:
    token = door.links()["administrator"]
    door.clock.passes(days=4_000)
    browser = door.visitor()
    assert browser.get(f"/api/invitations/{token}").json() == {
        "role": "administrator", "name": None,
    }  # fmt: skip
    body = {"name": "Boss", "password": PASSWORD, "display": "The boss"}
    answer = browser.post(f"/api/invitations/{token}", body)
    assert answer.status_code == 201
    name = browser.me()["name"]
    assert name == "the-boss"
    assert browser.me() == {
        "name": name, "display": "The boss", "role": "administrator", "guest": False,
        "sign_in": "boss", "waits": False,
    }  # fmt: skip


def test_each_start_has_its_link_and_using_one_uses_all(door: Door) -> None:
    links = [door.links()["administrator"] for _ in range(3)]
    assert len(set(links)) == 3
    body = {"name": "boss", "password": PASSWORD}
    assert door.visitor().post(f"/api/invitations/{links[1]}", body).status_code == 201
    for link in links:
        answer = door.visitor().post(f"/api/invitations/{link}", {**body, "name": "boss2"})
        assert code(answer) == (404, "invitation/gone")
    assert list(door.links()) == ["auditor"]


def test_a_refused_name_leaves_the_link_valid(door: Door) -> None:
    token = door.links()["administrator"]
    browser = door.visitor()
    for name in ("x", "bo", "guest-otter-42", "system", "a:b", "a" * 33, "-boss", "ann\u0000", ""):
        answer = browser.post(f"/api/invitations/{token}", {"name": name, "password": PASSWORD})
        assert answer.status_code == 400, name
        assert answer.json()["path"] == "name"
    assert browser.get(f"/api/invitations/{token}").status_code == 200


# Invitations


def invited(boss: Browser, **wanted: str) -> str:
    answer = boss.post("/api/invitations", wanted)
    assert answer.status_code == 201, answer.text
    token: str = answer.json()["token"]
    return token


def test_an_invitation_is_for_one_person_once(boss: Browser) -> None:
    token = invited(boss, role="dealer")
    ben, carl = boss.door.visitor(), boss.door.visitor()
    body = {"name": "ben", "password": PASSWORD}
    assert ben.post(f"/api/invitations/{token}", body).status_code == 201
    assert ben.me()["role"] == "dealer"
    answer = carl.post(f"/api/invitations/{token}", {"name": "carl", "password": PASSWORD})
    assert code(answer) == (404, "invitation/gone")
    assert code(carl.get(f"/api/invitations/{token}")) == (404, "invitation/gone")


def test_an_invitation_expires(boss: Browser) -> None:
    token = invited(boss, role="dealer")
    boss.door.clock.passes(days=8)
    body = {"name": "ben", "password": PASSWORD}
    answer = boss.door.visitor().post(f"/api/invitations/{token}", body)
    assert code(answer) == (404, "invitation/gone")


def test_a_taken_name_is_refused_whatever_its_case_and_the_invitation_stands(
    boss: Browser,
) -> None:
    token = invited(boss, role="player")
    browser = boss.door.visitor()
    answer = browser.post(f"/api/invitations/{token}", {"name": "BOSS", "password": PASSWORD})
    assert code(answer) == (409, "name/taken")
    answer = browser.post(f"/api/invitations/{token}", {"name": "dan", "password": PASSWORD})
    assert answer.status_code == 201


def test_an_invitation_can_be_withdrawn(boss: Browser) -> None:
    token = invited(boss, role="management")
    assert boss.ask("DELETE", f"/api/invitations/{token}").status_code == 204
    body = {"name": "eve", "password": PASSWORD}
    assert code(boss.door.visitor().post(f"/api/invitations/{token}", body))[0] == 404


def links(browser: Browser, *, of_people: bool = True) -> list[dict[str, Any]]:
    """The open links: those that people made, or those that the server printed."""
    found: list[dict[str, Any]] = browser.get("/api/invitations").json()
    return [each for each in found if bool(each["made_by"]) is of_people]


def name_of(browser: Browser) -> str:
    return str(browser.me()["name"])


def test_open_links_are_listed_and_one_that_is_withdrawn_stops_working_at_once(
    boss: Browser,
) -> None:
    boss.add("ann")
    tokens = [invited(boss, role="dealer"), invited(boss, name="ann")]
    shown = links(boss)
    assert [each["role"] for each in shown] == ["dealer", "player"]
    assert [each["name"] is None for each in shown] == [True, False]
    assert {each["made_by"] for each in shown} == {name_of(boss)}
    assert all(each["created_at"] < each["expires_at"] for each in shown)
    assert not any(token in str(shown) for token in tokens)  # A list opens nothing.
    assert boss.ask("DELETE", f"/api/invitations/{shown[0]['id']}").status_code == 204
    visitor, body = boss.door.visitor(), {"name": "eve", "password": PASSWORD}
    assert code(visitor.get(f"/api/invitations/{tokens[0]}")) == (404, "invitation/gone")
    assert code(visitor.post(f"/api/invitations/{tokens[0]}", body)) == (404, "invitation/gone")
    assert [each["role"] for each in links(boss)] == ["player"]
    again = boss.ask("DELETE", f"/api/invitations/{shown[0]['id']}")
    assert code(again) == (404, "invitation/gone")


def test_a_link_that_no_longer_works_is_not_listed(boss: Browser) -> None:
    boss.add("flo", "floor")
    flo = boss.door.visitor()
    flo.log_in("flo")
    invited(flo, role="player")
    used = invited(boss, role="player")
    boss.door.visitor().post(f"/api/invitations/{used}", {"name": "dan", "password": PASSWORD})
    assert [each["made_by"] for each in links(boss)] == [name_of(flo)]
    boss.ask("PATCH", "/api/people/flo", {"disabled": True})
    assert links(boss) == []


def test_the_servers_own_link_is_listed_as_nobodys_and_ends_with_its_use(door: Door) -> None:
    first = door.visitor()
    first.post(
        f"/api/invitations/{door.links()['administrator']}", {"name": "zoe", "password": PASSWORD}
    )
    [shown] = links(first, of_people=False)
    assert (shown["role"], shown["made_by"], shown["expires_at"]) == ("auditor", "", None)


def test_the_floor_sees_and_withdraws_links_for_players_alone(boss: Browser) -> None:
    boss.add("flo", "floor")
    flo = boss.door.visitor()
    flo.log_in("flo")
    player, staff = invited(boss, role="player"), invited(boss, role="dealer")
    [shown] = links(flo)
    assert (shown["role"], shown["made_by"]) == ("player", name_of(boss))
    whole = {each["role"]: each["id"] for each in links(boss)}
    for named in (whole["dealer"], staff):
        answer = flo.ask("DELETE", f"/api/invitations/{named}")
        assert code(answer) == (404, "invitation/gone")
    assert flo.ask("DELETE", f"/api/invitations/{shown['id']}").status_code == 204
    visitor = boss.door.visitor()
    assert visitor.get(f"/api/invitations/{player}").status_code == 404
    assert visitor.get(f"/api/invitations/{staff}").status_code == 200


def test_the_floor_invites_players_and_nobody_else(boss: Browser) -> None:
    boss.add("flo", "floor")
    flo = boss.door.visitor()
    flo.log_in("flo")
    assert invited(flo, role="player")
    assert code(flo.post("/api/invitations", {"role": "floor"})) == (403, "rights/missing")
    assert code(flo.post("/api/invitations", {"name": "boss"})) == (403, "rights/missing")


def test_somebody_who_forgot_the_password_gets_a_link_for_a_new_one(boss: Browser) -> None:
    boss.add("ann")
    ann = boss.door.visitor()
    ann.log_in("ann")
    token = invited(boss, name="Ann")
    other = boss.door.visitor()
    assert other.get(f"/api/invitations/{token}").json() == {"role": "player", "name": "ann"}
    wrong = other.post(f"/api/invitations/{token}", {"name": "boss", "password": OTHER})
    assert code(wrong) == (400, "invitation/for_whom")
    answer = other.post(f"/api/invitations/{token}", {"password": OTHER})
    assert answer.status_code == 201
    assert other.me()["sign_in"] == "ann"
    assert ann.me() is None, "sessions from before are over"
    assert ann.log_in("ann", OTHER).status_code == 200


@pytest.mark.parametrize("wanted", [{}, {"role": "player", "name": "boss"}])
def test_an_invitation_is_for_a_role_or_for_a_person(boss: Browser, wanted: dict[str, str]) -> None:
    assert code(boss.post("/api/invitations", wanted)) == (400, "invitation/for_whom")


def test_no_role_is_invented(boss: Browser) -> None:
    answer = boss.post("/api/invitations", {"role": "owner"})
    assert code(answer) == (400, "request/invalid")
    assert answer.json()["path"] == "role"


def test_a_guest_has_no_password_to_renew(boss: Browser) -> None:
    guest = boss.door.visitor()
    guest.post("/api/guests")
    answer = boss.post("/api/invitations", {"name": guest.me()["name"]})
    assert code(answer) == (409, "people/guest")


# The list of people


def test_people_are_listed_by_name_in_pages_and_guests_only_on_demand(boss: Browser) -> None:
    kept = [boss.me()["name"], *(boss.add(name) for name in ("dan", "ann", "cleo"))]
    boss.door.visitor().post("/api/guests")
    people = boss.get("/api/people").json()
    assert [each["name"] for each in people] == sorted(kept)
    assert {each["sign_in"] for each in people} == {"ann", "boss", "cleo", "dan"}
    page = boss.get("/api/people", params={"after": sorted(kept)[1], "limit": 1}).json()
    assert [each["name"] for each in page] == [sorted(kept)[2]]
    assert len(boss.get("/api/people", params={"guests": True}).json()) == 5
    assert "password" not in boss.get("/api/people").text


def test_a_disabled_person_is_signed_out_at_once(boss: Browser) -> None:
    boss.add("ann")
    ann = boss.door.visitor()
    ann.log_in("ann")
    token = ann.post("/api/tokens", {"label": "bot"}).json()["token"]
    answer = boss.ask("PATCH", "/api/people/ANN", {"disabled": True})
    assert answer.json()["disabled"] is True
    assert ann.me() is None
    assert code(ann.get("/api/session", headers=bearer(token))) == (401, "token/unknown")
    assert code(ann.log_in("ann")) == (403, "login/closed")
    boss.ask("PATCH", "/api/people/ann", {"disabled": False})
    assert ann.me() is None, "the old session does not come back"
    assert ann.log_in("ann").status_code == 200


def test_a_new_role_takes_a_new_session(boss: Browser) -> None:
    boss.add("ann")
    ann = boss.door.visitor()
    ann.log_in("ann")
    before = ann.secret
    boss.ask("PATCH", "/api/people/ann", {"role": "floor", "display": "Ann, floor"})
    assert ann.me() is None
    ann.log_in("ann")
    assert ann.me()["role"] == "floor"
    assert ann.me()["display"] == "Ann, floor"
    assert ann.secret != before


def test_the_last_administrator_stays(boss: Browser) -> None:
    for change in ({"disabled": True}, {"role": "player"}):
        answer = boss.ask("PATCH", "/api/people/boss", change)
        assert code(answer) == (409, "people/last_administrator")
    boss.add("deputy", "administrator")
    assert boss.ask("PATCH", "/api/people/deputy", {"role": "player"}).status_code == 200
    assert boss.me()["role"] == "administrator"


def test_a_guest_stays_a_guest(boss: Browser) -> None:
    guest = boss.door.visitor()
    guest.post("/api/guests")
    name = guest.me()["name"]
    answer = boss.ask("PATCH", f"/api/people/{name}", {"role": "management"})
    assert code(answer) == (409, "people/guest")
    assert boss.ask("PATCH", f"/api/people/{name}", {"disabled": True}).status_code == 200
    assert guest.me() is None


@pytest.mark.parametrize("name", ["nobody", "a%00b", "%FF%FE", "..%2Fboss", "x" * 64, "Ä"])
def test_an_unknown_person_is_not_found(boss: Browser, name: str) -> None:
    answer = boss.ask("PATCH", f"/api/people/{name}", {"disabled": True})
    assert answer.status_code == 404
    assert set(answer.json()) == {"code", "message", "clauses", "path"}


def test_display_names_are_cleaned_and_kept_short(boss: Browser) -> None:
    shown = boss.ask("PATCH", "/api/people/boss", {"display": "  Zoe\u0301 "}).json()["display"]
    assert shown == "Zo\u00e9"
    for display in ("a\nb", "a\u202eb", "x" * 41):
        answer = boss.ask("PATCH", "/api/people/boss", {"display": display})
        assert answer.status_code == 400
        assert answer.json()["path"] == "display"


# Tokens for programs


def test_a_program_signs_in_with_its_token_without_cookies_and_csrf(boss: Browser) -> None:
    made = boss.post(
        "/api/tokens", {"label": "new people", "days": 30, "scopes": ["people"]}
    ).json()
    program = boss.door.visitor()
    answer = program.post(
        "/api/people",
        {"name": "ann", "role": "player", "password": PASSWORD},
        headers=bearer(made["token"]),
    )
    assert answer.status_code == 201
    assert program.get("/api/session", headers=bearer(made["token"])).json()["person"]["name"]
    assert "set-cookie" not in answer.headers
    boss.door.clock.passes(days=31)
    answer = program.get("/api/session", headers=bearer(made["token"]))
    assert code(answer) == (401, "token/unknown")
    assert answer.headers["www-authenticate"] == "Bearer"


def test_tokens_are_listed_without_themselves_and_removed_by_their_id(boss: Browser) -> None:
    made = boss.post("/api/tokens", {"label": "bot"}).json()
    listed = boss.get("/api/tokens").json()
    assert [each["label"] for each in listed] == ["bot"]
    assert made["token"] not in boss.get("/api/tokens").text
    assert boss.ask("DELETE", f"/api/tokens/{listed[0]['id']}").status_code == 204
    answer = boss.get("/api/session", headers=bearer(made["token"]))
    assert code(answer) == (401, "token/unknown")
    assert code(boss.ask("DELETE", f"/api/tokens/{listed[0]['id']}"))[0] == 404


def test_a_token_is_valid_for_ninety_days_by_default(boss: Browser) -> None:
    made = boss.post("/api/tokens", {"label": "bot"}).json()
    boss.door.clock.passes(days=89)
    assert boss.door.visitor().get("/api/session", headers=bearer(made["token"])).json()["person"]
    boss.door.clock.passes(days=2)
    answer = boss.door.visitor().get("/api/session", headers=bearer(made["token"]))
    assert code(answer) == (401, "token/unknown")


def test_a_token_ends_with_the_password_that_made_it(boss: Browser) -> None:
    made = boss.post("/api/tokens", {"label": "bot"}).json()
    new = "another queen plays tonight"
    assert boss.post("/api/password", {"old": PASSWORD, "new": new}).status_code == 200
    answer = boss.door.visitor().get("/api/session", headers=bearer(made["token"]))
    assert code(answer) == (401, "token/unknown")


def test_a_token_does_not_inherit_a_promotion(boss: Browser) -> None:
    boss.add("ann")
    ann = boss.door.visitor()
    ann.log_in("ann")
    made = ann.post("/api/tokens", {"label": "bot"}).json()
    assert boss.ask("PATCH", "/api/people/ann", {"role": "floor"}).status_code == 200
    answer = boss.door.visitor().get("/api/session", headers=bearer(made["token"]))
    assert code(answer) == (401, "token/unknown")


def test_nobody_removes_somebody_elses_token(boss: Browser) -> None:
    made = boss.post("/api/tokens", {"label": "bot"}).json()
    boss.add("ann")
    ann = boss.door.visitor()
    ann.log_in("ann")
    assert code(ann.ask("DELETE", f"/api/tokens/{made['id']}")) == (404, "token/not_found")
    assert boss.get("/api/session", headers=bearer(made["token"])).status_code == 200


def test_a_leaked_token_cannot_make_others_or_take_the_account(boss: Browser) -> None:
    headers = bearer(boss.post("/api/tokens", {"label": "bot"}).json()["token"])
    program = boss.door.visitor()
    for answer in (
        program.post("/api/tokens", {"label": "another"}, headers=headers),
        program.get("/api/tokens", headers=headers),
        program.post("/api/password", {"old": PASSWORD, "new": OTHER}, headers=headers),
    ):
        assert code(answer) == (403, "session/needed")


def test_a_token_is_gone_when_its_person_has_other_rights(boss: Browser) -> None:
    boss.add("flo", "floor")
    flo = boss.door.visitor()
    flo.log_in("flo")
    wanted = {"label": "bot", "scopes": ["floor"]}
    headers = bearer(flo.post("/api/tokens", wanted).json()["token"])
    assert flo.post("/api/floor", headers=headers).status_code == 201
    boss.ask("PATCH", "/api/people/flo", {"role": "dealer"})
    assert code(flo.post("/api/floor", headers=headers)) == (401, "token/unknown")


def test_the_number_of_tokens_is_limited() -> None:
    with Door(desk=DeskSettings(beat=0, most_tokens=2)) as door:
        boss = door.visitor()
        boss.become_administrator()
        for _ in range(2):
            assert boss.post("/api/tokens", {"label": "bot"}).status_code == 201
        assert code(boss.post("/api/tokens", {"label": "bot"})) == (409, "token/too_many")


@pytest.mark.parametrize("label", ["", "  ", "a\nb", "x" * 41])
def test_a_token_needs_a_label(boss: Browser, label: str) -> None:
    answer = boss.post("/api/tokens", {"label": label})
    assert answer.status_code == 400
    assert answer.json()["path"] == "label"


def test_guests_have_no_tokens(door: Door) -> None:
    guest = door.visitor()
    guest.post("/api/guests")
    assert code(guest.post("/api/tokens", {"label": "bot"})) == (403, "rights/missing")


def test_no_secret_is_in_the_database(boss: Browser) -> None:
    token = boss.post("/api/tokens", {"label": "bot"}).json()["token"]
    link = invited(boss, role="player")
    with boss.door.database.reading() as connection:
        kept = "".join(
            repr(row)
            for table in ("people", "sessions", "tokens", "invitations")
            for row in connection.execute(text(f"SELECT * FROM {table}"))
        )
    assert "bot" in kept
    for secret in (token, token.removeprefix("qh_"), link, boss.secret or "", PASSWORD):
        assert secret
        assert secret not in kept
