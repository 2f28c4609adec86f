"""Hands, houses, tables and results in a notebook: HTML with inline styles."""

from collections.abc import Iterable, Sequence
from html import escape

from ..cards.card import RANK_LETTERS, SUIT_SIGNS
from ..house.model import House
from ..house.wager import Of, Row
from ..house.words import plain_words
from ..wagers.award import odds_text
from ..wagers.award_title import award_title
from ..wagers.round_settlement import Settled

_RED = "dh"
_CARD = (
    "display:inline-block;min-width:2.2em;margin:0 .15em;padding:.25em .3em;text-align:center;"
    "border:1px solid #9aa5a2;border-radius:.3em;background:#fff;font-weight:600;color:{colour}"
)
_CELL = "padding:.15em .7em;text-align:{side}"


def cards_html(cards: Iterable[str]) -> str:
    return f'<span style="white-space:nowrap">{"".join(map(_card, cards))}</span>'


def _card(text: str) -> str:
    rank, suit = text[:-1], text[-1]
    shown = "10" if rank == "T" else rank
    if rank not in RANK_LETTERS or suit not in SUIT_SIGNS:
        return escape(text)
    style = _CARD.format(colour="#b3261e" if suit in _RED else "#1b1f1e")
    return f'<span style="{style}">{shown}{SUIT_SIGNS[suit]}</span>'


def rows_html(head: Sequence[str], rows: Iterable[Sequence[str]], caption: str = "") -> str:
    """A table; the cells are HTML already. All columns but the first and last are numbers."""
    last = len(head) - 1

    def line(cells: Sequence[str], kind: str) -> str:
        return "".join(
            f'<{kind} style="{_CELL.format(side="left" if at in (0, last) else "right")}">'
            f"{cell}</{kind}>"
            for at, cell in enumerate(cells)
        )

    body = "".join(f"<tr>{line(row, 'td')}</tr>" for row in rows)
    title = f"<caption><b>{caption}</b></caption>" if caption else ""
    return f"<table>{title}<thead><tr>{line(head, 'th')}</tr></thead><tbody>{body}</tbody></table>"


def result_html(house: House, result: Settled) -> str:
    """The dealer's hand, then every bet of every seat with its reason."""
    dealer = result.dealer
    parts = [f"<p>Dealer {cards_html(dealer.cards)} {escape(dealer.announcement)}</p>"]
    for seat in result.seats:
        rows = [
            (
                escape(_title(house, line.wager)),
                escape(house.money(line.stake)),
                line.result,
                escape(house.money(line.net)),
                escape(line.why),
            )
            for line in seat.lines
        ]
        decision = f", {seat.decision}" if seat.decision else ""
        caption = f"Seat {seat.seat} {cards_html(seat.cards)}{decision}: {_signed(house, seat.net)}"
        parts.append(rows_html(("Bet", "Stake", "Result", "Net", "Why"), rows, caption))
    return "".join(parts)


def house_html(house: House) -> str:
    """The house's limits and pay tables."""
    tables: list[tuple[str, dict[str, Row], Of]] = [
        (house.title("ante_bonus"), house.ante_bonus.pays, "player"),
        *((wager.title, wager.pays, wager.of) for wager in house.wagers.values()),
    ]
    limits = ", ".join(
        f"{escape(house.title(name))} from {escape(house.money(house.limits(name).least))}"
        for name in house.opening_bets
    )
    parts = [f"<p><b>{escape(house.called)}</b> ({escape(house.key)})<br>{limits}</p>"]
    for title, pays, of in tables:
        rows = [
            (escape(award_title(house, row, of)), escape(odds_text(house, row) or "push"))
            for row in pays.values()
        ]
        if rows:
            parts.append(rows_html(("Hand", "Pays"), rows, escape(title)))
    return "".join(parts)


def _title(house: House, bet: str) -> str:
    if bet in house.settle_order:
        return house.title(bet)
    return plain_words(bet).capitalize()  # A coupon is not a bet of the house.


def _signed(house: House, cents: int) -> str:
    return escape(f"{'+' if cents > 0 else '-' if cents < 0 else ''}{house.money(abs(cents))}")
