"""Live messages no honest client sends; the service and other clients go on."""

import asyncio
import json
import random
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from queenhigh.client import Client
from queenhigh.faults.real_service import Served
from tests.reliability.raw import BINARY, CLOSE, PING, PONG, TEXT, RawSocket, frame

MESSAGES: dict[str, str] = {
    "nothing": "",
    "no JSON": "{",
    "half a command": '{"type":"command","command":{"type":"sit","seat":',
    "a number": "7",
    "a list": "[]",
    "null": "null",
    "an unknown message": '{"type":"shout"}',
    "a message without a type": '{"command":{"type":"sit","seat":1}}',
    "no command": '{"type":"command","command":null}',
    "depth": '{"type":"command","command":' + "[" * 5_000 + "]" * 5_000 + "}",
}
COMMANDS: dict[str, str] = {
    "an unknown command": '"type":"steal"',
    "a command of the system": '"type":"time_out","seat":1',
    "a field too many": '"type":"sit","seat":1,"x":1',
    "who it is": '"type":"sit","seat":1,"by":"dealer:dan"',
    "a field too few": '"type":"sit"',
    "a text for a number": '"type":"sit","seat":"1"',
    "NaN": '"type":"sit","seat":NaN',
    "infinity": '"type":"sit","seat":1e999',
    "a fraction": '"type":"buy_in","seat":1,"cents":0.5',
    "less than nothing": '"type":"buy_in","seat":1,"cents":-5',
    "all the money": f'"type":"buy_in","seat":1,"cents":{10**40}',
    "a seat far away": f'"type":"sit","seat":{10**20}',
    "a seat below the table": '"type":"sit","seat":-1',
    "an id that is no text": '"type":"sit","seat":1,"id":7',
    "a long id": f'"type":"sit","seat":1,"id":"{"x" * 9_000}"',
    "an id of the service": '"type":"sit","seat":1,"id":"shuffle:classic:14"',
    "half a pair": '"type":"sit","seat":1,"id":"\\ud800"',
    "a version of no kind": '"type":"sit","seat":1,"expected_version":"x"',
}
MISTAKES = MESSAGES | {
    name: f'{{"type":"command","command":{{{text}}}}}' for name, text in COMMANDS.items()
}


@pytest.fixture
def headers(guest: dict[str, str]) -> dict[str, str]:
    return dict(guest)


def told(connection: RawSocket) -> dict[str, Any]:
    code, payload = connection.receive()
    assert code == TEXT
    message: dict[str, Any] = json.loads(payload)
    return message


def still_works(connection: RawSocket) -> None:
    connection.send(frame(b'{"type":"ping"}'))
    assert told(connection)["type"] == "pong"


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_refused_and_the_connection_goes_on(
    served: Served, headers: dict[str, str], mistake: str
) -> None:
    with RawSocket(served, "classic", headers) as connection:
        version = told(connection)["version"]
        connection.send(frame(MISTAKES[mistake].encode()))
        answer = told(connection)
        assert answer["type"] == "refused"
        assert answer["code"]
        assert answer["message"].endswith(".")
        still_works(connection)
    with RawSocket(served, "classic", headers) as connection:
        assert told(connection)["version"] == version


def test_the_last_of_two_duplicate_fields_counts(served: Served, headers: dict[str, str]) -> None:
    """As everywhere: nothing is parsed in two ways."""
    twice = b'{"type":"ping","type":"command","command":{"type":"sit","seat":1,"seat":99}}'
    with RawSocket(served, "classic", headers) as connection:
        told(connection)
        connection.send(frame(twice))
        assert told(connection)["type"] in ("refused", "pong")
        still_works(connection)


def test_a_message_that_is_too_long_ends_the_connection(
    served: Served, headers: dict[str, str]
) -> None:
    for size in (20_000, 300_000, 5_000_000):
        with RawSocket(served, "classic", headers) as connection:
            told(connection)
            try:
                connection.send(frame(b"x" * size))
            except OSError:
                continue  # It did not even read to the end.
            assert connection.closed_with() in (0, 1009)


def test_bytes_that_are_not_text_end_the_connection(
    served: Served, headers: dict[str, str]
) -> None:
    for data in (frame(b"\xff\xfe", TEXT), frame(b"\x00\x01", BINARY)):
        with RawSocket(served, "classic", headers) as connection:
            told(connection)
            connection.send(data)
            try:
                code, payload = connection.receive()
            except ConnectionError:
                continue
            refused = code == TEXT and json.loads(payload)["type"] == "refused"
            assert refused or code == CLOSE


@pytest.mark.parametrize(
    "data",
    [
        frame(b'{"type":"ping"}', masked=False),
        frame(b"", 3),
        frame(b"", 0xF),
        b"\xc1\x80\x00\x00\x00\x00",  # A bit without a meaning here.
        frame(b"x" * 126, PING),
        frame(b"x", 0),
        b"\x81\xff\xff\xff\xff\xff\xff\xff\xff\xff\x00\x00\x00\x00",
    ],
    ids=["unmasked", "unknown", "reserved", "compressed", "long ping", "no beginning", "endless"],
)
def test_malformed_frames_do_no_harm(served: Served, headers: dict[str, str], data: bytes) -> None:
    with RawSocket(served, "classic", headers) as connection:
        told(connection)
        connection.send(data)
        connection.send(frame(b"\x03\xe8", CLOSE))
    with RawSocket(served, "classic", headers) as other:
        told(other)
        still_works(other)


def test_a_message_in_pieces_is_one_message(served: Served, headers: dict[str, str]) -> None:
    with RawSocket(served, "classic", headers) as connection:
        told(connection)
        connection.send(frame(b'{"type":', final=False))
        connection.send(frame(b"hello", PING))
        connection.send(frame(b'"ping"}', 0))
        answers = {connection.receive()[0] for _ in range(2)}
        assert answers == {PONG, TEXT}


@pytest.mark.parametrize(
    "query", ["?after=-1", "?after=-1999", "?after=0", "?after=99999999999999999999", "?after=7"]
)
def test_the_table_is_shown_whatever_version_the_client_claims_to_know(
    served: Served, headers: dict[str, str], query: str
) -> None:
    with RawSocket(served, "classic", headers, query) as connection:
        assert told(connection)["type"] in ("snapshot", "change")
        still_works(connection)


@pytest.mark.parametrize("query", ["?after=x", "?after=", "?after=1.5", "?after=1&after=2&x=%00"])
def test_a_malformed_version_is_refused_or_ignored(
    served: Served, headers: dict[str, str], query: str
) -> None:
    with RawSocket(served, "classic", headers, query) as connection:
        if b" 101 " in connection.head:
            assert connection.receive()[0] in (TEXT, CLOSE)


@pytest.mark.parametrize(
    "table", ["nowhere", "..%2f..", "%00", "classic%2fx", "x" * 4_000, "%ff", "classic;drop"]
)
def test_a_missing_table_is_refused(served: Served, headers: dict[str, str], table: str) -> None:
    with RawSocket(served, table, headers) as connection:
        if b" 101 " in connection.head:
            assert connection.closed_with() in (0, *range(4000, 5000))


def test_nobody_connects_without_a_session_or_from_a_foreign_page(
    served: Served, headers: dict[str, str]
) -> None:
    for changed in (
        {},
        {**headers, "origin": "http://evil.example"},
        {"cookie": headers["cookie"]},
        {**headers, "cookie": "queenhigh_session=nonsense"},
        {"authorization": "Bearer nonsense"},
    ):
        with RawSocket(served, "classic", changed) as connection:
            assert connection.closed_with() in (4401, 4403)


def test_repeated_commands_in_any_order_act_once_each(served: Served) -> None:
    async def work() -> None:
        async with Client(served.address) as client:
            await client.become_guest()
            async with await client.table("manual") as table:
                await table.sit(1)
                await table.buy_in(1, 100_000)
                await table.until(lambda live: live.view.due is None, 10)
                before = table.version
                bets = [
                    {"type": "place_wager", "seat": 1, "wager": "ante", "amount": 500 + 100 * n,
                     "id": f"many-{n}"}
                    for n in range(40)
                ]  # fmt: skip
                doubled = bets * 3
                random.Random(1).shuffle(doubled)
                with RawSocket(served, "manual", client._socket_headers()) as connection:
                    told(connection)
                    for bet in doubled:
                        message = {"type": "command", "command": bet}
                        connection.send(frame(json.dumps(message).encode()))
                    answers = answers_on(connection, len(doubled))
                assert len(answers) == len(bets)
                assert all(len(versions) == 1 for versions in answers.values())
                versions = sorted(version for each in answers.values() for version in each)
                assert versions == list(range(before + 1, before + 1 + len(bets)))
                await table.leave(1)

    run(work)


def answers_on(connection: RawSocket, count: int) -> dict[str, set[int]]:
    """The versions answered, by id."""
    found: dict[str, set[int]] = {}
    seen = 0
    while seen < count:
        message = told(connection)
        answers = message.get("answers", {})
        if message["type"] == "answer":
            answers = {message["id"]: message["version"]}
        for identity, version in answers.items():
            found.setdefault(identity, set()).add(version)
            seen += 1
        assert message["type"] != "refused", message
    return found


def test_a_flood_of_pings_is_answered_or_ended(served: Served, headers: dict[str, str]) -> None:
    with RawSocket(served, "classic", headers) as connection:
        told(connection)
        for _ in range(50):
            connection.send(frame(b'{"type":"ping"}') * 40)
        pongs = 0
        try:
            while pongs < 2_000:
                code, payload = connection.receive()
                if code == CLOSE or json.loads(payload)["type"] == "bye":
                    break
                pongs += 1
        except ConnectionError:
            return
        assert pongs


def run(work: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(work())  # type: ignore[arg-type]
