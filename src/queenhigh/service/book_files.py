"""The files of a rule book that somebody uploads: read with care, and every fault with its line.

Nothing of the machine is read for a client: a house extends a built-in one or a file beside it.
"""

import base64
import binascii
import io
import re
import tempfile
import tomllib
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final, Literal

import msgspec

from ..house.book import read_book
from ..house.errors import HouseError
from ..house.loader import built_in_keys, houses_in, read_house
from ..house.model import House
from ..house.toml_lines import line_in_message, line_of

MOST_FILES: Final = 60
MOST_BYTES: Final = 1_000_000
_NAME: Final = re.compile(r"[A-Za-z0-9_][A-Za-z0-9._-]{0,63}\.toml")
_KEY: Final = re.compile(r"[A-Za-z0-9_][A-Za-z0-9._-]{0,63}")
_BOOK: Final = "book.toml"

Files = Mapping[str, str]


class FilesError(ValueError):
    """An upload that is no set of files of a book."""


class BookFinding(msgspec.Struct, frozen=True, kw_only=True):
    """Something about a book that its author should know. `wrong` means that it does not load."""

    level: str
    message: str
    file: str = ""
    line: int = 0  # 0 where it stands nowhere.
    key: str = ""
    cites: tuple[str, ...] = ()
    value: Any = None


class Draft(msgspec.Struct, frozen=True, kw_only=True):
    """A book out of files, as far as it goes."""

    key: str
    title: str
    houses: dict[str, House]
    findings: tuple[BookFinding, ...]

    @property
    def loads(self) -> bool:
        return bool(self.houses) and not any(each.level == "wrong" for each in self.findings)


def unpacked(packed: str) -> dict[str, str]:
    """The files of a zip, in base64; a folder that holds them all is left out."""
    try:
        content = base64.b64decode(packed, validate=True)
        archive = zipfile.ZipFile(io.BytesIO(content))
        inside = [each for each in archive.infolist() if not each.is_dir()]
        if len(inside) > MOST_FILES or sum(each.file_size for each in inside) > MOST_BYTES:
            raise FilesError(_too_much())
        texts = {each.filename: archive.read(each).decode("utf-8") for each in inside}
    except (binascii.Error, zipfile.BadZipFile, NotImplementedError, RuntimeError) as error:
        raise FilesError(f"is no zip that can be read: {error}") from None
    except UnicodeDecodeError:
        raise FilesError("the files of a book are text in UTF-8") from None
    tops = {name.partition("/")[0] for name in texts if "/" in name}
    if len(tops) == 1 and all("/" in name for name in texts):
        top = tops.pop() + "/"
        return {name.removeprefix(top): text for name, text in texts.items()}
    return texts


def checked(files: Files) -> Files:
    """Raises FilesError where it cannot be the folder of a book."""
    if len(files) > MOST_FILES or sum(len(text.encode()) for text in files.values()) > MOST_BYTES:
        raise FilesError(_too_much())
    for name in files:
        if not _NAME.fullmatch(name):
            message = "a file of a book is called by letters, digits, dashes and dots, and ends in"
            raise FilesError(f"{name!r}: {message} .toml")
    if _BOOK not in files:
        raise FilesError(f"{_BOOK} is missing: it says the book's key and title")
    return files


def _too_much() -> str:
    return f"a book is at most {MOST_FILES} files of {MOST_BYTES // 1000:,} kB together"


def draft(files: Files) -> Draft:
    """What the files come to, with everything that is wrong with them."""
    checked(files)
    findings = [*_syntax(files), *_reaching_out(files)]
    about: dict[str, Any] = {} if findings else tomllib.loads(files[_BOOK])
    key, title = str(about.get("key", "")), str(about.get("title", ""))
    if not findings and not _KEY.fullmatch(key):
        message = "is a text of letters, digits, dots, dashes and underscores"
        findings.append(_finding(files, _BOOK, "key", message, about.get("key")))
    if findings:
        return Draft(key=key, title=title, houses={}, findings=tuple(findings))
    with tempfile.TemporaryDirectory(prefix="queenhigh-book-") as place:
        folder = Path(place) / key
        folder.mkdir()
        for name, text in files.items():
            (folder / name).write_text(text, "utf-8")
        houses, wrong = _loaded(files, folder)
        remarks = [] if wrong else list(_remarks(files, folder))
    return Draft(key=key, title=title, houses=houses, findings=(*wrong, *remarks))


def _syntax(files: Files) -> Iterator[BookFinding]:
    for name, text in files.items():
        try:
            tomllib.loads(text)
        except (tomllib.TOMLDecodeError, RecursionError) as error:
            message = f"not TOML: {error}".splitlines()[0]
            line = line_in_message(str(error))
            yield BookFinding(level="wrong", message=message, file=name, line=line)


def _reaching_out(files: Files) -> Iterator[BookFinding]:
    """A house of an upload extends a built-in one, or a file of the upload."""
    for name, text in files.items():
        try:
            base = tomllib.loads(text).get("extends")
        except (tomllib.TOMLDecodeError, RecursionError):
            continue
        if base is None or base in built_in_keys() or base in files:
            continue
        there = ", ".join((*built_in_keys(), *(each for each in files if each != name)))
        message = f"names a built-in house or a file of this book ({there})"
        yield _finding(files, name, "extends", message, base)


def _loaded(files: Files, folder: Path) -> tuple[dict[str, House], list[BookFinding]]:
    try:
        read_book(folder)
    except HouseError as error:
        return {}, list(_of_error(files, folder, error, _BOOK))
    paths = houses_in(folder)
    if not paths:
        message = "the book has no house: house.toml is missing"
        return {}, [BookFinding(level="wrong", message=message, file="house.toml")]
    houses: dict[str, House] = {}
    wrong: list[BookFinding] = []
    for path in paths.values():
        try:
            house = read_house(path)
            houses[house.key] = house
        except HouseError as error:
            wrong += _of_error(files, folder, error, path.name)
    return houses, wrong


def _of_error(
    files: Files, folder: Path, error: HouseError, otherwise: str
) -> Iterator[BookFinding]:
    file = error.file.removeprefix(str(folder)).lstrip("/")
    name = file if file in files else otherwise
    for problem in error.problems:
        value = None if problem.value is msgspec.UNSET else problem.value
        message = problem.message.replace(f"{folder}/", "")
        yield _finding(files, name, problem.key, message, value, cites=problem.cites)


def _finding(
    files: Files,
    file: str,
    key: str,
    message: str,
    value: Any = None,
    *,
    cites: tuple[str, ...] = (),
    level: str = "wrong",
) -> BookFinding:
    try:
        msgspec.json.encode(value)
    except TypeError:
        value = str(value)
    line = line_of(files.get(file, ""), key) if key else 0
    return BookFinding(
        level=level, message=message, file=file, line=line, key=key, cites=cites, value=value
    )


Level = Literal["wrong", "contradicts", "missing", "default", "contested"]


def _remarks(files: Files, folder: Path) -> Iterator[BookFinding]:
    """What the linter says of a book that loads."""
    from ..house.linting import lint_book

    for each in lint_book(folder):
        name = each.file.removeprefix(str(folder)).lstrip("/")
        name = name if name in files else "house.toml"
        yield _finding(
            files, name, each.key, each.message, each.value, cites=each.cites, level=each.level
        )
