"""The files of an uploaded rule book: read with care, and every fault reported with its line.

A single house file will do as well: it is its base's book with changes. No file of this machine is
read for a client: a house extends a built-in one or another file of the upload.
"""

import base64
import binascii
import io
import re
import tempfile
import tomllib
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

import msgspec

from ...house.book import read_book
from ...house.errors import HouseError, text_of
from ...house.linter import LEVELS, Finding, Level, lint_house
from ...house.loader import HOUSE_KEY, built_in_keys, houses_in, read_house
from ...house.model import House
from ...house.plain_data import Raw, SettingValue, carried_over
from ...house.toml_lines import line_of

MOST_FILES: Final = 60
MOST_BYTES: Final = 1_000_000
_NAME: Final = re.compile(r"[A-Za-z0-9_][A-Za-z0-9._-]{0,63}\.toml")
_AT_LINE: Final = re.compile(r"\(at line (\d+), column \d+\)")
_BOOK: Final = "book.toml"
_HOUSE: Final = "house.toml"

# The other methods unpack as much as they like, whatever size the archive states.
_BOUNDED: Final = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
# Of an encrypted or a broken archive.
_UNREADABLE: Final = (
    binascii.Error, zipfile.BadZipFile, zlib.error, OSError, EOFError,
    NotImplementedError, RuntimeError,
)  # fmt: skip
# A key with more parts than any setting has: tomllib needs memory and time for the square of their
# number, a gigabyte for 30 kB of `a.a.a`.
_PART: Final = r"""(?:[A-Za-z0-9_-]++|"(?:[^"\\\n]|\\.)*+"|'[^'\n]*+')[ \t]*+"""
_LONG_KEY: Final = re.compile(rf"^[ \t]*+\[?\[?[ \t]*+(?:{_PART}\.[ \t]*+){{32}}", re.MULTILINE)

Files = Mapping[str, str]


class FilesError(ValueError):
    """An upload that cannot be the files of a book."""


class BookFinding(msgspec.Struct, frozen=True, kw_only=True):
    """Something that the author of a book should know. `wrong` means that it does not load."""

    level: Level
    message: str
    file: str = ""
    line: int = 0  # 0 if it has no place in the file.
    key: str = ""
    cites: tuple[str, ...] = ()
    value: SettingValue = None


class Draft(msgspec.Struct, frozen=True, kw_only=True):
    """A book read from files, as far as it can be read."""

    key: str
    title: str
    houses: dict[str, House]
    findings: tuple[BookFinding, ...]

    @property
    def loads(self) -> bool:
        return bool(self.houses) and not any(each.level == "wrong" for each in self.findings)


def unpacked(packed: str) -> dict[str, str]:
    """The files of a base64-encoded zip; a folder around all of them is left out."""
    try:
        content = base64.b64decode(packed, validate=True)
        archive = zipfile.ZipFile(io.BytesIO(content))
        inside = [each for each in archive.infolist() if not each.is_dir()]
        if len(inside) > MOST_FILES or sum(each.file_size for each in inside) > MOST_BYTES:
            raise FilesError(_too_much())
        texts = {each.filename: _text_of(archive, each) for each in inside}
    except UnicodeDecodeError:
        raise FilesError("The files of a book must be UTF-8 text") from None
    except _UNREADABLE as error:
        raise FilesError(f"This is not a readable zip: {error}") from None
    tops = {name.partition("/")[0] for name in texts if "/" in name}
    if len(tops) == 1 and all("/" in name for name in texts):
        top = tops.pop() + "/"
        return {name.removeprefix(top): text for name, text in texts.items()}
    return texts


def _text_of(archive: zipfile.ZipFile, file: zipfile.ZipInfo) -> str:
    """The text of a file, which is unpacked only as far as its stated size."""
    if file.compress_type not in _BOUNDED:
        raise FilesError("This is not a readable zip: pack the files without bzip2 or LZMA")
    with archive.open(file) as opened:
        return opened.read(file.file_size).decode("utf-8")


def checked(files: Files) -> Files:
    """Return the files. Raises FilesError if they cannot be the folder of a book."""
    if len(files) > MOST_FILES or sum(len(text.encode()) for text in files.values()) > MOST_BYTES:
        raise FilesError(_too_much())
    for name in files:
        if not _NAME.fullmatch(name):
            message = "use letters, digits, dashes and dots, and end the file's name in .toml"
            raise FilesError(f"{name!r}: {message}")
    if _BOOK not in files and len(files) != 1:
        message = "it holds the book's key and title; only a single house file can do without it"
        raise FilesError(f"{_BOOK} is missing: {message}")
    return files


def _too_much() -> str:
    return f"A book may have at most {MOST_FILES} files, {MOST_BYTES // 1000:,} kB in total"


def draft(files: Files) -> Draft:
    """The book that the files make, with everything that is wrong with them."""
    checked(files)
    with tempfile.TemporaryDirectory(prefix="queenhigh-book-") as place:
        return _Reading(files, Path(place)).draft()


class _Reading:
    """Reads the files from a temporary folder."""

    def __init__(self, files: Files, place: Path):
        self.is_book = _BOOK in files
        about = _parsed(files[_BOOK]) or {} if self.is_book else {}
        self.key, self.title = about.get("key", ""), str(about.get("title", ""))
        self.files, self.has_key = (
            files,
            isinstance(self.key, str) and HOUSE_KEY.fullmatch(self.key),
        )
        self.folder = place / (self.key if self.has_key else "book")
        self.folder.mkdir()
        for name, text in files.items():
            (self.folder / name).write_text(text, "utf-8")

    def _house_files(self) -> list[Path]:
        if self.is_book:
            return list(houses_in(self.folder).values())
        return [self.folder / name for name in self.files]

    def draft(self) -> Draft:
        houses: dict[str, House] = {}
        findings = [*self._syntax(), *self._reaching_out()]
        if not findings:
            houses, findings = self._loaded()
        if not findings:
            findings = sorted(self._remarks(), key=lambda each: LEVELS.index(each.level))
        key, title = self.key if self.has_key else "", self.title
        if houses and not self.is_book:
            [(key, house)] = houses.items()
            title = house.called
        return Draft(key=key, title=title, houses=houses, findings=tuple(findings))

    def _syntax(self) -> Iterator[BookFinding]:
        for name, text in self.files.items():
            try:
                _tables_of(text)
            except (ValueError, RecursionError) as error:
                message = f"not TOML: {error}".splitlines()[0].partition(";")[0]
                at = _AT_LINE.search(message)
                line = int(at[1]) if at else 0
                yield BookFinding(level="wrong", message=message, file=name, line=line)
        if self.is_book and not self.has_key and _parsed(self.files[_BOOK]) is not None:
            message = "must be letters, digits, dots, dashes and underscores"
            yield self._wrong(_BOOK, "key", message, self.key)
        lone = "" if self.is_book else next(iter(self.files))
        if lone == _HOUSE and "key" not in (_parsed(self.files[lone]) or {"key": ""}):
            yield self._wrong(lone, "key", "is missing: name the house, or name the file after it")

    def _reaching_out(self) -> Iterator[BookFinding]:
        """Find houses that extend neither a built-in one nor a file of the upload."""
        for name, text in self.files.items():
            base = (_parsed(text) or {}).get("extends")
            known = isinstance(base, str) and (base in built_in_keys() or base in self.files)
            if base is None or known:
                continue
            there = (*built_in_keys(), *(each for each in self.files if each != name))
            message = f"must name a built-in house or a file of this book ({', '.join(there)})"
            yield self._wrong(name, "extends", message, base)

    def _loaded(self) -> tuple[dict[str, House], list[BookFinding]]:
        try:
            if self.is_book:
                read_book(self.folder)
        except HouseError as error:
            return {}, list(self._of_error(error, _BOOK))
        paths = self._house_files()
        if not paths:
            message = f"the book has no house: {_HOUSE} is missing"
            return {}, [BookFinding(level="wrong", message=message, file=_HOUSE)]
        houses: dict[str, House] = {}
        wrong: list[BookFinding] = []
        for path in paths:
            try:
                house = read_house(path)
                houses[house.key] = house
            except HouseError as error:
                wrong += self._of_error(error, path.name)
        return houses, wrong

    def _remarks(self) -> Iterator[BookFinding]:
        """The linter's findings on a book that loads."""
        for path in self._house_files():
            yield from (finding_of(each, path) for each in lint_house(str(path)))

    def _of_error(self, error: HouseError, otherwise: str) -> Iterator[BookFinding]:
        name = self._name(error.file, otherwise)
        for problem in error.problems:
            value = None if problem.value is msgspec.UNSET else problem.value
            message = problem.message.replace(f"{self.folder}/", "")
            yield self._wrong(name, problem.key, message, value, problem.cites)

    def _name(self, file: str, otherwise: str) -> str:
        """The author's name for a file of the book."""
        name = file.removeprefix(f"{self.folder}/")
        return name if name in self.files else otherwise

    def _wrong(
        self, file: str, key: str, message: str, value: object = None, cites: tuple[str, ...] = ()
    ) -> BookFinding:
        return BookFinding(
            level="wrong",
            message=message,
            file=file,
            line=line_of(self.folder / file, key),
            key=key,
            cites=cites,
            value=_as_json(value),
        )


def finding_of(found: Finding, path: Path) -> BookFinding:
    """Convert a finding about that house file, or about another file of its book by name."""
    file = Path(found.file).name if found.file else path.name
    return carried_over(BookFinding, found, file=file, value=_as_json(found.value))


def _tables_of(text: str) -> Raw:
    """Parse a file. Raises ValueError or RecursionError if it is not TOML, or too deep."""
    if found := _LONG_KEY.search(text):
        line = text.count("\n", 0, found.start()) + 1
        raise ValueError(f"nested too deeply (at line {line}, column 1)")
    return tomllib.loads(text)


def _parsed(text: str) -> Raw | None:
    try:
        return _tables_of(text)
    except (ValueError, RecursionError):  # Also for numbers with thousands of digits.
        return None


def _as_json(value: SettingValue) -> SettingValue:
    """The value, converted to text if TOML can hold it and JSON cannot."""
    try:
        msgspec.json.encode(value)
    except (TypeError, ValueError):
        return text_of(value)
    return value
