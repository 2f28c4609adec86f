"""What a ruling on an irregularity costs the house, as a share of the ante."""

from fractions import Fraction

import msgspec

from ...house.model import House
from ..analysis.ante_play import ante_play
from ..exact_figure import Exact, exact
from .protection import Seen, dead_cards, dealer_cards, seen

LOOKS = (dealer_cards(1), dealer_cards(3), dead_cards(1))


class RulingCost(msgspec.Struct, frozen=True):
    irregularity: str
    ruling: str
    house_rules_so: bool
    house_edge: Exact  # For the round as it continues; 0 if it is void.
    cost: Exact  # Compared with a round without the irregularity.


def ruling_costs(
    house: House,
    seen_already: tuple[Seen, Seen, Seen] | None = None,
    by_the_rules: Fraction | None = None,
) -> tuple[RulingCost, ...]:
    """Price rulings for a seat that decides best on what it saw; a void round returns all bets.

    Callers that already have the results of LOOKS for this house, even with more bets than the
    ante, can pass them in with the edge of a round in which nothing is seen.
    """
    fair = ante_play(house).house_edge.fraction if by_the_rules is None else by_the_rules
    known = seen(house, *LOOKS) if seen_already is None else seen_already
    one, three, dead = (each.house_edge for each in known)
    void = exact(0)
    exposed = house.irregularities.exposed_dealer_card
    face_up = house.irregularities.card_face_up
    shown = house.irregularities.player_card_exposed
    # Columns: irregularity, ruling, whether the house rules so, remaining edge.
    rows = [
        ("a dealer card is exposed", "void", exposed == "void", void),
        ("a dealer card is exposed", "continue", exposed == "continue", one),
        ("the dealer's hand is exposed", "void", exposed == "void", void),
        ("the dealer's hand is exposed", "continue", exposed == "continue", three),
        ("a card lies face up in the deck", "void", face_up.startswith("void"), void),
        (
            "a card lies face up in the deck",
            "discard it",
            face_up == "discard_one_void_several",
            dead,
        ),
        (
            "a player's card is exposed, for the other seats",
            "continue",
            shown == "continue",
            dead,
        ),
    ]
    return tuple(
        RulingCost(what, ruling, so, edge, exact(fair - edge.fraction))
        for what, ruling, so, edge in rows
    )
