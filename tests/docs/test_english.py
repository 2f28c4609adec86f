"""Plain English: phrasings no native speaker would write stay out."""

import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
# Each pattern with its replacement.
FORBIDDEN = {
    r"\bif not said\b": "by default",
    r"\ban own (name|sign-in|session|machine|hand|cards|page|account|dispute)\b": "their own",
    r"\b(flag|flags|--house`?) (goes|go) before\b": "overrides",
    r"\bthe own\b": "their own",
    r"(?<!here )\bis no (role|JSON|gaming day|built-in house)\b": "is not a ...",
    r"\bstands there \{": "is used",
    r"\bnames its \w+ no more\b": "no longer names",
    r"\bnobody owes who may not\b": "only those owe who may",
    r"\bmiddle / 95 of 100\b": "p50 / p95",
    r"\bNewss\b": "news",
    r"\bbeside (the event loop|a command)\b": "off the event loop, in the background",
    r"\bnobody knows how to tell\b": "there is no such ...",
    r"\bfrom which on\b": "from, above, with at least",
    r"\b[Ww]hat (comes|came) of it\b": "what follows, what followed",
    r"!r\} (is|are) no [a-z]": "is not a ...",
    r"(?<!here )\bis no (round|whole number|registered|dealer|record|footer|command)\b": "not a",
    r"\bis no (proof|witness)\b": "is not a",
    r"\b(for|reaches|at (most|least)) so (much|long)\b(?! as)": "this much, this long",
    r"\ban own (request|bet|one)\b": "their own",
    r"\bha(s|ve) not (the|that|any|a|enough|so)\b": "does not have",
    r"\b(it|[A-Z]\w* \w+) is no (bet|card|wager|round)\b": "is not a",
    r"\bmust be a text\b|\bnot a text\b": "text",
    r"\banew\b": "again",
    r"\b(guest|counts|corrected|holds) no more\b": "no longer",
    r"\| (middle|9\d of 100) \|": "p95, p99",
    r"\b(is|are) to be (signed|counted|entered|changed|done|notified|relieved|read)\b": "must be",
    r"\bso that nobody (?!is confused)": "so nobody, without anybody",
    r"(?<!here )\bis no (news|reason|card|data|change|choice|chip|part|paper|wish)\b": "is not a",
    r"\bwhere nothing is said\b(?=[.);])": "by default",
    r"\b(money|chips) enough\b": "enough money",
    r"\bor never was\b": "or never existed",
    r"\bis not given away\b": "is reserved",
    r"\bfrom when on\b": "from when",
    r"\bWhoever\b": "anybody who, the person who",
    r"\bwho asks\b": "the person who asks, the caller",
    r"\b(page|proxy|fault|parser|default|error|extra|mistake|one) of ours\b": "our page, a bug",
    r"\botherwise than\b": "differently from",
    r"\b(that|which|what) is no (?!longer|more)[a-zA-Z]": "that is not a",
    r"\bAnother person \w+ .{0,40} than\b": "somebody other than",
    r"(^|[.!?] )Whom you\b": "somebody whom you",
    r"\bof the processor\b|\bby the processor\b": "of processor time",
    r"\bthat no (file|house) (can|could) have\b": "impossible",
    r"\bhere any more\b": "no longer here",
    r"\bBesides, ": "in addition, also",
    r"\bin the own\b|\bto the own\b": "in their own",
}
PLACES = ("src", "docs", "web/src", "README.md", "CONTRIBUTING.md", "CHANGELOG.md")
KINDS = (".py", ".toml", ".md", ".ts", ".svelte")


@cache
def texts() -> dict[Path, str]:
    found = [ROOT / place for place in PLACES]
    return {
        each: each.read_text("utf-8")
        for place in found
        for each in ([place] if place.is_file() else sorted(place.rglob("*")))
        if each.suffix in KINDS and "books" not in each.parts  # Rule books have their own words.
    }


@pytest.mark.parametrize("pattern", FORBIDDEN, ids=FORBIDDEN.get)
def test_a_phrasing_is_not_written(pattern: str) -> None:
    found = [
        f"{path.relative_to(ROOT)}:{number}"
        for path, text in texts().items()
        if re.search(pattern, text)
        for number, line in enumerate(text.splitlines(), 1)
        if re.search(pattern, line)
    ]
    assert not found, f"write {FORBIDDEN[pattern]!r} instead: {', '.join(found)}"
