"""The options: each is a point on which a rule book is contradictory, silent or leaves a choice.

Names and values are those of the rulings (`options.toml` tells what each is about). Amounts in
options are whole dollars, as the rulings write them; everything else in a house is in cents.
"""

from string import Formatter
from typing import Literal

import msgspec

from ..cards.ranking import TieBreak
from .errors import HouseError, Problem

WagerName = Literal["ante", "play", "pair_plus", "six_card_bonus", "progressive"]
BetName = Literal["play", "ante_bonus", "ante", "pair_plus", "six_card_bonus", "progressive"]
SETTLE_ORDER: tuple[BetName, ...] = (
    "play",
    "ante_bonus",
    "ante",
    "pair_plus",
    "six_card_bonus",
    "progressive",
)

AwardName = Literal["straight", "three_of_a_kind", "straight_flush", "akq_suited", "akq_spades"]
DealMethod = Literal["manual_shoe", "hand", "automated_shoe"]


class _Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An option made of several settings."""

    def _at_least(self, name: str, least: int) -> None:
        if getattr(self, name) < least:
            raise HouseError(Problem(name, f"is at least {least}", getattr(self, name)))


class CollectionFee(_Part, frozen=True):
    amount: int = 0  # Whole dollars; 0 collects nothing.
    per: Literal["player", "position"] = "player"
    refund_on_void: bool = True

    def __post_init__(self) -> None:
        self._at_least("amount", 0)


class MatchPlay(_Part, frozen=True):
    spots: tuple[Literal["ante", "play", "pair_plus"], ...] = ("ante",)
    counts_for_play: bool = False
    on_push: Literal["stays", "taken"] = "stays"


class StubCount(_Part, frozen=True):
    every: int = 5
    window: Literal["rolling", "block"] = "rolling"
    per: Literal["table", "deck"] = "table"

    def __post_init__(self) -> None:
        self._at_least("every", 1)


class HoursByMethod(_Part, frozen=True):
    shoe: int
    hand: int

    def __post_init__(self) -> None:
        self._at_least("shoe", 1)
        self._at_least("hand", 1)


class DeckChange(_Part, frozen=True):
    hours: int | HoursByMethod = 8
    mode: Literal["block", "remind", "minimum_interval", "none"] = "none"

    def __post_init__(self) -> None:
        if isinstance(self.hours, int):
            self._at_least("hours", 1)


class NewDeckShuffles(_Part, frozen=True):
    hand: int = 1
    machine: int = 1

    def __post_init__(self) -> None:
        self._at_least("hand", 1)
        self._at_least("machine", 1)


class LargePayout(_Part, frozen=True):
    over: int = 500  # Whole dollars, the winnings of one hand's bets together.
    chip: int = 100  # The least chip that makes a payout a large one: black.
    rule: Literal["either", "both"] = "either"

    def __post_init__(self) -> None:
        self._at_least("over", 0)
        self._at_least("chip", 1)


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    # Ranking
    tie_break: TieBreak = TieBreak.STANDARD
    ace_low_straight: bool = True
    six_card_wheel: bool = True

    # Which wagers, and how much
    wager_version: Literal["free", "i", "ii", "iii"] = "free"
    max_positions: Literal[1, 2] = 1
    minimum_applies: Literal["each_bet", "either_bet"] = "each_bet"
    ante_play_max: Literal["each", "combined"] = "each"
    late_limit_error: Literal["honour_actual"] = "honour_actual"
    cash_plays: bool = False
    collection_fee: CollectionFee = CollectionFee()
    match_play: MatchPlay = MatchPlay()
    pp_33_35_requires_f6: bool = False
    six_card_min: Literal[5, 1] = 5
    six_card_steps: Literal["multiples_of_5", "one_or_multiples", "from_minimum"] = "multiples_of_5"
    six_card_with_pair_plus_only: bool = True
    progressive_requires_6cb: bool = False

    # Settlement
    tie: Literal["push", "dealer", "player"] = "push"
    fold_pair_plus: Literal["forfeits", "survives", "forfeits_with_6cb"] = "forfeits"
    ante_bonus_on_loss: bool = True
    ante_bonus_requires: Literal["play", "ante"] = "play"
    ante_bonus_base: Literal["ante", "ante_plus_play"] = "ante"
    ante_table: Literal["bonus", "replaces"] = "bonus"
    settle_order: tuple[BetName, ...] = SETTLE_ORDER
    settlement_passes: Literal["take_then_pay", "per_hand"] = "per_hand"
    collect_folds: Literal["after_all_decisions", "as_each_folds"] = "after_all_decisions"
    pay_style: Literal["lay_and_pay", "pick_and_pay"] = "lay_and_pay"
    announce_yes: str = "Dealer qualifies with a {hand}."
    announce_no_qualify: str = "Dealer does not qualify"

    # Side bets, the progressive, tokes
    six_card_super_royal: int | Literal["none"] = "none"
    progressive_unit: Literal["for_1", "to_1"] = "for_1"
    progressive_pass: Literal["per_hand", "separate"] = "per_hand"
    jackpot_lines: tuple[AwardName, ...] = ("akq_spades",)
    linked_simultaneous: Literal["first_lock", "split"] = "first_lock"
    envy_trigger: Literal["any_unfolded", "holder_with_bet", "any_dealt_hand"] = "any_unfolded"
    envy_needs_bet: bool = True
    envy_own_hand: bool = False
    envy_dealer_hand: bool = False
    envy_multiple: bool = True
    toke_cap: Literal["combined_110", "ten_percent_flat", "table_maximum"] = "table_maximum"
    six_card_toke_cap: Literal["fixed_25", "min_of_both"] = "fixed_25"
    six_card_toke_requires: Literal["ante_or_pair_plus", "pair_plus"] = "ante_or_pair_plus"
    unbacked_ante_toke: Literal["rides", "forfeits"] = "rides"

    # Procedure
    decks: Literal[1, 2] = 1
    deal_method: DealMethod = "automated_shoe"
    hand_shuffle: Literal[
        "unless_hand_dealt", "house_choice", "no_side_bets", "never", "no_progressive"
    ] = "house_choice"
    hand_deal_requires_shuffler: bool = False
    cover_cards: Literal[1, 2] = 1
    new_deck_shuffles: NewDeckShuffles = NewDeckShuffles()
    deck_change: DeckChange = DeckChange()
    stub_count: StubCount = StubCount()
    lock_event: Literal["announcement", "announcement_or_first_card", "first_card"] = "announcement"
    release: Literal["table", "seat", "dealer_squares", "green_light"] = "table"
    two_hands_decide_before_second_look: bool = False
    pp_only_losing: Literal["throw_in", "hold"] = "hold"
    layout_spots: tuple[WagerName, ...] = ()  # Empty: the wagers offered, in their usual order.
    role_aliases: dict[str, str] = {}

    # Irregularities
    misdeal: Literal["management", "void"] = "management"
    misdealt_and_short: Literal["void_and_remove", "void_only"] = "void_and_remove"
    faceup_in_stack: Literal["void", "replace", "management"] = "void"
    faceup_on_dealer_turn: Literal["discard", "void"] = "discard"
    exposed_dealer_card: Literal["void", "continue", "supervisor", "management"] = "void"
    dealer_third_card_exception: bool | Literal["management"] = False

    # Compliance
    large_payout: LargePayout = LargePayout()
    royal_notice: tuple[Literal["royal_5", "akq_suited"], ...] = ("royal_5",)
    tax_form_threshold: int | Literal["by_date"] = "by_date"  # Whole dollars, or the dated rules.

    def __post_init__(self) -> None:
        if len(set(self.settle_order)) < len(self.settle_order):
            raise HouseError(Problem("settle_order", "names each bet once", self.settle_order))
        if self.six_card_super_royal != "none" and not 1 <= self.six_card_super_royal <= 1_000_000:
            message = 'is "none" or odds from 1 to 1,000,000'
            raise HouseError(Problem("six_card_super_royal", message, self.six_card_super_royal))
        if self.tax_form_threshold != "by_date" and self.tax_form_threshold < 1:
            message = 'is "by_date" or whole dollars'
            raise HouseError(Problem("tax_form_threshold", message, self.tax_form_threshold))
        if not self.match_play.spots:
            raise HouseError(Problem("match_play.spots", "names at least one spot", []))
        for name in ("announce_yes", "announce_no_qualify"):
            _check_template(name, getattr(self, name))


def _check_template(name: str, text: str) -> None:
    if problem := template_problem(text, "hand"):
        raise HouseError(Problem(name, problem, text))


def template_problem(text: str, name: str) -> str:
    """What is wrong with a text that may hold one {name}, or nothing."""
    try:
        parts = list(Formatter().parse(text))
    except ValueError:
        return "its braces do not match"
    plain = all(field in (None, name) and not spec and not how for _, field, spec, how in parts)
    return "" if plain else f"only {{{name}}} may stand in braces"
