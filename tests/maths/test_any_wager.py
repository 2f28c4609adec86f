"""Wagers of every look and condition, against a slow and obvious model of the same house file.

The model shares only card parsing with the program: it deals a player hand against all 18,424
dealer hands and reads each row as a person would.
"""

import tomllib
from collections import Counter
from fractions import Fraction
from functools import cache, lru_cache
from itertools import combinations, pairwise, product
from pathlib import Path
from random import Random
from typing import Any

import pytest

from queenhigh.cards.card import FULL_DECK, RANK_LETTERS, Card, Hand, parse_hand
from queenhigh.house.loader import load_house
from queenhigh.house.model import House
from queenhigh.maths.analysis.ante_play import ante_play
from queenhigh.maths.analysis.decisions import choices
from queenhigh.maths.analysis.side_wager import side_wager
from queenhigh.maths.risk.joint_distribution import joint
from queenhigh.wagers.document import SeatBets

HOUSE = """
name = "A house of wagers that no book has"
seats = 5
[dealer]
qualifies_with = "QUALIFIER"
[ante]
limits = {minimum_cents = 500, maximum_cents = 50000}
tie = "win"
[ante.pays]
three_of_a_kind = "3/2"
[play]
multiples = [1, 2, 3]
tie = "push"
[play.pays]
red = {colour = "red", when = "wins", to_one = "6/5"}
[ante_bonus.pays]
straight_flush = 5
three_of_a_kind = 4
straight = 1
[meters.main]
seed_cents = 1000000
[meters.small]
seed_cents = 20000

[wagers.mini]
title = "Mini royal Pair Plus"
[wagers.mini.pays]
mini_royal = {hand = "straight_flush", ranks = "AKQ", to_one = 50}
straight_flush = 40
three_of_a_kind = 30
straight = 6
flush = 3
pair = 1

[wagers.prime]
fold = "stays"
[wagers.prime.pays]
all_six = {of = "all_six", colour = "same", to_one = 4}
own_three = {colour = "same", to_one = 3}

[wagers.dealers]
of = "dealer"
fold = "stays"
[wagers.dealers.pays]
queens = {ranks = "QQQ", cents = 100000}
black = {hand = "flush", colour = "black", to_one = 9}
of_clubs = {suit = "c", to_one = 5}
pair = 2
any_queen_high = {hand = "high_card", of = "player", result = "push"}

[wagers.five]
of = "best_five"
fold = {forfeits_with = ["mini"]}
[wagers.five.pays]
spade_royal = {hand = "royal_flush", suit = "s", percent = "25/2", meter = "main"}
royal_flush = {for_one = 1000}
steel_wheel = {hand = "straight_flush", ranks = "A2345", to_one = 300}
straight_flush = 200
four_of_a_kind = 50
big_full_house = {hand = "full_house", ranks = "AAAKK", to_one = 40}
full_house = 25
flush = 15
red_straight = {hand = "straight", colour = "red", to_one = 12}
straight = 10
three_of_a_kind = 5
one_colour = {hand = "nothing", colour = "same", to_one = "1/2"}

[wagers.no_wheel]
of = "best_five"
wheel = false
fold = "stays"
[wagers.no_wheel.pays]
straight = {colour = "same", to_one = 8}
ace_high = {hand = "nothing", ranks = "A5432", result = "push"}

[wagers.six]
of = "all_six"
fold = "stays"
[wagers.six.pays]
spades = {hand = "flush", suit = "s", percent = 100, meter = "small"}
straight_flush = {for_one = 100000}
flush = 500
straight = {colour = "same", to_one = 700}
any_straight = {hand = "straight", to_one = 60}
three_pairs = {ranks = "AAKKQQ", to_one = 400}
red = {colour = "red", to_one = 20}

[wagers.consolation]
fold = "stays"
max_award_cents = 4000
[wagers.consolation.pays]
bad_beat = {hand = "flush", when = "loses", to_one = 20}
tied = {when = "ties", to_one = 3}
pair = {when = ["wins", "dealer_out"], to_one = "2/3"}
folded = {when = "folded", result = "push"}
"""
MODEL = tomllib.loads(HOUSE)
STAKES = {
    "ante": 1000,
    "mini": 500,
    "prime": 300,
    "dealers": 200,
    "five": 700,
    "no_wheel": 100,
    "six": 100,
    "consolation": 500,
}
HANDS = ("Qs 6d 4c", "As 5s 4d", "Kh Qh Jh", "8d 8h 2d", "Ac Kc Qc", "7d 6h 2d", "9s 7s 2s")
THREE = ("high_card", "pair", "flush", "straight", "three_of_a_kind", "straight_flush")
FIVE = "nothing three_of_a_kind straight flush full_house four_of_a_kind straight_flush".split()


# The model


def rank(card: Card) -> int:
    return card // 4 + 2


def ranks_of(cards: tuple[Card, ...]) -> list[int]:
    return sorted(map(rank, cards), reverse=True)


def is_run(ranks: list[int], low_ace: bool) -> int:
    """The top card of a run, or 0."""
    if all(a - b == 1 for a, b in pairwise(ranks)):
        return ranks[0]
    if low_ace and ranks[0] == 14 and ranks[1] == len(ranks) and is_run(ranks[1:], False):
        return ranks[1]
    return 0


@cache
def three(hand: Hand) -> tuple[int, list[int]]:
    ranks = ranks_of(hand)
    run, flush = is_run(ranks, True), len({card % 4 for card in hand}) == 1
    by_count = sorted(ranks, key=lambda each: (ranks.count(each), each), reverse=True)
    if run:
        return (5 if flush else 3), [run]
    kinds = {1: 4, 2: 1, 3: 2 if flush else 0}[len(set(ranks))]
    return kinds, by_count


@cache
def five(ranks: tuple[int, ...], flush: bool, wheel: bool) -> tuple[int, list[int]]:
    """How strong five cards are: suits count only if all are the same."""
    run = is_run(list(ranks), wheel)
    order = sorted(ranks, key=lambda each: (ranks.count(each), each), reverse=True)
    counts = sorted(map(ranks.count, set(ranks)), reverse=True)
    if run and flush:
        return 8, [run]
    if counts[0] == 4:
        return 7, order
    if counts == [3, 2]:
        return 6, order
    if flush:
        return 5, order
    if run:
        return 4, [run]
    if counts[0] == 3:
        return 3, order
    return counts.count(2), order


@cache
def best_fives(six: tuple[Card, ...], wheel: bool) -> tuple[str, list[tuple[Card, ...]]]:
    """Takes the six from the lowest card up."""
    found = []
    for cards in combinations(reversed(six), 5):
        flush = len({card % 4 for card in cards}) == 1
        found.append((five(tuple(map(rank, cards)), flush, wheel), cards))
    highest = max(strength for strength, _ in found)
    number = highest[0]
    name = "nothing" if number < 3 else FIVE[number - 2]
    if number == 8 and highest[1] == [14]:
        name = "royal_flush"
    return name, [cards for strength, cards in found if strength == highest]


@lru_cache(maxsize=8)
def all_six(six: tuple[Card, ...], wheel: bool) -> str:
    run, flush = is_run(ranks_of(six), wheel), len({card % 4 for card in six}) == 1
    if flush:
        return "straight_flush" if run else "flush"
    return "straight" if run else "nothing"


def fits(row: Any, key: str, of: str, wheel: bool, player: Hand, dealer: Hand, when: str) -> bool:
    row = row if isinstance(row, dict) else {}
    of = row.get("of", of)
    asked = row.get("when")
    if asked and when not in ([asked] if isinstance(asked, str) else asked):
        return False
    looks: list[tuple[Card, ...]] = [player if of == "player" else dealer]
    if of == "best_five":
        category, looks = best_fives(tuple(sorted(player + dealer)), wheel)
        names = [*FIVE, "royal_flush"]
    elif of == "all_six":
        looks = [player + dealer]
        category, names = all_six(player + dealer, wheel), ["straight", "flush", "straight_flush"]
    else:
        category, names = THREE[three(looks[0])[0]], list(THREE)
    wanted = row.get("hand", key if key in names else None)
    if wanted and category != wanted:
        return False
    return any(cards_fit(row, cards) for cards in looks)


def cards_fit(row: dict[str, Any], cards: tuple[Card, ...]) -> bool:
    suits = {"cdhs"[card % 4] for card in cards}
    if "ranks" in row:
        ranks = sorted((RANK_LETTERS.index(each) + 2 for each in row["ranks"]), reverse=True)
        if ranks_of(cards) != ranks:
            return False
    if row.get("suit") == "same" and len(suits) > 1:
        return False
    if row.get("suit", "same") != "same" and suits != {row["suit"]}:
        return False
    red, black = suits <= {"d", "h"}, suits <= {"c", "s"}
    return {"red": red, "black": black, "same": red or black, None: True}[row.get("colour")]


@lru_cache(maxsize=64)  # The same for every multiple.
def contest(player: Hand, dealer: Hand, qualifier: str) -> str:
    own, other = three(player), three(dealer)
    if other[0] == 0 and qualifier != "any":
        lowest = [RANK_LETTERS.index(each) + 2 for each in qualifier.replace("pair", "AAA")]
        if other[1][: len(lowest)] < lowest:
            return "dealer_out"
    return "ties" if own == other else "wins" if own > other else "loses"


def paid_by(part: dict[str, Any], of: str, player: Hand, dealer: Hand, when: str) -> Any:
    """The first matching row, with its key."""
    wheel = part.get("wheel", True)
    for key, row in part.get("pays", {}).items():
        if fits(row, key, of, wheel, player, dealer, when):
            return key, row
    return None, None


def award(row: Any, stake: int, most: int | None = None) -> int:
    """The net in cents, with payouts rounded down."""
    row = row if isinstance(row, dict) else {"to_one": row}
    if row.get("result") == "push":
        return 0
    if "to_one" in row or "for_one" in row:
        paid = int(Fraction(row.get("to_one", row.get("for_one"))) * stake)
    elif "cents" in row:
        paid = row["cents"]
    else:
        meter: int = MODEL["meters"][row["meter"]]["seed_cents"]
        paid = int(Fraction(row["percent"]) * meter / 100)
    return min(paid, most or paid) - (0 if "to_one" in row else stake)


@cache
def contest_cents(player: Hand, when: str, multiple: int, ante: int) -> int:
    """The net of ante, play and bonus: their rows look at no card of the dealer's."""
    net = 0
    for name, stake in (("ante", ante), ("play", ante * multiple)):
        part = MODEL[name]
        result = {"wins": "win", "loses": "lose", "ties": part["tie"]}.get(when)
        if when == "dealer_out":
            result = "win" if name == "ante" else "push"
        if result == "win":
            _, row = paid_by(part, "player", player, player, when)
            net += award(row, stake) if row is not None else stake
        elif result == "lose":
            net -= stake
    _, bonus = paid_by(MODEL["ante_bonus"], "player", player, player, when)
    return net + (bonus * ante if bonus else 0)


def seat_cents(
    player: Hand, dealer: Hand, decision: int, qualifier: str, wagers: dict[str, int]
) -> int:
    """The net of all bets; a decision of 0 is a fold, any other the multiple."""
    when = contest(player, dealer, qualifier) if decision else "folded"
    ante = wagers["ante"]
    net = contest_cents(player, when, decision, ante) if decision else -ante
    for key, wager in MODEL["wagers"].items():
        stake = wagers.get(key, 0)
        if not stake:
            continue
        fold = wager.get("fold", "forfeits")
        lost = fold == "forfeits" or (
            isinstance(fold, dict) and any(wagers.get(each) for each in fold["forfeits_with"])
        )
        if not decision and lost:
            net -= stake
            continue
        row = row_of(key, player, dealer, when if asks_when(key) else "")
        net += -stake if row is None else award(row, stake, wager.get("max_award_cents"))
    return net


@cache
def asks_when(key: str) -> bool:
    """Whether any row of the wager depends on the contest."""
    rows = MODEL["wagers"][key]["pays"].values()
    return any(isinstance(row, dict) and "when" in row for row in rows)


@lru_cache(maxsize=64)  # The same for every multiple.
def row_of(key: str, player: Hand, dealer: Hand, when: str) -> Any:
    wager = MODEL["wagers"][key]
    return paid_by(wager, wager.get("of", "player"), player, dealer, when)[1]


def dealers(player: Hand) -> list[Hand]:
    left = [card for card in FULL_DECK if card not in player]
    return list(combinations(left, 3))


# The tests


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> dict[str, House]:
    folder, found = tmp_path_factory.mktemp("houses"), {}
    for qualifier in ("Q64", "any", "pair"):
        path: Path = folder / f"{qualifier}.toml"
        path.write_text(HOUSE.replace("QUALIFIER", qualifier), "utf-8")
        found[qualifier] = load_house(str(path))
    return found


@pytest.mark.parametrize("key", list(MODEL["wagers"]))
def test_each_wager_is_counted_as_dealing_every_hand_counts_it(
    made: dict[str, House], key: str
) -> None:
    """For some player hands: the values of playing and folding, summed over all dealer hands."""
    wagers = {"ante": STAKES["ante"], key: STAKES[key]}
    known = choices(made["Q64"], SeatBets(1, wagers))
    for text in Random(key).sample(HANDS, 1):
        hand = parse_hand(text)
        number = known.deals.kind_number(hand)
        dealt: Counter[int] = Counter()
        for each, decision in product(dealers(hand), (0, 1, 3)):
            dealt[decision] += seat_cents(hand, each, decision, "Q64", wagers)
        for decision, worth in ((0, known.fold), (1, known.play[0]), (3, known.play[2])):
            assert worth[number] == dealt[decision] * known.unit


@pytest.mark.parametrize("qualifier", ["any", "pair"])
def test_the_dealer_qualifies_as_the_file_says(made: dict[str, House], qualifier: str) -> None:
    wagers = {"ante": 1000, "consolation": 500}
    known = choices(made[qualifier], SeatBets(1, wagers))
    for text in ("Qs 6d 4c", "8d 8h 2d"):
        hand = parse_hand(text)
        dealt = sum(seat_cents(hand, each, 2, qualifier, wagers) for each in dealers(hand))
        assert known.play[1][known.deals.kind_number(hand)] == dealt * known.unit


@pytest.mark.exhaustive
def test_all_wagers_together_are_decided_by_what_they_come_to(made: dict[str, House]) -> None:
    house, bets = made["Q64"], SeatBets(1, STAKES)
    known = choices(house, bets)
    best = known.best()
    for text in HANDS[:2]:
        hand = parse_hand(text)
        worth = [0, 0, 0, 0]
        for each, decision in product(dealers(hand), range(4)):
            worth[decision] += seat_cents(hand, each, decision, "Q64", STAKES)
        number = known.deals.kind_number(hand)
        columns = [known.fold, *known.play]
        assert [int(each[number]) for each in columns] == [each * known.unit for each in worth]
        assert best[number] == worth.index(max(worth))
    found = joint(house, bets)
    assert sum(found.nets.values()) == 407_170_400
    assert found.bets == ("ante_play", *MODEL["wagers"])


def test_outcomes_name_the_rows_and_count_every_combination(made: dict[str, House]) -> None:
    figures = side_wager(made["Q64"], "mini")
    assert {each.outcome: each.combinations for each in figures.outcomes} == {
        "mini_royal": 4,
        "straight_flush": 44,
        "three_of_a_kind": 52,
        "straight": 720,
        "flush": 1096,
        "pair": 3744,
        "high_card": 16440,
    }
    six = side_wager(made["Q64"], "six")
    assert six.combinations == 20_358_520
    counted = {each.outcome: each.combinations for each in six.outcomes}
    assert counted["spades"] == 1716 - 9
    assert (counted["straight_flush"], counted["three_pairs"]) == (9 * 4, 6**3)
    assert counted["red"] + counted["flush"] + counted["straight_flush"] > 0


def test_a_fixed_award_is_valued_at_the_lowest_stake(made: dict[str, House]) -> None:
    figures = side_wager(made["Q64"], "dealers")
    assert figures.stake_cents == 100
    assert next(each.net for each in figures.outcomes if each.outcome == "queens") == 999
    assert "stake_cents" not in str(side_wager(made["Q64"], "mini").stake_cents)


def test_prime_has_the_published_edge(tmp_path: Path) -> None:
    """3 to 1 for three of a colour, 4 to 1 for six: 3.62%."""
    path = tmp_path / "prime.toml"
    pays = HOUSE[HOUSE.index("[wagers.prime]") : HOUSE.index("[wagers.dealers]")]
    path.write_text(f'name = "Prime"\n{pays}', "utf-8")
    figures = side_wager(load_house(str(path)), "prime")
    assert round(figures.house_edge.value * 100, 2) == 3.62
    same_colour = 2 * 26 * 25 * 24 * 23 * 22 * 21 * 20  # Three red and three black, in order.
    assert next(e.combinations for e in figures.outcomes if e.outcome == "all_six") * 36 == (
        same_colour // 20
    )


def test_ties_and_multiples_move_the_contest(made: dict[str, House]) -> None:
    figures = ante_play(made["Q64"])
    assert sum(each.combinations for each in figures.outcomes) == 407_170_400
    assert figures.strategy.play_from is not None
    assert set(figures.strategy.raise_from) == {"2", "3"}
    nets = Counter(each.net for each in figures.outcomes)
    assert nets[-4] == 1  # Ante and three times the ante lost.
