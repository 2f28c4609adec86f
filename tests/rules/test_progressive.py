"""Progressive: a dollar against fixed awards and a meter."""

from collections import Counter
from pathlib import Path

import msgspec
import pytest

from queenhigh.wagers.document import DocumentError, read_round
from queenhigh.wagers.round_settlement import MeterMoved, settle_round
from tests.clauses import cases, clause
from tests.rules.builders import (
    Document,
    SeatResult,
    all_hands,
    own_house,
    result,
    seat,
    settle,
    settled,
    table,
)

PAY_TABLE = clause("manual-prog-G manual-payout-C6 manual-payout-D6 manual-prog-B")
METER = 1_234_567
WAGERS = "ante 10, progressive 1"


@PAY_TABLE
@pytest.mark.parametrize("dealer", ["Qh 7d 2c", "Jh Td 8c"])
@cases("""
    cards       pays        paid
    As Ks Qs    100%        12345.67
    Ah Kh Qd    6 for 1     6
    Ad Kd Qd    500 for 1   500
    Ac Kc Qc    500 for 1   500
    Ks Qs Js    70 for 1    70
    3s 2s As    70 for 1    70
    6s 6d 6c    60 for 1    60
    As Kd Qs    6 for 1     6
    3s 2d Ac    6 for 1     6
    Ks 9s 2s    lose        0
    As Ac Kc    lose        0
    As Kc 9s    lose        0
""")
def test_the_progressive_pays_by_its_table(dealer: str, cards: str, pays: str, paid: str) -> None:
    seat = settled("manual", dealer, cards, WAGERS, meter=METER)
    assert seat["progressive"] == pays
    assert seat.lines["progressive"].paid == round(float(paid) * 100)


@clause("manual-prog-G")
def test_hearts_are_paid_like_diamonds_and_clubs() -> None:
    seat = settled("manual", "Qs 7d 2c", "Ah Kh Qh", WAGERS, meter=METER)
    assert seat["progressive"] == "500 for 1"


@clause("manual-prog-G")
def test_for_one_includes_the_stake() -> None:
    """MAN-9: a straight gets six back, a net of five."""
    seat = settled("manual", "9h 6h 4c", "3s 2d Ac", "pair_plus 10, progressive 1")
    line = seat.lines["progressive"]
    assert (line.stake, line.paid, line.returned) == (100, 600, 0)
    assert seat.net == 6_000 + 500


@clause("manual-prog-G")
def test_the_jackpot_is_the_whole_meter() -> None:
    at_three = seat(3, "As Ks Qs", "pair_plus 5, progressive 1")
    round = settle(table("manual", at_three, dealer="Qh 7d 2c", progressive_meter=METER))
    assert result(round)["progressive"] == "100%"
    assert result(round).net == 40 * 500 + METER - 100
    assert round.progressive == MeterMoved(meter_before=METER, paid=METER)


@clause("manual-prog-G")
def test_fixed_awards_are_not_taken_from_the_meter() -> None:
    at_three = seat(3, "Ad Kd Qd", WAGERS)
    round = settle(table("manual", at_three, dealer="Qh 7d 2c", progressive_meter=METER))
    assert result(round)["progressive"] == "500 for 1"
    assert round.progressive == MeterMoved(meter_before=METER, paid=0)


@clause("manual-prog-G")
def test_a_jackpot_needs_a_meter() -> None:
    with pytest.raises(DocumentError, match=r"^progressive_meter: "):
        settled("manual", "Qh 7d 2c", "As Ks Qs", WAGERS, meter=None)
    assert settled("manual", "Qh 7d 2c", "Ad Kd Qd", WAGERS, meter=None)["ante"] == "1 to 1"


@clause("manual-prog-G")
def test_a_meter_at_zero_pays_nothing() -> None:
    found = settled("manual", "Qh 7d 2c", "As Ks Qs", WAGERS, meter=0)
    assert (found["progressive"], found.lines["progressive"].paid) == ("100%", 0)


@clause("manual-prog-G")
def test_a_share_of_the_meter_is_paid_in_whole_cents(tmp_path: Path) -> None:
    house = own_house(
        tmp_path,
        'extends = "manual"\n[wagers.progressive.pays.akq_spades]\npercent = 33\nmeter = "main"\n',
    )
    document = table("", seat(1, "As Ks Qs", WAGERS), dealer="Qh 7d 2c", progressive_meter=1_001)
    found = SeatResult(settle_round(house, read_round(msgspec.json.encode(document))).seats[0])
    assert (found["progressive"], found.lines["progressive"].paid) == ("33%", 330)


@clause("manual-prog-B manual-prog-G")
def test_without_the_dollar_there_is_no_award() -> None:
    seat = settled("manual", "Qh 7d 2c", "As Ks Qs", "ante 10", meter=METER)
    assert seat["progressive"] == "none"


@clause("manual-payout-E manual-payout-D6")
def test_the_progressive_does_not_depend_on_the_ante() -> None:
    tied = settled("manual", "7h 6c 5d", "7s 6d 5c", WAGERS)
    assert (tied["ante"], tied["progressive"]) == ("push", "6 for 1")
    lost = settled("manual", "6h 6c 6d", "7s 6s 5s", WAGERS)
    assert (lost["ante"], lost["progressive"]) == ("1 to 1", "70 for 1")
    lost = settled("manual", "8h 8c 8d", "7s 6d 5c", WAGERS)
    assert (lost["ante"], lost["progressive"]) == ("lose", "6 for 1")


@pytest.mark.exhaustive
@PAY_TABLE
def test_the_award_of_every_hand() -> None:
    dealers = ["Qh 7d 2c", "Qd 7c 2h", "Qs 7h 2d", "Qc 7s 2s"]
    paid: Counter[str] = Counter()
    for hand in all_hands():
        dealer = next(each for each in dealers if not set(each.split()) & set(hand))
        at_one = seat(1, " ".join(hand), WAGERS)
        round = settle(table("manual", at_one, dealer=dealer, progressive_meter=METER))
        paid[SeatResult(round.seats[0])["progressive"]] += 1
    assert paid == {
        "100%": 1,
        "500 for 1": 3,
        "70 for 1": 44,
        "60 for 1": 52,
        "6 for 1": 720,
        "lose": 21_280,
    }


# Option: MAN-9, progressive_unit.


@cases("""
    cards       unit    pays        paid   returned
    7s 6d 5c    for_1   6 for 1     6      0
    7s 6d 5c    to_1    6 to 1      6      1          # seven back
    6s 6d 6c    to_1    60 to 1     60     1
    7s 6s 5s    to_1    70 to 1     70     1
    Ad Kd Qd    to_1    500 to 1    500    1
    As Ks Qs    to_1    100%        9000   0          # of the jackpot the stake is never returned
    As Ks Qs    for_1   100%        9000   0
    Ks 9s 2s    to_1    lose        0      0
""")
def test_the_awards_include_the_stake_or_come_on_top(
    cards: str, unit: str, pays: str, paid: str, returned: str
) -> None:
    options = {"progressive_unit": unit}
    seat = settled("manual", "Qh 7d 2c", cards, WAGERS, options=options, meter=900_000)
    line = seat.lines["progressive"]
    assert seat["progressive"] == pays
    assert (line.paid, line.returned) == (int(paid) * 100, int(returned) * 100)


# Options: MAN-12 and MAN-19, jackpot_lines and progressive_pass.


@clause("manual-payout-K manual-payout-F")
@cases("""
    cards       lines                       pass_       paid_last
    As Ks Qs    akq_spades                  per_hand    yes
    Ad Kd Qd    akq_spades                  per_hand    no
    Ad Kd Qd    akq_spades akq_suited       per_hand    yes
    As Ks Qs    akq_suited                  per_hand    no
    7s 6s 5s    akq_suited straight_flush   per_hand    yes
    7s 6d 5c    akq_spades                  per_hand    no
    7s 6d 5c    akq_spades                  separate    yes
    6s 6d 6c    three_of_a_kind             per_hand    yes
    Ks 9s 2s    akq_spades                  separate    no         # nothing is paid
""")
def test_jackpots_are_paid_last(cards: str, lines: str, pass_: str, paid_last: str) -> None:
    options: Document = {"jackpot_lines": lines.split(), "progressive_pass": pass_}
    seat = settled("manual", "Qh 7d 2c", cards, WAGERS, options=options, meter=METER)
    late = [wager for wager, line in seat.lines.items() if line.paid_last is True]
    assert late == (["progressive"] if paid_last == "yes" else [])
