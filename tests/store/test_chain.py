"""What is hashed, byte for byte."""

import hashlib
import json
import subprocess
import sys
from datetime import UTC, datetime
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from queenhigh.house.loader import built_in, built_in_keys
from queenhigh.store.chain import canonical, digest, is_canonical, record_hash, seal
from queenhigh.store.sample import room

texts = st.text(st.characters(exclude_categories=["Cs"]))  # JSON has no lone surrogates.
documents = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**63 - 1) | texts,
    lambda inner: st.lists(inner) | st.dictionaries(texts, inner),
)


def python_s_own(document: Any) -> bytes:
    text = json.dumps(document, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return text.encode()


@given(documents)
def test_canonical_json_is_what_any_language_writes(document: Any) -> None:
    assert canonical(document) == python_s_own(document)
    assert is_canonical(canonical(document))


@given(st.dictionaries(st.integers(0, 10**6), st.integers()))
def test_number_keys_are_ordered_as_text(
    document: dict[int, int],
) -> None:
    as_texts = {str(key): value for key, value in document.items()}
    assert canonical({"inside": document}) == python_s_own({"inside": as_texts})


def test_sets_are_written_alike_in_every_process() -> None:
    program = (
        "from queenhigh.store.chain import canonical;"
        "words = frozenset('one two three four five six seven'.split());"
        "print(canonical({'a': words, 'b': {7: words}}))"
    )
    written = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={"PYTHONHASHSEED": str(seed)},
            capture_output=True,
            check=True,
        ).stdout
        for seed in range(3)
    }
    assert len(written) == 1


@pytest.mark.parametrize(
    "written",
    [
        b'{"b":1,"a":2}',
        b'{"a": 1}',
        b'{"a":1}\n',
        b'{"a":1,"a":1}',
        b'"\\u00e9"',
        b"{",
        b"\xff",
    ],
)
def test_anything_written_differently_is_not_canonical(written: bytes) -> None:
    assert not is_canonical(written)


@given(texts, st.integers(0, 2**62), texts, texts, st.dictionaries(texts, texts))
def test_a_hash_is_over_the_canonical_json_of_six_fields(
    stream: str, version: int, command: str, previous: str, event: dict[str, str]
) -> None:
    hashed = {
        "asked": digest(b"{}"),
        "command": command,
        "event": event,
        "previous": previous,
        "stream": stream,
        "version": version,
    }
    expected = hashlib.sha256(python_s_own(hashed)).hexdigest()
    given_event = canonical(event)
    assert record_hash(stream, version, command, digest(b"{}"), given_event, previous) == expected


def test_a_seal_is_over_the_seal_before_and_the_hash() -> None:
    assert seal("ab", "cd") == hashlib.sha256(b"abcd").hexdigest()
    assert seal("", "cd") == hashlib.sha256(b"cd").hexdigest()


@pytest.mark.parametrize("key", built_in_keys())
def test_houses_and_events_have_whole_numbers_only(key: str) -> None:
    """A fraction is written differently in different languages."""

    def walk(document: Any) -> None:
        assert not isinstance(document, float)
        children = document.values() if isinstance(document, dict) else document
        if isinstance(document, dict | list):
            for child in children:
                walk(child)

    walk(msgspec.json.decode(canonical(built_in(key))))
    for batch in room(key):
        for fact in batch.facts:
            walk(msgspec.json.decode(fact.event))
            assert python_s_own(json.loads(fact.event)) == fact.event


def test_times_are_written_as_utc() -> None:
    assert canonical(datetime(2026, 1, 5, 12, tzinfo=UTC)) == b'"2026-01-05T12:00:00Z"'
