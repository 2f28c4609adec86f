"""What was parsed from files of this package, kept beside them as Python keeps its bytecode.

A file is parsed again when its content is another. Where nothing can be written it is parsed each
time, and the answer is the same.
"""

import pickle
import sys
from collections.abc import Callable
from contextlib import suppress
from importlib.util import source_hash
from pathlib import Path
from typing import Any, TypeVar

T = TypeVar("T")

_PACKAGE = Path(__file__).parents[1]


def _is_ours(path: Path) -> bool:
    """Whether the file belongs to the package; what users write is not kept."""
    return _PACKAGE in path.parents


class NotToml(ValueError):
    """A text that is no TOML, and where."""


def toml_of(path: Path) -> dict[str, Any]:
    """The tables of a file. Raises NotToml, or what reading it raises."""
    written = path.read_bytes()
    return kept(path, written, lambda: _tables(written)) if _is_ours(path) else _tables(written)


def _tables(written: bytes) -> dict[str, Any]:
    import tomllib  # Only where there is something to parse.

    try:
        return tomllib.loads(written.decode("utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise NotToml(str(error).splitlines()[0]) from None


def kept(path: Path, source: bytes, parse: Callable[[], T]) -> T:
    """What `parse` makes of the source of a file or folder, from the last time where it can be."""
    file = path.parent / "__pycache__" / f"{path.name}.{sys.implementation.cache_tag}.parsed"
    digest = source_hash(source)  # As Python has it for bytecode.
    with suppress(OSError, ValueError, EOFError, pickle.UnpicklingError):
        found = file.read_bytes()
        if found.startswith(digest):
            answer: T = pickle.loads(found[len(digest) :])
            return answer
    parsed = parse()
    if not sys.dont_write_bytecode:
        _write(file, digest + pickle.dumps(parsed, pickle.HIGHEST_PROTOCOL))
    return parsed


def _write(file: Path, content: bytes) -> None:
    """Whole or not at all, whoever else writes it at the same time."""
    from tempfile import NamedTemporaryFile

    with suppress(OSError):
        file.parent.mkdir(exist_ok=True)
        with NamedTemporaryFile(dir=file.parent, delete=False) as written:
            written.write(content)
        Path(written.name).replace(file)
