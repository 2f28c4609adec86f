"""Old events in today's form."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from queenhigh.house.loader import built_in
from queenhigh.store.upcasts import UPCASTS, table_event, upcast
from queenhigh.table.events import DeckRemoved, SeatTaken
from queenhigh.table.evolve import replay
from queenhigh.table.state import Phase

# Events as earlier versions wrote them, each with what it is read as now. One stays here for each
# upcast, for ever.
SAMPLES: list[tuple[bytes, msgspec.Struct]] = [
    (
        b'{"deck":0,"reason":"51 cards","todo":[],"type":"deck_removed"}',
        DeckRemoved(deck=0, reason="51 cards", todo=(), counted=51),
    ),
]


def test_every_upcast_has_its_sample_and_reads_it_in_today_s_words() -> None:
    for old, now in SAMPLES:
        assert table_event(old) == now
    sampled = {msgspec.json.decode(old)["type"] for old, _ in SAMPLES}
    assert sampled == set(UPCASTS)


def test_a_log_from_before_there_was_a_store_is_still_read() -> None:
    """Written by the previous version's `queenhigh deal`; never regenerated."""
    log = (Path(__file__).parent / "old" / "deal-manual.jsonl").read_bytes().splitlines()
    table = replay(built_in("manual"), map(table_event, log))
    assert table.version == len(log)
    assert table.phase is Phase.CLOSED
    assert sum(table.accounts.values()) == 0


def test_a_current_event_is_left_unchanged() -> None:
    written = b'{"at":"2026-01-05T12:00:00Z","player":"ann","seat":3,"type":"seat_taken"}'
    event = table_event(written)
    assert isinstance(event, SeatTaken)
    assert (event.seat, event.player) == (3, "ann")
    assert upcast(written) == written


def _chair_becomes_seat(event: dict[str, Any]) -> dict[str, Any]:
    if "chair" not in event:
        return event
    rest = {name: value for name, value in event.items() if name != "chair"}
    return {**rest, "seat": event["chair"]}


def _guest_becomes_player(event: dict[str, Any]) -> dict[str, Any]:
    if "guest" not in event:
        return event
    rest = {name: value for name, value in event.items() if name != "guest"}
    return {**rest, "player": event["guest"]}


def _sat_down_becomes_seat_taken(event: dict[str, Any]) -> dict[str, Any]:
    return {**event, "type": "seat_taken"}


INVENTED = {
    "sat_down": (_sat_down_becomes_seat_taken,),
    "seat_taken": (_chair_becomes_seat, _guest_becomes_player),
}


@pytest.mark.parametrize(
    "old",
    [
        {"type": "sat_down", "chair": 3, "guest": "ann"},
        {"type": "seat_taken", "chair": 3, "guest": "ann"},
        {"type": "seat_taken", "seat": 3, "guest": "ann"},
        {"type": "seat_taken", "seat": 3, "player": "ann"},
    ],
)
def test_upcasts_are_applied_one_after_another_from_whatever_version_it_was(
    old: dict[str, Any],
) -> None:
    now = upcast(msgspec.json.encode(old), INVENTED)
    assert table_event(now) == SeatTaken(seat=3, player="ann")


def test_events_of_other_types_are_left_alone() -> None:
    written = b'{"chair": 3, "type": "announced"}'
    assert upcast(written, INVENTED) is written
