"""Run the long trials of docs/operating/reliability.md one after another, on their own PostgreSQL.

Run it as `.venv/bin/python -m scripts.trials [MINUTES]`, stop it at any time, and run it again: it
resumes from the results file until every wanted result is in it.
"""

import subprocess
import sys
import time
from pathlib import Path

from tests.postgres import running_postgres

ROOT = Path(__file__).parents[1]
RESULTS = "docs/operating/reliability.json"
TURN_MINUTES = 4
KILLS = 1_000
WORLDS = {"memory": (8_000, 0), "sqlite": (1_500, 100_000), "postgresql": (500, 200_000)}


def turns(postgres: str) -> list[list[str]]:
    places = {"memory": "memory", "sqlite": "sqlite", "postgresql": postgres}
    worlds = [
        f"simulate-faults --cores 1 --store {places[kind]} --seeds {number} --from {first}".split()
        for kind, (number, first) in WORLDS.items()
    ]
    kills = [
        f"crash-test --database {places[kind]} --kills {KILLS}".split()
        for kind in ("sqlite", "postgresql")
    ]
    return [*worlds, *kills]


def main(minutes: float) -> int:
    end = time.monotonic() + 60 * minutes
    with running_postgres() as server:
        left = turns(server.new_database())
        while left and time.monotonic() < end:
            turn = left.pop(0)
            command = [f"{sys.prefix}/bin/queenhigh", *turn, "--results", RESULTS]
            before = (ROOT / RESULTS).read_bytes()
            subprocess.run([*command, "--minutes", str(TURN_MINUTES)], cwd=ROOT, check=False)
            if (ROOT / RESULTS).read_bytes() != before:
                left.append(turn)
    return 0


if __name__ == "__main__":
    sys.exit(main(float(sys.argv[1]) if len(sys.argv) > 1 else float("inf")))
