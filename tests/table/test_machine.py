"""Random commands, legal and illegal, at every house: the invariants hold after each.

Nobody sees a card early: every event, view and refusal is searched for cards the viewer may not
know; and for one viewer the round is played again at a table where the cards hidden from that
viewer are different, and the viewer must get exactly the same.

A failure is reported as the shortest script that leads to it, for `queenhigh script`.
"""

from collections.abc import Sequence
from typing import Any, TypeVar

import msgspec
import pytest
from hypothesis import HealthCheck, note, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)

from queenhigh.house.loader import load_house
from queenhigh.house.model import House
from queenhigh.table.commands import COMMANDS
from queenhigh.table.state import Phase
from tests.samples import IS_LONGER, tries
from tests.table.chance import People, some_house
from tests.table.driver import BUILT_IN
from tests.table.machine import Trial
from tests.table.wishes import FIELDS, PEOPLE

T = TypeVar("T")
SEARCH = settings(
    max_examples=tries(6),
    stateful_step_count=30,
    derandomize=not IS_LONGER,
    deadline=None,
    print_blob=True,
    report_multiple_bugs=False,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
NOTHING_HIDDEN = (Phase.CLOSED, Phase.OPENING, Phase.BETTING)


class Drawn:
    """Hypothesis's chance, in which every choice can shrink."""

    def __init__(self, data: Any):
        self.draw = data.draw

    def choice(self, seq: Sequence[T], /) -> T:
        chosen: T = self.draw(st.sampled_from(seq))
        return chosen

    def randint(self, a: int, b: int, /) -> int:
        number: int = self.draw(st.integers(a, b))
        return number


class AtATable(RuleBasedStateMachine):
    """Open a table and seat some people; after that anything may happen."""

    key: str  # The house's key; one class for each.

    def __init__(self) -> None:
        super().__init__()
        self.people: People | None = None
        self.looked_at = 0

    @initialize(data=st.data())
    def a_table_is_opened(self, data: Any) -> None:
        house = some_house(self.key, Drawn(data))
        note(in_words(house))
        self.people = People(Trial(house))
        self.people.trial.heard = note
        self.people.open_a_table(Drawn(data))

    @rule(data=st.data())
    def something_happens(self, data: Any) -> None:
        assert self.people is not None
        self.people.do_something(Drawn(data))

    @invariant()
    def hidden_cards_make_no_difference_to_somebody(self) -> None:
        """Check for each viewer in turn; a table without hidden cards needs no check."""
        if self.people is None or self.people.table.phase in NOTHING_HIDDEN:
            return
        if (version := self.people.table.version) != self.looked_at:
            self.looked_at = version
            self.people.trial.look(PEOPLE[version % len(PEOPLE)], version)

    def teardown(self) -> None:
        if self.people is not None:
            self.people.trial.bring_to_an_end()


def in_words(house: House) -> str:
    """Say how the house differs from the built-in one."""
    own = load_house(house.key).settings
    changed = {path: value for path, value in house.settings.items() if value != own.get(path)}
    return f"# {house.key}, shuffled by {house.shuffle.method}, {msgspec.to_builtins(changed)}"


@pytest.mark.parametrize("key", BUILT_IN)
def test_the_invariants_hold_after_every_command(key: str) -> None:
    run_state_machine_as_test(type("AtATable", (AtATable,), {"key": key}), settings=SEARCH)


def test_the_machine_knows_every_command() -> None:
    assert set(FIELDS) == {str(kind.__struct_config__.tag) for kind in COMMANDS}
