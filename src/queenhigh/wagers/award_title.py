"""The name of a pay table row on felt, screens and paper."""

from collections.abc import Iterable
from typing import Final

from ..house.model import House
from ..house.wager import CONTESTS, DEALER_PLAYS, OF_ONE_SUIT, Of, Row, Wager, When
from ..house.words import capitalised, plain_words

_SUITS: Final = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
_LOOKS: Final[dict[Of, str]] = {
    "player": "own three cards",
    "dealer": "dealer's three cards",
    "best_five": "best five of six",
    "all_six": "all six cards",
}
_WHEN: Final = {
    "wins": "if it wins",
    "loses": "if it loses",
    "ties": "if it ties",
    "dealer_out": "if the dealer does not qualify",
    "folded": "if folded",
    "no_ante": "without an ante",
}


def award_title(house: House, row: Row, of: Of) -> str:
    """Its own title, or what it asks for: "A-K-Q of spades", "All six cards of one colour"."""
    if row.title:
        return _heading(house, row.title)
    look = row.of or of
    said = [each for each in (_cards(house, row), _colour(row)) if each]
    if look != of or not (row.hand or row.ranks):
        said.insert(0, look_title(house, look) if row.has_condition else "any hand")
    text = " ".join(said)
    if row.when and (when := contests_in_words(house, row.contests)):
        text = f"{text}, {when}"
    return capitalised(text)


def _heading(house: House, title: str) -> str:
    """A title without its article."""
    article, _, rest = title.partition(" ")
    if house.language == "en" and article in ("a", "an", "the") and rest:
        title = rest
    return capitalised(title)


def look_title(house: House, of: Of) -> str:
    """The cards that a wager looks at."""
    return house.words.get(of, _LOOKS[of])


def hand_title(house: House, hand: str) -> str:
    """A category in the book's language."""
    text = house.words.get(hand, plain_words(hand))
    return capitalised(text)


def _cards(house: House, row: Row) -> str:
    hand = hand_title(house, row.hand).lower() if row.hand else ""
    if row.ranks is None:
        return f"{hand} of {_SUITS[row.suit]}" if hand and row.suit in _SUITS else hand
    ranks = "-".join(row.ranks)
    if row.suit in _SUITS:
        return f"{ranks} of {_SUITS[row.suit]}"
    return f"{ranks} suited" if row.suit == "same" or row.hand in OF_ONE_SUIT else ranks


def _colour(row: Row) -> str:
    if row.colour is not None:
        return "of one colour" if row.colour == "same" else f"all {row.colour}"
    if row.suit is not None and not (row.hand or row.ranks):
        return "of one suit" if row.suit == "same" else f"all {_SUITS[row.suit]}"
    return ""


def calls_in_words(house: House, wager: Wager) -> str:
    """What figures assume of a wager that must be called aloud; "" for any other."""
    if wager.claim is None:
        return ""
    when = contests_in_words(house, wager.claim.contests)
    due = f"only if it is called aloud{f' ({when})' if when else ''}"
    return f"{wager.title} is paid {due}: the figures assume that it always is."


def contests_in_words(house: House, when: Iterable[When]) -> str:
    """Some contests in as few words as possible; "" for all."""
    contests = set(when)
    if contests == {*DEALER_PLAYS, "dealer_out"}:
        return house.words.get("played", "if played")
    if contests == set(DEALER_PLAYS):
        return house.words.get("dealer_plays", "if the dealer qualifies")
    if contests == set(CONTESTS):
        return ""
    return " or ".join(house.words.get(each, _WHEN[each]) for each in CONTESTS if each in contests)
