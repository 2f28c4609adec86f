"""The rules about houses: what a rule book forbids a house to combine."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from .citation import Citation, cite
from .errors import Problem

if TYPE_CHECKING:
    from .model import House

_STRAIGHT_LEDGER = "1/4/6/33/35"
_RAISED_BONUS = "1/5/6"

_RAISED_BONUS_CONDITIONS = cite("mics-k1-iii-A")
_LINKED_VERSION = cite("mics-f6")
_SECOND_DECK = cite("mics-b2", "manual-auto-A")
_ONE_BACK_A_DECK = cite("mics-b1", "mics-b2-i", "manual-auto-A", "classic-equip-2")
_DIFFERENT_BACKS = cite("mics-b2-ii", "manual-auto-A", "classic-equip-2")
_HAND_DEAL = cite("mics-h2-i")
_MACHINE_FOR_PROGRESSIVE = cite("manual-std-machine", "manual-hdeal-use")
_MACHINE_ALWAYS = cite("manual-6cb-N1")
_ANTE_AND_PLAY = cite("manual-limits-D")
_SIX_CARD_TABLE = cite("manual-6cb-M", "manual-payout-H")
_SIX_CARD_LIMITS = cite("manual-limits-E", "manual-6cb-D")
_SEVEN_SEATS = cite("manual-intro-3")
_SPOTS = cite("manual-intro-3")


def problems_of(house: "House") -> list[Problem]:
    return [*_wagers(house), *_pay_tables(house), *_decks(house), *_shuffling(house)]


def _because(house: "House", citation: Citation, *rulings: str) -> tuple[str, ...]:
    """The book's own clauses, and those of its rulings that the house's book knows."""
    prefix = {"mics": "MICS", "chickasaw": "CHK", "manual": "MAN", "classic": "CLS"}[house.book]
    return citation.of(house.book) + tuple(r for r in rulings if r.startswith(prefix))


def _wagers(house: "House") -> Iterator[Problem]:
    if "ante" not in house.wagers or len(set(house.wagers)) < len(house.wagers):
        yield Problem("wagers", "names the ante and each other wager once", house.wagers)
    if not 1 <= house.seats <= 7:
        yield Problem("seats", "is 1 to 7", house.seats, _because(house, _SEVEN_SEATS))
    for wager in house.wagers:
        if wager != "ante" and getattr(house, wager) is None:
            yield Problem(wager, "the table is missing, and the wager is offered")
        if getattr(house.limits, wager) is None:
            yield Problem(f"limits.{wager}", "the table is missing, and the wager is offered")
    ante = house.limits.ante
    if house.options.ante_play_max == "combined" and ante.maximum_cents < 2 * ante.minimum_cents:
        message = "ante and play together cannot both meet the minimum within the maximum"
        cites = _because(house, _ANTE_AND_PLAY, "MAN-16")
        yield Problem("options.ante_play_max", message, "combined", cites)
    unordered = {*house.wagers, "play", "ante_bonus"} - set(house.options.settle_order)
    if unordered:
        message = f"leaves out {', '.join(sorted(unordered))}"
        yield Problem("options.settle_order", message, house.options.settle_order)
    spots, offered = house.options.layout_spots, ["play", *house.wagers]
    if spots and sorted(spots) != sorted(offered):
        message = f"names play and each wager that is offered once: {', '.join(sorted(offered))}"
        yield Problem("options.layout_spots", message, spots, _because(house, _SPOTS, "MAN-4"))
    super_royal = house.options.six_card_super_royal
    if house.six_card_bonus and super_royal != "none":
        royal = house.six_card_bonus.royal_flush
        if super_royal < royal:
            message = f"a stronger hand may not pay less than a weaker one (a royal pays {royal})"
            cites = _because(house, _SIX_CARD_TABLE, "MAN-5")
            yield Problem("options.six_card_super_royal", message, super_royal, cites)
    six_card = house.limits.six_card_bonus
    if six_card and six_card.maximum_cents < house.options.six_card_min * 100:
        message = f"the minimum of ${house.options.six_card_min} is above the maximum"
        cites = _because(house, _SIX_CARD_LIMITS, "MAN-2")
        yield Problem("limits.six_card_bonus.maximum_cents", message, six_card.maximum_cents, cites)
    if house.options.wager_version != "free" and "pair_plus" not in house.wagers:
        message = "a linked version needs the pair plus wager"
        cites = _because(house, _LINKED_VERSION)
        yield Problem("options.wager_version", message, house.options.wager_version, cites)


def _pay_tables(house: "House") -> Iterator[Problem]:
    linked = house.options.wager_version != "free"
    ledger = house.pair_plus.shorthand if house.pair_plus else ""
    raised = house.book == "mics" and house.ante_bonus.shorthand == _RAISED_BONUS
    if raised and not (linked and ledger == _STRAIGHT_LEDGER):
        message = (
            f"needs an (f)(6) version and pair plus {_STRAIGHT_LEDGER}, and the house has version "
            f"{house.options.wager_version} and {ledger or 'no pair plus'}"
        )
        cites = _because(house, _RAISED_BONUS_CONDITIONS, "MICS-10")
        yield Problem("ante_bonus", message, _RAISED_BONUS, cites)
    if house.options.pp_33_35_requires_f6 and ledger == _STRAIGHT_LEDGER and not linked:
        message = "is read as going with an (f)(6) version only, and the house has version free"
        yield Problem("pair_plus", message, ledger, _because(house, _LINKED_VERSION, "MICS-10"))


def _decks(house: "House") -> Iterator[Problem]:
    backs, decks = house.cards.backs, house.options.decks
    if len(backs) < decks:
        cites = _because(house, _ONE_BACK_A_DECK)
        yield Problem("cards.backs", f"names a colour for each of {decks} decks", backs, cites)
    elif decks == 2 and backs[0] == backs[1]:
        cites = _because(house, _DIFFERENT_BACKS)
        yield Problem("cards.backs", "two decks need backs of different colours", backs, cites)
    if decks == 2 and house.shuffle.method == "hand" and (cites := _because(house, _SECOND_DECK)):
        yield Problem("options.decks", "a second deck needs a shuffling machine", decks, cites)


def _shuffling(house: "House") -> Iterator[Problem]:
    method, by_hand = house.options.deal_method, house.shuffle.method == "hand"
    if method not in house.dealing.methods:
        message = f"the book deals by {', '.join(house.dealing.methods)}"
        yield Problem("options.deal_method", message, method)
    if method == "hand" and by_hand and house.options.hand_deal_requires_shuffler:
        message = "dealing from the hand needs a shuffling machine, and shuffle.method is hand"
        cites = _because(house, _HAND_DEAL, "MICS-5")
        yield Problem("options.deal_method", message, method, cites)
    allowed, progressive = house.options.hand_shuffle, "progressive" in house.wagers
    message = f"hand_shuffle = {allowed} forbids shuffling by hand at a table with these wagers"
    if by_hand and progressive and allowed in ("no_side_bets", "no_progressive"):
        cites = _because(house, _MACHINE_FOR_PROGRESSIVE, "MAN-6")
        yield Problem("shuffle.method", message, "hand", cites)
    elif by_hand and (
        allowed == "never" or (allowed == "no_side_bets" and "six_card_bonus" in house.wagers)
    ):
        cites = _because(house, _MACHINE_ALWAYS, "MAN-6")
        yield Problem("shuffle.method", message, "hand", cites)
