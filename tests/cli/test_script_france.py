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


def scripted(*commands: dict[str, Any], house: str = FRANCE) -> list[dict[str, Any]]:
    opened = [{**OPENED[0], "automation": AUTOMATED}, *OPENED[1:]]
    lines = [json.dumps({"by": "dealer:joe", **each}) for each in (*opened, SHUFFLED, *commands)]
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


BETS = [
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
def test_a_player_who_looks_too_early_has_a_void_hand_alone(bets: str, tmp_path: Path) -> None:
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


def test_the_round_is_over_where_nobody_else_was_dealt_in() -> None:
    told = scripted(cut(), *BETS[:2], LOCK, DEAL, LOOKED)
    assert of(told, "round_ended")
    assert of(told, "round_began")[-1]["number"] == 2


def test_once_the_deal_is_over_players_may_look() -> None:
    told = scripted(cut(), *BETS, LOCK, *[DEAL] * 9, LOOKED)
    [refusal] = of(told, "refused")
    assert refusal["code"] == "irregularity/cannot_be"
