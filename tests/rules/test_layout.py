"""The spots of a position on the layout."""

from queenhigh.house.loader import built_in
from tests.clauses import cases, clause


@clause("mics-j2-8 classic-deal-5-2 manual-intro-3")
@cases("""
    house            spots
    mics             play ante pair_plus
    mics-alternate   play ante pair_plus
    classic          play ante pair_plus
    manual           ante play pair_plus six_card_bonus progressive
""")
def test_the_play_wager_has_a_spot_of_its_own(house: str, spots: str) -> None:
    assert built_in(house).spots == tuple(spots.split())
    assert built_in(house).clauses("layout.spots")
