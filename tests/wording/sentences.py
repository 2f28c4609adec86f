"""A round retold from the cards and the pay tables alone: what each line ought to say.

Written from the rule sheets; it imports nothing from the program, and ranks hands on its own.
"""

from itertools import combinations
from typing import NamedTuple

LETTERS = "23456789TJQKA"
WORDS = "two three four five six seven eight nine ten jack queen king ace".split()
SUITS = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
CALLED = {
    "pair": "a pair",
    "flush": "a flush",
    "straight": "a straight",
    "three_of_a_kind": "three of a kind",
    "straight_flush": "a straight flush",
    "full_house": "a full house",
    "four_of_a_kind": "four of a kind",
    "royal_flush": "a royal flush",
}
OF_THREE = ("high_card", "pair", "flush", "straight", "three_of_a_kind", "straight_flush")
OF_FIVE = (
    "nothing",
    "three_of_a_kind",
    "straight",
    "flush",
    "full_house",
    "four_of_a_kind",
    "straight_flush",
    "royal_flush",
)
NO_DECISION = ""


class Sheet(NamedTuple):
    """What a house pays, as printed on its rule sheet."""

    bonus: dict[str, int]
    pair_plus: dict[str, int]
    pair_plus_stays: bool = False  # When the hand folds.
    six_cards: dict[str, int] | None = None
    progressive: dict[str, int] | None = None  # For one; the royal of spades takes the meter.


SHEETS = {
    "mics": Sheet(
        {"straight_flush": 5, "three_of_a_kind": 4, "straight": 1},
        {"straight_flush": 40, "three_of_a_kind": 30, "straight": 6, "flush": 4, "pair": 1},
    ),
    "mics-alternate": Sheet(
        {"straight_flush": 6, "three_of_a_kind": 5, "straight": 1},
        {"straight_flush": 35, "three_of_a_kind": 33, "straight": 6, "flush": 4, "pair": 1},
    ),
    "chickasaw": Sheet(
        {"straight_flush": 5, "three_of_a_kind": 4, "straight": 1},
        {"straight_flush": 40, "three_of_a_kind": 30, "straight": 6, "flush": 3, "pair": 1},
    ),
    "manual": Sheet(
        {"straight_flush": 5, "three_of_a_kind": 4, "straight": 1},
        {"straight_flush": 40, "three_of_a_kind": 30, "straight": 6, "flush": 3, "pair": 1},
        pair_plus_stays=True,
        six_cards={
            "royal_flush": 1000,
            "straight_flush": 200,
            "four_of_a_kind": 50,
            "full_house": 25,
            "flush": 15,
            "straight": 10,
            "three_of_a_kind": 5,
        },
        progressive={"suited": 500, "straight_flush": 70, "three_of_a_kind": 60, "straight": 6},
    ),
    "classic": Sheet(
        {"straight_flush": 4, "three_of_a_kind": 3, "straight": 1},
        {"straight_flush": 40, "three_of_a_kind": 30, "straight": 5, "flush": 3, "pair": 1},
    ),
}


class Told(NamedTuple):
    """Three cards: the category, then the ranks in order of importance."""

    category: str
    ranks: tuple[int, ...]
    suited: bool

    @property
    def strength(self) -> tuple[int, tuple[int, ...]]:
        return OF_THREE.index(self.category), self.ranks

    @property
    def plural(self) -> bool:
        return self.category == "three_of_a_kind"

    @property
    def name(self) -> str:
        first = WORDS[self.ranks[0]]
        many = "sixes" if first == "six" else f"{first}s"
        match self.category:
            case "high_card":
                return f"{first} high"
            case "pair":
                return f"pair of {many}, {WORDS[self.ranks[2]]}"
            case "three_of_a_kind":
                return f"three {many}"
            case category:
                return f"{category.replace('_', ' ')}, {self.all_ranks}"

    @property
    def all_ranks(self) -> str:
        ranks = self.ranks
        if ranks[2] < 0:  # The ace low in three-two-ace.
            ranks = (*ranks[:2], 12)
        return "-".join(WORDS[rank] for rank in ranks)


def told(cards: list[str]) -> Told:
    ranks = sorted((LETTERS.index(card[0]) for card in cards), reverse=True)
    suited = len({card[1] for card in cards}) == 1
    by_count = tuple(sorted(ranks, key=lambda rank: (-ranks.count(rank), -rank)))
    if len(set(ranks)) == 1:
        return Told("three_of_a_kind", by_count, suited)
    if len(set(ranks)) == 2:
        return Told("pair", by_count, suited)
    if ranks == [12, 1, 0]:
        return Told("straight_flush" if suited else "straight", (1, 0, -1), suited)
    if ranks[0] - ranks[2] == 2:
        return Told("straight_flush" if suited else "straight", tuple(ranks), suited)
    return Told("flush" if suited else "high_card", tuple(ranks), suited)


def best_five(six: list[str]) -> tuple[str, str]:
    """Return the category of the best five, and the cards as a sentence lists them."""
    _, five = max((_strength_of_five(each), each) for each in combinations(sorted(six), 5))
    (category, *_), ranks = _strength_of_five(five), sorted(map(_rank, five), reverse=True)
    listed = "-".join(LETTERS[rank] for rank in ranks)
    suits = {card[1] for card in five}
    return OF_FIVE[category], listed + (f" of {SUITS[suits.pop()]}" if len(suits) == 1 else "")


def _rank(card: str) -> int:
    return LETTERS.index(card[0])


def _strength_of_five(five: tuple[str, ...]) -> tuple[int, ...]:
    ranks = sorted(map(_rank, five), reverse=True)
    ordered = sorted(ranks, key=lambda rank: (-ranks.count(rank), -rank))
    counts = sorted((ranks.count(rank) for rank in set(ranks)), reverse=True)
    flush = len({card[1] for card in five}) == 1
    wheel = ranks == [12, 3, 2, 1, 0]
    straight = len(set(ranks)) == 5 and (ranks[0] - ranks[4] == 4 or wheel)
    top = (3,) if wheel else (ranks[0],)
    if flush and straight:
        kind = "royal_flush" if ranks[4] == 8 else "straight_flush"
        return OF_FIVE.index(kind), *top
    if counts[0] == 4:
        return OF_FIVE.index("four_of_a_kind"), *ordered
    if counts == [3, 2]:
        return OF_FIVE.index("full_house"), *ordered
    if flush:
        return OF_FIVE.index("flush"), *ranks
    if straight:
        return OF_FIVE.index("straight"), *top
    if counts[0] == 3:
        return OF_FIVE.index("three_of_a_kind"), *ordered
    return OF_FIVE.index("nothing"), *ordered


# For a bet that a fold leaves on the layout.
PAID_AND_STAYS = ", although you folded"
UNPAID_AND_STAYS = ", although it stays when you fold"


def sentences(house: str, dealer: list[str], player: list[str], decision: str) -> dict[str, str]:
    """Sentences for a seat with every bet the house offers; without a decision it has no ante."""
    sheet, own, theirs = SHEETS[house], told(player), told(dealer)
    found: dict[str, str] = {}
    folded = decision == "fold"
    if decision != NO_DECISION:
        found |= _contest(own, theirs, folded=folded)
    if decision == "play" and own.category in sheet.bonus:
        found["ante_bonus"] = _bonus(sheet, own, theirs)
    found["pair_plus"] = _pair_plus(sheet, own, folded=folded)
    if sheet.six_cards and sheet.progressive:
        found["six_card_bonus"] = _six_cards(
            sheet.six_cards, player + dealer, folded=decision == "fold"
        )
        found["progressive"] = _progressive(
            sheet.progressive, own, player, folded=decision == "fold"
        )
    return found


def _plays(hand: Told) -> bool:
    return hand.category != "high_card" or hand.ranks[0] >= LETTERS.index("Q")


def _contest(own: Told, theirs: Told, *, folded: bool) -> dict[str, str]:
    if folded:
        return {"ante": "You folded: Ante is lost."}
    if not _plays(theirs):
        begins = f"The dealer has {theirs.name} and does not qualify"
        return {"ante": f"{begins}: Ante pays 1 to 1.", "play": f"{begins}: Play is returned."}
    s = "" if own.plural else "s"
    if own.strength == theirs.strength:
        begins = f"Your {own.name} tie{s} with the dealer's {theirs.name}"
        return {bet.lower(): f"{begins}: {bet} is returned." for bet in ("Ante", "Play")}
    mine, other = own.name, theirs.name
    if mine == other:
        mine, other = own.all_ranks, theirs.all_ranks
    if own.strength < theirs.strength:
        why = f"Your {mine} lose{s} to the dealer's {other}."
        return {"ante": why, "play": why}
    begins = f"Your {mine} beat{s} the dealer's {other}"
    return {bet.lower(): f"{begins}: {bet} pays 1 to 1." for bet in ("Ante", "Play")}


def _bonus(sheet: Sheet, own: Told, theirs: Told) -> str:
    says = f"Ante Bonus pays {sheet.bonus[own.category]} to 1 for {CALLED[own.category]}"
    if not _plays(theirs):
        return f"{says}, and the dealer does not qualify."
    if own.strength > theirs.strength:
        return f"{says}."
    does = "ties" if own.strength == theirs.strength else "wins"
    return f"{says}, although the dealer {does} with {theirs.name}."


def _pair_plus(sheet: Sheet, own: Told, *, folded: bool) -> str:
    if folded and not sheet.pair_plus_stays:
        return "You folded: Pair Plus is lost with the hand."
    if own.category not in sheet.pair_plus:
        return f"Your {own.name} is not paid by Pair Plus{UNPAID_AND_STAYS if folded else ''}."
    odds = f"{sheet.pair_plus[own.category]} to 1"
    return f"Pair Plus pays {odds} for {CALLED[own.category]}{PAID_AND_STAYS if folded else ''}."


def _six_cards(pays: dict[str, int], six: list[str], *, folded: bool) -> str:
    category, listed = best_five(six)
    if category not in pays:
        stays = UNPAID_AND_STAYS if folded else ""
        return f"Your cards and the dealer's make nothing that 6 Card Bonus pays{stays}."
    odds = f"{pays[category]} to 1"
    with_ = f"with the dealer's cards, {listed}"
    stays = PAID_AND_STAYS if folded else ""
    return f"6 Card Bonus pays {odds} for {CALLED[category]} {with_}{stays}."


def _progressive(pays: dict[str, int], own: Told, player: list[str], *, folded: bool) -> str:
    if folded:
        return "You folded: Progressive is lost with the hand."
    if own.category == "straight_flush" and own.ranks == (12, 11, 10):
        if player[0][1] == "s":
            royal = "a straight flush A-K-Q of spades"
            return f"Progressive pays 100% of the Progressive meter for {royal}."
        return f"Progressive pays {pays['suited']} for 1 for a straight flush A-K-Q."
    if own.category not in pays:
        return f"Your {own.name} is not paid by Progressive."
    odds = f"{pays[own.category]} for 1"
    return f"Progressive pays {odds} for {CALLED[own.category]}."
