"""Which row of a pay table fits a deal, and what it gives."""

from collections.abc import Collection, Mapping
from fractions import Fraction
from math import ceil

from ..cards.best_of_six import all_six_category, best_five_of_six, best_fives
from ..cards.card import ACE, Card, Hand, rank_of, suit_of
from ..cards.ranking import category_name
from ..house.model import House
from ..house.money import currency_text
from ..house.wager import FIVE_CARD_HANDS, Ante, ForfeitsWith, Of, Play, Row, Wager, When

RED = frozenset((1, 2))  # Diamonds and hearts.
_WHEEL = frozenset((ACE, 2, 3, 4, 5))


class Deal:
    """A seat's three cards and the dealer's, as the wagers look at them."""

    __slots__ = ("_categories", "dealer", "dealer_plays", "house", "player", "qualifier_departs")

    def __init__(self, house: House, player: Hand, dealer: Hand):
        self.house, self.player, self.dealer = house, player, dealer
        self.dealer_plays = house.dealer_qualifies(dealer)
        self.qualifier_departs = house.qualifier_departs(dealer)
        self._categories: dict[tuple[Of, bool], str] = {}

    def category(self, of: Of, *, wheel: bool = True) -> str:
        key = (of, wheel)
        if key not in self._categories:
            self._categories[key] = self._category(of, wheel)
        return self._categories[key]

    def _category(self, of: Of, wheel: bool) -> str:
        match of:
            case "player":
                return category_name(self.house.ranking.category(self.player))
            case "dealer":
                return category_name(self.house.ranking.category(self.dealer))
            case "best_five":
                six = self.player + self.dealer
                return FIVE_CARD_HANDS[best_five_of_six(six, wheel=wheel) - 1]
            case "all_six":
                return all_six_category(self.player + self.dealer, wheel=wheel)

    def may_hold_a_wheel(self) -> bool:
        """Whether the six cards include ace to five, so that it matters if that is a straight."""
        return {rank_of(card) for card in self.player + self.dealer} >= _WHEEL

    def cards(self, of: Of, *, wheel: bool = True) -> Collection[tuple[Card, ...]]:
        """The cards looked at; for the best five, every five that ties."""
        match of:
            case "player":
                return (self.player,)
            case "dealer":
                return (self.dealer,)
            case "all_six":
                return (self.player + self.dealer,)
            case "best_five":
                return best_fives(self.player + self.dealer, wheel=wheel)


def row_for(house: House, wager: Wager, player: Hand, dealer: Hand, contest: When) -> Row | None:
    """The first row that fits. What a fold does to the wager is decided elsewhere."""
    return row_of(wager, Deal(house, player, dealer), contest)


def row_of(
    part: Wager | Ante | Play, deal: Deal, contest: When, *, wheel: bool | None = None
) -> Row | None:
    of: Of = part.of if isinstance(part, Wager) else "player"
    if wheel is None:
        wheel = part.wheel if isinstance(part, Wager) else True
    return first_row(part.pays, of, deal, contest, wheel=wheel)


def first_row(
    pays: Mapping[str, Row], of: Of, deal: Deal, contest: When, *, wheel: bool = True
) -> Row | None:
    found: dict[Of, str] = {}  # Each category is determined once, not for each row.
    for row in pays.values():
        if contest not in row.contests:
            continue
        look = row.of or of
        if row.hand is not None:
            if look not in found:
                found[look] = deal.category(look, wheel=wheel)
            if found[look] != row.hand:
                continue
        if row.asks_for_no_more or any(_are(row, cards) for cards in deal.cards(look, wheel=wheel)):
            return row
    return None


def fits(row: Row, of: Of, deal: Deal) -> bool:
    """Whether the cards meet the row's conditions, whatever the contest."""
    if row.hand is not None and deal.category(of) != row.hand:
        return False
    if row.asks_for_no_more:
        return True
    return any(_are(row, cards) for cards in deal.cards(of))


def _are(row: Row, cards: tuple[Card, ...]) -> bool:
    if row.ranks is not None:
        held = tuple(sorted(map(rank_of, cards), reverse=True))
        if held != row.rank_numbers:
            return False
    suits = {suit_of(card) for card in cards}
    if row.suit == "same":
        if len(suits) > 1:
            return False
    elif row.suit is not None and suits != {"cdhs".index(row.suit)}:
        return False
    match row.colour:
        case "red":
            return suits <= RED
        case "black":
            return not suits & RED
        case "same":
            return suits <= RED or not suits & RED
        case None:
            return True


def forfeits(wager: Wager, placed: Collection[str]) -> bool:
    """Whether a fold costs the wager, given the seat's other bets."""
    if isinstance(wager.fold, ForfeitsWith):
        return any(name in placed for name in wager.fold.forfeits_with)
    return wager.fold == "forfeits"


def gain(row: Row | None, stake_cents: int, meters: Mapping[str, int]) -> Fraction:
    """The player's net, before rounding and caps."""
    if row is None:
        return Fraction(-stake_cents)
    match row.unit:
        case "push":
            return Fraction(0)
        case "to_one":
            return row.amount * stake_cents
        case "for_one":
            return (row.amount - 1) * stake_cents
        case "cents":
            return row.amount - stake_cents
        case "percent":
            return row.amount * meters[row.meter or ""] / 100 - stake_cents


def paid_cents(
    house: House, row: Row, stake_cents: int, meters: Mapping[str, int], most: int | None = None
) -> int:
    """What the house adds, in whole cents."""
    paid = rounded(house, exact_paid(row, stake_cents, meters))
    return paid if most is None else min(paid, most)


def exact_paid(row: Row, stake_cents: int, meters: Mapping[str, int]) -> Fraction:
    """What the house adds before rounding and caps; a share of a meter is in whole cents."""
    match row.unit:
        case "push":
            return Fraction(0)
        case "to_one" | "for_one":
            return row.amount * stake_cents
        case "cents":
            return row.amount
        case "percent":
            return Fraction(int(row.amount * meters[row.meter or ""] / 100))


def rounded(house: House, cents: Fraction) -> int:
    match house.payouts.rounding:
        case "down":
            return int(cents)
        case "up":
            return -int(-cents // 1) if cents.denominator > 1 else int(cents)
        case "nearest":
            return int(cents + Fraction(1, 2))


def odds_text(house: House, row: Row) -> str | None:
    """``3 to 2``, ``70 for 1``, ``$500``, ``100%``; nothing for a push."""
    match row.unit:
        case "push":
            return None
        case "to_one":
            return f"{row.amount.numerator} to {row.amount.denominator}"
        case "for_one":
            return f"{row.amount.numerator} for {row.amount.denominator}"
        case "cents":
            return currency_text(int(row.amount), house.currency)
        case "percent":
            return f"{float(row.amount):g}%"


def most_paid(house: House, name: str, stake: int) -> int:
    """The most the house adds to a bet of that size, including its bonus and its envy.

    What a meter pays is added to that.
    """
    rows = _rows_of(house, name)
    odds = [row.amount for row in rows if row.unit in ("to_one", "for_one")]
    fixed = [row.amount for row in rows if row.unit == "cents"]
    envy = max([row.envy_cents for row in rows], default=0) * house.seats
    most = 2 * max([Fraction(1), *odds]) * stake  # The bonus and the bet itself.
    return ceil(most + max(fixed, default=Fraction(0))) + envy


def _rows_of(house: House, name: str) -> list[Row]:
    if name in house.wagers:
        return [*house.wagers[name].pays.values()]
    if name == "play":
        return [*house.play.pays.values()]
    return [*house.ante.pays.values(), *house.ante_bonus.pays.values()]
