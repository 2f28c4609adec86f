"""The API describes itself: every operation in words, every live message with its shape."""

import re
from typing import Any

import msgspec
import pytest
from jsonschema_rs import Draft202012Validator

from queenhigh.service.api_description import TAGS
from queenhigh.service.api_examples import examples
from queenhigh.wire.asyncapi import live_description
from queenhigh.wire.messages import CLOSE_CODES
from queenhigh.wire.requests import WISHES
from tests.service.desk import House
from tests.service.examples import described_operations


@pytest.mark.parametrize("name", examples())
def test_an_operation_is_described_in_words(name: str) -> None:
    """A route has `summary=` and a docstring; its function's name counts as neither."""
    operation = described_operations()[name]
    summary, description = operation["summary"], operation.get("description", "")
    assert " " in summary, "summary= is missing"
    assert len(description.split()) > 4, "the docstring is missing"
    assert set(operation["tags"]) <= set(TAGS)


def test_the_served_description_has_versions_and_roles(house: House) -> None:
    schema = house.anybody().get("/schema/openapi.json").json()
    assert all(path.startswith(("/api/v1/", "/health", "/ready", "/metrics"))
               for path in schema["paths"])  # fmt: skip
    told = schema["paths"]["/api/v1/tables"]["post"]["description"]
    assert "For floor, pit manager, shift manager, management (`tables.add`)." in told
    paper = schema["paths"]["/api/v1/houses/{key}/par.pdf"]["get"]["responses"]["200"]
    assert paper["content"]["application/pdf"]["schema"]["format"] == "binary"


def test_no_two_shapes_have_one_title(house: House) -> None:
    schema = house.anybody().get("/schema/openapi.json").json()
    titles = [each["title"] for each in schema["components"]["schemas"].values()]
    assert len(titles) == len(set(titles))


def test_every_reference_of_the_live_description_leads_somewhere(house: House) -> None:
    document = house.anybody().get("/schema/asyncapi.json").json()
    assert document["asyncapi"] == "3.0.0"
    for reference in re.findall(r'"\$ref":"#/([^"]+)"', msgspec.json.encode(document).decode()):
        found = document
        for part in reference.split("/"):
            found = found[part]


def test_the_live_description_names_every_command_and_every_end() -> None:
    document = live_description()
    sent = document["components"]["schemas"]["Wished"]["properties"]["command"]["anyOf"]
    assert len(sent) == len(WISHES)
    for why, code in CLOSE_CODES.items():
        assert f"{code} `{why}`" in document["info"]["description"]


@pytest.mark.parametrize("message", live_description()["components"]["messages"].values(),
                         ids=lambda message: message["name"])  # fmt: skip
def test_a_live_message_is_described_and_its_examples_fit(message: dict[str, Any]) -> None:
    assert len(message["summary"].split()) > 1
    for example in message.get("examples", ()):
        assert wrong(example["payload"]) == []


def wrong(message: Any) -> list[str]:
    """List what the live description lacks about a message."""
    document = live_description()
    known = document["components"]["messages"].get(message.get("type"))
    if known is None:
        return [f"no message is called {message.get('type')}"]
    schema = {**known["payload"], "components": document["components"]}
    found = Draft202012Validator(_closed(schema)).iter_errors(message)
    return [f"{list(each.instance_path)}: {each.message[:200]}" for each in found]


def _closed(schema: Any) -> Any:
    """Return the schema with unknown fields made errors."""
    if isinstance(schema, list):
        return [_closed(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    closed = {name: _closed(each) for name, each in schema.items()}
    if closed.get("type") == "object" and "properties" in closed:
        closed.setdefault("additionalProperties", False)
    return closed


def test_real_messages_at_a_table_match_the_description(house: House) -> None:
    guest = house.guest()
    table = guest.post("/api/practice", {"house": "manual", "bots": 1}).json()["id"]
    kinds: list[str] = []
    with house.client.websocket_connect(
        f"/api/v1/tables/{table}/live", headers=guest.live_headers()
    ) as socket:

        def hear(until: str) -> None:
            while True:
                message = msgspec.json.decode(socket.receive_text())
                assert wrong(message) == []
                kinds.append(message["type"])
                if message["type"] == until or until in message.get("answers", ()):
                    return

        def say(message: dict[str, Any], until: str) -> None:
            assert wrong(message) == []
            socket.send_json(message)
            hear(until)

        def command(until: str = "", **fields: Any) -> None:
            say({"type": "command", "command": fields}, until or fields["id"])

        hear("snapshot")
        say({"type": "ping"}, "pong")
        command(type="sit", seat=3, id="1")
        command(type="sit", seat=3, id="1", until="answer")
        command(type="buy_in", seat=3, cents=100_00, id="2")
        command(type="place_wager", seat=3, wager="ante", amount=1, id="3", until="refused")
        command(type="place_wager", seat=3, wager="ante", amount=500, id="4")
        command(type="announce_no_more_bets", id="5")
        hear("change")
    assert {"snapshot", "change", "answer", "refused", "pong"} <= set(kinds)


def test_a_message_with_a_field_too_many_would_be_noticed() -> None:
    assert wrong({"type": "answer", "id": "1", "version": 2, "repeated": False}) == []
    assert wrong({"type": "answer", "id": "1", "version": 2, "repeated": False, "by": "me"})
    assert wrong({"type": "answer", "id": "1", "version": "2"})
