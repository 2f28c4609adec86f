"""A single-seat table in the terminal: the same table as the service's, in this process."""

import asyncio
import re
import sys
from collections.abc import Callable
from importlib.util import find_spec
from textwrap import wrap
from typing import TypeVar

import msgspec
from rich.console import Console
from rich.markup import escape

from ..cards.card import parse_hand
from ..cards.names import hand_name
from ..house.loader import load_house
from ..house.model import House
from ..library.table import Table
from ..table.events import Announced, FeeCollected
from ..table.refusal import Refused
from ..wagers.document import Round, SeatBets
from ..wagers.opening import check_opening
from ..wagers.round_settlement import Settled
from ..wagers.setting_words import limits_in_words
from .leaving import LEAVING, LeavesError

_SEAT = 1
_FOLD = 0  # As a decision; others are the multiple of the ante to play.
_NARROWEST = 20  # Minimum columns for a reason, however narrow the terminal is.
_T = TypeVar("_T")
Stakes = dict[str, int]


class ServerSeat(msgspec.Struct, kw_only=True):
    """Where to sit at a server, and with what."""

    server: str
    token: str = ""
    table: str = ""  # Empty: a practice table of `house` with `bots`.
    house: str
    bots: int
    chips_cents: int


def can_take_the_screen() -> bool:
    """Whether this is an interactive terminal that supports a full screen."""
    at_a_terminal = sys.stdin.isatty() and sys.stdout.isatty()
    return at_a_terminal and find_spec("textual") is not None


def play_on_screen(key_or_file: str, *, bankroll_cents: int, bots: int) -> int:
    from .local_sitting import LocalSitting
    from .screen import play_on_screen

    sitting = LocalSitting(load_house(key_or_file), bankroll_cents, bots=bots)
    return asyncio.run(play_on_screen(sitting))


def play_at_server(wanted: ServerSeat) -> int:
    """Play on the same screen at a table of a running cardroom."""
    from ..client.errors import ClientError, Unreachable
    from .screen import play_on_screen
    from .server_sitting import sit_down

    if not re.match(r"https?://[^/]", wanted.server):
        raise ValueError(
            f"--server: {wanted.server!r} is not an address like http://localhost:8030"
        )

    async def sit_and_play() -> int:
        try:
            sitting = await sit_down(wanted)
        except Unreachable as error:
            raise ValueError(f"--server: {error}") from None
        except (ClientError, TimeoutError) as error:
            raise ValueError(f"--server: {wanted.server}: {error}") from None
        return await play_on_screen(sitting)

    return asyncio.run(sit_and_play())


def play(key_or_file: str, *, bankroll_cents: int, json: bool) -> int:
    """Play rounds until the player leaves or is broke; with `json`, print them as one document."""
    house, out = load_house(key_or_file), Console(highlight=False, emoji=False, stderr=json)
    table, rounds, leaves = Table(house), list[Settled](), False
    table.sit(_SEAT, "player", bankroll_cents)
    out.print(f"[bold]{escape(house.called)}[/] ({house.key}).", end=" ")
    out.print("Enter nothing to skip a bet, q to leave.")
    needed = house.limits("ante").least + house.fee.amount_cents
    while not leaves and table.chips(_SEAT) >= needed:
        try:
            wagers = _bet(table, out)
        except LEAVING:
            leaves = True
            break
        settled, leaves = _round(table, wagers, out)
        rounds.append(settled)
        out.print(f"You have {house.money(table.chips(_SEAT))}.\n")
    if not leaves:
        out.print("That is less than the minimum. Thank you for playing.")
    chips = table.chips(_SEAT)
    change = chips - bankroll_cents
    result = f"{house.money(abs(change))} {'up' if change > 0 else 'down'}" if change else "even"
    out.print(f"\nYou leave with {house.money(chips)}, {result}.")
    if json:
        print(msgspec.json.encode({"rounds": rounds, "bankroll": chips}).decode())
    return 0


def _bet(table: Table, out: Console) -> Stakes:
    """Ask until the table accepts the bets."""
    house = table.house
    while True:
        asked = {name: _ask_for_bet(house, name, out) for name in house.opening_bets}
        wagers = {name: stake for name, stake in asked.items() if stake}
        checked = check_opening(house, Round([SeatBets(_SEAT, wagers)]))
        refusals = checked.refusals or []
        for refusal in refusals:
            out.print(f"[red]{escape(refusal.message)}[/] [dim]({', '.join(refusal.clauses)})[/]")
        if sum(wagers.values()) + house.fee.amount_cents > table.chips(_SEAT):
            fee = house.fee.amount_cents
            also = f", and the house takes a fee of {house.money(fee)}" if fee else ""
            out.print(f"[red]You have {house.money(table.chips(_SEAT))}{also}.[/]")
            continue
        if refusals:
            continue
        try:
            table.bet(_SEAT, **wagers)
        except Refused as refused:
            out.print(f"[red]{escape(refused.message)}[/]")
        else:
            return wagers


def _round(table: Table, wagers: Stakes, out: Console) -> tuple[Settled, bool]:
    """Play the round; also return whether the player left during it, which folds the hand."""
    house, begun, leaves = table.house, len(table.log), False
    table.deal()
    for event in table.log[begun:]:
        if isinstance(event, Announced) and table.result is None:
            out.print(f'Dealer: "{escape(event.text)}"')
        elif isinstance(event, FeeCollected):
            out.print(f"The house takes its fee of {house.money(event.cents)}.")
    if table.result is None:
        cards = " ".join(table.cards(_SEAT))
        out.print(f"Your hand: [bold]{cards}[/], {hand_name(parse_hand(cards), house.ranking)}")
        try:
            multiple = _ask_for_decision(table, wagers["ante"], out)
        except LEAVING:
            multiple, leaves = _FOLD, True
            out.print("\nThe hand is folded.")
        if multiple == _FOLD:
            table.fold(_SEAT)
        else:
            table.play(_SEAT, multiple)
    settled = table.result
    if settled is None:
        raise RuntimeError("the round has no result")
    _show(house, settled, out)
    return settled, leaves


def _show(house: House, settled: Settled, out: Console) -> None:
    dealer = " ".join(settled.dealer.cards)
    out.print(f'Dealer: [bold]{dealer}[/]. "{escape(settled.dealer.announcement)}"')
    for line in settled.seats[0].lines:
        title, net = house.title(line.wager), house.money(line.net)
        head = f"  {title:<13}{line.result:<8}{net:>8}  "
        why = wrap(line.why, max(_NARROWEST, out.width - len(head))) or [""]
        out.print(escape(head + f"\n{'':<{len(head)}}".join(why)))
        out.print(f"  {'':<31}[dim]{', '.join(line.clauses)}[/]")


def _ask_for_bet(house: House, wager: str, out: Console) -> int:
    span = limits_in_words(house.limits(wager), house.money)

    def amount(answer: str) -> int | None:
        answer = answer.lstrip("$€£") or "0"
        return int(answer) * 100 if answer.isdecimal() and len(answer) < 9 else None

    return _ask(f"{house.title(wager)} ({span}): ", amount, "Whole numbers, please.", out)


def _ask_for_decision(table: Table, ante: int, out: Console) -> int:
    """Ask for the multiple of the ante to play, or a fold."""
    house, chips = table.house, table.chips(_SEAT)
    first, *further = [each for each in house.play.multiples if ante * each <= chips] or [_FOLD]
    if first == _FOLD:
        out.print("You cannot back the ante, so the hand is folded.")
        return _FOLD
    words = {"p": first, "play": first, "f": _FOLD, "fold": _FOLD}
    words |= {f"p{each}": each for each in (first, *further)}

    def decision(answer: str) -> int | None:
        return words.get(answer.lower())

    more = "".join(f", p{each} for {house.money(ante * each)}" for each in further)
    question = f"{house.title('play')} {house.money(ante * first)} or fold? [p/f{more}] "
    return _ask(question, decision, "p to play, f to fold.", out)


def _ask(question: str, understood: Callable[[str], _T | None], hint: str, out: Console) -> _T:
    while True:
        answer = out.input(question, markup=False).strip()
        if answer.lower() in ("q", "quit"):
            raise LeavesError
        if (meaning := understood(answer)) is not None:
            return meaning
        out.print(f"[red]{hint}[/]")
