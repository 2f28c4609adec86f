"""Errors in a house file, worded so that its author can fix them."""

from string import Formatter

import msgspec


class Problem(msgspec.Struct, frozen=True):
    """One fault: where, what stands there, why it is wrong, and the clauses that say so."""

    key: str
    message: str
    value: object = msgspec.UNSET
    cites: tuple[str, ...] = ()

    def __str__(self) -> str:
        where = self.key if self.value is msgspec.UNSET else f"{self.key} = {_shown(self.value)}"
        because = f" ({', '.join(self.cites)})" if self.cites else ""
        said = f"{where}: {self.message}{because}" if where else f"{self.message}{because}"
        return in_one_line(said)


def in_one_line(text: str) -> str:
    """Keep a message that quotes a file on one line."""
    return "".join(char if char.isprintable() else repr(char)[1:-1] for char in text)


def _shown(value: object) -> str:
    try:
        text = msgspec.json.encode(value).decode()
    except (TypeError, ValueError):
        text = text_of(value)
    return text if len(text) <= 60 else text[:57] + "..."


def text_of(value: object) -> str:
    """A value as text; hexadecimal numbers can be longer than Python writes in decimal."""
    try:
        return str(value)
    except ValueError:
        return "a number with thousands of digits"


def template_problem(text: str, *names: str) -> str:
    """Return what is wrong with a text that may contain these {names}; "" if nothing is."""
    try:
        parts = list(Formatter().parse(text))
    except ValueError:
        return "its braces do not match"
    plain = all(field in (None, *names) and not spec and not how for _, field, spec, how in parts)
    allowed = ", ".join(f"{{{name}}}" for name in names)
    return "" if plain else f"only {allowed} may be in braces"


class HouseError(ValueError):
    """An invalid house. The text is one line about the first problem."""

    def __init__(self, *problems: Problem, file: str = ""):
        self.problems = problems
        self.file = file
        super().__init__(*problems)

    def __str__(self) -> str:
        return f"{self.file}: {self.problems[0]}" if self.file else str(self.problems[0])
