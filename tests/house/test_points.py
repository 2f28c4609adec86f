"""Rule points: the closed list, how code uses it, and what the books say about it."""

import re
from collections import Counter
from pathlib import Path

import pytest

import queenhigh
from queenhigh.house.book import Book
from queenhigh.house.catalogue import books
from queenhigh.house.points import point, point_of, points

BOOKS = list(books().values())


def test_every_point_says_in_a_sentence_what_the_program_does() -> None:
    for entry in points().values():
        assert entry.says.endswith("."), entry.name
        assert entry.says[:1].isupper(), entry.name


def test_an_unknown_point_fails_at_once() -> None:
    with pytest.raises(LookupError, match=r"there is no rule point ante\.wims"):
        point("ante.wims")


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.key)
def test_a_book_names_points_and_clauses_that_exist(book: Book) -> None:
    for key, ids in book.points.items():
        assert point_of(key) in points(), key
        assert set(ids) <= set(book.by_id), key
    for path, support in book.settings.items():
        assert set(support.clauses) <= set(book.by_id), path
        for alternative in support.also:
            assert set(alternative.clauses) <= set(book.by_id), path


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.key)
def test_settings_that_a_point_depends_on_exist_in_every_book(book: Book) -> None:
    tables = {path.rpartition(".")[0] for path in book.baseline} | set(book.baseline)
    parents = {path.rpartition(".")[0] for path in tables}
    for entry in points().values():
        for path in entry.depends:
            if "{}" not in path and not path.endswith(".pays"):  # A pay table may have no rows.
                assert path in tables | parents, f"{entry.name} depends on {path}"


def test_a_point_has_one_name_in_the_program() -> None:
    source = Path(queenhigh.__file__).parent
    named = re.compile(r'^\w+(?:: Final)? = point\("([\w.]+)"\)', re.MULTILINE)
    found = Counter(
        name for file in source.rglob("*.py") for name in named.findall(file.read_text("utf-8"))
    )
    assert len(found) > 50
    assert [name for name, times in found.items() if times > 1] == []
