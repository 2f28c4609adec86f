"""An amount must be written as a whole number, on every route."""

import asyncio
from typing import Any

import pytest
from litestar import Litestar, post

from queenhigh.service.strict_request import StrictRequest
from tests.service.desk import House

_ATTACKS = [
    ('"500"', "must be a whole number, not text"),
    ("500.0", "must be a whole number, not a number with a fraction or an exponent"),
    ("1e3", "must be a whole number, not a number with a fraction or an exponent"),
    ("true", "must be a whole number, not true or false"),
    ("null", "must be a whole number, not null"),
]


@pytest.fixture(scope="module")
def patron(house: House) -> str:
    house.person("player", "ann")
    return "/api/patrons/ann"


@pytest.mark.parametrize(("written", "told"), _ATTACKS)
def test_an_amount_that_is_not_a_whole_number_moves_no_money(
    house: House, patron: str, written: str, told: str
) -> None:
    cage = house.person("cage")
    before = cage.get(f"{patron}/purse").json()
    refused = cage.post_text(f"{patron}/deposits", f'{{"cents": {written}}}')
    assert refused.status_code == 400
    assert refused.json() == {
        "code": "request/invalid", "message": f"cents: {told}.", "clauses": [], "path": "cents",
    }  # fmt: skip
    assert cage.get(f"{patron}/purse").json() == before


@pytest.mark.parametrize(
    "body",
    [
        '{"cents": 500, "seen": "ann", "cents": 900}',
        '{"cents": 500, "seen": "ann", "reference": "to \\u0000 you"}',
        '{"cents": 500, "seen": "ann", "reference": "to \\u202e you"}',
    ],
)
def test_an_ambiguous_document_moves_no_money(house: House, patron: str, body: str) -> None:
    cage = house.person("cage")
    before = cage.get(f"{patron}/purse").json()
    for path in ("deposits", "cash-outs"):
        if path == "cash-outs":
            body = body.replace(' "seen": "ann",', "")
        refused = cage.post_text(f"{patron}/{path}", body)
        assert refused.status_code == 400, refused.text
        assert "twice" in refused.text or "control characters" in refused.text
    assert cage.get(f"{patron}/purse").json() == before


def test_a_whole_number_is_accepted_as_an_amount(house: House, patron: str) -> None:
    cage = house.person("cage")
    before = cage.get(f"{patron}/purse").json()["money_cents"]
    taken = cage.post_text(f"{patron}/deposits", '{"cents": 500, "seen": "ann"}')
    assert taken.status_code == 200, taken.text
    assert taken.json()["money_cents"] == before + 500


@pytest.mark.parametrize(("written", "told"), _ATTACKS[:-1])
def test_a_command_with_such_an_amount_is_refused_over_http_and_over_the_websocket(
    house: House, written: str, told: str
) -> None:
    guest = house.guest()
    command = f'{{"type": "buy_in", "id": "attack-1", "seat": 1, "cents": {written}}}'
    refused = guest.post_text("/api/tables/classic/commands", command)
    assert (refused.status_code, refused.json()["message"]) == (400, f"cents: {told}.")
    with house.client.websocket_connect(
        "/api/tables/classic/live", headers=guest.live_headers()
    ) as live:
        assert live.receive_json()["type"] == "snapshot"
        live.send_text(f'{{"type": "command", "command": {command}}}')
        answer = live.receive_json()
    assert answer["code"] == "request/invalid"
    assert answer["message"] == f"command.cents: {told}."


def test_a_message_with_a_duplicate_key_is_refused(house: House) -> None:
    guest = house.guest()
    with house.client.websocket_connect(
        "/api/tables/classic/live", headers=guest.live_headers()
    ) as live:
        assert live.receive_json()["type"] == "snapshot"
        command = '{"type": "buy_in", "id": "twice-1", "seat": 1, "cents": 100, "cents": 900}'
        live.send_text(f'{{"type": "command", "command": {command}}}')
        answer = live.receive_json()
    assert (answer["id"], answer["code"]) == ("twice-1", "request/invalid")
    assert answer["message"] == "cents: appears twice in one object."


def test_numbers_in_an_address_are_still_read_from_text(house: House) -> None:
    administrator = house.person("administrator")
    assert len(administrator.get("/api/people", limit="1").json()) == 1
    assert administrator.get("/api/people", limit="many").status_code == 400


@pytest.mark.parametrize(
    ("command", "told"),
    [
        (
            '{"type": "place_wagr"}',
            "type: 'place_wagr' is not known here; did you mean place_wager?",
        ),
        ('{"type": "sit", "seet": 1}', "seet: is not known here; did you mean seat?"),
        ('{"type": "sit", "seet": 1}}}', "seet: is not known here; did you mean seat?"),
    ],
)
def test_a_misspelling_is_answered_with_a_suggestion(house: House, command: str, told: str) -> None:
    refused = house.guest().post_text("/api/tables/classic/commands", command)
    assert (refused.status_code, refused.json()["message"]) == (400, told)


@pytest.mark.parametrize("body", ["{bad", "{", "[1", "name=ann", "\x00", "{} {}"])
def test_a_malformed_body_is_refused_even_if_none_is_expected(house: House, body: str) -> None:
    refused = house.anybody().post_text("/api/v1/guests", body)
    assert (refused.status_code, refused.json()["code"]) == (400, "request/invalid")
    assert "not JSON" in refused.json()["message"]
    assert not refused.cookies


@pytest.mark.parametrize("body", ["", "{}", "null", '{"any": 1}'])
def test_an_empty_or_json_body_is_accepted_even_if_none_is_expected(
    house: House, body: str
) -> None:
    assert house.anybody().post_text("/api/v1/guests", body).status_code == 201


def test_a_client_that_leaves_in_the_middle_of_its_body_is_not_a_fault() -> None:
    """A fault, with status 500, would be in the log as an error."""

    @post("/")
    async def read(request: StrictRequest) -> None:
        await request.body()

    async def gone() -> Any:
        return {"type": "http.disconnect"}

    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    app = Litestar([read], request_class=StrictRequest, openapi_config=None)
    scope: Any = {"type": "http", "method": "POST", "path": "/", "query_string": b"", "headers": []}
    asyncio.run(app(scope, gone, send))
    assert sent[0]["status"] == 503
