"""Simulated worlds on the real store: SQLite on a failing disk, PostgreSQL losing connections."""

from pathlib import Path

import pytest

from queenhigh.cli.reliability_results import Part, ResultsFile
from queenhigh.faults.trial_database import trial_database
from queenhigh.faults.weather import Climate
from queenhigh.faults.world import Outcome, Plan, World
from queenhigh.store.store_address import open_to_read
from tests.stores import new_postgres_address

STORM = 5.0
SEEDS = range(100, 110)
ROUGH = Climate(delay_seconds=0.2, death_every=2.0, landing_fails=0.25, answer_lost=0.2)


def run(seed: int, database: str) -> tuple[World, Outcome]:
    world = World(Plan(seed, storm_seconds=STORM, climate=ROUGH, database=database))
    return world, world.run()


@pytest.mark.parametrize("seed", SEEDS)
def test_sqlite_on_a_disk_that_fails_keeps_what_it_acknowledged(seed: int) -> None:
    with trial_database("sqlite", str(seed)) as database:
        world, outcome = run(seed, database)
    assert outcome.breach == "", "\n".join([*outcome.trace[-60:], outcome.breach])
    assert world.disk.faults is not None
    assert world.disk.faults.struck, "otherwise it proves nothing"


@pytest.mark.parametrize("seed", SEEDS)
def test_postgres_that_drops_connections_keeps_what_it_acknowledged(seed: int) -> None:
    world, outcome = run(seed, new_postgres_address())
    assert outcome.breach == "", "\n".join([*outcome.trace[-60:], outcome.breach])
    assert world.disk.faults is not None
    assert world.disk.faults.struck


def test_results_add_up_and_runs_resume(tmp_path: Path) -> None:
    file = str(tmp_path / "results.json")
    first = ResultsFile(file)
    into = first.of("worlds", "sqlite", 7)
    first.add(into, Part(20, {"deaths": 3}, {}, 27))
    again = ResultsFile(file)
    into = again.of("worlds", "sqlite", 0)
    assert (into.first_seed, into.next_seed, into.done) == (7, 27, 20)
    again.add(into, Part(5, {"deaths": 1}, {29: "a card was lost"}, 32))
    kept = ResultsFile(file).of("worlds", "sqlite", 0)
    assert (kept.done, kept.sums, kept.failed) == (25, {"deaths": 4}, {29: "a card was lost"})


def test_two_kinds_of_trials_add_to_one_file_at_the_same_time(tmp_path: Path) -> None:
    worlds, kills = (ResultsFile(str(tmp_path / "results.json")) for _ in range(2))
    of_worlds, of_kills = worlds.of("worlds", "memory", 0), kills.of("kills", "sqlite", 1)
    worlds.add(of_worlds, Part(20, {}, {}, 20))
    kills.add(of_kills, Part(50, {}, {}, 2))
    worlds.add(of_worlds, Part(20, {}, {}, 40))
    kept = ResultsFile(str(tmp_path / "results.json"))
    assert kept.of("worlds", "memory", 0).done == 40
    assert kept.of("kills", "sqlite", 1).done == 50


def test_a_trial_begins_with_tables_unless_making_them_is_part_of_it() -> None:
    with trial_database("sqlite", "1") as database:
        open_to_read(database).close()
    with trial_database("sqlite", "1", empty=True) as database:
        assert not Path(database).exists()
