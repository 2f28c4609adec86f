"""The frozen files, compressed so that the same content gives the same bytes."""

import bz2
import lzma
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec

FROZEN = Path(__file__).parent / "frozen"
_XZ, _BZ2 = ".xz", ".bz2"  # Rounds compress better with the first, logs with the second.
_FILTERS = [{"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME}]


def write(name: str, entries: Iterable[Any]) -> int:
    """Write a file of JSON lines; return its size in bytes."""
    lines = b"".join(msgspec.json.encode(entry) + b"\n" for entry in entries)
    return write_bytes(f"{name}.jsonl", lines)


def write_bytes(file: str, content: bytes) -> int:
    """Write a file with the smaller compression; return its size in bytes."""
    path = FROZEN / file
    path.parent.mkdir(parents=True, exist_ok=True)
    ways = {
        _XZ: lzma.compress(content, format=lzma.FORMAT_XZ, filters=_FILTERS),
        _BZ2: bz2.compress(content),
    }
    smaller, larger = sorted(ways, key=lambda way: len(ways[way]))
    path.with_name(path.name + smaller).write_bytes(ways[smaller])
    path.with_name(path.name + larger).unlink(missing_ok=True)
    return len(ways[smaller])


def read(name: str, step: int = 1) -> Iterator[Any]:
    """Read a file's entries, or the first of every `step`."""
    for line in read_bytes(f"{name}.jsonl").splitlines()[::step]:
        yield msgspec.json.decode(line)


def read_bytes(file: str) -> bytes:
    path = FROZEN / file
    if (packed := path.with_name(path.name + _XZ)).exists():
        return lzma.decompress(packed.read_bytes())
    return bz2.decompress(path.with_name(path.name + _BZ2).read_bytes())


def names(folder: str) -> list[str]:
    """List the frozen JSON-lines files in a folder, as `read` takes them."""
    return sorted(f"{folder}/{each.name.split('.')[0]}" for each in (FROZEN / folder).iterdir())
