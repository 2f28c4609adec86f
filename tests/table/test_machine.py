"""Random commands, legal and not, at every house: what must always be true is true after each.

Nobody sees a card early: for each viewer the same commands are given again at a table whose cards
differ in what that viewer may not know, and all that the viewer gets must be the same.
"""

import os
import random

import pytest

from queenhigh.house.loader import BUILT_IN
from queenhigh.table.commands import COMMANDS
from tests.table.chance import MAKERS, play_out, some_house
from tests.table.machine import Trial
from tests.table.shortest import told

TRIALS, STEPS = (200, 100) if os.environ.get("CI") == "true" else (40, 50)
BATCHES = 4  # So that several cores share the work.


@pytest.mark.parametrize("batch", range(BATCHES))
@pytest.mark.parametrize("key", BUILT_IN)
def test_what_must_always_be_true_is_true_after_every_command(key: str, batch: int) -> None:
    for number in range(batch, TRIALS, BATCHES):
        chance = random.Random(f"{key} {number}")
        trial = Trial(some_house(key, chance))
        try:
            play_out(trial, chance, STEPS)
            trial.bring_to_an_end(chance)
        except Exception as error:
            pytest.fail(told(trial.house, trial.written, error), pytrace=False)


def test_the_machine_knows_every_command() -> None:
    assert set(MAKERS) == {str(kind.__struct_config__.tag) for kind in COMMANDS}
