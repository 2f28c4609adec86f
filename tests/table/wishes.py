"""Commands people at a table may try: sensible ones, and forbidden ones.

Choices are drawn from a `Chance`: a seeded `random.Random`, or hypothesis, which then shrinks to
the shortest way to a failure.
"""

from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeVar

from queenhigh.table.command_rules import MAY
from queenhigh.table.instructions import ALL_STEPS
from queenhigh.table.roles import ROLES
from tests.table.driver import NAMES
from tests.table.machine import Written

T = TypeVar("T")


class Chance(Protocol):
    def choice(self, seq: Sequence[T], /) -> T: ...
    def randint(self, a: int, b: int, /) -> int: ...


PLAYERS = [f"player:{NAMES[seat]}" for seat in (1, 2, 3)]
PEOPLE = [*PLAYERS, "dealer:dee", *(f"{role}:x" for role in ROLES if role != "player"), "system"]
PEOPLE += ["public", "nobody:x"]

_Drawn = Callable[[Chance], Any]


def _one_of(*values: Any) -> _Drawn:
    return lambda chance: chance.choice(values)


# Mostly a seat somebody sits at; sometimes an impossible one.
_seat = _one_of(1, 1, 2, 2, 3, 3, 4, 0, 7, 9)
_cents = _one_of(100, 100, 500, 500, 1000, 200, 700, 123, 2500, 30_000)
_wager = _one_of("ante", "ante", "pair_plus", "six_card_bonus", "progressive")
_flag = _one_of(False, True)
_card = _one_of("As", "Ks", "Qs", "Ah", "Kd", "9c", "2h")


def _about(**fields: _Drawn) -> Callable[[Chance], Written]:
    return lambda chance: {name: draw(chance) for name, draw in fields.items()}


# How the fields of each command are drawn.
FIELDS: dict[str, Callable[[Chance], Written]] = {
    "open_table": _about(
        dealer=_one_of("dee"),
        tray=_one_of(0, 100_000),
        meter=_one_of(None, None, 0, 250_000),
        reserve=_one_of(None, 500),
    ),
    "close_table": _about(),
    "fill_tray": _about(cents=_cents),
    "credit_tray": _about(cents=_one_of(100, 30_000, 10**8)),
    "count_tray": _about(
        counted=_one_of(0, 10**6), witness=_one_of("floor:fay", "dealer:dee", "player:ann", "x")
    ),
    "take_drop_box": _about(),
    "count_drop": _about(box=_one_of(1, 1, 2), counted=_one_of(0, 10_000), notes=_one_of([])),
    "read_meter": _about(meter=_one_of(0, 100_000, 777_777), reserve=_one_of(0, 50, 5000)),
    "share_jackpot": _about(cents=_one_of(100, 50_000, 400_000)),
    "confirm": _about(
        step=_one_of(*sorted(ALL_STEPS)),
        deck=_one_of(None, None, 0, 1, 2),
        seat=_one_of(None, None, 0, 1, 2),
        count=_one_of(None, None, 9, 10, 26, 40, 51, 52),
        flaws=_one_of("", "", "bent"),
    ),
    "confirm_group": _about(
        group=_one_of("deal", "reveal", "hand:1", "hand:2", "take", "last", "end", "prepare"),
        count=_one_of(None, None, 26, 40),
    ),
    "read_cards": _about(
        place=_one_of(None, 0, 1, 2, 7),
        cards=_one_of([], ["As"], ["As", "Kd", "2c"], ["9h", "8h", "7h"], ["Xx"]),
    ),
    "shuffle_deck": _about(deck=_one_of(0, 1, 2, -1), counted=_one_of(None, 52, 51)),
    "order_recut": _about(reason=_one_of("uneven")),
    "sit": _about(seat=_seat, player=_one_of("", "ann", "zoe")),
    "leave": _about(seat=_seat),
    "buy_in": _about(seat=_seat, cents=_cents, offered_as=_one_of("cash", "cash", "foreign_money")),
    "colour_up": _about(seat=_one_of(None, 1, 2), cents=_cents, supervisor=_one_of("", "flo")),
    "place_wager": _about(
        seat=_seat,
        wager=_wager,
        amount=_cents,
        offered_as=_one_of("chips", "chips", "chips", "cash", "verbal_with_cash"),
    ),
    "withdraw_wager": _about(seat=_seat, wager=_wager),
    "place_toke": _about(
        seat=_seat, wager=_one_of("ante", "play", "pair_plus", "six_card_bonus"), amount=_cents
    ),
    "give_toke": _about(seat=_seat, amount=_cents),
    "place_coupon": _about(seat=_seat, on=_one_of("ante", "play", "pair_plus"), face=_cents),
    "announce_no_more_bets": _about(),
    "play": _about(seat=_seat),
    "fold": _about(seat=_seat),
    "time_out": _about(seat=_seat),
    "throw_in": _about(seat=_seat),
    "call_awards": _about(seat=_seat, wagers=_one_of([], ["pair_plus"])),
    "commit_entropy": _about(seat=_seat, commitment=_one_of("ab" * 32, "no")),
    "reveal_entropy": _about(seat=_seat, entropy=_one_of("cd" * 32, "no")),
    "mix_entropy": _about(),
    "change_deck": _about(deck=_one_of(0, 1, 2, -1), reason=_one_of("worn")),
    "change_limits": _about(wager=_one_of("ante", "pair_plus"), minimum=_cents, maximum=_cents),
    "relieve_dealer": _about(dealer=_one_of("dee", "dan")),
    "mark_idle": _about(face=_one_of("up", "down")),
    "replace_shuffler": _about(source=_one_of("backup_machine", "borrowed_machine")),
    "shuffle_by_hand": _about(),
    "rule": _about(ruling=_one_of("void", "continue"), reason=_one_of("so it is")),
    "report_face_up_card": _about(count=_one_of(1, 1, 2, 0)),
    "report_card_drawn_in_error": _about(),
    "report_wrong_number_of_cards": _about(seat=_seat, cards=_one_of(2, 2, 4, 3, -1)),
    "report_exposed_card": _about(seat=_seat, cards=_one_of([], ["As"], ["Xx"])),
    "report_shared_hands": _about(),
    "report_wrong_deck_count": _about(count=_one_of(51, 52, 53), misdealt=_flag, by_machine=_flag),
    "report_jam": _about(device=_one_of("shuffler", "shoe")),
    "report_shuffler_failure": _about(),
    "report_bet_outside_limits": _about(
        seat=_seat, wager=_one_of("ante", "pair_plus", "six_card_bonus"), actual=_cents
    ),
    "correct_card": _about(seat=_seat, entered=_card, actual=_card, reason=_one_of("slip", "")),
    "correct_decision": _about(
        seat=_seat, decision=_one_of("play", "fold"), reason=_one_of("slip")
    ),
    "correct_wager": _about(
        seat=_seat, wager=_wager, amount=_one_of(0, 500, 700, 1000), reason=_one_of("slip")
    ),
    "correct_coupon": _about(
        seat=_seat, on=_wager, face=_one_of(0, 500, 1000), reason=_one_of("slip")
    ),
    "correct_payout": _about(
        seat=_seat,
        wager=_wager,
        paid=_one_of(0, 500, 10_000),
        returned=_one_of(0, 500, 1000),
        reason=_one_of("slip"),
        toke=_flag,
    ),
    "approve": _about(request=_one_of(1, 2)),
    "decline": _about(request=_one_of(1, 2)),
}
EVERYTHING = sorted(FIELDS)
CORRECTIONS = [kind for kind in EVERYTHING if kind.startswith("correct_")]
REPORTS = [kind for kind in EVERYTHING if kind.startswith("report_")]
WHILE_DEALING = ["report_face_up_card", "report_card_drawn_in_error", "report_jam", *REPORTS]
OF_PLAYERS = [kind for kind in EVERYTHING if "player" in MAY[kind]]
BETS = ["place_wager"] * 6 + ["withdraw_wager", "place_toke", "place_coupon", "buy_in"]
BETS += ["give_toke", "sit", "leave", "throw_in"]
BETWEEN = ["change_deck", "relieve_dealer", "mark_idle", "order_recut", "change_limits"]
BETWEEN += ["fill_tray", "credit_tray", "count_tray", "colour_up", "report_shuffler_failure"]


def wish(chance: Chance, kinds: Sequence[str]) -> Written:
    kind = chance.choice(kinds)
    return {"type": kind, **FIELDS[kind](chance)}


def rarely(chance: Chance) -> bool:
    return chance.choice([False, False, False, True])
