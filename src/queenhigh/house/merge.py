"""Merging the layers of a house: tables by key, pay tables row by row."""

from collections.abc import Mapping
from typing import Final

from .errors import HouseError, Problem
from .plain_data import Raw, SettingValue
from .suggestion import did_you_mean
from .wager import CONTEST_BETS, HANDS, UNITS
from .words import plain_words

GIVES: Final = frozenset((*UNITS, "meter"))
# Lists that depend on the wagers offered, and whether a new wager joins them.
_ORDERS: Final = {
    ("layout", "spots"): True,
    ("settlement", "order"): True,
    ("shuffle", "hand_only_without"): False,
}


def merged(base: Raw, over: Raw) -> Raw:
    """Lay `over` on `base`; `false` removes an inherited table."""
    return _merged(base, over, "")


def layered(base: Raw, over: Raw) -> Raw:
    """Lay `over` on `base`, adapting inherited orders of bets to the resulting wagers.

    A removed wager is dropped from them, and a new one goes last. An order that `over` itself
    states is left alone.
    """
    result = merged(base, over)
    before, now = _table(base.get("wagers")), _table(result.get("wagers"))
    gone = [name for name in before if name not in now]
    new = [name for name in now if name not in before]
    for (part, name), grows in _ORDERS.items():
        inherited = _table(base.get(part)).get(name)
        if isinstance(inherited, list) and inherited and name not in _table(over.get(part)):
            kept = [each for each in inherited if each not in gone]
            more = [each for each in new if each not in kept] if grows else []
            result[part] = {**result[part], name: kept + more}
    if "name" in over and "known_as" not in over:
        result.pop("known_as", None)  # A house does not take its base's name.
    for name in ("ours", "amends"):  # Entries about a removed wager or meter go too.
        if isinstance(said := base.get(name), dict):
            left = {path: why for path, why in said.items() if not _is_gone(path, base, result)}
            result[name] = {**left, **_table(over.get(name))}
    return result


def _is_gone(path: str, base: Raw, result: Raw) -> bool:
    part, _, rest = path.partition(".")
    key = rest.partition(".")[0]
    removable = part in ("wagers", "meters")
    return removable and key in _table(base.get(part)) and key not in _table(result.get(part))


def _merged(base: Raw, over: Raw, path: str) -> Raw:
    result = dict(base)
    for name, value in over.items():
        here = f"{path}.{name}" if path else name
        inherited = result.get(name)
        if name == "pays" and is_pay_table(here):
            result[name] = pay_table(_table(inherited), value, here)
        elif value is False and (isinstance(inherited, dict) or _is_removable(here)):
            if inherited is None:
                hint = did_you_mean(name, base)
                message = f"there is nothing with that name to remove{hint}"
                raise HouseError(Problem(here, message, False))
            del result[name]
        elif isinstance(value, dict):
            result[name] = _merged(_table(inherited), value, here)
        else:
            result[name] = value
    return result


def _table(value: object) -> Raw:
    return value if isinstance(value, dict) else {}


def _is_removable(path: str) -> bool:
    first, _, rest = path.partition(".")
    return first in ("wagers", "meters") and bool(rest) and "." not in rest


def is_pay_table(path: str) -> bool:
    first, *rest = path.split(".")
    in_contest = first in CONTEST_BETS and rest == ["pays"]
    return in_contest or (first == "wagers" and len(rest) == 2 and rest[1] == "pays")


def pay_table(base: Raw, over: object, path: str) -> Raw:
    """Lay rows over a pay table, row by row; `path` is for messages."""
    if not isinstance(over, dict):
        raise HouseError(Problem(path, "must be a table", over))
    rows, waiting = dict(base), {}
    for key, value in over.items():
        if value is False:
            if key not in rows:
                message = f"there is no such row to remove{did_you_mean(key, rows)}"
                raise HouseError(Problem(f"{path}.{key}", message))
            del rows[key]
            continue
        row = _row(value, f"{path}.{key}")
        before = row.get("before", "")
        if not isinstance(before, str):
            raise HouseError(Problem(f"{path}.{key}.before", "must be the name of a row", before))
        if key in base:
            rows[key] = _row_over(rows[key], row)
        elif "before" in row:
            waiting[key] = row
        else:
            rows[key] = row
    return _placed(rows, waiting, path)


def _row(value: object, path: str) -> Raw:
    """A number is odds to one."""
    if isinstance(value, dict):
        return value
    if isinstance(value, bool) or not isinstance(value, int | str):
        message = 'must be a number to one, a fraction such as "3/2", a table, or false'
        raise HouseError(Problem(path, message, value))
    return {"to_one": value}


def _row_over(inherited: Raw, row: Raw) -> Raw:
    """Merge a row; its payment is one choice, so a new one replaces all of it.

    Another percentage alone is of the same meter.
    """
    kept = inherited
    if GIVES & row.keys():
        gone = GIVES - {"meter"} if "percent" in row else GIVES
        kept = {name: value for name, value in inherited.items() if name not in gone}
    return {**kept, **{name: value for name, value in row.items() if name != "before"}}


def _placed(rows: Raw, waiting: dict[str, Raw], path: str) -> Raw:
    """Insert rows that name another row directly before it, in the order as written."""
    while waiting:
        ready = [key for key, row in waiting.items() if row["before"] in rows]
        if not ready:
            key, row = next(iter(waiting.items()))
            hint = did_you_mean(str(row["before"]), rows)
            message = f"there is no such row to put it before{hint}"
            raise HouseError(Problem(f"{path}.{key}.before", message, row["before"]))
        row = waiting.pop(ready[0])
        rows = _inserted(rows, ready[0], row)
    return rows


def _inserted(rows: Raw, key: str, row: Raw) -> Raw:
    placed: Raw = {}
    for name, value in rows.items():
        if name == row["before"]:
            placed[key] = {each: said for each, said in row.items() if each != "before"}
        placed[name] = value
    return placed


def completed(raw: Raw) -> Raw:
    """Fill in what follows from keys: titles, and the hand that a row's name implies."""
    result = dict(raw)
    for name in CONTEST_BETS:
        if isinstance(part := raw.get(name), dict):
            result[name] = {**part, **_rows_of(part, "player")}
    wagers = raw.get("wagers", {})
    if isinstance(wagers, dict):
        result["wagers"] = {key: _wager(key, wager) for key, wager in wagers.items()}
    meters = raw.get("meters", {})
    if isinstance(meters, dict):
        result["meters"] = {key: _titled(key, meter) for key, meter in meters.items()}
    return result


def _wager(key: str, wager: object) -> object:
    if not isinstance(wager, dict):
        return wager
    return {**_titled(key, wager), "key": key, **_rows_of(wager, wager.get("of", "player"))}


def _titled(key: str, part: SettingValue) -> SettingValue:
    return {"title": plain_words(key).title(), **part} if isinstance(part, dict) else part


def _rows_of(part: Mapping[str, object], of: object) -> Raw:
    pays = part.get("pays")
    if not isinstance(pays, dict):
        return {}
    return {"pays": {key: _completed_row(key, row, of) for key, row in pays.items()}}


def _completed_row(key: str, row: object, of: object) -> object:
    if not isinstance(row, dict):
        return row
    look = row.get("of", of)
    # The file may have any text here; an unknown look has no hands.
    hands = HANDS.get(look, ()) if isinstance(look, str) else ()  # type: ignore[call-overload]
    hand = {"hand": key} if key in hands and "hand" not in row else {}
    return {**row, "key": key, **hand}
