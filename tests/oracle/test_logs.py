"""Frozen logs from the store open, replay and prove."""

from copy import deepcopy
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from queenhigh.store.evidence import DatabaseEvidence
from queenhigh.store.store_address import open_store, open_to_read
from queenhigh.table.events import AnyEvent
from tests.oracle import command, storage
from tests.oracle.compare import differences
from tests.oracle.logs import story, told_again

ENDS = {entry["log"]: entry for entry in storage.read("logs/ends")}


# A table names the meter of each pile of chips, since there may be several.
RENAMED = {"meter": "meter:main", "reserve": "reserve:main", "elsewhere": "elsewhere:main"}


def as_shown_now(told: dict[str, Any]) -> dict[str, Any]:
    """Drop the words and clauses of the step that is due.

    They come from house and book, and a set-up in the first format contains no
    book. Clauses that were logged stay as they were.
    """
    seen = [each for _, each in told["views"] if each] + list(told["end"].values())
    for each in seen:
        each["chips"] = {RENAMED.get(place, place): n for place, n in each["chips"].items()}
        if each["view"]["due"]:
            del each["view"]["due"]["clauses"], each["view"]["due"]["text"]
        for seat in each["view"]["seats"]:
            del seat["to_play"]  # What playing costs is told by multiple, in `plays`.
        limits = each["view"]["limits"]
        each["view"]["limits"] = {name: _limit_now(text) for name, text in limits.items()}
    return told


def _limit_now(text: str) -> str:
    """A bet of one amount is no longer written as a range from it to itself."""
    least, _, most = text.partition(" to ")
    return least if least == most else text


def hold(frozen: Any, now: Any) -> None:
    found = differences(frozen, now)
    assert not found, f"{found[0]} ({len(found)} differences)"


@pytest.mark.parametrize("log", [log for log in ENDS if not log.endswith(".db")])
def test_an_old_log_is_verified_and_reads_as_before(log: str) -> None:
    now = told_again(storage.read_bytes(f"logs/{log}"))
    assert now["proved"]["findings"] == []
    hold(as_shown_now(deepcopy(ENDS[log]["told"])), now)


@pytest.fixture
def database(tmp_path: Path) -> Path:
    file = tmp_path / "log.db"
    file.write_bytes(storage.read_bytes("logs/room.db"))
    return file


def test_an_old_database_is_upgraded_and_verified_and_reads_as_before(database: Path) -> None:
    frozen = ENDS["room.db"]
    store = open_store(str(database))
    try:
        assert store.balances() == frozen["balances"]
        heads = {name: list(msgspec.structs.astuple(store.head(name))) for name in store.streams()}
        assert heads == frozen["heads"]
        posted = [
            list(msgspec.structs.astuple(each))
            for stream in store.streams()
            for each in store.postings(stream)
        ]
        assert posted == frozen["postings"]
    finally:
        store.close()
    answer = command.run("audit", "verify", str(database), "--json")
    assert answer.status == 0, answer
    hold(frozen["proved"], msgspec.json.decode(answer.out))
    opened = open_to_read(str(database))
    try:
        with opened.reading() as connection:
            hold(
                as_shown_now(deepcopy(frozen["told"])), story(DatabaseEvidence(connection, "room"))
            )
    finally:
        opened.close()


def test_every_kind_of_event_is_in_the_old_logs() -> None:
    kinds = {
        msgspec.json.decode(line).get("event", {}).get("type")
        for log in ENDS
        if not log.endswith(".db")
        for line in storage.read_bytes(f"logs/{log}").splitlines()
    }
    since = {  # Things that could not happen then.
        *("settled_round_voided", "third_card_missing"),
        *("calls_awaited", "awards_called"),
        *("approval_requested", "request_signed", "request_declined"),
        *("cards_read", "hands_awaited", "hand_settled", "bet_reopened"),
        *("card_corrected", "decision_corrected", "wager_corrected", "payout_corrected"),
        *("coupon_corrected", "settlement_corrected", "correction_made"),
        *("drop_box_taken", "drop_counted"),
        *("entropy_committed", "entropy_revealed", "shuffle_mixed"),
    }
    assert {str(kind.__struct_config__.tag) for kind in get_args(AnyEvent)} - since <= kinds
