"""How many positions a player may bet at."""

import pytest

from tests.clauses import cases, clause
from tests.rules.builders import Document, refusals, seat, table


def answers(house: str, players: str, options: Document | None = None) -> str:
    """Return the refusals by seat for a table such as ``1:ann 2:ann 4:bob``."""
    named = [each.split(":") for each in players.split()]
    seats = [
        seat(int(number), "", "ante 10") | ({"player": player} if player else {})
        for number, player in named
    ]
    found = refusals(table(house, *seats, options=options))
    return ", ".join(f"{each.seat} {each.code}" for each in found) or "accepted"


@clause("mics-f5 classic-deal-1-2")
@pytest.mark.parametrize("house", ["mics", "mics-alternate", "classic"])
@cases("""
    players                  answered
    1:ann                    accepted
    1:ann 2:ann              accepted
    7:ann 6:ann              accepted
    3:ann 4:ann 5:bob 6:bob  accepted
    1:ann 3:ann              3 position/not_adjacent
    1:ann 7:ann              7 position/not_adjacent       # the layout is no circle
    7:ann 1:ann              7 position/not_adjacent
    1:ann 2:ann 3:ann        3 position/too_many
    1:ann 2:bob 3:ann        3 position/not_adjacent
    1: 3: 5:                 accepted                      # no names: different players
""")
def test_two_positions_where_they_are_adjacent(house: str, players: str, answered: str) -> None:
    assert answers(house, players) == answered


@clause("manual-gen-D")
@pytest.mark.parametrize("house", ["manual", "chickasaw"])
@cases("""
    players             answered
    1:ann 2:bob         accepted
    1:ann 2:ann         2 position/too_many
    1:ann 3:ann         3 position/too_many
    1:ann 2:ann 3:ann   2 position/too_many, 3 position/too_many
    1: 2: 3:            accepted
""")
def test_one_hand_per_player(house: str, players: str, answered: str) -> None:
    assert answers(house, players) == answered


# Option: MICS-17, max_positions.


@cases("""
    house    max_positions   players       answered
    mics     1               1:ann 2:ann   2 position/too_many
    mics     2               1:ann 2:ann   accepted
    manual   2               1:ann 2:ann   accepted
    manual   2               1:ann 3:ann   3 position/not_adjacent
    classic  1               1:ann 3:ann   3 position/too_many
""")
def test_the_number_of_positions_is_at_the_casinos_discretion(
    house: str, max_positions: str, players: str, answered: str
) -> None:
    assert answers(house, players, {"max_positions": int(max_positions)}) == answered
