"""Rounds by the French book in the examples, through `queenhigh script`."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.runner import run

FRANCE = str(Path(__file__).parents[2] / "examples" / "books" / "france")
ORDER = [rank + suit for suit in "cdhs" for rank in "23456789TJQKA"]
AUTOMATED = [
    "inspect", "verify", "count", "spread_for_first_player", "wash", "stack", "riffle", "cut_once",
    "rack_cover_card", "take_in_hand", "collect_folds", "verify_plays", "remove_stub", "rack_stub",
    "release", "reveal_dealer", "reveal_hand", "settle", "rack_hand", "end_round",
]  # fmt: skip
OPENED: list[dict[str, Any]] = [
    {"type": "open_table", "dealer": "joe", "tray": 2000000, "by": "floor:fay"},
    *(
        {"type": kind, "seat": seat, "by": f"player:{name}", **more}
        for seat, name in ((1, "ann"), (3, "bob"), (4, "cid"))
        for kind, more in (("sit", {}), ("buy_in", {"cents": 100000}))
    ),
]
SHUFFLED = {"type": "shuffle_deck", "deck": 0, "order": ORDER, "nonce": "0123456789abcdef"}


def scripted(
    *commands: dict[str, Any], house: str = FRANCE, shuffled: dict[str, Any] = SHUFFLED
) -> list[dict[str, Any]]:
    opened = [{**OPENED[0], "automation": AUTOMATED}, *OPENED[1:]]
    lines = [json.dumps({"by": "dealer:joe", **each}) for each in (*opened, shuffled, *commands)]
    answer = run("script", "--house", house, stdin="\n".join(lines))
    return [json.loads(line) for line in answer.out.splitlines()]


def of(told: list[dict[str, Any]], kind: str) -> list[dict[str, Any]]:
    return [each for each in told if each["type"] == kind]


def cut(*refused: int, **more: Any) -> dict[str, Any]:
    return {"type": "confirm", "step": "cut", "refused_by": refused, "count": 20, **more}


@pytest.mark.parametrize(
    ("refused", "cutter"), [((), 1), ((1,), 3), ((1, 3), 4), ((1, 3, 4), 1)], ids=str
)
def test_the_last_cut_is_the_first_willing_player_s(refused: tuple[int, ...], cutter: int) -> None:
    [step] = [
        each for each in of(scripted(cut(*refused)), "step_done") if each["step"]["name"] == "cut"
    ]
    assert step["step"]["seat"] == cutter
    assert "fr-3" in step["clauses"]


@pytest.mark.parametrize(("refused", "seat"), [((3,), None), ((1, 4), None), ((), 3)], ids=str)
def test_the_cut_is_offered_to_nobody_out_of_turn(refused: tuple[int, ...], seat: Any) -> None:
    more = {} if seat is None else {"seat": seat}
    [refusal] = of(scripted(cut(*refused, **more)), "refused")
    assert refusal["code"] == "step/out_of_order"


def after_the_cut(*dealt: str) -> dict[str, Any]:
    """The shuffle that deals these cards first, one by one, when 20 are cut."""
    cards = [card for hand in dealt for card in hand.split()]
    order = [*cards, *(card for card in ORDER if card not in cards)]
    return {**SHUFFLED, "order": order[-20:] + order[:-20]}


BETS: list[dict[str, Any]] = [
    {"type": "place_wager", "seat": seat, "wager": wager, "amount": 1000, "by": f"player:{name}"}
    for seat, name in ((1, "ann"), (3, "bob"))
    for wager in ("ante", "pair_plus")
]
DEAL = {"type": "confirm", "step": "deal"}
LOCK = {"type": "announce_no_more_bets"}


def test_a_card_uncovered_by_mistake_is_burned_and_the_next_one_is_dealt() -> None:
    found = {"type": "report_face_up_card", "count": 1}
    told = scripted(cut(), *BETS, LOCK, DEAL, found, found, DEAL)
    burned = of(told, "irregularity_reported")
    assert [each["remedy"] for each in burned] == ["discard", "discard"]
    assert all(each["clauses"] == ["fr-4"] for each in burned)
    after_cut = ORDER[20:] + ORDER[:20]
    assert [card for each in of(told, "cards_discarded") for card in each["cards"]] == after_cut[
        1:3
    ]
    assert of(told, "cards_dealt")[-1] == {
        **of(told, "cards_dealt")[-1], "seat": 3, "cards": after_cut[3:4],
    }  # fmt: skip


LOOKED = {"type": "report_exposed_card", "seat": 1, "looked": True}


def lost(tmp_path: Path) -> str:
    file = tmp_path / "strict.toml"
    file.write_text(f'extends = "{FRANCE}"\n[options]\nvoid_hand_bets = "lost"\n')
    return str(file)


@pytest.mark.parametrize("bets", ["returned", "lost"])
def test_only_a_player_who_looks_too_early_has_a_void_hand(bets: str, tmp_path: Path) -> None:
    house = FRANCE if bets == "returned" else lost(tmp_path)
    rest = [DEAL] * 4
    played = {"type": "play", "seat": 3, "by": "player:bob"}
    told = scripted(cut(), *BETS, LOCK, DEAL, DEAL, DEAL, LOOKED, *rest, played, house=house)
    assert not of(told, "refused")
    [reported] = of(told, "irregularity_reported")
    assert reported["clauses"] == ["fr-14"]
    assert reported["rulings"] == ["FR-2"]
    back = [(each["seat"], each["wager"]) for each in of(told, "wager_withdrawn")]
    taken = [(each["seat"], each["wager"]) for each in of(told, "wager_taken") if each["seat"] == 1]
    assert sorted(back if bets == "returned" else taken) == [(1, "ante"), (1, "pair_plus")]
    assert not (taken if bets == "returned" else back)
    assert [each["seat"] for each in of(told, "cards_dealt")] == [1, 3, 0, 3, 0, 3, 0]
    assert [each["seat"] for each in of(told, "settlement_began")[0]["settled"]["seats"]] == [3]
    assert of(told, "round_ended")


def test_the_round_is_over_when_nobody_else_was_dealt_in() -> None:
    told = scripted(cut(), *BETS[:2], LOCK, DEAL, LOOKED)
    assert of(told, "round_ended")
    assert of(told, "round_began")[-1]["number"] == 2


def test_once_the_deal_is_over_players_may_look() -> None:
    told = scripted(cut(), *BETS, LOCK, *[DEAL] * 9, LOOKED)
    [refusal] = of(told, "refused")
    assert refusal["code"] == "irregularity/cannot_be"


# Cards go one at a time to seat 1, seat 3 and the dealer.
DEALER_OUT = after_the_cut("9h 2h Js", "9d 5h 7d", "9c 8s 2c")
DEALER_BEATS_ALL = after_the_cut("9h 2h As", "9d 5h Ad", "4c 8s Kc")
SEAT_1_WINS = after_the_cut("9h 2h Qs", "9d 5h 7d", "9c 8s 2c")
ON_BONUS: list[dict[str, Any]] = [
    {"type": "place_wager", "seat": 1, "wager": "bonus", "amount": 500, "by": "player:ann"},
]
PLAYED: list[dict[str, Any]] = [
    {"type": "play", "seat": seat, "by": f"player:{name}"}
    for seat, name in ((1, "ann"), (3, "bob"))
]
HEARD = {"type": "confirm", "step": "hear_calls"}


def called(*wagers: str, seat: int = 1, by: str = "player:ann") -> dict[str, Any]:
    return {"type": "call_awards", "seat": seat, "wagers": wagers, "by": by}


def played(shuffled: dict[str, Any], *after: dict[str, Any]) -> list[dict[str, Any]]:
    bets = (*BETS, *ON_BONUS)
    return scripted(cut(), *bets, LOCK, *[DEAL] * 9, *PLAYED, *after, shuffled=shuffled)


def lines(told: list[dict[str, Any]], seat: int) -> dict[str, dict[str, Any]]:
    (began,) = of(told, "settlement_began")
    (found,) = [each for each in began["settled"]["seats"] if each["seat"] == seat]
    return {line["wager"]: line for line in found["lines"]}


def test_with_the_dealer_out_only_a_bonus_that_is_called_is_paid() -> None:
    told = played(DEALER_OUT, called("bonus"), called(seat=3, by="player:bob"), HEARD)
    assert not of(told, "refused")
    found = lines(told, 1)
    assert (found["bonus"]["odds"], found["bonus"]["clauses"]) == ("4 to 1", ["fr-25"])
    assert (found["pair_plus"]["result"], found["pair_plus"]["clauses"]) == ("lose", ["fr-29"])
    assert found["pair_plus"]["why"] == (
        "Paire Plus pays for three of a kind only if it is called aloud, and it was not."
    )
    assert (found["ante"]["odds"], found["ante"]["clauses"]) == ("1 to 1", ["fr-19"])
    assert [each["clauses"] for each in of(told, "awards_called")] == [["fr-26", "fr-29"]] * 2
    assert of(told, "round_ended")


def test_an_unannounced_bonus_is_taken_and_the_hand_is_not_turned_over() -> None:
    told = played(DEALER_OUT, HEARD)
    found = lines(told, 1)
    assert (found["bonus"]["result"], found["bonus"]["clauses"]) == ("lose", ["fr-26"])
    taken = [(each["seat"], each["wager"]) for each in of(told, "wager_taken")]
    assert sorted(taken) == [(1, "bonus"), (1, "pair_plus"), (3, "pair_plus")]
    assert not of(told, "hand_revealed")
    shown = played(DEALER_OUT, called("bonus"), HEARD)
    assert [each["seat"] for each in of(shown, "hand_revealed")] == [1]


def test_the_settlement_waits_until_the_dealer_has_heard_the_calls() -> None:
    told = played(DEALER_OUT, called("bonus"))
    assert not of(told, "settlement_began")
    assert of(told, "calls_awaited")[0]["seats"] == [1, 3]


@pytest.mark.parametrize(
    "wish",
    [called("ante"), called("bonus", seat=3, by="player:bob"), called(seat=4, by="player:cid")],
)
def test_nothing_else_can_be_called(wish: dict[str, Any]) -> None:
    [refusal] = of(played(DEALER_OUT, wish), "refused")
    assert refusal["code"] == "decision/nothing_to_call"
    assert refusal["clauses"] == ["fr-26", "fr-29"]


def test_against_a_dealer_who_plays_nothing_has_to_be_called() -> None:
    told = played(SEAT_1_WINS)
    found = lines(told, 1)
    assert (found["bonus"]["odds"], found["ante"]["odds"]) == ("4 to 1", "4 to 1")
    assert not of(told, "calls_awaited")
    assert of(told, "round_ended")


def said(told: list[dict[str, Any]]) -> list[tuple[str, list[str]]]:
    return [(each["text"], each["clauses"]) for each in of(told, "announced")]


def test_the_dealer_calls_each_winning_combination_and_the_bonus() -> None:
    assert said(played(SEAT_1_WINS)) == [
        ("Rien ne va plus", ["fr-9"]),
        ("Hauteur dame", []),
        ("Hauteur dame", ["fr-20"]),
        ("Brelan de neuf", ["fr-20"]),
        ("Bonus payé", ["fr-25"]),
    ]


def test_a_dealer_who_beats_every_player_says_so() -> None:
    told = played(DEALER_BEATS_ALL)
    assert said(told)[1:] == [
        ("Paire d'as, roi", []),
        ("Paire d'as, roi", ["fr-20"]),
        ("Paire d'as, roi", ["fr-20"]),
        ("Banque gagne", ["fr-23"]),
    ]
    assert all("Banque gagne" not in text for text, _ in said(played(SEAT_1_WINS)))


def test_players_who_tell_each_other_their_hands_void_the_round() -> None:
    told = scripted(cut(), *BETS, LOCK, *[DEAL] * 9, {"type": "report_shared_hands"})
    [reported] = of(told, "irregularity_reported")
    assert (reported["remedy"], reported["clauses"]) == ("void", ["fr-13"])
    assert of(told, "round_voided")
    [early] = of(scripted(cut(), *BETS, LOCK, {"type": "report_shared_hands"}), "refused")
    assert early["code"] == "irregularity/cannot_be"


@pytest.mark.parametrize(
    ("amount", "code", "clause"),
    [(300, "wager/below_minimum", "fr-8"), (60000, "wager/above_maximum", "fr-8")],
)
def test_bets_are_held_to_the_limits_by_the_article(amount: int, code: str, clause: str) -> None:
    [refusal] = of(scripted(cut(), {**BETS[0], "amount": amount}), "refused")
    assert (refusal["code"], refusal["clauses"]) == (code, [clause])


def test_a_session_begins_with_cards_that_are_checked_before_the_first_player() -> None:
    told = scripted()
    opened = [each["name"] for each in of(told, "table_opened")[0]["todo"]]
    assert opened[:6] == ["inspect", "verify", "count", "spread_for_first_player", "wash", "stack"]
    done = [each for each in of(told, "step_done") if each["step"]["name"] == opened[3]]
    assert done[0]["clauses"] == ["fr-6"]
    seated = next(n for n, each in enumerate(told) if each["type"] == "seat_taken")
    assert told.index(done[0]) > seated  # Nobody spreads for an empty table.


def test_each_round_is_shuffled_five_times_and_cut_twice_before_the_players_cut() -> None:
    told = scripted(cut())
    (began,) = of(told, "round_began")
    steps = [each["name"] for each in began["todo"]]
    assert steps[:8] == ["riffle"] * 5 + ["cut_once"] * 2 + ["shuffle"]
    assert steps[8] == "cut"
    by_name = {each["step"]["name"]: each["clauses"] for each in of(told, "step_done")}
    assert (by_name["riffle"], by_name["cut_once"]) == (["fr-2"], ["fr-2"])
    assert by_name["cut"] == ["fr-3"]


def refusal_of(*commands: dict[str, Any]) -> tuple[str, list[str]]:
    (found,) = of(scripted(*commands), "refused")
    return found["code"], found["clauses"]


ANTE = BETS[0]
RELIEF = {"type": "relieve_dealer", "dealer": "kim"}


@pytest.mark.parametrize(
    ("commands", "code", "clause"),
    [
        ([cut(), *BETS, LOCK, RELIEF], "table/cards_out", "fr-5"),
        ([{"type": "sit", "seat": 2, "by": "player:ann"}], "position/too_many", "fr-7"),
        ([cut(), {**ANTE, "offered_as": "cash"}], "wager/cash", "fr-9"),
        ([cut(), {**ANTE, "offered_as": "verbal_with_cash"}], "wager/verbal", "fr-9"),
        ([cut(), *BETS, LOCK, {**ANTE, "amount": 2000}], "wager/locked", "fr-9"),
    ],
    ids=["relief", "one hand", "cash", "voice", "late"],
)  # fmt: skip
def test_what_the_article_forbids_is_refused_with_its_number(
    commands: list[dict[str, Any]], code: str, clause: str
) -> None:
    found = refusal_of(*commands)
    assert found == (code, [clause])


def test_cards_go_out_one_at_a_time_and_what_is_left_is_burned() -> None:
    told = scripted(cut(), *BETS, LOCK, *[DEAL] * 9)
    assert [each["seat"] for each in of(told, "cards_dealt")] == [1, 3, 0] * 3
    assert all(len(each["cards"]) == 1 for each in of(told, "cards_dealt"))
    (stub,) = [each for each in of(told, "hand_racked") if each["seat"] == -1]
    assert len(stub["cards"]) == 52 - 9
    steps = {each["step"]["name"]: each["clauses"] for each in of(told, "step_done")}
    assert (steps["deal"], steps["rack_stub"]) == (["fr-10"], ["fr-12"])


def test_an_exposed_card_is_turned_over_and_the_deal_goes_on() -> None:
    told = scripted(
        cut(), *BETS, LOCK, DEAL, {"type": "report_exposed_card", "seat": 1}, *[DEAL] * 8
    )
    [reported] = of(told, "irregularity_reported")
    assert (reported["remedy"], reported["clauses"]) == ("continue", ["fr-11"])
    assert of(told, "decisions_began")


def test_a_hand_of_the_wrong_size_voids_the_round() -> None:
    wrong = {"type": "report_wrong_number_of_cards", "seat": 3, "cards": 4}
    told = scripted(cut(), *BETS, LOCK, *[DEAL] * 9, wrong)
    [reported] = of(told, "irregularity_reported")
    assert (reported["remedy"], reported["clauses"]) == ("void", ["fr-13"])


def test_a_fold_costs_ante_and_side_bets_and_the_cards_are_counted() -> None:
    folded = [{"type": "fold", "seat": 1, "by": "player:ann"}, PLAYED[1]]
    bets = (*BETS, *ON_BONUS)
    told = scripted(cut(), *bets, LOCK, *[DEAL] * 9, *folded, shuffled=SEAT_1_WINS)
    taken = {
        each["wager"]: each["clauses"] for each in of(told, "wager_taken") if each["seat"] == 1
    }
    assert taken == {"ante": ["fr-16"], "bonus": ["fr-25"], "pair_plus": ["fr-28"]}
    steps = {each["step"]["name"]: each["clauses"] for each in of(told, "step_done")}
    assert steps["collect_folds"] == ["fr-16"]


def test_hands_are_settled_and_taken_from_the_dealers_right_and_the_dealers_last() -> None:
    told = played(SEAT_1_WINS)
    assert [each["seat"] for each in of(told, "hand_revealed")] == [3, 1]
    assert [each["seat"] for each in of(told, "hand_racked")] == [-1, 3, 1, 0]
    lost = [each for each in of(told, "wager_taken") if each["wager"] in ("ante", "play")]
    assert all(each["clauses"] == ["fr-21"] for each in lost)
    paid = [each["wager"] for each in of(told, "wager_paid")]
    assert paid == ["play", "bonus", "ante", "pair_plus"]
