"""The program's answer to a golden script: its log in words, and what it refused."""

from pathlib import Path
from typing import NamedTuple

import msgspec

from tests.cli.runner import run
from tests.golden.playthrough import without_trailing_blanks
from tests.golden.table import by_people, irregular, ordinary, results
from tests.golden.table.described import ROUNDS, Described
from tests.golden.table.script import path_of

FOLDER = Path(__file__).parent / "rounds"
MODULES = (ordinary, results, by_people, irregular)  # Imported for the rounds they describe.


class Told(NamedTuple):
    text: str
    events: str


def files(of: Described) -> dict[Path, str]:
    """Return all expected files of one golden round, the script first."""
    script = of.script().text()
    told = tell(of, script)
    wanted = {FOLDER / f"{of.name}.jsonl": script, FOLDER / f"{of.name}.txt": told.text}
    if of.with_events:
        wanted[FOLDER / f"{of.name}.events.jsonl"] = told.events
    return wanted


def all_files() -> dict[Path, str]:
    return {file: text for of in ROUNDS.values() for file, text in files(of).items()}


def tell(of: Described, script: str) -> Told:
    """Tell the round from the script alone, as a person would run it."""
    house = path_of(of.house)
    answer = run("script", "--house", house, "-", stdin=script)
    assert answer.err == "", answer.err
    lines = answer.out.splitlines(keepends=True)
    events = "".join(line for line in lines if not _is_refusal(line))
    replayed = run("replay", "--house", house, "-", stdin=events)
    assert (replayed.status, replayed.err) == (0, ""), replayed.err
    refused = "".join(_refusal(line) for line in lines if _is_refusal(line))
    shown = of.house if house == of.house else f"houses/{of.house}.toml"
    heading = (
        f"# {of.title}\n\n$ queenhigh script --house {shown} rounds/{of.name}.jsonl\n"
        f"exit status {answer.status}\n{refused}\n"
    )
    told = without_trailing_blanks(replayed.out)
    if not of.opening:
        told = told[told.index("Round 1,") :]
    return Told(heading + told, answer.out)


def _is_refusal(line: str) -> bool:
    return line.startswith('{"type":"refused"')


def _refusal(line: str) -> str:
    refusal = msgspec.json.decode(line)
    clauses = f"  ({', '.join(refusal['clauses'])})" if refusal["clauses"] else ""
    return f"refused: {refusal['code']}: {refusal['message']}{clauses}\n"
