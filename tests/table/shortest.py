"""A trial that failed, made as short as it can be: a script that anybody can run."""

import random

import msgspec

from queenhigh.house.loader import load_house
from queenhigh.house.model import House
from tests.table.chance import PEOPLE
from tests.table.machine import Broken, Trial, Written


def told(house: House, commands: list[Written], error: Exception) -> str:
    """The shortest script that comes to the same end, to be fed to `queenhigh script`."""
    shortest = shortened(house, commands, error)
    changed = {
        name: value
        for name in house.options.__struct_fields__
        if (value := getattr(house.options, name)) != getattr(load_house(house.key).options, name)
    }
    lines = [
        f"{type(error).__name__}: {error}",
        f"house {house.key}, shuffled by {house.shuffle.method}, {msgspec.to_builtins(changed)}",
        *(msgspec.json.encode(each).decode() for each in shortest),
    ]
    return "\n".join(lines)


def shortened(house: House, commands: list[Written], error: Exception) -> list[Written]:
    """Leaves out what can be left out, in halves, quarters, and so on down to single commands."""
    size = len(commands) // 2
    while size:
        place = 0
        while place < len(commands):
            without = commands[:place] + commands[place + size :]
            if ends_alike(house, without, error):
                commands = without
            else:
                place += size
        size //= 2
    return commands


def ends_alike(house: House, commands: list[Written], error: Exception) -> bool:
    trial, chance = Trial(house), random.Random(1)
    try:
        for each in commands:
            trial.give(each)
        if not isinstance(error, Broken) or "sees" in str(error):
            for viewer in PEOPLE:
                trial.look(viewer, 1)
        trial.bring_to_an_end(chance)
    except Exception as found:
        return alike(found) == alike(error)
    return False


def alike(error: Exception) -> tuple[str, ...]:
    words = [word for word in str(error).split()[:3] if word.isalpha()]
    return type(error).__name__, *words
