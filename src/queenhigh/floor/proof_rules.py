"""The house's rules of settling as data for the file that proves a round.

The file computes every line again from the cards and these rows.
"""

from collections.abc import Iterable

import msgspec

from ..house.model import House
from ..house.wager import Ante, Envy, ForfeitsWith, Of, Play, Row, TokeLimits, Wager
from ..wagers.award_title import award_title


class RowRule(msgspec.Struct, frozen=True):
    title: str
    of: str  # The cards it looks at.
    hand: str | None
    ranks: str | None
    suit: str | None
    colour: str | None
    contests: tuple[str, ...]  # How the seat may stand against the dealer.
    unit: str
    amount: tuple[int, int]  # A fraction.
    meter: str | None
    envy_cents: int


class BetRule(msgspec.Struct, frozen=True):
    """Ante or play: its result where the hands alone do not decide."""

    dealer_out: str
    ties: str
    pays: tuple[RowRule, ...]


class BonusRule(msgspec.Struct, frozen=True):
    title: str
    base: str
    requires: str
    on_loss: bool
    pays: tuple[RowRule, ...]


class WagerRule(msgspec.Struct, frozen=True):
    title: str
    wheel: bool
    fold: str | tuple[str, ...]  # Forfeits, stays, or forfeits with one of these.
    called_when: tuple[str, ...]  # It is paid only if the player calls it.
    most_cents: int | None
    toke_to_one: int | None  # The most that a toke is paid.
    envy: Envy | None
    pays: tuple[RowRule, ...]


class Rules(msgspec.Struct, frozen=True, kw_only=True):
    currency: str
    ace_low_straight: bool
    tie_break: str
    qualifies_with: str
    ante: BetRule
    play: BetRule
    ante_bonus: BonusRule
    wagers: dict[str, WagerRule]
    rounding: str
    aggregate_cents: int | None
    coupon_on_push: str
    toke_on_fold: str
    toke_unbacked_ante: str
    chip_cents: int  # The smallest chip: what a meter owes below it stays on the meter.


def rules_of(house: House) -> Rules:
    bonus = house.ante_bonus
    return Rules(
        currency=house.currency,
        ace_low_straight=house.ranking.ace_low_straight,
        tie_break=house.ranking.tie_break,
        qualifies_with=house.dealer.qualifies_with,
        ante=_bet(house, house.ante),
        play=_bet(house, house.play),
        ante_bonus=BonusRule(
            house.title("ante_bonus"),
            bonus.base,
            bonus.requires,
            bonus.on_loss,
            _rows(house, bonus.pays.values()),
        ),
        wagers={key: _wager(house, wager) for key, wager in house.wagers.items()},
        rounding=house.payouts.rounding,
        aggregate_cents=house.payouts.aggregate_cents,
        coupon_on_push=house.match_play.on_push,
        toke_on_fold=house.tokes.on_fold,
        toke_unbacked_ante=house.tokes.unbacked_ante,
        chip_cents=house.betting.chips_cents[0],
    )


def _bet(house: House, part: Ante | Play) -> BetRule:
    return BetRule(part.dealer_out, part.tie, _rows(house, part.pays.values()))


def _wager(house: House, wager: Wager) -> WagerRule:
    fold = wager.fold.forfeits_with if isinstance(wager.fold, ForfeitsWith) else wager.fold
    toke = wager.tokes.most_to_one if isinstance(wager.tokes, TokeLimits) else None
    return WagerRule(
        wager.title,
        wager.wheel,
        fold,
        wager.claim.contests if wager.claim else (),
        wager.max_award_cents,
        toke,
        wager.envy,
        _rows(house, wager.pays.values(), wager.of),
    )


def _rows(house: House, rows: Iterable[Row], of: Of = "player") -> tuple[RowRule, ...]:
    return tuple(
        RowRule(
            award_title(house, row, of),
            row.of or of,
            row.hand,
            row.ranks,
            row.suit,
            row.colour,
            row.contests,
            row.unit,
            row.amount.as_integer_ratio(),
            row.meter,
            row.envy_cents,
        )
        for row in rows
    )
