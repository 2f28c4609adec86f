"""Examples for the API description: real requests and answers, stored next to this module.

`python -m tests.service.examples` records them from the tests' requests.
"""

from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec

from ..house.plain_data import Document

_JSON = "application/json"
METHODS = ("get", "put", "post", "patch", "delete")


class Example(msgspec.Struct, omit_defaults=True):
    parameters: dict[str, str] = {}  # In path and query.
    request: Any = None  # Any JSON, as it was recorded.
    response: Any = None  # Any JSON, as it was recorded.


@cache
def examples() -> dict[str, Example]:
    """Examples by operation, such as ``POST /api/tables``."""
    kept = files(__package__).joinpath("examples.json").read_bytes()
    return msgspec.json.decode(kept, type=dict[str, Example])


def operations(schema: Document) -> Iterator[tuple[str, Document]]:
    for path, item in schema["paths"].items():
        for method in METHODS:
            if method in item:
                yield f"{method.upper()} {path}", item[method]


def explain(name: str, operation: Document) -> None:
    """Put the example of an operation into its description."""
    example = examples().get(name, Example())
    for parameter in operation.get("parameters", ()):
        if parameter["name"] in example.parameters:
            parameter["example"] = example.parameters[parameter["name"]]
    if "requestBody" in operation and example.request is not None:
        operation["requestBody"]["content"][_JSON]["example"] = example.request
    content = answer(operation)
    if content is not None and example.response is not None:
        content["example"] = example.response


def answer(operation: Document) -> Document | None:
    """The operation's description of its successful answer, if that is JSON."""
    for status, response in operation["responses"].items():
        if status.startswith("2"):
            found: Document | None = response.get("content", {}).get(_JSON)
            return found
    return None
