"""`points`: what the program does, and the clauses that ask for it."""

import pytest

from queenhigh.house.book import BOOKS, book_points
from queenhigh.house.loader import BUILT_IN, built_in
from queenhigh.house.points import point_of, points
from tests.cli.runner import run


def test_every_point_is_listed_with_its_sentence_and_its_status() -> None:
    listed = run("points", "--json").json["points"]
    assert [each["name"] for each in listed] == list(points())
    for each in listed:
        entry = points()[each["name"]]
        assert (each["says"], each["status"]) == (entry.says, entry.status)
        assert each["depends"] == list(entry.depends)


def test_the_books_that_speak_of_a_point_come_with_their_clauses() -> None:
    by_name = {each["name"]: each["books"] for each in run("points", "--json").json["points"]}
    for key in BOOKS:
        for behind, ids in book_points(key).points.items():
            wager = None if behind in points() else behind.split(".")[1]
            said = {"book": key, "wager": wager, "clauses": list(ids)}
            assert said in by_name[point_of(behind)]
    count = sum(len(said) for said in by_name.values())
    assert count == sum(len(book_points(key).points) for key in BOOKS)


@pytest.mark.parametrize("key", BUILT_IN)
def test_of_a_house_only_what_its_book_speaks_of(key: str) -> None:
    listed = run("points", "--house", key, "--json").json["points"]
    book = built_in(key).book
    spoken_of = {point_of(behind) for behind in book_points(book).points}
    assert [each["name"] for each in listed] == [name for name in points() if name in spoken_of]
    assert {said["book"] for each in listed for said in each["books"]} == {book}


def test_points_are_printed_for_a_person() -> None:
    printed = run("points", "--house", "manual").out
    assert "contest.ties  (enforced)\n  Ante and play of equal hands push" in printed
    assert "  · manual: manual-outcome-D, manual-payout-E\n" in printed
    assert "  · manual, pair plus: manual-payout-C4\n" in printed
    assert "chickasaw" not in printed


def test_a_house_that_there_is_not_is_said() -> None:
    answer = run("points", "--house", "nowhere")
    assert answer.status == 2
    assert "no built-in house of that key" in answer.err
