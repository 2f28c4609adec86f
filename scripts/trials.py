"""Run the long trials of docs/operating/reliability.md on their own PostgreSQL.

Run it as `.venv/bin/python -m scripts.trials [MINUTES]`, stop it at any time, and run it again: it
resumes from the results file until every wanted result is in it. Worlds of the three stores are
simulated in turn; beside them, as they mostly wait, services on the two databases are killed.
"""

import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.postgres import running_postgres

ROOT = Path(__file__).parents[1]
RESULTS = "docs/operating/reliability.json"
TURN_MINUTES = 10
KILLS = 1_000
WORLDS = {"memory": (8_000, 0), "sqlite": (1_500, 100_000), "postgresql": (500, 200_000)}


def lanes(postgres: str) -> list[list[str]]:
    """Return the commands that take turns, lane by lane; the lanes run at the same time."""
    places = {"memory": "memory", "sqlite": "sqlite", "postgresql": postgres}
    worlds = [
        f"simulate-faults --cores 1 --store {places[kind]} --seeds {number} --from {first}"
        for kind, (number, first) in WORLDS.items()
    ]
    kills = [f"crash-test --database {places[kind]} --kills {KILLS}" for kind in list(places)[1:]]
    return [worlds, *([each] for each in kills)]


def run(lane: list[str], end: float) -> None:
    """Run the commands of a lane in turn until none has anything left to do."""
    while lane and time.monotonic() < end:
        turn = lane.pop(0)
        left = (end - time.monotonic()) / 60
        minutes = min(TURN_MINUTES, left) if lane else left
        command = [f"{sys.prefix}/bin/queenhigh", *turn.split(), "--results", RESULTS, "--json"]
        began = time.monotonic()
        if minutes < float("inf"):
            command += ["--minutes", str(minutes)]
        subprocess.run(command, cwd=ROOT, check=False, stdout=subprocess.DEVNULL)
        if time.monotonic() - began >= 60 * minutes:
            lane.append(turn)


def main(minutes: float) -> int:
    end = time.monotonic() + 60 * minutes
    with running_postgres() as server, ThreadPoolExecutor() as threads:
        list(threads.map(lambda lane: run(lane, end), lanes(server.new_database())))
    return 0


if __name__ == "__main__":
    sys.exit(main(float(sys.argv[1]) if len(sys.argv) > 1 else float("inf")))
