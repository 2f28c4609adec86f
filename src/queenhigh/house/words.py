"""Names in the book's language: bets and hands on felt and paper, hands as dealers call them."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, get_args

from .errors import Problem, template_problem
from .wager import CONTESTS, HANDS, Result

RANKS: Final = "ranks"
PLURALS: Final = "rank_plurals"
SPOKEN: Final = "spoken_"
_PLACES: Final = ("first", "second", "third", "plural")
_HANDS: Final = dict.fromkeys(hand for hands in HANDS.values() for hand in hands)

# What each word names. Unknown words are kept, and `lint` reports them as unused.
KNOWN: Final[tuple[str, ...]] = (
    *("ante", "play", "ante_bonus", "envy", "match_play", "fold"),
    *(*_HANDS, *HANDS, *CONTESTS, *get_args(Result), "dealer_qualifies"),
    *("played", "dealer_plays", "tie"),
    *(RANKS, PLURALS, *(f"{SPOKEN}{hand}" for hand in HANDS["player"])),
)


def plain_words(key: str) -> str:
    """Return a key as people say it: ``pit manager`` for ``pit_manager``."""
    return key.replace("_", " ")


def capitalised(text: str) -> str:
    """Capitalise the first letter and leave the rest: `At a meter of CHF 5,000`."""
    return text[:1].upper() + text[1:]


def listed(names: Iterable[object], word: str = "and") -> str:
    """``2``, ``2 and 3``, ``2, 3 and 5``."""
    *first, last = map(str, names)
    return f"{', '.join(first)} {word} {last}" if first else last


def word_problems(words: Mapping[str, str]) -> Iterator[Problem]:
    for name in (RANKS, PLURALS):
        if name in words and len(_separate(words[name])) != 13:
            message = "must be 13 words with commas between them, from ace down to two"
            yield Problem(f"words.{name}", message, words[name])
    for name, text in words.items():
        if name.startswith(SPOKEN) and (problem := template_problem(text, *_PLACES)):
            yield Problem(f"words.{name}", problem, text)


def rank_word(words: Mapping[str, str], rank: int, usual: str, *, plural: bool = False) -> str:
    """Return the house's word for a rank, 14 for the ace; without plurals, the singular."""
    own = words.get(PLURALS if plural else RANKS) or words.get(RANKS)
    return _separate(own)[14 - rank] if own else usual


def _separate(text: str) -> list[str]:
    return [word.strip() for word in text.split(",")]
