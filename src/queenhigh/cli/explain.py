"""A settled round or checked bets for a person: each line with its clause in words."""

from collections.abc import Iterable

import msgspec
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from ..cards.card import Hand, parse_hand
from ..cards.names import hand_name
from ..house.catalogue import Ruling, in_words, rulings
from ..house.dollars import dollars
from ..house.loader import built_in
from ..house.model import House
from ..wagers.announcements import without
from ..wagers.document import Round
from ..wagers.limits import NAMES
from ..wagers.opening import Checked
from ..wagers.outcome import Line
from ..wagers.sequence import Move, moves
from ..wagers.settle import SeatSettled, Settled
from .output import console

_TITLES = {**NAMES, "ante_bonus": "Ante Bonus", "envy": "Envy Bonus", "match_play": "Match play"}
_RESULT_STYLES = {"win": "green", "lose": "red", "forfeit": "red", "push": "yellow"}


def explain_settled(house: House, settled: Settled) -> None:
    out = console()
    dealer = parse_hand(settled.dealer.cards)
    out.print(f"[bold]{escape(house.name)}[/] ({house.key})")
    for said in settled.announcements:
        out.print(f'  Dealer: "{escape(said)}"')
    out.print(f"  Dealer's hand: {_cards(house, dealer)}, {hand_name(dealer, house.ranking)}\n")
    for seat in settled.seats:
        out.print(_seat_table(house, seat))
        for note in _seat_notes(seat):
            out.print(f"  {note}")
        out.print()
    for envy in settled.envy:
        holder = "the dealer" if envy.for_seat == "dealer" else f"seat {envy.for_seat}"
        why = _why(envy.clauses)
        out.print(f"Seat {envy.seat} is paid {dollars(envy.paid)} envy for {holder}. {why}")
    if settled.progressive is not msgspec.UNSET and settled.progressive.paid:
        out.print(f"The meter paid {dollars(settled.progressive.paid)}.")
    if settled.to_the_dealer:
        out.print(f"To the dealer's tip container: {dollars(settled.to_the_dealer)}.")
    _print_moves(house, moves(house, settled))
    _print_rulings(house, _rulings_in(settled))


def _seat_table(house: House, seat: SeatSettled) -> Table:
    hand = parse_hand(seat.cards)
    decision = {"play": ", plays", "fold": ", folds", None: ""}[seat.decision]
    name = hand_name(hand, house.ranking)
    table = Table(
        title=f"Seat {seat.seat}: {_cards(house, hand)}, {name}{decision}",
        title_justify="left",
        caption=f"Net {_signed(seat.net)}",
        caption_justify="left",
        expand=True,
    )
    for column in ("Bet", "Result"):
        table.add_column(column, no_wrap=True)
    for column in ("Stake", "Odds", "Paid", "Back"):
        table.add_column(column, justify="right", no_wrap=True)
    table.add_column("Why", ratio=1)
    for line in seat.lines:
        _add_line(table, _title(line), line)
    for line in [] if seat.tokes is msgspec.UNSET else seat.tokes:
        _add_line(table, f"Toke, {_title(line)}", line)
    return table


def _add_line(table: Table, title: str, line: Line) -> None:
    table.add_row(
        title,
        Text(line.result, style=_RESULT_STYLES[line.result]),
        dollars(line.stake),
        line.odds or "",
        dollars(line.paid) if line.paid else "",
        dollars(line.returned) if line.returned else "",
        escape(f"{_why(line.clauses)} {_after(line)}".strip()),
    )


def _title(line: Line) -> str:
    if line.on is not msgspec.UNSET and line.face is not msgspec.UNSET:
        return f"{_TITLES[line.wager]} {dollars(line.face)} on {_TITLES[line.on]}"
    return _TITLES[line.wager]


def _after(line: Line) -> str:
    last = "Paid after all other seats." if line.paid_last is True else ""
    decided = "" if line.rulings is msgspec.UNSET else f"[{', '.join(line.rulings)}]"
    return f"{last} {decided}".strip()


def _seat_notes(seat: SeatSettled) -> Iterable[str]:
    if seat.large_payout is not msgspec.UNSET:
        due = seat.large_payout
        yield (
            f"Large payout of {dollars(due.winnings)}: cut out in the work area, each bet apart, "
            f"verified by {due.verified_by}. ({', '.join(due.clauses)})"
        )


def _print_moves(house: House, sequence: list[Move]) -> None:
    out = console()
    passes = house.options.settlement_passes.replace("_", " ")
    out.print(f"\n[bold]The dealer's moves[/], in order ({passes}):")
    for number, move in enumerate(sequence, start=1):
        whose = "toke on " if move.toke else ""
        amount = f" {dollars(move.cents)}" if move.cents else ""
        manner = f", {move.manner}" if move.manner else ""
        spot = _TITLES[move.wager]
        out.print(f"  {number:>2}. seat {move.seat}: {move.action}{amount}, {whose}{spot}{manner}")


def _print_rulings(house: House, ids: list[str]) -> None:
    if not ids:
        return
    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2))
    table.add_column(no_wrap=True)
    table.add_column()
    for identity in ids:
        ruling = rulings()[identity]
        table.add_row(f"  {identity}", escape(f"{ruling.title}. {_decision(house, ruling)}"))
    console().print("\n[bold]Contested points[/] and how they were decided:")
    console().print(table)


def _decision(house: House, ruling: Ruling) -> str:
    """The ruling's reading, or the option by which the house has it otherwise."""
    usual = built_in(house.book).options
    changed = [
        f"{name} = {msgspec.json.encode(getattr(house.options, name)).decode()}"
        for name in ruling.options
        if hasattr(usual, name) and getattr(house.options, name) != getattr(usual, name)
    ]
    if changed:
        return f"Decided otherwise here: {', '.join(changed)}."
    options = f" Option: {', '.join(ruling.options)}." if ruling.options else ""
    return ruling.taken + options


def _rulings_in(settled: Settled) -> list[str]:
    found: list[str] = []
    for seat in settled.seats:
        found += [] if seat.rulings is msgspec.UNSET else seat.rulings
        tokes = [] if seat.tokes is msgspec.UNSET else seat.tokes
        for line in [*seat.lines, *tokes]:
            found += [] if line.rulings is msgspec.UNSET else line.rulings
        if seat.large_payout is not msgspec.UNSET:
            found += seat.large_payout.rulings
    for envy in settled.envy:
        found += envy.rulings
    return list(dict.fromkeys(found))


def _why(clauses: tuple[str, ...]) -> str:
    """The first clause in words, and the ids of all of them."""
    return f"{in_words(clauses[0])} ({', '.join(clauses)})" if clauses else ""


def _cards(house: House, hand: Hand) -> str:
    from ..cards.card import card_text

    return " ".join(map(card_text, house.ranking.arranged(hand)))


def _signed(cents: int) -> str:
    return f"+{dollars(cents)}" if cents > 0 else dollars(cents)


def explain_checked(house: House, written: Round, checked: Checked) -> None:
    out = console()
    out.print(f"[bold]{escape(house.name)}[/] ({house.key})")
    for wager in ("ante", "pair_plus"):
        if seats := without(written.seats, wager):
            out.print(f"  No {NAMES[wager]}: seat {', '.join(map(str, seats))}")
    if checked.accepted:
        out.print("[green]The bets are accepted.[/]")
    for refusal in [] if checked.refusals is msgspec.UNSET else checked.refusals:
        code = escape(f"[{refusal.code}]")
        out.print(f"[red]Refused[/], seat {refusal.seat}: {escape(refusal.message)} {code}")
        for identity in refusal.clauses:
            out.print(f"    {identity}: {in_words(identity)}")
    for notice in [] if checked.notices is msgspec.UNSET else checked.notices:
        out.print(f"[yellow]Noticed late[/], seat {notice.seat}: {notice.message}")
    for fee in [] if checked.collection_fee is msgspec.UNSET else checked.collection_fee:
        out.print(f"Collection fee, seat {fee.seat}: {fee.message}")
    for toke in [] if checked.direct_tokes is msgspec.UNSET else checked.direct_tokes:
        out.print(f"Direct toke, seat {toke.seat}: {dollars(toke.amount)}, which the dealer keeps.")
