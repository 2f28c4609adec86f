"""Pay tables in one line, such as 1/4/6/30/40, and comparison of values as people write them."""

from collections.abc import Mapping

from .plain_data import SettingValue


def shorthand(pays: Mapping[str, object]) -> str:
    """Return a pay table's odds to one, weakest hand first; empty if a row has no odds."""
    odds = [row.get("to_one") if isinstance(row, Mapping) else None for row in pays.values()]
    if not odds or None in odds:
        return ""
    return "/".join(map(str, sorted(odds, key=lambda each: float(str(each).split("/")[0]))))


def same_value(wanted: object, value: object) -> bool:
    """Whether a value matches a book's data; a pay table may be given as 1/4/6."""
    if isinstance(wanted, str) and isinstance(value, Mapping) and "/" in wanted:
        return shorthand(value) == wanted
    if (
        isinstance(wanted, int | str)
        and not isinstance(wanted, bool)
        and isinstance(value, Mapping)
    ):
        return value.get("to_one") == wanted
    if isinstance(wanted, Mapping) and isinstance(value, Mapping):
        if not wanted:
            return not value
        return all(same_value(each, value.get(name)) for name, each in wanted.items())
    if isinstance(wanted, list | tuple) and isinstance(value, list | tuple):
        pairs = zip(wanted, value, strict=False)
        return len(wanted) == len(value) and all(same_value(*each) for each in pairs)
    return wanted == value


def setting_or_table(settings: Mapping[str, object], path: str) -> SettingValue:
    """Return the setting at a path of a house, or else the table there, empty or not."""
    if path in settings:
        return settings[path]
    row, _, field = path.rpartition(".")
    if isinstance(there := settings.get(row), Mapping) and field in there:
        return there[field]
    return settings_below(settings, path)


def settings_below(settings: Mapping[str, object], table: str) -> dict[str, SettingValue]:
    """Return the settings of a table, keyed by the rest of the path."""
    start = table + "."
    return {
        path.removeprefix(start): value
        for path, value in settings.items()
        if path.startswith(start)
    }


def in_brief(value: object) -> object:
    """Return a pay table row without its unset fields; anything else unchanged."""
    if not isinstance(value, Mapping) or "to_one" not in value:
        return value
    unsaid: tuple[object, ...] = (None, False, 0, (), [], "in_turn")
    said = {name: each for name, each in value.items() if each not in unsaid and name != "key"}
    if said.get("hand") == value.get("key"):
        del said["hand"]
    return said.get("to_one") if said.keys() == {"to_one"} else said
