"""A client's address, with and without proxies; and how often it may ask."""

from typing import Any, cast

import pytest
from litestar.types import Scope

from queenhigh.service.client_address import Addresses
from queenhigh.service.errors import ServiceError
from queenhigh.service.rate_limits import Rate, RateLimits, RateSettings
from tests.service.people_door import Clock, Door, code


def scope(client: str | None, scheme: str = "http", **headers: str) -> Scope:
    made: dict[str, Any] = {
        "client": (client, 4711) if client is not None else None,
        "scheme": scheme,
        "headers": [
            (name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()
        ],
    }
    return cast(Scope, made)


NEAR, FAR = "10.0.0.7", "203.0.113.9"
BEHIND = Addresses(["10.0.0.0/8", "::1"])


@pytest.mark.parametrize(
    ("client", "forwarded", "address"),
    [
        (FAR, None, FAR),
        (FAR, "198.51.100.1", FAR),  # Anybody can send that header.
        (NEAR, FAR, FAR),
        (NEAR, f"198.51.100.1, {FAR}", FAR),  # Anything before it may be invented.
        (NEAR, f"{FAR}, 10.0.0.8", FAR),  # Through two of our proxies.
        (NEAR, "10.0.0.8, 10.0.0.9", "10.0.0.8"),
        (NEAR, "unknown", NEAR),
        (NEAR, f"{FAR}, nonsense", NEAR),
        (NEAR, "", NEAR),
        ("::1", FAR, FAR),
        ("::ffff:10.0.0.7", FAR, FAR),
        ("2001:db8:1:2:3:4:5:6", None, "2001:db8:1:2::/64"),  # One household.
        (NEAR, "2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("", None, ""),
        ("/run/socket", FAR, ""),
        (None, None, ""),
    ],
)
def test_the_clients_address_is_found_behind_proxies(
    client: str | None, forwarded: str | None, address: str
) -> None:
    headers = {} if forwarded is None else {"x_forwarded_for": forwarded}
    assert BEHIND.caller(scope(client, **headers)).address == address


@pytest.mark.parametrize(
    ("client", "scheme", "told", "secure"),
    [
        (FAR, "https", None, True),
        (FAR, "http", "https", False),
        (NEAR, "http", "https", True),
        (NEAR, "http", "http, https", True),
        (NEAR, "https", "http", False),
    ],
)
def test_only_a_trusted_proxy_says_https(
    client: str, scheme: str, told: str | None, secure: bool
) -> None:
    headers = {} if told is None else {"x_forwarded_proto": told}
    assert BEHIND.caller(scope(client, scheme, **headers)).secure is secure


def test_our_page_may_have_the_proxys_name() -> None:
    headers = {"host": "127.0.0.1:8030", "x_forwarded_host": "cards.example"}
    trusted = BEHIND.caller(scope(NEAR, **headers))
    assert BEHIND.is_ours("https://cards.example", trusted)
    assert not BEHIND.is_ours("https://cards.example", BEHIND.caller(scope(FAR, **headers)))


def test_a_page_loaded_without_encryption_is_foreign_to_an_encrypted_service() -> None:
    caller = BEHIND.caller(scope(FAR, "https", host="cards.example"))
    assert BEHIND.is_ours("https://cards.example", caller)
    assert not BEHIND.is_ours("http://cards.example", caller)


@pytest.mark.parametrize("wrong", ["ten", "10.0.0.0/99"])
def test_a_proxy_that_is_not_an_address_is_an_error(wrong: str) -> None:
    with pytest.raises(ValueError, match=r"appear|address|netmask"):
        Addresses([wrong])


def test_a_malformed_public_address_is_an_error() -> None:
    with pytest.raises(ValueError, match="https://"):
        Addresses(public=["cards.example"])


# How often


def limits(clock: Clock) -> RateLimits:
    return RateLimits(RateSettings(login=Rate(burst=3, per_minute=6)), clock.seconds)


def is_let(limits: RateLimits, whose: str) -> bool:
    try:
        limits.take("login", whose)
    except ServiceError:
        return False
    return True


def test_a_bucket_empties_and_fills_up_again() -> None:
    clock = Clock()
    bucket = limits(clock)
    assert [is_let(bucket, "a") for _ in range(5)] == [True] * 3 + [False] * 2
    assert is_let(bucket, "b"), "everybody has their own"
    clock.passes(seconds=10)
    assert [is_let(bucket, "a") for _ in range(2)] == [True, False]
    clock.passes(hours=1)
    assert [is_let(bucket, "a") for _ in range(5)] == [True] * 3 + [False] * 2


def test_the_refusal_says_how_long_to_wait() -> None:
    bucket = limits(Clock())
    for _ in range(3):
        bucket.take("login", "a")
    with pytest.raises(ServiceError) as refused:
        bucket.take("login", "a")
    assert refused.value.status == 429
    assert refused.value.headers["retry-after"] == "10"
    assert refused.value.headers["ratelimit-remaining"] == "0"


def test_a_rate_that_allows_nothing_is_an_error() -> None:
    with pytest.raises(ValueError, match="at least 1"):
        Rate(burst=0, per_minute=1)


def test_a_limit_that_does_not_exist_is_an_error() -> None:
    with pytest.raises(ValueError, match="no limit"):
        limits(Clock()).take("everything", "a")


def test_logins_guests_and_invitations_have_small_buckets_of_their_own() -> None:
    rate = Rate(burst=2, per_minute=1)
    rates = RateSettings(login=rate, guests=rate, invitations=rate)
    with Door(rates=rates) as door:
        visitor = door.visitor()
        body = {"name": "nobody-here", "password": "not the password"}
        for path in ("/api/login", "/api/guests", "/api/invitations/x"):
            statuses = [door.visitor().post(path, body).status_code for _ in range(3)]
            assert statuses[2] == 429, path
            assert 429 not in statuses[:2]
        answer = visitor.post("/api/login", body)
        assert code(answer) == (429, "request/too_many")
        assert answer.headers["retry-after"] == "60"
        assert visitor.get("/api/session").status_code == 200
        door.clock.passes(minutes=1)
        assert code(visitor.post("/api/login", body)) == (401, "login/refused")


def test_probing_for_account_names_is_rate_limited() -> None:
    """Fix: people must learn that a name is taken, so an address may not try many."""
    with Door(rates=RateSettings(login=Rate(burst=2, per_minute=1))) as door:
        guest = door.visitor()
        guest.post("/api/guests")
        wanted = {"name": "x", "password": "three cards and a queen"}
        statuses = [guest.post("/api/account", wanted).status_code for _ in range(3)]
        assert statuses == [400, 400, 429]


def test_a_person_has_one_bucket_for_all_sessions() -> None:
    rates = RateSettings(person=Rate(burst=4, per_minute=1))
    with Door(rates=rates) as door:
        guest, twin = door.visitor(), door.visitor()
        guest.post("/api/guests")
        twin.cookies = guest.cookies
        statuses = [
            browser.get("/api/session").status_code for _ in range(3) for browser in (guest, twin)
        ]
        assert statuses == [200] * 4 + [429] * 2
        assert door.visitor().get("/api/session").status_code == 200


def test_an_address_is_stopped_before_anything_is_looked_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with Door(rates=RateSettings(address=Rate(burst=1, per_minute=1))) as door:
        door.visitor().get("/api/session")

        def looked_up(*_: object) -> None:
            raise AssertionError

        monkeypatch.setattr(door.people, "session", looked_up)
        answer = door.visitor().get("/api/session", headers={"cookie": "queenhigh_session=x"})
        assert code(answer) == (429, "request/too_many")
