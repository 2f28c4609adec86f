"""A book: a rule book as a folder of data, with its clauses and what they support."""

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Final, Literal, TypeVar

import msgspec

from .decode_errors import explain_as
from .errors import HouseError, Problem
from .parsed_files import NotToml, toml_of
from .plain_data import Raw, SettingValue

T = TypeVar("T")


class Clause(msgspec.Struct, frozen=True):
    """One rule of a rule book, in our own words."""

    id: str
    gist: str
    ref: str = ""
    topic: str = ""
    kind: str = ""
    data: dict[str, SettingValue] = {}
    applies: dict[str, SettingValue] = {}  # Settings under which it holds; empty: always.


class Reading(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One way to read a contested point, as changes to a house."""

    set: dict[str, SettingValue] = {}
    clauses: tuple[str, ...] = ()
    move: dict[str, str] = {}  # Moves a table to another path.
    units: dict[str, str] = {}  # Changes the unit of a pay table's rows: "for_one" = "to_one".
    gist: str = ""


class Parameter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An option with a value of its own, and the setting that takes it."""

    path: str
    type: Literal["value", "dollars", "odds", "row", "rows"] = "value"
    rows: tuple[str, ...] = ()  # For "odds": the rows of 1/4/6, weakest first.
    chosen: SettingValue = None  # For "rows": what is set for a named row, and for the others.
    others: SettingValue = None
    # For "row": the rest.
    with_: dict[str, SettingValue] = msgspec.field(default_factory=dict, name="with")


class Ruling(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A contradiction or gap, its readings, and the option that chooses between them.

    A ruling with several options has an entry for each, under the same id.
    """

    id: str = ""
    option: str = ""
    called: str = ""  # The option's name for people.
    title: str = ""
    question: str = ""
    clauses: tuple[str, ...] = ()
    considered: tuple[str, ...] = ()  # The readings in words: A, B, C.
    default: str = ""
    readings: dict[str, Reading] = {}
    parameter: Parameter | None = None
    parameters: dict[str, Parameter] = {}  # For an option with several parts.
    # The hands it concerns, as conditions of a row, with `wager`.
    hands: dict[str, SettingValue] = {}

    @property
    def taken(self) -> str:
        """The chosen reading in its own words, and why; its letter is only for lists."""
        for letter, reading in zip("ABCD", self.considered, strict=False):
            why = self.default.removeprefix(f"Reading {letter}")
            if why != self.default:
                return reading.removesuffix(".") + why
        return self.default


class Alternative(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    value: SettingValue
    clauses: tuple[str, ...] = ()


class Support(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The support of a setting: what stands behind it."""

    clauses: tuple[str, ...] = ()
    also: tuple[Alternative, ...] = ()
    between: tuple[int, int] | None = None
    open: bool = False
    rulings: tuple[str, ...] = ()
    convention: str = ""


class Constraint(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A combination that the book forbids. A list of values means one of them."""

    must: dict[str, SettingValue]
    if_: dict[str, SettingValue] = msgspec.field(default_factory=dict, name="if")
    clauses: tuple[str, ...] = ()
    rulings: tuple[str, ...] = ()
    says: str = ""
    name: str = ""
    active: bool = True  # Applies unless the house switches it off in [constraints].


class Book(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """Everything a book says. It can be embedded in a log and read back."""

    key: str
    title: str = ""
    standing: str = ""
    language: str = "en"
    currency: str = "USD"
    clauses: tuple[Clause, ...] = ()
    points: dict[str, tuple[str, ...]] = {}
    settings: dict[str, Support] = {}
    stated: dict[str, str] = {}
    rulings: tuple[Ruling, ...] = ()
    constraints: tuple[Constraint, ...] = ()
    baseline: dict[str, SettingValue] = {}  # The settings of the book's own house, by path.
    ours: tuple[str, ...] = ()  # Settings for which the book states no value, so ours fills in.

    @cached_property
    def by_id(self) -> Mapping[str, Clause]:
        return {clause.id: clause for clause in self.clauses}

    def support(self, path: str) -> Support | None:
        """Return the support of a setting, or of the table that holds it.

        A table that the book does not have, such as that of a house's own wager, has no support.
        """
        path = _to_the_row(path)
        table = path.rpartition(".")[0]
        name = path
        while name:
            # Support for offering certain wagers does not extend to the settings of a wager.
            is_near = name in (path, table) or (table in self._tables and name != "wagers")
            if is_near and (found := self.settings.get(name)):
                return found
            name = name.rpartition(".")[0]
        return None

    @cached_property
    def _tables(self) -> frozenset[str]:
        """The tables of the book's own house, including rows of pay tables."""
        parents = [path.rpartition(".")[0] for path in self.baseline]
        return frozenset((*self.baseline, *parents, *(each.rpartition(".")[0] for each in parents)))


def _to_the_row(path: str) -> str:
    """Shorten a path to its pay table row: a setting within a row has the row's support."""
    table, pays, row = path.partition(".pays.")
    return f"{table}{pays}{row.partition('.')[0]}"


class _ClauseFile(msgspec.Struct):
    clause: tuple[Clause, ...] = ()
    book: str = ""
    title: str = ""


class RulingFile(msgspec.Struct, forbid_unknown_fields=True):
    ruling: tuple[Ruling, ...] = ()


class _PointFile(msgspec.Struct, forbid_unknown_fields=True):
    points: dict[str, tuple[str, ...]] = {}
    settings: dict[str, Support | tuple[str, ...]] = {}
    stated: dict[str, str] = {}
    constraint: tuple[Constraint, ...] = ()


class _BookFile(msgspec.Struct, forbid_unknown_fields=True):
    key: str
    title: str
    standing: str = ""
    language: str = "en"
    currency: str = "USD"
    order: int = 0  # Position in lists.


def read_book(folder: Path) -> Book:
    """Read the book in a folder, without its house."""
    about = _part(folder / "book.toml", _BookFile)
    supports = _part(folder / "points.toml", _PointFile, optional=True)
    return Book(
        key=about.key,
        title=about.title,
        standing=about.standing,
        language=about.language,
        currency=about.currency,
        clauses=_part(folder / "clauses.toml", _ClauseFile, optional=True).clause,
        points=supports.points,
        settings={
            path: support if isinstance(support, Support) else Support(clauses=support)
            for path, support in supports.settings.items()
        },
        stated=supports.stated,
        constraints=supports.constraint,
        rulings=_part(folder / "rulings.toml", RulingFile, optional=True).ruling,
    )


def _part(path: Path, kind: type[T], *, optional: bool = False) -> T:
    """Read one file of the folder; an optional one may be missing."""
    if optional and not path.exists():
        return kind()
    raw = read_toml(path)
    try:
        return msgspec.convert(raw, kind)
    except msgspec.ValidationError as error:
        key, message = explain_as(error, kind, raw)
        raise HouseError(Problem(key, message), file=str(path)) from None


_DEEPEST: Final = 16  # Tables in tables; a house needs six.


def _is_deep(raw: Raw) -> bool:
    tables = [raw]
    for _ in range(_DEEPEST):
        tables = [each for table in tables for each in table.values() if isinstance(each, dict)]
    return bool(tables)


def read_toml(path: Path, *, shown: str = "") -> Raw:
    """Read a TOML file; any error is reported in one line."""
    file = shown or str(path)
    try:
        raw = toml_of(path)
        if _is_deep(raw):
            raise RecursionError
        return raw
    except FileNotFoundError:
        raise HouseError(Problem("", "no such file"), file=file) from None
    except OSError as error:
        raise HouseError(Problem("", error.strerror or "cannot be read"), file=file) from None
    except UnicodeDecodeError as error:
        message = f"not UTF-8: byte {error.start} is {error.object[error.start]:#04x}"
        raise HouseError(Problem("", message), file=file) from None
    except NotToml as error:
        raise HouseError(Problem("", f"not TOML: {error}"), file=file) from None
    except RecursionError:
        raise HouseError(Problem("", "not TOML: nested too deeply"), file=file) from None
    except ValueError as error:
        too_long = "int_max_str_digits" in str(error)
        message = "not TOML: a number is too long" if too_long else "cannot be the name of a file"
        raise HouseError(Problem("", message), file=file) from None
