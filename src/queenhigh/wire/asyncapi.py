"""The live connection described as AsyncAPI, made of the messages themselves."""

from functools import cache
from typing import Any, get_args

import msgspec

from .. import __version__
from .api_version import versioned
from .messages import CLOSE_CODES, Answered, Bye, ToClient, WishRefused
from .requests import FromClient, Move, command_text

_SCHEMAS = "#/components/schemas/{name}"
_ADDRESS = "/api/tables/{table}/live"
_ABOUT = """One connection shows one table, as whoever opened it may see it.

The first message is a `snapshot`, or a `change` with all that was missed where `after` names a
version that the client knows. Then every change comes as it happens. A `change` builds on the
version that it names in `since`, and has only what is different: fields that are absent are as they
were, in the message and in its `view`; of `seats` it has those that changed, each with what changed
there, and in `gone` those that are free now. A client that knows another version than `since` has
missed something: it comes back without `after`. Commands are sent
with an id and answered by that id, with `answer` or `refused`; sent again with the same id they act
once. `version` is the table's: it grows with every event. A client that says nothing for 90
seconds is taken for gone: send `ping`.

Come in as everywhere: by the session's cookie, with the `Origin` of the page, or by `Authorization:
Bearer TOKEN`. What is refused before it begins closes with 4000 and HTTP's number: 4401 nobody is
signed in, 4403 not allowed, 4404 no such table, 4429 too often. Later ends say `bye` first:
"""
_SAID = {
    "slow": "this client reads too slowly; come back and go on from the last version",
    "restart": "the service stops or starts again; come back",
    "signed_out": "the session or token is no longer good; sign in again",
}
_EXAMPLES: dict[str, list[Move]] = {
    "command": [
        {"type": "sit", "seat": 3, "id": "a1"},
        {"type": "place_wager", "seat": 3, "wager": "ante", "amount": 500, "id": "a2"},
    ]
}
_ANSWERS: tuple[msgspec.Struct, ...] = (
    Answered("a1", 42),
    WishRefused("a2", "wager/below_minimum", "The Ante minimum is $5; $1 was bet."),
    Bye("restart"),
)


@cache
def live_description() -> dict[str, Any]:
    """The whole document, AsyncAPI 3.0."""
    heard, told = get_args(FromClient), get_args(ToClient)
    kinds = (*heard, *told)
    payloads, schemas = msgspec.json.schema_components(kinds, ref_template=_SCHEMAS)
    messages = {
        each.__struct_config__.tag: _message(each, payload)
        for each, payload in zip(kinds, payloads, strict=True)
    }
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "Queenhigh, a live table",
            "version": __version__,
            "description": _about(),
        },
        "defaultContentType": "application/json",
        "channels": {"table": _channel(kinds)},
        "operations": {
            "say": _operation("receive", "What a client says", heard),
            "hear": _operation("send", "What a client is told", told),
        },
        "components": {
            "messages": messages,
            "schemas": schemas,
            "securitySchemes": {
                "session": {"type": "httpApiKey", "in": "cookie", "name": "queenhigh_session"},
                "token": {"type": "http", "scheme": "bearer"},
            },
        },
    }


def _about() -> str:
    ends = (f"- {code} `{why}`: {_SAID[why]}" for why, code in CLOSE_CODES.items())
    return f"{_ABOUT}\n" + "\n".join(ends)


def _channel(messages: tuple[Any, ...]) -> dict[str, Any]:
    tags = [each.__struct_config__.tag for each in messages]
    query = {
        "after": {"type": "integer", "description": "The last version that the client knows."},
        "as": {"type": "string", "description": "At your own practice table: the role you take."},
    }
    return {
        "address": versioned(_ADDRESS),
        "description": "A table, live.",
        "parameters": {"table": {"description": "The table's id, from the lobby."}},
        "messages": {tag: {"$ref": f"#/components/messages/{tag}"} for tag in tags},
        "bindings": {"ws": {"query": {"type": "object", "properties": query}}},
    }


def _operation(action: str, summary: str, messages: tuple[Any, ...]) -> dict[str, Any]:
    refs = [
        {"$ref": f"#/channels/table/messages/{each.__struct_config__.tag}"} for each in messages
    ]
    return {
        "action": action,
        "summary": summary,
        "channel": {"$ref": "#/channels/table"},
        "messages": refs,
    }


def _message(kind: Any, payload: dict[str, Any]) -> dict[str, Any]:
    tag = kind.__struct_config__.tag
    message: dict[str, Any] = {
        "name": tag,
        "summary": (kind.__doc__ or "").strip().split("\n")[0],
        "payload": payload,
    }
    examples = [msgspec.json.decode(command_text(each)) for each in _EXAMPLES.get(tag, ())]
    examples += [msgspec.to_builtins(each) for each in _ANSWERS if isinstance(each, kind)]
    if examples:
        message["examples"] = [{"payload": each} for each in examples]
    return message
