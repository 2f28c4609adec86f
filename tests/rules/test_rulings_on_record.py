"""Where a contested point was decided, the record names the ruling."""

import msgspec
import pytest

from tests.clauses import cases
from tests.rules.builders import SeatResult, check, refusals, seat, settle, settled, table


def rulings(holder: object) -> tuple[str, ...]:
    found = getattr(holder, "rulings", msgspec.UNSET)
    return () if found is msgspec.UNSET else tuple(found)


@cases("""
    ruling   house      dealer      cards       wagers                      decision  line
    MICS-2   mics       Qs 7d 2c    Qd 7c 2h    ante 10                     play      ante
    MICS-2   mics       Qs 7d 2c    Qd 7c 2h    ante 10                     play      play
    MICS-3   mics       8s 8d 8c    7s 6d 5c    ante 10                     play      ante_bonus
    MICS-3   mics       Qs 7d 2c    7s 6d 5c    ante 10                     fold      ante
    MICS-12  mics       Qs 7d 2c    7s 6d 5c    ante 10                     play      ante_bonus
    MICS-16  mics       Qs 7d 2c    9s 9d 5c    ante 10, pair_plus 5        fold      pair_plus
    CHK-2    chickasaw  Qs 7d 2c    Qd 7c 2h    ante 10                     play      ante
    CHK-4    chickasaw  Qs 7d 2c    7s 6d 5c    ante 10                     fold      ante
    CHK-5    chickasaw  Qs 7d 2c    9s 9d 5c    ante 10, pair_plus 5        fold      pair_plus
    MAN-1    manual     Qs 7d 2c    9s 9d 5c    ante 10, pair_plus 5        fold      pair_plus
    MAN-26   manual     Qs 7d 2c    7s 6d 5c    ante 10                     fold      ante
    MAN-5    manual     Js Ts 9s    As Ks Qs    ante 10, six_card_bonus 5   play      six_card_bonus
    MAN-27   manual     As 2d 9d    3s 4c 5s    ante 10, six_card_bonus 5   play      six_card_bonus
    MAN-9    manual     Qs 7d 2c    7s 6d 5c    ante 10, progressive 1      play      progressive
    MAN-12   manual     Qh 7d 2c    As Ks Qs    ante 10, progressive 1      play      progressive
    CLS-1    classic    Qs 7d 2c    9s 9d 5c    ante 10, pair_plus 5        fold      pair_plus
    CLS-2    classic    Qs 7d 2c    7s 6d 5c    ante 10                     fold      ante
    CLS-4    classic    Qs 7d 2c    7s 6d 5c    ante 10                     play      ante_bonus
    CLS-8    classic    Qs 7d 2c    Qd 7c 2h    ante 10                     play      ante
""")
def test_a_line_that_a_ruling_decided_says_so(
    ruling: str, house: str, dealer: str, cards: str, wagers: str, decision: str, line: str
) -> None:
    seat = settled(house, dealer, cards, wagers, decision=decision, meter=100)
    assert ruling in rulings(seat.lines[line])


def test_coupons_and_unbacked_tokes_are_settled_by_rulings() -> None:
    with_coupon = settled("mics", "Qs 7d 2c", "As 8d 3c", coupons="ante 5")
    assert "MICS-15" in rulings(with_coupon.lines["match_play on ante"])
    unbacked = settled("manual", "Qs 7d 2c", "As 8d 3c", tokes="ante 5")
    assert "MAN-34" in rulings(unbacked.tokes["ante"])
    backed = settled("manual", "Qs 7d 2c", "As 8d 3c", tokes="ante 5, play 5")
    assert "MAN-34" not in rulings(backed.tokes["ante"])


def test_envy_is_paid_by_ruling() -> None:
    seats = [seat(2, "As Ks Qs"), seat(1, "9s 6d 4c", "ante 10, progressive 1")]
    (envy,) = settle(table("manual", *seats, dealer="Qd 7d 2c")).envy
    assert "MAN-10" in rulings(envy)


@cases("""
    ruling   house      dealer      cards
    MICS-1   mics       Ks Kd 2c    3s 3d Ac
    MICS-1   mics       4s 3h 2c    3s 2d Ac
    MICS-1   mics       3s 3d Kc    Ks Kh 3c
    CHK-3    chickasaw  Qs 7d 2c    3s 2d Ac
    CHK-3    chickasaw  3s 2d Ac    Ah Kh Jh     # the dealer's straight
    CLS-3    classic    Qs 7d 2c    3s 2s As
    CLS-3    classic    3s 2d Ac    Ah Kh Jh
""")
def test_a_hand_that_a_ruling_ranked_says_so(
    ruling: str, house: str, dealer: str, cards: str
) -> None:
    assert ruling in rulings(settled(house, dealer, cards).settled)


@pytest.mark.parametrize("house", ["mics", "chickasaw", "manual", "classic"])
def test_a_plain_hand_was_decided_by_no_ruling(house: str) -> None:
    round = settle(table(house, seat(1, "As 8d 3c", "ante 10, pair_plus 5"), dealer="Qs 7d 2c"))
    found = SeatResult(round.seats[0])
    assert rulings(found.settled) == ()
    assert [rulings(line) for line in found.lines.values()] == [(), (), ()]


@cases("""
    ruling   wagers                          tokes               options
    MAN-2    ante 5, six_card_bonus 1
    MAN-3    pair_plus 5, six_card_bonus 5                       six_card_with_pair_plus_only
    MAN-15   ante 200                        ante 131
    MAN-15   ante 200                        six_card_bonus 26
    MAN-16   ante 301
""")
def test_a_refusal_that_a_ruling_decided_says_so(
    ruling: str, wagers: str, tokes: str, options: str
) -> None:
    switched_off = {options: False} if options else None
    found = refusals(table("manual", seat(1, "", wagers, tokes=tokes), options=switched_off))
    assert any(ruling in rulings(each) for each in found)


def test_other_refusals_by_ruling() -> None:
    at_one = seat(1, "", "ante 5, progressive 1")
    (found,) = refusals(table("manual", at_one, options={"progressive_requires_6cb": True}))
    assert "MAN-22" in rulings(found)
    (found,) = refusals(table("chickasaw", seat(1, "", "ante 5", offered_as="cash")))
    assert "CHK-7" in rulings(found)
    (found,) = refusals(table("manual", seat(1, "", "ante 5"), moment="announced"))
    assert "MAN-18" in rulings(found)
    checked = check(table("manual", seat(1, "", "ante 4", noticed_late=True)))
    assert [rulings(each) for each in checked.notices or []] == [("MAN-29",)]
