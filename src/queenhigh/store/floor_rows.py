"""Conversion of rounds to rows and back."""

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any

import msgspec

from ..floor.round_facts import Bet, Irregularity, NoticeTold, RoundFacts, SeatFacts
from ..floor.search import hand_key

# A bet in JSON: staked, paid, returned, result, of_meter, award. A search reads the first three.
_Kept = tuple[int, int, int, str, int, str]
_BETS: msgspec.json.Decoder[dict[str, _Kept]] = msgspec.json.Decoder(dict[str, _Kept])
PARTS = ("staked", "paid", "returned")


def text_of(at: datetime) -> str:
    """Format as UTC with a fixed length, so that texts sort like times."""
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def round_row(facts: RoundFacts, position: int, day: str, clause_set: int) -> dict[str, Any]:
    return {
        "position": position,
        "table_id": facts.table,
        "house": facts.house,
        "currency": facts.currency,
        "stakes": facts.stakes,
        "number": facts.number,
        "deck": facts.deck,
        "first": facts.first,
        "last": facts.last,
        "began": text_of(facts.began),
        "locked": text_of(facts.locked) if facts.locked else None,
        "ended": text_of(facts.ended),
        "day": day,
        "dealer": facts.dealer,
        "dealer_cards": "".join(facts.dealer_cards),
        "dealer_key": hand_key(facts.dealer_cards),
        "dealer_category": facts.dealer_category,
        "qualifies": facts.qualifies,
        "void": facts.void,
        "staked": facts.staked,
        "net": facts.net,
        "jackpot": facts.jackpot,
        "fed": facts.fed,
        "seeded": facts.seeded,
        "counted": facts.counted,
        "clause_set": clause_set,
    }


def seat_rows(facts: RoundFacts, position: int) -> Iterator[dict[str, Any]]:
    for seat in facts.seats:
        row: dict[str, Any] = {
            "position": position,
            "seat": seat.seat,
            "patron": seat.patron,
            "cards": "".join(seat.cards),
            "hand_key": hand_key(seat.cards),
            "category": seat.category,
            "decision": seat.decision,
            "timed_out": seat.timed_out,
            "staked": seat.staked,
            "paid": seat.paid,
            "net": seat.net,
            "tokes_won": seat.tokes_won,
            "fee": seat.fee,
            "large": seat.large,
            "verified_by": seat.verified_by,
            "bets": _written(seat.bets),
            "tokes": _written(seat.tokes),
        }
        yield row


def _written(bets: dict[str, Bet]) -> str:
    kept = {wager: msgspec.structs.astuple(bet) for wager, bet in bets.items()}
    return msgspec.json.encode(kept).decode()


def _read(written: str) -> dict[str, Bet]:
    return {wager: Bet(*kept) for wager, kept in _BETS.decode(written).items()}


def tags_of(facts: RoundFacts) -> set[str]:
    """Return the rare features of a round that people search for."""
    found = {f"irregularity:{each.kind}" for each in facts.irregularities}
    found |= {f"remedy:{each.remedy}" for each in facts.irregularities}
    if facts.void:
        found.add("void")
    if not facts.void:
        found |= {f"notice:{each.about}" for each in facts.notices}
    if facts.jackpot:
        found.add("notice:jackpot")
    for seat in facts.seats:
        if seat.large:
            found.add("large")
    return found


def clauses_of(facts: RoundFacts) -> tuple[tuple[str, ...], str]:
    """Return the clauses and rulings that came up, and a key that identifies the set."""
    ids = tuple(sorted({*facts.clauses, *facts.rulings}))
    return ids, sha256(" ".join(ids).encode()).hexdigest()


# From rows


def facts_of(
    row: Any, seats: Iterable[Any], irregularities: tuple[Irregularity, ...] = ()
) -> RoundFacts:
    """Restore the facts that a report needs; clauses, rulings and notices stay in the log."""
    return RoundFacts(
        table=row.table_id,
        house=row.house,
        currency=row.currency,
        stakes=row.stakes,
        number=row.number,
        deck=row.deck,
        first=row.first,
        last=row.last,
        began=datetime.fromisoformat(row.began),
        locked=datetime.fromisoformat(row.locked) if row.locked else None,
        ended=datetime.fromisoformat(row.ended),
        dealer=row.dealer,
        dealer_cards=cards_in(row.dealer_cards),
        dealer_category=row.dealer_category,
        qualifies=row.qualifies,
        seats=tuple(_seat(each) for each in seats),
        irregularities=irregularities,
        notices=_NO_NOTICES,
        void=row.void,
        jackpot=row.jackpot,
        fed=row.fed,
        seeded=row.seeded,
        counted=row.counted,
    )


_NO_NOTICES: tuple[NoticeTold, ...] = ()


def cards_in(text: str) -> tuple[str, ...]:
    return tuple(text[n : n + 2] for n in range(0, len(text), 2))


def _seat(row: Any) -> SeatFacts:
    return SeatFacts(
        seat=row.seat,
        patron=row.patron,
        cards=cards_in(row.cards),
        category=row.category,
        decision=row.decision,
        timed_out=bool(row.timed_out),
        bets=_read(row.bets),
        tokes=_read(row.tokes),
        tokes_won=row.tokes_won,
        fee=row.fee,
        large=bool(row.large),
        verified_by=row.verified_by,
    )
