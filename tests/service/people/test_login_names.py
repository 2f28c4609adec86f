"""Sign-in names are private: other people see a different name."""

from collections.abc import Callable, Iterator

import pytest

from queenhigh.service.people import display_names
from tests.service.desk import PASSWORD, Browser, House, cardroom
from tests.service.examples import described_operations
from tests.service.people_door import Door, code

PEOPLE = {
    "secret-login-ann": ("player", "Ann of the river"),
    "secret-login-ben": ("player", ""),
    "secret-login-flo": ("floor", "Flo"),
    "secret-login-dora": ("dealer", "Dora"),
}
TABLE = "mics"
_OF_HOUSES = ("/edges", "/houses", "/books")  # Figures of rule books, which contain no people.


class Known:
    """People who came in the way it is done today, and a stranger to all of them."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.boss, self.stranger = house.person("administrator"), house.guest()
        self.browsers: dict[str, Browser] = {}
        for login, (role, display) in PEOPLE.items():
            body = {"name": login, "password": PASSWORD, "role": role, "display": display}
            added = self.boss.post("/api/people", body)
            assert added.status_code == 201
            if added.json()["waits"]:
                path = f"/api/people/{added.json()['name']}/confirmation"
                house.person("auditor", "vera").post(path, {"role": role})
            browser = house.anybody()
            answer = browser.post("/api/login", {"name": login, "password": PASSWORD})
            assert answer.status_code == 200, answer.text
            browser.person = answer.json()["person"]
            self.browsers[login] = browser
        self.ann, self.ben = self.browsers["secret-login-ann"], self.browsers["secret-login-ben"]

    def play(self) -> None:
        """Play a round for two, so that there is something to report."""
        players = ((2, self.ann), (4, self.ben))
        for seat, player in players:
            player.done(TABLE, type="sit", seat=seat)
            player.done(TABLE, type="buy_in", seat=seat, cents=100_00)
        for seat, player in players:
            player.done(TABLE, type="place_wager", seat=seat, wager="ante", amount=1000)
        for _, player in players:
            player.done(TABLE, type="announce_no_more_bets")
        for seat, player in players:
            player.done(TABLE, type="play", seat=seat)


@pytest.fixture(scope="module")
def known() -> Iterator[Known]:
    with cardroom() as house:
        yield Known(house)


def no_login_in(text: str, but: str = "") -> None:
    others = [login for login in PEOPLE if login != but and login in text.lower()]
    assert others == [], text


def paths_of(person: str) -> list[str]:
    """List every path about people and the table where they play."""
    filled = {"table": TABLE, "number": "1", "name": person}
    found = []
    for name in described_operations():
        method, path = name.split(" ")
        for part, value in filled.items():
            path = path.replace(f"{{{part}}}", value)
        if method == "GET" and "{" not in path and not path.endswith(_OF_HOUSES):
            found.append(path)
    return found


def test_nothing_that_strangers_or_players_can_request_shows_anothers_login(known: Known) -> None:
    known.play()
    assert known.ann.person["name"] == "ann-of-the-river"
    ann = known.ann.person["name"]
    answered = 0
    for path in paths_of(ann):
        for browser, own in (
            (known.house.anybody(), ""),
            (known.stranger, ""),
            (known.ben, "secret-login-ben"),
        ):
            answer = browser.get(path)
            answered += answer.status_code == 200
            no_login_in(answer.text, own)
    assert answered > 20, "the routes that players have are asked"
    rounds = known.ben.get(f"/api/tables/{TABLE}/rounds/1").text
    assert ann in known.stranger.get(f"/api/tables/{TABLE}").text
    assert ann in rounds, "the round tells of Ann, by the name that others know"


@pytest.mark.parametrize("role", ["floor", "surveillance", "auditor", "management"])
def test_staff_who_see_the_list_of_people_see_no_login(known: Known, role: str) -> None:
    listed = known.house.person(role, f"looking-{role}").get("/api/people")
    assert "ann-of-the-river" in listed.text
    no_login_in(listed.text)


@pytest.mark.parametrize("role", ["floor", "cage", "surveillance", "auditor"])
def test_a_guessed_login_tells_staff_nothing(known: Known, role: str) -> None:
    """Nobody at a window learns whose sign-in name it is, or that it is one."""
    staff = known.house.person(role, f"guessing-{role}")
    shown = staff.get("/api/patrons/ann-of-the-river")
    assert shown.json()["known_as"] == "Ann of the river"
    for path in ("", "/purse"):
        guessed, made_up = (
            staff.get(f"/api/patrons/{name}{path}") for name in ("secret-login-ann", "nobody-here")
        )
        assert guessed.status_code == made_up.status_code
        assert "river" not in guessed.text.lower()
        assert guessed.text.replace("secret-login-ann", "nobody-here") == made_up.text


def test_those_who_may_change_people_see_every_login_and_others_their_own(known: Known) -> None:
    listed = known.boss.get("/api/people").text
    assert all(login in listed for login in PEOPLE)
    own = known.browsers["secret-login-flo"].get("/api/people").text
    assert "secret-login-flo" in own
    no_login_in(own, "secret-login-flo")


def test_live_connections_show_no_login(known: Known) -> None:
    told = list[str]()

    def heard(path: str, act: Callable[[], object]) -> None:
        headers = known.stranger.live_headers()
        with known.house.client.websocket_connect(path, headers=headers) as socket:
            told.append(socket.receive_text())
            act()
            told.append(socket.receive_text())

    heard(
        f"/api/v1/tables/{TABLE}/live",
        lambda: known.ann.done(TABLE, type="place_wager", seat=2, wager="ante", amount=1000),
    )
    heard("/api/v1/lobby/live", lambda: known.ann.done(TABLE, type="leave", seat=2))
    assert all("Ann" in each or known.ann.person["name"] in each for each in told[:3])
    for each in told:
        no_login_in(each)


def test_somebody_without_a_display_name_is_shown_under_a_made_up_name(known: Known) -> None:
    ben = known.ben.person
    assert ben["sign_in"] == "secret-login-ben"
    assert ben["display"].lower().replace(" ", "-") == ben["name"]


@pytest.fixture
def door() -> Iterator[Door]:
    with Door() as opened:
        yield opened


def test_the_name_that_others_see_cannot_be_used_to_sign_in(door: Door) -> None:
    boss = door.visitor()
    boss.become_administrator()
    name = boss.add("riverboat")
    assert code(door.visitor().log_in(name)) == (401, "login/refused")
    assert door.visitor().log_in("Riverboat").status_code == 200


@pytest.mark.parametrize("display", ["riverboat", " Riverboat "])
def test_nobody_shows_the_name_they_sign_in_with(door: Door, display: str) -> None:
    boss = door.visitor()
    boss.become_administrator()
    body = {"name": "riverboat", "password": PASSWORD, "role": "player", "display": display}
    assert code(boss.post("/api/people", body)) == (400, "name/secret")
    boss.add("riverboat")
    changed = boss.ask("PATCH", "/api/people/riverboat", {"display": display})
    assert code(changed) == (400, "name/secret")


def test_an_account_of_an_earlier_version_may_change_its_sign_in_name(
    known: Known,
) -> None:
    house = known.house
    cleo = house.person("player", "cleo")
    wanted = {"name": "Deepwater", "password": PASSWORD}

    def asked(**changed: str) -> tuple[int, str]:
        return code(cleo.post("/api/sign-in", {**wanted, **changed}))

    assert asked(password="not the password") == (403, "password/wrong")
    assert asked(name="secret-login-ann") == (409, "name/taken")
    assert asked(name="x") == (400, "name/invalid")
    answer = cleo.post("/api/sign-in", wanted)
    assert answer.json()["person"]["sign_in"] == "deepwater"
    assert answer.json()["person"]["name"] == "cleo", "log and books know the name"
    other = house.anybody()
    assert other.post("/api/login", {**wanted, "name": "cleo"}).status_code == 401
    assert other.post("/api/login", wanted).status_code == 200
    assert code(house.guest().post("/api/sign-in", wanted))[0] == 403


@pytest.mark.parametrize(
    "display",
    ["", "Ann", "Zoé O'Neil, of the river and the long way", "é", "Guest", "李", "--"],
)
def test_a_made_up_name_is_valid_and_does_not_look_like_a_guests(display: str) -> None:
    for tries in range(8):
        name = display_names.kept_name(display, tries)
        assert display_names.new_name(name) == name
