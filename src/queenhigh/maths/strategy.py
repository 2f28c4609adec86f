"""What play and fold are worth hand by hand, the closest decisions, and what other rules cost."""

from fractions import Fraction

import msgspec

from ..house.model import House
from ..wagers.document import SeatBets
from .ante_play import ante_play
from .classes import DEALER_HANDS
from .counting import counts
from .decisions import ONE_ANTE, Strategy, best_decisions, described, rule, worths
from .exact import Exact, exact

COMMON_RULES = ("mimic", "always", "never", "Q", "K")


class HandWorth(msgspec.Struct, frozen=True):
    """Hands of one class: the same ranks, suited alike. Worth is in units of the ante."""

    hand: str  # Its ranks.
    example: str
    category: str
    hands: int
    play: Exact
    fold: Exact
    decision: str

    @property
    def margin(self) -> Fraction:
        """By how much the better decision is better."""
        return abs(self.play.fraction - self.fold.fraction)


class RuleCost(msgspec.Struct, frozen=True):
    rule: str
    house_edge: Exact
    cost: Exact  # Against the best decisions.
    plays: Exact


class StrategyFigures(msgspec.Struct, frozen=True, kw_only=True):
    house: str
    strategy: Strategy
    house_edge: Exact
    closest: tuple[HandWorth, ...]  # The decisions that matter least.
    rules: tuple[RuleCost, ...]
    hands: tuple[HandWorth, ...]


def hand_worths(house: House, bets: SeatBets = ONE_ANTE) -> tuple[HandWorth, ...]:
    """Every class, from the lowest hand to the highest, for a seat with these bets."""
    known, worth = counts(house), worths(house, bets)
    ante = bets.wagers.ante
    return tuple(
        HandWorth(
            each.hand_class.label,
            each.hand_class.example,
            each.category.name.lower(),
            each.hand_class.hands,
            exact(worth[each.category].of_playing(each), DEALER_HANDS * ante),
            exact(worth[each.category].fold, ante),
            "play" if plays else "fold",
        )
        for each, plays in zip(known.classes, best_decisions(known, worth), strict=True)
    )


def rule_cost(house: House, text: str) -> RuleCost:
    """The edge against a player who follows the rule, and what it costs the player."""
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


def position_strategy(house: House, bets: SeatBets) -> Strategy:
    """The best decisions of a seat with all these bets: a fold may forfeit more than the ante."""
    known = counts(house)
    return described(known.classes, best_decisions(known, worths(house, bets)))
