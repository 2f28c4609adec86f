"""A round as one file that proves itself in a browser, without a service or network.

It checks the commitment, the players' entropy, that every card was dealt from its place, ante and
play against the dealer's hand, the amount of each paid line, and the pay table rows that name only
a category. It says what it does not check.
"""

from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec

from ..cards.ranking import TieBreak
from ..house.model import House
from ..house.wager import Row
from ..table import events as e
from ..wagers.round_settlement import SeatSettled

_TEMPLATE = Path(__file__).with_suffix(".html")
_CARDS = 52


class Entropy(msgspec.Struct, frozen=True):
    """What a seat added to the shuffle: its commitment, and what it revealed in time."""

    seat: int
    commitment: str
    revealed: str | None = None


class Shuffle(msgspec.Struct, frozen=True):
    commitment: str
    order: tuple[str, ...]
    nonce: str
    cut: int
    entropy: tuple[Entropy, ...]  # Committed to by players, to be mixed in after the cut.


class Dealt(msgspec.Struct, frozen=True):
    at: int  # Its place in the deck after the cut, from 0.
    seat: int | None  # None: discarded face up. 0: the dealer.
    cards: tuple[str, ...]


class LineProved(msgspec.Struct, frozen=True):
    wager: str
    title: str
    stake: int
    on_cents: int  # The base of a payout that has no stake of its own.
    result: str
    odds: str | None
    paid: int


class SeatProved(msgspec.Struct, frozen=True):
    seat: int
    cards: tuple[str, ...]
    category: str  # By the house's ranking; if that is unusual, the file checks no pay table.
    lines: tuple[LineProved, ...]


class BetRules(msgspec.Struct, frozen=True):
    """What becomes of ante or play where the hands alone do not decide it."""

    dealer_out: str
    ties: str


class ContestRules(msgspec.Struct, frozen=True):
    """How ante and play, which pay even money, are settled against the dealer's hand."""

    qualifies_with: str
    ante: BetRules
    play: BetRules
    bonus_on_loss: bool


class RoundProof(msgspec.Struct, frozen=True, kw_only=True):
    table: str
    number: int
    shuffle: Shuffle | None
    dealt: tuple[Dealt, ...]
    seats: tuple[SeatProved, ...]
    pays: dict[str, dict[str, int]]  # Whole odds by category, for wagers that pay by nothing else.
    contest: ContestRules | None  # None: the house has rules of its own, and the file checks none.


def round_proof(
    house: House, table: str, events: Sequence[e.Event], seats: Iterable[SeatSettled]
) -> RoundProof:
    """Build the proof from one round's events, from its start to the opening of its shuffle."""
    number, cut, drawn = 0, 0, 0
    committed: dict[int, str] = {}
    entropy: tuple[Entropy, ...] = ()
    shuffle: Shuffle | None = None
    dealt: list[Dealt] = []
    for event in events:
        match event:
            case e.RoundBegan():
                number = event.number
            case e.DeckShuffled():
                cut, drawn, dealt = 0, 0, []
                committed, entropy = {}, ()
            case e.EntropyCommitted():
                committed[event.seat] = event.commitment
            case e.ShuffleMixed():
                entropy = tuple(
                    Entropy(seat, committed[seat], event.entropy.get(seat))
                    for seat in sorted({*event.entropy, *event.withheld})
                )
            case e.DeckCut():
                cut = (cut + event.count) % _CARDS
            case e.CardsDealt():
                dealt.append(Dealt(drawn, event.seat, event.cards))
                drawn += len(event.cards)
            case e.CardsDiscarded():
                dealt.append(Dealt(drawn, None, event.cards))
                drawn += len(event.cards)
            case e.ShuffleOpened():
                shuffle = Shuffle(event.commitment, event.order, event.nonce, cut, entropy)
            case _:
                pass
    return RoundProof(
        table=table,
        number=number,
        shuffle=shuffle,
        dealt=tuple(dealt),
        seats=tuple(_seat(house, each) for each in seats),
        pays=_pays(house),
        contest=_contest(house),
    )


def as_page(proof: RoundProof) -> bytes:
    """Render the page, escaping the data so that it cannot close its element."""
    data = msgspec.json.encode(proof).replace(b"<", b"\\u003c")
    return _TEMPLATE.read_bytes().replace(b"/*ROUND*/", data)


def _seat(house: House, settled: SeatSettled) -> SeatProved:
    stakes = {line.wager: line.stake for line in settled.lines}
    base = stakes.get(house.ante_bonus.base, 0)
    lines = tuple(
        LineProved(
            line.wager,
            house.title(line.wager),
            line.stake,
            0 if line.stake else base,
            line.result,
            line.odds,
            line.paid,
        )
        for line in settled.lines
    )
    return SeatProved(settled.seat, tuple(settled.cards), settled.category, lines)


def _pays(house: House) -> dict[str, dict[str, int]]:
    found: dict[str, dict[str, int]] = {}
    for key, wager in house.wagers.items():
        rows = list(wager.pays.values())
        if wager.of == "player" and all(map(_is_plain, rows)):
            found[key] = _odds(rows)
    bonus = house.ante_bonus
    if bonus.requires == "play" and all(map(_is_plain, bonus.pays.values())):
        found["ante_bonus"] = _odds(bonus.pays.values())
    return found


def _odds(rows: Iterable[Row]) -> dict[str, int]:
    return {str(row.hand): int(row.to_one or 0) for row in rows}


def _contest(house: House) -> ContestRules | None:
    usual = house.ranking.ace_low_straight and house.ranking.tie_break is TieBreak.STANDARD
    if not usual or house.ante.pays or house.play.pays:
        return None
    return ContestRules(
        house.dealer.qualifies_with,
        BetRules(house.ante.dealer_out, house.ante.tie),
        BetRules(house.play.dealer_out, house.play.tie),
        house.ante_bonus.on_loss,
    )


def _is_plain(row: Row) -> bool:
    """Whether the row pays whole odds by the category of the player's three cards alone."""
    others = (row.of, row.ranks, row.suit, row.colour, row.for_one, row.cents, row.percent)
    whole = row.to_one is not None and row.to_one == int(row.to_one)
    return bool(row.hand) and whole and not row.when and not any(others) and row.result is None
