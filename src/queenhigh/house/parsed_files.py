"""Cache of parsed package files, so that commands start quickly.

A wheel has the parsed form beside each file, made when the wheel is built. A checkout caches it the
way Python caches bytecode, and parses a file again when its content has changed. If the cache
cannot be written, files are parsed each time, with the same result.

The build imports this module by its file, so it may only use the standard library.
"""

import pickle
import sys
from collections.abc import Callable
from contextlib import suppress
from importlib.util import source_hash
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from .plain_data import Raw

_PACKAGE = Path(__file__).parents[1]
SUFFIX = ".parsed"
_PROTOCOL = 5  # Readable by every Python version that this package supports.


_Parsed = TypeVar("_Parsed")


class NotToml(ValueError):
    """A text that is not TOML, with the place of the error."""


def toml_of(path: Path) -> "Raw":
    """Return the tables of a file. Raises NotToml, or any error from reading it."""
    written = path.read_bytes()
    if _PACKAGE not in path.parents:  # A user's file is not cached.
        return tables_of(written)
    return kept(path, written, lambda: tables_of(written))


def tables_of(written: bytes) -> "Raw":
    import tomllib  # Only if there is something to parse.

    try:
        return tomllib.loads(written.decode("utf-8").removeprefix("\ufeff"))
    except tomllib.TOMLDecodeError as error:
        raise NotToml(str(error).splitlines()[0]) from None


def form_of(source: bytes, parsed: object) -> bytes:
    """Return the cached form of a source, with a hash that shows whether it is current."""
    return source_hash(source) + pickle.dumps(parsed, _PROTOCOL)


def kept(path: Path, source: bytes, parse: Callable[[], _Parsed]) -> _Parsed:
    """Return what `parse` makes of the source of a file or folder, cached if possible."""
    digest = source_hash(source)  # Python's own hash for bytecode.
    built = path.with_name(path.name + SUFFIX)
    made = path.parent / "__pycache__" / built.name
    for file in (built, made):
        with suppress(OSError, ValueError, EOFError, pickle.UnpicklingError):
            found = file.read_bytes()
            if found.startswith(digest):
                loaded: _Parsed = pickle.loads(found[len(digest) :])
                return loaded
    parsed = parse()
    if not sys.dont_write_bytecode:
        _write(made, form_of(source, parsed))
    return parsed


def _write(file: Path, content: bytes) -> None:
    """Write all or nothing, even with concurrent writers."""
    from tempfile import NamedTemporaryFile

    with suppress(OSError):
        file.parent.mkdir(exist_ok=True)
        with NamedTemporaryFile(dir=file.parent, delete=False) as written:
            written.write(content)
        Path(written.name).replace(file)
