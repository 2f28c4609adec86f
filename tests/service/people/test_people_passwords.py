"""Passwords: which are refused, which are equal, and how a flood of logins queues."""

import asyncio
import threading
from importlib.resources import files
from unittest.mock import patch

import pytest
from argon2 import PasswordHasher, extract_parameters
from argon2.exceptions import VerifyMismatchError

from queenhigh.service.errors import ServiceError
from queenhigh.service.people.display_names import guest_name, lower, shown
from queenhigh.service.people.passwords import SHORTEST, Passwords, complaint
from tests.patience import until
from tests.service.people_door import PASSWORD, QUICK


@pytest.mark.parametrize(
    ("password", "wrong"),
    [
        ("nine char", "at least 10"),
        ("x" * 200 + "y", "at most 200"),
        ("Annabella.K", "not be your name"),
        ("annabella-K 1999!", "not be your name"),
        ("zzzzzzzzzzzz", "one repeated character"),
        ("password123", "four words of your own"),
        ("PassWord123", "four words of your own"),
        ("\uff30assword123", "four words of your own"),  # A wide P is a P.
        ("1q2w3e4r5t", "four words of your own"),
        ("Queen-High 2026!", "four words of your own"),
        ("ThreeCardPoker", "four words of your own"),
        ("1029384757", None),
        ("queenhigh is my game", None),
        ("ten chars!", None),
        ("девять карт", None),
    ],
)
def test_passwords_follow_these_rules(password: str, wrong: str | None) -> None:
    told = complaint(password, "annabella.k")
    assert told is None if wrong is None else wrong in (told or "")


def test_a_guesser_with_the_list_of_common_passwords_gets_nowhere() -> None:
    kept = files("queenhigh.service.people").joinpath("common_passwords.txt").read_text("utf-8")
    listed = kept.splitlines()
    assert len(listed) > 300
    assert all(complaint(each.upper(), "annabella.k") for each in listed)
    useless = [each for each in listed if len(each) < SHORTEST or each != each.casefold()]
    assert not useless, "too short anyway, or never found"
    assert listed == sorted(set(listed))


def test_the_name_of_digits_alone_does_not_forbid_all_digits() -> None:
    assert complaint("9071625384", "1999") is None


def test_an_unknown_name_takes_the_same_work_and_no_start_waits_for_a_hash() -> None:
    hasher = PasswordHasher(time_cost=1, memory_cost=64, parallelism=1)
    with patch.object(PasswordHasher, "hash", side_effect=AssertionError):
        passwords = Passwords(hasher)
    costs = extract_parameters(passwords._nobodys)
    assert costs == extract_parameters(hasher.hash(PASSWORD))
    with pytest.raises(VerifyMismatchError):  # It was computed, and compared.
        hasher.verify(passwords._nobodys, PASSWORD)
    verdict = asyncio.run(passwords.verify(None, PASSWORD))
    passwords.close()
    assert not verdict.right


def test_the_same_characters_from_another_keyboard_are_the_same_password() -> None:
    async def tried() -> bool:
        passwords = Passwords(QUICK)
        kept = await passwords.hash("trois cartes caf\u00e9")
        verdict = await passwords.verify(kept, "trois cartes cafe\u0301")
        passwords.close()
        return verdict.right

    assert asyncio.run(tried())


def test_a_hash_takes_as_much_work_as_it_should() -> None:
    """46 MiB and two passes: above OWASP's minimum (46 and 1)."""
    passwords = Passwords()
    kept = asyncio.run(passwords.hash(PASSWORD))
    passwords.close()
    assert kept.startswith("$argon2id$v=19$m=47104,t=2,p=1$")


@pytest.mark.parametrize("kept", [None, "", "no hash at all", "$argon2id$v=19$broken"])
def test_without_a_valid_hash_no_password_is_right(kept: str | None) -> None:
    async def tried() -> bool:
        passwords = Passwords(QUICK)
        verdict = await passwords.verify(kept, PASSWORD)
        passwords.close()
        return verdict.right

    assert not asyncio.run(tried())


def test_a_flood_of_logins_takes_one_thread_and_others_are_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    at_work, most = 0, 0
    counting, all_have_come = threading.Lock(), threading.Event()

    def slow(*_: object) -> bool:
        nonlocal at_work, most
        with counting:
            at_work += 1
            most = max(most, at_work)
        all_have_come.wait()
        with counting:
            at_work -= 1
        return True

    async def flood() -> tuple[int, int]:
        passwords = Passwords(QUICK, waiting=9)
        monkeypatch.setattr(type(QUICK), "verify", slow)

        async def one() -> str:
            with passwords.place():
                await passwords.verify(None, PASSWORD)
            return "answered"

        tasks = [asyncio.create_task(one()) for _ in range(50)]
        # Rejected logins wait for nobody.
        await until(lambda: sum(task.done() for task in tasks) >= 40)
        all_have_come.set()
        answers = await asyncio.gather(*tasks, return_exceptions=True)
        again = await one()
        passwords.close()
        refused = [each for each in answers if isinstance(each, ServiceError)]
        assert {each.code for each in refused} == {"login/busy"}
        assert {each.status for each in refused} == {503}
        assert again == "answered"
        return len(refused), most

    assert asyncio.run(flood()) == (40, 1)


# Names


@pytest.mark.parametrize(
    ("name", "kept"),
    [("Ann", "ann"), (" a.b-c_9 ", "a.b-c_9"), ("ab", None), ("a" * 32, "a" * 32),
     ("a" * 33, None), ("a:b", None), ("ann\n", "ann"), ("an n", None), ("ánn", None),
     ("", None), ("...", None), ("\u212aelvin", "kelvin")],
)  # fmt: skip
def test_names_are_kept_in_lower_case(name: str, kept: str | None) -> None:
    assert lower(name) == kept


def test_guests_have_names_from_our_own_list_and_longer_numbers_when_it_gets_full() -> None:
    assert all(lower(guest_name(tries)) for tries in range(4) for _ in range(50))
    assert len({guest_name(3) for _ in range(200)}) > 190


def test_an_empty_display_name_becomes_the_name() -> None:
    assert shown("  ", "ann") == "ann"
