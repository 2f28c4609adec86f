"""Load houses and books: built-in ones by key, others by folder or file."""

import errno
import os
import re
from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Final, TypeVar

import msgspec

from .book import Book, Clause, Constraint, Ruling, read_book, read_toml
from .book_consistency import check_book
from .citation import Law
from .consistency import (
    amendment_problems,
    broken_constraints,
    name_problems,
    procedure_problems,
    title_problems,
)
from .decode_errors import explain, explain_as
from .errors import HouseError, Problem
from .first_form import is_first_form, new_key_of
from .merge import completed, layered
from .model import House, flattened
from .options import named_by_options, options_of, patched, paths_set, value_at
from .plain_data import Raw
from .setting_paths import layer_of
from .suggestion import did_you_mean

BOOKS: Final = Path(__file__).parent / "books"
_NOT_HOUSES: Final = ("book.toml", "clauses.toml", "points.toml", "rulings.toml")
HOUSE_KEY: Final = re.compile(r"[A-Za-z0-9_][A-Za-z0-9._-]{0,63}")
_SHOWN: Final = 80  # How much of an invalid name is shown.
_OF_A_FILE_THAT_IS_THERE: Final = (errno.ELOOP, errno.EACCES, errno.ENOTDIR)


class Layer(msgspec.Struct, frozen=True):
    """One file of a house, as written."""

    raw: Raw
    path: Path
    file: str  # Its name in messages.
    folder: Path | None  # The folder of its book.

    @property
    def is_built_in(self) -> bool:
        return BOOKS in self.path.parents


@cache
def built_in_paths() -> Mapping[str, Path]:
    """Return the built-in houses by key: each book's house.toml first, then the files beside it."""
    return dict(houses_in(*sorted(BOOKS.iterdir(), key=_book_order)))


def _book_order(folder: Path) -> tuple[int, str]:
    about = read_toml(folder / "book.toml") if (folder / "book.toml").exists() else {}
    return int(about.get("order", 0)), folder.name


def houses_in(*folders: Path) -> dict[str, Path]:
    """Return the houses of these books by key."""
    found: dict[str, Path] = {}
    for folder in folders:
        if not (folder / "book.toml").exists():
            continue
        key = str(read_toml(folder / "book.toml").get("key", folder.name))
        for path in sorted(folder.glob("*.toml"), key=lambda each: each.name != "house.toml"):
            if path.name not in _NOT_HOUSES:
                found[key if path.name == "house.toml" else f"{key}-{path.stem}"] = path
    return found


def built_in_keys() -> tuple[str, ...]:
    return tuple(built_in_paths())


@lru_cache(maxsize=64)
def built_in(key: str) -> House:
    return read_house(built_in_paths()[key])


def load_house(named: str) -> House:
    """Load the built-in house with this key, or the house in this file or folder."""
    return built_in(named) if named in built_in_paths() else read_house(path_of(named))


def path_of(named: str) -> Path:
    if named in built_in_paths():
        return built_in_paths()[named]
    if not named:
        raise HouseError(Problem("", f"name a house: {', '.join(built_in_keys())}, or a file"))
    path = Path(named)
    try:
        path.stat()
    except FileNotFoundError:
        return path  # Reading it reports the error and the nearest name.
    except (OSError, ValueError) as error:  # Too long, inside a file, or has an invalid byte.
        reason = getattr(error, "strerror", None) or str(error)
        whole = len(named) <= _SHOWN or getattr(error, "errno", None) in _OF_A_FILE_THAT_IS_THERE
        shown = named if whole else f"{named[:_SHOWN]}…"
        message = f"cannot be the name of a house or a file: {reason}"
        raise HouseError(Problem("", message), file=repr(shown)[1:-1]) from None
    return path / "house.toml" if path.is_dir() else path


def read_house(path: Path) -> House:
    stack = layers(path)
    book = _book_of(stack)
    return make_house(stack, book)


@lru_cache(maxsize=64)
def book_in(folder: Path) -> Book:
    """Read the book in a folder, with the settings of its own house."""
    book = read_book(folder)
    check_book(book, House, f"built-in {folder.name}" if folder.parent == BOOKS else str(folder))
    path = folder / "house.toml"
    if not path.exists():
        return book
    house = make_house(layers(path), book, is_baseline=True)
    return msgspec.structs.replace(book, baseline=house.settings, ours=tuple(house.ours))


def _book_of(stack: list[Layer]) -> Book:
    """Return the book of the nearest layer that belongs to one; else the house is its own book."""
    nearest = next((each.folder for each in reversed(stack) if each.folder), None)
    book = book_in(nearest) if nearest else Book(key=stack[-1].raw["key"])
    own = [clause for each in stack for clause in _own(each, "clause", Clause)]
    forbidden = [rule for each in stack for rule in _own(each, "constraint", Constraint)]
    if forbidden:
        book = msgspec.structs.replace(book, constraints=(*book.constraints, *forbidden))
    if not own:
        return book
    taken = set(book.by_id)
    for clause in own:
        if clause.id in taken:
            message = f"there is already a clause {clause.id}"
            raise HouseError(Problem("clause", message), file=stack[-1].file)
        taken.add(clause.id)
    return msgspec.structs.replace(book, clauses=(*book.clauses, *own))


T = TypeVar("T", Clause, Constraint)


def _own(layer: Layer, name: str, kind: type[T]) -> list[T]:
    """Return what a house file adds to its book: [[clause]], [[constraint]]."""
    try:
        # mypy cannot follow a type built from an argument, msgspec can.
        return msgspec.convert(layer.raw.get(name, []), list[kind])  # type: ignore[valid-type]
    except msgspec.ValidationError as error:
        path, message = explain(error)
        raise HouseError(Problem(f"{name}{path}", message), file=layer.file) from None


def make_house(stack: list[Layer], book: Book, *, is_baseline: bool = False) -> House:
    """Make a house from its layers, base first."""
    raw: Raw = {}
    known: Mapping[str, tuple[Ruling, ...]] = options_of(book.rulings)
    of_layer = known
    for layer in stack:
        own = {name: value for name, value in layer.raw.items() if name not in _NOT_MERGED}
        chosen = layer.raw.get("options", {})
        if not isinstance(chosen, dict):
            raise HouseError(Problem("options", "must be a table", chosen), file=layer.file)
        try:
            of_layer = _known_to(layer, known)
            raw = _without_ours(raw, own, chosen, of_layer)
            raw = patched(layered(raw, own), chosen, of_layer, own)
        except HouseError as error:
            raise HouseError(*error.problems, file=error.file or layer.file) from None
    try:
        file = stack[-1].file
        return _as_written(compiled(raw, book, file=file, is_baseline=is_baseline), file)
    except HouseError as error:
        problems = named_by_options(error.problems, stack[-1].raw.get("options", {}), of_layer)
        raise HouseError(*problems, file=error.file) from None


_NOT_MERGED: Final = ("options", "clause", "constraint", "extends")


def _known_to(
    layer: Layer, known: Mapping[str, tuple[Ruling, ...]]
) -> Mapping[str, tuple[Ruling, ...]]:
    """Return a layer's options: a layer of another book chooses between that book's readings."""
    if layer.folder is None:
        return known
    return {**known, **options_of(read_book(layer.folder).rulings)}


def _without_ours(
    raw: Raw, own: Raw, chosen: Mapping[str, object], known: Mapping[str, tuple[Ruling, ...]]
) -> Raw:
    """Drop our defaults for settings stated by path or by an option."""
    stated = set(flattened(own))
    for name, value in chosen.items():
        for ruling in known.get(name, ())[:1]:
            stated.update(paths_set(ruling, value))
    kept = {name: why for name, why in raw.get("ours", {}).items() if name not in stated}
    return {**raw, "ours": kept} if raw else raw


def compiled(raw: Raw, book: Book, *, file: str = "", is_baseline: bool = False) -> House:
    """Return a valid house, or raise an error that says why it is not."""
    of_book = {"currency": book.currency, "language": book.language, "standing": book.standing}
    whole = completed({**of_book, **raw})
    try:
        house = msgspec.convert(whole, House)
    except msgspec.ValidationError as error:
        located = [_on_whose_word(each, book) for each in _located(error, whole)]
        raise HouseError(*located, file=file) from None
    if is_baseline:
        book = msgspec.structs.replace(book, baseline=house.settings, ours=tuple(house.ours))
    house.__dict__["law"] = Law(house.settings, book, house.amends)
    house.__dict__["raw"] = raw
    problems = [
        *amendment_problems(house),
        *procedure_problems(house),
        *broken_constraints(house),
    ]
    if problems:
        raise HouseError(*(_on_whose_word(each, book) for each in problems), file=file)
    return house


@lru_cache(maxsize=256)
def with_options(house: House, changed: bytes) -> House:
    """Return the house with some options changed, given as a JSON object."""
    try:
        chosen = msgspec.json.decode(changed, type=Raw)
    except msgspec.ValidationError as error:
        raise HouseError(Problem("options", explain(error, table="an object")[1])) from None
    except RecursionError:
        raise HouseError(Problem("options", "is nested too deeply")) from None
    if not chosen:
        return house
    known = options_of(house.book.rulings)
    raw = patched(house.raw, chosen, known, {})
    try:
        return _as_written(compiled(raw, house.book))
    except HouseError as error:
        raise HouseError(*named_by_options(error.problems, chosen, known)) from None


def with_settings(house: House, changed: Mapping[str, object]) -> House:
    """Return the house with settings changed by path, as a file that extends it would."""
    layer = layer_of(changed, house.raw)
    if not layer:
        return house
    if (key := layer.get("key", house.key)) != house.key:
        _check_key(key)
    return _as_written(compiled(layered(house.raw, layer), house.book))


def _as_written(house: House, file: str = "") -> House:
    """Return the house. Raises HouseError for what only the logs of earlier versions may hold."""
    if problems := [*name_problems(house), *title_problems(house)]:
        raise HouseError(*problems, file=file)
    return house


def layers(path: Path) -> list[Layer]:
    """Return the file and everything it extends, base first."""
    stack: list[Layer] = []
    seen: list[str] = []
    extending, base = "", ""
    while True:
        file, real = _shown(path), os.path.realpath(path)
        if real in seen:
            chain = " -> ".join(_shown(Path(each)) for each in [*seen, real])
            raise HouseError(Problem("extends", f"extends itself: {chain}"), file=file)
        seen.append(real)
        try:
            raw = _read(path, file)
        except HouseError as error:
            if not extending:
                raise
            message = f"{file}: {error.problems[0].message}"
            raise HouseError(Problem("extends", message, base), file=extending) from None
        _name(raw, path, file)
        folder = _folder_of_book(path, file)
        stack.insert(0, Layer(raw, path, file, folder))
        extended = raw.get("extends")
        if extended is None:
            return stack
        if not isinstance(extended, str) or "\0" in extended:
            raise HouseError(Problem("extends", "names a house or a file", extended), file=file)
        extending, base = file, extended
        path = path_of(extended) if extended in built_in_paths() else _beside(path, extended)


def _folder_of_book(path: Path, file: str) -> Path | None:
    """Return the folder of the book that a house belongs to, if any."""
    folder = path.parent
    if (folder / "book.toml").exists():
        return folder
    parts = [name for name in _NOT_HOUSES if (folder / name).exists()]
    if path.name == "house.toml" and parts:
        message = f"there is no book.toml beside it, and {parts[0]} belongs to a book"
        raise HouseError(Problem("", message), file=file)
    return None


def _beside(path: Path, extended: str) -> Path:
    there = path.parent / extended
    return there / "house.toml" if there.is_dir() else there


def _read(path: Path, file: str) -> Raw:
    if path.name == "house.toml" and path.parent.is_dir() and not path.exists():
        raise HouseError(Problem("", "no such file: a book has its house in house.toml"), file=file)
    if not path.exists() and "\0" not in str(path):
        listed = f" (there are {', '.join(built_in_keys())})"
        hint = did_you_mean(path.name, built_in_keys(), otherwise=listed)
        raise HouseError(
            Problem("", f"no such file, and no built-in house with that key{hint}"), file=file
        )
    raw = read_toml(path, shown=file)
    if is_first_form(raw):
        key, hint = new_key_of(raw)
        message = f"uses the old format: {hint}; queenhigh convert rewrites the file"
        raise HouseError(Problem(key, message), file=file)
    return raw


def _name(raw: Raw, path: Path, file: str) -> None:
    """Fill in a key, by default from the file's name, and a name, by default from the base."""
    built_in_key = next((key for key, each in built_in_paths().items() if each == path), None)
    stem = _stem(path)
    usual = re.sub(r"[^A-Za-z0-9._-]+", "-", stem).strip("-.") or "house"
    key = raw.setdefault("key", built_in_key or usual)
    if key != built_in_key:
        _check_key(key, file)
    base = raw.get("extends")
    raw.setdefault("name", f"{key}, after {base}" if base is not None else key)


def _check_key(key: object, file: str = "") -> None:
    """Check the key of a house that is not built in."""
    if not isinstance(key, str) or not HOUSE_KEY.fullmatch(key):
        message = "must be text of letters, digits, dots, dashes and underscores, at most 64"
        raise HouseError(Problem("key", message, key), file=file)
    if key in built_in_paths():
        raise HouseError(Problem("key", "belongs to a built-in house", key), file=file)


def _stem(path: Path) -> str:
    """Return a house's default name: its file's, prefixed with the book like the built-in ones."""
    about = path.parent / "book.toml"
    book = str(read_toml(about).get("key", path.parent.name)) if about.exists() else ""
    if path.name == "house.toml":
        return book or path.parent.name
    return f"{book}-{path.stem}" if book else path.stem


def _shown(path: Path) -> str:
    key = next((key for key, each in built_in_paths().items() if each == path), None)
    return f"built-in {key}" if key else str(path)


def _located(error: msgspec.ValidationError, raw: Raw) -> list[Problem]:
    """Return what is wrong, each with its full path and present value."""
    path, message = explain_as(error, House, raw)
    if isinstance(error.__cause__, HouseError):
        located = [
            msgspec.structs.replace(each, key=".".join(filter(None, (path, each.key))))
            for each in error.__cause__.problems
        ]
        return [_or_another_wager(each, raw) for each in located]
    value = value_at(raw, path)
    return [Problem(path, message, msgspec.UNSET if isinstance(value, dict) else value)]


def _or_another_wager(problem: Problem, raw: Raw) -> Problem:
    """Suggest another name for a wager without pays: it may be misspelt."""
    match problem.key.split("."):
        case ["wagers", name, "pays"] if not raw["wagers"][name].get("pays"):
            others = [each for each in raw["wagers"] if each != name]
            message = problem.message + did_you_mean(name, others)
            return msgspec.structs.replace(problem, message=message)
        case _:
            return problem


def _on_whose_word(problem: Problem, book: Book) -> Problem:
    """Add the clauses that support the setting, if the problem cites none."""
    support = book.support(problem.key)
    cites = problem.cites or (support.clauses if support else ())
    return msgspec.structs.replace(problem, cites=cites)
