"""The model matches the worked examples and counts of the texts before it checks anything."""

from collections import Counter
from itertools import combinations
from math import comb
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from tests.model.checking import allowed
from tests.model.documents import (
    HOUSES,
    check_documents,
    is_valid_house,
    settle_documents,
    wins_the_jackpot,
)
from tests.model.ranking import (
    DECK,
    RANKS,
    best_five_of_six,
    compare_three,
    dealer_qualifies,
    five_card_category,
    read_hand,
    three_card_category,
)
from tests.model.settling import comparable, settle
from tests.samples import tries
from tests.suits import sets_up_to_suits

Document = dict[str, Any]

GENEROUS = settings(
    max_examples=tries(60),
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


def one_seat(house: str, dealer: str, cards: str, **rest: Any) -> Document:
    """A round with only seat 3; `rest` has the seat's parts, and `options` and `meter`."""
    options = rest.pop("options", {})
    meter = rest.pop("meter", 1_000_000)
    document: Document = {
        "house": house,
        "dealer": dealer,
        "options": options,
        "seats": [{"seat": 3, "cards": cards, **rest}],
    }
    if house == "manual":
        document["progressive_meter"] = meter
    return document


def lines_of(
    document: Document, kind: str = "lines"
) -> dict[str, tuple[str, str | None, int, int]]:
    """The only seat's result, odds, paid and returned, by wager."""
    seat = settle(document)["seats"][0]
    return {
        line["wager"]: (line["result"], line["odds"], line["paid"], line["returned"])
        for line in seat[kind]
    }


def net_of(document: Document) -> int:
    net = settle(document)["seats"][0]["net"]
    assert isinstance(net, int)
    return net


# Ranking


def test_the_22100_hands_fall_into_the_known_categories() -> None:
    counts = Counter(three_card_category(list(hand)) for hand in combinations(DECK, 3))
    assert counts == {
        "straight_flush": 48,
        "three_of_a_kind": 52,
        "straight": 720,
        "flush": 1_096,
        "pair": 3_744,
        "high_card": 16_440,
    }


def test_15380_of_the_22100_dealer_hands_qualify() -> None:
    assert sum(dealer_qualifies(list(hand)) for hand in combinations(DECK, 3)) == 15_380


def test_without_the_low_ace_64_hands_stop_being_straights() -> None:
    counts = Counter(
        three_card_category(list(hand), ace_low_straight=False) for hand in combinations(DECK, 3)
    )
    assert counts["straight_flush"] == 44
    assert counts["straight"] == 660
    assert counts["flush"] == 1_100
    assert counts["high_card"] == 16_500


@pytest.mark.parametrize(
    ("dealer", "qualifies"),
    [
        ("Qs 3d 2c", True),
        ("Js Td 8c", False),
        ("5d 3d 2d", True),
        ("2d 2c 3h", True),
        ("3d 2c Ah", True),
        ("Ad 4c 2h", True),
    ],
)
def test_the_dealer_qualifies_with_queen_high_or_better(dealer: str, qualifies: bool) -> None:
    assert dealer_qualifies(read_hand(dealer)) is qualifies


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("As Ks Qs", "Kd Qd Jd"),
        ("3s 2s As", "Ad Ac Ah"),
        ("2s 2d 2c", "As Kd Qc"),
        ("3s 2d Ac", "As Ks Js"),
        ("4s 3d 2c", "3s 2d Ac"),
        ("5s 3s 2s", "As Ad Kc"),
        ("2s 2d 3c", "As Kd Jc"),
        ("Ks Kd 2c", "3s 3d Ac"),
        ("Ks Kd 3c", "3s 3d Kc"),
        ("Qs 6d 4c", "Qh 6c 3d"),
    ],
)
def test_the_better_of_two_hands_is_the_one_that_the_books_name(better: str, worse: str) -> None:
    assert compare_three(read_hand(better), read_hand(worse)) == 1
    assert compare_three(read_hand(worse), read_hand(better)) == -1


@pytest.mark.parametrize(
    ("one", "other", "result"),
    [
        ("3s 3d Ac", "Ks Kd 2c", 1),
        ("3s 2d Ac", "4s 3h 2c", 1),
        ("Ks Kd 3c", "3s 3d Kc", 0),
        ("Qs 6d 4c", "Qh 6c 3d", 1),
        ("2s 2d 2c", "As Kd Qc", 1),
    ],
)
def test_the_letter_of_c3_contradicts_c2_as_the_ruling_says(
    one: str, other: str, result: int
) -> None:
    assert compare_three(read_hand(one), read_hand(other), tie_break="literal_c3") == result
    assert compare_three(read_hand(other), read_hand(one), tie_break="literal_c3") == -result


def test_suits_never_break_a_tie() -> None:
    for tie_break in ("standard", "literal_c3"):
        assert compare_three(["As", "Kd", "9c"], ["Ah", "Kc", "9s"], True, tie_break) == 0


@pytest.mark.exhaustive
def test_the_2598960_five_card_hands_fall_into_the_known_categories() -> None:
    counts: Counter[str] = Counter()
    for hand, alike in sets_up_to_suits(5):
        counts[five_card_category([DECK[card] for card in hand])] += alike
    assert counts == {
        "royal_flush": 4,
        "straight_flush": 36,
        "four_of_a_kind": 624,
        "full_house": 3_744,
        "flush": 5_108,
        "straight": 10_200,
        "three_of_a_kind": 54_912,
        "nothing": 2_524_332,
    }


@pytest.mark.exhaustive
def test_six_cards_of_a_deck_of_nines_to_aces_count_as_worked_out_by_hand() -> None:
    counts: Counter[str] = Counter()
    for six, alike in sets_up_to_suits(6, lowest=RANKS.index("9")):
        counts[best_five_of_six([DECK[card] for card in six])] += alike
    assert counts.total() == comb(24, 6)
    assert counts["royal_flush"] == 4 * 19
    assert counts["straight_flush"] == 4 * 18
    assert counts["four_of_a_kind"] == 6 * 190
    assert counts["full_house"] == 15 * 16 + 6 * 4 * 5 * 6 * 4 * 4
    assert counts["flush"] == 48 + 4 * 4 * 15
    assert counts["straight"] == 4**6 - 76 + 2 * (5 * 6 * 4**4 - 60)
    assert counts["three_of_a_kind"] == 6 * 4 * 10 * 64


def test_the_wheel_is_a_straight_only_where_the_house_counts_it() -> None:
    six = read_hand("As 2d 3c 4h 5s 9d")
    assert best_five_of_six(six) == "straight"
    assert best_five_of_six(six, wheel=False) == "nothing"


def test_without_the_wheel_a_suited_one_is_still_a_flush() -> None:
    six = read_hand("As 2s 3s 4s 5s 9d")
    assert best_five_of_six(six) == "straight_flush"
    assert best_five_of_six(six, wheel=False) == "flush"


# Ante and play


def test_chickasaw_l_2_a_straight_that_loses_still_earns_its_bonus() -> None:
    document = one_seat("chickasaw", "5s 5d 5c", "6s 7d 8c", wagers={"ante": 1000}, decision="play")
    assert lines_of(document) == {
        "play": ("lose", None, 0, 0),
        "ante_bonus": ("win", "1 to 1", 1000, 0),
        "ante": ("lose", None, 0, 0),
    }
    assert net_of(document) == -1000


@pytest.mark.parametrize("house", HOUSES)
@pytest.mark.parametrize(
    ("dealer", "cards", "play", "ante", "net"),
    [
        ("Js Td 8c", "2s 3d 5c", "push", "win", 1000),
        ("Qs 7d 2c", "Ks 3d 2h", "win", "win", 2000),
        ("Qs 7d 2c", "Qd 6d 5c", "lose", "lose", -2000),
        ("Qs 7d 2c", "Qd 7c 2h", "push", "push", 0),
    ],
)
def test_ante_and_play_end_the_same_way_in_every_house(
    house: str, dealer: str, cards: str, play: str, ante: str, net: int
) -> None:
    document = one_seat(house, dealer, cards, wagers={"ante": 1000}, decision="play")
    lines = lines_of(document)
    assert (lines["play"][0], lines["ante"][0]) == (play, ante)
    assert net_of(document) == net


@pytest.mark.parametrize(("tie", "net"), [("push", 0), ("dealer", -2000), ("player", 2000)])
def test_a_tie_goes_as_the_house_says(tie: str, net: int) -> None:
    document = one_seat(
        "mics",
        "Qs 7d 2c",
        "Qd 7c 2h",
        wagers={"ante": 1000},
        decision="play",
        options={"tie": tie},
    )
    assert net_of(document) == net


@pytest.mark.parametrize(
    ("house", "straight", "three", "straight_flush"),
    [
        ("mics", 1, 4, 5),
        ("mics-alternate", 1, 5, 6),
        ("chickasaw", 1, 4, 5),
        ("manual", 1, 4, 5),
        ("classic", 1, 3, 4),
    ],
)
def test_each_house_pays_its_own_ante_bonus(
    house: str, straight: int, three: int, straight_flush: int
) -> None:
    for cards, odds in [
        ("6s 7d 8c", straight),
        ("9s 9d 9c", three),
        ("4h 5h 6h", straight_flush),
    ]:
        document = one_seat(house, "Qs 4d 2c", cards, wagers={"ante": 700}, decision="play")
        assert lines_of(document)["ante_bonus"] == ("win", f"{odds} to 1", odds * 700, 0)


def test_a_fold_forfeits_the_ante_and_earns_no_bonus() -> None:
    document = one_seat("classic", "Qs 4d 2c", "6s 7d 8c", wagers={"ante": 500}, decision="fold")
    assert lines_of(document) == {"ante": ("forfeit", None, 0, 0)}


def test_where_the_bonus_needs_only_the_ante_a_folded_straight_earns_it() -> None:
    document = one_seat(
        "classic",
        "Qs 4d 2c",
        "6s 7d 8c",
        wagers={"ante": 500},
        decision="fold",
        options={"ante_bonus_requires": "ante", "ante_bonus_base": "ante_plus_play"},
    )
    assert lines_of(document)["ante_bonus"] == ("win", "1 to 1", 500, 0)


def test_the_classic_table_read_as_replacing_pays_the_winning_ante_three_to_one() -> None:
    document = one_seat(
        "classic",
        "Qs 4d 2c",
        "9s 9d 9c",
        wagers={"ante": 500},
        decision="play",
        options={"ante_table": "replaces"},
    )
    assert lines_of(document) == {
        "play": ("win", "1 to 1", 500, 500),
        "ante": ("win", "3 to 1", 1500, 500),
    }


# Pair plus


@pytest.mark.parametrize(
    ("house", "net_of_all_hands"),
    [
        ("mics", -512),
        ("mics-alternate", -596),
        ("chickasaw", -1_608),
        ("manual", -1_608),
        ("classic", -2_328),
    ],
)
def test_pair_plus_over_all_hands_returns_what_the_published_edge_says(
    house: str, net_of_all_hands: int
) -> None:
    """512 of 22,100 is the published 2.32%; 596 is 2.70%; 1,608 is 7.28%; 2,328 is 10.53%."""
    net = 0
    for hand in combinations(DECK, 3):
        dealer = [card for card in DECK if card not in hand][:3]
        seat = {"seat": 1, "cards": list(hand), "wagers": {"pair_plus": 1}}
        net += settle({"house": house, "dealer": dealer, "seats": [seat]})["seats"][0]["net"]
    assert net == net_of_all_hands


@pytest.mark.parametrize(
    ("house", "option", "with_six_card_bonus", "result"),
    [
        ("mics", None, False, "forfeit"),
        ("chickasaw", None, False, "forfeit"),
        ("classic", None, False, "forfeit"),
        ("manual", None, True, "win"),
        ("manual", "forfeits", False, "forfeit"),
        ("manual", "forfeits_with_6cb", False, "win"),
        ("manual", "forfeits_with_6cb", True, "forfeit"),
        ("classic", "survives", False, "win"),
    ],
)
def test_pair_plus_on_a_fold_goes_as_the_house_says(
    house: str, option: str | None, with_six_card_bonus: bool, result: str
) -> None:
    wagers = {"ante": 500, "pair_plus": 500}
    if with_six_card_bonus:
        wagers["six_card_bonus"] = 500
    options = {} if option is None else {"fold_pair_plus": option}
    document = one_seat(
        house, "Qs 4d 2c", "9s 9d 3c", wagers=wagers, decision="fold", options=options
    )
    assert lines_of(document)["pair_plus"][0] == result


# The manual's side bets


@pytest.mark.parametrize(
    ("dealer", "cards", "odds"),
    [
        ("As Ks 2d", "Qs Js Ts", 1000),
        ("As Ks Qs", "Js Ts 9s", 1000),
        ("5s 6s 2d", "7s 8s 9s", 200),
        ("9s 9d 2d", "9c 9h 3s", 50),
        ("9s 9d 2d", "9c 2h 3s", 25),
        ("2s 9s Ks", "4s 6s 3d", 15),
        ("2s 3d 9c", "4s 5d 6c", 10),
        ("2s 2d 9c", "2h 5d 7c", 5),
        ("2s 2d 9c", "9h 5d 7c", 0),
    ],
)
def test_the_six_card_bonus_pays_its_table_even_on_a_fold(
    dealer: str, cards: str, odds: int
) -> None:
    wagers = {"ante": 500, "six_card_bonus": 500}
    document = one_seat("manual", dealer, cards, wagers=wagers, decision="fold")
    expected = ("win", f"{odds} to 1", odds * 500, 500) if odds else ("lose", None, 0, 0)
    assert lines_of(document)["six_card_bonus"] == expected


def test_a_six_card_royal_may_have_its_own_odds_but_not_for_a_toke() -> None:
    document = one_seat(
        "manual",
        "As Ks Qs",
        "Js Ts 9s",
        wagers={"ante": 500, "six_card_bonus": 500},
        tokes={"six_card_bonus": 100},
        decision="play",
        options={"six_card_super_royal": 20000},
    )
    assert lines_of(document)["six_card_bonus"] == ("win", "20000 to 1", 10_000_000, 500)
    assert lines_of(document, "tokes")["six_card_bonus"] == ("win", "1000 to 1", 100_000, 100)


def test_a_royal_and_a_jackpot_are_paid_last() -> None:
    document = one_seat(
        "manual",
        "Js Ts 2d",
        "As Ks Qs",
        wagers={"ante": 500, "six_card_bonus": 500, "progressive": 100},
        decision="play",
    )
    last = {
        line["wager"]: line.get("paid_last", False)
        for line in settle(document)["seats"][0]["lines"]
    }
    assert last == {
        "play": False,
        "ante_bonus": False,
        "ante": False,
        "six_card_bonus": True,
        "progressive": True,
    }


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ("As Ks Qs", ("win", "100%", 1_234_500, 0)),
        ("Ah Kh Qh", ("win", "500 for 1", 50_000, 0)),
        ("Kh Qh Jh", ("win", "70 for 1", 7_000, 0)),
        ("9s 9d 9c", ("win", "60 for 1", 6_000, 0)),
        ("6s 7d 8c", ("win", "6 for 1", 600, 0)),
        ("6s 7s 9s", ("lose", None, 0, 0)),
    ],
)
def test_the_progressive_pays_for_one(
    cards: str, expected: tuple[str, str | None, int, int]
) -> None:
    wagers = {"pair_plus": 500, "progressive": 100}
    document = one_seat("manual", "Qc 4d 2c", cards, wagers=wagers, meter=1_234_500)
    assert lines_of(document)["progressive"] == expected


def test_the_progressive_read_as_to_one_returns_the_stake_except_with_the_jackpot() -> None:
    wagers = {"pair_plus": 500, "progressive": 100}
    options = {"progressive_unit": "to_1"}
    straight = one_seat("manual", "Qc 4d 2c", "6s 7d 8c", wagers=wagers, options=options)
    jackpot = one_seat("manual", "Qc 4d 2c", "As Ks Qs", wagers=wagers, options=options)
    assert lines_of(straight)["progressive"] == ("win", "6 to 1", 600, 100)
    assert lines_of(jackpot)["progressive"] == ("win", "100%", 1_000_000, 0)


def test_a_folded_jackpot_hand_wins_no_progressive() -> None:
    wagers = {"ante": 500, "progressive": 100}
    document = one_seat("manual", "Qc 4d 2c", "As Ks Qs", wagers=wagers, decision="fold")
    assert lines_of(document)["progressive"] == ("forfeit", None, 0, 0)
    assert settle(document)["progressive"] == {"meter_before": 1_000_000, "paid": 0}


def test_the_design_example_settles_as_it_should() -> None:
    document: Document = {
        "house": "manual",
        "dealer": "Qs 7d 2c",
        "progressive_meter": 1_234_500,
        "seats": [
            {"seat": 2, "cards": "4s 5d 9c", "wagers": {"pair_plus": 500, "progressive": 100}},
            {
                "seat": 3,
                "cards": "Ad Kd Qd",
                "decision": "play",
                "wagers": {"ante": 1000, "pair_plus": 500, "progressive": 100},
                "tokes": {"ante": 100, "play": 100},
            },
        ],
    }
    settled = settle(document)
    assert [seat["seat"] for seat in settled["seats"]] == [3, 2]
    assert settled["envy"] == [{"seat": 2, "for_seat": 3, "paid": 2500}]
    winner = settled["seats"][0]
    assert [line["wager"] for line in winner["lines"]] == [
        "play",
        "ante_bonus",
        "ante",
        "pair_plus",
        "progressive",
    ]
    assert winner["net"] == 1000 + 5000 + 1000 + 20_000 + 50_000 - 100
    assert [(line["wager"], line["paid"]) for line in winner["tokes"]] == [
        ("play", 100),
        ("ante_bonus", 500),
        ("ante", 100),
    ]
    assert settled["seats"][1]["net"] == -500 - 100 + 2500


# Envy


def envy_of(**options: Any) -> list[tuple[int, int | str, int]]:
    """Seat 1 bets and folds nothing special, 2 (ann) holds hearts, 4 folds spades, 5 is ann."""
    document: Document = {
        "house": "manual",
        "dealer": "Ad Kd Qd",
        "progressive_meter": 5_000_000,
        "options": options,
        "seats": [
            {"seat": 1, "cards": "2c 5d 9h", "wagers": {"pair_plus": 500, "progressive": 100}},
            {"seat": 2, "cards": "Ah Kh Qh", "wagers": {"pair_plus": 500}, "player": "ann"},
            {
                "seat": 4,
                "cards": "As Ks Qs",
                "wagers": {"ante": 500, "progressive": 100},
                "decision": "fold",
            },
            {
                "seat": 5,
                "cards": "3c 6d 9s",
                "wagers": {"pair_plus": 500, "progressive": 100},
                "player": "ann",
            },
        ],
    }
    return [(award["seat"], award["for_seat"], award["paid"]) for award in settle(document)["envy"]]


def test_envy_is_paid_to_bettors_for_other_players_unfolded_hands() -> None:
    assert envy_of() == [(4, 2, 2500), (1, 2, 2500)]


def test_envy_may_ask_that_the_holder_has_bet() -> None:
    assert envy_of(envy_trigger="holder_with_bet") == []


def test_envy_may_follow_folded_hands_too() -> None:
    assert envy_of(envy_trigger="any_dealt_hand") == [
        (5, 4, 10_000),
        (4, 2, 2500),
        (1, 4, 10_000),
        (1, 2, 2500),
    ]


def test_envy_once_only_takes_the_highest_award() -> None:
    assert envy_of(envy_trigger="any_dealt_hand", envy_multiple=False) == [
        (5, 4, 10_000),
        (4, 2, 2500),
        (1, 4, 10_000),
    ]


def test_envy_may_count_own_hands_and_the_dealer() -> None:
    assert envy_of(envy_own_hand=True, envy_dealer_hand=True, envy_needs_bet=False) == [
        (5, 2, 2500),
        (5, "dealer", 2500),
        (4, 2, 2500),
        (4, "dealer", 2500),
        (2, 2, 2500),
        (2, "dealer", 2500),
        (1, 2, 2500),
        (1, "dealer", 2500),
    ]


# Tokes and coupons


def test_an_unbacked_ante_toke_rides_or_is_forfeited() -> None:
    wagers = {"ante": 500}
    rides = one_seat(
        "manual", "Qc 4d 2c", "9s 9d 9c", wagers=wagers, tokes={"ante": 100}, decision="play"
    )
    assert lines_of(rides, "tokes") == {
        "ante_bonus": ("win", "4 to 1", 400, 0),
        "ante": ("win", "1 to 1", 100, 100),
    }
    rides["options"] = {"unbacked_ante_toke": "forfeits"}
    assert lines_of(rides, "tokes") == {"ante": ("forfeit", None, 0, 0)}


def test_tokes_stay_out_of_the_players_net() -> None:
    wagers = {"ante": 500}
    tokes = {"ante": 100, "play": 100}
    with_tokes = one_seat(
        "manual", "Qc 4d 2c", "9s 9d 9c", wagers=wagers, tokes=tokes, decision="play"
    )
    without = one_seat("manual", "Qc 4d 2c", "9s 9d 9c", wagers=wagers, decision="play")
    assert net_of(with_tokes) == net_of(without)


@pytest.mark.parametrize(
    ("dealer", "cards", "on_push", "expected"),
    [
        ("Qs 7d 2c", "Ks 3d 2h", "stays", ("win", "1 to 1", 500, 0)),
        ("Qs 7d 2c", "Qd 6d 5c", "stays", ("lose", None, 0, 0)),
        ("Qs 7d 2c", "Qd 7c 2h", "stays", ("push", None, 0, 0)),
        ("Qs 7d 2c", "Qd 7c 2h", "taken", ("lose", None, 0, 0)),
    ],
)
def test_a_coupon_follows_its_wager_and_pays_its_face_once(
    dealer: str, cards: str, on_push: str, expected: tuple[str, str | None, int, int]
) -> None:
    document = one_seat(
        "mics",
        dealer,
        cards,
        wagers={"ante": 500},
        match_play={"ante": 500},
        decision="play",
        options={"match_play": {"on_push": on_push}},
    )
    assert lines_of(document)["match_play"] == expected
    order = [line["wager"] for line in settle(document)["seats"][0]["lines"]]
    assert order == ["play", "ante", "match_play"]


def test_a_coupon_may_count_for_the_play_wager() -> None:
    document = one_seat(
        "mics",
        "Qs 7d 2c",
        "Ks 3d 2h",
        wagers={"ante": 500},
        match_play={"ante": 300},
        decision="play",
        options={"match_play": {"counts_for_play": True}},
    )
    assert lines_of(document)["play"] == ("win", "1 to 1", 800, 800)


# Opening bets


def check(house: str, wagers: dict[str, int], **rest: Any) -> set[str]:
    options = rest.pop("options", {})
    seat = {"seat": 3, "wagers": wagers, **rest}
    refused = allowed({"house": house, "options": options, "seats": [seat]})
    return refused.get(3, set())


@pytest.mark.parametrize(
    ("house", "wagers", "reasons"),
    [
        ("mics", {"ante": 500}, set()),
        ("mics", {"ante": 499}, {"below_minimum", "step"}),
        ("mics", {"ante": 400}, {"below_minimum"}),
        ("mics", {"ante": 50_100}, {"above_maximum"}),
        ("mics", {"progressive": 100}, {"not_offered"}),
        ("mics", {}, {"no_wager"}),
        ("mics-alternate", {"ante": 500, "pair_plus": 1000}, set()),
        ("mics-alternate", {"ante": 500, "pair_plus": 1100}, {"prerequisite"}),
        ("mics-alternate", {"pair_plus": 500}, {"prerequisite"}),
        ("classic", {"ante": 200, "pair_plus": 1000}, set()),
        ("classic", {"ante": 1100}, {"above_maximum"}),
        ("manual", {"pair_plus": 1000, "six_card_bonus": 2000}, set()),
        ("manual", {"six_card_bonus": 2000}, {"prerequisite"}),
        ("manual", {"ante": 500, "six_card_bonus": 600}, {"step"}),
        ("manual", {"ante": 500, "six_card_bonus": 100}, {"below_minimum", "step"}),
        ("manual", {"ante": 500, "progressive": 100}, set()),
        ("manual", {"ante": 500, "progressive": 200}, {"above_maximum"}),
        ("manual", {"progressive": 100}, {"prerequisite"}),
    ],
)
def test_opening_bets_are_refused_for_these_reasons(
    house: str, wagers: dict[str, int], reasons: set[str]
) -> None:
    assert check(house, wagers) == reasons


@pytest.mark.parametrize(
    ("steps", "minimum", "dollars_accepted"),
    [
        ("multiples_of_5", 5, [5, 10, 95, 100]),
        ("multiples_of_5", 1, [5, 10, 95, 100]),
        ("one_or_multiples", 5, [1, 5, 10, 95, 100]),
        ("one_or_multiples", 1, [1, 5, 10, 95, 100]),
        ("from_minimum", 5, [5, 10, 95, 100]),
        ("from_minimum", 1, [1, 6, 96]),
    ],
)
def test_the_six_card_bonus_has_three_readings_of_its_steps(
    steps: str, minimum: int, dollars_accepted: list[int]
) -> None:
    options = {"six_card_steps": steps, "six_card_min": minimum}
    accepted = [
        dollars
        for dollars in [1, 2, 5, 6, 10, 95, 96, 100, 101, 105]
        if not check("manual", {"ante": 500, "six_card_bonus": dollars * 100}, options=options)
    ]
    assert accepted == dollars_accepted


@pytest.mark.parametrize(
    ("ante", "pair_plus", "reasons"),
    [
        (500, 2500, set()),
        (2500, 500, set()),
        (500, 2600, {"ratio"}),
        (500, None, {"prerequisite"}),
        (None, 500, {"prerequisite"}),
    ],
)
def test_version_iii_wants_both_bets_within_five_times_each_other(
    ante: int | None, pair_plus: int | None, reasons: set[str]
) -> None:
    wagers = {}
    if ante is not None:
        wagers["ante"] = ante
    if pair_plus is not None:
        wagers["pair_plus"] = pair_plus
    assert check("mics", wagers, options={"wager_version": "iii"}) == reasons


@pytest.mark.parametrize(
    ("ante", "toke", "options", "reasons"),
    [
        (20_000, 13_000, {}, set()),
        (20_000, 13_100, {}, {"toke"}),
        (30_000, 3_000, {}, set()),
        (30_000, 3_100, {}, {"toke"}),
        (500, 30_000, {}, set()),
        (500, 32_500, {}, {"toke"}),
        (500, 3_000, {"toke_cap": "ten_percent_flat"}, set()),
        (500, 3_100, {"toke_cap": "ten_percent_flat"}, {"toke"}),
    ],
)
def test_the_manuals_toke_cap_has_the_examples_of_man_15(
    ante: int, toke: int, options: Document, reasons: set[str]
) -> None:
    assert check("manual", {"ante": ante}, tokes={"ante": toke}, options=options) == reasons


@pytest.mark.parametrize(
    ("wagers", "tokes", "reasons"),
    [
        ({"ante": 500}, {"play": 100}, {"toke"}),
        ({"ante": 500}, {"ante": 100, "play": 100}, set()),
        ({"ante": 500}, {"pair_plus": 100}, {"toke"}),
        ({"ante": 500}, {"six_card_bonus": 2500}, set()),
        ({"ante": 500}, {"six_card_bonus": 2600}, {"toke"}),
        ({"ante": 500, "progressive": 100}, {"progressive": 100}, {"toke"}),
    ],
)
def test_the_manual_says_where_a_toke_may_lie(
    wagers: dict[str, int], tokes: dict[str, int], reasons: set[str]
) -> None:
    assert check("manual", wagers, tokes=tokes) == reasons


@pytest.mark.parametrize(
    ("house", "numbers", "refused"),
    [
        ("mics", [2, 3], set()),
        ("mics", [2, 4], {2, 4}),
        ("mics", [2, 3, 4], {2, 3, 4}),
        ("manual", [2, 3], {2, 3}),
        ("classic", [6, 7], set()),
    ],
)
def test_two_seats_of_one_player_are_two_positions(
    house: str, numbers: list[int], refused: set[int]
) -> None:
    seats = [{"seat": n, "player": "ann", "wagers": {"ante": 500}} for n in numbers]
    answer = allowed({"house": house, "seats": seats})
    assert answer == {number: {"positions"} for number in refused}


@pytest.mark.parametrize(
    ("house", "coupons", "reasons"),
    [
        ("mics", {"ante": 500}, set()),
        ("mics", {"ante": 600}, {"coupon"}),
        ("mics", {"pair_plus": 500}, {"coupon"}),
        ("mics", {"ante": 500, "pair_plus": 500}, {"coupon"}),
        ("chickasaw", {"ante": 500}, {"coupon"}),
    ],
)
def test_a_coupon_needs_a_house_a_spot_and_chips(
    house: str, coupons: dict[str, int], reasons: set[str]
) -> None:
    assert check(house, {"ante": 500, "pair_plus": 500}, match_play=coupons) == reasons


# The generated documents


@GENEROUS
@given(settle_documents())
def test_generated_rounds_are_valid_and_settle(document: Document) -> None:
    cards = read_hand(document["dealer"])
    for seat in document["seats"]:
        cards = cards + read_hand(seat["cards"])
        assert ("ante" in seat["wagers"]) == ("decision" in seat)
        if wins_the_jackpot(seat):
            assert document["progressive_meter"] > 0
    assert len(set(cards)) == len(cards) == 3 + 3 * len(document["seats"])
    assert set(cards) <= set(DECK)
    assert is_valid_house(document["house"], document.get("options", {}))

    settled = settle(document)
    numbers = [seat["seat"] for seat in settled["seats"]]
    assert numbers == sorted(numbers, reverse=True)
    for seat in settled["seats"]:
        for line in seat["lines"] + seat["tokes"]:
            assert (line["odds"] is not None) == (line["result"] == "win")
            assert line["returned"] in (0, line["stake"])
            if line["result"] in ("lose", "forfeit"):
                assert line["paid"] == line["returned"] == 0
    assert comparable(comparable(settled)) == comparable(settled)


@GENEROUS
@given(check_documents())
def test_generated_bets_get_known_reasons(document: Document) -> None:
    known = {"not_offered", "no_wager", "below_minimum", "above_maximum", "step", "prerequisite"}
    known |= {"ratio", "positions", "toke", "coupon"}
    seats = {seat["seat"] for seat in document["seats"]}
    refused = allowed(document)
    assert set(refused) <= seats
    for reasons in refused.values():
        assert reasons
        assert reasons <= known


def what_happens_in(house: str) -> Counter[str]:
    """Count how often each thing happens in a few hundred generated rounds of a house."""
    seen: Counter[str] = Counter()

    @settings(GENEROUS, max_examples=250)
    @given(settle_documents(house))
    def collect(document: Document) -> None:
        settled = settle(document)
        seen["dealer qualifies" if settled["dealer"]["qualifies"] else "dealer does not"] += 1
        seen["envy"] += bool(settled.get("envy"))
        for seat in settled["seats"]:
            for line in seat["lines"] + seat["tokes"]:
                seen[f"{line['wager']} {line['result']}"] += 1
                seen[f"{line['wager']} {line['odds']}"] += 1

    collect()
    return seen


@pytest.mark.parametrize(
    ("house", "rare_things"),
    [
        (
            "mics",
            ["dealer qualifies", "dealer does not", "ante push", "ante forfeit"]
            + ["pair_plus forfeit", "pair_plus 40 to 1", "ante_bonus 5 to 1"]
            + ["match_play win", "match_play push", "match_play forfeit"],
        ),
        (
            "manual",
            ["dealer qualifies", "dealer does not", "ante push", "ante forfeit", "envy"]
            + ["six_card_bonus 1000 to 1", "six_card_bonus 200 to 1", "pair_plus 40 to 1"]
            + ["progressive 100%", "progressive 500 for 1", "progressive forfeit"],
        ),
    ],
)
def test_rare_things_are_common_in_generated_rounds(house: str, rare_things: list[str]) -> None:
    seen = what_happens_in(house)
    assert {rare: seen[rare] for rare in rare_things if seen[rare] < 3} == {}


def test_generated_bets_are_often_accepted_and_refused_for_every_reason() -> None:
    seen: Counter[str] = Counter()

    @settings(GENEROUS, max_examples=400)
    @given(check_documents())
    def collect(document: Document) -> None:
        refused = allowed(document)
        if not refused:
            seen["accepted"] += 1
        for reasons in refused.values():
            seen.update(reasons)

    collect()
    assert seen["accepted"] >= 60
    for reason in [
        "not_offered",
        "no_wager",
        "below_minimum",
        "above_maximum",
        "step",
        "prerequisite",
        "ratio",
        "positions",
        "toke",
        "coupon",
    ]:
        assert seen[reason] >= 3, reason
