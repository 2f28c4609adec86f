"""Every step of the procedure: its role, its instruction, and its clauses."""

from collections.abc import Collection
from typing import Final

import msgspec

from ..house.model import House
from ..house.points import Point, point
from ..house.words import listed, plain_words
from .events import Kind, Step
from .refusal import Refusal, TableRefusal
from .roles import FLOOR
from .state import DEALT_BY_PEOPLE


class StepRule(msgspec.Struct, frozen=True):
    text: str  # The instruction, as told to a dealer.
    because: Point
    role: str = "dealer"


STEPS: Final[dict[str, StepRule]] = {
    # Opening
    "break_seal": StepRule(
        "Break the seal and open the deck.", point("step.break_seal"), role="floor"
    ),
    "inspect": StepRule("Sort the cards and inspect them, front and back.", point("step.inspect")),
    "verify": StepRule("Verify the inspection.", point("step.verify"), role="floor"),
    "count": StepRule("Count the deck.", point("step.count")),
    "rack_deck": StepRule("Put the deck in the discard rack.", point("step.rack_deck")),
    "spread_for_first_player": StepRule(
        "Spread the cards face up, by suit and in sequence, for the first player to inspect.",
        point("step.spread_for_first_player"),
    ),
    "wash": StepRule("Turn the cards face down and wash them thoroughly.", point("step.wash")),
    "stack": StepRule("Stack the cards.", point("step.stack")),
    "spread_face_down": StepRule(
        "Spread the deck face down until play.", point("step.spread_face_down")
    ),
    # Shuffle and cut
    "box": StepRule("Box the deck.", point("step.box")),
    "spin": StepRule("Spin the deck.", point("step.spin")),
    "square": StepRule("Square the deck.", point("step.square")),
    "split": StepRule("Split into two equal stacks.", point("step.split")),
    "riffle": StepRule("Riffle.", point("step.riffle")),
    "strip": StepRule("Strip the deck.", point("step.strip")),
    "load_machine": StepRule("Put the used deck in the shuffler.", point("step.load_machine")),
    "shuffle": StepRule(
        "Shuffle, or let the machine shuffle; the deck ends as a single stack.",
        point("step.shuffle"),
    ),
    "cut": StepRule(
        "Cut with one hand onto the cut card, near the middle, never fewer than the least.",
        point("step.cut"),
    ),
    "cut_once": StepRule(
        "Cut once; no cut card is needed for the machine.", point("step.cut_once")
    ),
    "rack_cover_card": StepRule(
        "Put the cover card in the discard rack; the deck is ready to be dealt.",
        point("step.rack_cover_card"),
    ),
    "load_shoe": StepRule("Put the stacked deck in the shoe.", point("step.load_shoe")),
    "take_in_hand": StepRule(
        "Take the deck in one hand, keep it in that hand, over the tray.",
        point("step.take_in_hand"),
    ),
    # Dealing
    "name_who_has_no_pair_plus": StepRule(
        "Name the positions without the bet.", point("step.name_who_has_no_pair_plus")
    ),
    "collect_fee": StepRule(
        "Collect the entry charge from each player.", point("step.collect_fee")
    ),
    "deal": StepRule(
        "Deal face down, from the far left, to each position with a bet and to the dealer last.",
        point("step.deal"),
    ),
    "retrieve_cover_card": StepRule(
        "Take the cover card back from the discard rack.", point("step.retrieve_cover_card")
    ),
    "cover_dealer_stack": StepRule(
        "Lay the cover card on the dealer's stack before it leaves the shoe.",
        point("step.cover_dealer_stack"),
    ),
    "slide_cut_card_under": StepRule(
        "Slide the cut card into the tray and lift the dealer's cards with it underneath.",
        point("step.slide_cut_card_under"),
    ),
    "remove_stub": StepRule(
        "Take the remaining cards out of shoe or machine.", point("step.remove_stub")
    ),
    "check_red_light": StepRule(
        "Check for the machine's red light.", point("step.check_red_light")
    ),
    "check_green_light": StepRule(
        "Wait for the machine's green light.", point("step.check_green_light")
    ),
    "count_stub": StepRule("Count the stub face down on the layout.", point("step.count_stub")),
    "rack_stub": StepRule(
        "Put the stub in the discard rack without exposing a card.", point("step.rack_stub")
    ),
    "release": StepRule(
        "Let the players look at their cards: square the dealer's hand or signal.",
        point("step.release"),
    ),
    "deal_third_card": StepRule(
        "Deal the dealer's third card, the next card of the deck.",
        point("irregularity.dealer_third_card"),
    ),
    # Completion
    "collect_folds": StepRule("Take the folded bets and the cards.", point("step.collect_folds")),
    "verify_plays": StepRule(
        "See that each ante has a play of the same amount, and that all cards lie face down, "
        "tucked under their bets.",
        point("step.verify_plays"),
    ),
    "reveal_dealer": StepRule(
        "Turn over the dealer's hand, arrange it from high to low and name it.",
        point("step.reveal_dealer"),
    ),
    "hear_calls": StepRule(
        "Ask whose bets win: those that have to be called aloud are paid only if they are.",
        point("step.hear_calls"),
    ),
    "reveal_hand": StepRule(
        "Turn over the player's hand so that every card can be read.", point("step.reveal_hand")
    ),
    "verify_payout": StepRule(
        "Verify the payout before it is paid.", point("step.verify_payout"), role="floor"
    ),
    "notify_royal": StepRule(
        "Report the award to the people named by the house.", point("step.notify_royal")
    ),
    "verify_royal": StepRule(
        "Verify the hand; the winner stays seated.", point("step.verify_royal"), role="surveillance"
    ),
    "settle": StepRule("Take, push or pay the bet.", point("step.settle")),
    "rack_hand": StepRule(
        "Pick the hand up in order and put it in the discard rack.", point("step.rack_hand")
    ),
    "end_round": StepRule("The round is over.", point("step.end_round")),
    # Between rounds
    "enter_from_left": StepRule(
        "Come in from behind and from the left of the outgoing dealer, who deals until then.",
        point("step.enter_from_left"),
    ),
    "tap": StepRule("Tap the outgoing dealer on the shoulder.", point("step.tap")),
    "spread": StepRule("Spread the cards on the table before leaving.", point("step.spread")),
}
ALL_STEPS = frozenset(STEPS)
_OF_CLAIMS = frozenset({"hear_calls"})


def automation_problem(kind: Kind | None, automation: Collection[str]) -> Refusal | None:
    """Why a table of this kind cannot do these steps by itself; None if it can."""
    if unknown := set(automation) - ALL_STEPS:
        message = f"No step is called {', '.join(sorted(unknown))}."
        return Refusal(TableRefusal.UNKNOWN_STEP.value, message)
    if kind in DEALT_BY_PEOPLE and automation:
        message = f"Steps cannot be automated at a {kind} table."
        return Refusal(TableRefusal.NOT_THIS_KIND.value, message)
    return None


def steps_of(house: House) -> frozenset[str]:
    """The steps that can occur at a table of this house."""
    claims = any(wager.claim for wager in house.wagers.values())
    return ALL_STEPS if claims else ALL_STEPS - _OF_CLAIMS


def with_shuffle(automation: tuple[str, ...]) -> tuple[str, ...]:
    """The automated steps of a table whose cards are the system's, always with the shuffle."""
    done = {"all", "shuffle"} & {*automation}
    return automation if done else (*automation, "shuffle")


BETS_CHECKED = point("shuffle.bets_checked")
PLAYER_CUTS = point("cut.player")
OFFERED = point("decision.offered")


def because_of(house: House, step: str, manner: str = "") -> tuple[Point | str, ...]:
    """Why a step is done: the point that requires it, and what the house adds.

    `manner` is the setting, if any, that says how the chips of a settled bet are handled.
    """
    because = STEPS[step].because
    match step:
        case "settle" if manner:
            return because, manner
        case "inspect" if house.cards.cover_cards == 2:
            return because, "cards.cover_cards"
        case "shuffle" if house.shuffle.bets_checked:
            return because, BETS_CHECKED
        case "cut" if house.shuffle.last_cut == "player":
            return because, PLAYER_CUTS
        case _:
            return (because,)


# Where the table stands still.
REPORT_AWAITED = "The round is paused until the report is signed, declined or taken back."


def ruling_awaited(waits_for: str) -> str:
    return f"The table waits for a ruling by {plain_words(waits_for)}."


def role_of_step(house: House, name: str) -> str:
    """The role that does a step: the house's choice, or the fixed one."""
    match name:
        case "break_seal":
            return house.cards.opened_by
        case "verify":
            return house.cards.verified_by
        case "cut":
            return house.shuffle.cut_by
        case "verify_payout" if house.completion.verified_by:
            return house.completion.verified_by
        case _:
            return STEPS[name].role


def is_control(house: House, name: str) -> bool:
    """Whether people must do the step where they deal for money: it pays, or checks the dealer."""
    return name == "settle" or role_of_step(house, name) in (*FLOOR, "surveillance")


def without_controls(house: House, automation: tuple[str, ...]) -> tuple[str, ...]:
    """The steps that the system does at a money table: controls only if it does every step."""
    if "all" in automation or steps_of(house) <= {*automation}:
        return automation
    return tuple(each for each in automation if not is_control(house, each))


def instruction(house: House, step: Step) -> str:
    """The instruction for a step, adapted to the house."""
    text, more = STEPS[step.name].text, ""
    match step.name:
        case "inspect" if house.cards.cover_cards == 2:
            more = "Have two cut cards at the table."
        case "name_who_has_no_pair_plus":
            named = [wager.title for wager in house.wagers.values() if wager.absent]
            return f"Name the positions without {' and without '.join(named)}." if named else text
        case "notify_royal":
            told = told_of_awards(house) or ("floor",)
            return f"Tell {listed(map(plain_words, told))} of the royal flush or jackpot."
        case "shuffle" if BETS_CHECKED in because_of(house, step.name):
            more = "Meanwhile see that everybody who wants to bet has done so."
        case "cut" if PLAYER_CUTS in because_of(house, step.name):
            more = "Offer it to the player at your far left, then to the next; else the first cuts."
        case "deal" if house.dealing.verify_hands and house.dealing.method == "automated_shoe":
            more = "Spread the cards enough to see that there are three."
        case "deal" if step.seat == 0 and house.dealing.dealer_stack == "bottom_card_hidden":
            more = "Do not expose the bottom card."
        case "collect_folds" if house.decisions.verify_folds:
            more = (
                "The bets first; then fan the hand face down to see its three cards, and rack it."
            )
        case "reveal_hand" if house.completion.work_area:
            more = "Bring it into the work area first, between its bets and the dealer's hand."
        case "reveal_hand" if house.completion.legibility:
            more = "Lay the cards diagonally, one pip of each showing."
        case "rack_hand" if house.completion.racked == "hand_by_hand":
            more = "Each hand goes by itself, so that it can be rebuilt."
    return f"{text} {more}" if more else text


def told_of_awards(house: House) -> tuple[str, ...]:
    """The roles told of awards, and of jackpots for which the book names nobody."""
    rows = [row for wager in house.wagers.values() for row in wager.pays.values()]
    named = dict.fromkeys(role for row in rows for role in row.notify)
    return tuple(named) or house.compliance.notify


def offer(house: House, seat: int) -> tuple[str, tuple[Point, ...]]:
    """A seat's decision in words for the dealer, and the point that asks the dealer to offer it."""
    if house.decisions.offered_by_dealer:
        return f"Offer seat {seat} the choice: play or fold.", (OFFERED,)
    return f"Seat {seat} decides: play or fold.", ()
