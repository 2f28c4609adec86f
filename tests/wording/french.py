"""The browser's French, read as the browser reads it (`web/src/text/service_words.ts`)."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
WEB = ROOT / "web" / "src"
PHRASES = json.loads((WEB / "text" / "service_words.fr.json").read_text("utf-8"))
PLACE = re.compile(r"\{([#@$]?)(\w+)\}")
TAKES = {
    "": r"((?:(?!\. [A-Z]).)+?)",
    "#": r"([\d.,/]+)",
    "$": r"([^\s\d]{0,4}\s?\d[\d.,]*)",
    "@": "([A-Za-z0-9]+)",
}
# Values of these names are words of the game; the rest are names of bets, people and amounts.
WORDS = {
    "own", "dealers", "hand", "award", "odds", "ending", "rank", "ranks", "top", "bottom", "remedy",
    "source", "side",
}  # fmt: skip
AMOUNT = re.compile(r"[$€£][\d,]+(\.\d\d)?$|\d+%?$")


class Rule:
    def __init__(self, english: str, french: str) -> None:
        pieces = PLACE.split(english)
        self.names = pieces[2::3]
        pattern = "".join(
            (re.escape(piece), TAKES.get(piece, ""), "")[index % 3]
            for index, piece in enumerate(pieces)
        )
        self.begins, self.french = pieces[0], french
        self.pattern = re.compile(f"^{pattern}$", re.S)

    def match(self, text: str) -> re.Match[str] | None:
        return self.pattern.match(text) if text.startswith(self.begins) else None


def _rules(kind: str) -> list[Rule]:
    return [Rule(english, french) for english, french in PHRASES[kind].items()]


SENTENCES, VALUES = _rules("sentences"), _rules("values")


def english_left(text: str, within: list[Rule]) -> Iterator[str]:
    """Yield the parts of a text that no rule translates into French."""
    for rule in within:
        found = rule.match(text)
        if found:
            for name, value in zip(rule.names, found.groups(), strict=True):
                if name in WORDS and not AMOUNT.match(value):
                    yield from english_left(value, VALUES)
            return
    parts = re.split(r"(?<=[.!?]) (?=[A-Z])", text)
    if len(parts) > 1:
        for part in parts:
            yield from english_left(part, within)
    else:
        yield text


def left_of(texts: Iterator[str], within: list[Rule]) -> set[str]:
    return {left for text in set(texts) for left in english_left(text, within)}


def in_french(text: str, within: list[Rule] = SENTENCES) -> str:
    """Return the text as the browser shows it, except for amounts, which it formats itself."""
    whole = _filled(text, within)
    if whole is not None:
        return whole
    parts = re.split(r"(?<=[.!?]) (?=[A-Z])", text) if within is SENTENCES else [text]
    return " ".join(in_french(part) for part in parts) if len(parts) > 1 else text


def _filled(text: str, within: list[Rule]) -> str | None:
    for rule in within:
        if found := rule.match(text):
            into = rule.french
            for name, value in zip(rule.names, found.groups(), strict=True):
                if f"{{{name}}}" in into:
                    into = into.replace(f"{{{name}}}", in_french(value, VALUES))
            return into
    return None
