"""A seat at a table of one, until the browser has a table. Cards are shuffled by the system."""

import secrets
from collections.abc import Callable
from typing import TypeVar

import msgspec
from rich.console import Console
from rich.markup import escape

from ..cards.card import FULL_DECK, Hand, card_text
from ..cards.names import hand_name
from ..house.dollars import dollars
from ..house.loader import load_house
from ..house.model import House, OpeningWager
from ..wagers.document import Decision, Round, SeatBets, Wagers
from ..wagers.limits import NAMES
from ..wagers.opening import check_opening
from ..wagers.settle import Settled, settle_round

_SEAT = 1
_T = TypeVar("_T")


class _LeavesError(Exception):
    """The player gets up."""


_LEAVING = (_LeavesError, EOFError, KeyboardInterrupt)


def play(key_or_file: str, *, bankroll_cents: int, json: bool) -> int:
    """Rounds until the player leaves or is broke; with `json` the rounds as one document."""
    house, out = load_house(key_or_file), Console(highlight=False, emoji=False, stderr=json)
    bankroll, meter, rounds, leaves = bankroll_cents, _seed(house), [], False
    out.print(f"[bold]{escape(house.name)}[/] ({house.key}).", end=" ")
    out.print("Enter nothing to skip a bet, q to leave.")
    while not leaves and bankroll >= house.limit("ante").minimum_cents:
        try:
            wagers = _ask_for_bets(house, bankroll, out)
        except _LEAVING:
            leaves = True
            break
        meter += _contribution(house, wagers)
        settled, leaves = _round(house, wagers, bankroll, meter, out)
        rounds.append(settled)
        bankroll += settled.seats[0].net
        if settled.progressive is not msgspec.UNSET and settled.progressive.paid:
            meter = _seed(house)
        out.print(f"You have {dollars(bankroll)}.\n")
    if not leaves:
        out.print("That is less than the minimum. Thank you for playing.")
    change = bankroll - bankroll_cents
    result = f"{dollars(abs(change))} {'up' if change > 0 else 'down'}" if change else "even"
    out.print(f"\nYou leave with {dollars(bankroll)}, {result}.")
    if json:
        print(msgspec.json.encode({"rounds": rounds, "bankroll": bankroll}).decode())
    return 0


def _seed(house: House) -> int:
    return house.progressive.meter.seed_cents if house.progressive else 0


def _contribution(house: House, wagers: Wagers) -> int:
    terms = house.progressive
    return wagers.progressive * terms.meter.contribution_cents // 100 if terms else 0


def _round(
    house: House, wagers: Wagers, bankroll: int, meter: int, out: Console
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
    if wagers.ante:
        try:
            bets.decision = _ask_for_decision(wagers, bankroll, out)
        except _LEAVING:
            bets.decision, leaves = "fold", True
            out.print("\nThe hand is folded.")
    settled = settle_round(house, Round([bets], dealer=_text(dealer), progressive_meter=meter))
    out.print(f'Dealer: [bold]{_text(dealer)}[/]. "{escape(settled.dealer.announcement)}"')
    for line in settled.seats[0].lines:
        title = NAMES.get(line.wager, "Ante Bonus")
        clauses = ", ".join(line.clauses)
        out.print(f"  {title:<13}{line.result:<8}{dollars(line.net):>8}  [dim]{clauses}[/]")
    return settled, leaves


def _text(hand: Hand) -> str:
    return " ".join(map(card_text, hand))


def _ask_for_bets(house: House, bankroll: int, out: Console) -> Wagers:
    while True:
        wagers = Wagers(**{wager: _ask_for_bet(house, wager, out) for wager in house.wagers})
        staked = sum(getattr(wagers, wager) for wager in house.wagers)
        checked = check_opening(house, Round([SeatBets(_SEAT, wagers)]))
        if checked.refusals is not msgspec.UNSET:
            for refusal in checked.refusals:
                out.print(
                    f"[red]{escape(refusal.message)}[/] [dim]({', '.join(refusal.clauses)})[/]"
                )
        elif staked > bankroll:
            out.print(f"[red]You have {dollars(bankroll)}.[/]")
        else:
            return wagers


def _ask_for_bet(house: House, wager: OpeningWager, out: Console) -> int:
    limit = house.limit(wager)
    span = f"{dollars(limit.minimum_cents)} to {dollars(limit.maximum_cents)}"

    def amount(answer: str) -> int | None:
        answer = answer.removeprefix("$") or "0"
        return int(answer) * 100 if answer.isdecimal() and len(answer) < 9 else None

    return _ask(f"{NAMES[wager]} ({span}): $", amount, "Whole dollars, please.", out)


def _ask_for_decision(wagers: Wagers, bankroll: int, out: Console) -> Decision:
    staked = sum(getattr(wagers, name) for name in wagers.__struct_fields__)
    if staked + wagers.ante > bankroll:
        out.print("You cannot back the ante, so the hand is folded.")
        return "fold"

    def decision(answer: str) -> Decision | None:
        words: dict[str, Decision] = {"p": "play", "play": "play", "f": "fold", "fold": "fold"}
        return words.get(answer.lower())

    question = f"Play {dollars(wagers.ante)} or fold? [p/f] "
    return _ask(question, decision, "p to play, f to fold.", out)


def _ask(question: str, understood: Callable[[str], _T | None], hint: str, out: Console) -> _T:
    while True:
        answer = out.input(question, markup=False).strip()
        if answer.lower() in ("q", "quit"):
            raise _LeavesError
        if (meaning := understood(answer)) is not None:
            return meaning
        out.print(f"[red]{hint}[/]")
