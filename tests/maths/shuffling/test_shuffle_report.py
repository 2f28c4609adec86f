"""The report on shufflers, as read by a program and by a person."""

from typing import Any

import msgspec
import pytest

from queenhigh.cli.randomness import rng_report
from queenhigh.house.loader import built_in
from queenhigh.maths.shuffling import shuffle_report as module
from queenhigh.maths.shuffling.shuffle_report import ShuffleReport, shuffle_report, work
from queenhigh.maths.shuffling.shufflers import Shuffler, by_swapping_with_any, by_the_kernel


@pytest.fixture(autouse=True)
def _seeded_system(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replace the system's shuffler with a seeded one, so that no test fails by chance."""
    monkeypatch.setattr(module, "by_the_system", lambda: by_the_kernel(77))


def report(capsys: pytest.CaptureFixture[str], **more: Any) -> tuple[int, str]:
    status = rng_report(more.pop("house", "manual"), shuffles=2_000, seed=1, **more)
    return status, capsys.readouterr().out


def printed_json(monkeypatch: pytest.MonkeyPatch, **more: Any) -> tuple[int, ShuffleReport]:
    found: list[ShuffleReport] = []
    monkeypatch.setattr("queenhigh.cli.randomness.print_json", found.append)
    status = rng_report("manual", shuffles=2_000, seed=1, json=True, **more)
    return status, found[0]


def test_fair_shufflers_pass_and_the_wrong_one_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    status, found = printed_json(monkeypatch)
    assert status == 0
    assert {each.shuffler: each.passes for each in found.shufflers} == {
        "system": True,
        "kernel": True,
        "kernel, against the order before": True,
        "wrong on purpose": False,
    }
    assert found.passes


@pytest.mark.parametrize(
    ("name", "stand_in"),
    [
        ("by_the_system", lambda: by_swapping_with_any(1)),  # A fair shuffler gone wrong.
        ("by_swapping_with_any", by_the_kernel),  # A check that no longer notices.
    ],
)
def test_the_exit_status_is_1_when_a_shuffler_fails(
    name: str, stand_in: Shuffler, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, name, stand_in)
    status, found = printed_json(monkeypatch)
    assert status == 1
    assert not found.passes


def test_a_person_reads_tables(capsys: pytest.CaptureFixture[str]) -> None:
    status, out = report(capsys, json=False)
    assert status == 0
    assert "The system's cryptographic shuffler, each time from a new deck: passes, as it" in out
    assert "any of the 52: fails, as it should" in out
    assert "as the book says: box, spin, square, split, riffle, riffle, strip" in out
    assert "5: 0.924; 7: 0.334; 10: 0.043." in out


def test_where_the_book_does_not_say_how_to_shuffle_the_report_says_so(
    capsys: pytest.CaptureFixture[str],
) -> None:
    _, out = report(capsys, json=False, house="classic")
    assert "the book does not say how, so only: riffle, cut" in out


def test_the_report_is_a_json_document() -> None:
    found = shuffle_report(built_in("manual"), shuffles=1_000, seed=2)
    again = msgspec.json.decode(msgspec.json.encode(found), type=ShuffleReport)
    assert again == found
    assert [each.riffles for each in found.by_hand.riffles_alone] == [5, 7, 10]
    assert found.by_hand.clauses[0] == "manual-std-C"


def test_the_same_seed_gives_the_same_report() -> None:
    one, two = (shuffle_report(built_in("manual"), shuffles=1_000, seed=2) for _ in range(2))
    assert one == two


def test_progress_runs_to_the_end() -> None:
    done: list[int] = []
    shuffle_report(built_in("classic"), shuffles=3_001, seed=2, advance=done.append)
    assert sum(done) == work(3_001)


def test_too_few_shuffles_are_refused() -> None:
    with pytest.raises(ValueError, match="at least 1,000 shuffles"):
        shuffle_report(built_in("manual"), shuffles=999, seed=1)
