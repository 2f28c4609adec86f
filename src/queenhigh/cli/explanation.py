"""A settled round or checked bets for a person: each line with its clause in words."""

from collections.abc import Iterable

import msgspec
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from ..cards.card import Hand, parse_hand
from ..cards.names import hand_name
from ..house.book import Ruling
from ..house.book_index import touches
from ..house.catalogue import in_words, rulings_of
from ..house.model import House
from ..house.options import chosen_reading, options_of
from ..house.shorthand import in_brief
from ..house.words import plain_words
from ..wagers.announcements import without
from ..wagers.document import Round
from ..wagers.opening import Checked
from ..wagers.outcome import Line
from ..wagers.round_settlement import SeatSettled, Settled
from ..wagers.sequence import Move, moves
from .output import console

_TITLES = {"envy": "Envy Bonus", "match_play": "Match play"}  # Lines that lie on no spot.
_RESULT_STYLES = {"win": "green", "lose": "red", "forfeit": "red", "push": "yellow"}


def explain_settled(house: House, settled: Settled) -> None:
    out = console()
    dealer = parse_hand(settled.dealer.cards)
    out.print(f"[bold]{escape(house.called)}[/] ({house.key})")
    for said in settled.announcements:
        out.print(f'  Dealer: "{escape(said)}"')
    out.print(f"  Dealer's hand: {_cards(house, dealer)}, {hand_name(dealer, house.ranking)}\n")
    for seat in settled.seats:
        out.print(_seat_table(house, seat))
        for note in _seat_notes(house, seat):
            out.print(f"  {note}")
        out.print()
    for envy in settled.envy:
        holder = "the dealer" if envy.for_seat == "dealer" else f"seat {envy.for_seat}"
        why = _cited(house, envy.clauses)
        out.print(f"Seat {envy.seat} is paid {house.money(envy.paid)} envy for {holder}. {why}")
    if settled.progressive is not msgspec.UNSET and settled.progressive.paid:
        out.print(f"The meter paid {house.money(settled.progressive.paid)}.")
    if settled.to_the_dealer:
        out.print(f"To the dealer's tip container: {house.money(settled.to_the_dealer)}.")
    _print_moves(house, moves(house, settled))
    _print_rulings(house, settled.rulings())


def _seat_table(house: House, seat: SeatSettled) -> Table:
    hand = parse_hand(seat.cards)
    decision = {"play": ", plays", "fold": ", folds", None: ""}[seat.decision]
    name = hand_name(hand, house.ranking)
    table = Table(
        title=f"Seat {seat.seat}: {_cards(house, hand)}, {name}{decision}",
        title_justify="left",
        caption=f"Net {_signed(house, seat.net)}",
        caption_justify="left",
        expand=True,
    )
    for column in ("Bet", "Result"):
        table.add_column(column, no_wrap=True)
    for column in ("Stake", "Odds", "Paid", "Back"):
        table.add_column(column, justify="right", no_wrap=True)
    table.add_column("Why", ratio=1)
    for line in seat.lines:
        _add_line(house, table, _title(house, line), line)
    for line in [] if seat.tokes is msgspec.UNSET else seat.tokes:
        _add_line(house, table, f"Toke, {_title(house, line)}", line)
    return table


def _add_line(house: House, table: Table, title: str, line: Line) -> None:
    table.add_row(
        title,
        Text(line.result, style=_RESULT_STYLES[line.result]),
        house.money(line.stake),
        line.odds or "",
        house.money(line.paid) if line.paid else "",
        house.money(line.returned) if line.returned else "",
        escape(_why(house, line)),
    )


def _title(house: House, line: Line) -> str:
    if line.on is not msgspec.UNSET and line.face is not msgspec.UNSET:
        face, spot = house.money(line.face), _bet(house, line.on)
        return f"{_bet(house, line.wager)} {face} on {spot}"
    return _bet(house, line.wager)


def _bet(house: House, name: str) -> str:
    return house.words.get(name, _TITLES[name]) if name in _TITLES else house.title(name)


def _why(house: House, line: Line) -> str:
    """The sentence of the round, then the clauses, then the house rule if any."""
    ids = f"({', '.join(line.clauses)})" if line.clauses else ""
    departs = ""
    if line.departs_from is not msgspec.UNSET:
        first = in_words(house.book, line.departs_from[0])
        departs = f"House rule; the book says: {first} ({', '.join(line.departs_from)})"
    last = "Paid after all other seats." if line.paid_last is True else ""
    decided = "" if line.rulings is msgspec.UNSET else f"[{', '.join(line.rulings)}]"
    return " ".join(filter(None, (line.why, ids, departs, last, decided)))


def _seat_notes(house: House, seat: SeatSettled) -> Iterable[str]:
    if seat.large_payout is not msgspec.UNSET:
        due = seat.large_payout
        yield (
            f"Large payout of {house.money(due.winnings)}: cut out in the work area, each bet "
            f"separately, verified by {due.verified_by}. ({', '.join(due.clauses)})"
        )


def _print_moves(house: House, sequence: list[Move]) -> None:
    out = console()
    passes = plain_words(house.settlement.passes)
    out.print(f"\n[bold]The dealer's moves[/], in order ({passes}):")
    for number, move in enumerate(sequence, start=1):
        whose = "toke on " if move.toke else ""
        amount = f" {house.money(move.cents)}" if move.cents else ""
        manner = f", {move.manner}" if move.manner else ""
        spot = _bet(house, move.wager)
        out.print(f"  {number:>2}. seat {move.seat}: {move.action}{amount}, {whose}{spot}{manner}")


def _print_rulings(house: House, ids: tuple[str, ...]) -> None:
    if not ids:
        return
    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2))
    table.add_column(no_wrap=True)
    table.add_column()
    known = rulings_of(house.book)
    for identity in ids:
        ruling = known[identity]
        table.add_row(f"  {identity}", escape(f"{ruling.title}. {_decision(house, ruling)}"))
    console().print("\n[bold]Contested points[/] and how they were decided:")
    console().print(table)


def _decision(house: House, ruling: Ruling) -> str:
    """The ruling's reading, or the setting that the house has instead."""
    changed = {
        path: value
        for path, value in house.settings.items()
        if ruling.id in house.rulings_on(path) and value != house.book.baseline.get(path)
    }
    known = options_of(house.book.rulings).values()
    options = [each for rulings in known for each in rulings if each.id == ruling.id]
    if not changed:
        named = f" Option: {', '.join(each.option for each in options)}." if options else ""
        return ruling.taken + named
    return f"Decided otherwise here: {', '.join(_chosen(house, options, changed))}."


def _chosen(house: House, options: list[Ruling], changed: dict[str, object]) -> Iterable[str]:
    """The options that a house has chosen differently, and settings that are not a reading."""
    left = dict(changed)
    for option in options:
        reading = chosen_reading(option, house.settings)
        if reading is not None and any(touches(option, path) for path in left):
            yield f'{option.option} = "{reading}"'
            left = {path: value for path, value in left.items() if not touches(option, path)}
    for path, value in left.items():
        yield f"{path} = {msgspec.json.encode(in_brief(value)).decode()}"


def _cited(house: House, clauses: tuple[str, ...]) -> str:
    """The first clause in words, and the ids of all of them."""
    return f"{in_words(house.book, clauses[0])} ({', '.join(clauses)})" if clauses else ""


def _cards(house: House, hand: Hand) -> str:
    from ..cards.card import card_text

    return " ".join(map(card_text, house.ranking.arranged(hand)))


def _signed(house: House, cents: int) -> str:
    return f"+{house.money(cents)}" if cents > 0 else house.money(cents)


def explain_checked(house: House, written: Round, checked: Checked) -> None:
    out = console()
    out.print(f"[bold]{escape(house.called)}[/] ({house.key})")
    for wager in house.opening_bets:
        if seats := without(written.seats, wager):
            out.print(f"  No {house.title(wager)}: seat {', '.join(map(str, seats))}")
    if checked.accepted:
        out.print("[green]The bets are accepted.[/]")
    for refusal in [] if checked.refusals is msgspec.UNSET else checked.refusals:
        code = escape(f"[{refusal.code}]")
        out.print(f"[red]Refused[/], seat {refusal.seat}: {escape(refusal.message)} {code}")
        for identity in refusal.clauses:
            out.print(f"    {identity}: {in_words(house.book, identity)}")
    for notice in [] if checked.notices is msgspec.UNSET else checked.notices:
        out.print(f"[yellow]Noticed late[/], seat {notice.seat}: {notice.message}")
    for fee in [] if checked.collection_fee is msgspec.UNSET else checked.collection_fee:
        out.print(f"Collection fee, seat {fee.seat}: {fee.message}")
    for toke in [] if checked.direct_tokes is msgspec.UNSET else checked.direct_tokes:
        out.print(
            f"Direct toke, seat {toke.seat}: {house.money(toke.amount)}, which the dealer keeps."
        )
