"""People in a database, and what must hold when several processes ask at once."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path
from secrets import token_urlsafe
from typing import TypeVar

import pytest
from msgspec.structs import replace

from queenhigh.service.people.login_locks import lock_for
from queenhigh.service.people.sessions import hash_of
from queenhigh.store.credentials import DEFAULT_SCOPES, Person, Session, Token
from queenhigh.store.database import open_database
from queenhigh.store.invitations import FOR_EVER, NOBODY, Invitation, InvitationGone
from queenhigh.store.migration import migrate
from queenhigh.store.people import LastAdministrator, NameTaken, NotWaiting, PasswordChanged, People
from tests.stores import new_postgres_address

NOW = datetime(2026, 1, 5, 12, tzinfo=UTC)
LATER = NOW + timedelta(hours=12)
HERE, ELSEWHERE = "192.0.2.1", "192.0.2.2"
T = TypeVar("T")


@pytest.fixture(params=["memory", "sqlite", "postgres"])
def processes(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[list[People]]:
    """Two processes sharing a database, each with its own connections (in memory there is one)."""
    if request.param == "memory":
        opened = [open_database("memory")]
    else:
        on_file = str(tmp_path / "people.db")
        address = new_postgres_address() if request.param == "postgres" else on_file
        opened = [open_database(address), open_database(address)]
    migrate(opened[0])
    yield [People(opened[0]), People(opened[-1])]
    for database in opened:
        database.close()


@pytest.fixture
def people(processes: list[People]) -> People:
    return processes[0]


def person(name: str = "ann", role: str = "player") -> Person:
    return Person(name, name.title(), role, NOW)


def session(of: Person, token: str = "s") -> Session:
    return Session(of, hash_of(token), "csrf", NOW, LATER)


def at_once(calls: list[Callable[[], T]]) -> list[T | Exception]:
    def answer(call: Callable[[], T]) -> T | Exception:
        try:
            return call()
        except (NameTaken, InvitationGone, LastAdministrator) as refused:
            return refused

    with ThreadPoolExecutor(len(calls)) as threads:
        return list(threads.map(answer, calls))


def test_a_person_comes_back_as_added(people: People) -> None:
    people.add(person(), "hash")
    assert people.find("ann") == person()
    assert people.find("ben") is None


def test_two_people_never_get_the_same_name(processes: list[People]) -> None:
    answers = at_once([lambda each=each: each.add(person()) for each in processes * 4])  # type: ignore[misc]
    assert sum(answer is None for answer in answers) == 1
    assert sum(isinstance(answer, NameTaken) for answer in answers) == 7


def test_people_are_listed_in_pages(people: People) -> None:
    for name in ("cleo", "ann", "ben"):
        people.add(person(name))
    people.add(Person("guest-otter-42", "guest-otter-42", "player", NOW, guest=True))
    assert [each.name for each in people.everyone()] == ["ann", "ben", "cleo"]
    assert [each.name for each in people.everyone(after="ann", limit=1)] == ["ben"]
    assert len(people.everyone(guests=True)) == 4


def test_people_are_found_by_a_part_of_either_name(people: People) -> None:
    people.add(person("ann"))
    people.add(replace(person("ben"), display="Hannah_B"))
    people.add(person("cleo"))
    assert [each.name for each in people.everyone(like="ANN")] == ["ann", "ben"]
    assert [each.name for each in people.everyone(like="_")] == ["ben"]


def test_a_change_affects_only_the_fields_it_names(people: People) -> None:
    people.add(person())
    changed = people.change("ann", display="Ann K.")
    assert changed == people.find("ann") == Person("ann", "Ann K.", "player", NOW)
    assert people.change("ben", disabled=True) is None


def test_one_of_two_administrators_who_disable_each_other_stays(processes: list[People]) -> None:
    for name in ("ann", "ben"):
        processes[0].add(person(name, "administrator"))
    answers = at_once(
        [
            lambda: processes[0].change("ben", disabled=True),
            lambda: processes[1].change("ann", disabled=True),
        ]
    )
    assert sum(isinstance(answer, LastAdministrator) for answer in answers) == 1
    assert processes[0].lacks() == ("auditor",)


def test_an_invitation_can_be_used_once_in_any_number_of_processes(processes: list[People]) -> None:
    boss = person("boss", "administrator")
    processes[0].add(boss)
    processes[0].invite(hash_of("link"), Invitation("dealer", None, "boss", NOW, LATER))
    names = [f"person{number}" for number in range(8)]
    answers = at_once(
        [
            lambda at=at, name=name: at.accept(hash_of("link"), person(name), "hash", NOW)  # type: ignore[misc]
            for at, name in zip(processes * 4, names, strict=True)
        ]
    )
    came = [answer for answer in answers if isinstance(answer, Person)]
    assert len(came) == 1
    assert came[0].role == "dealer"
    assert processes[0].everyone() == [boss, *came]


def first_link(people: People) -> str:
    """Make an administrator's link, as the server does at each start."""
    secret = token_urlsafe()
    people.invite(hash_of(secret), Invitation("administrator", None, NOBODY, NOW, FOR_EVER))
    return secret


def test_only_one_of_several_links_for_the_first_administrator_can_be_used(
    processes: list[People],
) -> None:
    links = [first_link(each) for each in processes * 2]
    names = [f"person{number}" for number in range(4)]
    answers = at_once(
        [
            lambda at=at, link=link, name=name: at.accept(hash_of(link), person(name), "hash", NOW)  # type: ignore[misc]
            for at, link, name in zip(processes * 2, links, names, strict=True)
        ]
    )
    assert sum(isinstance(answer, Person) for answer in answers) == 1
    assert len(processes[0].everyone()) == 1


def test_the_first_administrators_link_ends_once_there_is_one(people: People) -> None:
    link = first_link(people)
    people.add(person("boss", "administrator"))
    assert people.invitation(hash_of(link), NOW) is None
    with pytest.raises(InvitationGone):
        people.accept(hash_of(link), person("eve"), "hash", NOW)


def test_an_invitation_stands_when_its_name_was_taken(people: People) -> None:
    people.add(person("boss", "administrator"))
    people.add(person())
    people.invite(hash_of("link"), Invitation("dealer", None, "boss", NOW, LATER))
    with pytest.raises(NameTaken):
        people.accept(hash_of("link"), person(), "hash", NOW)
    assert people.invitation(hash_of("link"), NOW) is not None
    assert people.invitation(hash_of("link"), LATER) is None


def test_a_link_for_a_new_password_does_not_open_a_closed_account(people: People) -> None:
    people.add(person("boss", "administrator"))
    people.add(person())
    people.invite(hash_of("link"), Invitation("player", "ann", "boss", NOW, LATER))
    people.change("ann", disabled=True)
    with pytest.raises(InvitationGone):
        people.accept(hash_of("link"), person(), "hash", NOW)
    people.change("ann", disabled=False)
    assert people.accept(hash_of("link"), person("x"), "hash", NOW) == person()


def linked(people: People, *links: str, whom: str | None = "ann", role: str = "player") -> None:
    """Links of an administrator, for somebody's new password or to join."""
    for each in links:
        people.invite(hash_of(each), Invitation(role, whom, "boss", NOW, LATER))


def is_open(people: People, link: str) -> bool:
    return people.invitation(hash_of(link), NOW) is not None


@pytest.fixture
def staffed(people: People) -> People:
    """Return the store with two administrators and Ann."""
    for each in (person("boss", "administrator"), person("ada", "administrator"), person()):
        people.add(each, "hash")
    return people


def test_a_link_that_is_used_ends_the_others_for_that_person(staffed: People) -> None:
    """An administrator kept a second link, and used it after the person had been looked at."""
    linked(staffed, "first", "second")
    linked(staffed, "for-bob", whom="bob")
    linked(staffed, "to-join", whom=None)
    staffed.accept(hash_of("first"), person(), "new", NOW)
    assert not is_open(staffed, "second")
    with pytest.raises(InvitationGone):
        staffed.accept(hash_of("second"), person(), "newer", NOW)
    assert is_open(staffed, "for-bob")
    assert is_open(staffed, "to-join")


def test_only_one_of_two_links_for_a_person_can_be_used_in_any_number_of_processes(
    processes: list[People],
) -> None:
    processes[0].add(person("boss", "administrator"))
    processes[0].add(person(), "hash")
    links = [f"link{number}" for number in range(4)]
    linked(processes[0], *links)
    answers = at_once(
        [
            lambda at=at, link=link: at.accept(hash_of(link), person(), "hash", NOW)  # type: ignore[misc]
            for at, link in zip(processes * 2, links, strict=True)
        ]
    )
    assert sum(isinstance(answer, Person) for answer in answers) == 1
    assert sum(isinstance(answer, InvitationGone) for answer in answers) == 3


@pytest.mark.parametrize("role", ["dealer", "player"])
def test_a_link_works_while_its_maker_may_make_it(staffed: People, role: str) -> None:
    """Links of an administrator who had been shut out worked for another week."""
    linked(staffed, "join", whom=None, role=role)
    linked(staffed, "password")
    opened = {"join", "password"}

    def still() -> set[str]:
        return {each for each in opened if is_open(staffed, each)}

    assert still() == opened
    staffed.change("boss", disabled=True)
    assert still() == set()
    with pytest.raises(InvitationGone):
        staffed.accept(hash_of("join"), person("eve"), "hash", NOW)
    staffed.change("boss", disabled=False, waits=("ada",))
    assert still() == set()
    staffed.change("boss", role="floor", waits=())
    assert still() == ({"join"} if role == "player" else set())  # The floor invites players.
    staffed.change("boss", role="administrator", waits=())
    assert still() == opened
    staffed.invite(hash_of("ghosts"), Invitation("dealer", None, "ghost", NOW, LATER))
    assert not is_open(staffed, "ghosts")


def test_a_link_for_a_new_password_ends_with_the_password_or_role_it_was_made_for(
    staffed: People,
) -> None:
    linked(staffed, "old")
    staffed.rehash("ann", "hash", "the same")
    staffed.change("ann", display="Annie")
    assert is_open(staffed, "old")
    staffed.set_password("ann", "chosen")
    assert not is_open(staffed, "old")
    linked(staffed, "before")
    staffed.change("ann", role="dealer")
    staffed.change("ann", role="player")
    assert not is_open(staffed, "before")


def test_a_confirmation_confirms_the_password_that_was_seen(staffed: People) -> None:
    staffed.change("ann", role="dealer", waits=("boss",))
    seen = staffed.find("ann")
    assert seen is not None
    marks = staffed.password_marks(["ann"])
    staffed.set_password("ann", "known to the boss")
    with pytest.raises(NotWaiting):
        staffed.confirm(seen, marks["ann"])
    staffed.confirm(seen, staffed.password_marks(["ann"])["ann"])
    with pytest.raises(NotWaiting):
        staffed.confirm(seen)


def test_simultaneous_guesses_are_all_counted(processes: list[People]) -> None:
    processes[0].add(person(), "hash")
    answers = at_once([lambda each=each: each.attempt("ann", HERE, NOW, lock_for) for each in processes * 5])  # type: ignore[misc]  # fmt: skip  # noqa: E501
    tried = [each for each in answers if not isinstance(each, Exception) and each is not None]
    assert len(tried) == 10
    assert sum(each.locked_until is None for each in tried) == 5
    assert {each.locked_until for each in tried} == {None, NOW + timedelta(seconds=30)}


def test_signing_in_forgets_the_failures(people: People) -> None:
    people.add(person(), "hash")
    for _ in range(4):
        people.attempt("ann", HERE, NOW, lock_for)
    people.enter(session(person()), "hash", HERE)
    for _ in range(4):
        people.attempt("ann", HERE, NOW, lock_for)
    attempt = people.attempt("ann", HERE, NOW, lock_for)
    assert attempt is not None
    assert attempt.locked_until is None


def test_guesses_do_not_lock_anybody_out_at_other_addresses(people: People) -> None:
    people.add(person(), "hash")
    for _ in range(5):
        people.attempt("ann", ELSEWHERE, NOW, lock_for)
    assert is_locked(people, ELSEWHERE)
    assert not is_locked(people, HERE)
    people.enter(session(person()), "hash", HERE)
    assert is_locked(people, ELSEWHERE), "the guesser gets no new guesses when Ann comes in"


def test_a_new_password_ends_every_lock(people: People) -> None:
    people.add(person(), "hash")
    for _ in range(5):
        people.attempt("ann", HERE, NOW, lock_for)
    people.set_password("ann", "new")
    assert not is_locked(people, HERE)


@pytest.mark.parametrize("tidied", [True, False])
def test_failures_are_forgotten_a_day_after_the_last_one(people: People, tidied: bool) -> None:
    people.add(person(), "hash")
    for _ in range(4):
        people.attempt("ann", HERE, NOW, lock_for)
    people.attempt("ann", HERE, NOW + timedelta(hours=23), lock_for)
    assert is_locked(people, HERE, NOW + timedelta(hours=23))
    later = NOW + timedelta(hours=47)
    if tidied:
        people.tidy(later)
    for _ in range(5):
        assert not is_locked(people, HERE, later)
    assert is_locked(people, HERE, later)


def is_locked(people: People, address: str, now: datetime = NOW) -> bool:
    """Whether the address is locked out; asking counts as a guess."""
    attempt = people.attempt("ann", address, now, lock_for)
    assert attempt is not None
    return attempt.locked_until is not None


def test_nobody_signs_in_with_a_password_that_was_changed_meanwhile(people: People) -> None:
    people.add(person(), "old")
    people.set_password("ann", "new")
    with pytest.raises(PasswordChanged):
        people.enter(session(person()), "old", HERE)
    people.change("ann", disabled=True)
    with pytest.raises(PasswordChanged):
        people.enter(session(person()), "new", HERE)
    assert people.session(hash_of("s"), NOW) is None


def test_rehashing_never_restores_a_password_changed_meanwhile(people: People) -> None:
    people.add(person(), "old")
    people.set_password("ann", "new")
    with pytest.raises(PasswordChanged):
        people.rehash("ann", "old", "old, hashed again")
    attempt = people.attempt("ann", HERE, NOW, lock_for)
    assert attempt is not None
    assert attempt.password_hash == "new"


def test_a_session_is_known_in_every_process_until_it_ends(processes: list[People]) -> None:
    here, there = processes
    here.add(person())
    here.open_session(session(person()))
    assert there.session(hash_of("s"), NOW) == session(person())
    assert there.session(hash_of("s"), LATER) is None
    there.extend_session(hash_of("s"), LATER + timedelta(hours=1))
    assert here.session(hash_of("s"), LATER) is not None
    there.end_session(hash_of("s"))
    assert here.session(hash_of("s"), NOW) is None


def test_disabling_a_person_ends_all_their_sessions_and_no_others(people: People) -> None:
    for name in ("ann", "ben"):
        people.add(person(name))
        people.open_session(session(person(name), name))
    people.change("ann", disabled=True)
    assert people.session(hash_of("ann"), NOW) is None
    assert people.session(hash_of("ben"), NOW) is not None


def test_a_token_is_good_until_it_expires(people: People) -> None:
    people.add(person())
    short = Token(hash_of("short"), "ann", "short", NOW, LATER, None, ("read",))
    long = Token(hash_of("long"), "ann", "long", NOW, None, None)
    for token in (short, long):
        people.add_token(token)
    reads, plays = (replace(person(), scopes=s) for s in (("read",), DEFAULT_SCOPES))
    assert people.token(hash_of("short"), NOW) == (reads, short)
    assert people.token(hash_of("short"), LATER) is None
    assert people.token(hash_of("long"), LATER + timedelta(days=9_999)) == (plays, long)
    assert [each.label for each in people.tokens_of("ann", LATER)] == ["long"]
    people.remove_token("ben", hash_of("long"))
    assert people.token(hash_of("long"), NOW) is not None
    people.remove_token("ann", hash_of("long"))
    assert people.token(hash_of("long"), NOW) is None


def test_live_connections_are_rechecked_as_a_request_would_be(processes: list[People]) -> None:
    here, there = processes
    names = [f"p{number}" for number in range(40)]
    for name in names:
        here.add(person(name))
        here.open_session(session(person(name), name))
    here.add_token(Token(hash_of("short"), "p1", "short", NOW, LATER, None, ("read",)))
    here.add_token(Token(hash_of("long"), "p1", "long", NOW, None, None))
    asked = [hash_of(each) for each in (*names, "short", "long", "unknown")]

    def as_requests(now: datetime) -> dict[str, Person]:
        sessions = ((each, here.session(each, now)) for each in asked)
        tokens = ((each, here.token(each, now)) for each in asked)
        found = {each: known.person for each, known in sessions if known}
        return found | {each: known[0] for each, known in tokens if known}

    def rechecked(now: datetime) -> dict[str, Person]:
        found = there.still_good(asked, now)
        assert found == as_requests(now) == there.still_good(asked, now)
        return found

    assert len(rechecked(NOW)) == 42
    assert rechecked(LATER).keys() == {hash_of("long")}
    there.change("p1", disabled=True)
    there.change("p2", waits=("boss", "cleo"))
    there.change("p3", display='"Drei" \u00fc')
    there.end_session(hash_of("p4"))
    found = rechecked(NOW)
    assert len(found) == 38
    assert found[hash_of("p2")].waits == ("boss", "cleo")
    assert there.still_good([hash_of("p5")], NOW) == {hash_of("p5"): person("p5")}
    assert there.still_good([], NOW) == {}


def test_tidying_removes_only_what_has_expired(people: People) -> None:
    people.add(person())
    people.open_session(session(person()))
    people.add_token(Token(hash_of("short"), "ann", "short", NOW, LATER, None))
    people.add_token(Token(hash_of("long"), "ann", "long", NOW, None, None))
    people.invite(hash_of("link"), Invitation("dealer", None, "boss", NOW, LATER))
    link = first_link(people)
    people.tidy(NOW)
    assert people.session(hash_of("s"), NOW) is not None
    assert people.token(hash_of("short"), NOW) is not None
    people.tidy(NOW + timedelta(days=60))
    assert people.session(hash_of("s"), NOW) is None
    assert people.token(hash_of("short"), NOW) is None
    assert people.invitation(hash_of("link"), NOW) is None
    assert people.token(hash_of("long"), NOW) is not None
    first = people.invitation(hash_of(link), NOW)
    assert first is not None
    assert first.made_by == NOBODY
