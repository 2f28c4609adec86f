"""Irregularities, rulings and corrections in words."""

from ..house.words import plain_words
from . import events as e
from .chips import JACKPOT_OF
from .sentence_context import Moment, cards_in_words, who

_REMEDIES = {
    "continue": "play goes on",
    "discard": "the card is not used",
    "next_card": "it is used as the next card",
    "complete": "the hand is completed",
    "void": "all hands are void",
    "remove_deck": "the deck is removed",
    "halt": "the table waits for a ruling",
}


def irregularity_reported(at: Moment, event: e.IrregularityReported) -> str:
    detail = f" ({event.detail})" if event.detail else ""
    return f"Irregularity: {plain_words(event.kind)}{detail}: {_REMEDIES[event.remedy]}"


def round_voided(at: Moment, event: e.RoundVoided) -> str:
    late = ", what was paid is taken back" if at.before.round.settled else ""
    return f"The round is void: {plain_words(event.reason)}; every stake goes back{late}"


def third_card_missing(at: Moment, event: e.ThirdCardMissing) -> str:
    return "The dealer's hand gets its third card now"


def settled_round_voided(at: Moment, event: e.SettledRoundVoided) -> str:
    void = f"Round {event.number}, which was settled, is void"
    return f"{void}: {plain_words(event.reason)}; all goes back"


def table_halted(at: Moment, event: e.TableHalted) -> str:
    return f"The table halts for {plain_words(event.waits_for)}: {plain_words(event.kind)}"


def ruling_made(at: Moment, event: e.RulingMade) -> str:
    return f"Ruling: {event.ruling}. {event.reason}"


def cards_discarded(at: Moment, event: e.CardsDiscarded) -> str:
    return f"Set aside: {cards_in_words(event.cards, event.count or 0)}"


def cards_exposed(at: Moment, event: e.CardsExposed) -> str:
    return f"{who(event.seat)} is exposed: {' '.join(event.cards)}"


def bet_reopened(at: Moment, event: e.BetReopened) -> str:
    return f"Seat {event.seat}, {_reopened(at, event)}: taken back, and settled again"


def card_corrected(at: Moment, event: e.CardCorrected) -> str:
    changed = f"{event.actual}, not {event.entered}"
    return f"Corrected: {who(event.seat)} has {changed} ({event.reason})"


def decision_corrected(at: Moment, event: e.DecisionCorrected) -> str:
    said = {"play": "plays", "fold": "folds", "": "has not decided"}
    changed = f"{said[event.actual]}, and not as entered: {said[event.entered]}"
    return f"Corrected: seat {event.seat} {changed} ({event.reason})"


def wager_corrected(at: Moment, event: e.WagerCorrected) -> str:
    changed = f"{at.money(event.actual)}, not {at.money(event.entered)}"
    where = f"seat {event.seat}, {at.house.title(event.wager)}"
    return f"Corrected: {where} is {changed} ({event.reason})"


def coupon_corrected(at: Moment, event: e.CouponCorrected) -> str:
    changed = f"{at.money(event.actual)}, not {at.money(event.entered)}"
    where = f"seat {event.seat}, coupon on {at.house.title(event.on)}"
    return f"Corrected: {where} is {changed} ({event.reason})"


def payout_corrected(at: Moment, event: e.PayoutCorrected) -> str:
    entered = at.money(event.entered_paid + event.entered_returned)
    really = at.money(event.paid + event.returned)
    where = f"seat {event.seat}, {at.house.title(event.wager)}"
    return f"Corrected: {where} got {really}, not {entered} ({event.reason})"


def correction_made(at: Moment, event: e.CorrectionMade) -> str:
    """Who gets chips by the correction, and who gives them back."""
    more = [
        f"{at.called(player)} gets {at.money(cents)}"
        for player, cents in event.differences.items()
        if cents > 0
    ]
    less = [
        f"{at.called(player)} returns {at.money(-cents)}"
        for player, cents in event.differences.items()
        if cents < 0
    ]
    return f"Correction: {', '.join([*more, *less]) or 'no chips move'}"


def _reopened(at: Moment, event: e.BetReopened) -> str:
    if event.wager == JACKPOT_OF:
        return "jackpot"
    named = {"match_play": f"coupon on {event.on}", "envy": "envy"}
    title = named.get(event.wager) or at.house.title(event.wager)
    return f"{'toke on ' if event.toke else ''}{title}"
