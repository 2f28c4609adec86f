"""A command is declared beside its options; what it runs takes the same parameters."""

import inspect
from typing import Any

import pytest

import queenhigh.cli  # noqa: F401  So that all commands are there.
from queenhigh.cli.app import app
from queenhigh.cli.commands_store import audit_app
from queenhigh.cli.plain_parameters import target_of

DECLARED: dict[str, Any] = {
    each.callback.runs: each.callback
    for group in (app, audit_app)
    for each in group.registered_commands
    if each.callback is not None and hasattr(each.callback, "runs")
}


@pytest.mark.parametrize("runs", DECLARED)
def test_a_command_gives_its_parameters_to_the_function_that_it_runs(runs: str) -> None:
    declared, taken = (
        inspect.signature(each).parameters for each in (DECLARED[runs], target_of(runs))
    )
    assert declared.keys() == taken.keys()
    assert all(each.kind is not inspect.Parameter.POSITIONAL_ONLY for each in taken.values())


def test_most_commands_are_declarations() -> None:
    assert len(DECLARED) > 30
