"""Tables with a committed shuffle to which players add entropy, led by the system or a dealer."""

import random
from collections.abc import Mapping, Sequence

from queenhigh.cards.card import FULL_DECK, card_text
from queenhigh.house.model import House
from queenhigh.table.fairness import entropy_commitment, shuffled_deck
from queenhigh.table.instructions import steps_of
from tests.table.driver import NONCE, Driven, house

DECK = tuple(map(card_text, FULL_DECK))


def shuffled(
    of: House | str = "mics", order: Sequence[str] = (), seats: Sequence[int] = (1,)
) -> Driven:
    """Have the system shuffle, with seats taken and bets placed."""
    of = house(of) if isinstance(of, str) else of
    table = Driven(of, automation=steps_of(of))
    table.open()
    for seat in seats:
        table.sit(seat)
    by_chance = shuffled_deck(random.Random(7))
    due = table.table.due
    assert due is not None
    assert due.name == "shuffle"
    chosen = list(order or by_chance)
    table.give("shuffle_deck", deck=due.deck or 0, order=chosen, nonce=NONCE, by="system")
    for seat in seats:
        table.bet(seat, ante=5)
    return table


def commit(table: Driven, entropy: Mapping[int, str]) -> None:
    for seat, secret in entropy.items():
        told = entropy_commitment(table.table.deck.commitment, seat, secret)
        table.give("commit_entropy", seat=seat, commitment=told)


def locked_with(
    entropy: Mapping[int, str],
    of: House | str = "mics",
    order: Sequence[str] = (),
    seats: Sequence[int] = (1, 2, 3),
) -> Driven:
    """Have the players commit, and lock the bets."""
    table = shuffled(of, order, seats)
    commit(table, entropy)
    table.give("announce_no_more_bets", by="system")
    return table


def led_by_a_dealer(
    entropy: Mapping[int, str],
    of: House | str,
    kind: str = "digital",
    seats: Sequence[int] = (1, 2),
    *,
    locked: bool = True,
) -> Driven:
    """A table that the system shuffles and a dealer leads, with bets down."""
    table = Driven(of)
    table.open(kind=kind)
    table.sit(*seats).opened()
    table.ready()
    for seat in seats:
        table.bet(seat, ante=5)
    commit(table, entropy)
    if locked:
        table.give("announce_no_more_bets")
    return table


def reveal(table: Driven, entropy: Mapping[int, str]) -> None:
    for seat, secret in entropy.items():
        table.give("reveal_entropy", seat=seat, entropy=secret)
