"""The browser's reducer, run on real messages from the service."""

import subprocess
from typing import Any

import msgspec
import pytest

from tests.service.overheard import Ear, overheard

from .schema import WEB, node

_REDUCE = """
const ts = require("typescript");
const { readFileSync } = require("fs");
const source = readFileSync("src/protocol/reducer.ts", "utf8");
const compilerOptions = { module: "commonjs", target: "es2022" };
const made = ts.transpileModule(source, { compilerOptions });
const { reduced, withBeside } = new Function(
  "exports", made.outputText + "; return exports;")({});
const next = (state, message) => {
  switch (message.type) {
    case "snapshot": return message;
    case "change": return reduced(state, message);
    default: return withBeside(state, message);
  }
};
let state = null;
const states = JSON.parse(readFileSync(0, "utf8")).map((each) => (state = next(state, each)));
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
    """Every message, with the whole state to compare where it is of the same version."""
    return [
        (msgspec.json.decode(message), whole and msgspec.json.decode(whole))
        for message, whole in ear.sent
    ]


@pytest.mark.parametrize(("of", "seed"), [("manual", 2), ("mics", 3)])
def test_the_browser_has_the_services_whole_state_after_every_message(of: str, seed: int) -> None:
    for name, ear in overheard(of, seed=seed, steps=40).items():
        messages, wholes = zip(*told(ear), strict=True)
        states = reduced(list(messages))
        compared = [(state, whole) for state, whole in zip(states, wholes, strict=True) if whole]
        assert len(compared) > 15
        for state, whole in compared:
            # A balance moves a moment before the table does, and the clock after it.
            for moving in ("balance", "now", "type"):
                state.pop(moving, None)
                whole.pop(moving, None)
            assert state == whole, name


def test_a_change_after_a_gap_is_not_applied() -> None:
    (first, _), (change, _), *_ = told(overheard(steps=3)["ann"])
    assert reduced([first, {**change, "since": first["version"] + 1}])[-1] is None
