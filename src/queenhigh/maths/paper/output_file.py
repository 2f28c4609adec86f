"""An output file, checked before the work that fills it."""

import os
from collections.abc import Collection
from pathlib import Path


def check_output(file: Path, suffixes: Collection[str], what: str) -> None:
    """Raise ValueError if the file has another suffix or cannot be written."""
    if file.suffix not in suffixes:
        raise ValueError(f"{file}: {what} is written as {', '.join(suffixes)}")
    if not os.path.isdir(file.parent):
        raise ValueError(f"{file}: there is no directory {file.parent}")
    if os.path.isdir(file):
        raise ValueError(f"{file}: is a directory")
    if not os.access(file if os.path.exists(file) else file.parent, os.W_OK):
        raise ValueError(f"{file}: cannot be written: no permission")
