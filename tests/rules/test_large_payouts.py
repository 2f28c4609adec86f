"""Large payouts: which ones a supervisor verifies."""

import msgspec
import pytest

from queenhigh.house.loader import load_house
from tests.clauses import cases, clause
from tests.rules.builders import Document, settled

LARGE = clause("manual-payout-J")
DEALER = "Qs 7d 2c"


def is_large(
    cards: str, wagers: str, options: Document | None = None, house: str = "manual"
) -> bool:
    seat = settled(house, DEALER, cards, wagers, options=options, meter=1_000_000)
    return seat.settled.large_payout is not msgspec.UNSET


@LARGE
@cases("""
    cards       wagers                                answered
    As 8d 3c    ante 99                               no
    As 8d 3c    ante 100                              yes        # black chips
    As 8d 3c    ante 300                              yes
    9s 6d 4c    ante 300                              no         # nothing is paid
    9s 9d 4c    ante 99, pair_plus 99                 no
    6s 6d 6c    ante 20, pair_plus 20                 yes        # 600 on pair plus
    7s 7h 3d    ante 5, six_card_bonus 20             yes
    7s 7h 3d    ante 5, six_card_bonus 15             no
    Ah Kh Qh    ante 5, progressive 1                 yes
""")
def test_black_chips_or_more_than_500_make_a_large_payout(
    cards: str, wagers: str, answered: str
) -> None:
    """MAN-25: either condition is enough. Stakes are left out."""
    assert is_large(cards, wagers) is (answered == "yes")


@LARGE
def test_a_large_payout_names_its_sum() -> None:
    seat = settled("manual", DEALER, "6s 6d 6c", "ante 20, pair_plus 20")
    assert seat.settled.large_payout is not msgspec.UNSET
    assert seat.settled.large_payout.winnings == 2_000 + 2_000 + 8_000 + 60_000


@pytest.mark.parametrize("house", ["mics", "chickasaw", "classic"])
def test_only_one_book_has_large_payouts_verified(house: str) -> None:
    assert not is_large("As 8d 3c", "ante 500", house=house)


# Option: MAN-25, large_payout = {over, chip, rule}.


@cases("""
    cards       wagers                  over   chip   rule     answered
    As 8d 3c    ante 200                500    100    either   yes
    As 8d 3c    ante 200                500    100    both     no
    As 8d 3c    ante 250                500    100    both     no      # exactly 500 is not over it
    As 8d 3c    ante 251                500    100    both     yes
    As 8d 3c    ante 200                300    500    either   yes
    As 8d 3c    ante 200                300    500    both     no
    As 8d 3c    ante 150                300    500    either   no
    As 8d 3c    ante 99                 197    1000   either   yes
    As 8d 3c    ante 99                 198    1000   either   no
    As 8d 3c    ante 99                 900    99     either   yes
""")
def test_the_definition_of_a_large_payout_is_an_option(
    cards: str, wagers: str, over: str, chip: str, rule: str, answered: str
) -> None:
    options = {"large_payout": {"over": int(over), "chip": int(chip), "rule": rule}}
    assert is_large(cards, wagers, options) is (answered == "yes")


@clause("manual-payout-J-4")
def test_the_list_of_large_payouts_is_open() -> None:
    """The amounts are examples: a house with others does not depart from the manual."""
    own = load_house("manual").replace({"payouts.large.over_cents": 30000})
    cited = own.cited("payouts.large.over_cents")
    assert "manual-payout-J-4" in cited.clauses
    assert not cited.departs_from
