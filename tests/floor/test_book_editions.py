"""Uploaded books: drafts, approval by a second person, versions."""

from datetime import UTC, datetime
from typing import Any

import pytest

from queenhigh.floor.book_editions import (
    ApproveBook,
    Editions,
    HouseNamed,
    RejectBook,
    UploadBook,
    WithdrawBook,
    decide_book,
    follow_editions,
    offered,
)
from queenhigh.table.refusal import Refusal

AT = datetime(2026, 1, 5, 12, tzinfo=UTC)
ADMINISTRATOR, MANAGER = "administrator:ada", "management:max"


def upload(by: str = ADMINISTRATOR, book: str = "lucky", house: str = "lucky") -> UploadBook:
    return UploadBook(
        book=book, title=book, houses=(HouseNamed(house, house),), files={"book.toml": ""},
        by=by, at=AT,
    )  # fmt: skip


def approve(by: str = MANAGER, version: int = 1) -> ApproveBook:
    return ApproveBook(book="lucky", version=version, by=by, at=AT)


def done(*commands: Any) -> Editions:
    editions: Editions = {}
    for command in commands:
        found = decide_book(editions, command)
        assert not isinstance(found, Refusal), found
        editions = follow_editions(editions, found)
    return editions


def code(editions: Editions, command: Any, taken: tuple[str, ...] = ()) -> str:
    found = decide_book(editions, command, taken)
    return found.code if isinstance(found, Refusal) else ""


def test_an_upload_is_a_draft_and_is_not_offered() -> None:
    editions = done(upload())
    assert [each.state for each in editions.values()] == ["draft"]
    assert not offered(editions)


@pytest.mark.parametrize(
    ("uploads", "approves"), [(ADMINISTRATOR, MANAGER), (MANAGER, ADMINISTRATOR)]
)
def test_one_uploads_and_the_other_approves(uploads: str, approves: str) -> None:
    (edition,) = offered(done(upload(uploads), approve(approves)))
    assert (edition.id, edition.decided_by) == (("lucky", 1), approves)


@pytest.mark.parametrize(
    ("approves", "why"),
    [
        (ADMINISTRATOR, "book/own_upload"),
        ("management:ada", "book/own_upload"),  # The same person in another role.
        ("administrator:bea", "book/own_upload"),  # Somebody else in the same role.
        ("shift_manager:sam", "book/not_your_role"),
        ("player:pat", "book/not_your_role"),
        ("management:", "book/not_your_role"),
    ],
)
def test_nobody_approves_alone(approves: str, why: str) -> None:
    assert code(done(upload()), approve(approves)) == why


def test_a_second_version_takes_the_place_of_the_first_when_it_is_approved() -> None:
    editions = done(upload(), approve(), upload())
    assert [each.id for each in offered(editions)] == [("lucky", 1)]
    editions = done(upload(), approve(), upload(), approve(version=2))
    assert [each.state for each in editions.values()] == ["superseded", "approved"]
    assert [each.id for each in offered(editions)] == [("lucky", 2)]


def test_a_draft_is_decided_once() -> None:
    editions = done(upload(), approve())
    assert code(editions, approve()) == "book/not_a_draft"
    reject = RejectBook(book="lucky", version=1, reason="late", by=MANAGER, at=AT)
    assert code(editions, reject) == "book/not_a_draft"


def test_a_withdrawn_house_is_no_longer_offered() -> None:
    withdraw = WithdrawBook(book="lucky", version=1, reason="a slip", by=MANAGER, at=AT)
    editions = done(upload(), approve(), withdraw)
    assert not offered(editions)
    assert editions["lucky", 1].reason == "a slip"


def test_a_withdrawal_needs_a_reason() -> None:
    reject = RejectBook(book="lucky", version=1, reason=" ", by=MANAGER, at=AT)
    assert code(done(upload()), reject) == "floor/no_reason"


def test_a_key_taken_by_another_house_is_refused_at_upload_and_at_approval() -> None:
    assert code({}, upload(), taken=("lucky",)) == "book/key_taken"
    assert code(done(upload()), approve(), taken=("lucky",)) == "book/key_taken"


def test_a_missing_draft_cannot_be_approved() -> None:
    assert code(done(upload()), approve(version=2)) == "book/unknown"
