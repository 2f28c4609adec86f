"""The worth of play and fold by hand, the closest decisions, and the cost of other rules."""

from fractions import Fraction

import msgspec

from ...cards.card import Hand
from ...house.model import House
from ...wagers.document import SeatBets
from ..deals.suit_classes import DEALER_HANDS
from ..exact_figure import Exact, exact
from .analysis_figures import Advice, Strategy
from .ante_play import ante_play
from .decisions import choices, rule

COMMON_RULES = ("mimic", "always", "never", "Q", "K")


class HandWorth(msgspec.Struct, frozen=True, omit_defaults=True):
    """A class of hands with the same ranks and suit pattern; worth is in units of the ante."""

    hand: str  # The ranks.
    example: str
    category: str
    hands: int
    play: Exact
    fold: Exact
    decision: str
    multiple: int | None = None  # The best multiple, if there are several.

    @property
    def margin(self) -> Fraction:
        """The difference between the better decision and the other."""
        return abs(self.play.fraction - self.fold.fraction)


class RuleCost(msgspec.Struct, frozen=True):
    rule: str
    house_edge: Exact
    cost: Exact  # Compared with the best decisions.
    plays: Exact


class StrategyFigures(msgspec.Struct, frozen=True, kw_only=True):
    house: str
    strategy: Strategy
    house_edge: Exact
    closest: tuple[HandWorth, ...]  # The closest decisions.
    rules: tuple[RuleCost, ...]
    hands: tuple[HandWorth, ...]


def hand_worths(house: House) -> tuple[HandWorth, ...]:
    """Every class, from lowest hand to highest, for a seat with only an ante."""
    known = choices(house)
    every = DEALER_HANDS * known.unit
    columns = known.playing().tolist(), known.fold.tolist(), known.best().tolist()
    return tuple(
        HandWorth(
            kind.hand_class.label,
            kind.hand_class.example,
            kind.category.name.lower(),
            kind.hand_class.hands,
            exact(playing, every),
            exact(folding, every),
            *known.told(decision),
        )
        for kind, playing, folding, decision in zip(known.deals.kinds, *columns, strict=True)
    )


def advise(house: House, hand: Hand, bets: SeatBets | None = None) -> Advice:
    """What playing and folding one hand are worth, and the better of the two."""
    known = choices(house, bets)
    place = known.deals.kind_number(hand)
    every = DEALER_HANDS * known.unit * (bets.ante if bets else 1)
    return Advice(
        exact(int(known.playing()[place]), every),
        exact(int(known.fold[place]), every),
        *known.told(int(known.best()[place])),
    )


def rule_cost(house: House, text: str) -> RuleCost:
    """The edge against a player who follows the rule, and the rule's cost to that player."""
    best, other = ante_play(house), ante_play(house, rule(house, text))
    cost = other.house_edge.fraction - best.house_edge.fraction
    return RuleCost(text, other.house_edge, exact(cost), other.plays)


def strategy(
    house: House, *, rules: tuple[str, ...] = COMMON_RULES, closest: int = 10
) -> StrategyFigures:
    hands = hand_worths(house)
    nearest = sorted(hands, key=lambda each: each.margin)[:closest]
    figures = ante_play(house)
    return StrategyFigures(
        house=house.key,
        strategy=figures.strategy,
        house_edge=figures.house_edge,
        closest=tuple(nearest),
        rules=tuple(rule_cost(house, each) for each in rules),
        hands=hands,
    )
