"""Options: each chooses between the readings of a contested point, as a patch to the house.

Amounts in options are whole units of the currency, as in the rulings; everything else in a house is
in cents.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Final

import msgspec

from .book import Parameter, Reading, Ruling, RulingFile, read_toml
from .errors import HouseError, Problem
from .merge import merged, pay_table
from .plain_data import Raw, SettingValue
from .shorthand import same_value, setting_or_table, settings_below
from .suggestion import did_you_mean
from .words import plain_words

ODDS: Final = ("to_one", "for_one")


@cache
def common_options() -> tuple[Ruling, ...]:
    """Return the options that name no wager of a particular book: every book has them."""
    raw = read_toml(Path(__file__).parent / "options.toml")
    return msgspec.convert(raw, RulingFile).ruling


def options_of(rulings: Iterable[Ruling]) -> dict[str, tuple[Ruling, ...]]:
    """Return the rulings by option; one without readings takes those of the common option."""
    common = {each.option: each for each in common_options()}
    found: dict[str, list[Ruling]] = {}
    for ruling in rulings:
        if ruling.option:
            found.setdefault(ruling.option, []).append(_filled(ruling, common))
    for name, ruling in common.items():
        found.setdefault(name, [ruling])
    return {name: tuple(each) for name, each in found.items()}


def _filled(ruling: Ruling, common: Mapping[str, Ruling]) -> Ruling:
    base = common.get(ruling.option)
    if base is None:
        return ruling
    readings = {name: each for name, each in base.readings.items() if name not in ruling.readings}
    return msgspec.structs.replace(
        ruling,
        called=ruling.called or base.called,
        title=ruling.title or base.title,
        readings={**readings, **ruling.readings},
        parameter=ruling.parameter or base.parameter,
        parameters=ruling.parameters or base.parameters,
    )


def option_name(rulings: Iterable[Ruling]) -> str:
    """Return the name of an option for people; made of its key where the book has none."""
    found = sorted(rulings, key=lambda each: not each.called)[0]
    return found.called or plain_words(found.option).capitalize()


def option_subject(rulings: Iterable[Ruling]) -> str:
    """Return what an option is about; empty where no ruling has a title."""
    return next((each.title for each in rulings if each.title), "")


def option_ids(rulings: Iterable[Ruling]) -> tuple[str, ...]:
    """Return the ids of the rulings on an option, each once."""
    return tuple(dict.fromkeys(each.id for each in rulings if each.id))


def patched(
    raw: Raw, chosen: Mapping[str, object], known: Mapping[str, tuple[Ruling, ...]], layer: Raw
) -> Raw:
    """Apply these options to the house. A conflicting setting in the same layer is an error."""
    _refuse_contradictions(chosen, known)
    for name, value in sorted(chosen.items(), key=lambda each: _moves(known, each[0])):
        raw = _with_option(raw, name, value, known, layer)
    return raw


def _refuse_contradictions(
    chosen: Mapping[str, object], known: Mapping[str, tuple[Ruling, ...]]
) -> None:
    """Refuse options of one file that set the same setting to different values."""
    by_path: dict[str, tuple[str, object]] = {}
    for name, value in chosen.items():
        reading = known[name][0].readings.get(as_text(value)) if name in known else None
        for path, wanted in (reading.set if reading else {}).items():
            other, before = by_path.setdefault(path, (name, wanted))
            if before != wanted:
                message = f"contradicts options.{other}: both set {path}"
                raise HouseError(Problem(f"options.{name}", message, value))


def _moves(known: Mapping[str, tuple[Ruling, ...]], name: str) -> bool:
    """Whether a reading moves a table or changes its units: it must follow those that fill it."""
    readings = known[name][0].readings.values() if name in known else ()
    return any(reading.move or reading.units for reading in readings)


def _with_option(
    raw: Raw, name: str, value: object, known: Mapping[str, tuple[Ruling, ...]], layer: Raw
) -> Raw:
    if name not in known:
        message = f"is not known here{did_you_mean(name, known)}"
        raise HouseError(Problem(f"options.{name}", message))
    ruling = known[name][0]
    if reading := ruling.readings.get(as_text(value)):
        return _read(raw, name, value, reading, layer)
    if ruling.parameters:
        if not isinstance(value, dict):
            message = f"must be a table of {', '.join(ruling.parameters)}"
            raise HouseError(Problem(f"options.{name}", message, value))
        for part, each in value.items():
            if part not in ruling.parameters:
                message = f"is not known here (there are {', '.join(ruling.parameters)})"
                raise HouseError(Problem(f"options.{name}.{part}", message))
            parameter = ruling.parameters[part]
            raw = _set_all(raw, f"{name}.{part}", each, _values(parameter, each, raw, name), layer)
        return raw
    if ruling.parameter is not None:
        return _set_all(raw, name, value, _values(ruling.parameter, value, raw, name), layer)
    allowed = ", ".join(ruling.readings)
    raise HouseError(Problem(f"options.{name}", f"is not one of {allowed}", value))


def paths_set(ruling: Ruling, value: object) -> Iterator[str]:
    """Yield the settings that a value of the option states."""
    if reading := ruling.readings.get(as_text(value)):
        yield from reading.set
    elif isinstance(value, Mapping):
        yield from (ruling.parameters[part].path for part in value if part in ruling.parameters)
    elif ruling.parameter is not None:
        yield ruling.parameter.path


def named_by_options(
    problems: Iterable[Problem],
    chosen: Mapping[str, object],
    known: Mapping[str, tuple[Ruling, ...]],
) -> list[Problem]:
    """Return problems with values from options under the option's name, as the author wrote it."""
    given: dict[str, tuple[str, object]] = {}
    for name, value in chosen.items():
        ruling = known[name][0]
        if as_text(value) in ruling.readings:
            continue
        if ruling.parameter is not None:
            given[ruling.parameter.path] = (f"options.{name}", value)
        for part, parameter in ruling.parameters.items():
            if isinstance(value, Mapping) and part in value:
                given[parameter.path] = (f"options.{name}.{part}", value[part])
    return [_by_option(problem, given) for problem in problems]


def _by_option(problem: Problem, given: Mapping[str, tuple[str, object]]) -> Problem:
    for path, (name, value) in given.items():
        rest = problem.key.removeprefix(path)
        if problem.key.startswith(path) and (not rest or rest[0] in ".["):
            if isinstance(value, str):  # 1/4/6 for the rows of a table.
                return msgspec.structs.replace(problem, key=name, value=value)
            shown = problem.value if rest else value
            return msgspec.structs.replace(problem, key=name + rest, value=shown)
    return problem


def as_text(value: object) -> str:
    """Return a value as the name of its reading: true, 5, or list members joined with +."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list | tuple):
        return "+".join(map(str, value))
    return str(value)


def _read(raw: Raw, name: str, value: object, reading: Reading, layer: Raw) -> Raw:
    for source, target in reading.move.items():
        if isinstance(table := value_at(raw, source), dict) and table:
            raw = with_value(raw, target, _moved(table, source, target, raw, name, value, layer))
            raw = with_value(raw, source, {})
    for path, unit in reading.units.items():
        _refuse_other_units(name, value, path, unit, layer)
        rows = value_at(raw, path)
        if isinstance(rows, dict):
            raw = with_value(raw, path, {key: _in_unit(row, unit) for key, row in rows.items()})
    return _set_all(raw, name, value, reading.set.items(), layer)


def _moved(
    table: Raw, source: str, target: str, raw: Raw, name: str, value: object, layer: Raw
) -> Raw:
    """Return a moved table; rows that the same file states where it goes are laid over it."""
    own = value_at(layer, target)
    if isinstance(own, dict):
        return pay_table(table, own, target)
    if value_at(layer, source) is not msgspec.UNSET and value_at(raw, target):
        message = f"contradicts {source} of the same file"
        raise HouseError(Problem(f"options.{name}", message, value))
    return table


def _refuse_other_units(name: str, value: object, path: str, unit: str, layer: Raw) -> None:
    """Refuse rows of the same file that give their odds in the other unit."""
    stated = value_at(layer, path)
    for key, row in stated.items() if isinstance(stated, dict) else ():
        units = row if isinstance(row, dict) else () if row is False else ("to_one",)
        if any(each in units for each in ODDS if each != unit):
            message = f"contradicts {path}.{key} of the same file"
            raise HouseError(Problem(f"options.{name}", message, value))


def _in_unit(row: Raw, unit: str) -> Raw:
    amount = next((row[each] for each in ODDS if each in row), None)
    if amount is None:
        return row
    return {**{name: each for name, each in row.items() if name not in ODDS}, unit: amount}


def _values(
    parameter: Parameter, value: object, raw: Raw, name: str
) -> Iterator[tuple[str, object]]:
    """Yield the settings that a parameter's value results in."""
    match parameter.type:
        case "dollars":
            if isinstance(value, bool) or not isinstance(value, int):
                raise HouseError(Problem(f"options.{name}", "must be a whole number", value))
            yield parameter.path, value * 100
        case "odds":
            yield from _odds(parameter, value, name)
        case "rows":
            table, _, setting = parameter.path.partition(".*.")
            rows = value_at(raw, table)
            named = list(value) if isinstance(value, list | tuple) else [value]
            known = rows if isinstance(rows, dict) else {}
            for row in named:
                if row not in known:
                    message = f"there is no row {row} (there are {', '.join(known)})"
                    raise HouseError(Problem(f"options.{name}", message))
            for row in known:
                is_chosen = row in named
                yield (
                    f"{table}.{row}.{setting}",
                    parameter.chosen if is_chosen else parameter.others,
                )
        case "row":
            if isinstance(value, bool) or not isinstance(value, int):
                raise HouseError(Problem(f"options.{name}", "must be odds to one", value))
            yield parameter.path, {**parameter.with_, "to_one": value}
        case "value":
            there = value_at(raw, parameter.path)
            if isinstance(value, dict) and isinstance(there, dict):
                value = {**there, **value}
            yield parameter.path, value


def _odds(parameter: Parameter, value: object, name: str) -> Iterator[tuple[str, object]]:
    numbers = value.split("/") if isinstance(value, str) else []
    plain = all(each.isascii() and each.isdigit() for each in numbers)
    if len(numbers) != len(parameter.rows) or not plain:
        example = "/".join(str(place) for place, _ in enumerate(parameter.rows, start=1))
        message = f"write the odds of {', '.join(parameter.rows)}, as in {example}"
        raise HouseError(Problem(f"options.{name}", message, value))
    for row, number in zip(parameter.rows, numbers, strict=True):
        yield f"{parameter.path}.{row}", int(number)


def _set_all(
    raw: Raw,
    name: str,
    value: object,
    settings: Iterable[tuple[str, object]],
    layer: Raw,
) -> Raw:
    for path, wanted in settings:
        _refuse_what_is_gone(raw, name, value, path)
        own = value_at(layer, path)
        if own is not msgspec.UNSET and not same_value(wanted, own) and not same_value(own, wanted):
            message = f"contradicts {path} of the same file"
            raise HouseError(Problem(f"options.{name}", message, value))
        raw = with_value(raw, path, wanted)
    return raw


def _refuse_what_is_gone(raw: Raw, name: str, value: object, path: str) -> None:
    """Refuse settings of a wager or a meter that the house does not have."""
    kind, _, rest = path.partition(".")
    key = rest.partition(".")[0]
    known = value_at(raw, kind)
    names = list(known) if isinstance(known, dict) else []
    if kind in ("wagers", "meters") and key not in names:
        there = f"there are {', '.join(names)}" if names else "there is none"
        raise HouseError(Problem(f"options.{name}", f"there is no {key} here ({there})", value))


def value_at(raw: Mapping[str, object], path: str) -> SettingValue:
    """Return the value at a path, or UNSET."""
    value: SettingValue = raw
    for name in path.split("."):
        if not isinstance(value, Mapping) or name not in value:
            return msgspec.UNSET
        value = value[name]
    return value


def with_value(raw: Raw, path: str, value: object) -> Raw:
    """Return the house with one setting changed; a row is merged like any row."""
    first, *rest = path.split(".")
    if not rest:
        return {**raw, first: value}
    if len(rest) >= 2 and "pays" in rest[:-1]:
        change: SettingValue = value
        for name in reversed(path.split(".")):
            change = {name: change}
        if value is False and value_at(raw, path) is msgspec.UNSET:
            return raw  # A missing row need not be removed.
        return merged(raw, change)
    below = raw.get(first)
    return {
        **raw,
        first: with_value(below if isinstance(below, dict) else {}, ".".join(rest), value),
    }


def chosen_reading(ruling: Ruling, settings: Mapping[str, object]) -> str | None:
    """Return the reading that a house's settings match; None if none does."""
    for name, reading in ruling.readings.items():
        if (reading.set or reading.move or reading.units) and _is_read(reading, settings):
            return name
    return None


def _is_read(reading: Reading, settings: Mapping[str, object]) -> bool:
    return (
        all(_is_set(settings, path, wanted) for path, wanted in reading.set.items())
        and all(
            _has_rows(settings, target) and not _has_rows(settings, source)
            for source, target in reading.move.items()
        )
        and all(
            any(row.get(unit) is not None for row in settings_below(settings, table).values())
            for table, unit in reading.units.items()
        )
    )


def _is_set(settings: Mapping[str, object], path: str, wanted: object) -> bool:
    there = setting_or_table(settings, path)
    taken_away = wanted is False and there == {}  # A row or a wager.
    return taken_away or same_value(wanted, there)


def _has_rows(settings: Mapping[str, object], table: str) -> bool:
    return any(path.startswith(table + ".") for path in settings)
