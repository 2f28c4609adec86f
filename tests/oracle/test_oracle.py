"""The command line still gives its frozen answers, apart from added fields."""

import gc
import re
import tempfile
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec
import pytest

from queenhigh.house.book import read_toml
from queenhigh.house.first_form import convert
from queenhigh.house.toml_text import as_toml
from tests.model.documents import HOUSES
from tests.oracle import command, storage
from tests.oracle.compare import differences
from tests.oracle.figures import essentials
from tests.oracle.intended import but_for, departs_now, is_of_another_book
from tests.samples import every

Entry = dict[str, Any]
CHANGED = ("classic-pair", "manual-two-bets")
OWN_HOUSES = sorted(file.stem for file in (storage.FROZEN / "houses").glob("*.toml"))
_AT_ONCE = 500


@pytest.fixture(autouse=True)
def no_collector() -> Iterator[None]:
    """Turn off the garbage collector: nothing here is cyclic, and it takes a third of the time."""
    gc.disable()
    yield
    gc.enable()


def hold(given: Any, frozen: Any, now: Any, *, changed: bool = False) -> None:
    """Fail with the first difference and the document that shows it."""
    if msgspec.json.encode(frozen) == msgspec.json.encode(now):
        return
    if is_of_another_book(given, now) or departs_now(given, frozen):
        return
    changed = changed or (isinstance(given, dict) and "options" in given)
    if found := differences(but_for(frozen, now, changed=changed), now):
        more = f"\n({len(found) - 1} more differences in this answer)" if found[1:] else ""
        document = given if isinstance(given, str) else msgspec.json.encode(given).decode()
        pytest.fail(f"{found[0]}{more}\ngiven: {document[:3000]}", pytrace=False)


def in_batches(entries: Iterable[Entry]) -> Iterable[list[Entry]]:
    iterator = iter(entries)
    while batch := list(islice(iterator, _AT_ONCE)):
        yield batch


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", storage.names("settle"))
def test_rounds_settle_as_they_did(name: str) -> None:
    for batch in in_batches(storage.read(name, every(4))):
        answers = command.settle_all([entry["given"] for entry in batch])
        for entry, now in zip(batch, answers, strict=True):
            hold(entry["given"], entry["answer"], now)


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", storage.names("check"))
def test_opening_bets_are_judged_as_they_were(name: str) -> None:
    for entry in storage.read(name, every(4)):
        now = command.check(msgspec.json.encode(entry["given"]))
        hold(entry["given"], entry["answer"], now)


def test_malformed_documents_are_refused_in_the_same_words() -> None:
    for entry in storage.read("errors"):
        document = entry["given"].encode("latin-1")
        hold(entry["given"], entry["settle"], command.settle(document))
        checked = command.check(document)
        if checked["status"] != 1:  # A wager that is not offered is refused, with its clause.
            hold(entry["given"], entry["check"], checked)


@pytest.mark.exhaustive
@pytest.mark.parametrize("house", HOUSES)
def test_the_exact_figures_are_unchanged(house: str) -> None:
    for entry in storage.read(f"analyze/{house}"):
        now = essentials(command.figures("analyze", *entry["given"]))
        hold(entry["given"], entry["frozen"], now)


@pytest.mark.exhaustive
def test_the_same_seed_gives_the_same_totals() -> None:
    for entry in storage.read("simulate"):
        now = essentials(command.figures("simulate", *entry["given"]))
        hold(entry["given"], entry["frozen"], now)


def house_file(name: str) -> str:
    """Convert a house file in the frozen format to today's, for `--house`."""
    frozen = storage.FROZEN / f"houses/{name}.toml"
    made = Path(tempfile.mkdtemp()) / f"{name}.toml"
    made.write_text(as_toml(convert(read_toml(frozen))), "utf-8")
    return str(made)


# The house with two bets names a third as its reason to forfeit: such a reference is an error now.
# The one with a pair as qualifier has no Pair Plus, and no longer says who did not bet it.
@pytest.mark.parametrize("name", [name for name in OWN_HOUSES if name not in CHANGED])
def test_a_custom_house_gives_the_same_answers_as_before(name: str) -> None:
    file, entries = house_file(name), list(storage.read(f"houses/{name}"))
    rounds = [entry for entry in entries if "settle" in entry]
    settled = command.settle_all([entry["settle"] for entry in rounds], file)
    for entry, now in zip(rounds, settled, strict=True):
        hold(entry["settle"], entry["answer"], now, changed=True)
    for entry in entries:
        if "check" in entry:
            now = command.check(msgspec.json.encode(entry["check"]), file)
            hold(entry["check"], entry["answer"], now, changed=True)
        if "analyze" in entry:
            now = essentials(command.figures("analyze", *entry["analyze"], "--house", file))
            hold(entry["analyze"], entry["answer"], now)


# The frozen answers cover what they are meant to cover.


def test_many_reasons_to_refuse_a_bet_are_among_the_frozen() -> None:
    reached = {
        refusal["code"]
        for house in HOUSES
        for entry in storage.read(f"check/{house}")
        for refusal in entry["answer"].get("answer", {}).get("refusals", [])
    }
    assert len(reached) == 28


@pytest.mark.parametrize(
    ("frozen", "now", "found"),
    [
        ({"a": 1}, {"a": 1, "b": 2}, ""),
        ({"a": [{"b": 1}]}, {"a": [{"b": 1, "c": 2}]}, ""),
        ({"a": 1}, {"b": 1}, "a: was 1, is missing"),
        ({"a": [{"b": 1}]}, {"a": [{"b": 2}]}, r"a\[0\].b: was 1, is 2"),
        ([1, 2], [2, 1], r"\[0\]: was 1, is 2"),
        ({"a": [1]}, {"a": [1, 2]}, "a: was 1 long, is 2 long"),
        (1, True, "the answer: was 1, is True"),
        (1, 1.0, "the answer: was 1, is 1.0"),
        (None, 0, "the answer: was None, is 0"),
        ({"a": 1}, [1], "the answer: was"),
    ],
)
def test_answers_are_equal_but_for_added_fields(frozen: Any, now: Any, found: str) -> None:
    told = differences(frozen, now)
    assert re.match(found, told[0]) if found else not told
