"""Reads house files: the built-in books by key, a user's own by path."""

import tomllib
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

from .decoding import allowed_values, explain, join
from .errors import HouseError, Problem
from .model import House
from .paytables import AnteBonusTable, PairPlusTable, PayTable

BUILT_IN = ("mics", "mics-alternate", "chickasaw", "manual", "classic")
_BOOKS = Path(__file__).parent / "books"
_SHORTHANDS: dict[str, tuple[str, type[PayTable]]] = {
    "pair_plus_table": ("pair_plus", PairPlusTable),
    "ante_bonus_table": ("ante_bonus", AnteBonusTable),
}

_NOT_TABLES = ("key", "book", "name", "standing", "wagers", "seats")
_TABLES = set(House.__struct_fields__) - set(_NOT_TABLES)

Raw = dict[str, Any]


@lru_cache(maxsize=64)
def built_in(key: str) -> House:
    return read_house(path_of(key))


def load_house(key_or_file: str) -> House:
    """The built-in house of that key, or the one in that file."""
    return built_in(key_or_file) if key_or_file in BUILT_IN else read_house(path_of(key_or_file))


def path_of(key_or_file: str) -> Path:
    return _BOOKS / f"{key_or_file}.toml" if key_or_file in BUILT_IN else Path(key_or_file)


def read_house(path: Path) -> House:
    return make_house(layers(path), file=_shown(path))


def make_house(stack: list[Raw], *, file: str = "") -> House:
    """A house out of layers, the one that is extended first."""
    merged: Raw = {}
    for layer in stack:
        own = {name for name, _ in settings(layer)}
        kept = {name: why for name, why in merged.get("ours", {}).items() if name not in own}
        merged = _merged({**merged, "ours": kept}, layer)
    return _converted(merged, file=file)


@lru_cache(maxsize=256)
def with_options(house: House, options: bytes) -> House:
    """The same house with some options set otherwise, given as a JSON object."""
    try:
        changes = msgspec.json.decode(options, type=dict[str, Any])
    except msgspec.ValidationError as error:
        raise HouseError(Problem("options", explain(error, table="an object")[1])) from None
    except RecursionError:
        raise HouseError(Problem("options", "is nested too deeply")) from None
    if not changes:
        return house
    return make_house([msgspec.to_builtins(house), _expanded({"options": changes}, file="")])


def layers(path: Path) -> list[Raw]:
    """The file and all that it extends, the base first; shorthands written out."""
    stack: list[Raw] = []
    seen: list[Path] = []
    while True:
        file = _shown(path)
        if path.resolve() in seen:
            chain = " -> ".join(_shown(each) for each in [*seen, path.resolve()])
            raise HouseError(Problem("extends", f"goes round in a circle: {chain}"), file=file)
        seen.append(path.resolve())
        raw = _read(path, file)
        base = raw.pop("extends", None)
        raw.setdefault("key", path.stem)
        if base is not None:
            raw.setdefault("name", f"{raw['key']}, after {base}")
        if raw["key"] in BUILT_IN and path.parent != _BOOKS:
            raise HouseError(Problem("key", "belongs to a built-in house", raw["key"]), file=file)
        stack.insert(0, _expanded(raw, file=file))
        if base is None:
            return stack
        if not isinstance(base, str):
            raise HouseError(Problem("extends", "names a house or a file", base), file=file)
        path = _BOOKS / f"{base}.toml" if base in BUILT_IN else path.parent / base


def settings(raw: Mapping[str, Any], prefix: str = "") -> list[tuple[str, Any]]:
    """Every single setting with its dotted name, tables taken apart."""
    found: list[tuple[str, Any]] = []
    for name, value in raw.items():
        dotted = join(prefix, name)
        found += settings(value, dotted) if isinstance(value, dict) else [(dotted, value)]
    return found


def _shown(path: Path) -> str:
    return f"built-in {path.stem}" if path.parent == _BOOKS else str(path)


def _read(path: Path, file: str) -> Raw:
    try:
        return tomllib.loads(path.read_bytes().decode("utf-8"))
    except FileNotFoundError:
        known = ", ".join(BUILT_IN)
        message = f"no such file, and no built-in house of that key (there are {known})"
        raise HouseError(Problem("", message), file=file) from None
    except OSError as error:
        raise HouseError(Problem("", error.strerror or "cannot be read"), file=file) from None
    except UnicodeDecodeError as error:
        message = f"not UTF-8: byte {error.start} is {error.object[error.start]:#04x}"
        raise HouseError(Problem("", message), file=file) from None
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise HouseError(Problem("", f"not TOML: {error}".splitlines()[0]), file=file) from None


def _expanded(raw: Raw, *, file: str) -> Raw:
    """Pay tables written as options, such as 1/4/6/33/35, become the tables they stand for."""
    options = raw.get("options")
    if not isinstance(options, dict):
        return raw
    raw = {**raw, "options": dict(options)}
    for name, (table, kind) in _SHORTHANDS.items():
        if name not in options:
            continue
        text = raw["options"].pop(name)
        try:
            if not isinstance(text, str):
                raise ValueError(f"is a text such as {kind.example()}")
            pays = msgspec.to_builtins(kind.from_shorthand(text))
        except HouseError as error:
            problem = Problem(f"options.{name}", error.problems[0].message, text)
            raise HouseError(problem, file=file) from None
        except ValueError as error:
            raise HouseError(Problem(f"options.{name}", str(error), text), file=file) from None
        if raw.get(table, pays) != pays:
            message = f"contradicts the table [{table}] of the same file"
            raise HouseError(Problem(f"options.{name}", message, text), file=file)
        raw[table] = pays
    return raw


def _merged(base: Raw, over: Raw) -> Raw:
    result = dict(base)
    for name, value in over.items():
        both_tables = isinstance(value, dict) and isinstance(result.get(name), dict)
        result[name] = _merged(result[name], value) if both_tables else value
    return result


def _converted(raw: Raw, *, file: str) -> House:
    try:
        return msgspec.convert(raw, House)
    except msgspec.ValidationError as error:
        if isinstance(error.__cause__, HouseError):
            path, _ = explain(error)
            problems = error.__cause__.problems
            located = [_located(problem, path, raw) for problem in problems]
        else:
            located = [_located(_worded(error, raw), "", raw)]
        raise HouseError(*located, file=file) from None


def _worded(error: msgspec.ValidationError, raw: Raw) -> Problem:
    path, message = explain(error)
    if message.startswith("invalid enum value"):
        message = f"is not one of {', '.join(allowed_values(House, path))}"
    value = _value_at(raw, path)
    if message == "is missing" and path in _TABLES:
        message = "the table is missing"
    return Problem(path, message, msgspec.UNSET if isinstance(value, dict) else value)


def _located(problem: Problem, path: str, raw: Raw) -> Problem:
    """The problem with its full path and, where it names no clause, what its setting rests on."""
    key = join(path, problem.key)
    cites = problem.cites or _cited_for(key, raw)
    return msgspec.structs.replace(problem, key=key, cites=cites)


def _cited_for(key: str, raw: Raw) -> tuple[str, ...]:
    cites = raw.get("cites")
    if not isinstance(cites, dict):
        book = raw.get("book")
        if book not in BUILT_IN:
            return ()
        cites = _read(_BOOKS / f"{book}.toml", str(book)).get("cites", {})
    while key:
        if isinstance(found := cites.get(key), (list, tuple)):
            return tuple(map(str, found))
        key = key.rpartition(".")[0]
    return ()


def _value_at(raw: Raw, path: str) -> object:
    value: Any = raw
    for name in path.replace("[", ".[").split("."):
        try:
            value = value[int(name[1:-1])] if name.startswith("[") else value[name]
        except (KeyError, IndexError, TypeError, ValueError):
            return msgspec.UNSET
    return value
