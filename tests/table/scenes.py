"""Scenes that several tests share: hands, moves, tables where something goes wrong."""

from collections.abc import Iterator
from typing import Any

from queenhigh.house.model import House
from queenhigh.table import events as e
from tests.table.driver import BUILT_IN, Driven, house_with

# Cards


def hands_of(table: Driven) -> dict[int, list[str]]:
    """The hands in the log."""
    held: dict[int, list[str]] = {}
    for event in table.events(e.CardsDealt):
        held.setdefault(event.seat, []).extend(event.cards)
    return held


def faces(table: Driven, viewer: str, seat: int) -> list[str]:
    return next(each.cards for each in table.view(viewer).seats if each.seat == seat)


# The shuffle


def by_hand(of: str, **options: Any) -> House:
    """Return the house, shuffling by hand."""
    return house_with(of, shuffle={"method": "hand"}, options={"decks": 1, **options})


def small_manual(**options: Any) -> House:
    """The manual's house without 6 Card Bonus and Progressive."""
    return manual_with("ante", "pair_plus", options=options)


def manual_with(*offered: str, **changes: Any) -> House:
    """The manual's house with only these opening bets."""
    side = ("pair_plus", "six_card_bonus", "progressive")
    gone = {name: False for name in side if name not in offered}
    return house_with("manual", wagers=gone, layout={"spots": ["play", *offered]}, **changes)


def steps(todo: list[str]) -> list[str]:
    return [step.partition(" of ")[0] for step in todo]


# The settlement


def told(table: Driven) -> Iterator[str]:
    """Yield the dealer's moves after the decisions."""
    for event in table.log:
        toke = " toke" if getattr(event, "toke", False) else ""
        match event:
            case e.DealerRevealed():
                yield "reveal dealer"
            case e.HandRevealed():
                yield f"reveal {event.seat}"
            case e.WagerTaken():
                yield f"take {event.seat} {event.wager}{toke}"
            case e.WagerPushed():
                yield f"push {event.seat} {event.wager}{toke}"
            case e.WagerPaid():
                yield f"pay {event.seat} {event.wager}{toke}"
            case e.CouponSettled():
                yield f"coupon {event.seat} {event.result}"
            case e.EnvyCollected():
                yield f"envy {event.seat} for {event.for_seat}"
            case e.PayoutVerified():
                yield f"verify {event.seat}"
            case e.NoticeGiven():
                yield f"notice {event.seat}"
            case e.HandRacked():
                yield f"rack {event.seat}"
            case _:
                pass


def moves(table: Driven) -> list[str]:
    """List the moves after the dealer's hand is revealed."""
    all_told = list(told(table))
    return all_told[all_told.index("reveal dealer") + 1 :]


# Irregularities


HANDS = "1: As Kd 2c, 2: 9s 9d 4c, dealer: Qs 8d 3c"


DECIDE_THEMSELVES = [of for of in BUILT_IN if of != "chickasaw"]


def being_dealt(of: str, method: str = "automated_shoe", **options: Any) -> Driven:
    """Two seats with every ordinary bet, and the first card about to be dealt."""
    table = Driven(of, deal_method=method, **options).opened()
    table.bet(1, ante=5, pair_plus=5).bet(2, ante=5, pair_plus=5)
    return table.lock(HANDS).until("deal")


def remedy(table: Driven) -> str:
    return table.last(e.IrregularityReported).remedy


def void(table: Driven) -> bool:
    """Whether the round was voided; if so, check that all bets went back."""
    if not table.events(e.RoundVoided):
        return False
    assert table.on_layout == {}
    assert [table.stack(seat) for seat in (1, 2)] == [1000, 1000]
    return True
