"""The pages on HTTP and the live connection, made from the service's own description."""

from collections.abc import Iterator
from typing import Any

import msgspec

from queenhigh.service.api_description import TAGS, described
from queenhigh.service.api_examples import operations
from queenhigh.service.app import make_app
from queenhigh.service.config import Config
from queenhigh.wire.asyncapi import live_description

_LONGEST_EXAMPLE = 700


def http(generated: str) -> Iterator[str]:
    app = make_app(Config(database="memory"))
    schema = described(app, app.openapi_schema.to_schema())
    yield from ("# The service over HTTP", "", generated, "")
    yield from (schema["info"]["description"].strip(), "")
    yield "A running service shows the same at `/developers`, where each operation can be tried,"
    yield "and as OpenAPI at `/schema/openapi.json`. [A shell](../guides/curl.md) plays a round."
    by_tag: dict[str, list[tuple[str, dict[str, Any]]]] = {name: [] for name in TAGS}
    for name, operation in operations(schema):
        by_tag[operation["tags"][0]].append((name, operation))
    for tag, found in by_tag.items():
        yield from ("", f"## {tag.capitalize()}", "", TAGS[tag])
        for name, operation in sorted(found, key=lambda each: each[0].split(" ")[::-1]):
            yield from _operation(name, operation)


def _operation(name: str, operation: dict[str, Any]) -> Iterator[str]:
    summary = operation["summary"].rstrip("?.") + ("?" if "?" in operation["summary"] else ".")
    yield from ("", f"### `{name}`", "", f"**{summary}** {operation['description']}")
    parameters = operation.get("parameters", [])
    if parameters:
        yield from ("", "| parameter | in | |", "|---|---|---|")
    for each in parameters:
        about = each.get("description", "") or ("required" if each.get("required") else "")
        yield f"| `{each['name']}` | {each['in']} | {about} |"
    body = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
    if "example" in body:
        yield from ("", "```json", _json(body["example"]), "```")


def live(generated: str) -> Iterator[str]:
    document = live_description()
    yield from ("# Live connections", "", generated, "")
    yield "WebSockets, in JSON. A running service describes them as AsyncAPI at"
    yield "`/schema/asyncapi.json`, with every message's shape."
    yield from ("", "| address | |", "|---|---|")
    for channel in document["channels"].values():
        yield f"| `{channel['address']}` | {channel['description']} |"
    yield from ("", document["info"]["description"], "")
    query = document["channels"]["table"]["bindings"]["ws"]["query"]["properties"]
    yield from ("| parameter of a table's address | |", "|---|---|")
    for name, about in query.items():
        yield f"| `{name}` | {about['description']} |"
    told: set[str] = set()
    for operation in document["operations"].values():
        yield from ("", f"## {operation['summary']}")
        names = [each["$ref"].rpartition("/")[2] for each in operation["messages"]]
        for name in names:
            if name not in told:
                yield from _message(document, name)
        if again := [f"`{name}`" for name in names if name in told]:
            yield from ("", f"And {' and '.join(again)}, as above.")
        told |= set(names)


def _message(document: dict[str, Any], name: str) -> Iterator[str]:
    message = document["components"]["messages"][name]
    yield from ("", f"### `{name}`", "", message["summary"], "")
    schema = document["components"]["schemas"][message["payload"]["$ref"].rpartition("/")[2]]
    required = schema.get("required", ())
    yield from ("| field | |", "|---|---|")
    for field, kind in schema["properties"].items():
        optional = "" if field in required else ", may be missing"
        yield f"| `{field}` | {_kind(kind, field)}{optional} |"
    for example in message.get("examples", ()):
        yield from ("", "```json", _json(example["payload"]), "```")


_LISTED = {"commands": " (`GET /api/v1/commands`)"}


def _kind(schema: dict[str, Any], field: str = "") -> str:
    if "anyOf" in schema and len(schema["anyOf"]) > 5:
        several = f"{field.removesuffix('s')}s"
        listed = _LISTED.get(several, "")
        return f"one of {len(schema['anyOf'])} {several}, by its `type`{listed}"
    if "anyOf" in schema:
        return " or ".join(_kind(each) for each in schema["anyOf"])
    if "$ref" in schema:
        return f"`{schema['$ref'].rpartition('/')[2]}`"
    if "enum" in schema:
        return " or ".join(f"`{value}`" for value in schema["enum"])
    if schema.get("type") == "array":
        items = schema.get("items", {})
        known = isinstance(items, dict) and len(items)
        return f"list of {_kind(items, field) if known else 'anything'}"
    return str(schema.get("format") or schema.get("type") or "anything")


def _json(value: Any) -> str:
    text = msgspec.json.encode(value).decode()
    if len(text) > _LONGEST_EXAMPLE:
        return text[:_LONGEST_EXAMPLE] + "..."
    return text
