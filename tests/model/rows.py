"""A slow, obvious settlement of any wager by the rows of its pay table.

The house is a plain dictionary, as read from its TOML file; the round is a settle document. Written
from section 4 of the design alone, never from the production code. Clauses, words and the table's
procedure are left out.
"""

from fractions import Fraction
from itertools import combinations
from typing import Any

from tests.model.ranking import (
    SIX_CARD_CATEGORIES,
    THREE_CARD_CATEGORIES,
    best_five_of_six,
    compare_three,
    read_hand,
    three_card_category,
    value,
    values_high_to_low,
)

Document = dict[str, Any]
House = dict[str, Any]
Row = dict[str, Any]
Line = dict[str, Any]

CATEGORIES = {
    "player": THREE_CARD_CATEGORIES,
    "dealer": THREE_CARD_CATEGORIES,
    "best_five": SIX_CARD_CATEGORIES,
    "all_six": ["straight", "flush", "straight_flush"],
}
SIGNS = {"USD": "$", "EUR": "€", "GBP": "£"}


# The house spelt out: what a number stands for, and the hand that a row's name means


def rows_of(part: Document, of: str = "player") -> list[Row]:
    rows = []
    for name, written in part.get("pays", {}).items():
        row = dict(written) if isinstance(written, dict) else {"to_one": written}
        row["of"] = row.get("of", of)
        if "hand" not in row and name in CATEGORIES[row["of"]]:
            row["hand"] = name
        row["name"] = name
        rows.append(row)
    return rows


def unit_of(row: Row) -> str:
    return next(unit for unit in ("to_one", "for_one", "cents", "percent", "result") if unit in row)


def odds_fall(rows: list[Row]) -> bool:
    """Whether a stronger hand pays less, among rows with a hand and no other condition."""
    plain = [
        row
        for row in rows
        if "hand" in row and not {"ranks", "suit", "colour", "when"} & row.keys()
    ]
    for weaker in plain:
        for stronger in plain:
            if weaker["of"] != stronger["of"] or unit_of(weaker) != unit_of(stronger):
                continue
            order = CATEGORIES[weaker["of"]]
            if order.index(weaker["hand"]) >= order.index(stronger["hand"]):
                continue
            unit = unit_of(weaker)
            if unit != "result" and Fraction(stronger[unit]) < Fraction(weaker[unit]):
                return True
    return False


# The cards that a row looks at


def category(of: str, own: list[str], dealers: list[str]) -> str:
    if of == "player":
        return three_card_category(own)
    if of == "dealer":
        return three_card_category(dealers)
    if of == "best_five":
        return best_five_of_six(own + dealers)
    values = values_high_to_low(own + dealers)
    straight = values == list(range(values[0], values[0] - 6, -1)) or values == [14, 6, 5, 4, 3, 2]
    flush = len({card[1] for card in own + dealers}) == 1
    if straight and flush:
        return "straight_flush"
    if flush:
        return "flush"
    return "straight" if straight else "nothing"


def cards_looked_at(of: str, own: list[str], dealers: list[str]) -> list[list[str]]:
    """The cards; for the best five, all fives that are equally good."""
    if of == "player":
        return [own]
    if of == "dealer":
        return [dealers]
    if of == "all_six":
        return [own + dealers]
    fives = [list(five) for five in combinations(own + dealers, 5)]
    best = max(five_card_value(five) for five in fives)
    return [five for five in fives if five_card_value(five) == best]


def five_card_value(five: list[str]) -> list[int]:
    """How good five cards are at five-card poker, compared from the left."""
    values = values_high_to_low(five)
    groups = sorted(((values.count(each), each) for each in set(values)), reverse=True)
    shape = [count for count, _ in groups]
    in_order = [each for count, each in groups for _ in range(count)]
    flush = len({card[1] for card in five}) == 1
    straight = values == list(range(values[0], values[0] - 5, -1))
    if values == [14, 5, 4, 3, 2]:
        straight, in_order = True, [5, 4, 3, 2, 1]
    if straight and flush:
        place = 8
    elif shape == [4, 1]:
        place = 7
    elif shape == [3, 2]:
        place = 6
    elif flush:
        place = 5
    elif straight:
        place = 4
    elif shape == [3, 1, 1]:
        place = 3
    elif shape == [2, 2, 1]:
        place = 2
    elif shape == [2, 1, 1, 1]:
        place = 1
    else:
        place = 0
    return [place, *in_order]


def cards_fit(row: Row, cards: list[str]) -> bool:
    if "ranks" in row and sorted(row["ranks"]) != sorted(card[0] for card in cards):
        return False
    suits = {card[1] for card in cards}
    if row.get("suit") == "same" and len(suits) != 1:
        return False
    if row.get("suit") in ("c", "d", "h", "s") and suits != {row["suit"]}:
        return False
    colours = {"red" if card[1] in "dh" else "black" for card in cards}
    if row.get("colour") == "same" and len(colours) != 1:
        return False
    return row.get("colour") not in ("red", "black") or colours == {row["colour"]}


def row_fits(row: Row, own: list[str], dealers: list[str], contest: str) -> bool:
    if "when" in row:
        wanted = [row["when"]] if isinstance(row["when"], str) else row["when"]
        if "dealer_plays" in wanted:
            wanted = [*wanted, "wins", "loses", "ties"]
        if contest not in wanted:
            return False
    if "hand" in row and category(row["of"], own, dealers) != row["hand"]:
        return False
    return any(cards_fit(row, cards) for cards in cards_looked_at(row["of"], own, dealers))


def first_row(rows: list[Row], own: list[str], dealers: list[str], contest: str) -> Row | None:
    for row in rows:
        if row_fits(row, own, dealers, contest):
            return row
    return None


# The contest


def qualifies(house: House, dealers: list[str]) -> bool:
    with_what = house.get("dealer", {}).get("qualifies_with", "Q")
    if with_what == "any" or three_card_category(dealers) != "high_card":
        return True
    if with_what == "pair":
        return False
    needed = sorted((value(letter + "s") for letter in with_what), reverse=True)
    return values_high_to_low(dealers)[: len(needed)] >= needed


def contest_of(house: House, own: list[str], dealers: list[str], seat: Document) -> str:
    if "ante" not in seat["wagers"]:
        return "no_ante"
    if seat["decision"] == "fold":
        return "folded"
    if not qualifies(house, dealers):
        return "dealer_out"
    return {1: "wins", -1: "loses", 0: "ties"}[compare_three(own, dealers)]


# What a row gives


def rounded(house: House, cents: Fraction) -> int:
    whole, rest = divmod(cents, 1)
    how = house.get("payouts", {}).get("rounding", "down")
    up = (how == "up" and rest > 0) or (how == "nearest" and rest >= Fraction(1, 2))
    return int(whole) + (1 if up else 0)


def paid_by(house: House, row: Row, stake: int, meters: dict[str, int]) -> int:
    unit = unit_of(row)
    if unit in ("to_one", "for_one"):
        return rounded(house, Fraction(row[unit]) * stake)
    if unit == "cents":
        return int(row["cents"])
    return int(Fraction(row["percent"]) * meters[row["meter"]] / 100)  # Rounded down.


def odds_of(house: House, row: Row) -> str:
    unit = unit_of(row)
    if unit in ("to_one", "for_one"):
        ratio = Fraction(row[unit])
        return f"{ratio.numerator} {unit.replace('_one', '')} {ratio.denominator}"
    if unit == "percent":
        return f"{row['percent']}%"
    whole, rest = divmod(row["cents"], 100)
    sign = SIGNS[house.get("currency", "USD")]
    return f"{sign}{whole:,}.{rest:02}" if rest else f"{sign}{whole:,}"


def lost(wager: str, stake: int, result: str = "lose") -> Line:
    return {
        "wager": wager,
        "stake": stake,
        "result": result,
        "odds": None,
        "paid": 0,
        "returned": 0,
    }


def pushed(wager: str, stake: int) -> Line:
    return {**lost(wager, stake, "push"), "returned": stake}


def by_row(
    house: House, wager: str, stake: int, row: Row, meters: dict[str, int], most: int | None
) -> Line:
    unit = unit_of(row)
    if unit == "result" or (unit == "to_one" and Fraction(row["to_one"]) == 0):
        return pushed(wager, stake)
    if Fraction(row[unit]) == 0:
        return lost(wager, stake)  # Nothing is paid and the stake is not returned.
    paid = paid_by(house, row, stake, meters)
    if most is not None:
        paid = min(paid, most)
    if unit == "percent":
        meters[row["meter"]] -= paid
    return {
        "wager": wager,
        "stake": stake,
        "result": "win",
        "odds": odds_of(house, row),
        "paid": paid,
        "returned": stake if unit == "to_one" else 0,
        **({"meter": row["meter"]} if unit == "percent" else {}),
    }


# One seat


def contest_line(
    house: House,
    name: str,
    stake: int,
    hands: tuple[list[str], list[str]],
    contest: str,
    meters: dict[str, int],
) -> Line:
    part = house.get(name, {})
    if contest == "folded":
        return lost(name, stake, "forfeit")
    usual = {"ante": "win", "play": "push"}
    result = {
        "wins": "win",
        "loses": "lose",
        "ties": part.get("tie", "push"),
        "dealer_out": part.get("dealer_out", usual[name]),
    }[contest]
    if result == "lose":
        return lost(name, stake)
    if result == "push":
        return pushed(name, stake)
    row = first_row(rows_of(part), *hands, contest)
    return by_row(house, name, stake, row or {"to_one": 1}, meters, None)


def is_forfeited(fold: Any, seat: Document) -> bool:
    if isinstance(fold, dict):
        return any(name in seat["wagers"] for name in fold["forfeits_with"])
    return bool(fold == "forfeits")


def wager_line(
    house: House,
    name: str,
    stake: int,
    hands: tuple[list[str], list[str]],
    contest: str,
    seat: Document,
    meters: dict[str, int],
) -> Line:
    wager = house["wagers"][name]
    if contest == "folded" and is_forfeited(wager.get("fold", "forfeits"), seat):
        return lost(name, stake, "forfeit")
    row = first_row(rows_of(wager, wager.get("of", "player")), *hands, contest)
    if row is None:
        return lost(name, stake)
    return by_row(house, name, stake, row, meters, wager.get("max_award_cents"))


def play_of(house: House, seat: Document, contest: str) -> int:
    if contest in ("folded", "no_ante"):
        return 0
    multiple = seat.get("multiple", house.get("play", {}).get("multiples", [1])[0])
    return int(seat["wagers"]["ante"] * multiple)


def coupon_line(spot: str, face: int, on: Line) -> Line:
    won = on["result"] == "win"
    return {
        "wager": "match_play",
        "on": spot,
        "face": face,
        "stake": 0,
        "result": on["result"],
        "odds": "1 to 1" if won else None,
        "paid": face if won else 0,
        "returned": 0,
    }


def lines_of(
    house: House, seat: Document, stakes: dict[str, int], dealers: list[str], meters: dict[str, int]
) -> list[Line]:
    """The lines for a seat's bets, or its tokes, in the house's order."""
    own = read_hand(seat["cards"])
    hands = (own, dealers)
    contest = contest_of(house, own, dealers, seat)
    usual = ["play", "ante_bonus", "ante", *house.get("wagers", {})]
    lines: list[Line] = []
    for name in house.get("settlement", {}).get("order", usual):
        if name == "ante_bonus":
            if "ante" in stakes and contest in ("wins", "loses", "ties", "dealer_out"):
                row = first_row(rows_of(house.get("ante_bonus", {})), *hands, contest)
                if row is not None:
                    line = by_row(house, name, stakes["ante"], row, meters, None)
                    if line["paid"]:
                        lines.append({**line, "stake": 0, "returned": 0})
        elif stakes.get(name):
            if name in ("ante", "play"):
                line = contest_line(house, name, stakes[name], hands, contest, meters)
            else:
                line = wager_line(house, name, stakes[name], hands, contest, seat, meters)
            lines.append(line)
            if stakes is not seat.get("tokes") and name in seat.get("match_play", {}):
                lines.append(coupon_line(name, seat["match_play"][name], line))
    return lines


# The round


def settle_by_rows(house: House, document: Document) -> Document:
    meters = dict(document.get("meters", {}))
    before = dict(meters)
    dealers = read_hand(document["dealer"])
    in_order = sorted(document["seats"], key=lambda seat: -seat["seat"])
    seats = []
    for seat in in_order:
        contest = contest_of(house, read_hand(seat["cards"]), dealers, seat)
        stakes = {**seat["wagers"], "play": play_of(house, seat, contest)}
        lines = lines_of(house, seat, stakes, dealers, meters)
        tokes = lines_of(house, seat, seat.get("tokes", {}), dealers, meters)
        seats.append({"seat": seat["seat"], "lines": lines, "tokes": tokes})
    hold_to_the_aggregate(house, [line for seat in seats for line in seat["lines"]])
    envy = envy_of(house, in_order, dealers)
    for seat in seats:
        moved = sum(line["paid"] + line["returned"] - line["stake"] for line in seat["lines"])
        received = sum(each["paid"] for each in envy if each["seat"] == seat["seat"])
        seat["net"] = moved + received
    every = [line for seat in seats for line in seat["lines"] + seat["tokes"]]
    out = {
        name: {
            "before": before[name],
            "paid": sum(line["paid"] for line in every if line.get("meter") == name),
        }
        for name in house.get("meters", {})
    }
    return {"seats": seats, "envy": envy, "meters": out}


def hold_to_the_aggregate(house: House, lines: list[Line]) -> None:
    most = house.get("payouts", {}).get("aggregate_cents")
    shared = [line for line in lines if line["wager"] not in ("ante", "play") and line["paid"]]
    total = sum(line["paid"] for line in shared)
    if most is None or total <= most:
        return
    due = [line["paid"] for line in shared]
    for line in shared:
        line["paid"] = line["paid"] * most // total
    rest = most - sum(line["paid"] for line in shared)
    for line, wanted in zip(shared, due, strict=True):  # No line gets more than it is due.
        more = min(rest, wanted - line["paid"])
        line["paid"] += more
        rest -= more


def envy_of(house: House, in_order: list[Document], dealers: list[str]) -> list[Document]:
    """Pay everybody who has the wager for each other hand held unfolded."""
    found = []
    for name, wager in house.get("wagers", {}).items():
        if "envy" not in wager:
            continue
        rows = rows_of(wager, wager.get("of", "player"))
        for collector in in_order:
            if name not in collector["wagers"]:
                continue
            for holder in in_order:
                if holder is collector or holder.get("decision") == "fold":
                    continue
                row = first_row(rows, read_hand(holder["cards"]), dealers, "wins")
                if row and row.get("envy_cents"):
                    found.append(
                        {
                            "seat": collector["seat"],
                            "for_seat": holder["seat"],
                            "paid": row["envy_cents"],
                            "wager": name,
                        }
                    )
    return found
