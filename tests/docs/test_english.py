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
    r"\bany more\b": "no longer",
    r"\bBesides, ": "in addition, also",
    r"\bin the own\b|\bto the own\b": "in their own",
    r"\b[Ss]ign(s|ed|ing)? in by\b": "sign in with, sign-in name",
    r"\bwhat became of\b": "the result of, the state of",
    r"\banother [a-z]+ than\b": "other than, different from",
    r"\bsomething else than\b": "other than, different from",
    r"\bas the house has it\b|\bhas it so\b": "as the house says",
    r"\b(has|have) no voice\b": "may not act",
    r"\b(one|a round|an object) a line\b": "per line",
    r"\btables? of (play )?money\b": "money table, play-money table",
    r"\bopened by (it|them)\b": "opened with it",
    r"\bcarr(y|ies|ied) away\b": "take away, taken away",
    r"\bsmall letters\b": "lower case",
    r"\bwith blanks\b": "with spaces",
    r"\bis there already[,;]": "already exists",
    r"\bnot written over\b": "not overwritten",
    r"\b(paid|decided) otherwise\b": "differently",
    r"\bobject a line\b": "per line",
    r"\bby which (whoever|somebody)\b": "a link to, a link that",
    r"\b(lost, late|late) and doubled\b": "delayed and duplicated",
    r"\bfrom where (it|they) stands?\b": "from its current amount",
    r"\bis there twice\b": "appears twice",
    r"\b[Tt]here is an? [^.\n]{0,30}\balready\b": "there is already a ...",
    r"\bHeld by:": "tested by",
    r"\b[Nn]othing is bet\b": "there is no bet",
    r"\bbefore and after in turns\b": "alternating between before and after",
    r"\b(is|was) met for the first time\b": "is new",
    r"\b(nobody|house|clause|point|row|wager|person|somebody) of that name\b": "with that name",
    r"\bnot shown to hold\b": "we could not show",
    r"\b(see|sees|seen) (it |them |some \w+ |an event )?otherwise\b": "see it differently",
    r"\b(paid|fares?|ends?) alike\b": "paid the same, with the same result",
    r"\bthe one that is due\b": "the due one",
    r"\b(goes|go) as (its|the) (wager|ante|bet)\b": "follows its wager",
    r"(?<!\bthe )\bwho is asking\b": "the person who makes the request",
    r"\bthe very (question|one|same)\b": "exactly the",
    r"\bmakes no sense\b": "cannot be understood",
    r"\bis called so\b": "there is no such ...",
    r"\b(nobody|answer|document) that nobody waits for\b": "without a waiting client",
    r"\bto take away\{": "to remove",
    r"\b([Aa]nother|[Oo]ne) of the (floor|count|cage)\b(?!')": "another floor supervisor",
}
# In names of tests, from the first word after `test_`.
FORBIDDEN_NAMES = {
    r"^(who|whoever)_": "a player who, a person who",
    r"_that_(is|are)_none(_|$)": "a malformed ...",
    r"(?<!there)_(is|are)_no_(?!longer|more)": "is not a",
    r"^what_is_no_": "a malformed ..., a ... that is not",
    r"_that_cannot_be_(is|are)_": "an impossible ...",
    r"_anew(_|$)": "again",
    r"(^|_)the_own_": "their own",
    r"_otherwise(_|$)": "differently",
    r"_(has|have)_it_so(_|$)": "says so",
    r"_that_(is|are)_not_there_": "a missing ...",
    r"_any_more(_|$)": "no longer",
    r"^what_(is|was|does|makes|happens|survives)_": "a noun: the, an ..., every ...",
    r"^whose_": "a noun: the hands that ...",
    r"_as_it_did$": "as before, as recorded",
    r"_goes_as_(its|the_(ante|wager|bet))_": "follows its",
    r"_(comes_in|connects)_by_its_": "signs in with, connects with",
    r"_lets_nobody_in(_|$)": "is refused",
    r"_that_nobody_waits_for_": "without a waiting client",
    r"_(is|are)_told_so(_|$)": "sees a message, is refused",
    r"_changed_by_hand(_|$)": "manually changed",
    r"_whatever_it_(pays|stands)": "every ..., at any ...",
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


@cache
def names_of_tests() -> tuple[str, ...]:
    files = sorted((ROOT / "tests").rglob("test_*.py"))
    return tuple(
        name
        for each in files
        for name in re.findall(
            r"^ *(?:async )?def test_(\w+)", each.read_text("utf-8"), re.MULTILINE
        )
    )


@pytest.mark.parametrize("pattern", FORBIDDEN_NAMES, ids=FORBIDDEN_NAMES.get)
def test_no_name_of_a_test_has_a_forbidden_phrasing(pattern: str) -> None:
    found = [name for name in names_of_tests() if re.search(pattern, name)]
    assert not found, f"write {FORBIDDEN_NAMES[pattern]!r} instead: {', '.join(found)}"
