"""Notices: who must be notified of what, at once; acknowledged by name; escalated if ignored.

A notice is made by an event at a table, never by a command, so none can be forgotten. Its
acknowledgement is logged in a separate stream, `notices:TABLE`; verifying a payout or ruling on a
halt acknowledges its notice too.
"""

from collections.abc import Iterable, Iterator
from datetime import datetime
from functools import partial
from typing import Final, Literal

import msgspec
from msgspec import UNSET

from ..cards.names import hand_name
from ..house.money import currency_text
from ..house.points import point
from ..house.words import plain_words
from ..table import events as e
from ..table.approvals import requests_of_round
from ..table.entered_payouts import entered_above_limit
from ..table.entered_wins import envy_for, paid_in_all, won_by_word
from ..table.events import Event
from ..table.seats import is_walk_in
from ..table.state import DEALER, Phase, Table, hand_of
from ..wagers.award import Deal, row_of
from ..wagers.award_title import award_title
from ..wagers.large_payout import VERIFIED
from .conduct import SuspicionReported
from .disputes import DisputeCountersigned, DisputeProposed
from .table_incidents import ENTRIES, entered_otherwise, entry_in_words, place_of

ROYAL_OR_JACKPOT = point("payout.notice")
SURVEILLANCE_VERIFIES = point("payout.surveillance")
WINNER_STAYS = point("payout.winner_stays")

About = Literal[
    "royal", "jackpot", "large_payout", "defective_deck", "wrong_count", "machine_failure", "halt",
    "suspicion", "corrected", "reading_differs", "entered_payout",
    "void", "dispute",
]  # fmt: skip
_FAILURES: Final = ("jam",)
_LITTLE: Final = 4  # Up to 1/4 of one person's payout limit, no notice is made.
_OF_ENTRIES: Final = ("floor", "surveillance")
_OF_DISPUTES: Final = ("surveillance", "management")
NOTICED: Final = ENTRIES | {
    *(e.NoticeGiven, e.DeckFlawed, e.IrregularityReported, e.DeckRemoved, e.ShufflerFailed),
    *(e.TableHalted, e.RoundVoided, e.SettledRoundVoided, e.SeatLeft),
    *(e.HandRevealed, e.HandSettled, e.SettlementBegan),
}


class Notice(msgspec.Struct, frozen=True, kw_only=True):
    """A thing that people must be told."""

    id: str  # The table and the version of the event behind it.
    table: str
    round: int
    about: About
    at: datetime
    told: tuple[str, ...]  # Roles; each acknowledges for itself.
    detail: str = ""
    seat: int | None = None
    waits: bool = False  # A payment waits for it,
    stays_seated: bool = False  # and so does the winner.
    discreet: bool = False  # Must not be shown to players.
    clauses: tuple[str, ...] = ()


def notices_of(table_id: str, before: Table, event: e.AnyEvent, after: Table) -> Iterator[Notice]:
    """The notices that a table event causes: one of `NOTICED`."""
    if type(event) not in NOTICED:
        return
    house = after.house
    notice = partial(_notice, table_id, event, after)
    match event:
        case e.NoticeGiven():
            yield _royal_or_jackpot(table_id, event, after, house.clauses(ROYAL_OR_JACKPOT))
        case e.DeckFlawed():
            told = event.told or house.cards.defective_notify
            yield notice("defective_deck", told, plain_words(f"deck {event.deck}: {event.flaws}"))
        case e.IrregularityReported(kind="wrong_count"):
            yield notice("wrong_count", (), plain_words(event.detail))
        case e.DeckRemoved() if _counted_at_the_opening(before, event):
            yield notice("wrong_count", (), plain_words(f"deck {event.deck}: {event.reason}"))
        case e.IrregularityReported() if event.kind in _FAILURES:
            yield notice("machine_failure", (), plain_words(f"jam of the {event.detail}"))
        case e.ShufflerFailed():
            yield notice("machine_failure", (), "the shuffler has failed")
        case e.TableHalted():
            yield notice("halt", (event.waits_for,), plain_words(event.kind), waits=True)
        case e.RoundVoided() | e.SettledRoundVoided() if after.guarded:
            yield notice("void", _OF_ENTRIES, plain_words(_void(before, event)))
        case e.SeatLeft() if is_walk_in(event.player) and (won := _taken_along(before, event)):
            yield notice("entered_payout", _OF_ENTRIES, plain_words(won))
        case _:
            pass
    if after.physical and (entered := entered_otherwise(before, event)):
        words = entry_in_words(before, event, after)
        yield notice(entered, _OF_ENTRIES, words, seat=place_of(event))
    yield from _of_payouts(table_id, before, event, after)


def _of_payouts(table_id: str, before: Table, event: e.Event, after: Table) -> Iterator[Notice]:
    """Notices of known hands: payouts to verify, or those that rest on entered cards."""
    house, by = after.house, after.house.completion.verified_by
    revealed = event.seat if isinstance(event, e.HandRevealed) else None
    notice = partial(_notice, table_id, event, after)
    for seat in _payouts_to_verify(before, event, after):
        yield notice(
            "large_payout",
            (by,) if by else (),
            _won(after, seat),
            part=f".verify{'' if seat == revealed else seat}",
            seat=seat,
            waits=True,
            clauses=house.clauses(VERIFIED),
        )
    if not isinstance(event, e.HandSettled | e.SettlementBegan):
        return
    for seat in entered_above_limit(before, after):
        detail = f"{_won(after, seat)}, entered by {event.by} and read by no device"
        part = f".entered{seat}"
        yield notice("entered_payout", _OF_ENTRIES, detail, part=part, seat=seat, clauses=())


def _void(before: Table, event: e.RoundVoided | e.SettledRoundVoided) -> str:
    """Describe who voided the round and why, whose bets went back, and what else ended with it."""
    said = f"round {event.number}, by {event.by}: {event.reason}"
    if isinstance(event, e.SettledRoundVoided):
        return f"{said}; it was settled, and all of it goes back"
    lay = {n: before.seats[n] for n in before.bettors()}
    money = {n: before.house.money(sum(x.wagers.values()) + x.play) for n, x in lay.items()}
    bets = ", ".join(f"seat {number} {amount}" for number, amount in money.items())
    ended = [str(before.requests[n].command["type"]) for n in requests_of_round(before)]
    waiting = f"; ended unsigned: {', '.join(ended)}" if ended else ""
    return f"{said}; bets back: {bets or 'none'}{waiting}"


def _taken_along(before: Table, event: e.SeatLeft) -> str:
    """Describe winnings that an unknown player takes to the cage and that rest on the word of
    staff; empty for small amounts.
    """
    won, money = won_by_word(before, event.player, event.at), before.house.money
    if sum(won.values()) * _LITTLE <= before.house.controls.staff_payout_cents:
        return ""
    by = ", ".join(f"{money(cents)} by the word of {name} alone" for name, cents in won.items())
    return f"{event.player} leaves with {money(event.with_cents)}; won: {by}"


def _counted_at_the_opening(before: Table, event: e.DeckRemoved) -> bool:
    """Whether this is a wrong count at the opening; later ones are named irregularities."""
    return before.phase is Phase.OPENING and event.counted is not UNSET


def _payouts_to_verify(before: Table, event: e.Event, after: Table) -> list[int]:
    """The seats to verify once their hand is turned up, when everybody knows what it pays.

    With real cards this is known only at the settlement, which comes later.
    """
    if isinstance(event, e.HandRevealed):
        return [event.seat] if event.seat in _seats_to_verify(after) else []
    if after.physical and isinstance(event, e.HandSettled | e.SettlementBegan):
        return sorted(_seats_to_verify(after) - _seats_to_verify(before))
    return []


def _seats_to_verify(table: Table) -> set[int]:
    return {step.seat or 0 for step in table.todo if step.name == "verify_payout"}


def _won(table: Table, seat: int) -> str:
    """Describe who won, with which hand, and the total: with tokes, and a meter as locked."""
    total = table.house.money(paid_in_all(table, seat) + envy_for(table, seat))
    hand = _notable_award(table, seat) or hand_name(hand_of(table, seat), table.house.ranking)
    return f"{table.seats[seat].player}, {hand}, {total}"


def _notable_award(table: Table, seat: int) -> str:
    """The title of an award that requires a notice: a six-card royal, say.

    The three cards of the hand alone would name something else.
    """
    house, placed = table.house, table.seats[seat].wagers
    deal = Deal(house, hand_of(table, seat), hand_of(table, DEALER))
    for key, wager in house.wagers.items():
        row = row_of(wager, deal, "wins") if placed.get(key) else None
        if row is not None and row.notify:
            return award_title(house, row, wager.of)
    return ""


def _royal_or_jackpot(
    table_id: str, event: e.NoticeGiven, after: Table, because: tuple[str, ...]
) -> Notice:
    jackpot = after.round.jackpot
    hit = jackpot is not None and jackpot.seat == event.seat
    waits = any(s.name == "verify_royal" and s.seat == event.seat for s in after.todo)
    house = after.house
    verified, stays = house.clauses(SURVEILLANCE_VERIFIES), house.clauses(WINNER_STAYS)
    return _notice(
        table_id,
        event,
        after,
        "jackpot" if hit else "royal",
        event.told,
        "" if event.seat is None else _won(after, event.seat),
        seat=event.seat,
        waits=waits,
        stays_seated=bool(stays),
        clauses=tuple(dict.fromkeys((*event.clauses, *because, *verified, *stays))),
    )


def _notice(
    table_id: str,
    event: Event,
    after: Table,
    about: About,
    told: Iterable[str],
    detail: str,
    *,
    part: str = "",
    seat: int | None = None,
    waits: bool = False,
    stays_seated: bool = False,
    clauses: tuple[str, ...] | None = None,
) -> Notice:
    """`part` tells several notices of one event apart; `clauses` replace those of the event."""
    return Notice(
        id=f"{table_id}@{after.version}{part}",
        table=table_id,
        round=after.round.number,
        about=about,
        at=event.at,
        told=tuple(told) or after.house.compliance.notify,
        detail=detail,
        seat=seat,
        waits=waits,
        stays_seated=stays_seated,
        clauses=event.clauses if clauses is None else clauses,
    )


def notice_of_suspicion(event: SuspicionReported, version: int) -> Notice:
    """Make the immediate, discreet notice to the supervisor."""
    return Notice(
        id=f"conduct:{event.table}@{version}",
        table=event.table,
        round=event.round,
        about="suspicion",
        at=event.at,
        told=event.told,
        detail=event.detail,
        seat=event.seat,
        discreet=True,
        clauses=event.clauses,
    )


def notice_of_dispute(event: DisputeProposed | DisputeCountersigned, version: int) -> Notice:
    """Make the notice that a dispute would move money, or of whether it did.

    A patron's money never moves without immediate notice to others.
    """
    proposed = event if isinstance(event, DisputeProposed) else event.proposed
    way = "to" if proposed.cents > 0 else "from"
    money = currency_text(abs(proposed.cents), proposed.currency)
    detail = f"dispute {event.dispute}: {money} {way} {proposed.patron}, by {proposed.by}"
    if isinstance(event, DisputeProposed):
        became = "it waits for a second signature"
    else:
        became = f"{'signed' if event.confirmed else 'declined'} by {event.by}"
    return Notice(
        id=f"dispute:{event.dispute}@{version}",
        table=proposed.table,
        round=proposed.round,
        about="dispute",
        at=event.at,
        told=_OF_DISPUTES,
        detail=f"{detail}; {became}",
        seat=proposed.seat,
        clauses=event.clauses,
    )
