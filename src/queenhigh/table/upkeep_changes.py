"""Changes to dealers, slips, requests, decks and limits."""

from collections.abc import Iterable
from datetime import datetime
from functools import lru_cache

import msgspec

from ..cards.card import parse_cards
from ..house.calendar import calendar
from ..house.loader import with_settings
from ..house.model import House
from ..wagers.limits import limit_path
from . import events as e
from .chips import meters_opened
from .fairness import mixed
from .named_hands import with_named_hand
from .roles import Actor, role_of
from .state import Bought, Deck, Phase, Request, Round, Table


def with_dealer(table: Table, dealer: str, since: datetime) -> Table:
    return table.but(dealer=dealer, dealer_since=since)


def with_chips_bought_alone(table: Table, event: e.ChipsBought) -> Table:
    """Count chips that a dealer bought unsigned; in older logs, those within the limit."""
    if not table.guarded or event.signed or role_of(table.house, event.by) != "dealer":
        return table
    dealer = Actor.parse(event.by).name
    cents = table.bought_alone_by(dealer, event.at) + event.cents
    if cents > table.house.controls.staff_buy_in_cents:
        return table
    bought = Bought(calendar(table.house.compliance).day(event.at), cents)
    return table.but(bought_alone={**table.bought_alone, dealer: bought})


def dealer_leaving(dealer: str, todo: Iterable[e.Step]) -> str:
    """The relieved dealer, if the cards are still to be spread."""
    return dealer if any(step.name == "spread" for step in todo) else ""


def with_signed_slip(table: Table, moved: e.TrayFilled | e.TrayCredited | e.DropBoxTaken) -> Table:
    """Record the slip; everybody named on it has moved chips."""
    if not isinstance(moved.slip, int) or not isinstance(moved.signed, tuple):
        return table
    names = (Actor.parse(each).name for each in moved.signed)
    movers = {**table.movers, **dict.fromkeys(names, moved.at)}
    return table.but(movers=movers, last_slip=max(table.last_slip, moved.slip))


def without_request(table: Table, number: int) -> Table:
    return table.but(requests={n: each for n, each in table.requests.items() if n != number})


def with_opened_deck(table: Table, done: e.StepDone) -> Table:
    """Record the first step of a deck's opening: its age may count from then."""
    number = done.step.deck
    if table.phase is not Phase.OPENING or number is None or table.decks[number].opened:
        return table
    return table.with_deck(number, opened=done.at)


def with_limits(house: House, changed: e.LimitsChanged) -> House:
    """The house with the new limits posted, and with its book's objections to them."""
    return _posted(house, changed.wager, changed.minimum, changed.maximum)


@lru_cache(maxsize=256)
def _posted(house: House, wager: str, minimum: int, maximum: int) -> House:
    path = limit_path(wager)
    changed = {f"{path}.minimum_cents": minimum, f"{path}.maximum_cents": maximum}
    return with_settings(house, changed)


def with_mixed_order(table: Table, event: e.ShuffleMixed) -> Table:
    """Permute the order by what players revealed; an unknown order stays unknown."""
    deck = table.decks[event.deck]
    order = mixed(deck.order, deck.commitment, event.entropy)
    for seat in set(event.withheld) & table.seats.keys():
        table = table.with_seat(seat, withheld=True)
    return table.with_deck(event.deck, order=order).with_round(mixed=True)


def with_entropy_of(table: Table, seats: Iterable[int]) -> Table:
    """Keep only these seats' commitments to the deck in play."""
    if not table.decks or not table.deck.entropy:
        return table
    kept = {seat: told for seat, told in table.deck.entropy.items() if seat in set(seats)}
    return table.with_deck(table.round.deck, entropy=kept)


def table_opened(table: Table, event: e.TableOpened) -> Table:
    return table.but(
        name=event.table,
        phase=Phase.OPENING,
        dealer=event.dealer,
        dealer_since=event.at,
        automation=frozenset(event.automation),
        linked=frozenset(
            key for key, each in meters_opened(table.house, event).items() if each.linked
        ),
        todo=event.todo,
        decks=tuple(map(Deck, table.house.cards.backs[: table.house.cards.decks])),
        guarded=event.guarded is True,
        kind=event.kind if isinstance(event.kind, str) else "",
        tray_is_chips=event.chips is not msgspec.UNSET,
        inventory="",
        chips_found=None,
        movers={**table.movers, Actor.parse(event.by).name: event.at},
    )


def table_closed(table: Table, event: e.TableClosed) -> Table:
    # Numbering continues when it reopens; a number prepared but never dealt is reused.
    last = table.round.number - (0 if table.round.over else 1)
    return table.but(
        phase=Phase.CLOSED,
        todo=(),
        decks=(),
        round=Round(number=max(0, last), over=True),
        played_before=max(0, last),
        chips_found=table.chips_found if table.tray_counted else None,
        deck_shift=0,
        last_counts={},
        played={},
        dealer="",
        leaving="",
        requests={},
        results={},
    )


def deck_put_in_use(table: Table, event: e.DeckPutInUse) -> Table:
    return table.with_deck(event.deck, in_use_since=event.at, reminded=False)


def deck_removed(table: Table, event: e.DeckRemoved) -> Table:
    fresh = Deck(table.decks[event.deck].back)
    decks = (*table.decks[: event.deck], fresh, *table.decks[event.deck + 1 :])
    return table.but(decks=decks, phase=Phase.OPENING, todo=event.todo)


def deck_change_due(table: Table, event: e.DeckChangeDue) -> Table:
    return table.with_deck(event.deck, reminded=True)


def deck_shuffled(table: Table, event: e.DeckShuffled) -> Table:
    order = parse_cards(event.order)
    return table.with_deck(
        event.deck,
        order=order,
        shuffled=order,
        commitment=event.commitment,
        nonce=event.nonce,
        entropy={},
        revealed={},
    )


def entropy_committed(table: Table, event: e.EntropyCommitted) -> Table:
    committed = {**table.deck.entropy, event.seat: event.commitment}
    return table.with_deck(table.round.deck, entropy=committed)


def entropy_revealed(table: Table, event: e.EntropyRevealed) -> Table:
    revealed = {**table.deck.revealed, event.seat: event.entropy}
    return table.with_deck(table.round.deck, revealed=revealed)


def deck_cut(table: Table, event: e.DeckCut) -> Table:
    order = table.decks[event.deck].order
    return table.with_deck(event.deck, order=order[event.count :] + order[: event.count])


def shuffle_opened(table: Table, event: e.ShuffleOpened) -> Table:
    unknown: dict[str, object] = {"order": (), "shuffled": (), "commitment": "", "nonce": ""}
    return table.with_deck(event.deck, **unknown, entropy={}, revealed={})


def dealer_relieved(table: Table, event: e.DealerRelieved) -> Table:
    if any(step.name == "tap" for step in event.todo):
        return table.but(relief=event.incoming, todo=event.todo)  # On duty from the tap.
    leaving = dealer_leaving(event.outgoing, event.todo)
    return with_dealer(table.but(todo=event.todo, leaving=leaving), event.incoming, event.at)


def limits_changed(table: Table, event: e.LimitsChanged) -> Table:
    return table.but(house=with_limits(table.house, event))


def table_idled(table: Table, event: e.TableIdled) -> Table:
    return table.but(idle=True, todo=event.todo)


def recut_ordered(table: Table, event: e.RecutOrdered | e.FirstCardAwaited) -> Table:
    return table.but(todo=event.todo)


def shuffler_failed(table: Table, event: e.ShufflerFailed) -> Table:
    return table.but(shuffler_works=False)


def shuffler_replaced(table: Table, event: e.ShufflerReplaced) -> Table:
    return table.but(shuffler_works=True)


def shuffled_by_hand_instead(table: Table, event: e.ShuffledByHandInstead) -> Table:
    return table.but(by_hand=True, todo=event.todo)


def chips_moved(table: Table, event: e.TrayFilled | e.TrayCredited) -> Table:
    return with_signed_slip(table, event)


def tray_counted(table: Table, event: e.TrayCounted) -> Table:
    kind = event.inventory if isinstance(event.inventory, str) else table.inventory
    chips = event.chips if isinstance(event.chips, tuple) else None
    return table.but(tray_counted=True, inventory=kind, chips_found=chips)


def drop_box_taken(table: Table, event: e.DropBoxTaken) -> Table:
    boxes = {**table.boxes, event.slip: event.cents}
    return with_signed_slip(table, event).but(boxes=boxes)


def drop_counted(table: Table, event: e.DropCounted) -> Table:
    return table.but(boxes={n: c for n, c in table.boxes.items() if n != event.box})


def approval_requested(table: Table, event: e.ApprovalRequested) -> Table:
    slip = event.slip if isinstance(event.slip, int) else 0
    request = Request(event.command, event.signatures, (event.by,), slip, event.voids is True)
    requests = {**table.requests, event.request: request}
    last = slip or table.last_slip
    asked = table.but(requests=requests, last_request=event.request, last_slip=last)
    return with_named_hand(asked, event)


def request_signed(table: Table, event: e.RequestSigned) -> Table:
    if not event.missing:
        return without_request(table, event.request)
    request = table.requests[event.request]
    people = (*request.signed, event.by)
    signed = msgspec.structs.replace(request, missing=event.missing, signed=people)
    return table.but(requests={**table.requests, event.request: signed})


def request_declined(table: Table, event: e.RequestDeclined) -> Table:
    return without_request(table, event.request)
