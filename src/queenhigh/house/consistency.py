"""Checks of a house: unknown names, and combinations that a book forbids."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Final, get_args

from msgspec import UNSET

from .book import Constraint
from .errors import Problem
from .points import Point, point
from .seats import MOST_SEATS
from .shorthand import same_value, settings_below, shorthand
from .suggestion import did_you_mean
from .wager import CONTEST_BETS, OTHER_ROLES, ForfeitsWith, Role, TokeLimits, Wager
from .words import plain_words, word_problems

if TYPE_CHECKING:
    from .model import House

MOST_WAGERS: Final = 50
RESERVED: Final = frozenset(
    "ante play ante_bonus ante_play match_play envy tokes".split()
    + "multiple player seat cards decision".split()
)
_ROLES: Final = frozenset(map(plain_words, (*get_args(Role), *OTHER_ROLES)))
_TITLED: Final = (*get_args(Role), "cage", "count")  # What the title of a book can stand for.
_KEY_LETTERS: Final = frozenset("abcdefghijklmnopqrstuvwxyz0123456789_")

ONE_BACK_A_DECK = point("deck.backs")
DIFFERENT_BACKS = point("deck.backs_differ")
SECOND_DECK = point("deck.second_needs_machine")
HAND_DEAL = point("deal.hand_needs_machine")
SHARED_MAXIMUM = point("play.shared_maximum")


def reference_problems(house: "House") -> Iterator[Problem]:
    """Yield invalid keys, and names of wagers and meters that the house does not have."""
    if not 1 <= house.seats <= MOST_SEATS:
        yield Problem("seats", f"must be 1 to {MOST_SEATS}", house.seats)
    if len(house.wagers) > MOST_WAGERS:
        yield Problem("wagers", f"there are at most {MOST_WAGERS}", len(house.wagers))
    yield from currency_problems(house.currency)
    yield from _unprintable(house.settings)
    yield from word_problems(house.words)
    for key in house.wagers:
        letters = set(key) <= _KEY_LETTERS and key[:1].isalpha()
        if not letters or key in RESERVED:
            message = (
                "cannot be a key: use lower-case letters, digits and _, "
                "and no word of the game itself"
            )
            yield Problem(f"wagers.{key}", message)
    for key, wager in house.wagers.items():
        yield from _wager(house, f"wagers.{key}", wager)
    for key, meter in house.meters.items():
        if meter.must_hit_by and not _one_wager_feeds_and_takes(house, key):
            message = "needs exactly one wager that feeds the meter and wins all of it"
            yield Problem(f"meters.{key}.must_hit_by_cents", message, meter.must_hit_by)
    yield from _named("ante.at_most", house.ante.at_most, house.opening_bets)
    bets = ("play", "ante_bonus", "ante", *house.wagers)
    yield from _complete("settlement.order", house.settlement.order, bets)
    yield from _complete("layout.spots", house.layout.spots, house.bets)
    yield from _named("match_play.spots", house.match_play.spots, house.bets)
    yield from _named("betting.minimum_shared_by", house.betting.minimum_shared_by, house.bets)
    for part in CONTEST_BETS:
        for row in getattr(house, part).pays.values():
            if row.unit == "push" and part == "ante_bonus":
                yield Problem(f"{part}.pays.{row.key}", "is paid, so it cannot push")
            if row.meter:
                yield from _named(f"{part}.pays.{row.key}.meter", [row.meter], house.meters)


def _unprintable(settings: Mapping[str, object]) -> Iterator[Problem]:
    """Yield texts with invisible or direction-changing characters: texts are shown to people."""
    for path, value in settings.items():
        for letter in value if isinstance(value, str) else ():
            if letter != "\n" and unicodedata.category(letter) in ("Cc", "Cf"):
                message = f"has a character that cannot be printed: U+{ord(letter):04X}"
                yield Problem(path, message)
                break


def name_problems(house: "House") -> Iterator[Problem]:
    """Yield names that cannot be printed; logs of earlier versions may hold such names too."""
    words = {f"words.{key}": text for key, text in house.words.items()}
    yield from _unprintable({"name": house.name, "known_as": house.known_as, **words})


def title_problems(house: "House") -> Iterator[Problem]:
    """Yield titles that would change the role that people have, or give them none.

    Logs of earlier versions may hold such titles, so only what people write is checked; at a table
    a role always stands for itself (`table.roles`).
    """
    for title, role in house.role_titles.items():
        if plain_words(title) in _ROLES:
            yield Problem(f"role_titles.{title}", "is a role itself, and stands for no other", role)
        elif role not in _TITLED:
            yield Problem(f"role_titles.{title}", f"must be one of {', '.join(_TITLED)}", role)


def currency_problems(currency: str) -> Iterator[Problem]:
    """Check the currency of a house or a book."""
    if not re.fullmatch("[A-Z]{3}", currency):
        yield Problem("currency", "must be three capital letters, such as USD or EUR", currency)


def _wager(house: "House", path: str, wager: Wager) -> Iterator[Problem]:
    others = tuple(name for name in house.opening_bets if name != wager.key)
    for group in wager.needs:
        yield from _named(f"{path}.needs", group, others)
    yield from _named(f"{path}.at_most", wager.at_most, others)
    if isinstance(wager.fold, ForfeitsWith):
        yield from _named(f"{path}.fold.forfeits_with", wager.fold.forfeits_with, others)
    if isinstance(wager.tokes, TokeLimits):
        for group in wager.tokes.needs:
            yield from _named(f"{path}.tokes.needs", group, house.bets)
    yield from _named(f"{path}.feeds", wager.feeds, house.meters)
    for row in wager.pays.values():
        if row.meter:
            yield from _named(f"{path}.pays.{row.key}.meter", [row.meter], house.meters)
    fed = sum(feed.cents + feed.reserve_cents for feed in wager.feeds.values())
    if fed > wager.limits.least:
        message = f"more goes to the meters than the lowest bet of {wager.limits.least}"
        yield Problem(f"{path}.feeds", message, fed)


def _one_wager_feeds_and_takes(house: "House", meter: str) -> bool:
    of_contest = (house.ante.pays, house.play.pays, house.ante_bonus.pays)
    tables = (*of_contest, *(each.pays for each in house.wagers.values()))
    taking = [pays for pays in tables if any(row.meter == meter for row in pays.values())]
    feeding = [each.pays for each in house.wagers.values() if meter in each.feeds]
    whole = all(row.amount == 100 for pays in taking for row in pays.values() if row.meter == meter)
    return whole and len(feeding) == len(taking) == 1 and feeding[0] is taking[0]


def _named(path: str, names: Iterable[str], known: Iterable[str]) -> Iterator[Problem]:
    known = tuple(known)
    for name in names:
        if name not in known:
            there = f"there are {', '.join(known)}" if known else "there is none"
            yield Problem(path, f"there is no {name} here ({there})", name)


def _complete(path: str, names: tuple[str, ...], known: tuple[str, ...]) -> Iterator[Problem]:
    """Check that a list, if given, names everything once."""
    if not names:
        return
    yield from _named(path, names, known)
    if missing := [name for name in known if name not in names]:
        yield Problem(path, f"leaves out {', '.join(missing)}", names)


def amendment_problems(house: "House") -> Iterator[Problem]:
    """Yield amended settings that do not exist, and clauses that neither house nor book has."""
    marked = [
        *((path, "amends") for path in house.amends),
        *((path, "ours") for path in house.ours),
    ]
    for path, table in marked:
        if path not in house.settings and not settings_below(house.settings, path):
            hint = did_you_mean(path, house.settings)
            yield Problem(f"{table}.{path}", f"there is no such setting{hint}")
    for path, ids in house.amends.items():
        for identity in ids:
            if identity not in house.book.by_id:
                yield Problem(f"amends.{path}", "there is no clause with that id", identity)


def procedure_problems(house: "House") -> Iterator[Problem]:
    """Yield settings for running the table that conflict."""
    backs, decks = house.cards.backs, house.cards.decks
    if len(backs) < decks:
        cites = _behind(house, ONE_BACK_A_DECK)
        yield Problem("cards.backs", f"names a colour for each of {decks} decks", backs, cites)
    elif decks == 2 and backs[0] == backs[1]:
        cites = _behind(house, DIFFERENT_BACKS)
        yield Problem("cards.backs", "two decks need backs of different colours", backs, cites)
    by_hand = house.shuffle.method == "hand"
    if decks == 2 and by_hand and (cites := _behind(house, SECOND_DECK)):
        yield Problem("cards.decks", "a second deck needs a shuffling machine", decks, cites)
    method = house.dealing.method
    if method == "hand" and by_hand and house.dealing.hand_needs_machine:
        message = "dealing from the hand needs a shuffling machine, and shuffle.method is hand"
        cites = _behind(house, HAND_DEAL) + house.rulings_on("dealing.hand_needs_machine")
        yield Problem("dealing.method", message, method, cites)
    barring = [name for name in house.shuffle.hand_only_without if house.offers(name)]
    if by_hand and (barring or house.shuffle.hand_allowed == "never"):
        why = f"with {', '.join(barring)}" if barring else "at any table"
        message = f"the house does not shuffle by hand {why}"
        path = "shuffle.hand_only_without" if barring else "shuffle.hand_allowed"
        cites = _behind(house, "shuffle.method") + house.rulings_on(path)
        yield Problem("shuffle.method", message, "hand", cites)
    posted = house.ante.limits
    if house.play.maximum == "combined" and posted.most < 2 * posted.first:
        message = "ante and play together cannot both meet the minimum within the maximum"
        cites = _behind(house, SHARED_MAXIMUM) + house.rulings_on("play.maximum")
        yield Problem("play.maximum", message, "combined", cites)


def _behind(house: "House", because: Point | str) -> tuple[str, ...]:
    """Return the clauses that this fault would break."""
    cited = house.cited(because)
    return cited.clauses + cited.departs_from


def broken_constraints(house: "House") -> Iterator[Problem]:
    for constraint in house.book.constraints:
        active = house.constraints.get(constraint.name, constraint.active)
        if not active or not all(_holds(house, *each) for each in constraint.if_.items()):
            continue
        for path, wanted in constraint.must.items():
            if not _holds(house, path, wanted):
                cites = constraint.clauses + constraint.rulings
                value = _shown(house, path)
                if isinstance(value, Mapping):
                    value = shorthand(value) or None
                shown = UNSET if value is None else value
                yield Problem(path, _said(constraint, wanted), shown, cites)
                if constraint.says:
                    break  # The message covers all requirements at once.


def _said(constraint: Constraint, wanted: object) -> str:
    if constraint.says:
        return constraint.says
    given = " and ".join(f"{path} = {value}" for path, value in constraint.if_.items())
    return f"must be {wanted}" + (f" where {given}" if given else "")


def _holds(house: "House", path: str, wanted: object) -> bool:
    value = _shown(house, path)
    if isinstance(wanted, list | tuple) and not isinstance(value, list | tuple):
        return any(same_value(each, value) for each in wanted)
    return same_value(wanted, value)


def _shown(house: "House", path: str) -> object:
    return (
        house.settings[path]
        if path in house.settings
        else settings_below(house.settings, path) or None
    )
