"""What is printed on a table's felt and placard: a house for people who bet at it."""

import msgspec

from ..house.dollars import dollars
from ..house.model import House
from ..house.paytables import PayTable
from .wire import LimitShown

TITLES = {
    "ante": "Ante",
    "play": "Play",
    "ante_bonus": "Ante Bonus",
    "pair_plus": "Pair Plus",
    "six_card_bonus": "6 Card Bonus",
    "progressive": "Progressive",
}
_HANDS = {"akq_suited": "A-K-Q suited", "akq_spades": "A-K-Q of spades"}
_QUALIFIES = {
    "any": "Dealer always plays",
    "pair": "Dealer qualifies with a pair or better",
}


class PayRow(msgspec.Struct, frozen=True):
    hand: str
    title: str
    pays: str


class PayTableShown(msgspec.Struct, frozen=True):
    wager: str
    title: str
    rows: list[PayRow]  # The strongest hand first.
    clauses: tuple[str, ...]


class Felt(msgspec.Struct, frozen=True, kw_only=True):
    house: str
    name: str
    standing: str
    seats: int
    spots: list[str]
    titles: dict[str, str]
    pay_tables: list[PayTableShown]
    limits: dict[str, LimitShown]
    limits_in_words: dict[str, str]
    qualifies: str
    fee_cents: int
    dealing: str
    decks: list[str]
    chips: list[int]  # In cents.
    coupons_on: list[str]  # Match-play coupons; nowhere where the house takes none.
    tokes_on: list[str]


def felt(house: House) -> Felt:
    limits = limits_of(house)
    return Felt(
        house=house.key,
        name=house.name,
        standing=house.standing,
        seats=house.seats,
        spots=list(house.spots),
        titles=TITLES,
        pay_tables=_pay_tables(house),
        limits=limits,
        limits_in_words={
            wager: f"{dollars(limit.minimum)} to {dollars(limit.maximum)}"
            for wager, limit in limits.items()
        },
        qualifies=_qualifies(house),
        fee_cents=house.options.collection_fee.amount * 100,
        dealing=house.options.deal_method,
        decks=list(house.cards.backs[: house.options.decks]),
        chips=list(house.betting.chips_cents),
        coupons_on=list(house.options.match_play.spots) if house.takes_coupons() else [],
        tokes_on=list(house.tokes.allowed_on),
    )


def limits_of(house: House) -> dict[str, LimitShown]:
    return {wager: _limit(house, wager) for wager in house.wagers}


def _limit(house: House, wager: str) -> LimitShown:
    limit = house.limit(wager)  # type: ignore[arg-type]
    return LimitShown(limit.minimum_cents, limit.maximum_cents, limit.step_cents)


def _qualifies(house: House) -> str:
    with_what = house.dealer.qualifies_with
    if with_what in _QUALIFIES:
        return _QUALIFIES[with_what]
    rank = with_what.partition("_")[0].capitalize()
    return f"Dealer qualifies with {rank} high or better"


def _pay_tables(house: House) -> list[PayTableShown]:
    shown = []
    if house.pair_plus:
        shown.append(_table(house, "pair_plus", house.pair_plus))
    shown.append(_table(house, "ante_bonus", house.ante_bonus))
    if house.six_card_bonus:
        shown.append(_table(house, "six_card_bonus", house.six_card_bonus))
    if terms := house.progressive:
        unit = "to" if house.options.progressive_unit == "to_1" else "for"
        fixed = _rows(terms.pays, unit)
        jackpot = PayRow(
            "akq_spades", _HANDS["akq_spades"], f"{terms.akq_spades_percent}% of meter"
        )
        clauses = house.clauses_for("progressive")
        rows = [jackpot, *fixed]
        shown.append(PayTableShown("progressive", TITLES["progressive"], rows, clauses))
    return shown


def _table(house: House, wager: str, table: PayTable) -> PayTableShown:
    clauses = house.clauses_for(wager, table.shorthand)
    return PayTableShown(wager, TITLES[wager], _rows(table, "to"), clauses)


def _rows(table: PayTable, unit: str) -> list[PayRow]:
    names = reversed(table.__struct_fields__)
    return [
        PayRow(name, _title(name), f"{getattr(table, name)} {unit} 1")
        for name in names
        if getattr(table, name)
    ]


def _title(hand: str) -> str:
    return _HANDS.get(hand) or hand.replace("_", " ").capitalize()
