"""Write the reference pages from the program: ``python docs/reference/make.py``.

A test fails when a page no longer matches the program.
"""

import ast
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import StrEnum
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from typer.models import CommandInfo
from typer.testing import CliRunner

from queenhigh.cli.app import app
from queenhigh.cli.rounds import house_of
from queenhigh.floor.refusal import FloorRefusal
from queenhigh.house.book import Book, Parameter, Ruling
from queenhigh.house.catalogue import books, rulings_of
from queenhigh.house.loader import built_in, built_in_keys
from queenhigh.house.model import House
from queenhigh.house.options import (
    chosen_reading,
    common_options,
    option_name,
    options_of,
    value_at,
)
from queenhigh.house.points import point_of, points
from queenhigh.house.shorthand import setting_or_table, shorthand
from queenhigh.money.refusal import MoneyRefusal
from queenhigh.school.refusal import SchoolRefusal
from queenhigh.service.app import make_app
from queenhigh.service.config import Config
from queenhigh.service.errors import CODES
from queenhigh.service.executor import RoomRefusal
from queenhigh.service.policy import PolicyRefusal
from queenhigh.service.rights import PERSON_ROLES, RIGHTS, rights_of_routes
from queenhigh.table.command_rules import MAY
from queenhigh.table.refusal import TableRefusal
from queenhigh.table.roles import ROLES
from queenhigh.wagers.document import read_round
from queenhigh.wagers.opening import check_opening
from queenhigh.wagers.refusal import Refusal, RefusalCode

HERE = Path(__file__).parent
_PACKAGE = HERE.parents[1] / "src" / "queenhigh"
_HOLE = "…"  # Replaces the variable parts of a sentence.
if __package__:
    from . import api_pages
else:  # Run as a file.
    import api_pages  # type: ignore[import-not-found, no-redef]

_GENERATED = "<!-- Written by docs/reference/make.py: change the program, then run that. -->"

# Refused opening bets: one document for each code.
REFUSED: dict[str, str] = {
    RefusalCode.LOCKED: """
        {"house": "manual", "moment": "announced", "seats": [{"seat": 3, "wagers": {"ante": 1000}}]}
    """,
    RefusalCode.VERBAL: """
        {"house": "mics", "seats": [{"seat": 3, "offered_as": "verbal_with_cash",
                                     "wagers": {"ante": 1000}}]}
    """,
    RefusalCode.FOREIGN_MONEY: """
        {"house": "chickasaw", "seats": [{"seat": 3, "offered_as": "foreign_money",
                                          "wagers": {"ante": 1000}}]}
    """,
    RefusalCode.CASH: """
        {"house": "chickasaw", "seats": [{"seat": 3, "offered_as": "cash",
                                          "wagers": {"ante": 1000}}]}
    """,
    RefusalCode.NO_WAGER: """
        {"house": "classic", "seats": [{"seat": 3, "wagers": {}}]}
    """,
    RefusalCode.NOT_OFFERED: """
        {"house": "classic", "seats": [{"seat": 3, "wagers": {"ante": 500, "progressive": 100}}]}
    """,
    RefusalCode.BELOW_MINIMUM: """
        {"house": "manual", "seats": [{"seat": 3, "wagers": {"ante": 300}}]}
    """,
    RefusalCode.ABOVE_MAXIMUM: """
        {"house": "classic", "seats": [{"seat": 3, "wagers": {"pair_plus": 2500}}]}
    """,
    RefusalCode.WRONG_STEP: """
        {"house": "manual", "seats": [{"seat": 3, "wagers": {"ante": 1000, "six_card_bonus": 700}}]}
    """,
    RefusalCode.needs(["ante", "pair_plus"]): """
        {"house": "manual", "seats": [{"seat": 3, "wagers": {"six_card_bonus": 500}}]}
    """,
    RefusalCode.needs(["ante"]): """
        {"house": "manual", "options": {"six_card_with_pair_plus_only": false},
         "seats": [{"seat": 3, "wagers": {"pair_plus": 500, "six_card_bonus": 500}}]}
    """,
    RefusalCode.needs(["six_card_bonus"]): """
        {"house": "manual", "options": {"progressive_requires_6cb": true},
         "seats": [{"seat": 3, "wagers": {"ante": 500, "progressive": 100}}]}
    """,
    RefusalCode.below("ante", "pair_plus", 1): """
        {"house": "mics", "options": {"wager_version": "i"},
         "seats": [{"seat": 3, "wagers": {"ante": 500, "pair_plus": 1000}}]}
    """,
    RefusalCode.below("ante", "pair_plus", 2): """
        {"house": "mics-alternate", "seats": [{"seat": 3, "wagers": {"ante": 500,
                                                                     "pair_plus": 2000}}]}
    """,
    RefusalCode.BOTH_REQUIRED: """
        {"house": "mics", "options": {"wager_version": "iii"},
         "seats": [{"seat": 3, "wagers": {"ante": 500}}]}
    """,
    RefusalCode.below("ante", "pair_plus", 5): """
        {"house": "mics", "options": {"wager_version": "iii"},
         "seats": [{"seat": 3, "wagers": {"ante": 500, "pair_plus": 3000}}]}
    """,
    RefusalCode.TOO_MANY_POSITIONS: """
        {"house": "manual", "seats": [{"seat": 3, "player": "ann", "wagers": {"ante": 1000}},
                                      {"seat": 4, "player": "ann", "wagers": {"ante": 1000}}]}
    """,
    RefusalCode.NOT_ADJACENT: """
        {"house": "mics", "seats": [{"seat": 2, "player": "ann", "wagers": {"ante": 1000}},
                                    {"seat": 5, "player": "ann", "wagers": {"ante": 1000}}]}
    """,
    RefusalCode.TOKE_NOT_TAKEN: """
        {"house": "classic", "seats": [{"seat": 3, "wagers": {"ante": 500},
                                        "tokes": {"six_card_bonus": 100}}]}
    """,
    RefusalCode.toke_on("progressive"): """
        {"house": "manual", "seats": [{"seat": 3, "wagers": {"ante": 500, "progressive": 100},
                                       "tokes": {"progressive": 100}}]}
    """,
    RefusalCode.TOKE_NEEDS_OWN_BET: """
        {"house": "manual", "seats": [{"seat": 3, "wagers": {"ante": 500},
                                       "tokes": {"pair_plus": 100}}]}
    """,
    RefusalCode.TOKE_PLAY_NEEDS_ANTE: """
        {"house": "manual", "seats": [{"seat": 3, "wagers": {"ante": 500},
                                       "tokes": {"play": 100}}]}
    """,
    RefusalCode.TOKE_PLAY_NOT_EQUAL: """
        {"house": "manual", "options": {"play_toke": "equals_ante_toke"},
         "seats": [{"seat": 3, "wagers": {"ante": 500}, "tokes": {"ante": 200, "play": 100}}]}
    """,
    RefusalCode.TOKE_BELOW_MINIMUM: """
        {"house": "manual", "options": {"toke_min": 5},
         "seats": [{"seat": 3, "wagers": {"ante": 500}, "tokes": {"ante": 100}}]}
    """,
    RefusalCode.TOKE_WRONG_STEP: """
        {"house": "manual", "seats": [{"seat": 3, "wagers": {"ante": 500},
                                       "tokes": {"ante": 50}}]}
    """,
    RefusalCode.TOKE_ABOVE_MAXIMUM: """
        {"house": "manual", "seats": [{"seat": 3, "wagers": {"ante": 30000},
                                       "tokes": {"ante": 4000}}]}
    """,
    RefusalCode.COUPON_NOT_TAKEN: """
        {"house": "classic", "seats": [{"seat": 3, "wagers": {"ante": 500},
                                        "match_play": {"ante": 500}}]}
    """,
    RefusalCode.COUPON_WRONG_SPOT: """
        {"house": "mics", "seats": [{"seat": 3, "wagers": {"ante": 500, "pair_plus": 500},
                                     "match_play": {"pair_plus": 500}}]}
    """,
    RefusalCode.COUPON_MORE_THAN_ONE: """
        {"house": "mics", "options": {"match_play": {"spots": ["ante", "pair_plus"]}},
         "seats": [{"seat": 3, "wagers": {"ante": 500, "pair_plus": 500},
                    "match_play": {"ante": 500, "pair_plus": 500}}]}
    """,
    RefusalCode.COUPON_EXCEEDS_CHIPS: """
        {"house": "mics", "seats": [{"seat": 3, "wagers": {"ante": 500},
                                     "match_play": {"ante": 1000}}]}
    """,
}
_GROUPS = {
    "wager": "Wagers",
    "position": "Positions",
    "toke": "Tokes",
    "coupon": "Match-play coupons",
}

# The other closed lists: their headings, and who refuses with them.
LISTS: dict[type[StrEnum], tuple[str, str]] = {
    TableRefusal: (
        "The table",
        f"Over the network, in a script or in the terminal. {_HOLE} depends on the case.",
    ),
    MoneyRefusal: ("Money", "Patrons' money and links."),
    FloorRefusal: ("The floor", "Forms and reports, notices, disputes, conduct."),
    SchoolRefusal: ("The dealer school", "Questions and exams."),
    PolicyRefusal: (
        "The service's policy",
        "The game would allow these; the service answers HTTP 403.",
    ),
    RoomRefusal: ("The cardroom", "Commands that do not reach the table as it is now."),
}
_OF_THE_SERVICE = (
    "What the service itself refuses, with the HTTP status. On a live connection the same code is "
    "in a `refused` message, or in the reason for closing the connection (4000 plus the status)."
)


class Said(NamedTuple):
    sentence: str
    status: int = 0  # HTTP status, where the service itself refuses.


@cache
def page(name: str) -> str:
    """Return the text of one of PAGES."""
    return "".join(f"{line}\n" for line in PAGES[name]())


def _rights() -> Iterator[str]:
    yield from ("# Who may do what", "", _GENERATED, "")
    yield "Every route of the service names a right, and a right names the roles that have it."
    yield "The second table has the commands *at* a table; who must sign them is in"
    yield "[ADR 21](../adr/0021-two-people-sign-one-command.md)."
    yield from ("", "## Routes", "", f"| route | right | {' | '.join(map(_role, _WHO))} |")
    yield f"|---|---|{'---|' * len(_WHO)}"
    for route, right in sorted(rights_of_routes(make_app(Config(database="memory")))):
        allowed = RIGHTS[right]
        marks = ("yes" if who in allowed or "anyone" in allowed else "" for who in _WHO)
        yield f"| `{route}` | `{right}` | {' | '.join(marks)} |"
    yield from ("", "## Commands at a table", "")
    yield f"| command | {' | '.join(map(_role, ROLES))} |"
    yield f"|---|{'---|' * len(ROLES)}"
    for command, allowed_roles in MAY.items():
        marks = ("yes" if role in allowed_roles else "" for role in ROLES)
        yield f"| `{command}` | {' | '.join(marks)} |"


def _mends() -> Iterator[str]:
    yield from ("# Promises and their tests", "", _GENERATED, "")
    yield "The file behind each promise of [the page on threats](../operating/threats.md), and the"
    yield "test that fails without it. `python -m scripts.mends` removes one after the other, as"
    yield "`docs/operating/mends.toml` says, and runs the test."
    listed = tomllib.loads((HERE.parent / "operating/mends.toml").read_text("utf-8"))
    for section, mends in listed.items():
        yield from ("", f"## {_SECTIONS[section]}", "")
        yield from ("| promise | to | room | test |", "|---|---|---|---|")
        for each in mends:
            room = each["file"].removeprefix("src/queenhigh/")
            test = each["test"].removeprefix("tests/").replace("::", " ")
            yield f"| {each['promise']} | {each['to']} | `{room}` | `{test}` |"


_SECTIONS = {
    "table": "At the table",
    "cage": "Pit and cage",
    "accounts": "Accounts and the log",
    "operations": "Operations",
}


_WHO = ("anyone", "guest", *PERSON_ROLES)


def _role(name: str) -> str:
    return name.replace("_", " ")


def _commands() -> Iterator[str]:
    yield from ("# Commands", "", _GENERATED, "")
    yield (
        "Every command answers `--help`. Exit status 0: done. 1: the answer is no (refused bets). "
        "2: bad input or usage, with one line on standard error. `-` is standard input."
    )
    yield from ("", "## queenhigh", "", *_help())
    for command in app.registered_commands:
        yield from _command(command)
    for group in app.registered_groups:
        name = str(group.name)
        yield from ("", f"## queenhigh {name}", "", *_help(name))
        for command in group.typer_instance.registered_commands if group.typer_instance else ():
            yield from _command(command, name)


def _command(command: CommandInfo, *group: str) -> Iterator[str]:
    name = str(command.name or getattr(command.callback, "__name__", ""))
    yield from ("", f"## queenhigh {' '.join((*group, name))}", "", *_help(*group, name))


def _help(*command: str) -> Iterator[str]:
    asked = [*command, "--help"]
    shown = CliRunner().invoke(app, asked, env={"COLUMNS": "80"}, prog_name="queenhigh").output
    yield from ("```text", *(line.rstrip() for line in shown.strip().splitlines()), "```")


def _options() -> Iterator[str]:
    yield from ("# Options", "", _GENERATED, "")
    yield (
        "An option chooses between readings of a point on which a rule book contradicts itself, is "
        "silent or leaves a choice. A house file sets it under `[options]`; a document of `settle` "
        'or `check` under `"options"`, for that document. Each is a patch to settings of the house '
        "(see [the house file](house-file.md)). Amounts in options are whole units of the currency."
    )
    common = [each.option for each in common_options()]
    yield from ("", "## In every book")
    for name in common:
        yield from ("", *_option(name, books()))
    yield from ("", "## In some books")
    yield from ("", "These name a wager or a condition, and belong to the books that have it.")
    known = {key: options_of(book.rulings) for key, book in books().items()}
    for name in dict.fromkeys(name for each in known.values() for name in each):
        if name not in common:
            having = {key: book for key, book in books().items() if name in known[key]}
            yield from ("", *_option(name, having))


def _option(name: str, having: Mapping[str, Book]) -> Iterator[str]:
    of_books = {key: options_of(book.rulings)[name] for key, book in having.items()}
    every = [ruling for rulings in of_books.values() for ruling in rulings]
    yield from (f"### `{name}`: {option_name(every)}", "", _about(name, every), "")
    for says, keys in _grouped({key: _values(each[0]) for key, each in of_books.items()}):
        yield from _in_books(says, keys, of_books)
    houses = [key for key in built_in_keys() if built_in(key).book.key in having]
    defaults = {key: _chosen(built_in(key), of_books[built_in(key).book.key][0]) for key in houses}
    told = "; ".join(
        f"{value} in {', '.join(keys)}" if len(keys) < len(houses) else value
        for value, keys in _grouped(defaults)
    )
    yield f"- Built in: {told}"
    rulings = {
        each.id: rulings_of(having[key])[each.id].title
        for key, rulings in of_books.items()
        for each in rulings
        if each.id
    }
    if rulings:
        named = (f"{identity} ({title.rstrip('.')})" for identity, title in rulings.items())
        yield f"- Rulings: {'; '.join(named)}"


def _about(name: str, rulings: Iterable[Ruling]) -> str:
    """Describe an option: the common or the book's sentence, or else what its ruling is about."""
    common = {each.option: each.title for each in common_options()}
    titles = [each.title for each in rulings if each.title]
    said = next((each for each in titles if each.endswith(".")), "")
    return common.get(name) or said or f"{titles[0].rstrip('?')}."


def _grouped(by_key: Mapping[str, str]) -> list[tuple[str, list[str]]]:
    """Group the keys that share the same text."""
    found: dict[str, list[str]] = {}
    for key, says in by_key.items():
        found.setdefault(says, []).append(key)
    return list(found.items())


def _in_books(
    says: str, keys: list[str], of_books: Mapping[str, tuple[Ruling, ...]]
) -> Iterator[str]:
    where = f" ({', '.join(keys)})" if len(keys) < len(of_books) else ""
    first, *more = says.split("\n")
    yield f"- {first.replace(':', f'{where}:', 1)}"
    yield from more


def _values(ruling: Ruling) -> str:
    """Describe the values of an option, each with what it sets."""
    lines = ["Values:"]
    for name, reading in ruling.readings.items():
        changes = [f"`{path}` = `{_json(value)}`" for path, value in reading.set.items()]
        changes += [f"`{path}` moves to `{to}`" for path, to in reading.move.items()]
        changes += [f"`{path}` in `{unit}`" for path, unit in reading.units.items()]
        clauses = f" ({', '.join(reading.clauses)})" if reading.clauses else ""
        lines.append(f"  - `{_written(name)}`: {', '.join(changes)}{clauses}")
    if ruling.parameter is not None:
        lines.append(f"  - {_parameter(ruling.parameter)}")
    for part, parameter in ruling.parameters.items():
        lines.append(f"  - `{part}`: {_parameter(parameter)}")
    return "\n".join(lines)


def _written(reading: str) -> str:
    """Write a reading as a document has it: a list where its name has several parts, or none."""
    return (
        _json(reading.split("+") if reading else []) if "+" in reading or not reading else reading
    )


def _parameter(parameter: Parameter) -> str:
    kinds = {
        "value": "a value of",
        "dollars": "whole units of the currency, for",
        "odds": f"odds to 1 of {', '.join(parameter.rows)}, as in `1/4/6`, for",
        "row": "odds to 1, for",
        "rows": "a list of rows, for",
    }
    return f"{kinds[parameter.type]} `{parameter.path}`"


def _chosen(house: House, ruling: Ruling) -> str:
    """Write a built-in house's choice as an option would say it."""
    if reading := chosen_reading(ruling, house.settings):
        return f"`{_written(reading)}`"
    moved = [path for each in ruling.readings.values() for path in each.move]
    if moved:
        names = [
            name
            for name, each in ruling.readings.items()
            if not any(_at(house, path) for path in each.move)
        ]
        return f"`{names[0]}`"
    if ruling.parameters:
        parts = {part: _given(house, each) for part, each in ruling.parameters.items()}
        return f"`{_json(parts)}`"
    if ruling.parameter is not None:
        return f"`{_json(_given(house, ruling.parameter))}`"
    return "none of these"


def _given(house: House, parameter: Parameter) -> Any:
    match parameter.type:
        case "dollars":
            cents = _at(house, parameter.path)
            return cents // 100 if isinstance(cents, int) else cents
        case "odds":
            return shorthand(_at(house, parameter.path))
        case "rows":
            table, _, field = parameter.path.partition(".*.")
            rows = _at(house, table)
            return [name for name, row in rows.items() if row[field] == parameter.chosen]
        case "row":
            return "none"
        case _:
            return _at(house, parameter.path)


def _at(house: House, path: str) -> Any:
    """Return the value at a path, with an order that follows from the wagers spelt out."""
    orders = {"settlement.order": house.settle_order, "layout.spots": house.spots}
    if path in orders:
        return orders[path]
    found = value_at(msgspec.to_builtins(house), path)
    return setting_or_table(house.settings, path) if found is msgspec.UNSET else found


def _json(value: Any) -> str:
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


def _points() -> Iterator[str]:
    yield from ("# Rule points", "", _GENERATED, "")
    yield (
        "A rule point is one thing that the program does. The list is closed: code names points, "
        "never clauses, and a book's `points.toml` says which of its clauses stand behind a point. "
        "A point of the group `wager` is about one side wager; a book names it by `wagers`, the "
        "wager and the rest of the name: `wagers.pair_plus.loses`."
    )
    yield ""
    yield (
        "The status says how a point is carried out. Enforced: the program ensures it. Guided: a "
        "person is led through it. Announced: those it binds are told. Recorded: it goes on record."
    )
    group = ""
    for name, entry in points().items():
        if name.partition(".")[0] != group:
            group = name.partition(".")[0]
            yield from ("", f"## {group.replace('_', ' ').capitalize()}", "")
            yield from ("| point | what the program does | status | clauses |", "|---|---|---|---|")
        yield f"| `{name}` | {entry.says} | {entry.status} | {'<br>'.join(_behind(name))} |"


def _behind(name: str) -> Iterator[str]:
    """Yield the built-in books' clauses behind a point; for a wager's point, by wager."""
    for book in books().values():
        for key, clauses in book.points.items():
            if point_of(key) == name:
                wager = f" ({key.split('.')[1]})" if key.startswith("wagers.") else ""
                yield f"{book.key}{wager}: {', '.join(clauses)}"


def _refusals() -> Iterator[str]:
    yield from ("# Refusals", "", _GENERATED, "")
    yield (
        "Every refusal has a stable code, a sentence for people and, if the rule book refuses, its "
        "clauses. Opening bets come first: below each code are bets that `queenhigh check` and "
        "every table refuse with it, and the sentence. After them come the lists of "
        "[the table](#the-table), [money](#money), [the floor](#the-floor), [the dealer "
        "school](#the-dealer-school), [the cardroom](#the-cardroom) and [the "
        "service](#the-service)."
    )
    for group, title in _GROUPS.items():
        yield from ("", f"## {title}")
        for code in REFUSED:
            if code.partition("/")[0] == group:
                yield from ("", *_refusal(code))
    for codes, (title, about) in LISTS.items():
        yield from ("", f"## {title}", "", about, "", *_listed(said_with(codes)))
    yield from ("", "## The service", "", _OF_THE_SERVICE, "", *_listed(said_by_the_service()))


def _listed(codes: dict[str, list[Said]]) -> Iterator[str]:
    """Yield a table, with the HTTP status where there is one."""
    has_status = any(said.status for each in codes.values() for said in each)
    yield "| code | HTTP | what is said |" if has_status else "| code | what is said |"
    yield "|---|---|---|" if has_status else "|---|---|"
    for code, sentences in codes.items():
        statuses = sorted({str(said.status) for said in sentences if said.status})
        status = f"{', '.join(statuses)} | " if has_status else ""
        says = [said.sentence.replace("|", "\\|") for said in sentences if said.sentence != _HOLE]
        yield f"| `{code}` | {status}{' · '.join(says) or _HOLE} |"


def _refusal(code: str) -> Iterator[str]:
    found = refused_with(code)
    yield from (f"### `{code!s}`", "", "```json", *_unindented(REFUSED[code]), "```", "")
    yield f"> {found.message}"
    rulings = () if found.rulings is msgspec.UNSET else found.rulings
    if cites := ", ".join(f"`{each}`" for each in (*found.clauses, *rulings)):
        yield from ("", f"Rests on {cites}.")


def refused_with(code: str) -> Refusal:
    """Return the refusal of that code which its document gets."""
    written = read_round(REFUSED[code].encode())
    checked = check_opening(house_of(written, None), written)
    refusals = [] if checked.refusals is msgspec.UNSET else checked.refusals
    return next(each for each in refusals if each.code == code)


def _unindented(text: str) -> list[str]:
    lines = text.strip("\n").rstrip().splitlines()
    margin = len(lines[0]) - len(lines[0].lstrip())
    return [line[margin:] for line in lines]


# Sentences that go with a code, read from the source without running it


def said_with(codes: type[StrEnum]) -> dict[str, list[Said]]:
    """Collect the sentences of each code in a closed list."""
    found: dict[str, list[Said]] = {code.value: [] for code in codes}
    for call, known in _calls():
        given = [*call.args, *(each.value for each in call.keywords)]
        given = [known.get(_name(each), each) for each in given]
        for named, sentence in pairwise(given):
            is_value = isinstance(named, ast.Attribute) and named.attr == "value"
            code = (
                named.value if isinstance(named, ast.Attribute) and is_value else named
            )  # `TableRefusal.CLOSED.value`
            if isinstance(code, ast.Attribute) and _name(code.value) == codes.__name__:
                _add(found[codes[code.attr].value], _text(sentence, known))
    return found


def said_by_the_service() -> dict[str, list[Said]]:
    """Collect the service's own error codes."""
    found = {code: [Said(message, status)] for status, (code, message) in CODES.items()}
    for call, known in _calls("service"):
        if _name(call.func) in ("ServiceError", "RefusedField") and len(call.args) > 1:
            code, sentence = call.args[:2]
            if isinstance(code, ast.Constant):
                said = found.setdefault(str(code.value), [])
                _add(said, _text(sentence, known), _status(call))
    return dict(sorted(found.items()))


@cache
def _calls(layer: str = "") -> list[tuple[ast.Call, dict[str, ast.expr]]]:
    """List every call, with the values of its function's names just before it."""
    return [
        call
        for file in sorted((_PACKAGE / layer).rglob("*.py"))
        for function in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef)
        for call in _calls_in(function)
    ]


def _calls_in(
    function: ast.FunctionDef | ast.AsyncFunctionDef,
) -> Iterator[tuple[ast.Call, dict[str, ast.expr]]]:
    given = zip(function.args.kwonlyargs, function.args.kw_defaults, strict=True)
    known = {each.arg: default for each, default in given if default is not None}
    nodes = [node for node in ast.walk(function) if isinstance(node, ast.Assign | ast.Call)]
    for node in sorted(nodes, key=lambda node: (node.lineno, node.col_offset)):
        if isinstance(node, ast.Call):
            yield node, dict(known)
        elif isinstance(target := node.targets[0], ast.Name):
            known[target.id] = node.value


def _name(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else ""


def _text(node: ast.expr, known: dict[str, ast.expr]) -> str:
    match node:
        case ast.Constant(value=str(text)):
            return text
        case ast.JoinedStr(values=parts):
            return "".join(_text(part, known) for part in parts)
        case ast.Call(func=ast.Attribute(value=template, attr="format")):
            return re.sub(r"\{\w+\}", _HOLE, _text(template, known))
        case ast.BoolOp(values=[*_, last]):
            return _text(last, known)
        case ast.Name(id=name) if name in known and not isinstance(known[name], ast.Name):
            return _text(known[name], known)
        case ast.Name(id=name) if name in _constants():
            return _constants()[name]
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)) if name in _sentences():
            return _text(_sentences()[name], {})
    return _HOLE


@cache
def _sentences() -> dict[str, ast.JoinedStr]:
    """List the functions of modules that only return a sentence, by name."""
    return {
        function.name: function.body[0].value
        for file in sorted(_PACKAGE.rglob("*.py"))
        for function in ast.parse(file.read_text("utf-8")).body
        if isinstance(function, ast.FunctionDef)
        and isinstance(function.body[0], ast.Return)
        and isinstance(function.body[0].value, ast.JoinedStr)
    }


@cache
def _constants() -> dict[str, str]:
    """List the texts that modules define by name."""
    return {
        target.id: node.value.value
        for file in sorted(_PACKAGE.rglob("*.py"))
        for node in ast.parse(file.read_text("utf-8")).body
        if isinstance(node, ast.Assign)
        and isinstance(target := node.targets[0], ast.Name)
        and target.id.isupper()
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    }


def _status(call: ast.Call) -> int:
    given = [each.value for each in call.keywords if each.arg == "status"] or call.args[2:3]
    status = given[0] if given else None
    return int(str(status.value)) if isinstance(status, ast.Constant) else 0


def _add(said: list[Said], sentence: str, status: int = 0) -> None:
    """Add a sentence unless it is there."""
    if all(each.sentence != sentence for each in said):
        said.append(Said(sentence, status))


# How each page is made, line by line, by file name.
PAGES: dict[str, Callable[[], Iterator[str]]] = {
    "commands.md": _commands,
    "http.md": lambda: api_pages.http(_GENERATED),
    "mends.md": _mends,
    "live.md": lambda: api_pages.live(_GENERATED),
    "options.md": _options,
    "points.md": _points,
    "refusals.md": _refusals,
    "rights.md": _rights,
}


if __name__ == "__main__":
    for file in PAGES:
        (HERE / file).write_text(page(file), "utf-8")
        print(f"docs/reference/{file}")
