"""A slow, obvious settlement of one round: the settle document in, the settled document out.

Announcements, clauses and rulings are left out. The document is taken to be valid. Money is in
cents. Written from the rule books and rulings.md alone, never from the production code.
"""

from typing import Any

from tests.model.ranking import (
    best_five_of_six,
    compare_three,
    dealer_qualifies,
    is_ace_king_queen_of_spades,
    is_ace_king_queen_suited,
    is_six_card_royal,
    read_hand,
    three_card_category,
)

Document = dict[str, Any]
Line = dict[str, Any]

HOUSES_WITH_A_PROGRESSIVE = ["manual"]

ORDINARY_OPTIONS: dict[str, Any] = {
    "fold_pair_plus": "forfeits",
    "tie": "push",
    "tie_break": "standard",
    "ace_low_straight": True,
    "ante_bonus_on_loss": True,
    "ante_bonus_requires": "play",
    "ante_bonus_base": "ante",
    "ante_table": "bonus",
    "settle_order": ["play", "ante_bonus", "ante", "pair_plus", "six_card_bonus", "progressive"],
    "match_play": {"spots": ["ante"], "counts_for_play": False, "on_push": "stays"},
    "six_card_wheel": True,
    "six_card_super_royal": "none",
    "progressive_unit": "for_1",
    "progressive_pass": "per_hand",
    "jackpot_lines": ["akq_spades"],
    "envy_trigger": "any_unfolded",
    "envy_needs_bet": True,
    "envy_own_hand": False,
    "envy_dealer_hand": False,
    "envy_multiple": True,
    "unbacked_ante_toke": "rides",
}

# Where the houses differ. Pair plus tables: pair, flush, straight, three of a kind, straight
# flush. Ante bonus tables: straight, three of a kind, straight flush.
HOUSE_OPTIONS: dict[str, dict[str, Any]] = {
    "mics": {"pair_plus_table": "1/4/6/30/40", "ante_bonus_table": "1/4/5"},
    "mics-alternate": {"pair_plus_table": "1/4/6/33/35", "ante_bonus_table": "1/5/6"},
    "chickasaw": {"pair_plus_table": "1/3/6/30/40", "ante_bonus_table": "1/4/5"},
    "manual": {
        "pair_plus_table": "1/3/6/30/40",
        "ante_bonus_table": "1/4/5",
        "fold_pair_plus": "survives",
    },
    "classic": {"pair_plus_table": "1/3/5/30/40", "ante_bonus_table": "1/3/4"},
}

SIX_CARD_BONUS_PAYS = {
    "three_of_a_kind": 5,
    "straight": 10,
    "flush": 15,
    "full_house": 25,
    "four_of_a_kind": 50,
    "straight_flush": 200,
    "royal_flush": 1000,
}
MOST_A_SIX_CARD_BONUS_TOKE_PAYS = 1000

PROGRESSIVE_PAYS = {"akq_suited": 500, "straight_flush": 70, "three_of_a_kind": 60, "straight": 6}

ENVY_FOR_SPADES = 100_00
ENVY_FOR_ANOTHER_SUIT = 25_00


def options_of(document: Document) -> dict[str, Any]:
    """The house's options, with the document's overrides."""
    options = dict(ORDINARY_OPTIONS)
    options.update(HOUSE_OPTIONS[document["house"]])
    for name, chosen in document.get("options", {}).items():
        if name == "match_play":
            options["match_play"] = {**ORDINARY_OPTIONS["match_play"], **chosen}
        else:
            options[name] = chosen
    return options


def pair_plus_pays(options: dict[str, Any]) -> dict[str, int]:
    pair, flush, straight, three, straight_flush = options["pair_plus_table"].split("/")
    return {
        "pair": int(pair),
        "flush": int(flush),
        "straight": int(straight),
        "three_of_a_kind": int(three),
        "straight_flush": int(straight_flush),
    }


def ante_bonus_pays(options: dict[str, Any]) -> dict[str, int]:
    straight, three, straight_flush = options["ante_bonus_table"].split("/")
    return {
        "straight": int(straight),
        "three_of_a_kind": int(three),
        "straight_flush": int(straight_flush),
    }


# The four things that can happen to a wager


def wins(wager: str, stake: int, odds_to_one: int) -> Line:
    return {
        "wager": wager,
        "stake": stake,
        "result": "win",
        "odds": f"{odds_to_one} to 1",
        "paid": odds_to_one * stake,
        "returned": stake,
    }


def loses(wager: str, stake: int) -> Line:
    return {
        "wager": wager,
        "stake": stake,
        "result": "lose",
        "odds": None,
        "paid": 0,
        "returned": 0,
    }


def pushes(wager: str, stake: int) -> Line:
    return {
        "wager": wager,
        "stake": stake,
        "result": "push",
        "odds": None,
        "paid": 0,
        "returned": stake,
    }


def is_forfeited(wager: str, stake: int) -> Line:
    return {
        "wager": wager,
        "stake": stake,
        "result": "forfeit",
        "odds": None,
        "paid": 0,
        "returned": 0,
    }


# One wager at a time. A toke is settled by the same rules as the player's own wager.


def against_the_dealer(cards: list[str], dealer: list[str], options: dict[str, Any]) -> str:
    if not dealer_qualifies(dealer, options["ace_low_straight"]):
        return "dealer does not qualify"
    better = compare_three(cards, dealer, options["ace_low_straight"], options["tie_break"])
    if better > 0:
        return "player wins"
    if better < 0:
        return "dealer wins"
    if options["tie"] == "player":
        return "player wins"
    if options["tie"] == "dealer":
        return "dealer wins"
    return "push"


def settle_play(stake: int, contest: str) -> Line:
    if contest == "dealer does not qualify":
        return pushes("play", stake)
    if contest == "player wins":
        return wins("play", stake, 1)
    if contest == "dealer wins":
        return loses("play", stake)
    return pushes("play", stake)


def settle_ante(stake: int, contest: str, category: str, options: dict[str, Any]) -> Line:
    odds = 1
    if options["ante_table"] == "replaces":
        odds = ante_bonus_pays(options).get(category, 1)
    if contest == "dealer does not qualify":
        return wins("ante", stake, odds)
    if contest == "player wins":
        return wins("ante", stake, odds)
    if contest == "dealer wins":
        return loses("ante", stake)
    return pushes("ante", stake)


def settle_ante_bonus(
    ante: int,
    play: int,
    folded: bool,
    ante_is_lost: bool,
    category: str,
    options: dict[str, Any],
) -> Line | None:
    """None when no bonus is paid."""
    if options["ante_table"] == "replaces":
        return None
    if category not in ("straight", "three_of_a_kind", "straight_flush"):
        return None
    if folded and options["ante_bonus_requires"] == "play":
        return None
    if ante_is_lost and not options["ante_bonus_on_loss"]:
        return None
    odds = ante_bonus_pays(options)[category]
    base = ante
    if options["ante_bonus_base"] == "ante_plus_play":
        base = ante + play
    return {
        "wager": "ante_bonus",
        "stake": 0,
        "result": "win",
        "odds": f"{odds} to 1",
        "paid": odds * base,
        "returned": 0,
    }


def pair_plus_is_forfeited(seat: Document, options: dict[str, Any]) -> bool:
    if seat.get("decision") != "fold":
        return False
    if options["fold_pair_plus"] == "survives":
        return False
    if options["fold_pair_plus"] == "forfeits_with_6cb":
        return "six_card_bonus" in seat["wagers"]
    return True


def settle_pair_plus(stake: int, forfeited: bool, category: str, options: dict[str, Any]) -> Line:
    if forfeited:
        return is_forfeited("pair_plus", stake)
    if category == "high_card":
        return loses("pair_plus", stake)
    return wins("pair_plus", stake, pair_plus_pays(options)[category])


def settle_six_card_bonus(
    stake: int, cards: list[str], dealer: list[str], is_a_toke: bool, options: dict[str, Any]
) -> Line:
    """Judged on the player's and the dealer's cards together, folded or not (manual-6cb-J)."""
    six = cards + dealer
    category = best_five_of_six(six, options["six_card_wheel"])
    if category == "nothing":
        return loses("six_card_bonus", stake)
    odds = SIX_CARD_BONUS_PAYS[category]
    if is_six_card_royal(six) and options["six_card_super_royal"] != "none":
        odds = options["six_card_super_royal"]
    if is_a_toke and odds > MOST_A_SIX_CARD_BONUS_TOKE_PAYS:
        odds = MOST_A_SIX_CARD_BONUS_TOKE_PAYS
    line = wins("six_card_bonus", stake, odds)
    if category == "royal_flush":
        line["paid_last"] = True
    return line


def progressive_award(cards: list[str], options: dict[str, Any]) -> str | None:
    """Which line of the progressive's pay table the hand makes, if any."""
    category = three_card_category(cards, options["ace_low_straight"])
    if is_ace_king_queen_of_spades(cards):
        return "akq_spades"
    if is_ace_king_queen_suited(cards):
        return "akq_suited"
    if category in ("straight_flush", "three_of_a_kind", "straight"):
        return category
    return None


def settle_progressive(
    stake: int, cards: list[str], folded: bool, meter: int, options: dict[str, Any]
) -> Line:
    if folded:
        return is_forfeited("progressive", stake)
    award = progressive_award(cards, options)
    if award is None:
        return loses("progressive", stake)
    if award == "akq_spades":
        line = {
            "wager": "progressive",
            "stake": stake,
            "result": "win",
            "odds": "100%",
            "paid": meter,
            "returned": 0,
        }
    elif options["progressive_unit"] == "to_1":
        line = wins("progressive", stake, PROGRESSIVE_PAYS[award])
    else:
        line = {
            "wager": "progressive",
            "stake": stake,
            "result": "win",
            "odds": f"{PROGRESSIVE_PAYS[award]} for 1",
            "paid": PROGRESSIVE_PAYS[award] * stake,
            "returned": 0,
        }
    if award in options["jackpot_lines"] or options["progressive_pass"] == "separate":
        line["paid_last"] = True
    return line


def settle_coupon(on: str, face: int, result_of_the_wager: str, options: dict[str, Any]) -> Line:
    """Settle a match-play coupon like the wager it lies on; it pays its face once."""
    line = {
        "wager": "match_play",
        "on": on,
        "stake": 0,
        "face": face,
        "result": result_of_the_wager,
        "odds": None,
        "paid": 0,
        "returned": 0,
    }
    if result_of_the_wager == "win":
        line["odds"] = "1 to 1"
        line["paid"] = face
    if result_of_the_wager == "push" and options["match_play"]["on_push"] == "taken":
        line["result"] = "lose"
    return line


# A whole seat


def settle_wagers_of(
    seat: Document, dealer: list[str], meter: int, options: dict[str, Any]
) -> list[Line]:
    cards = read_hand(seat["cards"])
    category = three_card_category(cards, options["ace_low_straight"])
    contest = against_the_dealer(cards, dealer, options)
    folded = seat.get("decision") == "fold"
    wagers = seat["wagers"]
    coupons = seat.get("match_play", {})
    lines: dict[str, Line] = {}

    if "ante" in wagers:
        ante = wagers["ante"]
        if folded:
            play = 0
            lines["ante"] = is_forfeited("ante", ante)
        else:
            play = ante
            if options["match_play"]["counts_for_play"]:
                play = ante + coupons.get("ante", 0)
            lines["play"] = settle_play(play, contest)
            lines["ante"] = settle_ante(ante, contest, category, options)
        ante_is_lost = lines["ante"]["result"] in ("lose", "forfeit")
        bonus = settle_ante_bonus(ante, play, folded, ante_is_lost, category, options)
        if bonus is not None:
            lines["ante_bonus"] = bonus

    if "pair_plus" in wagers:
        forfeited = pair_plus_is_forfeited(seat, options)
        lines["pair_plus"] = settle_pair_plus(wagers["pair_plus"], forfeited, category, options)

    if "six_card_bonus" in wagers:
        lines["six_card_bonus"] = settle_six_card_bonus(
            wagers["six_card_bonus"], cards, dealer, False, options
        )

    if "progressive" in wagers:
        lines["progressive"] = settle_progressive(
            wagers["progressive"], cards, folded, meter, options
        )

    in_order: list[Line] = []
    for wager in options["settle_order"]:
        if wager in lines:
            in_order.append(lines[wager])
        if wager in coupons:
            if wager in lines:
                result = lines[wager]["result"]
            else:
                result = "forfeit"  # A coupon on the play spot of a folded hand.
            in_order.append(settle_coupon(wager, coupons[wager], result, options))
    return in_order


def settle_tokes_of(seat: Document, dealer: list[str], options: dict[str, Any]) -> list[Line]:
    cards = read_hand(seat["cards"])
    category = three_card_category(cards, options["ace_low_straight"])
    contest = against_the_dealer(cards, dealer, options)
    folded = seat.get("decision") == "fold"
    tokes = seat.get("tokes", {})
    lines: dict[str, Line] = {}

    if "play" in tokes:
        if folded:
            lines["play"] = is_forfeited("play", tokes["play"])
        else:
            lines["play"] = settle_play(tokes["play"], contest)

    if "ante" in tokes:
        unbacked = "play" not in tokes
        if unbacked and options["unbacked_ante_toke"] == "forfeits":
            lines["ante"] = is_forfeited("ante", tokes["ante"])
        else:
            if folded:
                play = 0
                lines["ante"] = is_forfeited("ante", tokes["ante"])
            else:
                play = tokes.get("play", 0)
                lines["ante"] = settle_ante(tokes["ante"], contest, category, options)
            ante_is_lost = lines["ante"]["result"] in ("lose", "forfeit")
            bonus = settle_ante_bonus(tokes["ante"], play, folded, ante_is_lost, category, options)
            if bonus is not None:
                lines["ante_bonus"] = bonus

    if "pair_plus" in tokes:
        forfeited = pair_plus_is_forfeited(seat, options)
        lines["pair_plus"] = settle_pair_plus(tokes["pair_plus"], forfeited, category, options)

    if "six_card_bonus" in tokes:
        lines["six_card_bonus"] = settle_six_card_bonus(
            tokes["six_card_bonus"], cards, dealer, True, options
        )

    return [lines[wager] for wager in options["settle_order"] if wager in lines]


# Envy


def envy_amount(cards: list[str]) -> int:
    if is_ace_king_queen_of_spades(cards):
        return ENVY_FOR_SPADES
    if is_ace_king_queen_suited(cards):
        return ENVY_FOR_ANOTHER_SUIT
    return 0


def hand_triggers_envy(holder: Document, options: dict[str, Any]) -> bool:
    if envy_amount(read_hand(holder["cards"])) == 0:
        return False
    if options["envy_trigger"] == "any_dealt_hand":
        return True
    if holder.get("decision") == "fold":
        return False
    if options["envy_trigger"] == "holder_with_bet":
        return "progressive" in holder["wagers"]
    return True


def is_own_hand(collector: Document, holder: Document) -> bool:
    if collector["seat"] == holder["seat"]:
        return True
    return "player" in collector and collector["player"] == holder.get("player")


def envy_collected_by(
    collector: Document, seats: list[Document], dealer: list[str], options: dict[str, Any]
) -> list[Document]:
    if options["envy_needs_bet"] and "progressive" not in collector["wagers"]:
        return []
    awards = []
    for holder in seats:
        if not hand_triggers_envy(holder, options):
            continue
        if is_own_hand(collector, holder) and not options["envy_own_hand"]:
            continue
        awards.append(
            {
                "seat": collector["seat"],
                "for_seat": holder["seat"],
                "paid": envy_amount(read_hand(holder["cards"])),
            }
        )
    if options["envy_dealer_hand"] and envy_amount(dealer) > 0:
        awards.append(
            {"seat": collector["seat"], "for_seat": "dealer", "paid": envy_amount(dealer)}
        )
    if options["envy_multiple"] or not awards:
        return awards
    highest = max(award["paid"] for award in awards)
    for award in awards:
        if award["paid"] == highest:
            return [award]
    return []


# The round


def settle(document: Document) -> Document:
    options = options_of(document)
    has_progressive = document["house"] in HOUSES_WITH_A_PROGRESSIVE
    dealer = read_hand(document["dealer"])
    meter = document.get("progressive_meter")

    # The dealer settles from the highest seat down.
    seats = sorted(document["seats"], key=lambda seat: int(seat["seat"]), reverse=True)

    envy: list[Document] = []
    if has_progressive:
        for collector in seats:
            envy.extend(envy_collected_by(collector, seats, dealer, options))

    settled_seats: list[Document] = []
    paid_from_the_meter = 0
    for seat in seats:
        lines = settle_wagers_of(seat, dealer, meter or 0, options)
        net = 0
        for line in lines:
            net += line["paid"] + line["returned"] - line["stake"]
            if line["odds"] == "100%":
                paid_from_the_meter += line["paid"]
        for award in envy:
            if award["seat"] == seat["seat"]:
                net += award["paid"]
        settled_seat = {
            "seat": seat["seat"],
            "cards": read_hand(seat["cards"]),
            "category": three_card_category(read_hand(seat["cards"]), options["ace_low_straight"]),
            "lines": lines,
            "tokes": settle_tokes_of(seat, dealer, options),
            "net": net,
        }
        if "decision" in seat:
            settled_seat["decision"] = seat["decision"]
        settled_seats.append(settled_seat)

    settled: Document = {
        "house": document["house"],
        "dealer": {
            "cards": dealer,
            "category": three_card_category(dealer, options["ace_low_straight"]),
            "qualifies": dealer_qualifies(dealer, options["ace_low_straight"]),
        },
        "seats": settled_seats,
    }
    if has_progressive:
        settled["envy"] = envy
        settled["progressive"] = {"meter_before": meter, "paid": paid_from_the_meter}
    return settled


def comparable(settled: Any) -> Any:
    """Reduce a settled document to what the model answers for, to compare two of them.

    Drops announcements, clauses and rulings, and everything a document may either omit or write as
    empty: a null, a false `paid_last`, an empty list of tokes or envy, and the `progressive` of a
    round without a meter. Keeps `odds` and an empty list of lines.
    """
    if isinstance(settled, list):
        return [comparable(item) for item in settled]
    if not isinstance(settled, dict):
        return settled
    kept = {}
    for key, content in settled.items():
        if key in ("announcement", "announcements", "clauses", "rulings"):
            continue
        if key in ("tokes", "envy") and not content:
            continue
        if key in ("decision", "paid_last") and not content:
            continue
        if key == "progressive" and (not content or content["meter_before"] is None):
            continue
        kept[key] = comparable(content)
    return kept
