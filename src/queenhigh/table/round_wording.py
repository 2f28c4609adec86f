"""A round in words: cards, decisions, the settlement."""

from ..cards.card import parse_hand
from ..cards.names import hand_name
from . import events as e
from .instructions import instruction
from .seen_events import CardsSeen
from .sentence_context import Moment, cards_in_words, people, who
from .state import STUB

# The events that follow say what the dealer does in these steps.
_WITH_EVENTS = frozenset({"settle", "deal", "reveal_hand", "rack_hand", "end_round"})


def cards_seen(at: Moment, event: CardsSeen) -> str:
    return f"You look at your cards: {' '.join(event.cards)}, {event.hand}"


def round_began(at: Moment, event: e.RoundBegan) -> str:
    return f"Round {event.number}, {at.after.decks[event.deck].back} deck"


def step_done(at: Moment, event: e.StepDone) -> str:
    told_by_events = event.step.name in _WITH_EVENTS
    return "" if told_by_events else instruction(at.house, event.step)


def announced(at: Moment, event: e.Announced) -> str:
    return f'Dealer: "{event.text}"'


def cards_dealt(at: Moment, event: e.CardsDealt) -> str:
    return f"{who(event.seat)} is dealt {cards_in_words(event.cards, event.count or 0)}"


def play_placed(at: Moment, event: e.PlayPlaced) -> str:
    return f"Seat {event.seat} plays {at.money(event.amount)}"


def folded(at: Moment, event: e.Folded) -> str:
    why = " (timed out)" if event.because == "time_out" else ""
    return f"Seat {event.seat} folds{why}"


def dealer_revealed(at: Moment, event: e.DealerRevealed) -> str:
    cards = " ".join(event.cards)
    name = hand_name(parse_hand(cards), at.house.ranking)
    out = "" if event.qualifies else ", and does not qualify"
    return f"The dealer shows {cards}: {name}{out}{_as_read(event)}"


def hand_revealed(at: Moment, event: e.HandRevealed) -> str:
    cards = " ".join(event.cards)
    name = hand_name(parse_hand(cards), at.house.ranking)
    return f"Seat {event.seat} shows {cards}: {name}{_as_read(event)}"


def wager_taken(at: Moment, event: e.WagerTaken) -> str:
    return f"{_spot(at, event)}: {at.money(event.stake)} is taken"


def wager_pushed(at: Moment, event: e.WagerPushed) -> str:
    return f"{_spot(at, event)}: {at.money(event.stake)} pushes"


def wager_paid(at: Moment, event: e.WagerPaid) -> str:
    source = " by the meter" if event.of_meter else ""
    return f"{_spot(at, event)}: {at.money(event.paid)} is paid{source}"


def coupon_settled(at: Moment, event: e.CouponSettled) -> str:
    return f"Seat {event.seat}, coupon on {at.house.title(event.on)}: {event.result}"


def envy_collected(at: Moment, event: e.EnvyCollected) -> str:
    return f"Seat {event.seat} collects {at.money(event.paid)} envy"


def hand_racked(at: Moment, event: e.HandRacked) -> str:
    unseen = event.count and event.seat != STUB
    return f"{who(event.seat)} to the rack{', not shown' if unseen else ''}"


def round_ended(at: Moment, event: e.RoundEnded) -> str:
    return f"Round {event.number} is over"


def cards_released(at: Moment, event: e.CardsReleased) -> str:
    return "The players may look at their cards"


def notice_given(at: Moment, event: e.NoticeGiven) -> str:
    where = "" if event.seat is None else f" at seat {event.seat}"
    return f"Told of the {event.about}{where}: {people(event.told)}"


def stub_counted(at: Moment, event: e.StubCounted) -> str:
    return f"The stub has {event.count} cards, the deck {event.total}"


def hand_thrown_in(at: Moment, event: e.HandThrownIn) -> str:
    return f"Seat {event.seat} throws the hand in"


def awards_called(at: Moment, event: e.AwardsCalled) -> str:
    titles = " and ".join(at.house.title(wager) for wager in event.wagers)
    return f"Seat {event.seat} calls {titles or 'nothing'}"


def payout_verified(at: Moment, event: e.PayoutVerified) -> str:
    return f"The payout at seat {event.seat} is verified by {at.actor(event.by)}"


def cards_read(at: Moment, event: e.CardsRead) -> str:
    return f"{who(event.place)} is read: {cards_in_words(event.cards)}"


def _as_read(event: e.DealerRevealed | e.HandRevealed) -> str:
    """Only in the log: viewers do not learn what a device has read."""
    return f" (entered; the device had read {' '.join(event.read)})" if event.read else ""


def _spot(at: Moment, event: e.WagerTaken | e.WagerPushed | e.WagerPaid) -> str:
    toke = "toke on " if event.toke else ""
    return f"Seat {event.seat}, {toke}{at.house.title(event.wager)}"
