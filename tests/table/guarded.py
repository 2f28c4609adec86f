"""A table for money, where one person alone can do little, and the signatures of others."""

from typing import Any

from tests.table.driver import Driven
from tests.table.felt import Felt

ROYAL = "6: As Ks Qs, dealer: Qh 7c 2d"


def guarded(of: str = "mics", **options: Any) -> Driven:
    return Driven(of, **options).opened(guarded=True)


def signed(table: Driven, *people: str) -> None:
    """Sign the latest request as each of these people."""
    for by in people:
        table.give("approve", request=table.table.last_request, by=by)


def shown_to_the_dealer_alone(of: str = "mics", wanted: str = ROYAL, **bets: float) -> Felt:
    """A walk-in with bets that need no signature, up to where the hand is turned up."""
    table = Felt(of, wanted)
    table.open(guarded=True)
    table.sit(6).ready().bet(6, **(bets or {"ante": 100, "pair_plus": 100}))
    return table.dealt().play(6).until("reveal_hand")
