"""What the client understands is what the service sends."""

import msgspec
import pytest

from queenhigh.client import wire as ours
from queenhigh.service import pace
from queenhigh.service import wire as theirs
from queenhigh.service.routes import money, people

PAIRS = [
    (ours.Person, people.PersonShown),
    (ours.Deadline, pace.Deadline),
    (ours.Limit, theirs.LimitShown),
    (ours.SeatShown, theirs.SeatShown),
    (ours.TableShown, theirs.TableShown),
    (ours.Purse, money.Purse),
    (ours.CommandAnswer, theirs.CommandAnswer),
    (ours.Snapshot, theirs.Snapshot),
    (ours.Changed, theirs.Changed),
    (ours.Answered, theirs.Answered),
    (ours.WishRefused, theirs.WishRefused),
    (ours.MeterMoved, theirs.MeterMoved),
    (ours.Pong, theirs.Pong),
    (ours.Bye, theirs.Bye),
]


@pytest.mark.parametrize(("here", "there"), PAIRS, ids=lambda kind: kind.__name__)
def test_every_field_that_the_client_reads_is_sent(
    here: type[msgspec.Struct], there: type[msgspec.Struct]
) -> None:
    sent = {field.encode_name for field in msgspec.structs.fields(there)}
    read = {field.encode_name for field in msgspec.structs.fields(here)}
    assert read <= sent
    assert here.__struct_config__.tag == there.__struct_config__.tag


def test_a_field_that_comes_later_does_no_harm() -> None:
    text = '{"type":"answer","id":"x","version":3,"of_a_later_version":true}'
    assert ours.heard(text) == ours.Answered("x", 3)
