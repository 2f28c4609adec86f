"""`queenhigh houses`, `rules`, `lint`, `compare` and `clauses`: the rule books, printed."""

import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from ..house.errors import in_one_line
from ..house.loader import built_in, built_in_keys, load_house
from ..house.plain_data import Json
from ..house.shorthand import shorthand
from ..house.suggestion import did_you_mean
from .default_houses import the_house
from .output import columns, console, plain, print_json, print_lines, styled

if TYPE_CHECKING:
    from ..house.book import Book
    from ..house.comparison import Cell
    from ..house.linter import Finding
    from ..house.model import House
    from ..house.registry import Standing
    from ..maths.design.house_comparison import HouseCosts
    from ..maths.design.rule_impact import RuleImpact


_LONGEST_WAGER = 24
_LEAST_FOR_HOUSES = 76  # Columns: on less the terminal breaks the lines, so that nothing is cut.


def houses(*, json: bool) -> None:
    found = [built_in(key) for key in built_in_keys()]
    if json:
        print_json([_summary(house) for house in found])
        return
    from ..wagers.setting_words import limits_in_words

    table = columns("Key", "House", "Wagers", "Ante", "Ante Bonus", words=5)
    table.columns[0].no_wrap = table.columns[2].no_wrap = True
    for house in found:
        table.add_row(
            house.key,
            f"{plain(house.called)}\n{styled('dim', house.standing)}",
            "\n".join(_offered(house)),
            limits_in_words(house.limits("ante"), house.money),
            shorthand(msgspec.to_builtins(house.ante_bonus.pays)),
        )
    out = console()
    out.width = max(out.width, _LEAST_FOR_HOUSES)
    out.print(table)


def _offered(house: "House") -> list[str]:
    """The ante, then each wager with its pay table in short; a long one gets its own line."""
    lines = [house.title("ante")]
    for key, wager in house.wagers.items():
        title, table = house.title(key), shorthand(msgspec.to_builtins(wager.pays))
        whole = f"{title} {table}".rstrip()
        lines += [whole] if len(whole) <= _LONGEST_WAGER else [title, f"  {table}"]
    return lines


def _summary(house: "House") -> dict[str, Json]:
    summary: dict[str, Json] = msgspec.to_builtins(house)
    return {**summary, "book": house.book.key}


def rules(
    key: str | None, house: str | None, *, find: str | None, topic: str | None, json: bool
) -> None:
    playing = load_house(the_house(key, house))
    from ..house.registry import standings

    wanted = standings(playing.book, playing.amends)
    departures = _departures(playing)
    _refuse_unknown("topic", topic, {each.clause.topic for each in wanted})
    if topic:
        wanted = [each for each in wanted if each.clause.topic == topic]
    if find:
        wanted = [each for each in wanted if _contains(each, find)]
    if json:
        found = [
            {**_as_data(each), "house_rules": departures.get(each.clause.id, [])} for each in wanted
        ]
        print_json({"house": playing.key, "clauses": found})
        return
    standing = f": {playing.standing}" if playing.standing else ""
    title = styled("bold", playing.book.title or playing.called)
    lines = [f"{title}{plain(f', as {playing.key}{standing}.')}"]
    if not wanted:
        lines.append("No clause of this book matches.")
    for each in wanted:
        clause = each.clause
        about = "; ".join(filter(None, (clause.topic, each.status)))
        head = (styled("bold", clause.id), plain(clause.ref), plain(f"({about})"))
        lines += ["", "  ".join(filter(None, head)), f"  {plain(clause.gist)}"]
        house_rules = departures.get(clause.id, [])
        lines += [f"  House rule instead: {plain(rule)}" for rule in house_rules]
        lines += [styled("dim", f"  · {place}") for place in each.places]
    print_lines(lines)


def _departures(house: "House") -> dict[str, list[str]]:
    """What the house does instead, by the clause it departs from."""
    found: dict[str, list[str]] = {}
    for each in house.law.departures():
        rule = f"{each.path} = {_in_words(house, each.path, each.value)}"
        if each.value is None:
            rule = f"no {each.path}"
        for identity in each.cited.departs_from:
            found.setdefault(identity, []).append(rule)
    return found


def _contains(standing: "Standing", text: str) -> bool:
    clause = standing.clause
    return text.lower() in f"{clause.id} {clause.ref} {clause.gist}".lower()


def _as_data(standing: "Standing") -> dict[str, Json]:
    clause: dict[str, Json] = msgspec.to_builtins(standing.clause)
    return {
        **clause,
        "book": standing.book,
        "status": standing.status,
        "places": standing.places,
        "tests": standing.tests,
    }


def lint(file: str, *, json: bool) -> int:
    """Print findings; what makes the house invalid goes to standard error, like any bad input."""
    from ..house.linter import LEVELS, lint_house

    findings = lint_house(file)
    wrong = [each for each in findings if each.level == "wrong"]
    if json:
        print_json({"file": file, "valid": not wrong, "findings": findings})
        return 2 if wrong else 0
    for each in wrong:
        line = f":{each.line}" if each.line else ""
        print(f"queenhigh: {each.file or file}{line}: {_in_one_line(each)}", file=sys.stderr)
    if wrong:
        return 2
    for each in findings:
        print(f"{each.level}: {_place(each)}{_in_one_line(each)}")
    counts = Counter(each.level for each in findings)
    summary = ", ".join(f"{counts[level]} {level}" for level in LEVELS if counts[level])
    key = load_house(file).key
    named = file if key == Path(file).stem else f"{file} ({key})"
    print(f"{named} is a valid house{f': {summary}' if summary else ', no findings'}")
    return 0


def _place(finding: "Finding") -> str:
    if not finding.line:
        return ""
    return f"{finding.file}:{finding.line}: " if finding.file else f"line {finding.line}: "


def _in_one_line(finding: "Finding") -> str:
    value = "" if finding.value is None else f" = {msgspec.json.encode(finding.value).decode()}"
    cites = f" ({', '.join(finding.cites)})" if finding.cites else ""
    where = f"{finding.key}{value}: " if finding.key else ""
    return in_one_line(f"{where}{finding.message}{cites}")


def compare(
    keys: list[str], *, cost: bool, json: bool, log: str | None = None, show: int = 20
) -> None:
    if len(keys) < 2:
        raise ValueError("compare takes two or more houses")
    from ..house.comparison import differences

    if len(set(keys)) < len(keys):
        raise ValueError("compare takes different houses")
    found = [load_house(key) for key in keys]
    own_keys = [house.key for house in found]
    labels = own_keys if len(set(own_keys)) == len(own_keys) else keys
    rows = differences(dict(zip(labels, found, strict=True)))
    impacts: list[RuleImpact] = []
    costs: list[HouseCosts] = []
    if log is not None:
        from .impact import impacts as impacts_of

        impacts = impacts_of(found, log, show)
    if cost:
        from .house_costs import costs as costs_of

        costs = costs_of(keys)
    if json:
        more = ({"costs": costs} if cost else {}) | ({"impact": impacts} if log else {})
        print_json({"houses": labels, "differences": rows, **more})
        return
    if not rows:
        print("No differences.")
        return
    from rich.markup import escape
    from rich.table import Table

    table = Table(pad_edge=False, header_style="bold", show_lines=True)
    table.add_column("Setting")
    for label in labels:
        table.add_column(escape(label))
    for row in rows:
        cells = [
            f"{escape(_in_words(house, row.setting, cell.value))}"
            f"\n[dim]{escape(_resting_on(house, row.setting, cell))}[/]"
            for house, cell in zip(found, row.cells.values(), strict=True)
        ]
        table.add_row(row.setting, *cells)
    console().print(table)
    if cost:
        from .house_costs import print_costs

        print_costs(keys, costs)
    if impacts:
        from .impact import print_impact

        for house, impact in zip(found[1:], impacts, strict=True):
            print_impact(found[0], house, impact)


def _in_words(house: "House", setting: str, value: object) -> str:
    from ..wagers.setting_words import value_in_words

    return value_in_words(house, setting, value)


def _resting_on(house: "House", setting: str, cell: "Cell") -> str:
    if cell.departs_from is msgspec.UNSET:
        return " ".join(cell.cites)
    says = _in_words(house, setting, house.book.baseline.get(setting))
    rule = f"house rule; the book says {says} ({' '.join(cell.departs_from)})"
    return " ".join((*cell.cites, rule))


def clauses(
    *, house: str | None, topic: str | None, kind: str | None, status: str | None, json: bool
) -> None:
    from ..house.catalogue import books
    from ..house.registry import STATUSES, standings

    known = books() if house is None else _only(house)
    every = [each for book in known.values() for each in standings(book)]
    usual = [clause for book in (*books().values(), *known.values()) for clause in book.clauses]
    _refuse_unknown("topic", topic, {each.topic for each in usual})
    _refuse_unknown("kind", kind, {each.kind for each in usual})
    _refuse_unknown("status", status, set(STATUSES))
    wanted = [
        each
        for each in every
        if topic in (None, each.clause.topic)
        and kind in (None, each.clause.kind)
        and status in (None, each.status)
    ]
    counts = Counter((each.book, each.status) for each in wanted)
    if json:
        by_book = {
            book: {each: counts[book, each] for each in STATUSES if counts[book, each]}
            for book in known
        }
        print_json({"counts": by_book, "clauses": [_as_data(each) for each in wanted]})
        return
    out = console()
    totals = columns("Book", *STATUSES, "all")
    for book in known:
        row = [counts[book, each] for each in STATUSES]
        totals.add_row(book, *(str(n) if n else "" for n in row), str(sum(row)))
    row = [sum(counts[book, each] for book in known) for each in STATUSES]
    totals.add_row("all", *(str(n) if n else "" for n in row), str(sum(row)), style="bold")
    out.print(totals)
    listing = columns("Clause", "Topic", "Kind", "Status", "Where", "Tests", words=6)
    listing.columns[0].no_wrap = True
    for standing in wanted:
        listing.add_row(
            standing.clause.id,
            standing.clause.topic,
            standing.clause.kind,
            standing.status,
            "\n".join(standing.places),
            str(len(standing.tests) or ""),
        )
    out.print()
    out.print(listing if wanted else "No clause matches.")


def _only(house: str) -> dict[str, "Book"]:
    book = load_house(house).book
    return {book.key: book}


def _refuse_unknown(what: str, asked: str | None, known: set[str]) -> None:
    if asked is not None and asked not in known:
        hint = did_you_mean(asked, known, otherwise=f" (there are {', '.join(sorted(known))})")
        raise ValueError(f"no {what} is called {asked!r}{hint}")


def points(*, house: str | None, json: bool) -> None:
    """Every rule point with its sentence and what each book has behind it."""
    from ..house.catalogue import books
    from ..house.points import point_of
    from ..house.points import points as rule_points

    known = books() if house is None else _only(house)
    behind: dict[str, dict[str, tuple[str, ...]]] = {name: {} for name in rule_points()}
    for book in known.values():
        for key, ids in book.points.items():
            at = behind.setdefault(point_of(key), {})
            at[book.key] = (*at.get(book.key, ()), *ids)
    if json:
        print_json(
            [
                {**msgspec.to_builtins(point), "books": behind[name]}
                for name, point in rule_points().items()
            ]
        )
        return
    out = console()
    for name, point in rule_points().items():
        out.print(f"[bold]{name}[/]  ({point.status})")
        out.print(f"  {point.says}", markup=False)
        for key, ids in behind[name].items():
            out.print(f"  · {key}: {', '.join(ids)}", style="dim", markup=False)


def convert(file: str, *, json: bool) -> None:
    """Print a house file of the first form in today's form."""
    from ..house.book import read_toml
    from ..house.first_form import convert as converted
    from ..house.toml_text import as_toml

    house = converted(read_toml(Path(file)))
    if json:
        print_json(house)
    else:
        print(as_toml(house), end="")
