"""Faults of a house or a book, departures from the book, and defaults that fill gaps."""

from collections.abc import Iterator
from pathlib import Path
from typing import Literal, get_args

import msgspec

from .book import Book
from .book_consistency import unknown_clauses
from .catalogue import conventions, rulings_of
from .errors import HouseError, Problem
from .loader import BOOKS, layers, load_house, path_of
from .model import House, flattened
from .options import chosen_reading, option_ids, option_subject, options_of
from .points import point_of, points
from .registry import standings
from .shorthand import in_brief
from .suggestion import did_you_mean
from .toml_lines import line_of
from .wager import HANDS, OF_ONE_SUIT, Row, Wager
from .words import KNOWN

Level = Literal[
    "wrong",
    "departs",
    "odds",
    "steps",
    "unknown",
    "unused",
    "silent",
    "missing",
    "default",
    "contested",
]
LEVELS: tuple[Level, ...] = get_args(Level)


class Finding(msgspec.Struct, frozen=True):
    level: Level
    key: str
    message: str
    cites: tuple[str, ...] = ()
    value: object = None
    file: str = ""  # If it is not the file being linted.
    line: int = 0


def lint_house(named: str) -> list[Finding]:
    """Return all findings, gravest first. With any `wrong` one, the house does not load."""
    path = path_of(named)
    try:
        house = load_house(named)
    except HouseError as error:
        return [_wrong(problem, error.file, path) for problem in error.problems]
    found = [
        *_departures(house, path),
        *_odds(house, path),
        *_off_the_steps(house, path),
        *_silences(house),
        *_ours(house),
        *_words(house, path),
        *_near_wagers(named),
        *_nothing_said(house, named),
        *_contested(house, _stated(named)),
    ]
    folder = path.parent
    if path.name == "house.toml" and (folder / "book.toml").exists():
        found += _book(house, folder)
    return sorted(found, key=lambda each: LEVELS.index(each.level))


def _wrong(problem: Problem, file: str, path: Path) -> Finding:
    value = None if problem.value is msgspec.UNSET else problem.value
    where = Path(file) if file else path
    line = line_of(where, problem.key)
    return Finding("wrong", problem.key, problem.message, problem.cites, value, file, line)


def _stated(named: str) -> set[str]:
    """Return what the file states, or a user's file that it extends; not a built-in base."""
    stack = layers(path_of(named))
    if BOOKS not in stack[-1].path.parents:
        stack = [layer for layer in stack if not layer.is_built_in]
    own = {path for layer in stack for path in flattened(layer.raw)}
    return own | {f"options.{name}" for layer in stack for name in layer.raw.get("options", {})}


def _departures(house: House, path: Path) -> Iterator[Finding]:
    """Yield settings that differ from the book."""
    for each in house.law.departures():
        message = "the book does not have it"
        if each.book_says is not None:
            message = f"the book has {_shown(in_brief(each.book_says))}"
        line = line_of(path, each.path)
        cites = each.cited.departs_from
        yield Finding("departs", each.path, message, cites, in_brief(each.value), line=line)


def _odds(house: House, path: Path) -> Iterator[Finding]:
    for wager in house.wagers.values():
        rows = list(wager.pays.values())
        for place, row in enumerate(rows):
            if message := _fault_of_row(wager, rows[:place], row):
                key = f"wagers.{wager.key}.pays.{row.key}"
                yield Finding("odds", key, message, line=line_of(path, key))


def _fault_of_row(wager: Wager, earlier: list[Row], row: Row) -> str:
    """Say why a row can never be paid, or that it gives more than a stronger hand above it."""
    if row.suit is not None and _repeats_a_rank(row):
        return "can never be paid: cards of one suit never share a rank"
    for each in earlier:
        if _covers(wager, each, row):
            return f"can never be paid: {each.key} comes first and fits all its hands"
    for each in earlier:
        if _falls(wager, each, row):
            return f"gives more than {each.key}, which comes first and is the stronger hand"
    return ""


_WITH_A_PAIR = ("pair", "three_of_a_kind", "four_of_a_kind", "full_house")


def _repeats_a_rank(row: Row) -> bool:
    return row.hand in _WITH_A_PAIR or len(set(row.rank_numbers)) < len(row.rank_numbers)


def _covers(wager: Wager, first: Row, later: Row) -> bool:
    """Whether a row fits everything a later one fits, condition by condition."""
    about_cards = any(each is not None for each in (first.hand, first.ranks, first.suit))
    if (about_cards or first.colour) and wager.look_of(first) != wager.look_of(later):
        return False
    return (
        first.hand in (None, later.hand)
        and first.rank_numbers in ((), later.rank_numbers)
        and first.suit in _implied_suits(later)
        and first.colour in _implied_colours(later)
        and set(first.contests) >= set(later.contests)
    )


def _implied_suits(row: Row) -> set[str | None]:
    same = {"same"} if row.suit or row.hand in OF_ONE_SUIT else set()
    return {None, row.suit, *same}


def _implied_colours(row: Row) -> set[str | None]:
    of_suit = {"c": "black", "s": "black", "d": "red", "h": "red"}.get(row.suit or "")
    same = {"same"} if row.colour or len(_implied_suits(row)) > 1 else set()
    return {None, row.colour, of_suit, *same}


def _falls(wager: Wager, first: Row, later: Row) -> bool:
    look = first.of or wager.of
    if (
        look != (later.of or wager.of)
        or first.unit != later.unit
        or not (first.hand and later.hand)
    ):
        return False
    stronger = HANDS[look].index(first.hand) > HANDS[look].index(later.hand)
    return stronger and first.amount < later.amount


def _off_the_steps(house: House, path: Path) -> Iterator[Finding]:
    """Yield limits in force that are no bets themselves."""
    for name in house.opening_bets:
        limits, at = house.limits(name), "ante" if name == "ante" else f"wagers.{name}"
        ends = {
            "minimum_cents": (limits.minimum_cents, "lowest", limits.lowest_bet),
            "maximum_cents": (limits.maximum_cents, "highest", limits.highest_bet),
        }
        for end, (cents, which, bet) in ends.items():
            if cents is not None and not limits.on_a_step(cents):
                step, key = house.money(limits.step_cents), f"{at}.limits.{end}"
                message = (
                    f"steps of {step} never come to {house.money(cents)}: "
                    f"the {which} bet is {house.money(bet)}"
                )
                yield Finding("steps", key, message, line=line_of(path, key))


# The usual practice of casinos for settings that are left open, where there is one.
_CONVENTIONS = {
    "betting.leaving_during_round": "conv-22",
    "betting.limit_changes": "conv-21",
    "betting.seated_only": "conv-44",
    "betting.side_bets_between_players": "conv-45",
}


def _silences(house: House) -> Iterator[Finding]:
    for name, value in house.settings.items():
        if value is None and name in _CONVENTIONS:
            usual = _CONVENTIONS[name]
            message = f"not stated; usual: {conventions()[usual].value}"
            yield Finding("missing", name, message, (usual,))


def _ours(house: House) -> Iterator[Finding]:
    for name, why in house.ours.items():
        cites = _ids_in(house.book, why) or house.cited(name).clauses
        yield Finding("default", name, why, cites, house.settings.get(name))


def _words(house: House, path: Path) -> Iterator[Finding]:
    """Yield words of the book's language that nothing uses."""
    for name in house.words:
        if name not in KNOWN:
            key = f"words.{name}"
            message = f"no setting has this name{did_you_mean(name, KNOWN)}"
            yield Finding("unknown", key, message, line=line_of(path, key))


def _nothing_said(house: House, named: str) -> Iterator[Finding]:
    """Report an empty file, which may be an accident: a house of defaults without side bets."""
    own = {each for layer in layers(path_of(named)) for each in layer.raw} - {"key", "name"}
    if not own and not house.book.clauses:
        message = "the file has no settings: this is ante and play alone, with default settings"
        yield Finding("missing", "", message)


def _near_wagers(named: str) -> Iterator[Finding]:
    """Yield wagers that a file adds to its base under a name similar to an existing one."""
    known: set[str] = set()
    for layer in layers(path_of(named)):
        wagers = layer.raw.get("wagers", {})
        for name in wagers:
            if name not in known and (hint := did_you_mean(name, known)):
                key = f"wagers.{name}"
                message = f"is a new wager{hint}"
                line = line_of(layer.path, key)
                yield Finding("unknown", key, message, file=layer.file, line=line)
        known.update(wagers)


def _ids_in(book: Book, text: str) -> tuple[str, ...]:
    words = text.replace("(", " ").replace(")", " ").replace(",", " ").replace(".", " ").split()
    known = book.by_id.keys() | rulings_of(book).keys() | conventions().keys()
    return tuple(word for word in words if word in known)


def _contested(house: House, stated: set[str]) -> Iterator[Finding]:
    """Yield the points on which the book is unclear, and how this house reads them."""
    for name, rulings in options_of(house.book.rulings).items():
        ids = option_ids(rulings)
        if not ids:
            continue
        title = (option_subject(rulings) or name).removesuffix(".")
        by = "stated by the house" if f"options.{name}" in stated else "the ruling's default"
        value = chosen_reading(rulings[0], house.settings)
        yield Finding("contested", f"options.{name}", f"{title}. Here: {by}.", ids, value)


def _book(house: House, folder: Path) -> Iterator[Finding]:
    """Check a whole book: dangling references, unused clauses, points without clauses."""
    book, file = house.book, folder / "points.toml"
    known = points()
    for key in book.points:
        if point_of(key) not in known:
            hint = did_you_mean(point_of(key), known)
            message = f"there is no rule point with that name{hint}"
            yield Finding(
                "unknown", key, message, file=str(file), line=line_of(file, f"points.{key}")
            )
    for table, keys in (("points", book.points), ("settings", book.settings)):
        for key in keys:
            yield from _of_no_wager(house, key, f"{table}.{key}", file)
    for named in unknown_clauses(book):
        where = folder / named.file
        message = f"the book has no clause {named.identity}"
        line = line_of(where, named.key)
        yield Finding("unknown", named.key, message, file=str(where), line=line)
    for standing in standings(book):
        if standing.status == "missing":
            where = folder / "clauses.toml"
            message = "nothing refers to this clause"
            cites = (standing.clause.id,)
            line = line_of(where, standing.clause.id)
            yield Finding("unused", standing.clause.id, message, cites, file=str(where), line=line)
    for name, point in known.items():
        if not name.startswith("wager.") and name not in book.points:
            yield Finding("silent", name, f"the book is silent. {point.says}")


def _of_no_wager(house: House, path: str, key: str, file: Path) -> Iterator[Finding]:
    first, _, rest = path.partition(".")
    wager = rest.partition(".")[0]
    if first == "wagers" and wager and wager not in house.wagers:
        message = f"the house has no wager {wager}{did_you_mean(wager, house.wagers)}"
        yield Finding("unknown", path, message, file=str(file), line=line_of(file, key))


def _shown(value: object) -> str:
    return msgspec.json.encode(value).decode()
