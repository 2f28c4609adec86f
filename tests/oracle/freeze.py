"""Freezes what the code of today answers: `python -m tests.oracle.freeze [PART ...]`.

See README.md beside this file before running it: the frozen answers are there to be kept.
"""

import sys
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis.strategies import SearchStrategy

from queenhigh.house.catalogue import options as index
from tests.cli.test_bad_rounds import BAD
from tests.model.documents import (
    COUPON_SPOTS,
    HOUSES,
    Document,
    check_documents,
    settle_documents,
)
from tests.oracle import command, storage
from tests.oracle.documents import bets_of, round_of
from tests.oracle.figures import analyses, essentials, simulations
from tests.oracle.freeze_logs import freeze_logs
from tests.oracle.values import OWN_HOUSES, VALUES

Entry = dict[str, Any]
Ask = Callable[[list[Document]], list[Any]]
Draw = Callable[[Random, str, str], Document]

ROUNDS = 2200  # Of each house, without options.
BETS = 833  # The same to be checked.
MIXED = 650  # Of each house, with several options at once.
OWN = 150  # Of each house file, to settle and to check.
DRAWN = 150  # Of each house, from the generators of the model.
ASKED = 240  # In which an option is tried at first, and
SEARCHED = 6000  # at most, until so many are found
CHANGED = 40  # that one of its values settles otherwise than another;
UNCHANGED = 10  # and some in which all settle alike.

# No figure of today depends on these, each wager being by itself and nobody folding a good hand.
ON_FOLDS_AND_ENVY = ("fold_pair_plus", "ante_bonus_requires", "envy_trigger", "envy_needs_bet")

KEPT = Path(__file__).parents[1] / "wagers" / "rounds.jsonl"


# Settle


def freeze_settle() -> None:
    kept = [msgspec.json.decode(line) for line in KEPT.read_bytes().splitlines()]
    _write("settle/kept", _answered(command.settle_all, kept))
    for house in HOUSES:
        rng = Random(f"{house}: rounds")
        _write(
            f"settle/{house}",
            _answered(command.settle_all, [round_of(rng, house) for _ in range(ROUNDS)]),
        )
        drawn = _drawn(settle_documents(house), DRAWN)
        mixed = _mixed(command.settle_all, Random(f"{house}: mixed"), house, _short_round, MIXED)
        _write(f"settle/{house}-mixed", _answered(command.settle_all, drawn) + mixed)
        entries = _by_option(command.settle_all, Random(f"{house}: by option"), house, _short_round)
        _write(f"settle/{house}-options", entries)


def _short_round(rng: Random, house: str, option: str) -> Document:
    """Up to three seats; coupons lie where the option in question can allow them."""
    spots = tuple(COUPON_SPOTS) if option == "match_play" else ("ante",)
    return round_of(rng, house, most_seats=3, coupon_spots=spots)


# Check


def freeze_check() -> None:
    for house in HOUSES:
        rng = Random(f"{house}: bets")
        plain = [bets_of(rng, house) for _ in range(BETS)]
        drawn = _drawn(check_documents(house), DRAWN * 2)
        mixed = _mixed(_check_all, Random(f"{house}: mixed bets"), house, _bets, MIXED)
        _write(f"check/{house}", _answered(_check_all, plain + drawn) + mixed)
        entries = _by_option(_check_all, Random(f"{house}: bets by option"), house, _bets)
        _write(f"check/{house}-options", entries)


def _bets(rng: Random, house: str, option: str) -> Document:
    return bets_of(rng, house)


def _check_all(documents: list[Document]) -> list[Any]:
    return [command.check(msgspec.json.encode(each)) for each in documents]


# Houses of one's own


def freeze_houses() -> None:
    """The house files are written by hand, in the form of today."""
    for name, (base, spots) in OWN_HOUSES.items():
        rng, file = Random(f"{name}: rounds"), str(storage.FROZEN / f"houses/{name}.toml")
        rounds = [round_of(rng, base, most_seats=3, spots=spots) for _ in range(OWN)]
        bets = [bets_of(rng, base, spots) for _ in range(OWN)]
        for document in rounds + bets:
            del document["house"]
        settled = command.settle_all(rounds, file)
        checked = [command.check(msgspec.json.encode(each), file) for each in bets]
        ways = [["--seats", "1"], ["--seats", "5"]]
        figures = [command.figures("analyze", *way, "--house", file) for way in ways]
        _write(
            f"houses/{name}",
            [
                *({"settle": given, "answer": each} for given, each in _beside(rounds, settled)),
                *({"check": given, "answer": each} for given, each in _beside(bets, checked)),
                *(
                    {"analyze": given, "answer": essentials(each)}
                    for given, each in _beside(ways, figures)
                ),
            ],
        )


def _beside(given: list[Any], answers: list[Any]) -> Iterator[tuple[Any, Any]]:
    return zip(given, answers, strict=True)


# What is no document


def freeze_errors() -> None:
    """Each as text in which every character is a byte: some are not UTF-8."""
    documents = {}
    for what, (document, _, _) in BAD.items():
        written = document if isinstance(document, bytes) else msgspec.json.encode(document)
        documents[what] = written
        for house in HOUSES:
            in_house = written.replace(b'"house":"manual"', b'"house":"%s"' % house.encode())
            if in_house != written:
                documents[f"{what}, {house}"] = in_house
    entries = [
        {
            "what": what,
            "given": written.decode("latin-1"),
            "settle": command.settle(written),
            "check": command.check(written),
        }
        for what, written in documents.items()
    ]
    _write("errors", entries)


# Figures


def freeze_analyze() -> None:
    """The house as it is, and every value of the options that change a figure, or might."""
    for house in HOUSES:
        entries = _figures("analyze", analyses(house))
        for option in VALUES:
            found = _figures("analyze", analyses(house, option))
            first = {_way(entry): entry["frozen"] for entry in reversed(found)}
            changes = any(entry["frozen"] != first[_way(entry)] for entry in found)
            if changes or option in ON_FOLDS_AND_ENVY:
                entries += found
        _write(f"analyze/{house}", entries)


def _way(entry: Entry) -> tuple[str, ...]:
    """For how many seats and which meter."""
    return tuple(entry["given"][: entry["given"].index("--options")])


def freeze_simulate() -> None:
    asked = [arguments for house in HOUSES for arguments in simulations(house)]
    _write("simulate", _figures("simulate", asked))


def _figures(which: str, asked: Iterable[list[str]]) -> list[Entry]:
    return [
        {"given": arguments, "frozen": essentials(command.figures(which, *arguments))}
        for arguments in asked
    ]


# Choosing


def _answered(ask: Ask, documents: list[Document]) -> list[Entry]:
    answers = ask(documents)
    return [{"given": given, "answer": each} for given, each in _beside(documents, answers)]


def _drawn(strategy: SearchStrategy[Document], count: int) -> list[Document]:
    """What the generators of the model give, the same every time."""
    found: list[Document] = []

    @seed(count)
    @settings(
        max_examples=count,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(strategy)
    def collect(document: Document) -> None:
        found.append(document)

    collect()
    return found


def _mixed(ask: Ask, rng: Random, house: str, draw: Draw, count: int) -> list[Entry]:
    """Several options at once; a few that cannot go together, and then the error."""
    entries: list[Entry] = []
    impossible = 0
    names = sorted(VALUES)
    while len(entries) < count:
        documents = []
        for _ in range(count):
            document = draw(rng, house, "match_play")
            chosen = rng.sample(names, rng.choice([2, 3, 5, 8, 12]))
            options = {name: rng.choice(VALUES[name]) for name in chosen}
            documents.append(document | {"options": options})
        for entry in _answered(ask, documents):
            if "error" in entry["answer"]:
                impossible += 1
                if impossible > count // 20:
                    continue
            entries.append(entry)
    return entries[:count]


def _by_option(ask: Ask, rng: Random, house: str, draw: Draw) -> Iterator[Entry]:
    """Each option alone, in all its values on the same documents."""
    for option, values in VALUES.items():
        possible = {
            number
            for number, value in enumerate(values)
            if not _is_impossible(ask, draw(rng, house, option), option, value)
        }
        changed: list[list[Entry]] = []
        unchanged: list[list[Entry]] = []
        asked = 0
        while asked < ASKED or (changed and len(changed) < CHANGED and asked < SEARCHED):
            documents = [draw(rng, house, option) for _ in range(ASKED)]
            asked += ASKED
            columns = [
                _answered(ask, [each | {"options": {option: value}} for each in documents])
                for value in values
            ]
            for row in zip(*columns, strict=True):
                answers = [row[number]["answer"] for number in sorted(possible)]
                alike = all(answer == answers[0] for answer in answers)
                (unchanged if alike else changed).append(list(row))
        print(f"  {house}: {option} {len(changed)} changed of {asked}")
        kept = changed[:CHANGED] + unchanged[: UNCHANGED if changed else 2]
        for place, entries in enumerate(kept):
            for number, entry in enumerate(entries):
                if number in possible or place < 2:
                    yield entry


def _is_impossible(ask: Ask, document: Document, option: str, value: Any) -> bool:
    """Whether the house cannot have that value, whatever the document."""
    bare = {"house": document["house"], "seats": [], "options": {option: value}}
    told = ask([bare])[0]
    return "at least one seat" not in told["error"]


def _write(name: str, entries: Any) -> None:
    entries = list(entries)
    size = storage.write(name, entries)
    print(f"{name}: {len(entries):,} in {size:,} bytes")


PARTS = {
    "settle": freeze_settle,
    "check": freeze_check,
    "houses": freeze_houses,
    "errors": freeze_errors,
    "analyze": freeze_analyze,
    "simulate": freeze_simulate,
    "logs": freeze_logs,
}


def main(parts: list[str]) -> None:
    if unknown := set(parts) - set(PARTS):
        raise SystemExit(
            f"there is no part {', '.join(sorted(unknown))}; there are {', '.join(PARTS)}"
        )
    if missing := index().keys() ^ VALUES.keys():
        raise SystemExit(f"not in values.py, or not in the index: {', '.join(sorted(missing))}")
    for part in parts or PARTS:
        began = time.process_time()
        PARTS[part]()
        print(f"{part}: {time.process_time() - began:.0f} s")


if __name__ == "__main__":
    main(sys.argv[1:])
