"""What the service sends: small changes that add up to the whole view, and no card too early."""

from functools import cache

import msgspec
import pytest

from queenhigh.client.shown_table import Change, Snapshot, changed, heard
from queenhigh.wire.messages import MeterMoved, ReadyMoved
from tests.service.overheard import Ear, overheard

BOOKS = ("manual", "mics")
_recorded = cache(overheard)


def states(ear: Ear) -> list[tuple[Snapshot, Snapshot]]:
    """Pairs of the state a client builds from the messages, and the expected one."""
    known: Snapshot | None = None
    found = []
    for message, whole in ear.sent:
        match told := heard(message):
            case Snapshot():
                known = told
            case Change():
                known = changed(known, told)
            case MeterMoved() if known:
                known = msgspec.structs.replace(known, meters=told.meters)
            case ReadyMoved() if known:
                known = msgspec.structs.replace(known, ready=told.seats)
        if known and whole and isinstance(told, Snapshot | Change):
            found.append((known, msgspec.json.decode(whole, type=Snapshot)))
    return found


@pytest.mark.parametrize("of", BOOKS)
def test_a_client_rebuilds_the_services_whole_view(of: str) -> None:
    for name, ear in _recorded(of).items():
        pairs = states(ear)
        assert len(pairs) > 20
        assert all(happened in str(ear.sent) for happened in ("cards_dealt", "round_ended"))
        for reduced, whole in pairs:
            for field in ("version", "shown", "moves", "deadline", "meters", "ready"):
                assert getattr(reduced, field) == getattr(whole, field), (name, field)
        # A balance moves a moment before the table does: the last message counts.
        assert reduced.balance == whole.balance, name


@pytest.mark.parametrize("of", BOOKS)
def test_a_change_is_a_fraction_of_the_view(of: str) -> None:
    for ear in _recorded(of).values():
        sizes = [(len(message), len(whole)) for message, whole in ear.sent[1:] if whole]
        assert 2 * sum(message for message, _ in sizes) < sum(whole for _, whole in sizes)
