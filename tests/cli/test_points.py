"""`queenhigh points`: every rule point, and which books cover it."""

from typing import Any

from queenhigh.house.catalogue import books
from queenhigh.house.points import points
from tests.cli.runner import run


def listed(*arguments: str) -> list[dict[str, Any]]:
    answer: list[dict[str, Any]] = run("points", "--json", *arguments).json
    return answer


def test_every_point_is_listed_with_its_sentence_and_the_clauses_behind_it() -> None:
    found = {each["name"]: each for each in listed()}
    assert set(found) == set(points())
    assert found["ante.wins"]["says"] == points()["ante.wins"].says
    manual = books()["manual"]
    assert found["ante.wins"]["books"]["manual"] == list(manual.points["ante.wins"])


def test_one_book_speaks_for_itself() -> None:
    for each in listed("--house", "classic"):
        assert set(each["books"]) <= {"classic"}


def test_for_a_person_each_point_comes_with_its_books() -> None:
    printed = run("points", "--house", "mics").out
    assert "ante.wins  (enforced)" in printed
    assert "mics: mics-k1-i" in printed
