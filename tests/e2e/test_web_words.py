"""The front end names no wager, clause or book: what it draws comes from the service."""

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
WEB = ROOT / "web" / "src"
BOOKS = (ROOT / "src" / "queenhigh" / "house" / "books", ROOT / "examples" / "books")
_LITERAL = re.compile(r"""'([^'\n]*)'|"([^"\n]*)"|`([^`]*)`""")
_KEYED = re.compile(r"^\s*(?:'([\w-]+)'|([a-z][a-z0-9_]*))\??:", re.MULTILINE)
_READ = re.compile(r"\.([a-z][a-z0-9_]*)\b")


def folders() -> Iterator[Path]:
    for shelf in BOOKS:
        if shelf.exists():
            yield from (each.parent for each in sorted(shelf.glob("*/book.toml")))


@cache
def named() -> dict[str, set[str]]:
    """Everything that belongs to one book: its key, its wagers, its clauses, its rulings."""
    found: dict[str, set[str]] = {"book": set(), "wager": set(), "clause": set(), "ruling": set()}
    for folder in folders():
        found["book"].add(tomllib.loads((folder / "book.toml").read_text("utf-8"))["key"])
        for path in folder.glob("*.toml"):
            raw = tomllib.loads(path.read_text("utf-8"))
            found["wager"] |= set(raw.get("wagers", {}))
            found["clause"] |= {each["id"] for each in raw.get("clause", ())}
            found["ruling"] |= {each["id"] for each in raw.get("ruling", ()) if "id" in each}
    return found


def sources() -> Iterator[Path]:
    for path in sorted(WEB.rglob("*")):
        ours = path.suffix in (".ts", ".svelte") and not path.name.endswith(".test.ts")
        if ours and path.name != "schema.d.ts" and "testing" not in path.parts:
            yield path


def words_of(text: str) -> set[str]:
    """What stands in quotes, in parts where no blank makes it a sentence, or names a property."""
    script = text.partition("<style>")[0]
    quoted = [next(filter(None, match), "") for match in _LITERAL.findall(script)]
    terms = [each for each in quoted if " " not in each]
    parts = {part for each in terms for part in re.split(r"[^\w-]+", each)}
    keyed = {first or second for first, second in _KEYED.findall(script)}
    return {*quoted, *parts, *keyed, *_READ.findall(script)}


def test_the_books_were_read() -> None:
    found = named()
    assert len(found["book"]) >= 4
    assert len(found["clause"]) >= 398
    assert found["wager"]


@pytest.mark.parametrize("path", list(sources()), ids=lambda path: str(path.relative_to(WEB)))
def test_nothing_of_one_book_is_named(path: Path) -> None:
    used = words_of(path.read_text("utf-8"))
    named_here = {f"{kind} {key}" for kind, keys in named().items() for key in keys & used}
    assert not named_here


@pytest.mark.parametrize(
    "text",
    [
        "if (wager === 'pair_plus') {",
        "const NAMES = {\n  six_card_bonus: ['6 CARD'],\n};",
        "found.wagers.pair_plus",
        "example: 'won:pair_plus',",
        "clause: `manual-outcome-A`",
    ],
)
def test_a_planted_name_is_found(text: str) -> None:
    used, found = words_of(text), named()
    assert used & (found["wager"] | found["clause"])
