"""The live connections described as AsyncAPI, made of the messages themselves."""

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple, get_args

import msgspec

from .. import __version__
from ..house.plain_data import Document
from .api_version import versioned
from .messages import (
    CLOSE_CODES,
    Answered,
    Bye,
    LobbyMessage,
    MoneyMessage,
    NoticesMessage,
    PitMessage,
    Pong,
    ToClient,
    WishRefused,
)
from .requests import FromClient, Move, Ping, command_text

_SCHEMAS = "#/components/schemas/{name}"
_ABOUT = """A connection shows one table, the lobby, the pit, notices or money, as its owner may see
them.

At a table, the first message is a `snapshot`. If `after` names a version that the client knows, it
is a `change` with everything since then. After that, every change is sent as it happens. A `change`
builds on the version in `since` and has only what is different: fields that are absent are
unchanged, in the message and in its `view`; `seats` has only those that changed, each with its
changes, and `gone` those that are now free. A client at a version other than `since` has missed
something: it reconnects without `after`. `version` is the table's: it grows with every event.

Commands are sent with an id and answered with that id. A command that acts is answered by the
`change` that it caused, where `answers` has its id and the version after it, or by an `answer` if
it caused none or had acted before. A command that does not act is answered by `refused`. A command
sent again with the same id acts once.

The lobby and the pit are sent as lists of tables: the first message is `whole`; later ones have the
tables that are new or different, and in `gone` the ids of those that no longer exist. They are sent
up to four times a second. The lobby needs no sign-in; the pit is for staff.

Notices are sent as the whole list of open ones, whenever one appears or disappears, is acknowledged
or becomes overdue. They are for staff.

Of money only the fact that it has moved is sent: of your own at the purse, of any patron's at the
cage, which is for staff. Load it again over HTTP.

A client that is silent for 90 seconds is disconnected: send `ping`.

Sign in as for HTTP: with the session's cookie and the `Origin` of the page, or with `Authorization:
Bearer TOKEN`. A connection that is refused closes with 4000 plus the HTTP status: 4401 not signed
in, 4403 not allowed (a page of another `Origin` too), 4404 no such table, 4429 too many. It opens
first, because a browser is not told the status of a handshake. Later on, the service says `bye`
before it closes:
"""
_SAID = {
    "slow": "the client reads too slowly; reconnect and continue from the last version",
    "restart": "the service stops or restarts; reconnect",
    "signed_out": "the session or token is no longer valid; sign in again",
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


class _Channel(NamedTuple):
    """A kind of connection: its address, what a client sends there and what it receives."""

    address: str
    about: str
    heard: tuple[type[msgspec.Struct], ...]
    told: tuple[type[msgspec.Struct], ...]


_CHANNELS = {
    "table": _Channel(
        "/api/tables/{table}/live", "A table, live.", get_args(FromClient), get_args(ToClient)
    ),
    "lobby": _Channel(
        "/api/lobby/live", "The lobby, live.", (Ping,), (LobbyMessage, Pong, Bye)
    ),
    "pit": _Channel(
        "/api/floor/live", "Every table as the floor sees it, live.", (Ping,),
        (PitMessage, Pong, Bye),
    ),
    "notices": _Channel(
        "/api/notices/live", "Your notices, live.", (Ping,), (NoticesMessage, Pong, Bye)
    ),
    "purse": _Channel(
        "/api/me/purse/live", "Your money with the house, live.", (Ping,), (MoneyMessage, Pong, Bye)
    ),
    "cage": _Channel(
        "/api/cage/live", "Patrons' money, live.", (Ping,), (MoneyMessage, Pong, Bye)
    ),
}  # fmt: skip
_OF_A_TABLE = {
    "parameters": {"table": {"description": "The table's id, from the lobby."}},
    "bindings": {
        "ws": {
            "query": {
                "type": "object",
                "properties": {
                    "after": {
                        "type": "integer",
                        "description": "The last version the client has.",
                    },
                    "as": {
                        "type": "string",
                        "description": "At your own practice table: the role to act in.",
                    },
                },
            }
        }
    },
}


@cache
def live_description() -> Document:
    """The whole document, AsyncAPI 3.0."""
    kinds = tuple(dict.fromkeys(
        kind for channel in _CHANNELS.values() for kind in (*channel.heard, *channel.told)
    ))  # fmt: skip
    payloads, schemas = msgspec.json.schema_components(kinds, ref_template=_SCHEMAS)
    messages = {
        each.__struct_config__.tag: _message(each, payload)
        for each, payload in zip(kinds, payloads, strict=True)
    }
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "Queenhigh, live",
            "version": __version__,
            "description": _about(),
        },
        "defaultContentType": "application/json",
        "channels": {name: _channel(name) for name in _CHANNELS},
        "operations": dict(_operations()),
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


def _channel(name: str) -> Document:
    channel = _CHANNELS[name]
    tags = [each.__struct_config__.tag for each in (*channel.heard, *channel.told)]
    return {
        "address": versioned(channel.address),
        "description": channel.about,
        "messages": {tag: {"$ref": f"#/components/messages/{tag}"} for tag in tags},
        **(_OF_A_TABLE if name == "table" else {}),
    }


def _operations() -> Iterator[tuple[str, Document]]:
    for name, channel in _CHANNELS.items():
        where = "at a table" if name == "table" else f"about the {name}"
        heard = _operation(name, "receive", f"What a client sends {where}", channel.heard)
        if name == "table":  # A listener to the room sends nothing but `ping`.
            yield f"say_{name}", heard
        yield (
            f"hear_{name}",
            _operation(name, "send", f"What a client receives {where}", channel.told),
        )


def _operation(
    channel: str, action: str, summary: str, messages: tuple[type[msgspec.Struct], ...]
) -> Document:
    refs = [
        {"$ref": f"#/channels/{channel}/messages/{each.__struct_config__.tag}"} for each in messages
    ]
    return {
        "action": action,
        "summary": summary,
        "channel": {"$ref": f"#/channels/{channel}"},
        "messages": refs,
    }


def _message(kind: type[msgspec.Struct], payload: Document) -> Document:
    tag = str(kind.__struct_config__.tag)
    message: Document = {
        "name": tag,
        "summary": (kind.__doc__ or "").strip().split("\n")[0],
        "payload": payload,
    }
    examples = [msgspec.json.decode(command_text(each)) for each in _EXAMPLES.get(tag, ())]
    examples += [msgspec.to_builtins(each) for each in _ANSWERS if isinstance(each, kind)]
    if examples:
        message["examples"] = [{"payload": each} for each in examples]
    return message
