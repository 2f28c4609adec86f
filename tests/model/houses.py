"""Random houses with invented wagers, and random rounds at them."""

import json
from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from tests.model.ranking import DECK, RANKS
from tests.model.rows import CATEGORIES, House, odds_fall, rows_of

Document = dict[str, Any]

LOOKS = ["player", "dealer", "best_five", "all_six"]
CARDS_OF = {"player": 3, "dealer": 3, "best_five": 5, "all_six": 6}
CONTESTS = ["wins", "loses", "ties", "dealer_out", "folded", "no_ante", "dealer_plays"]
RATIOS = [0, 1, 2, 5, 40, 1000, "1/2", "3/2", "6/5", "7/3", "19/20"]
KEYS = ["prime", "pair_plus", "mini", "dealers", "x9"]
RESULTS = ["win", "push", "lose"]


def one_in(number: int) -> st.SearchStrategy[bool]:
    return st.sampled_from([False] * (number - 1) + [True])


# A house


@st.composite
def gives(draw: DrawFn, meters: list[str]) -> Document:
    units = ["to_one", "to_one", "for_one", "cents", "result", *(["percent"] if meters else [])]
    unit = draw(st.sampled_from(units))
    if unit == "result":
        return {"result": "push"}
    if unit == "cents":
        return {"cents": draw(st.sampled_from([0, 1, 500, 1250, 100000]))}
    if unit == "percent":
        percent = draw(st.sampled_from([1, 10, 33, 50, 100]))
        return {"percent": percent, "meter": draw(st.sampled_from(meters))}
    return {unit: draw(st.sampled_from(RATIOS))}


@st.composite
def rows(draw: DrawFn, of: str, meters: list[str], most: int = 5) -> Document:
    pays: Document = {}
    for number in range(draw(st.integers(1, most))):
        look = draw(st.sampled_from([of, of, of, *LOOKS]))
        row: Document = draw(gives(meters))
        if look != of or draw(one_in(8)):
            row["of"] = look
        named = draw(st.booleans())
        names = [*CATEGORIES[look], "pair", "full_house", "royal_flush"]
        key = draw(st.sampled_from(names)) if named else f"row_{number}"
        if draw(one_in(3)):
            row["hand"] = draw(st.sampled_from(CATEGORIES[look]))
        if draw(one_in(5)):
            row["ranks"] = draw(ranks(CARDS_OF[look]))
        if draw(one_in(5)):
            row["suit"] = draw(st.sampled_from(["c", "d", "h", "s", "same", "same"]))
        if draw(one_in(4)):
            row["colour"] = draw(st.sampled_from(["red", "black", "same"]))
        if draw(one_in(4)):
            some = st.lists(st.sampled_from(CONTESTS), min_size=1, max_size=3, unique=True)
            row["when"] = draw(st.one_of(st.sampled_from(CONTESTS), some))
        has_hand = "hand" in row or key in CATEGORIES[look]
        if not has_hand and not {"ranks", "suit", "colour", "when"} & row.keys():
            row["any"] = True
        plain = set(row) == {"to_one"}
        pays[key] = row["to_one"] if plain and draw(st.booleans()) else row
        if odds_fall(rows_of({"pays": pays}, of)):
            del pays[key]
    return pays or {"pair": 1, "other": {"any": True, "for_one": 2}}


@st.composite
def ranks(draw: DrawFn, how_many: int) -> str:
    few = st.lists(st.sampled_from("AKQJT"), min_size=how_many, max_size=how_many)
    run = st.integers(0, 13 - how_many).map(lambda low: "".join(RANKS[low : low + how_many][::-1]))
    text = "".join(draw(st.one_of(few.map("".join), run)))
    return text if all(text.count(each) <= 4 for each in text) else draw(run)


@st.composite
def wagers(draw: DrawFn, key: str, others: list[str], meters: list[str]) -> Document:
    wager: Document = {}
    of = draw(st.sampled_from(LOOKS))
    if of != "player" or draw(st.booleans()):
        wager["of"] = of
    with_others = (
        {"forfeits_with": draw(st.lists(st.sampled_from(others), max_size=2))}
        if others
        else "stays"
    )
    fold = draw(st.sampled_from([None, "forfeits", "stays", "stays", with_others]))
    if fold is not None:
        wager["fold"] = fold
    if draw(one_in(4)):
        wager["max_award_cents"] = draw(st.sampled_from([0, 1, 777, 50000]))
    if draw(one_in(2)):
        wager["tokes"] = True
    if bool(meters) and draw(one_in(3)):
        fed: str = draw(st.sampled_from(meters))
        wager["feeds"] = {fed: {"cents": 20, "reserve_cents": 5}}
    wager["pays"] = draw(rows(of, meters))
    if draw(one_in(3)):
        wager["envy"] = {"trigger": "any_unfolded"}
        for name, written in wager["pays"].items():
            row = written if isinstance(written, dict) else {"to_one": written}
            row.pop("when", None)
            named = name in CATEGORIES[row.get("of", of)]
            if not named and not {"hand", "ranks", "suit", "colour"} & row.keys():
                row["any"] = True
            if draw(st.booleans()):
                row["envy_cents"] = draw(st.sampled_from([100, 2500]))
            wager["pays"][name] = row
        if odds_fall(rows_of(wager, of)):
            wager["pays"] = {"pair": {"to_one": 1, "of": "player", "envy_cents": 100}}
    return wager


@st.composite
def houses(draw: DrawFn) -> House:
    house: House = {"seats": draw(st.integers(1, 9))}
    if draw(one_in(3)):
        house["currency"] = draw(st.sampled_from(["USD", "EUR", "GBP"]))
    some = ["any", "pair", "Q", "J", "A", "Q64", "K32"]
    if draw(st.booleans()):
        house["dealer"] = {"qualifies_with": draw(st.sampled_from(some))}
    meters = draw(st.sampled_from([[], ["main"], ["minor", "major"], ["a", "b", "c"]]))
    for part in ("ante", "play", "ante_bonus"):
        table: Document = {}
        if part != "ante_bonus":
            for name in ("dealer_out", "tie"):
                if draw(one_in(3)):
                    table[name] = draw(st.sampled_from(RESULTS))
            table["tokes"] = True
        if draw(one_in(2)):
            pays = draw(rows("player", meters))
            paid = {k: row for k, row in pays.items() if not _is_for_nothing(row)}
            table["pays"] = paid
        house[part] = table
    if draw(one_in(2)):
        multiples = st.lists(st.integers(1, 4), min_size=1, max_size=3, unique=True)
        house["play"]["multiples"] = draw(multiples)
    keys = draw(st.lists(st.sampled_from(KEYS), unique=True, min_size=1, max_size=4))
    house["wagers"] = {
        key: draw(wagers(key, [each for each in keys if each != key], meters)) for key in keys
    }
    if meters:
        house["meters"] = {name: {"seed_cents": 1000} for name in meters}
    if draw(one_in(2)):
        order = draw(st.permutations(["play", "ante_bonus", "ante", *keys]))
        house["settlement"] = {"order": list(order)}
    payouts: Document = {}
    if draw(st.booleans()):
        payouts["rounding"] = draw(st.sampled_from(["up", "down", "nearest"]))
    if draw(one_in(3)):
        payouts["aggregate_cents"] = draw(st.sampled_from([0, 1, 999, 10000]))
    if payouts:
        house["payouts"] = payouts
    if draw(one_in(3)):
        spots = st.lists(st.sampled_from(["ante", *keys]), min_size=1, unique=True)
        house["match_play"] = {"spots": draw(spots)}
        house["betting"] = {"instruments": ["chip", "match_play_coupon"]}
    return house


def _is_for_nothing(row: Any) -> bool:
    """Whether a row pays nothing: ante, play and ante bonus rows must not push."""
    if not isinstance(row, dict):
        return bool(row == 0)
    return "result" in row or 0 in (row.get("to_one"), row.get("for_one"), row.get("cents"))


# A round


@st.composite
def rounds(draw: DrawFn, house: House) -> Document:
    numbers = draw(st.lists(st.integers(1, house["seats"]), min_size=1, max_size=4, unique=True))
    deck = draw(decks(3 * len(numbers) + 3))
    dealt = draw(st.permutations(deck))
    hands = [list(dealt[3 * place : 3 * place + 3]) for place in range(len(numbers) + 1)]
    seats = [
        draw(seats_of(house, number, hand)) for number, hand in zip(numbers, hands[1:], strict=True)
    ]
    document: Document = {"dealer": " ".join(hands[0]), "seats": seats}
    if house.get("meters"):
        amounts = st.sampled_from([0, 1, 99, 12345, 5000000])
        document["meters"] = {name: draw(amounts) for name in house["meters"]}
    return document


@st.composite
def decks(draw: DrawFn, least: int) -> list[str]:
    """The whole deck, or only a few ranks or suits, so that strong hands are common."""
    suits = draw(st.sampled_from(["cdhs", "cdhs", "dh", "cs", "s", "hs"]))
    low = draw(st.integers(0, 10))
    high = draw(st.integers(low + 2, 12))
    ranks = {*RANKS[low : high + 1], *draw(st.sampled_from([[], ["A"], ["A", "2", "3"]]))}
    deck = [card for card in DECK if card[1] in suits and card[0] in ranks]
    if len(deck) < least:
        deck = [card for card in DECK if card[1] in suits]
    return deck if len(deck) >= least else DECK


@st.composite
def seats_of(draw: DrawFn, house: House, number: int, hand: list[str]) -> Document:
    amounts = st.sampled_from([1, 99, 100, 333, 500, 1000, 2501])
    names = draw(st.lists(st.sampled_from(["ante", "ante", *house["wagers"]]), min_size=1))
    seat: Document = {"seat": number, "cards": " ".join(hand)}
    seat["wagers"] = {name: draw(amounts) for name in dict.fromkeys(names)}
    if "ante" in seat["wagers"]:
        seat["decision"] = draw(st.sampled_from(["play", "play", "fold"]))
        multiples = house["play"].get("multiples", [1])
        if seat["decision"] == "play" and draw(st.booleans()):
            seat["multiple"] = draw(st.sampled_from(multiples))
    takes = [name for name in seat["wagers"] if house["wagers"].get(name, {}).get("tokes")]
    if "ante" in seat["wagers"] and draw(one_in(2)):
        takes += ["ante", "play"]
    if bool(takes) and draw(one_in(3)):
        seat["tokes"] = {name: draw(amounts) for name in takes}
    spots = [
        each for each in house.get("match_play", {}).get("spots", []) if each in seat["wagers"]
    ]
    if bool(spots) and draw(st.booleans()):
        spot: str = draw(st.sampled_from(spots))
        seat["match_play"] = {spot: draw(amounts)}
    return seat


# As a file


def as_toml(house: House) -> str:
    """The house as somebody would write it, with named tables."""
    plain = [f"{name} = {_inline(value)}" for name, value in house.items() if not _is_table(value)]
    return "\n".join([*plain, *_tables(house, "")]) + "\n"


def _tables(table: Document, path: str) -> list[str]:
    lines: list[str] = []
    for name, value in table.items():
        if not _is_table(value):
            continue
        here = f"{path}.{name}" if path else name
        lines.append(f"[{here}]")
        whole = here.endswith(".pays")
        for key, each in value.items():
            if whole or not _is_table(each) or key in ("fold", "feeds", "envy"):
                lines.append(f"{key} = {_inline(each)}")
        if not whole:
            rest = {k: v for k, v in value.items() if k not in ("fold", "feeds", "envy")}
            lines += _tables(rest, here)
    return lines


def _is_table(value: Any) -> bool:
    return isinstance(value, dict)


def _inline(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{name} = {_inline(each)}" for name, each in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_inline, value)) + "]"
    return json.dumps(value)
