"""The browser's reducer, run on real messages from the service."""

import subprocess
from typing import Any

import msgspec
import pytest

from queenhigh.client.look import Change, Snapshot, heard
from tests.service.overheard import Ear, overheard

from .schema import WEB, node

_REDUCE = """
const ts = require("typescript");
const { readFileSync } = require("fs");
const source = readFileSync("src/protocol/reducer.ts", "utf8");
const compilerOptions = { module: "commonjs", target: "es2022" };
const made = ts.transpileModule(source, { compilerOptions });
const { reduced } = new Function("exports", made.outputText + "; return exports;")({});
let state = null;
const states = JSON.parse(readFileSync(0, "utf8")).map((message) =>
  (state = message.type === "change" ? reduced(state, message) : message),
);
process.stdout.write(JSON.stringify(states));
"""


def reduced(messages: list[Any]) -> list[Any]:
    command = [node(), "-e", _REDUCE]
    done = subprocess.run(
        command, input=msgspec.json.encode(messages), capture_output=True, check=True, cwd=WEB
    )
    states: list[Any] = msgspec.json.decode(done.stdout)
    return states


def told(ear: Ear) -> list[tuple[Any, Any]]:
    """Messages about the table; readiness and meters are covered by the connection's own test."""
    return [
        (msgspec.json.decode(message), whole and msgspec.json.decode(whole))
        for message, whole in ear.sent
        if isinstance(heard(message), Snapshot | Change)
    ]


@pytest.mark.parametrize("name", ["ann", "dee"])
def test_the_browser_has_the_services_whole_view_after_every_message(name: str) -> None:
    ear = overheard(seed=2)[name]
    messages, wholes = zip(*told(ear), strict=True)
    states = reduced(list(messages))
    compared = [(state, whole) for state, whole in zip(states, wholes, strict=True) if whole]
    assert len(compared) > 20
    for state, whole in compared:
        assert state["view"] == whole["view"]
        assert state["moves"] == whole["moves"]
        assert state["version"] == whole["version"]


def test_a_change_after_a_gap_is_not_applied() -> None:
    (first, _), (change, _), *_ = told(overheard(steps=3)["ann"])
    assert reduced([first, {**change, "since": first["version"] + 1}])[-1] is None
