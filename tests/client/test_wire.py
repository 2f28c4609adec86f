"""The client understands what the service sends."""

import msgspec
import pytest

from queenhigh.client import shown_table
from queenhigh.wire import messages

PAIRS = [(shown_table.Snapshot, messages.Snapshot), (shown_table.Change, messages.Changed)]


@pytest.mark.parametrize(("here", "there"), PAIRS, ids=lambda kind: kind.__name__)
def test_every_field_that_the_client_reads_is_sent(
    here: type[msgspec.Struct], there: type[msgspec.Struct]
) -> None:
    sent = {field.encode_name for field in msgspec.structs.fields(there)}
    read = {field.encode_name for field in msgspec.structs.fields(here)}
    assert read <= sent
    assert here.__struct_config__.tag == there.__struct_config__.tag


def test_a_field_added_later_is_ignored() -> None:
    text = '{"type":"answer","id":"x","version":3,"of_a_later_version":true}'
    assert shown_table.heard(text) == messages.Answered("x", 3)
