"""The two books in examples/books: only data, every clause used, no dead references."""

from pathlib import Path

import pytest

from queenhigh.house.linter import lint_house
from queenhigh.house.loader import load_house
from queenhigh.house.registry import standings
from tests.cli.runner import run

BOOKS = Path(__file__).parents[2] / "examples" / "books"
CLAUSES = {
    "france": [f"fr-{n}" for n in range(1, 30)],
    "prime": [f"prime-{n}" for n in range(1, 15)],
}
FAULTS = ("wrong", "departs", "odds", "unknown", "unused")


@pytest.mark.parametrize("key", CLAUSES)
def test_every_clause_is_carried_by_something(key: str) -> None:
    found = standings(load_house(str(BOOKS / key)).book)
    assert [each.clause.id for each in found] == CLAUSES[key]
    assert not [each.clause.id for each in found if each.status in ("missing", "stated")]


@pytest.mark.parametrize("key", CLAUSES)
def test_the_linter_finds_no_fault(key: str) -> None:
    found = lint_house(str(BOOKS / key))
    assert not [each for each in found if each.level in FAULTS]


@pytest.mark.parametrize("key", CLAUSES)
def test_the_clauses_of_a_folder_are_accounted_for_on_the_command_line(key: str) -> None:
    told = run("clauses", "--house", str(BOOKS / key), "--json").json
    assert list(told["counts"]) == [key]
    assert [each["id"] for each in told["clauses"]] == CLAUSES[key]
    assert sum(told["counts"][key].values()) == len(CLAUSES[key])


@pytest.mark.parametrize(
    ("key", "currency", "language", "titles"),
    [
        ("france", "EUR", "fr", ["Jouer", "Ante", "Bonus", "Paire Plus"]),
        ("prime", "GBP", "en", ["Raise", "Ante", "Pair Plus", "Prime", "Six Card Bonus"]),
    ],
)
def test_an_example_book_has_its_currency_language_and_titles(
    key: str, currency: str, language: str, titles: list[str]
) -> None:
    house = load_house(str(BOOKS / key))
    assert (house.currency, house.language) == (currency, language)
    assert [house.title(name) for name in house.spots] == titles


@pytest.mark.parametrize(
    ("file", "text", "key", "line"),
    [
        ("points.toml", '[points]\n"ante.wnis" = ["own-1"]\n', "ante.wnis", 2),
        ("points.toml", '[settings]\n"ante.tei" = ["own-1"]\n', "settings.ante.tei", 2),
        ("points.toml", '[settings]\n"wagers.none.pays" = ["own-1"]\n', "wagers.none.pays", 2),
        ("house.toml", '[words]\nspoken_pear = "poire"\n', "words.spoken_pear", 2),
    ],
)
def test_a_dangling_name_is_found_with_its_line(
    tmp_path: Path, file: str, text: str, key: str, line: int
) -> None:
    folder = tmp_path / "own"
    folder.mkdir()
    (folder / "book.toml").write_text('key = "own"\ntitle = "Own"\n')
    (folder / "clauses.toml").write_text('[[clause]]\nid = "own-1"\ngist = "A rule."\n')
    (folder / "house.toml").write_text("")
    (folder / file).write_text(text)
    found = [each for each in lint_house(str(folder)) if each.level in ("unknown", "wrong")]
    assert [(each.key, each.line) for each in found] == [(key, line)]
