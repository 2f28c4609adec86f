"""`houses`, `rules` and `clauses`: the rule books on the screen and as data."""

import pytest

from queenhigh.house.catalogue import clauses
from queenhigh.house.citation import BOOKS
from queenhigh.house.loader import built_in, built_in_keys
from queenhigh.house.registry import STATUSES
from tests.cli.runner import run
from tests.test_clauses import NOT_YET_CARRIED


def carried() -> list[str]:
    return [each for each in clauses() if each not in NOT_YET_CARRIED]


def test_the_built_in_houses_are_listed_with_what_tells_them_apart() -> None:
    lines = run("houses").out.splitlines()
    listed = {line.split()[0]: line for line in lines[1:] if line[0] != " "}
    assert tuple(listed) == built_in_keys()
    assert "1/4/6/33/35" in listed["mics-alternate"]
    assert "1/5/6" in listed["mics-alternate"]
    assert "$2 to $10" in listed["classic"]


def test_the_built_in_houses_as_data_are_whole() -> None:
    found = run("houses", "--json").json
    assert [house["key"] for house in found] == list(built_in_keys())
    for house in found:
        assert house["limits"]["ante"]["minimum_cents"] > 0
        assert house["ours"] == built_in(house["key"]).ours
        assert "deck_change" in house["options"]


@pytest.mark.parametrize("key", built_in_keys())
def test_a_rule_book_is_printed_clause_by_clause_in_its_own_order(key: str) -> None:
    book = built_in(key).book
    in_order = [each for each in carried() if clauses()[each].book == book]
    document = run("rules", key, "--json").json
    assert document["house"] == key
    assert [each["id"] for each in document["clauses"]] == in_order
    printed = run("rules", key).out.splitlines()
    ids = [line.split()[0] for line in printed if line.startswith(f"{book}-")]
    assert ids == in_order


def test_each_clause_comes_with_its_words_its_status_and_where_it_lives() -> None:
    by_id = {each["id"]: each for each in run("rules", "manual", "--json").json["clauses"]}
    clause = by_id["manual-outcome-B"]
    assert clause["status"] == "enforced"
    assert clause["gist"] == clauses()["manual-outcome-B"].gist
    assert any(place.startswith("wagers/play.py") for place in clause["places"])
    printed = run("rules", "manual", "--find", "manual-outcome-B").out
    assert "enforced" in printed
    assert "wagers/play.py" in printed


def test_rules_are_found_by_topic_and_by_text() -> None:
    every = run("rules", "manual", "--json").json["clauses"]
    tokes = run("rules", "manual", "--topic", "toke", "--json").json["clauses"]
    assert tokes == [each for each in every if each["topic"] == "toke"]
    found = run("rules", "manual", "--find", "PARLAYED", "--json").json["clauses"]
    assert [each["id"] for each in found] == ["manual-tips-C"]
    both = run("rules", "manual", "--topic", "toke", "--find", "royal", "--json").json["clauses"]
    assert all(each["topic"] == "toke" for each in both)


def test_text_that_no_clause_has_is_said_and_is_no_error() -> None:
    answer = run("rules", "manual", "--find", "baccarat")
    assert (answer.status, answer.err) == (0, "")
    assert "No clause" in answer.out
    assert run("rules", "manual", "--find", "baccarat", "--json").json["clauses"] == []


def test_a_text_to_find_is_no_pattern() -> None:
    assert run("rules", "mics", "--find", "(f)(6", "--json").json["clauses"]
    assert run("rules", "mics", "--find", ".*", "--json").json["clauses"] == []


def test_every_clause_is_accounted_for_once() -> None:
    document = run("clauses", "--json").json
    assert [each["id"] for each in document["clauses"]] == carried()
    assert tuple(document["counts"]) == BOOKS
    for book, counts in document["counts"].items():
        for status, number in counts.items():
            of_both = [
                each
                for each in document["clauses"]
                if (each["book"], each["status"]) == (book, status)
            ]
            assert len(of_both) == number
    assert sum(sum(each.values()) for each in document["counts"].values()) == len(carried())


def test_clauses_are_counted_by_house_topic_kind_and_status() -> None:
    every = run("clauses", "--json").json["clauses"]
    for arguments, wanted in [
        (["--house", "classic"], {"book": "classic"}),
        (["--topic", "payout"], {"topic": "payout"}),
        (["--kind", "record"], {"kind": "record"}),
        (["--status", "recorded"], {"status": "recorded"}),
        (["--house", "mics", "--topic", "wagers"], {"book": "mics", "topic": "wagers"}),
    ]:
        found = run("clauses", *arguments, "--json").json["clauses"]
        assert found == [each for each in every if wanted.items() <= each.items()]
        assert found


def test_the_counts_are_printed_first() -> None:
    head, *rows = run("clauses").out.splitlines()
    assert head.split() == ["Book", *STATUSES, "all"]
    assert [row.split()[0] for row in rows[:5]] == [*BOOKS, "all"]
    assert rows[4].split()[-1] == str(len(carried()))


def test_nothing_to_list_is_said() -> None:
    answer = run("clauses", "--house", "classic", "--topic", "toke")
    assert (answer.status, answer.err) == (0, "")
    assert "No clause" in answer.out
