"""Dealers, slips, requests, decks and limits that an event changes."""

from collections.abc import Iterable
from functools import lru_cache

from ..house.calendar import calendar
from ..house.loader import with_settings
from ..house.model import House
from ..wagers.limits import limit_path
from . import events as e
from .fairness import mixed
from .roles import role_and_name, role_of
from .state import Bought, Phase, Table


def with_dealer(table: Table, dealer: str, event: e.Event) -> Table:
    return table.but(dealer=dealer, dealer_since=event.at)


def with_chips_bought_alone(table: Table, event: e.ChipsBought) -> Table:
    """Of what the floor has signed nothing counts: in older logs, of what is above the limit."""
    if not table.guarded or event.signed or role_of(table.house, event.by) != "dealer":
        return table
    dealer = role_and_name(event.by).name
    cents = table.bought_alone_by(dealer, event.at) + event.cents
    if cents > table.house.controls.staff_buy_in_cents:
        return table
    bought = Bought(calendar(table.house.compliance).day(event.at), cents)
    return table.but(bought_alone={**table.bought_alone, dealer: bought})


def dealer_leaving(dealer: str, todo: Iterable[e.Step]) -> str:
    """The dealer who has been relieved goes when the cards are spread."""
    return dealer if any(step.name == "spread" for step in todo) else ""


def with_signed_slip(table: Table, event: e.TrayFilled | e.TrayCredited | e.DropBoxTaken) -> Table:
    """All whose names are on it have moved chips."""
    if not isinstance(event.slip, int) or not isinstance(event.signed, tuple):
        return table
    names = (role_and_name(each).name for each in event.signed)
    movers = {**table.movers, **dict.fromkeys(names, event.at)}
    return table.but(movers=movers, last_slip=max(table.last_slip, event.slip))


def without_request(table: Table, number: int) -> Table:
    return table.but(requests={n: each for n, each in table.requests.items() if n != number})


def with_opened_deck(table: Table, event: e.StepDone) -> Table:
    """The first step of a deck's opening, from which its age may be counted."""
    number = event.step.deck
    if table.phase is not Phase.OPENING or number is None or table.decks[number].opened:
        return table
    return table.with_deck(number, opened=event.at)


def with_limits(house: House, event: e.LimitsChanged) -> House:
    """The house with other limits posted; what its book says against them, it says of the house."""
    return _posted(house, event.wager, event.minimum, event.maximum)


@lru_cache(maxsize=256)
def _posted(house: House, wager: str, minimum: int, maximum: int) -> House:
    path = limit_path(wager)
    changed = {f"{path}.minimum_cents": minimum, f"{path}.maximum_cents": maximum}
    return with_settings(house, changed)


def with_mixed_order(table: Table, event: e.ShuffleMixed) -> Table:
    """Permuted by what players revealed; where nobody knows the order, nothing is."""
    deck = table.decks[event.deck]
    order = mixed(deck.order, deck.commitment, event.entropy)
    for seat in set(event.withheld) & table.seats.keys():
        table = table.with_seat(seat, withheld=True)
    return table.with_deck(event.deck, order=order).with_round(mixed=True)


def with_entropy_of(table: Table, seats: Iterable[int]) -> Table:
    """Of the deck in play: what others have committed to counts no more."""
    if not table.decks or not table.deck.entropy:
        return table
    kept = {seat: told for seat, told in table.deck.entropy.items() if seat in set(seats)}
    return table.with_deck(table.round.deck, entropy=kept)
