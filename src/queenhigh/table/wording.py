"""What happened at a table, in words: the one place that turns an event into a sentence.

Logs, dossiers, histories, live messages and the terminal all use these sentences.
"""

from collections.abc import Callable, Iterator
from typing import assert_never

import msgspec

from ..cards.card import parse_hand
from ..cards.names import hand_name
from ..house.model import House
from ..house.words import plain_words
from . import events as e
from .chips import JACKPOT_OF
from .fairness import verify
from .instructions import instruction
from .return_reason import return_reason
from .roles import role_and_name
from .seen_events import CardsSeen, Seen, glimpsed
from .sight import Glimpse, glimpse_of
from .state import STUB, Table
from .transaction import Change
from .views import HIDDEN

_REMEDIES = {
    "continue": "play goes on",
    "discard": "the card is not used",
    "next_card": "it is used as the next card",
    "complete": "the hand is completed",
    "void": "all hands are void",
    "remove_deck": "the deck is removed",
    "halt": "the table waits for a ruling",
}
# The events that follow say what the dealer does in these steps.
_STEPS_WITH_EVENTS = frozenset({"settle", "deal", "reveal_hand", "rack_hand", "end_round"})


def seen_in_words(
    viewer: str, change: Change, called: Callable[[str], str] = str
) -> Iterator[tuple[Seen, str]]:
    """What one viewer sees of a change, each event with its sentence."""
    glimpse = glimpse_of(change.before, change.after, viewer)
    return glimpsed_in_words(glimpse, change, called)


def glimpsed_in_words(
    glimpse: Glimpse, change: Change, called: Callable[[str], str] = str
) -> Iterator[tuple[Seen, str]]:
    before, after = change.before, change.after
    for seen in glimpsed(glimpse, before, change.event, after):
        yield seen, sentence(before, seen, after, called)


def story(before: Table, event: e.AnyEvent, after: Table) -> Iterator[str]:
    """A log in lines: each event's sentence, the layout when bets lock, the stacks at the end."""
    match event:
        case e.BetsLocked():
            yield from _layout(after)
        case e.RoundEnded():
            yield _sums(after)
        case e.RoundVoided() | e.SettledRoundVoided():
            yield sentence(before, event, after)
            yield _sums(after)
        case _:
            if text := sentence(before, event, after):
                yield text


def sentence(before: Table, event: Seen, after: Table, called: Callable[[str], str] = str) -> str:
    """One event in words; empty if it only moves the procedure on.

    `event` is what a viewer may see of it; the rest comes from what lies open at the table, so the
    sentence reveals no hidden card. `called` maps a player's name to the name to say.
    """
    house = after.house
    money = house.money
    match event:
        case CardsSeen():
            return f"You look at your cards: {' '.join(event.cards)}, {event.hand}"
        case e.RoundBegan():
            return f"Round {event.number}, {after.decks[event.deck].back} deck"
        case e.StepDone():
            told_by_events = event.step.name in _STEPS_WITH_EVENTS
            return "" if told_by_events else instruction(house, event.step)
        case e.Announced():
            return f'Dealer: "{event.text}"'
        case e.BetsLocked():
            return "The bets are locked"
        case e.CardsDealt():
            return f"{_who(event.seat)} is dealt {_cards(event.cards, event.count or 0)}"
        case e.PlayPlaced():
            return f"Seat {event.seat} plays {money(event.amount)}"
        case e.Folded():
            why = " (timed out)" if event.because == "time_out" else ""
            return f"Seat {event.seat} folds{why}"
        case e.DealerRevealed():
            return f"The dealer shows {' '.join(event.cards)}{_as_read(event)}"
        case e.HandRevealed():
            cards = " ".join(event.cards)
            name = hand_name(parse_hand(cards), house.ranking)
            return f"Seat {event.seat} shows {cards}: {name}{_as_read(event)}"
        case e.WagerTaken():
            return f"{_spot(house, event)}: {money(event.stake)} is taken"
        case e.WagerPushed():
            return f"{_spot(house, event)}: {money(event.stake)} pushes"
        case e.WagerPaid():
            source = " by the meter" if event.of_meter else ""
            return f"{_spot(house, event)}: {money(event.paid)} is paid{source}"
        case e.CouponSettled():
            return f"Seat {event.seat}, coupon on {house.title(event.on)}: {event.result}"
        case e.EnvyCollected():
            return f"Seat {event.seat} collects {money(event.paid)} envy"
        case e.IrregularityReported():
            detail = f" ({event.detail})" if event.detail else ""
            return f"Irregularity: {plain_words(event.kind)}{detail}: {_REMEDIES[event.remedy]}"
        case e.RoundVoided():
            late = ", what was paid is taken back" if before.round.settled else ""
            return f"The round is void: {plain_words(event.reason)}; every stake goes back{late}"
        case e.ThirdCardMissing():
            return "The dealer's hand gets its third card now"
        case e.SettledRoundVoided():
            void = f"Round {event.number}, which was settled, is void"
            return f"{void}: {plain_words(event.reason)}; all goes back"
        case e.HandRacked():
            unseen = event.count and event.seat != STUB
            return f"{_who(event.seat)} to the rack{', not shown' if unseen else ''}"
        case e.RoundEnded():
            return f"Round {event.number} is over"
        case e.SeatTaken():
            return f"{called(event.player)} sits down at seat {event.seat}"
        case e.SeatLeft() if event.by == "system":
            return f"{called(event.player)} was away for long: seat {event.seat} is given up"
        case e.SeatLeft():
            return f"{called(event.player)} leaves seat {event.seat} with {money(event.with_cents)}"
        case e.ChipsBought():
            return f"{called(event.player)} buys chips for {money(event.cents)}"
        case e.WagerPlaced() | e.TokePlaced():
            toke = "toke on " if isinstance(event, e.TokePlaced) else ""
            return f"Seat {event.seat} bets {toke}{house.title(event.wager)} {money(event.amount)}"
        case e.WagerWithdrawn() | e.TokeWithdrawn():
            why = f" ({return_reason(event.because)})" if event.because else ""
            amount = money(event.amount)
            return f"Seat {event.seat} takes back {house.title(event.wager)} {amount}{why}"
        case e.MeterFed():
            over = f", {money(event.overflow)} is beyond its limit" if event.overflow else ""
            got, reserve = money(event.meter), money(event.reserve)
            return f"The {_meter(house, event.of)} gets {got}, the reserve {reserve}{over}"
        case e.CardsReleased():
            return "The players may look at their cards"
        case e.DeckShuffled():
            if after.physical:
                return "Shuffled; the order is not known"
            if after.kind == "training":
                return "Shuffled"  # Trainee dealers have no use for the commitment.
            return f"Shuffled; commitment {event.commitment or 'none'}"
        case e.ShuffleOpened():
            right = verify(event.commitment, event.order, event.nonce)
            return f"The shuffle is opened: it {'is' if right else 'IS NOT'} the one committed to"
        case e.EntropyCommitted():
            return f"Seat {event.seat} adds to the shuffle"
        case e.EntropyRevealed():
            return f"Seat {event.seat} reveals what it adds to the shuffle"
        case e.ShuffleMixed():
            return _mixed(event)
        case e.TableOpened():
            return f"Table {event.table}, {event.house}, dealer {called(event.dealer)}"
        case e.TableClosed():
            tray = f" with {money(event.tray)} in the tray" if event.tray else ""
            return f"The table is closed{tray}"
        case e.DeckPutInUse():
            return f"The {event.back} deck is in use"
        case e.DeckRemoved():
            return (
                f"The {before.decks[event.deck].back} deck is removed: {plain_words(event.reason)}"
            )
        case e.CouponPlaced():
            where = house.title(event.on)
            return f"Seat {event.seat} lays a coupon of {money(event.face)} on {where}"
        case e.FeeCollected():
            return f"{called(event.player)} pays {money(event.cents)} to enter the hand"
        case e.MeterRead():
            meter, reserve = money(event.meter), money(event.reserve)
            which = _meter(house, event.of)
            return f"The shared {which} stands at {meter}, its reserve at {reserve}"
        case e.JackpotLocked():
            which = _meter(house, event.of)
            return f"Seat {event.seat} has hit the {which}: {money(event.cents)} is locked"
        case e.JackpotShared():
            share = f"{money(event.cents)} instead of {money(event.before)}"
            which = _meter(house, event.of)
            return f"Another table has hit the {which} too: seat {event.seat} gets {share}"
        case e.MeterReset():
            source = f", {money(event.from_reserve)} of it from the reserve"
            if event.from_overflow:
                source += f", {money(event.from_overflow)} from beyond its limit"
            which = _meter(house, event.of)
            return f"The {which} gets {money(event.seed)} towards its seed{source}"
        case e.TrayFilled():
            return f"The tray gets {money(event.cents)} from the cage{_on_slip(event)}"
        case e.TrayCredited():
            return f"The tray gives {money(event.cents)} to the cage{_on_slip(event)}"
        case e.TrayCounted():
            counted, expected = money(event.counted), money(event.expected)
            by = f"{_actor(event.by, called)} and {_actor(event.witness, called)}"
            kind = f" for the {event.inventory}" if event.inventory else ""
            return f"The tray is counted{kind} by {by}: {counted}, and should be {expected}"
        case e.DropBoxTaken():
            return f"Drop box {event.slip} is taken to the count room"
        case e.DropCounted():
            counted, expected = money(event.counted), money(event.expected)
            by = _actor(event.by, called)
            if event.witness:
                by += f" and {_actor(event.witness, called)}"
            return f"Drop box {event.box} is counted by {by}: {counted}, and should be {expected}"
        case e.ApprovalRequested():
            asked = plain_words(str(event.command["type"]))
            signers = " and ".join(
                called(each.name) if each.name else plain_words(each.role)
                for each in event.signatures
            )
            by = _actor(event.by, called)
            void = "; then the round is void" if event.voids else ""
            return f"Request {event.request} of {by}: {asked}, to be signed by {signers}{void}"
        case e.RequestSigned():
            return f"{_actor(event.by, called)} signs request {event.request}"
        case e.RequestDeclined():
            reason = f": {event.reason}" if event.reason else ""
            return f"{_actor(event.by, called)} declines request {event.request}{reason}"
        case e.TokeGiven():
            return f"Seat {event.seat} gives {called(event.dealer)} {money(event.amount)}"
        case e.NoticeGiven():
            where = "" if event.seat is None else f" at seat {event.seat}"
            return f"Told of the {event.about}{where}: {_people(event.told)}"
        case e.StubCounted():
            return f"The stub has {event.count} cards, the deck {event.total}"
        case e.LateLimitNoticed():
            placed, actual = money(event.placed), money(event.actual)
            where = f"Seat {event.seat}, {house.title(event.wager)}"
            if isinstance(event.noticed, int):
                lay = money(event.noticed)
                return f"{where}: {lay} lies there, not {placed}; {actual} counts"
            return f"{where}: {actual} lies there, not {placed}; it stands"
        case e.TableHalted():
            return f"The table halts for {plain_words(event.waits_for)}: {plain_words(event.kind)}"
        case e.RulingMade():
            return f"Ruling: {event.ruling}. {event.reason}"
        case e.DealerRelieved():
            return f"{called(event.incoming)} relieves {called(event.outgoing)}"
        case e.LimitsChanged():
            low, high = money(event.minimum), money(event.maximum)
            return f"New limits on {house.title(event.wager)}: {low} to {high}"
        case e.ShufflerFailed():
            return "The shuffler has failed"
        case e.ShufflerReplaced():
            return f"Another shuffler is at the table: {plain_words(event.source)}"
        case e.ShuffledByHandInstead():
            return "The deck is shuffled by hand instead"
        case e.DeckFlawed():
            flaws = f"The {before.decks[event.deck].back} deck has flaws: {event.flaws}"
            return f"{flaws}; told: {_people(event.told)}"
        case e.DeckChangeDue():
            back = before.decks[event.deck].back
            return f"The {back} deck must be changed after {event.hours} hours"
        case e.DeckCut():
            return f"Cut at {event.count} cards"
        case e.RecutOrdered():
            return f"A recut is ordered: {event.reason}"
        case e.ChipsColoured():
            whose = f"seat {event.seat}" if event.seat else "the table"
            return f"{money(event.cents)} of {whose} changes colour, seen by {event.supervisor}"
        case e.CouponWithdrawn():
            return f"Seat {event.seat} takes the coupon on {house.title(event.on)} back"
        case e.HandThrownIn():
            return f"Seat {event.seat} throws the hand in"
        case e.AwardsCalled():
            titles = " and ".join(house.title(wager) for wager in event.wagers)
            return f"Seat {event.seat} calls {titles or 'nothing'}"
        case e.PayoutVerified():
            return f"The payout at seat {event.seat} is verified by {_actor(event.by, called)}"
        case e.CardsDiscarded():
            return f"Set aside: {_cards(event.cards, event.count or 0)}"
        case e.CardsExposed():
            return f"{_who(event.seat)} is exposed: {' '.join(event.cards)}"
        case e.TableIdled():
            return f"The table is idle, the cards face {event.face}"
        case e.SettlementBegan() | e.DecisionsBegan() | e.DecisionsDone() | e.FirstCardAwaited():
            return ""
        case e.CallsAwaited() | e.HandsAwaited() | e.HandSettled() | e.SettlementCorrected():
            return ""
        case e.CardsRead():
            return f"{_who(event.place)} is read: {_cards(event.cards)}"
        case e.BetReopened():
            return f"Seat {event.seat}, {_reopened(house, event)}: taken back, and settled again"
        case e.CardCorrected():
            changed = f"{event.actual}, not {event.entered}"
            return f"Corrected: {_who(event.seat)} has {changed} ({event.reason})"
        case e.DecisionCorrected():
            said = {"play": "plays", "fold": "folds", "": "has not decided"}
            changed = f"{said[event.actual]}, and not as entered: {said[event.entered]}"
            return f"Corrected: seat {event.seat} {changed} ({event.reason})"
        case e.WagerCorrected():
            changed = f"{money(event.actual)}, not {money(event.entered)}"
            where = f"seat {event.seat}, {house.title(event.wager)}"
            return f"Corrected: {where} is {changed} ({event.reason})"
        case e.CouponCorrected():
            changed = f"{money(event.actual)}, not {money(event.entered)}"
            where = f"seat {event.seat}, coupon on {house.title(event.on)}"
            return f"Corrected: {where} is {changed} ({event.reason})"
        case e.PayoutCorrected():
            entered = money(event.entered_paid + event.entered_returned)
            really = money(event.paid + event.returned)
            where = f"seat {event.seat}, {house.title(event.wager)}"
            return f"Corrected: {where} got {really}, not {entered} ({event.reason})"
        case e.CorrectionMade():
            return _differences(house, event, called)
        case _:
            assert_never(event)


def _as_read(event: e.DealerRevealed | e.HandRevealed) -> str:
    """Only in the log: viewers do not learn what a device has read."""
    return f" (entered; the device had read {' '.join(event.read)})" if event.read else ""


def _who(seat: int) -> str:
    return {0: "The dealer's hand", -1: "The stub"}.get(seat, f"Seat {seat}")


def _cards(cards: tuple[str, ...], unseen: int = 0) -> str:
    """The cards as text, or their number if they lie face down."""
    if HIDDEN not in cards and not unseen:
        return " ".join(cards)
    number = len(cards) or unseen
    return "a card face down" if number == 1 else f"{number} cards face down"


def _reopened(house: House, event: e.BetReopened) -> str:
    if event.wager == JACKPOT_OF:
        return "jackpot"
    named = {"match_play": f"coupon on {event.on}", "envy": "envy"}
    return f"{'toke on ' if event.toke else ''}{named.get(event.wager) or house.title(event.wager)}"


def _differences(house: House, event: e.CorrectionMade, called: Callable[[str], str]) -> str:
    """Who gets chips by the correction, and who gives them back."""
    more = [
        f"{called(player)} gets {house.money(cents)}"
        for player, cents in event.differences.items()
        if cents > 0
    ]
    less = [
        f"{called(player)} gives back {house.money(-cents)}"
        for player, cents in event.differences.items()
        if cents < 0
    ]
    return f"By the correction {' and '.join([*more, *less]) or 'no chips move'}"


def _on_slip(event: e.TrayFilled | e.TrayCredited) -> str:
    if not isinstance(event.slip, int):
        return ""
    carried = f", carried by {event.runner}" if event.runner else ""
    return f" (slip {event.slip}{carried})"


def _actor(by: str, called: Callable[[str], str]) -> str:
    """Who did it: as in the log, or as people say it."""
    if called is str:
        return by
    role, name = role_and_name(by)
    return f"{plain_words(role)} {called(name)}" if name else plain_words(role)


def _people(told: tuple[str, ...]) -> str:
    return ", ".join(map(plain_words, told)) or "nobody"


def _spot(house: House, event: e.WagerTaken | e.WagerPushed | e.WagerPaid) -> str:
    toke = "toke on " if event.toke else ""
    return f"Seat {event.seat}, {toke}{house.title(event.wager)}"


def _layout(table: Table) -> Iterator[str]:
    house = table.house
    for seat in table.round.positions:
        bets = table.bets(seat)
        placed = [
            f"{house.title(name)} {house.money(bets.wagers[name])}"
            for name in house.opening_bets
            if bets.wagers.get(name)
        ]
        tokes = [
            f"toke {house.title(name)} {house.money(amount)}"
            for name, amount in bets.placed_tokes()
        ]
        yield f"Seat {seat}, {table.seats[seat].player}: {', '.join(placed + tokes)}"


def _sums(table: Table) -> str:
    house = table.house
    stacks = [
        f"seat {seat} {house.money(table.stack(held.player))}"
        for seat, held in sorted(table.seats.items())
    ]
    meters = [
        f"; {_meter(house, name)} {house.money(cents)}" for name, cents in table.meters.items()
    ]
    return f"Stacks: {', '.join(stacks)}{''.join(meters)}"


def _mixed(event: e.ShuffleMixed) -> str:
    added = ", ".join(map(str, event.entropy)) or "nobody"
    left_out = ", ".join(map(str, event.withheld))
    without = f"; not revealed in time: {left_out}" if left_out else ""
    return f"The order is mixed with what seats added: {added}{without}"


def _meter(house: House, name: str | msgspec.UnsetType) -> str:
    """The meter's name, by its title if there are several."""
    if name is msgspec.UNSET or name == house.only_meter:
        return "meter"
    return f"{house.meters[name].title} meter"
