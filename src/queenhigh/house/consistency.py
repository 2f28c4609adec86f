"""The rules about houses: what a rule book forbids a house to combine."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from .errors import Problem
from .points import Point, point

if TYPE_CHECKING:
    from .model import House

_STRAIGHT_LEDGER = "1/4/6/33/35"
_RAISED_BONUS = "1/5/6"

_RAISED_BONUS_CONDITIONS = point("ante_bonus.raised")
_LINKED_VERSION = point("linked.offered")
_SECOND_DECK = point("deck.second_needs_machine")
_ONE_BACK_A_DECK = point("deck.backs")
_DIFFERENT_BACKS = point("deck.backs_differ")
_HAND_DEAL = point("deal.hand_needs_machine")
_MACHINE_FOR_METER = point("shuffle.machine_for_meter")
_MACHINE_ONLY = point("shuffle.machine_only")
_ANTE_AND_PLAY = point("play.shared_maximum")
_ODDS_RISE = point("wager.odds_rise")
_LIMITS = point("wager.limits")
_SEVEN_SEATS = point("table.seats")
_SPOTS = point("layout.spots")


def problems_of(house: "House") -> list[Problem]:
    return [*_wagers(house), *_pay_tables(house), *_decks(house), *_shuffling(house)]


def _because(house: "House", of: Point, option: str = "", *, wager: str = "") -> tuple[str, ...]:
    """The book's clauses and, where it has any, its rulings on the option."""
    clauses = house.clauses(of, wager)
    return clauses + house.rulings_on(option) if clauses and option else clauses


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
        cites = _because(house, _ANTE_AND_PLAY, "ante_play_max")
        yield Problem("options.ante_play_max", message, "combined", cites)
    unordered = {*house.wagers, "play", "ante_bonus"} - set(house.options.settle_order)
    if unordered:
        message = f"leaves out {', '.join(sorted(unordered))}"
        yield Problem("options.settle_order", message, house.options.settle_order)
    spots, offered = house.options.layout_spots, ["play", *house.wagers]
    if spots and sorted(spots) != sorted(offered):
        message = f"names play and each wager that is offered once: {', '.join(sorted(offered))}"
        yield Problem(
            "options.layout_spots", message, spots, _because(house, _SPOTS, "layout_spots")
        )
    super_royal = house.options.six_card_super_royal
    if house.six_card_bonus and super_royal != "none":
        royal = house.six_card_bonus.royal_flush
        if super_royal < royal:
            message = f"a stronger hand may not pay less than a weaker one (a royal pays {royal})"
            cites = _because(house, _ODDS_RISE, "six_card_super_royal", wager="six_card_bonus")
            yield Problem("options.six_card_super_royal", message, super_royal, cites)
    six_card = house.limits.six_card_bonus
    if six_card and six_card.maximum_cents < house.options.six_card_min * 100:
        message = f"the minimum of ${house.options.six_card_min} is above the maximum"
        cites = _because(house, _LIMITS, "six_card_min", wager="six_card_bonus")
        yield Problem("limits.six_card_bonus.maximum_cents", message, six_card.maximum_cents, cites)
    if house.options.wager_version != "free" and "pair_plus" not in house.wagers:
        message = "a linked version needs the pair plus wager"
        cites = _because(house, _LINKED_VERSION)
        yield Problem("options.wager_version", message, house.options.wager_version, cites)


def _pay_tables(house: "House") -> Iterator[Problem]:
    linked = house.options.wager_version != "free"
    ledger = house.pair_plus.shorthand if house.pair_plus else ""
    cites = _because(house, _RAISED_BONUS_CONDITIONS, "pp_33_35_requires_f6")
    raised = house.ante_bonus.shorthand == _RAISED_BONUS
    if cites and raised and not (linked and ledger == _STRAIGHT_LEDGER):
        message = (
            f"needs an (f)(6) version and pair plus {_STRAIGHT_LEDGER}, and the house has version "
            f"{house.options.wager_version} and {ledger or 'no pair plus'}"
        )
        yield Problem("ante_bonus", message, _RAISED_BONUS, cites)
    if house.options.pp_33_35_requires_f6 and ledger == _STRAIGHT_LEDGER and not linked:
        message = "is read as going with an (f)(6) version only, and the house has version free"
        yield Problem(
            "pair_plus", message, ledger, _because(house, _LINKED_VERSION, "pp_33_35_requires_f6")
        )


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
        cites = _because(house, _HAND_DEAL, "hand_deal_requires_shuffler")
        yield Problem("options.deal_method", message, method, cites)
    allowed, progressive = house.options.hand_shuffle, "progressive" in house.wagers
    message = f"hand_shuffle = {allowed} forbids shuffling by hand at a table with these wagers"
    if by_hand and progressive and allowed in ("no_side_bets", "no_progressive"):
        cites = _because(house, _MACHINE_FOR_METER, "hand_shuffle")
        yield Problem("shuffle.method", message, "hand", cites)
    elif by_hand and (
        allowed == "never" or (allowed == "no_side_bets" and "six_card_bonus" in house.wagers)
    ):
        cites = _because(house, _MACHINE_ONLY, "hand_shuffle")
        yield Problem("shuffle.method", message, "hand", cites)
