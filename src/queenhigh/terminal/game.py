"""A seat at a table of one, until the browser has a table. Cards are shuffled by the system."""

import secrets
from collections.abc import Callable
from fractions import Fraction
from typing import TypeVar

import msgspec
from rich.console import Console
from rich.markup import escape

from ..cards.card import FULL_DECK, Hand, card_text
from ..cards.names import hand_name
from ..house.loader import load_house
from ..house.model import House
from ..wagers.document import Decision, Round, SeatBets
from ..wagers.opening import check_opening
from ..wagers.settle import Settled, settle_round

_SEAT = 1
_T = TypeVar("_T")
Stakes = dict[str, int]


class _LeavesError(Exception):
    """The player gets up."""


_LEAVING = (_LeavesError, EOFError, KeyboardInterrupt)


def play(key_or_file: str, *, bankroll_cents: int, json: bool) -> int:
    """Rounds until the player leaves or is broke; with `json` the rounds as one document."""
    house, out = load_house(key_or_file), Console(highlight=False, emoji=False, stderr=json)
    bankroll, rounds, leaves = bankroll_cents, [], False
    meters = {name: meter.seed_cents for name, meter in house.meters.items()}
    out.print(f"[bold]{escape(house.name)}[/] ({house.key}).", end=" ")
    out.print("Enter nothing to skip a bet, q to leave.")
    while not leaves and bankroll >= house.limits("ante").least:
        try:
            wagers = _ask_for_bets(house, bankroll, out)
        except _LEAVING:
            leaves = True
            break
        _feed(house, wagers, meters)
        settled, leaves = _round(house, wagers, bankroll, meters, out)
        rounds.append(settled)
        bankroll += settled.seats[0].net
        for line in settled.seats[0].lines:
            if line.meter is not msgspec.UNSET:
                meters[line.meter] = max(
                    meters[line.meter] - line.paid, house.meters[line.meter].seed_cents
                )
        out.print(f"You have {house.money(bankroll)}.\n")
    if not leaves:
        out.print("That is less than the minimum. Thank you for playing.")
    change = bankroll - bankroll_cents
    result = f"{house.money(abs(change))} {'up' if change > 0 else 'down'}" if change else "even"
    out.print(f"\nYou leave with {house.money(bankroll)}, {result}.")
    if json:
        print(msgspec.json.encode({"rounds": rounds, "bankroll": bankroll}).decode())
    return 0


def _feed(house: House, wagers: Stakes, meters: dict[str, int]) -> None:
    for name, stake in wagers.items():
        feeds = house.wagers[name].feeds if name in house.wagers else {}
        for meter, feed in feeds.items():
            meters[meter] += feed.cents or int(Fraction(feed.percent) * stake / 100)


def _round(
    house: House, wagers: Stakes, bankroll: int, meters: dict[str, int], out: Console
) -> tuple[Settled, bool]:
    """The round, and whether the player left in the middle of it: then the hand is folded."""
    deck, leaves = list(FULL_DECK), False
    secrets.SystemRandom().shuffle(deck)
    # Stacks of three, the player's first and the dealer's last.
    hand: Hand = (deck[0], deck[1], deck[2])
    dealer: Hand = (deck[3], deck[4], deck[5])
    out.print(f'Dealer: "{escape(house.announcements.no_more_bets)}"')
    out.print(f"Your hand: [bold]{_text(hand)}[/], {hand_name(hand, house.ranking)}")
    bets = SeatBets(_SEAT, wagers, _text(hand))
    if bets.ante:
        try:
            bets.decision = _ask_for_decision(house, wagers, bankroll, out)
        except _LEAVING:
            bets.decision, leaves = "fold", True
            out.print("\nThe hand is folded.")
    settled = settle_round(house, Round([bets], dealer=_text(dealer), meters=meters))
    out.print(f'Dealer: [bold]{_text(dealer)}[/]. "{escape(settled.dealer.announcement)}"')
    for line in settled.seats[0].lines:
        title, net = house.title(line.wager), house.money(line.net)
        out.print(f"  {title:<13}{line.result:<8}{net:>8}  {escape(line.why)}")
        out.print(f"  {'':<31}[dim]{', '.join(line.clauses)}[/]")
    return settled, leaves


def _text(hand: Hand) -> str:
    return " ".join(map(card_text, hand))


def _ask_for_bets(house: House, bankroll: int, out: Console) -> Stakes:
    while True:
        asked = {name: _ask_for_bet(house, name, out) for name in house.opening_bets}
        wagers = {name: stake for name, stake in asked.items() if stake}
        staked = sum(wagers.values())
        checked = check_opening(house, Round([SeatBets(_SEAT, wagers)]))
        if checked.refusals is not msgspec.UNSET:
            for refusal in checked.refusals:
                out.print(
                    f"[red]{escape(refusal.message)}[/] [dim]({', '.join(refusal.clauses)})[/]"
                )
        elif staked > bankroll:
            out.print(f"[red]You have {house.money(bankroll)}.[/]")
        else:
            return wagers


def _ask_for_bet(house: House, wager: str, out: Console) -> int:
    limits = house.limits(wager)
    span = f"from {house.money(limits.least)}"
    if limits.maximum_cents is not None:
        span = f"{house.money(limits.least)} to {house.money(limits.most)}"

    def amount(answer: str) -> int | None:
        answer = answer.removeprefix("$") or "0"
        return int(answer) * 100 if answer.isdecimal() and len(answer) < 9 else None

    return _ask(f"{house.title(wager)} ({span}): ", amount, "Whole numbers, please.", out)


def _ask_for_decision(house: House, wagers: Stakes, bankroll: int, out: Console) -> Decision:
    ante = wagers["ante"]
    if sum(wagers.values()) + ante * house.play.multiples[0] > bankroll:
        out.print("You cannot back the ante, so the hand is folded.")
        return "fold"

    def decision(answer: str) -> Decision | None:
        words: dict[str, Decision] = {"p": "play", "play": "play", "f": "fold", "fold": "fold"}
        return words.get(answer.lower())

    raised = house.money(ante * house.play.multiples[0])
    question = f"Play {raised} or fold? [p/f] "
    return _ask(question, decision, "p to play, f to fold.", out)


def _ask(question: str, understood: Callable[[str], _T | None], hint: str, out: Console) -> _T:
    while True:
        answer = out.input(question, markup=False).strip()
        if answer.lower() in ("q", "quit"):
            raise _LeavesError
        if (meaning := understood(answer)) is not None:
            return meaning
        out.print(f"[red]{hint}[/]")
