"""What was parsed from files of this package, kept so that commands start quickly.

A wheel has the parsed form beside each file: it is made when the wheel is built. A checkout keeps
it as Python keeps its bytecode, and parses a file again when its content has changed. Where nothing
can be written it is parsed each time, and the answer is the same.

The build imports this module by its file, so it needs the standard library alone.
"""

import pickle
import sys
from collections.abc import Callable
from contextlib import suppress
from importlib.util import source_hash
from pathlib import Path
from typing import Any

_PACKAGE = Path(__file__).parents[1]
SUFFIX = ".parsed"
_PROTOCOL = 5  # Read by every Python that this package runs on.


def _is_ours(path: Path) -> bool:
    """Whether the file belongs to the package; what users write is not kept."""
    return _PACKAGE in path.parents


class NotToml(ValueError):
    """A text that is not TOML, and where."""


def toml_of(path: Path) -> dict[str, Any]:
    """The tables of a file. Raises NotToml, or what reading it raises."""
    written = path.read_bytes()
    if not _is_ours(path):
        return tables_of(written)
    found: dict[str, Any] = kept(path, written, lambda: tables_of(written))
    return found


def tables_of(written: bytes) -> dict[str, Any]:
    import tomllib  # Only where there is something to parse.

    try:
        return tomllib.loads(written.decode("utf-8").removeprefix("\ufeff"))
    except tomllib.TOMLDecodeError as error:
        raise NotToml(str(error).splitlines()[0]) from None


def form_of(source: bytes, parsed: Any) -> bytes:
    """The parsed form of a source, with what tells whether it still is."""
    return source_hash(source) + pickle.dumps(parsed, _PROTOCOL)


def kept(path: Path, source: bytes, parse: Callable[[], Any]) -> Any:
    """What `parse` makes of the source of a file or folder, from the last time where it can be."""
    digest = source_hash(source)  # As Python has it for bytecode.
    built = path.with_name(path.name + SUFFIX)
    made = path.parent / "__pycache__" / built.name
    for file in (built, made):
        with suppress(OSError, ValueError, EOFError, pickle.UnpicklingError):
            found = file.read_bytes()
            if found.startswith(digest):
                return pickle.loads(found[len(digest) :])
    parsed = parse()
    if not sys.dont_write_bytecode:
        _write(made, form_of(source, parsed))
    return parsed


def _write(file: Path, content: bytes) -> None:
    """Whole or not at all, whoever else writes it at the same time."""
    from tempfile import NamedTemporaryFile

    with suppress(OSError):
        file.parent.mkdir(exist_ok=True)
        with NamedTemporaryFile(dir=file.parent, delete=False) as written:
            written.write(content)
        Path(written.name).replace(file)
