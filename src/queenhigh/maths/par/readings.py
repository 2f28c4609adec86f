"""The rule book's section of a PAR sheet."""

from collections.abc import Iterable, Iterator
from itertools import groupby

from ...house.plain_data import Raw
from ...house.words import plain_words
from ..paper.blocks import Block, Row, Text, readable, table_of
from .amounts import amount
from .rulebook import Reading, Setting
from .sheet import Sheet


def rule_book(sheet: Sheet) -> Iterator[Block]:
    book = sheet.rule_book
    yield Text(
        "What the figures rest on: each setting with its value and its source. Clauses are named "
        "by their id (queenhigh rules), rulings by a number in capitals; “our default” fills a gap "
        "for which the book states no value."
    )
    yield table_of(
        title="Wagers, limits and pay tables",
        columns=("Setting", "Value", "Rests on"),
        rows=(_game_rows(sheet, book.game)),
        widths=(0, 1, 1),
        small=True,
    )
    if book.departures:
        yield table_of(
            title="Departures from the book",
            columns=("Setting", "Here", "In the book", "Clauses"),
            rows=(
                (
                    _named(each.key),
                    _value(sheet, each.key, each.value),
                    each.message.removeprefix("the book has "),
                    ", ".join(each.cites),
                )
                for each in book.departures
            ),
            widths=(0, 1, 1, 1),
            small=True,
        )
    if book.ours:
        yield table_of(
            title="Our stated defaults",
            columns=("Setting", "Value", "Why"),
            rows=(
                (_named(each.key), _value(sheet, each.key, each.value), each.message)
                for each in book.ours
            ),
            widths=(0, 1, 1),
            small=True,
        )
    if book.readings:
        yield table_of(
            title="Contested points that bear on money",
            columns=("Ruling", "Point", "Here", "Our default reading, and why"),
            rows=(
                (each.ruling, each.title, _here(sheet, each), each.default)
                for each in book.readings
            ),
            widths=(0, 5, 6, 11),
            small=True,
        )
    yield table_of(
        title="Procedure, which moves no figure of this sheet",
        columns=("Setting", "Value", "Rests on"),
        rows=(_setting_row(sheet, each) for each in book.procedure),
        widths=(0, 1, 1),
        small=True,
    )
    if book.silent:
        silent = "; ".join(map(_named, book.silent))
        yield Text(f"The book is silent, and so is the house, on: {silent}.")


def _game_rows(sheet: Sheet, settings: Iterable[Setting]) -> Iterator[Row]:
    """Rows of settings; a pay table or limit is one row if all of it has the same origin."""

    def alike(each: Setting) -> tuple[object, ...]:
        table, _, _ = each.name.rpartition(".")
        merged = table if table.endswith((".limits", ".pays")) else each.name
        return merged, each.origin, each.cites

    merged: set[object] = set()
    for (table, _, _), group in groupby(settings, alike):
        together = list(group)
        first = together[0]
        if len(together) == 1 or table in merged:
            yield from (_setting_row(sheet, each) for each in together)
            continue
        merged.add(table)
        parts = ", ".join(
            f"{_named(each.name.rpartition('.')[2])} {_value(sheet, each.name, each.value)}"
            for each in together
        )
        yield _named(str(table)), parts, _rests_on(first)


def _setting_row(sheet: Sheet, setting: Setting) -> Row:
    value = _value(sheet, setting.name, setting.value)
    return _named(setting.name), value, _rests_on(setting)


def _rests_on(setting: Setting) -> str:
    cites = ", ".join(setting.cites)
    if setting.origin in ("clauses", "rulings"):
        return cites
    if setting.origin == "house rule":
        return f"house rule; the book has {', '.join(setting.departs_from)}"
    if setting.origin == "no clause":
        return cites or "no clause; the program's default"
    return f"{setting.origin} ({cites})" if cites else setting.origin


def _here(sheet: Sheet, reading: Reading) -> str:
    parts = (
        f"{_named(name)}: {_value(sheet, name, value)}" for name, value in reading.here.items()
    )
    by = "stated by the house" if reading.stated else "the ruling's default"
    return f"{'; '.join(parts)} ({by})"


def _named(setting: str) -> str:
    """Name ``ante.limits.minimum_cents`` as ante, limits, minimum."""
    name = setting.removesuffix("_cents")
    return plain_words(name.replace(".", ", "))


def _value(sheet: Sheet, name: str, value: object) -> str:
    if name.endswith("_cents"):
        if isinstance(value, int):
            return amount(sheet, value) if value >= 100 else f"{value} cents"
        if isinstance(value, list | tuple):
            between = " to " if len(value) == 2 else ", "
            return between.join(amount(sheet, each) for each in value) or "none"
    if isinstance(value, dict) and ".pays." in name:
        return _award(sheet, value)
    if isinstance(value, list | tuple) and value and isinstance(value[0], dict):
        return "; ".join(_dated(sheet, each) for each in value)
    return readable(value) or "none"


def _award(sheet: Sheet, row: Raw) -> str:
    """Describe what a pay table row gives."""
    if row.get("to_one") is not None:
        given = " to ".join((*str(row["to_one"]).split("/"), "1")[:2])
    elif row.get("for_one") is not None:
        given = " for ".join((*str(row["for_one"]).split("/"), "1")[:2])
    elif row.get("cents") is not None:
        given = amount(sheet, row["cents"])
    elif row.get("percent") is not None:
        given = f"{row['percent']}% of the meter {row['meter']}"
    else:
        given = str(row.get("result"))
    envy = row.get("envy_cents")
    return f"{given} (envy {amount(sheet, envy)})" if envy else given


def _dated(sheet: Sheet, rule: dict[str, object]) -> str:
    if "cents" not in rule:
        parts = (f"{_named(name)} {_value(sheet, name, each)}" for name, each in rule.items())
        return ", ".join(parts)
    since, cents, times = (rule.get(name) for name in ("since", "cents", "times_wager"))
    found = f"{amount(sheet, cents) if isinstance(cents, int) else cents} since {since}"
    return f"{found}, and {times} times the wager" if times else found
