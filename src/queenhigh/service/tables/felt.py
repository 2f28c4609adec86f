"""What is printed on a table's felt and placard: the house as players need to know it."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final, Literal

import msgspec

from ...cards.names import letter_name
from ...house.model import House
from ...house.wager import MOST_CENTS, Of, Row
from ...house.words import listed
from ...wagers.award import odds_text
from ...wagers.award_title import award_title, look_title
from ...wagers.combinations import is_required, needs_of
from ...wagers.setting_words import limits_in_words
from ...wagers.tokes import takes_tokes
from ...wire.messages import LimitShown
from ..houses.departures import Departure, departures_of

Kind = Literal["ante", "play", "side", "meter"]  # How a layout draws the spot.

_QUALIFIES: Final = {
    "any": "Dealer always plays",
    "pair": "Dealer qualifies with a pair or better",
}


class SpotShown(msgspec.Struct, frozen=True, kw_only=True):
    """A spot of a position: what may lie on it, and what a screen needs to draw it."""

    key: str
    title: str
    kind: Kind
    colour: int  # Palette index: its place among the side wagers, from 0; -1 for ante and play.
    looks_at: Of
    looks_at_in_words: str
    fold: str  # What a fold does to it, in words; empty for ante and play.
    required: bool  # A seat cannot play without it.
    needs: tuple[tuple[str, ...], ...]  # One wager of each group must be bet too.
    at_most: dict[str, int]  # By other wager of the seat: the largest multiple of it.
    limits: LimitShown | None  # None for play, which is a multiple of the ante.
    limits_in_words: str
    tokes: bool
    coupons: bool
    meters: tuple[str, ...]  # The meters it feeds or is paid from.
    envy: bool
    must_be_called: str  # What must be called aloud for it to be paid; empty if nothing.
    clauses: tuple[str, ...]


class PayRow(msgspec.Struct, frozen=True, kw_only=True):
    key: str
    title: str
    pays: str
    meter: str = ""  # The meter that pays it.
    envy_cents: int = 0
    clauses: tuple[str, ...] = ()
    departs_from: tuple[str, ...] = ()  # House rule: the book's clauses that differ.
    rulings: tuple[str, ...] = ()


class PayTableShown(msgspec.Struct, frozen=True, kw_only=True):
    wager: str
    title: str
    rows: list[PayRow]  # The first that matches is paid.
    otherwise: str  # What is paid if no row matches.
    clauses: tuple[str, ...]
    departs_from: tuple[str, ...] = ()


class MeterPrint(msgspec.Struct, frozen=True, kw_only=True):
    title: str
    seed_cents: int
    limit_cents: int  # 0 for no limit.
    linked: bool
    wagers: tuple[str, ...]  # The wagers that feed it or are paid from it.


class Felt(msgspec.Struct, frozen=True, kw_only=True):
    house: str
    name: str
    book: str
    book_title: str
    standing: str
    language: str
    currency: str
    seats: int
    positions: int  # Seats at which one player may bet.
    spots: list[SpotShown]  # In layout order.
    titles: dict[str, str]  # For every bet and payout that a result line may name.
    settle_order: list[str]
    pay_tables: list[PayTableShown]
    meters: dict[str, MeterPrint]
    multiples: list[int]  # Of the ante, for play.
    limits: dict[str, LimitShown]
    limits_in_words: dict[str, str]
    qualifies: str
    print: list[str]  # The lines across the felt.
    words: dict[str, str]  # Names in the book's language.
    fee_cents: int
    fee_per: str
    dealing: str
    decks: list[str]
    chips: list[int]  # In cents.
    departures: list[Departure]  # House rules, where the book differs.
    coupons_on: list[str]  # Spots for match-play coupons; empty if the house takes none.
    tokes_on: list[str]
    to_begin: str  # What to bet first, in words.
    no_more_bets: str  # What the dealer says when bets close.


@lru_cache(maxsize=256)
def felt(house: House) -> Felt:
    limits = limits_of(house)
    spots = [_spot(house, name) for name in house.spots]
    return Felt(
        house=house.key,
        name=house.called,
        book=house.book.key,
        book_title=house.book.title,
        standing=house.standing,
        language=house.language,
        currency=house.currency,
        seats=house.seats,
        positions=house.betting.positions,
        spots=spots,
        titles=titles_of(house),
        settle_order=list(house.settle_order),
        pay_tables=_pay_tables(house),
        meters=_meters(house),
        multiples=list(house.play.multiples),
        limits=limits,
        limits_in_words={name: limits_in_words(house.limits(name), house.money) for name in limits},
        qualifies=_qualifies(house),
        print=_print(house),
        words=house.words,
        fee_cents=house.fee.amount_cents,
        fee_per=house.fee.per,
        dealing=house.dealing.method,
        decks=list(house.cards.backs[: house.cards.decks]),
        chips=list(house.betting.chips_cents),
        departures=departures_of(house),
        coupons_on=_coupons_on(house),
        tokes_on=[name for name in house.spots if takes_tokes(house, name)],
        to_begin=_to_begin(house),
        no_more_bets=house.announcements.no_more_bets,
    )


def _to_begin(house: House) -> str:
    """The bets that every seat needs or, where none is required, those that need no other."""
    required = [name for name in house.opening_bets if is_required(house, name)]
    first = required or [name for name in house.opening_bets if not needs_of(house, name)]
    least = house.money(min(house.limits(name).least for name in first))
    bets = listed(map(house.title, first), "and" if required else "or")
    return f"Put at least {least} on {bets}."


def titles_of(house: House) -> dict[str, str]:
    """The house's name for every line of a result."""
    bets = {name: house.title(name) for name in (*house.bets, "ante_bonus")}
    usual = {"envy": "Envy", "match_play": "Match play"}
    return {**bets, **{name: house.words.get(name, title) for name, title in usual.items()}}


def limits_of(house: House) -> dict[str, LimitShown]:
    return {name: _limit(house, name) for name in house.opening_bets}


def _limit(house: House, name: str) -> LimitShown:
    limits = house.limits(name)
    most = None if limits.most == MOST_CENTS else limits.most
    return LimitShown(limits.least, most, limits.step_cents)


def _coupons_on(house: House) -> list[str]:
    return list(house.match_play.spots) if house.takes_coupons() else []


def _spot(house: House, name: str) -> SpotShown:
    wager = house.wagers.get(name)
    part = wager or house.ante
    own = house.opening_bets if name != "play" else ()
    of: Of = wager.of if wager else "player"
    return SpotShown(
        key=name,
        title=house.title(name),
        kind=_kind(house, name),
        colour=list(house.wagers).index(name) if wager else -1,
        looks_at=of,
        looks_at_in_words=look_title(house, of),
        fold=_fold(house, name),
        required=name != "play" and part.required,
        needs=wager.needs if wager else (),
        at_most=part.at_most if name != "play" else {},
        limits=_limit(house, name) if name in own else None,
        limits_in_words=limits_in_words(house.limits(name), house.money)
        if name in own
        else _multiples(house),
        tokes=takes_tokes(house, name),
        coupons=name in _coupons_on(house),
        meters=wager.meters if wager else (),
        envy=bool(wager and wager.envy),
        must_be_called=(wager.claim.says or wager.title) if wager and wager.claim else "",
        clauses=house.clauses(f"wagers.{name}" if wager else name),
    )


def _kind(house: House, name: str) -> Kind:
    if name == "ante" or name == "play":
        return name  # type: ignore[return-value]  # One of these two names.
    return "meter" if house.wagers[name].meters else "side"


def _fold(house: House, name: str) -> str:
    wager = house.wagers.get(name)
    if wager is None:
        return ""
    if isinstance(wager.fold, str):
        return "is lost by a fold" if wager.fold == "forfeits" else "stays when you fold"
    others = " or ".join(house.title(each) for each in wager.fold.forfeits_with)
    return f"is lost by a fold if {others} is bet too"


def _multiples(house: House) -> str:
    times = house.play.multiples
    if times == (1,):
        return f"equal to {house.title('ante')}"
    written = " or ".join(map(str, times))
    return f"{written} times {house.title('ante')}"


def _qualifies(house: House) -> str:
    with_what = house.dealer.qualifies_with
    if own := house.words.get("dealer_qualifies"):
        return own
    if with_what in _QUALIFIES:
        return _QUALIFIES[with_what]
    if len(with_what) == 1:
        return f"Dealer qualifies with {letter_name(with_what)} high or better"
    return f"Dealer qualifies with {'-'.join(with_what)} or better"


_OUT: Final = {"win": "wins", "push": "pushes", "lose": "loses"}


def _print(house: House) -> list[str]:
    lines = [_qualifies(house)]
    if house.dealer.qualifies_with != "any":
        out = house.words.get("dealer_out", "Dealer does not qualify")
        bets = {"ante": house.ante.dealer_out, "play": house.play.dealer_out}
        each = [f"{house.title(bet)} {_result(house, what)}" for bet, what in bets.items()]
        lines.append(f"{out}: {', '.join(each)}")
    ties = {"ante": house.ante.tie, "play": house.play.tie}
    if set(ties.values()) != {"push"}:
        equal = [f"{house.title(bet)} {_result(house, what)}" for bet, what in ties.items()]
        lines.append(f"{house.words.get('tie', 'Tie')}: {', '.join(equal)}")
    if house.play.multiples != (1,):
        lines.append(f"{house.title('play')}: {_multiples(house)}")
    return lines


def _result(house: House, result: str) -> str:
    return house.words.get(result, _OUT[result])


def _meters(house: House) -> dict[str, MeterPrint]:
    return {
        key: MeterPrint(
            title=meter.title,
            seed_cents=meter.seed_cents,
            limit_cents=meter.limit_cents,
            linked=meter.link == "linked",
            wagers=tuple(name for name, wager in house.wagers.items() if key in wager.meters),
        )
        for key, meter in house.meters.items()
    }


def _pay_tables(house: House) -> list[PayTableShown]:
    contest = {
        "ante_bonus": house.ante_bonus.pays, "ante": house.ante.pays, "play": house.play.pays,
    }  # fmt: skip
    shown = [_table(house, name, pays, "player") for name, pays in contest.items() if pays]
    sides = (_table(house, name, wager.pays, wager.of) for name, wager in house.wagers.items())
    return [*shown, *sides]


def pays_in_short(house: House) -> dict[str, str]:
    """The odds of each pay table from the best hand down, as players refer to it."""
    return {
        pay.wager: "/".join(row.pays.split()[0] for row in pay.rows)
        for pay in felt(house).pay_tables
    }


def _table(house: House, name: str, pays: Mapping[str, Row], of: Of) -> PayTableShown:
    path = f"wagers.{name}.pays" if name in house.wagers else f"{name}.pays"
    cited = house.cited(path)
    return PayTableShown(
        wager=name,
        title=house.title(name),
        rows=[_row(house, row, f"{path}.{key}", of) for key, row in pays.items()],
        otherwise="1 to 1" if name in ("ante", "play") else "",
        clauses=cited.clauses,
        departs_from=cited.departs_from,
    )


def _row(house: House, row: Row, path: str, of: Of) -> PayRow:
    cited = house.cited(path)
    return PayRow(
        key=row.key,
        title=award_title(house, row, of),
        pays=_pays(house, row),
        meter=row.meter or "",
        envy_cents=row.envy_cents,
        clauses=cited.clauses,
        departs_from=cited.departs_from,
        rulings=cited.rulings,
    )


def _pays(house: House, row: Row) -> str:
    odds = odds_text(house, row)
    if odds is None:
        return "push"
    if row.meter is None:
        return odds
    title = house.meters[row.meter].title if len(house.meters) > 1 else "meter"
    return f"{odds} of {title}"
