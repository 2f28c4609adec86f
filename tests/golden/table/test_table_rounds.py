"""Whole rounds at the table in words, compared verbatim."""

import msgspec
import pytest

from queenhigh.house.loader import load_house
from queenhigh.table.command_rules import MAY
from tests.golden.table.described import ROUNDS
from tests.golden.table.script import path_of
from tests.golden.table.telling import FOLDER, files, tell
from tests.table.driver import BUILT_IN, methods_of

_LEAST = 4
# In all built-in books, players telling each other their hands is a matter of conduct.
REPORTS = {kind for kind in MAY if kind.startswith("report_")} - {"report_shared_hands"}


def _of_book(key: str) -> list[str]:
    longer = [other for other in BUILT_IN if other != key and other.startswith(key)]
    return [
        name
        for name, of in ROUNDS.items()
        if of.house.startswith(key) and not of.house.startswith(tuple(longer))
    ]


@pytest.mark.parametrize("name", ROUNDS)
def test_a_golden_round_is_stored_as_described_and_retold(name: str) -> None:
    for file, text in files(ROUNDS[name]).items():
        assert file.read_text("utf-8") == text, "see tests/golden/table/README.md"


@pytest.mark.parametrize("name", ROUNDS)
def test_a_stored_script_reads_as_recorded(name: str) -> None:
    script = (FOLDER / f"{name}.jsonl").read_text("utf-8")
    told = tell(ROUNDS[name], script)
    assert told.text == (FOLDER / f"{name}.txt").read_text("utf-8")


def test_nothing_is_stored_that_is_not_described() -> None:
    stored = {file.name.partition(".")[0] for file in FOLDER.iterdir()}
    assert stored == set(ROUNDS)


@pytest.mark.parametrize("key", BUILT_IN)
def test_every_house_has_its_golden_rounds(key: str) -> None:
    names = _of_book(key)
    assert len(names) >= _LEAST
    assert any(ROUNDS[name].with_events for name in names)


@pytest.mark.parametrize("key", BUILT_IN)
def test_every_house_has_a_round_of_each_irregularity_and_of_every_result(key: str) -> None:
    scripts = [(FOLDER / f"{name}.jsonl").read_text("utf-8") for name in _of_book(key)]
    lines = [line for script in scripts for line in script.splitlines() if line[:1] == "{"]
    assert {msgspec.json.decode(line)["type"] for line in lines} >= REPORTS
    assert f"{key}-every-result" in ROUNDS
    assert f"{key}-dealer-run" in ROUNDS


@pytest.mark.parametrize("key", BUILT_IN)
def test_every_dealing_method_of_a_house_has_an_ordinary_round(key: str) -> None:
    methods = {
        load_house(path_of(ROUNDS[name].house)).dealing.method
        for name in _of_book(key)
        if name.endswith("-ordinary")
    }
    assert methods == set(methods_of(key))
