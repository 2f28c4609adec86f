"""`houses`, `rules` and `clauses`: the rule books on the screen and as data."""

from pathlib import Path

import pytest

from queenhigh.cli import completion, output
from queenhigh.house.catalogue import books, clauses
from queenhigh.house.loader import built_in, built_in_keys
from queenhigh.house.registry import STATUSES
from tests.cli.runner import run, run_apart


def carried() -> list[str]:
    return list(clauses())


def test_the_built_in_houses_are_listed_with_what_tells_them_apart() -> None:
    lines = run("houses").out.splitlines()
    listed = {line.split()[0]: line for line in lines[1:] if line[0] != " "}
    assert tuple(listed) == built_in_keys()
    assert any("Pair Plus 1/4/6/33/35" in line for line in lines)
    assert "1/5/6" in listed["mics-alternate"]
    assert "$2 to $10" in listed["classic"]


def test_the_built_in_houses_are_complete_as_json() -> None:
    found = run("houses", "--json").json
    assert [house["key"] for house in found] == list(built_in_keys())
    for house in found:
        assert house["ante"]["limits"]["minimum_cents"] > 0
        assert house["ours"] == built_in(house["key"]).ours
        assert house["cards"]["change"]["mode"]


@pytest.mark.parametrize("key", built_in_keys())
def test_a_rule_book_is_printed_clause_by_clause_in_its_own_order(key: str) -> None:
    book = built_in(key).book
    in_order = list(book.by_id)
    document = run("rules", key, "--json").json
    assert document["house"] == key
    assert [each["id"] for each in document["clauses"]] == in_order
    printed = run("rules", key).out.splitlines()
    ids = [line.split()[0] for line in printed if line.startswith(f"{book.key}-")]
    assert ids == in_order


def test_each_clause_comes_with_its_words_its_status_and_where_it_lives() -> None:
    by_id = {each["id"]: each for each in run("rules", "manual", "--json").json["clauses"]}
    clause = by_id["manual-outcome-B"]
    assert clause["status"] == "enforced"
    assert clause["gist"] == clauses()["manual-outcome-B"].gist
    assert any(place == "point play.wins" for place in clause["places"])
    printed = run("rules", "manual", "--find", "manual-outcome-B").out
    assert "enforced" in printed
    assert "point play.wins" in printed


def test_rules_are_found_by_topic_and_by_text() -> None:
    every = run("rules", "manual", "--json").json["clauses"]
    tokes = run("rules", "manual", "--topic", "toke", "--json").json["clauses"]
    assert tokes == [each for each in every if each["topic"] == "toke"]
    found = run("rules", "manual", "--find", "PARLAYED", "--json").json["clauses"]
    assert [each["id"] for each in found] == ["manual-tips-C"]
    both = run("rules", "manual", "--topic", "toke", "--find", "royal", "--json").json["clauses"]
    assert all(each["topic"] == "toke" for each in both)


def test_text_that_no_clause_contains_is_reported_and_is_not_an_error() -> None:
    answer = run("rules", "manual", "--find", "baccarat")
    assert (answer.status, answer.err) == (0, "")
    assert "No clause" in answer.out
    assert run("rules", "manual", "--find", "baccarat", "--json").json["clauses"] == []


def test_the_text_to_find_is_not_a_pattern() -> None:
    assert run("rules", "mics", "--find", "(f)(6", "--json").json["clauses"]
    assert run("rules", "mics", "--find", ".*", "--json").json["clauses"] == []


def test_every_clause_is_accounted_for_once() -> None:
    document = run("clauses", "--json").json
    assert [each["id"] for each in document["clauses"]] == carried()
    assert tuple(document["counts"]) == tuple(books())
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
    assert [row.split()[0] for row in rows[:5]] == [*tuple(books()), "all"]
    assert rows[4].split()[-1] == str(len(carried()))


def test_an_empty_list_says_so() -> None:
    answer = run("clauses", "--house", "classic", "--topic", "toke")
    assert (answer.status, answer.err) == (0, "")
    assert "No clause" in answer.out


@pytest.mark.parametrize("columns", [80, 60])
def test_keys_and_pay_tables_are_not_cut_on_a_narrow_terminal(
    columns: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(output, "_WIDTH_OF_A_FILE", columns)
    listed = run("houses").out
    for key in built_in_keys():
        assert f"\n{key} " in listed
    assert "5/10/15/25/50/200/1000" in listed
    assert "…" not in listed


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        (("rules", "mi"), ["mics", "mics-alternate"]),
        (("rules", "classic", "--topic", "pay"), ["payout"]),
        (("settle", "--house", "cla"), ["classic"]),
        (("lint", "man"), ["manual"]),
        (("compare", "mics", "chi"), ["chickasaw"]),
    ],
)
def test_a_shell_offers_houses_and_topics(
    line: tuple[str, ...], offered: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COMP_WORDS", " ".join(("queenhigh", *line)))
    monkeypatch.setenv("COMP_CWORD", str(len(line)))
    monkeypatch.setenv("_QUEENHIGH_COMPLETE", "complete_bash")
    assert run_apart().out.split() == offered


def test_a_shell_offers_files_when_no_house_matches(tmp_path: Path) -> None:
    (tmp_path / "own.toml").touch()
    assert completion.houses(f"{tmp_path}/o") == [f"{tmp_path}/own.toml"]
