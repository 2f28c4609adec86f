"""An administrator alone cannot create a signer: a second person confirms all staff."""

from collections.abc import Iterator
from typing import Any

import pytest

from queenhigh.service.people.display_names import looks_like
from tests.service.desk import PASSWORD, Browser, House, cardroom
from tests.service.pit import Pit, deposited

GHOST = {"name": "secret-ghost", "password": PASSWORD, "role": "floor", "display": "Gus"}
WAITS = (403, "rights/unconfirmed")


@pytest.fixture
def house() -> Iterator[House]:
    with cardroom() as running:
        yield running


def signed_in(house: House, name: str = "secret-ghost") -> Browser:
    browser = house.anybody()
    assert browser.post("/api/login", {"name": name, "password": PASSWORD}).status_code == 200
    return browser


def code(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def confirm(by: Browser, name: str, role: str = "floor") -> Any:
    return by.post(f"/api/people/{name}/confirmation", {"role": role})


def test_an_unconfirmed_floor_person_cannot_countersign(house: House) -> None:
    """Regression: an administrator let in a second name and countersigned with it."""
    pit = Pit(house, "g1", "classic", kind="physical", automation=None)
    pit.open()
    boss = house.person("administrator", "boss")
    gus = boss.post("/api/people", GHOST).json()["name"]
    pit.say("dealer", type="sit", seat=1, player=house.person("player", "ann").person["name"])
    ghost = signed_in(house)
    sign = {"type": "approve", "request": pit.view()["requests"][-1]["request"]}
    assert code(ghost.post("/api/tables/g1/commands", sign)) == WAITS
    assert ghost.get("/api/session").json()["person"]["waits"] is True
    assert code(ghost.get("/api/reports/days")) == WAITS
    assert code(confirm(boss, gus)) == (409, "people/own_change")
    assert code(confirm(ghost, gus)) == WAITS
    assert confirm(house.person("surveillance", "sue"), gus).json()["waits"] is False
    assert ghost.post("/api/tables/g1/commands", sign).status_code == 200


@pytest.mark.parametrize("way", ["invited", "promoted", "new role", "new password"])
def test_every_change_that_makes_a_signer_waits_for_a_second_person(house: House, way: str) -> None:
    """Regression: any one of four ways was enough."""
    boss, auditor = house.person("administrator", "boss"), house.person("auditor", "vera")
    if way == "invited":
        link = boss.post("/api/invitations", {"role": "floor"}).json()["token"]
        taken = {"name": "secret-ghost", "password": PASSWORD, "display": "Gus"}
        house.anybody().post(f"/api/invitations/{link}", taken)
    else:
        was = {"promoted": "player", "new role": "dealer", "new password": "floor"}[way]
        gus = boss.post("/api/people", {**GHOST, "role": was}).json()["name"]
        if was != "player":
            assert confirm(auditor, gus, was).status_code == 200
        if way == "new password":
            link = boss.post("/api/invitations", {"name": gus}).json()["token"]
            assert signed_in(house).get("/api/reports/days").status_code == 200
            house.anybody().post(f"/api/invitations/{link}", {"password": PASSWORD})
        else:
            boss.patch(f"/api/people/{gus}", {"role": "floor"})
    ghost = signed_in(house)
    assert code(ghost.get("/api/reports/days")) == WAITS
    (listed,) = (each for each in auditor.get("/api/people").json() if each["name"] == "gus")
    assert (listed["waits"], listed["waits_for_you"]) == (True, True)
    assert confirm(auditor, "gus").status_code == 200
    assert ghost.get("/api/reports/days").status_code == 200


def test_a_password_set_after_the_look_voids_the_confirmation(
    house: House,
) -> None:
    """Regression: of two links the person took one, and after that the administrator the other."""
    boss, auditor = house.person("administrator", "boss"), house.person("auditor", "vera")
    gus = boss.post("/api/people", GHOST).json()["name"]

    def link() -> str:
        made: str = boss.post("/api/invitations", {"name": gus}).json()["token"]
        return made

    def taken(secret: str) -> int:
        answer = house.anybody().post(f"/api/invitations/{secret}", {"password": PASSWORD})
        return int(answer.status_code)

    def seen() -> str:
        (listed,) = (each for each in auditor.get("/api/people").json() if each["name"] == gus)
        mark: str = listed["mark"]
        return mark

    first, second = link(), link()
    assert taken(first) < 300
    looked = {"role": "floor", "mark": seen()}
    assert taken(second) == 404
    assert taken(link()) < 300  # A new one.
    path = f"/api/people/{gus}/confirmation"
    assert code(auditor.post(path, looked)) == (409, "people/look_again")
    assert auditor.post(path, {**looked, "mark": seen()}).json()["waits"] is False
    (own,) = (each for each in boss.get("/api/people").json() if each["name"] == gus)
    assert own["mark"] == ""  # Nothing to confirm.


def test_the_links_of_a_disabled_administrator_end(house: House) -> None:
    """Regression: they worked for a week after their maker had gone."""
    boss, ada = house.person("administrator", "boss"), house.person("administrator", "ada")
    house.person("player", "ann")
    links = [
        boss.post("/api/invitations", wanted).json()["token"]
        for wanted in ({"role": "floor"}, {"role": "player"}, {"name": "ann"})
    ]
    assert [house.anybody().get(f"/api/invitations/{each}").status_code for each in links] == [
        200
    ] * 3
    assert ada.patch("/api/people/boss", {"disabled": True}).status_code == 200
    for each in links:
        assert code(house.anybody().get(f"/api/invitations/{each}")) == (404, "invitation/gone")


def test_two_unconfirmed_people_do_not_confirm_each_other(house: House) -> None:
    """Fix: people who are not confirmed confirm nobody, whatever their role."""
    boss = house.person("administrator", "boss")
    boss.post("/api/people", GHOST)
    boss.post("/api/people", {**GHOST, "name": "ghost-2", "role": "auditor", "display": "Gil"})
    assert code(confirm(signed_in(house, "ghost-2"), "gus")) == WAITS


def test_a_person_who_has_changed_somebody_since_does_not_confirm_them(house: House) -> None:
    """Regression: one lets somebody in, another changes the role, and the first confirms."""
    boss, other = house.person("administrator", "boss"), house.person("administrator", "bea")
    boss.post("/api/people", GHOST)
    other.patch("/api/people/gus", {"role": "cage"})
    for each in (boss, other):
        assert code(confirm(each, "gus", "cage")) == (409, "people/own_change")
    auditor = house.person("auditor")
    assert code(confirm(auditor, "gus", "floor")) == (409, "people/look_again")
    assert confirm(auditor, "gus", "cage").status_code == 200
    assert code(confirm(auditor, "gus", "cage")) == (409, "people/not_waiting")


def test_a_password_set_by_a_link_invalidates_pending_requests(house: House) -> None:
    """Regression: a dealer's request went through after somebody else had set their password."""
    pit = Pit(house, "g2", "classic", kind="physical", automation=None)
    pit.open()
    pit.say("dealer", type="sit", seat=1, player=house.person("player", "ann").person["name"])
    link = house.person("administrator", "boss").post("/api/invitations", {"name": "dealer"})
    house.anybody().post(f"/api/invitations/{link.json()['token']}", {"password": PASSWORD})
    sign = {"type": "approve", "request": pit.view_of("floor")["requests"][-1]["request"]}
    answer = pit.staff["floor"].post("/api/tables/g2/commands", sign)
    assert code(answer) == (403, "rights/signer_gone")


def test_an_administrator_alone_cannot_reach_a_patrons_money(house: House) -> None:
    """Regression: with a password link an administrator played as a patron, with their money.

    Also as a patron who had none yet and brought some later.
    """
    boss, auditor = house.person("administrator", "boss"), house.person("auditor", "vera")
    house.person("player", "ann")
    house.person("player", "bob")
    assert deposited(house.person("cage"), "ann", cents=500_00).status_code == 200
    for name in ("ann", "bob"):
        link = boss.post("/api/invitations", {"name": name}).json()["token"]
        thief = house.anybody()
        answer = thief.post(f"/api/invitations/{link}", {"password": PASSWORD})
        assert answer.json()["person"]["waits"] is True
        assert thief.get("/api/me/purse").status_code == 403
        assert code(confirm(boss, name, "player")) == (409, "people/own_change")
        assert confirm(auditor, name, "player").status_code == 200
    assert house.person("player", "ann").get("/api/me/purse").json()["money_cents"] == 500_00


def test_an_administrator_reaches_no_patrons_money_by_way_of_another_role(house: House) -> None:
    """Regression: made a dealer and then a player again, a patron no longer waited."""
    boss, auditor = house.person("administrator", "boss"), house.person("auditor", "vera")
    house.person("player", "ann")
    assert deposited(house.person("cage"), "ann", cents=500_00).status_code == 200
    link = boss.post("/api/invitations", {"name": "ann"}).json()["token"]
    house.anybody().post(f"/api/invitations/{link}", {"password": PASSWORD})
    for role in ("dealer", "player"):
        assert boss.patch("/api/people/ann", {"role": role}).json()["waits"] is True
    thief = signed_in(house, "ann")
    assert code(thief.post("/api/me/cash-outs", {"cents": 500_00})) == WAITS
    assert code(confirm(boss, "ann", "player")) == (409, "people/own_change")
    assert confirm(auditor, "ann", "player").status_code == 200


def test_players_and_people_of_the_first_start_wait_for_nobody(house: House) -> None:
    """The server lets in one administrator and an auditor who confirms; after that nobody."""
    links = house.links()
    assert list(links) == ["administrator", "auditor"]
    browsers = {}
    for role, link in links.items():
        browsers[role] = house.anybody()
        wanted = {"name": f"first-{role}", "password": PASSWORD}
        answer = browsers[role].post(f"/api/invitations/{link}", wanted)
        assert answer.json()["person"]["waits"] is False
    assert house.links() == {}
    boss, auditor = browsers.values()
    gus = boss.post("/api/people", GHOST).json()
    assert gus["waits"] is True
    assert confirm(auditor, gus["name"]).status_code == 200
    link = boss.post("/api/invitations", {"role": "player"}).json()["token"]
    answer = house.anybody().post(
        f"/api/invitations/{link}", {"name": "pat-in", "password": PASSWORD}
    )
    assert answer.json()["person"]["waits"] is False


def test_a_player_with_a_first_password_from_an_administrator_waits(house: House) -> None:
    boss, auditor = house.person("administrator", "boss"), house.person("auditor", "vera")
    wanted = {**GHOST, "name": "pat-in", "role": "player", "display": "Pat"}
    pat = boss.post("/api/people", wanted).json()
    assert pat["waits"] is True
    assert code(confirm(boss, pat["name"], "player")) == (409, "people/own_change")
    assert confirm(auditor, pat["name"], "player").status_code == 200


def test_the_server_prints_an_auditor_link_if_nobody_can_confirm(house: House) -> None:
    boss = house.person("administrator", "boss")
    assert list(house.links()) == ["auditor"]
    house.person("surveillance", "sue")
    assert house.links() == {}
    boss.patch("/api/people/sue", {"disabled": True})
    link = house.links()["auditor"]
    house.person("administrator", "bea")  # There is one again: the link has expired.
    assert code(house.anybody().get(f"/api/invitations/{link}")) == (404, "invitation/gone")


def test_a_change_of_staff_is_in_the_days_report(house: House) -> None:
    """Regression: it was an alert for a week, and readers of reports never learned of it."""
    pit = Pit(house, "g3", "classic", kind="physical", automation=None)
    pit.open()
    pit.sit(1, "ann")
    house.person("administrator", "boss").post("/api/people", GHOST)
    day = house.clock().date().isoformat()
    told = pit.staff["management"].get("/api/reports/day", day=day).json()
    reasons = [each["reason"] for each in told["alerts"] if each["kind"] == "staff_changed"]
    assert reasons == ["Administrator boss let gus in as floor, and chose the password."]
    shown = pit.staff["management"].get("/api/alerts", day=day).json()
    everywhere = [each["reason"] for each in (*shown["now"], *shown["alerts"])]
    assert everywhere.count(reasons[0]) == 1


# Display names

_LIKE_FLO = (
    *("Flo", "FLO ", "F l o", "Ｆlo", "Fl\u00f3", "Flо", "Fl0"),
    *("fIo", "f1o", "f|o", "fio", "Fło", "ƒlo", "ꜰʟᴏ", "flø"),
)


@pytest.mark.parametrize("display", _LIKE_FLO)
def test_nobody_has_a_display_name_that_looks_like_staff(house: House, display: str) -> None:
    """Regression: a guest took the floor's name and talked to patrons."""
    house.person("floor", "flo")
    guest = house.guest()
    wanted = {"name": "river", "password": PASSWORD, "display": display}
    assert code(guest.post("/api/account", wanted)) == (409, "name/in_use")
    assert guest.post("/api/account", {**wanted, "display": "Flora"}).status_code == 200


def test_nobody_has_the_display_name_of_somebody_at_a_table(house: House) -> None:
    pit = Pit(house, "g4", "classic", kind="physical", automation=None)
    pit.open()
    wanted = {"name": "river", "password": PASSWORD, "display": "Ann"}
    house.person("player", "ann")
    assert house.guest().post("/api/account", wanted).status_code == 200
    pit.sit(1, "ann")
    again = {**wanted, "name": "river-2"}
    assert code(house.guest().post("/api/account", again)) == (409, "name/in_use")


@pytest.mark.parametrize(
    ("one", "other"), [("ϲat", "cat"), ("ᴄat", "cat"), ("vlc", "vic"), ("pam\u3164", "pam")]
)
def test_names_that_look_alike_are_known_as_such(one: str, other: str) -> None:
    assert looks_like(one) == looks_like(other)


@pytest.mark.parametrize("unseen", "\u3164\u115f\u1160\uffa0\u2800\u034f\ufe0f\u200b\U000e0100")
def test_a_display_name_has_no_invisible_characters(house: House, unseen: str) -> None:
    """Regression: the cage read "pam" for somebody else than Pam."""
    wanted = {"name": "river", "password": PASSWORD, "display": f"Pam{unseen}m"}
    assert code(house.guest().post("/api/account", wanted)) == (400, "name/invalid")


@pytest.mark.parametrize(
    "display",
    ["system", "House", "Floor Supervisor", "FIoor", "walk-in-zed", "Walk in 3", "pit manager"],
)
def test_nobody_is_called_like_a_role_or_the_system(house: House, display: str) -> None:
    guest = house.guest()
    wanted = {"name": "river", "password": PASSWORD, "display": display}
    assert code(guest.post("/api/account", wanted)) == (400, "name/reserved")
    assert guest.post("/api/account", {**wanted, "display": "Housman"}).status_code == 200


def test_a_patron_who_plays_for_money_gets_no_other_role(house: House) -> None:
    """Regression: a patron became a dealer, kept the seat, and could deal to their own chips."""
    pit = Pit(house, "g9", "classic")
    pit.open()
    ann = pit.sit(1, "ann-plays")
    boss = house.person("administrator", "boss")
    change = {"role": "dealer"}
    refused = boss.patch("/api/people/ann-plays", change)
    assert code(refused) == (409, "people/seated")
    assert boss.patch("/api/people/ann-plays", {"role": "player"}).status_code == 200
    ann.done("g9", type="leave", seat=1)
    assert boss.patch("/api/people/ann-plays", change).json()["role"] == "dealer"
