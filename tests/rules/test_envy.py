"""Envy: when another player holds a suited ace, king and queen."""

import pytest

from queenhigh.house.errors import HouseError
from tests.clauses import cases, clause
from tests.rules.builders import Document, result, seat, settle, table

WITH, WITHOUT = "ante 10, progressive 1", "ante 10"
DEALER = "9h 6h 3c"
SPADES, HEARTS, DIAMONDS, CLUBS = (" ".join(rank + suit for rank in "AKQ") for suit in "shdc")
PLAIN, OTHER = "Js 8d 4c", "Jd 8h 4s"


def envy(*seats: Document, dealer: str = DEALER, **options: object) -> list[str]:
    """The payments in order, as in ``2 for 3: 100``."""
    document = table("manual", *seats, dealer=dealer, options=dict(options))
    round = settle(document | {"progressive_meter": 500_000})
    return [f"{each.seat} for {each.for_seat}: {each.paid // 100}" for each in round.envy]


@clause("manual-prog-G-2")
@cases("""
    cards       paid
    As Ks Qs    100
    Ah Kh Qh    25
    Ad Kd Qd    25
    Ac Kc Qc    25
""")
def test_a_suited_ace_king_queen_pays_the_others(cards: str, paid: str) -> None:
    assert envy(seat(3, cards, WITH), seat(2, PLAIN, WITH)) == [f"2 for 3: {paid}"]


@clause("manual-prog-G-2")
@cases("""
    cards
    Ks Qs Js     # a straight flush,
    3s 2s As
    As Kd Qs     # a straight,
    As Ad Ac     # three of a kind
    As Ks Js
""")
def test_lower_hands_pay_no_envy(cards: str) -> None:
    assert envy(seat(3, cards, WITH), seat(2, "Jh 8d 4c", WITH)) == []


@clause("manual-prog-G-2")
def test_the_amounts_are_flat_and_enter_the_net() -> None:
    seats = [seat(3, SPADES, WITHOUT), seat(2, PLAIN, "ante 50, progressive 1")]
    round = settle(table("manual", *seats, dealer=DEALER))
    assert result(round, 2).net == 5_000 - 100 + 10_000  # The ante wins: the dealer is out.
    assert result(round, 3).net == 1_000 + 5_000


@clause("manual-prog-E")
def test_a_player_who_folded_still_collects() -> None:
    """MAN-10: read as the collector's fold."""
    folded = seat(2, PLAIN, WITH, decision="fold")
    assert envy(seat(3, SPADES, WITH), folded) == ["2 for 3: 100"]
    round = settle(table("manual", seat(3, HEARTS, WITHOUT), folded, dealer=DEALER))
    assert result(round, 2).net == -1_100 + 2_500


@clause("manual-prog-G-2")
def test_envy_is_ordered_by_collector_then_holder_from_the_highest_seat_down() -> None:
    seats = [seat(1, PLAIN, WITH), seat(3, HEARTS, WITH), seat(5, SPADES, WITH)]
    expected = ["5 for 3: 25", "3 for 5: 100", "1 for 5: 100", "1 for 3: 25"]
    assert envy(*seats) == envy(*reversed(seats)) == expected


@clause("manual-prog-G-2")
def test_no_player_is_paid_for_their_own_hand() -> None:
    ann = [seat(3, HEARTS, WITH, player="ann"), seat(4, PLAIN, WITH, player="ann")]
    assert envy(*ann) == []
    assert envy(ann[0], ann[1] | {"player": "bob"}) == ["4 for 3: 25"]


def test_only_the_house_with_a_progressive_has_envy() -> None:
    seats = [seat(3, SPADES, WITHOUT), seat(2, PLAIN, WITHOUT)]
    assert settle(table("mics", *seats, dealer=DEALER)).envy == []
    with pytest.raises(HouseError, match=r"^options\.envy_needs_bet: is not known here"):
        settle(table("mics", *seats, dealer=DEALER, options={"envy_needs_bet": False}))


# Options of MAN-10.


@cases("""
    trigger          decision  bet      answered
    any_unfolded     play      with     paid
    any_unfolded     play      without  paid
    any_unfolded     fold      with     -
    holder_with_bet  play      with     paid
    holder_with_bet  play      without  -
    holder_with_bet  fold      with     -
    any_dealt_hand   play      without  paid
    any_dealt_hand   fold      with     paid
    any_dealt_hand   fold      without  paid
""")
def test_the_hands_that_trigger_envy(trigger: str, decision: str, bet: str, answered: str) -> None:
    holder = seat(3, HEARTS, WITH if bet == "with" else WITHOUT, decision=decision)
    expected = ["2 for 3: 25"] if answered == "paid" else []
    assert envy(holder, seat(2, PLAIN, WITH), envy_trigger=trigger) == expected


def test_a_hand_on_pair_plus_alone_is_not_folded() -> None:
    assert envy(seat(3, HEARTS, "pair_plus 5"), seat(2, PLAIN, WITH)) == ["2 for 3: 25"]


@clause("manual-prog-G-2")
@pytest.mark.parametrize("needs_bet", [True, False])
def test_whether_a_progressive_wager_is_needed_to_collect(needs_bet: bool) -> None:
    seats = [seat(3, HEARTS, WITHOUT), seat(2, PLAIN, WITHOUT), seat(1, OTHER, WITH)]
    expected = ["1 for 3: 25"] if needs_bet else ["2 for 3: 25", "1 for 3: 25"]
    assert envy(*seats, envy_needs_bet=needs_bet) == expected


@pytest.mark.parametrize("own_hand", [True, False])
def test_whether_ones_own_hand_counts(own_hand: bool) -> None:
    ann = [seat(3, HEARTS, WITH, player="ann"), seat(4, PLAIN, WITH, player="ann")]
    expected = ["4 for 3: 25", "3 for 3: 25"] if own_hand else []
    assert envy(*ann, envy_own_hand=own_hand) == expected


@pytest.mark.parametrize("dealer_hand", [True, False])
def test_whether_the_dealers_hand_counts(dealer_hand: bool) -> None:
    seats = [seat(3, CLUBS, WITH), seat(2, PLAIN, WITH)]
    expected = ["3 for dealer: 100", "2 for 3: 25", "2 for dealer: 100"]
    if not dealer_hand:
        expected = ["2 for 3: 25"]
    assert envy(*seats, dealer=SPADES, envy_dealer_hand=dealer_hand) == expected


@pytest.mark.parametrize("multiple", [True, False])
def test_whether_several_hands_are_each_paid(multiple: bool) -> None:
    seats = [seat(4, HEARTS), seat(3, SPADES), seat(2, DIAMONDS), seat(1, PLAIN, WITH)]
    expected = ["1 for 4: 25", "1 for 3: 100", "1 for 2: 25"] if multiple else ["1 for 3: 100"]
    assert envy(*seats, envy_multiple=multiple) == expected


def test_the_first_settled_of_two_equal_hands_counts() -> None:
    seats = [seat(4, HEARTS), seat(2, DIAMONDS), seat(1, PLAIN, WITH)]
    assert envy(*seats, envy_multiple=False) == ["1 for 4: 25"]
    both = {"envy_multiple": False, "envy_dealer_hand": True}
    assert envy(seats[1], seats[2], dealer=CLUBS, **both) == ["1 for 2: 25"]
    assert envy(seats[1], seats[2], dealer=SPADES, **both) == ["1 for dealer: 100"]
