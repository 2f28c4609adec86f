"""Reads house files: the built-in books by key, a user's own by path."""

import os
import re
import tomllib
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

from .book import BOOKS, HOUSES, book, book_points
from .catalogue import clauses, conventions, options, rulings
from .decoding import allowed_values, explain, join
from .errors import HouseError, Problem
from .model import House
from .paytables import AnteBonusTable, PairPlusTable, PayTable

BUILT_IN = tuple(HOUSES)
_KEY = re.compile(r"[A-Za-z0-9_][A-Za-z0-9._-]{0,63}")
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
    return HOUSES.get(key_or_file) or Path(key_or_file)


def read_house(path: Path) -> House:
    stack = layers(path)
    house = make_house(stack, file=_shown(path))
    if not _is_built_in(path):
        _check_references(house, stack, file=_shown(path))
    return house


def _is_built_in(path: Path) -> bool:
    return path in HOUSES.values()


def _check_references(house: House, stack: list[Raw], *, file: str) -> None:
    """What a user's file cites exists, and so does what it marks as its own default."""
    known = clauses().keys() | rulings().keys() | conventions().keys()
    named = {name for name, _ in settings(msgspec.to_builtins(house))}
    for layer in stack:
        if layer["key"] in BUILT_IN:
            continue
        for setting, ids in layer.get("cites", {}).items():
            for identity in ids:
                if identity not in known:
                    message = f"there is no clause or ruling {identity}"
                    raise HouseError(Problem(f"cites.{setting}", message), file=file)
        for setting in layer.get("ours", {}):
            if setting not in named:
                raise HouseError(Problem("ours", f"{setting} is no setting"), file=file)


def make_house(stack: list[Raw], *, file: str = "") -> House:
    """A house out of layers, the one that is extended first."""
    merged: Raw = {}
    for layer in stack:
        own = {name for name, _ in settings(layer)}
        kept = {name: why for name, why in merged.get("ours", {}).items() if name not in own}
        merged = _merged({**merged, "ours": kept}, layer)
        if "wagers" in layer and "options.layout_spots" not in own:
            merged = _with_spots_of(merged)
    return _converted(merged, file=file)


def _with_spots_of(raw: Raw) -> Raw:
    """A house that changes the wagers of its base keeps the spots of those it still offers."""
    wagers, stated = raw["wagers"], raw.get("options")
    if not isinstance(wagers, list | tuple) or not isinstance(stated, dict):
        return raw
    spots = stated.get("layout_spots", ())
    if not isinstance(spots, list | tuple):
        return raw
    kept = [spot for spot in spots if spot == "play" or spot in wagers]
    if set(kept) != {"play", *map(str, wagers)}:
        kept = []  # A wager that the base has no spot for: the usual order.
    return {**raw, "options": {**stated, "layout_spots": kept}}


@lru_cache(maxsize=256)
def with_options(house: House, changed: bytes) -> House:
    """The same house with some options set otherwise, given as a JSON object."""
    try:
        changes = msgspec.json.decode(changed, type=dict[str, Any])
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
    seen: list[str] = []
    extending = ""
    base: object = None
    while True:
        file, real = _shown(path), os.path.realpath(path)
        if real in seen:
            chain = " -> ".join(_shown(Path(each)) for each in [*seen, real])
            raise HouseError(Problem("extends", f"goes round in a circle: {chain}"), file=file)
        seen.append(real)
        try:
            raw = _read(path, file)
        except HouseError as error:
            if not extending:
                raise
            message = f"{file}: {error.problems[0].message}"
            raise HouseError(Problem("extends", message, base), file=extending) from None
        base = raw.pop("extends", None)
        _name(raw, path, base, file)
        if base is None:
            _fill_in(raw)
        stack.insert(0, _expanded(raw, file=file))
        if base is None:
            return stack
        if not isinstance(base, str) or "\0" in base:
            raise HouseError(Problem("extends", "names a house or a file", base), file=file)
        extending = file
        path = path_of(base) if base in BUILT_IN else path.parent / base


def _fill_in(raw: Raw) -> None:
    """What a house that extends none takes from its book, where it does not say it itself."""
    if raw.get("book") in BOOKS:
        raw.setdefault("standing", book(raw["book"]).standing)
        raw.setdefault("cites", book_points(raw["book"]).cites())


def _name(raw: Raw, path: Path, base: object, file: str) -> None:
    """A key of its own, out of the file's name where it gives none, and a name after its base."""
    key = raw.setdefault("key", re.sub(r"[^A-Za-z0-9._-]+", "-", path.stem).strip("-.") or "house")
    if not isinstance(key, str) or not _KEY.fullmatch(key):
        message = "must be a text of letters, digits, dots, dashes and underscores, at most 64"
        raise HouseError(Problem("key", message, key), file=file)
    if key in BUILT_IN and not _is_built_in(path):
        raise HouseError(Problem("key", "belongs to a built-in house", key), file=file)
    if base is not None:
        raw.setdefault("name", f"{key}, after {base}")


def settings(raw: Mapping[str, Any], prefix: str = "") -> list[tuple[str, Any]]:
    """Every single setting with its dotted name, tables taken apart."""
    found: list[tuple[str, Any]] = []
    for name, value in raw.items():
        dotted = join(prefix, name)
        found += settings(value, dotted) if isinstance(value, dict) else [(dotted, value)]
    return found


def _shown(path: Path) -> str:
    built_in_as = next((key for key, file in HOUSES.items() if file == path), "")
    return f"built-in {built_in_as}" if built_in_as else str(path)


def _read(path: Path, file: str) -> Raw:
    try:
        return tomllib.loads(path.read_bytes().decode("utf-8"))
    except FileNotFoundError:
        known = ", ".join(BUILT_IN)
        message = f"no such file, and no built-in house of that key (there are {known})"
        raise HouseError(Problem("", message), file=file) from None
    except OSError as error:
        raise HouseError(Problem("", error.strerror or "cannot be read"), file=file) from None
    except ValueError as error:
        if isinstance(error, UnicodeDecodeError):
            message = f"not UTF-8: byte {error.start} is {error.object[error.start]:#04x}"
        elif isinstance(error, tomllib.TOMLDecodeError):
            message = f"not TOML: {error}".splitlines()[0]
        else:
            message = "cannot be the name of a file"
        raise HouseError(Problem("", message), file=file) from None
    except RecursionError:
        raise HouseError(Problem("", "not TOML: nested too deeply"), file=file) from None


def _expanded(raw: Raw, *, file: str) -> Raw:
    """Pay tables written as options, such as 1/4/6/33/35, become the tables they stand for."""
    stated = raw.get("options")
    if not isinstance(stated, dict):
        return raw
    raw = {**raw, "options": dict(stated)}
    for name, (table, kind) in _SHORTHANDS.items():
        if name not in stated:
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
        written = raw.get(table, {})
        if not isinstance(written, dict) or any(pays.get(k) != v for k, v in written.items()):
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
        option = options().get(path.removeprefix("options."))
        allowed = option.values if option else allowed_values(House, path)
        message = f"is not one of {', '.join(allowed)}"
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
        if raw.get("book") not in BOOKS:
            return ()
        cites = book_points(raw["book"]).cites()
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
