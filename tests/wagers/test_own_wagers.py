"""The conditions and payouts of pay table rows, as in the reference, on single rounds."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from queenhigh.house.loader import read_house
from queenhigh.house.model import House
from queenhigh.wagers.document import DocumentError, read_round
from queenhigh.wagers.opening import check_opening
from queenhigh.wagers.round_settlement import settle_round
from tests.clauses import cases

Document = dict[str, Any]


def made(folder: Path, text: str) -> House:
    file = folder / "own.toml"
    file.write_text("\n".join(line.strip() for line in text.splitlines()), "utf-8")
    return read_house(file)


def seat(
    number: int = 1, cards: str = "As 8d 3c", *, decision: str = "play", **wagers: int
) -> Document:
    written: Document = {"seat": number, "cards": cards, "wagers": wagers}
    return written | ({"decision": decision} if "ante" in wagers else {})


def settled(house: House, *seats: Document, dealer: str = "Qh 7d 2c", **more: Any) -> Document:
    document = {"dealer": dealer, "seats": list(seats), **more}
    found = settle_round(house, read_round(msgspec.json.encode(document)))
    return dict(msgspec.to_builtins(found))


def line(answer: Document, wager: str, number: int | None = None) -> Document:
    (found,) = [
        each
        for seat in answer["seats"]
        if number in (None, seat["seat"])
        for each in seat["lines"]
        if each["wager"] == wager
    ]
    return dict(found)


def told(found: Document) -> str:
    return str(found["odds"] or found["result"])


def codes(house: House, *seats: Document) -> list[str]:
    document = msgspec.json.encode({"seats": list(seats)})
    checked = msgspec.to_builtins(check_opening(house, read_round(document)))
    return [each["code"] for each in checked.get("refusals", [])]


# Conditions of a row


@cases("""
    row                                              cards      dealer     odds
    x = {ranks = "QAK", to_one = 9}                  As Kd Qc   Qh 7d 2c   9 to 1
    x = {ranks = "AAK", to_one = 9}                  As Kd Ac   Qh 7d 2c   9 to 1
    x = {ranks = "AAK", to_one = 9}                  As Kd Kc   Qh 7d 2c   lose
    x = {suit = "s", to_one = 9}                     As Ks 2s   Qh 7d 2c   9 to 1
    x = {suit = "s", to_one = 9}                     Ah Kh 2h   Qd 7d 2c   lose
    x = {suit = "same", to_one = 9}                  Ah Kh 2h   Qd 7d 2c   9 to 1
    x = {colour = "red", to_one = 9}                 Ah Kd 2h   Qs 7d 2c   9 to 1
    x = {colour = "black", to_one = 9}               Ah Kd 2h   Qs 7d 2c   lose
    x = {colour = "same", to_one = 9}                As Kc 2s   Qh 7d 2c   9 to 1
    x = {of = "dealer", hand = "pair", to_one = 9}   As Kc 2s   7h 7d 2c   9 to 1
    pair = {of = "dealer", to_one = 9}               As Ac 2s   Qh 7d 2c   lose
    full_house = {of = "best_five", to_one = 9}      7s 7c 2s   7h Qd 2c   9 to 1
    x = {of="best_five", ranks="AKQJT", to_one=9}    As Kd Qc   Jh Td 2c   9 to 1
    straight = {of = "all_six", to_one = 9}          As Kd Qc   Jh Td 9c   9 to 1
    straight = {of = "all_six", to_one = 9}          As Kd Qc   Jh Td 2c   lose
    flush = {of = "all_six", to_one = 9}             As Ks 2s   Js 9s 4s   9 to 1
    flush = {of = "all_six", to_one = 9}             As Ks Qs   Js Ts 9s   lose
    x = {of="all_six", colour="same", to_one=4}      Ah Kd 2h   Jh Td 9h   4 to 1
    x = {any = true, to_one = 9}                     As 8d 3c   Qh 7d 2c   9 to 1
    x = {any = true, result = "push"}                As 8d 3c   Qh 7d 2c   push
""")
def test_what_a_row_requires_of_the_cards(
    tmp_path: Path, row: str, cards: str, dealer: str, odds: str
) -> None:
    house = made(tmp_path, f"[wagers.w.pays]\n{row}\n")
    assert told(line(settled(house, seat(1, cards, w=100), dealer=dealer), "w")) == odds


CONTESTS = {
    "wins": ("Ad 8d 3c", "Qh 7d 2c", "play"),
    "loses": ("9s 8d 3c", "Qh 7d 2c", "play"),
    "ties": ("Qs 7h 2d", "Qh 7d 2c", "play"),
    "dealer_out": ("9s 8d 3c", "Jh 7d 2c", "play"),
    "folded": ("9s 8d 3c", "Jh 7d 2c", "fold"),
    "no_ante": ("9s 8d 3c", "Jh 7d 2c", ""),
}


@pytest.mark.parametrize("contest", CONTESTS)
@pytest.mark.parametrize("when", [*CONTESTS, "dealer_plays"])
def test_exactly_one_when_holds(tmp_path: Path, when: str, contest: str) -> None:
    text = f'[wagers.w]\nfold = "stays"\npays.x = {{when = "{when}", to_one = 1}}\n'
    cards, dealer, decision = CONTESTS[contest]
    ante = {"ante": 100} if decision else {}
    at_one = seat(1, cards, decision=decision, w=100, **ante)
    holds = when == contest or (when == "dealer_plays" and contest in ("wins", "loses", "ties"))
    found = line(settled(made(tmp_path, text), at_one, dealer=dealer), "w")
    assert found["result"] == ("win" if holds else "lose")


@cases("""
    fold                              wagers     result
    "forfeits"                        w          forfeit
    "stays"                           w          win
    {forfeits_with = ["other"]}       w          win
    {forfeits_with = ["other"]}       w other    forfeit
    {forfeits_with = []}              w other    win
""")
def test_what_a_fold_does_to_a_wager(tmp_path: Path, fold: str, wagers: str, result: str) -> None:
    house = made(
        tmp_path,
        f"[wagers.w]\nfold = {fold}\npays.x = {{any = true, to_one = 1}}\n"
        "[wagers.other]\npays.pair = 1\n",
    )
    placed: dict[str, Any] = dict.fromkeys(wagers.split(), 100)
    found = settled(house, seat(1, decision="fold", ante=100, **placed))
    assert line(found, "w")["result"] == result


# Payouts of a row


@cases("""
    rounding   gives            stake   paid   returned  odds
    down       to_one = "3/2"   333     499    333       3 to 2
    up         to_one = "3/2"   333     500    333       3 to 2
    nearest    to_one = "3/2"   333     500    333       3 to 2
    nearest    to_one = "1/3"   100     33     100       1 to 3
    down       to_one = "6/4"   100     150    100       3 to 2
    down       for_one = "7/2"  333     1165   0         7 for 2
    down       for_one = 70     100     7000   0         70 for 1
    down       cents = 50000    100     50000  0         $500
    down       cents = 1250     999     1250   0         $12.50
    down       to_one = 0       100     0      100       push
    down       for_one = 0      100     0      0         lose
    down       cents = 0        100     0      0         lose
    down       for_one = 1      100     100    0         1 for 1
""")
def test_a_row_pays_its_award(
    tmp_path: Path, rounding: str, gives: str, stake: str, paid: str, returned: str, odds: str
) -> None:
    text = f'payouts.rounding = "{rounding}"\n[wagers.w.pays]\nx = {{any = true, {gives}}}\n'
    found = line(settled(made(tmp_path, text), seat(1, w=int(stake))), "w")
    assert (found["paid"], found["returned"], told(found)) == (int(paid), int(returned), odds)


@cases("""
    currency   odds
    EUR        €500
    GBP        £500
    USD        $500
""")
def test_amounts_are_written_in_the_books_currency(
    tmp_path: Path, currency: str, odds: str
) -> None:
    text = f'currency = "{currency}"\n[wagers.w.pays]\nx = {{any = true, cents = 50000}}\n'
    found = line(settled(made(tmp_path, text), seat(1, w=100)), "w")
    assert found["odds"] == odds
    assert odds in found["why"]


METERS = """
    meters.minor = {}
    meters.major = {}
    [wagers.w.pays]
    pair = {percent = 50, meter = "minor"}
    straight = {percent = 100, meter = "major"}
    [wagers.v.pays]
    pair = {percent = 10, meter = "minor"}
"""


def test_a_percentage_is_of_what_earlier_seats_left(tmp_path: Path) -> None:
    house = made(tmp_path, METERS)
    seats = [seat(1, "As Ad 3c", w=100), seat(5, "Ks Kd 3d", w=100, v=100)]
    found = settled(house, *seats, meters={"minor": 1001, "major": 77})
    assert line(found, "w", 5)["paid"] == 500  # The highest seat is settled first.
    assert line(found, "v", 5)["paid"] == 50
    assert line(found, "w", 1)["paid"] == 225
    assert found["meters"] == {
        "minor": {"before": 1001, "paid": 775},
        "major": {"before": 77, "paid": 0},
    }
    assert "progressive" not in found


def test_a_meter_that_is_needed_must_be_given(tmp_path: Path) -> None:
    house = made(tmp_path, METERS)
    assert settled(house, seat(1, w=100))["meters"]["minor"]["paid"] == 0
    with pytest.raises(DocumentError, match=r"^meters\.minor: "):
        settled(house, seat(1, "As Ad 3c", w=100), meters={"major": 5})
    with pytest.raises(DocumentError, match=r"^progressive_meter: .*several meters"):
        settled(house, seat(1, w=100), progressive_meter=5)
    with pytest.raises(DocumentError, match=r"^meters\.main: "):
        settled(house, seat(1, w=100), meters={"main": 5})


def test_several_wagers_feed_and_are_paid_by_one_meter(tmp_path: Path) -> None:
    text = """
        [meters.main]
        [wagers.w]
        feeds = {main = {cents = 20, reserve_cents = 5}}
        pays.pair = {percent = 100, meter = "main"}
        [wagers.v]
        feeds = {main = {percent = 10}}
        pays.pair = {percent = 10, meter = "main"}
    """
    at_one = seat(1, "As Ad 3c", w=100, v=100)
    found = settled(made(tmp_path, text), at_one, progressive_meter=1000)
    assert (line(found, "w")["paid"], line(found, "v")["paid"]) == (1000, 0)
    assert found["progressive"] == {"meter_before": 1000, "paid": 1000}


def test_an_award_has_a_ceiling(tmp_path: Path) -> None:
    text = "[wagers.w]\nmax_award_cents = 5000\npays.x = {any = true, to_one = 100}\n"
    found = line(settled(made(tmp_path, text), seat(1, w=100)), "w")
    assert (found["paid"], found["returned"]) == (5000, 100)


def test_the_round_has_a_ceiling_that_is_shared(tmp_path: Path) -> None:
    text = """
        payouts.aggregate_cents = 1000
        ante_bonus.pays.pair = 1
        [wagers.w]
        pays.pair = 10
    """
    seats = [seat(n, cards, ante=100, w=100) for n, cards in ((1, "As Ad 3c"), (2, "Ks Kd 3d"))]
    found = settled(made(tmp_path, text), *seats)
    shared = [
        each["paid"]
        for seat in found["seats"]
        for each in seat["lines"]
        if each["wager"] in ("ante_bonus", "w")
    ]
    # 100, 1000, 100 and 1000 of 2200: rounded down; the first ones get the remaining cent or two.
    assert shared == [47, 454, 45, 454]
    assert line(found, "ante", 2)["paid"] == 100


# Ante and play


@cases("""
    qualifies   dealer     plays
    "any"       5s 3d 2c   yes
    "Q"         Qs 3d 2c   yes
    "Q"         Js Td 8c   no
    "K"         Qs Jd 9c   no
    "Q64"       Qs 6d 4c   yes
    "Q64"       Qs 6d 3c   no
    "Q64"       Qs 7d 2c   yes
    "Q64"       2s 2d 3c   yes
    "pair"      As Kd Jc   no
    "pair"      2s 2d 3c   yes
    "pair"      5d 3d 2d   yes
""")
def test_which_hands_qualify(tmp_path: Path, qualifies: str, dealer: str, plays: str) -> None:
    house = made(tmp_path, f"dealer.qualifies_with = {qualifies}")
    found = settled(house, seat(1, "Ah 8h 3h", ante=100), dealer=dealer)
    assert found["dealer"]["qualifies"] is (plays == "yes")


@pytest.mark.parametrize("result", ["win", "push", "lose"])
@pytest.mark.parametrize("part", ["ante", "play"])
@pytest.mark.parametrize(("key", "contest"), [("dealer_out", "dealer_out"), ("tie", "ties")])
def test_ties_and_dealers_that_do_not_qualify(
    tmp_path: Path, part: str, key: str, contest: str, result: str
) -> None:
    cards, dealer, _ = CONTESTS[contest]
    house = made(tmp_path, f'[{part}]\n{key} = "{result}"\n')
    found = line(settled(house, seat(1, cards, ante=100), dealer=dealer), part)
    paid = {"win": (100, 100), "push": (0, 100), "lose": (0, 0)}[result]
    assert (found["result"], (found["paid"], found["returned"])) == (result, paid)


@cases("""
    dealer     called   result
    Js 7d 2c   yes      win        # The dealer does not qualify: it has to be called,
    Js 7d 2c   no       lose       # and is not paid where it was not.
    Qh 7d 2c   yes      win
    Qh 7d 2c   no       win
""")
def test_a_wager_that_must_be_called_aloud_is_lost_where_it_was_not(
    tmp_path: Path, dealer: str, called: str, result: str
) -> None:
    text = """
        [wagers.own]
        claim = {when = ["dealer_out"], says = "Bonus"}
        pays = {pair = 3}
    """
    one = seat(1, "As Ad 3c", ante=100, own=100)
    document = one if called == "yes" else {**one, "unclaimed": ["own"]}
    found = line(settled(made(tmp_path, text), document, dealer=dealer), "own")
    assert (found["result"], found["paid"]) == (result, 300 if result == "win" else 0)


@cases("""
    dealer     result
    Qh 7d 2c   lose
    Js 7d 2c   win      # The dealer does not play.
""")
def test_a_wager_can_have_to_be_called_wherever_the_dealer_plays(
    tmp_path: Path, dealer: str, result: str
) -> None:
    text = """
        [wagers.own]
        claim = {when = ["dealer_plays"]}
        pays = {pair = 3}
    """
    document = {**seat(1, "As Ad 3c", ante=100, own=100), "unclaimed": ["own"]}
    assert line(settled(made(tmp_path, text), document, dealer=dealer), "own")["result"] == result


def test_play_is_a_multiple_of_the_ante(tmp_path: Path) -> None:
    house = made(tmp_path, "play.multiples = [2, 1, 3]")
    assert line(settled(house, seat(1, ante=100)), "play")["stake"] == 200
    third = {**seat(1, ante=100), "multiple": 3}
    assert line(settled(house, third), "play")["stake"] == 300
    for wrong in ({**third, "multiple": 4}, {**third, "decision": "fold"}):
        with pytest.raises(DocumentError, match=r"^seats\[0\]\.multiple: "):
            settled(house, wrong)


@pytest.mark.parametrize("contest", ["wins", "dealer_out", "ties"])
@pytest.mark.parametrize("part", ["ante", "play"])
def test_a_table_on_ante_or_play_is_asked_on_any_win(
    tmp_path: Path, part: str, contest: str
) -> None:
    text = f"""
        [{part}]
        dealer_out = "win"
        tie = "win"
        [{part}.pays]
        x = {{any = true, to_one = "3/2"}}
    """
    cards, dealer, _ = CONTESTS[contest]
    house = made(tmp_path, text)
    assert line(settled(house, seat(1, cards, ante=100), dealer=dealer), part)["paid"] == 150
    cards, dealer, _ = CONTESTS["loses"]
    assert line(settled(house, seat(1, cards, ante=100), dealer=dealer), part)["result"] == "lose"


def test_a_win_that_no_row_fits_is_even_money(tmp_path: Path) -> None:
    house = made(tmp_path, "ante.pays.straight_flush = 5")
    assert told(line(settled(house, seat(1, ante=100)), "ante")) == "1 to 1"


# Tokes, coupons, fee, positions


def test_tokes_with_limits_needs_and_caps_of_their_own(tmp_path: Path) -> None:
    text = """
        ante.tokes = true
        [wagers.w]
        tokes = {minimum_cents = 200, maximum_cents = 500, most_to_one = 10, needs = [["ante"]]}
        pays.pair = 20
        [wagers.v]
        pays.pair = 20
    """
    house = made(tmp_path, text)
    plain = {"seat": 1, "wagers": {"ante": 1000, "w": 1000, "v": 1000}}
    assert codes(house, {**plain, "tokes": {"w": 500}}) == []
    assert codes(house, {**plain, "tokes": {"w": 600}}) == ["toke/above_maximum"]
    assert codes(house, {**plain, "tokes": {"w": 100}}) == ["toke/below_minimum"]
    assert codes(house, {**plain, "tokes": {"v": 500}}) == ["toke/not_taken"]
    assert codes(house, {"seat": 1, "wagers": {"w": 1000}, "tokes": {"w": 500}}) == [
        "toke/needs_own_bet"
    ]
    paid = settled(house, {**seat(1, "As Ad 3c", ante=100, w=100), "tokes": {"w": 200}})
    (toke,) = paid["seats"][0]["tokes"]
    assert (toke["odds"], toke["paid"]) == ("10 to 1", 2000)
    assert line(paid, "w")["odds"] == "20 to 1"


def test_a_coupon_lies_on_the_spots_of_the_house(tmp_path: Path) -> None:
    text = """
        betting.instruments = ["chip", "match_play_coupon"]
        match_play.spots = ["w"]
        wagers.w.pays.pair = 3
    """
    house = made(tmp_path, text)
    found = settled(house, {**seat(1, "As Ad 3c", w=500), "match_play": {"w": 500}})
    coupon = line(found, "match_play")
    assert (coupon["on"], coupon["stake"], coupon["face"]) == ("w", 0, 500)
    assert (coupon["odds"], coupon["paid"]) == ("1 to 1", 500)
    with pytest.raises(DocumentError, match=r"^seats\[0\]\.match_play\.ante: "):
        settled(house, {**seat(1, ante=500), "match_play": {"ante": 500}})


def test_a_coupon_on_each_of_several_spots_is_checked(tmp_path: Path) -> None:
    text = """
        betting.instruments = ["chip", "match_play_coupon"]
        match_play.spots = ["w", "v", "play"]
        wagers.w.pays.pair = 3
        wagers.v.pays.pair = 3
    """
    both = {"seat": 1, "wagers": {"ante": 500, "w": 500, "v": 500}}
    both["match_play"] = {"w": 500, "v": 600, "ante": 500}
    assert codes(made(tmp_path, text), both) == [
        "coupon/more_than_one", "coupon/wrong_spot", "coupon/exceeds_chips",
    ]  # fmt: skip


def test_a_fee_of_fifty_cents(tmp_path: Path) -> None:
    house = made(tmp_path, "fee.amount_cents = 50")
    document = msgspec.json.encode({"seats": [{"seat": 1, "wagers": {"ante": 500}}]})
    checked = msgspec.to_builtins(check_opening(house, read_round(document)))
    (fee,) = checked["collection_fee"]
    assert fee["amount"] == 50
    assert "$0.50" in fee["message"]


@cases("""
    positions   seats     answered
    1           1         accepted
    1           1 2       position/too_many
    2           1 2       accepted
    2           1 3       position/not_adjacent
    3           1 2 3     accepted
    3           1 2 4     position/not_adjacent
    3           1 2 3 4   position/too_many
""")
def test_one_to_three_positions(tmp_path: Path, positions: str, seats: str, answered: str) -> None:
    house = made(tmp_path, f"betting.positions = {positions}")
    placed = [
        {"seat": int(each), "wagers": {"ante": 500}, "player": "ann"} for each in seats.split()
    ]
    assert (", ".join(codes(house, *placed)) or "accepted") == answered


def test_the_ninth_seat_is_dealt_and_settled(tmp_path: Path) -> None:
    house = made(tmp_path, "seats = 9")
    assert settled(house, seat(9, ante=100))["seats"][0]["seat"] == 9
    with pytest.raises(DocumentError, match=r"^seats\[0\]\.seat: "):
        settled(made(tmp_path, "seats = 8"), seat(9, ante=100))


def test_limits_have_defaults(tmp_path: Path) -> None:
    house = made(tmp_path, "wagers.w.pays.pair = 1")
    for amount, answered in ((50, "wager/below_minimum"), (150, "wager/wrong_step")):
        found = codes(house, {"seat": 1, "wagers": {"w": amount}})
        assert answered in found
    assert codes(house, {"seat": 1, "wagers": {"w": 1_000_000_00, "ante": 100}}) == []


# Shares for others and amounts cut by limits are reported as they are


@cases("""
    when          decision   dealer      envy
    folded        fold       Qh 7d 2c    1000
    wins          fold       Qh 7d 2c    0
    wins          play       Qh 7d 2c    1000
    loses         play       Qh 7d 2c    0
    dealer_out    play       Jh 7d 2c    1000
    no_ante       -          Qh 7d 2c    1000
    wins          -          Qh 7d 2c    0
""")
def test_envy_is_for_the_row_that_the_holders_round_fits(
    tmp_path: Path, when: str, decision: str, dealer: str, envy: str
) -> None:
    house = made(
        tmp_path,
        f"""
        extends = "classic"
        [wagers.side]
        fold = "stays"
        envy = {{trigger = "any_dealt_hand"}}
        [wagers.side.pays]
        flush = {{when = "{when}", to_one = 3, envy_cents = 1000}}
        """,
    )
    bets = {"side": 500} | ({} if decision == "-" else {"ante": 500})
    holder = seat(2, "Ac 9c 4c", decision=decision, **bets)
    answer = settled(house, seat(1, ante=500, side=500), holder, dealer=dealer)
    assert sum(each["paid"] for each in answer["envy"]) == int(envy)


def test_a_reason_says_that_a_limit_cut_the_award(tmp_path: Path) -> None:
    house = made(
        tmp_path,
        """
        extends = "classic"
        [wagers.side]
        max_award_cents = 1000
        pays = {flush = 30}
        """,
    )
    found = line(settled(house, seat(1, "As 9s 4s", ante=500, side=100)), "side")
    assert found["paid"] == 1000
    assert found["why"] == "Side pays 30 to 1 for a flush. An award is at most $10."
    within = line(settled(house, seat(1, "As 9s 4s", ante=500, side=20)), "side")
    assert within["why"] == "Side pays 30 to 1 for a flush."


def test_a_reason_says_that_the_awards_of_a_round_share_a_limit(tmp_path: Path) -> None:
    house = made(
        tmp_path,
        """
        extends = "classic"
        [payouts]
        aggregate_cents = 1000
        [wagers.side]
        pays = {flush = 30}
        """,
    )
    answer = settled(house, seat(1, "As 9s 4s", side=100), seat(2, "Ah 9h 4h", side=100))
    assert [each["lines"][0]["paid"] for each in answer["seats"]] == [500, 500]
    assert line(answer, "side", 1)["why"].endswith(
        "All awards of a round share at most $10, so this one is $5."
    )


@cases("""
    row                                               why
    x = {of = "dealer", hand = "pair", to_one = 2}    Side pays 2 to 1 for the dealer's pair.
    x = {when = "wins", to_one = 2}                   Side pays 2 to 1 for a hand that beats the dealer's.
    x = {when = "wins", result = "push"}              Side is returned for a hand that beats the dealer's.
    x = {any = true, to_one = 2}                      Side pays 2 to 1 for any hand.
""")  # noqa: E501
def test_a_reason_names_what_the_row_requires(tmp_path: Path, row: str, why: str) -> None:
    house = made(tmp_path, f'extends = "classic"\n[wagers.side.pays]\n{row}')
    answer = settled(house, seat(1, "As Ad 4s", ante=500, side=100), dealer="Qh Qd 2c")
    assert line(answer, "side")["why"] == why


def test_a_house_that_departs_for_play_alone_departs_for_play_alone(tmp_path: Path) -> None:
    house = made(tmp_path, 'extends = "manual"\n[play]\ntie = "lose"')
    answer = settled(house, seat(1, "Qs 7c 2s", ante=500))
    assert "departs_from" not in line(answer, "ante")
    assert not line(answer, "play")["clauses"]
    assert line(answer, "play")["departs_from"] == line(answer, "ante")["clauses"]


def test_no_other_reason_cites_the_clauses_that_a_row_departs_from(tmp_path: Path) -> None:
    house = made(tmp_path, 'extends = "manual"\n[ante_bonus.pays]\nstraight = 2')
    found = line(settled(house, seat(1, "6s 5c 4d", ante=500)), "ante_bonus")
    assert found["departs_from"]
    assert not set(found["clauses"]) & set(found["departs_from"])


def test_a_seat_without_an_ante_may_say_that_it_has_no_decision(tmp_path: Path) -> None:
    house = made(tmp_path, 'extends = "manual"')
    alone = seat(cards="9s 9d 3c", pair_plus=500)
    assert settled(house, alone | {"decision": None}) == settled(house, alone)
    with pytest.raises(DocumentError, match="is missing: the seat has an ante"):
        settled(house, seat(ante=500) | {"decision": None})
