"""``python -m tests.service.examples`` updates the examples in the API's description.

Runs the tests of the service, and keeps the shortest answer for each operation whose example is
missing or no longer fits its description. Long lists are cut. Name test files to run only those.
"""

import re
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from jsonschema_rs import Draft202012Validator

import queenhigh.service.api_examples as kept
from queenhigh.service.api_examples import Example, answer, examples, operations
from queenhigh.service.app import make_app
from queenhigh.service.config import Config

FILE = Path(kept.__file__).with_name("examples.json")
_MOST_IN_A_LIST = 3


@cache
def described() -> dict[str, Any]:
    schema = make_app(Config(database="memory")).openapi_schema.to_schema()
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(schema))
    return plain


@cache
def described_operations() -> dict[str, dict[str, Any]]:
    """The operations by name, as the examples have them; a test checks that the names agree."""
    return dict(operations(described()))


def misfits(schema: dict[str, Any], name: str, operation: dict[str, Any]) -> Iterator[str]:
    """Yield what is wrong with the example of an operation."""
    example = examples().get(name)
    if example is None:
        yield f"{name}: there is no example"
        return
    for parameter in operation.get("parameters", ()):
        if parameter["in"] == "path" and parameter["name"] not in example.parameters:
            yield f"{name}: no example of {parameter['name']}"
    body = operation.get("requestBody", {}).get("content", {}).get("application/json")
    for content, given in ((body, example.request), (answer(operation), example.response)):
        if content is None or "schema" not in content or content["schema"] == {"type": "null"}:
            continue
        checker = Draft202012Validator({**content["schema"], "components": schema["components"]})
        for error in checker.iter_errors(given):
            where = "/".join(map(str, error.instance_path))
            yield f"{name}: {where}: {error.message[:200]}"


class Recorder:
    """Records the requests made while tests run."""

    def __init__(self, schema: dict[str, Any]):
        self.heard: dict[str, tuple[int, Example]] = {}
        self._patterns = [
            (name, re.compile(name.replace("{", "(?P<").replace("}", ">[^/]+)") + "/?"))
            for name, _ in sorted(operations(schema))
        ]

    def hear(self, request: httpx.Request, response: httpx.Response) -> None:
        if not response.is_success:
            return
        line = f"{request.method} {request.url.path}"
        found = [(name, match) for name, each in self._patterns if (match := each.fullmatch(line))]
        if not found:
            return
        name, match = min(found, key=lambda each: each[0].count("{"))
        is_json = response.headers.get("content-type", "").startswith("application/json")
        size = len(response.content)
        empty = response.content in (b"", b"[]", b"{}")
        rank = size + (10**9 if empty and is_json else 0)
        if name in self.heard and self.heard[name][0] <= rank:
            return
        self.heard[name] = (
            rank,
            Example(
                parameters={**match.groupdict(), **dict(request.url.params)},
                request=_cut(msgspec.json.decode(request.content)) if request.content else None,
                response=_cut(response.json()) if is_json and response.content else None,
            ),
        )


def _cut(value: Any) -> Any:
    if isinstance(value, list):
        return [_cut(each) for each in value[:_MOST_IN_A_LIST]]
    if isinstance(value, dict):
        return {name: _cut(each) for name, each in value.items()}
    return value


def listening(recorder: Recorder) -> Callable[..., httpx.Response]:
    send = httpx.Client.send

    def sent(self: httpx.Client, request: httpx.Request, **how: Any) -> httpx.Response:
        response = send(self, request, **how)
        recorder.hear(request, response)
        return response

    return sent


def main() -> None:
    schema = described()
    wanting = {name for name, each in operations(schema) if any(misfits(schema, name, each))}
    recorder = Recorder(schema)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(httpx.Client, "send", listening(recorder))
        quietly = ("-q", "--no-header", "-W", "ignore::pytest.PytestAssertRewriteWarning")
        tests = sys.argv[1:] or [str(Path(__file__).parent)]
        pytest.main([*quietly, "--ignore-glob=*test_examples.py", *tests])
    found = {name: example for name, (_, example) in recorder.heard.items() if name in wanting}
    current = {name for name, _ in operations(schema)}
    kept_ones = {name: each for name, each in examples().items() if name in current - wanting}
    together = dict(sorted({**kept_ones, **found}.items()))
    FILE.write_bytes(msgspec.json.format(msgspec.json.encode(together), indent=1) + b"\n")
    for name in sorted(wanting - set(found)):
        print(f"no test asks {name}")


if __name__ == "__main__":
    main()
