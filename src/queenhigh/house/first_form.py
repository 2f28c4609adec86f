"""Convert house files of the first form, in which each wager had its own tables.

`first_form.toml` says where everything moved and what the old options set. It is frozen and does
not depend on any book, so an old log keeps its meaning.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from .book import Book, Ruling, Support, read_toml
from .book_index import is_in, paths_of
from .merge import merged
from .options import patched, value_at, with_value
from .plain_data import Raw, SettingValue

if TYPE_CHECKING:
    from .model import House


class Form(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    wagers: tuple[str, ...]
    marks: tuple[str, ...]
    dropped: tuple[str, ...]
    bases: dict[str, tuple[str, ...]]
    titles: dict[str, str]
    meters: dict[str, str]
    moves: dict[str, str]
    tokes: dict[str, str]
    values: dict[str, dict[str, str]]
    sides: dict[str, Raw]
    ruling: tuple[Ruling, ...]


@cache
def _form() -> Form:
    return msgspec.convert(read_toml(Path(__file__).with_suffix(".toml")), Form)


# Telling the forms apart


def is_first_form(raw: Mapping[str, object]) -> bool:
    return next(_old_keys(raw), None) is not None


def new_key_of(raw: Mapping[str, object]) -> tuple[str, str]:
    """Return the first key of the first form, and what replaced it."""
    key = next(_old_keys(raw), "")
    if key == "wagers":
        return key, "each wager now has a table of its own, [wagers.KEY]"
    if key in _form().values:
        then = value_at(raw, key)
        return key, f'"{then}" is "{_form().values[key][str(then)]}" now'
    return key, f"it is now {_form().moves[key]}" if key in _form().moves else "it no longer exists"


def _old_keys(raw: Mapping[str, object]) -> Iterator[str]:
    form = _form()
    for path in (*form.moves, *form.values, "tokes.allowed_on", *form.marks):
        value = value_at(raw, path)
        if path in form.values:
            if isinstance(value, str) and value in form.values[path]:
                yield path
        elif value is not msgspec.UNSET:
            yield path
    if isinstance(raw.get("wagers"), list | tuple):
        yield "wagers"


def meters_then(raw: Mapping[str, object]) -> set[str]:
    """Return the meters of a house of the first form."""
    return {meter for wager, meter in _form().meters.items() if raw.get(wager) is not None}


# A file that extends another


def convert(raw: Raw) -> Raw:
    """Rewrite a house file. Options stay options if the extended house has them."""
    form = _form()
    new = _moved(raw)
    base = form.bases.get(str(raw.get("extends", raw.get("book", ""))), form.wagers)
    if "extends" not in raw and "book" in raw:
        new = {"extends": raw["book"], **new}
    offered = raw.get("wagers", base)
    if isinstance(raw.get("wagers"), list | tuple):
        new = _offering(new, offered, base)
    added = set(offered) & set(form.wagers) - set(base)
    if (allowed := value_at(raw, "tokes.allowed_on")) is not msgspec.UNSET:
        new = _with_tokes(new, allowed, ("ante", "play", *offered))
    else:
        new = _with_tokes(new, (), added)
    return _with_foreign_options(new, added)


def _with_foreign_options(new: Raw, added: set[str]) -> Raw:
    """Turn options about wagers that the extended house lacks into settings."""
    chosen = dict(new.get("options", {}))
    known = {ruling.option: (ruling,) for ruling in _form().ruling}
    for name in [name for name in chosen if name in known]:
        wagers = {path.split(".")[1] for path in paths_of(known[name][0]) if path[:7] == "wagers."}
        if wagers & added:
            new = patched(new, {name: chosen.pop(name)}, known, {})
    return {**new, "options": chosen} if "options" in new else new


def _offering(new: Raw, offered: Iterable[str], base: Iterable[str]) -> Raw:
    """Offer exactly the wagers that a file lists, given those of the house it extends."""
    form, wagers = _form(), dict(new.get("wagers", {}))
    for name in form.wagers:
        if name not in offered and name in base:
            wagers[name] = False
            if meter := form.meters.get(name):
                new = with_value(new, f"meters.{meter}", False)
        elif name in offered and name not in base:
            wagers[name] = _with_side(name, wagers.get(name, {}))
    return {**new, "wagers": wagers} if wagers else new


# A whole house from a log


def house_as_now(raw: Raw) -> "House":
    """Return the house in a set-up of the first form, with all its options chosen."""
    from .loader import compiled

    form = _form()
    new = _moved({name: value for name, value in raw.items() if name != "options"})
    offered = [name for name in form.wagers if name in raw["wagers"]]
    wagers = new.get("wagers", {})
    new["wagers"] = {name: _with_side(name, wagers.get(name, {})) for name in offered}
    new = merged({}, new)
    # Options were recorded for wagers that the house did not offer, too: they get a place until all
    # are set.
    new["wagers"] = {key: {} for key in form.wagers} | new["wagers"]
    new["meters"] = {key: {} for key in form.meters.values()} | new.get("meters", {})
    options = {
        name: _listed(value, offered) for name, value in raw["options"].items() if value is not None
    }
    known = {ruling.option: (ruling,) for ruling in form.ruling}
    for name, value in options.items():
        if name in known and _can_be_chosen(known[name][0], offered):
            new = patched(new, {name: value}, known, {})
    new["wagers"] = {
        name: _referring(wager, offered) for name, wager in new["wagers"].items() if name in offered
    }
    new["meters"] = {
        key: {"title": form.sides[name]["title"], **new["meters"][key]}
        for name, key in form.meters.items()
        if name in offered
    }
    new = _with_tokes(new, raw["tokes"]["allowed_on"], ("ante", "play", *offered))
    house = compiled(new, Book(key=str(raw["book"]), title=form.titles.get(str(raw["book"]), "")))
    book = msgspec.structs.replace(
        house.book, settings=_settings(raw.get("cites", {})), baseline=house.settings
    )
    return compiled(new, book)


def _can_be_chosen(ruling: Ruling, offered: Iterable[str]) -> bool:
    """Whether an option can be chosen: one about a wager's rows needs the wager."""
    patterns = [path for path in paths_of(ruling) if path.startswith("wagers.") and "*" in path]
    return all(path.split(".")[1] in offered for path in patterns)


def _listed(value: SettingValue, offered: Iterable[str]) -> SettingValue:
    """Drop spots that are not offered from a list."""
    gone = set(_form().wagers) - set(offered)
    return [each for each in value if each not in gone] if isinstance(value, list) else value


def _referring(wager: Raw, offered: Iterable[str]) -> Raw:
    """Drop references to wagers that are not offered."""
    gone = set(_form().wagers) - set(offered)
    needs = [[each for each in group if each not in gone] for group in wager.get("needs", [])]
    result = {**wager, "needs": [group for group in needs if group]}
    if isinstance(fold := wager.get("fold"), dict):
        left = [each for each in fold["forfeits_with"] if each not in gone]
        result["fold"] = {"forfeits_with": left} if left else "stays"
    return result


def _with_tokes(new: Raw, allowed: Iterable[str], spots: Iterable[str]) -> Raw:
    for name, path in _form().tokes.items():
        if name in spots:
            limits = value_at(new, path)
            taken = limits if isinstance(limits, dict) else True
            new = with_value(new, path, taken if name in allowed else False)
    return new


# Both


def _moved(raw: Raw) -> Raw:
    """Move every setting to its present place."""
    form = _form()
    new = _without(
        raw, [*form.moves, *form.dropped, *form.marks, "wagers", "ours", "tokes.allowed_on"]
    )
    for path, target in form.moves.items():
        value = value_at(raw, path)
        if value is msgspec.UNSET or value is None:
            continue
        new = _put(new, target, _limits(value) if path.startswith("limits.") else value)
    for path, values in form.values.items():
        value = value_at(raw, path)
        if isinstance(value, str) and value in values:
            new = _put(new, path, values[value])
    if ours := raw.get("ours"):
        there = ("ante", "play", *raw.get("wagers", ()))
        new["ours"] = {now: why for path, why in ours.items() for now in _paths_now(path, there)}
    return _with_units(new)


def _put(new: Raw, path: str, value: SettingValue) -> Raw:
    first, _, rest = path.partition(".")
    if not rest:
        return {**new, first: value}
    below = new.get(first, {})
    if isinstance(below, int):  # The odds of a row that gets more fields.
        below = {"odds": below}
    return {**new, first: _put(below, rest, value)}


def _limits(value: Raw) -> Raw:
    return {
        name: each for name, each in value.items() if each is not None and name[:8] != "allowed_"
    }


def _without(raw: Raw, paths: Iterable[str]) -> Raw:
    """Return a copy without these paths, and without tables that this leaves empty."""
    result = {name: _without(v, ()) if isinstance(v, dict) else v for name, v in raw.items()}
    for path in paths:
        first, _, rest = path.partition(".")
        if first not in result:
            continue
        if not rest:
            del result[first]
        elif isinstance(below := result[first], dict):
            result[first] = _without(below, [rest])
            if not result[first] and below:
                del result[first]
    return result


def _with_units(new: Raw) -> Raw:
    """Write rows as tables with their unit: plain numbers were odds to one, or for one."""
    wagers = dict(new.get("wagers", {}))
    for name, wager in wagers.items():
        sides = _form().sides[name]["pays"]
        rows = wager.get("pays", {})
        given = {key: _row(row, sides.get(key, {})) for key, row in rows.items() if row is not None}
        if given:
            wagers[name] = {**wager, "pays": given}
    return {**new, "wagers": wagers} if wagers else new


def _row(row: SettingValue, side: Raw) -> SettingValue:
    unit = side.get("unit", "to_one")
    if isinstance(row, dict) and "percent" in row:
        return {**row, "meter": side["meter"]}
    if isinstance(row, dict) and "odds" in row:
        return {unit: row["odds"], **{name: each for name, each in row.items() if name != "odds"}}
    if isinstance(row, int) and not isinstance(row, bool):
        return row if unit == "to_one" else {unit: row}
    return row


def _with_side(name: str, wager: Raw) -> Raw:
    """Add to the wager what used to be implicit, with its rows in the order in which they apply."""
    side = _form().sides[name]
    rows = {
        key: each if isinstance(each, dict) else {"to_one": each}
        for key, each in wager.get("pays", {}).items()
    }
    stated = {
        key: {k: v for k, v in each.items() if k != "unit"} for key, each in side["pays"].items()
    }
    pays = {key: {**stated[key], **rows[key]} for key in stated if key in rows}
    return {**merged(side, wager), "pays": pays}


def _paths_now(path: str, spots: Iterable[str]) -> list[str]:
    """Return the present paths of a setting; the list of tokes is now with each of its spots."""
    if path == "tokes.allowed_on":
        return [now for name, now in _form().tokes.items() if name in spots]
    return [_path_now(path)]


def _path_now(path: str) -> str:
    """Return the present path of a setting of the first form."""
    form = _form()
    if path.startswith("options."):
        name = path.split(".")[1]
        found = [ruling for ruling in form.ruling if ruling.option == name]
        return next((each for ruling in found for each in paths_of(ruling)), path)
    for old, new in form.moves.items():
        if is_in(path, old):
            return new + path.removeprefix(old)
    return path


def _settings(cites: Mapping[str, Iterable[str]]) -> dict[str, Support]:
    """Return the support of each setting: clauses, and rulings (with capital letters)."""
    found: dict[str, Support] = {}
    for path, ids in cites.items():
        clauses = tuple(each for each in ids if not each[:1].isupper())
        rulings = tuple(each for each in ids if each[:1].isupper())
        found[_path_now(path)] = Support(clauses=clauses, rulings=rulings)
    return found
