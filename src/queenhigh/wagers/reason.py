"""Why a bet was paid or taken: one sentence made of the round, its hands and the rule."""

from functools import lru_cache
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from ..cards.card import RANK_LETTERS, SUIT_LETTERS, Card, Hand, any_suits, rank_of, suit_of
from ..cards.names import hand_name, rank_name
from ..cards.ranking import Category, Ranking
from ..house.model import House
from ..house.wager import Of, Row, Wager, When
from .award import row_of
from .outcome import Outcome

if TYPE_CHECKING:
    from .seat import SeatHand

_SUITS = dict(zip(SUIT_LETTERS, ("clubs", "diamonds", "hearts", "spades"), strict=True))
_LOOKS: dict[Of, str] = {
    "player": "three cards",
    "dealer": "the dealer's three cards",
    "best_five": "five cards",
    "all_six": "all six cards",
}
_AWARDS = {
    "high_card": "a high card",
    "pair": "a pair",
    "flush": "a flush",
    "straight": "a straight",
    "three_of_a_kind": "three of a kind",
    "straight_flush": "a straight flush",
    "full_house": "a full house",
    "four_of_a_kind": "four of a kind",
    "royal_flush": "a royal flush",
    "nothing": "nothing",
}
_CONTESTS: dict[When, str] = {
    "wins": "a hand that beats the dealer's",
    "loses": "a hand that loses to the dealer's",
    "ties": "a tie with the dealer",
    "dealer_out": "a dealer who does not qualify",
    "folded": "a folded hand",
    "no_ante": "a hand without an ante",
}


class HandNames(NamedTuple):
    """The two hands as reasons name them: alone, and when compared."""

    own: str
    dealers: str
    own_compared: str
    dealers_compared: str
    listed: str = ""  # The cards that made the award; if empty, found on demand.


def names_of(ranking: Ranking, player: Hand, dealer: Hand, contest: When) -> HandNames:
    player, dealer = any_suits(player), any_suits(dealer)
    own, dealers = spoken(player, ranking), spoken(dealer, ranking)
    if own == dealers and contest in ("wins", "loses"):  # Both king high: name all three cards.
        return HandNames(own, dealers, _all_ranks(player), _all_ranks(dealer))
    return HandNames(own, dealers, own, dealers)


@lru_cache(maxsize=16384)
def _all_ranks(cards: Hand) -> str:
    return "-".join(rank_name(rank).lower() for rank in sorted(map(rank_of, cards), reverse=True))


@lru_cache(maxsize=16384)
def spoken(hand: Hand, ranking: Ranking) -> str:
    """A hand as reasons name it, whatever its suits."""
    return hand_name(hand, ranking).lower()


def why_of(hand: "SeatHand", name: str, outcome: Outcome) -> str:
    if name in ("ante", "play"):
        return _of_contest(hand, name, outcome)
    if name == "ante_bonus":
        return _of_bonus(hand, outcome)
    return _of_side(hand, name, outcome)


def _of_contest(hand: "SeatHand", name: str, outcome: Outcome) -> str:
    house = hand.house
    title = house.title(name)
    own, dealers = hand.names.own_compared, hand.names.dealers_compared
    end = _ending(title, outcome)
    match hand.contest:
        case "folded":
            return why_folded(title)
        case "dealer_out":
            return f"The dealer has {dealers} and does not qualify: {end}."
        case "ties":
            return f"Your {own} {_verb(hand, 'ties')} with the dealer's {dealers}: {end}."
        case "wins":
            return f"Your {own} {_verb(hand, 'beats')} the dealer's {dealers}: {end}."
        case _ if outcome.result == "forfeit":
            return f"There is no toke on {house.title('play')} behind it: {title} is lost."
        case _:
            return f"Your {own} {_verb(hand, 'loses')} to the dealer's {dealers}."


def _verb(hand: "SeatHand", verb: str) -> str:
    """Three nines beat, a pair of nines beats."""
    return verb.removesuffix("s") if _is_plural(hand, hand.deal.player) else verb


def _is_plural(hand: "SeatHand", cards: Hand) -> bool:
    return hand.house.ranking.category(cards) is Category.THREE_OF_A_KIND


def _ending(title: str, outcome: Outcome) -> str:
    match outcome.result:
        case "win":
            return f"{title} pays {outcome.odds}"
        case "push":
            return f"{title} is returned"
        case _:
            return f"{title} is lost"


def _of_bonus(hand: "SeatHand", outcome: Outcome) -> str:
    title, award = hand.house.title("ante_bonus"), _award(outcome.row, "player")
    dealers = hand.names.dealers
    against = {
        "dealer_out": ", and the dealer does not qualify",
        "loses": f", although the dealer wins with {dealers}",
        "ties": f", although the dealer ties with {dealers}",
        "folded": ", although you folded",
    }.get(hand.contest, "")
    return f"{title} pays {outcome.odds} for {award}{against}."


def _of_side(hand: "SeatHand", name: str, outcome: Outcome) -> str:
    house = hand.house
    wager = house.wagers[name]
    title, row = wager.title, outcome.row
    if outcome.result == "forfeit":
        return f"You folded: {title} is lost with the hand."
    if row is None:
        return _unpaid(hand, wager)
    stays = ", although you folded" if hand.folded else ""
    award = _award(row, row.of or wager.of)
    cards = _cards(hand, row.of or wager.of, wager.wheel) if names_cards(wager, row) else ""
    if outcome.result == "push":
        return f"{title} is returned for {award}{cards}{stays}."
    return f"{title} pays {outcome.odds}{_of_meter(hand, row)} for {award}{cards}{stays}."


TIMED_OUT: Final = "Time ran out, so your hand was folded."
TakenFor = Literal["thrown_in", "left", "looked"]


def why_folded(title: str) -> str:
    return f"You folded: {title} is lost."


def why_taken(because: TakenFor, title: str) -> str:
    """The reason for a bet lost without a fold, before anything is compared."""
    match because:
        case "thrown_in":
            return f"You threw your hand in: {title} is lost."
        case "left":
            return f"You left during the round: {title} is lost."
        case "looked":
            return f"You looked at your cards before the deal was over: {title} is lost."


# How a reason addresses the player, and how it says the same to the dealer.
_TO_THE_DEALER: Final = (
    ("Your ", "The player's "),
    ("You folded", "The player folded"),
    ("although you folded", "although the player folded"),
    ("when you fold", "when the player folds"),
    ("so your hand was folded", "so the hand was folded"),
    ("You threw your hand in", "The player threw the hand in"),
    ("You left during", "The player left during"),
    ("You looked at your cards", "The player looked at the cards"),
)


def told_to_dealer(why: str) -> str:
    """A reason in the words of an onlooker."""
    for to_the_player, to_the_dealer in _TO_THE_DEALER:
        why = why.replace(to_the_player, to_the_dealer)
    return why


def capped(house: House, most_cents: int) -> str:
    """Added to the reason for an award that is cut by its wager's limit."""
    return f"An award is at most {house.money(most_cents)}."


def shared_with_others(house: House, most_cents: int, paid_cents: int) -> str:
    """Added to the reason for an award that is cut by the round's limit."""
    most, paid = house.money(most_cents), house.money(paid_cents)
    return f"All awards of a round share at most {most}, so this one is {paid}."


def _of_meter(hand: "SeatHand", row: Row) -> str:
    if row.meter is None:
        return ""
    return f" of the {hand.house.meters[row.meter].title} meter"


def _award(row: Row | None, of: Of) -> str:
    """The award in words: its title, its hand, or what it asks of the cards."""
    if row is None:
        return "nothing"
    if row.title:
        return row.title
    on_cards = row.suit or row.colour
    if not (row.hand or row.ranks or on_cards):
        return " or ".join(_CONTESTS[each] for each in row.contests) if row.when else "any hand"
    words = [] if row.hand or row.ranks else [_LOOKS[of]]
    if row.hand:
        award = _AWARDS[row.hand]
        words.append(f"the dealer's {award.removeprefix('a ')}" if of == "dealer" else award)
    if row.ranks:
        words.append("-".join(row.ranks))
    if row.suit:
        words.append("of one suit" if row.suit == "same" else f"of {_SUITS[row.suit]}")
    if row.colour:
        words.append("of one colour" if row.colour == "same" else f"all {row.colour}")
    return " ".join(words)


def _unpaid(hand: "SeatHand", wager: Wager) -> str:
    """What the cards make, and that this is not paid."""
    title = wager.title
    stays = ", although it stays when you fold" if hand.folded else ""
    if wager.claim and wager.key in hand.bets.unclaimed:
        held = row_of(wager, hand.deal, hand.contest)
        if held is not None:
            award = _award(held, held.of or wager.of)
            return f"{title} pays for {award} only if it is called aloud, and it was not."
    if not any(row.hand or row.ranks for row in wager.pays.values()):
        return f"The cards fit no award of {title}{stays}."
    match wager.of:
        case "player":
            verb = "are" if _is_plural(hand, hand.deal.player) else "is"
            return f"Your {hand.names.own} {verb} not paid by {title}{stays}."
        case "dealer":
            verb = "are" if _is_plural(hand, hand.deal.dealer) else "is"
            return f"The dealer's {hand.names.dealers} {verb} not paid by {title}{stays}."
        case of:
            found = hand.deal.category(of, wheel=wager.wheel)
            if found == "nothing":
                return f"Your cards and the dealer's make nothing that {title} pays{stays}."
            award = _AWARDS[found].capitalize()
            return f"{award} with the dealer's cards is not paid by {title}{stays}."


def names_cards(wager: Wager, row: Row) -> bool:
    """Whether the reason for an award lists the cards it was made with."""
    return row.has_condition and wager.look_of(row) in ("best_five", "all_six")


def _cards(hand: "SeatHand", of: Of, wheel: bool) -> str:
    listed = hand.names.listed or listed_cards(next(iter(hand.deal.cards(of, wheel=wheel))))
    return f" with the dealer's cards, {listed}"


def listed_cards(cards: tuple[Card, ...]) -> str:
    """``A-K-9-7-4 of hearts``"""
    in_order = sorted(cards, reverse=True)
    ranks = "-".join(RANK_LETTERS[rank_of(card) - 2] for card in in_order)
    suits = {suit_of(card) for card in cards}
    of_suit = f" of {_SUITS[SUIT_LETTERS[suits.pop()]]}" if len(suits) == 1 else ""
    return f"{ranks}{of_suit}"
