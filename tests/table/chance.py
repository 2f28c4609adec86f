"""What random people do at a table: sensible things, and things that they may not."""

import random
from collections.abc import Callable
from datetime import timedelta
from typing import Any

from queenhigh.house.model import House
from queenhigh.table.procedure import ALL_STEPS
from queenhigh.table.roles import ROLES
from queenhigh.table.state import Phase
from tests.table.driver import NAMES, house_with, methods_of
from tests.table.machine import Trial, Written

PLAYERS = [f"player:{NAMES[seat]}" for seat in (1, 2, 3)]
PEOPLE = [*PLAYERS, *(f"{role}:x" for role in ROLES if role != "player"), "system"]
PEOPLE += ["dealer:dee", "nobody:x"]
# Given by the player of the seat; the others by one who may.
OF_PLAYERS = (
    *("sit", "leave", "buy_in", "place_wager", "withdraw_wager", "place_toke", "give_toke"),
    *("place_coupon", "play", "fold", "throw_in"),
)
OF_MANAGEMENT = (
    *("open_table", "close_table", "change_limits", "rule", "order_recut"),
    *("replace_shuffler", "shuffle_by_hand"),
)
# Options that change the procedure; the rule tests see to the others.
OPTIONS: dict[str, list[Any]] = {
    "collection_fee": [{"amount": 2, "per": "position"}, {"amount": 2, "refund_on_void": False}],
    "collect_folds": ["as_each_folds", "after_all_decisions"],
    "settlement_passes": ["take_then_pay", "per_hand"],
    "release": ["table", "seat", "green_light"],
    "two_hands_decide_before_second_look": [True],
    "max_positions": [2],
    "pp_only_losing": ["throw_in", "hold"],
    "fold_pair_plus": ["forfeits", "survives"],
    "lock_event": ["announcement", "announcement_or_first_card"],
    "exposed_dealer_card": ["void", "continue", "supervisor", "management"],
    "dealer_third_card_exception": [True, False],
    "faceup_in_stack": ["void", "replace", "management"],
    "faceup_on_dealer_turn": ["discard", "void"],
    "misdeal": ["management", "void"],
    "misdealt_and_short": ["void_and_remove", "void_only"],
    "stub_count": [{"every": 1}, {"every": 2, "window": "block"}, {"every": 2, "per": "deck"}],
    "ante_bonus_requires": ["play", "ante"],
    "hand_shuffle": ["house_choice", "never"],
    "wager_version": ["i", "iii"],
}

_Maker = Callable[[random.Random], Written]


def _seat(chance: random.Random) -> int:
    """Mostly one that somebody sits at; sometimes one that cannot be."""
    return chance.choice([1, 1, 2, 2, 3, 3, 4, 0, 7, 9])


def _cents(chance: random.Random) -> int:
    return chance.choice([100, 100, 500, 500, 1000, 200, 700, 123, 2500, 30_000])


def _wager(chance: random.Random) -> str:
    return chance.choice(["ante", "ante", "pair_plus", "six_card_bonus", "progressive"])


def _about(**fields: Callable[[random.Random], Any]) -> _Maker:
    return lambda chance: {name: draw(chance) for name, draw in fields.items()}


def _one_of(*values: Any) -> Callable[[random.Random], Any]:
    return lambda chance: chance.choice(values)


# How the fields of each command are drawn.
MAKERS: dict[str, _Maker] = {
    "open_table": _about(dealer=_one_of("dee"), tray=_one_of(0, 100_000)),
    "close_table": _about(),
    "confirm": _about(
        step=_one_of(*sorted(ALL_STEPS)),
        deck=_one_of(None, None, 0, 1, 2),
        seat=_one_of(None, None, 0, 1, 2),
        count=_one_of(None, None, 9, 10, 26, 40, 51, 52),
        flaws=_one_of("", "", "bent"),
    ),
    "shuffle_deck": _about(deck=_one_of(0, 1, 2, -1), counted=_one_of(None, 52, 51)),
    "order_recut": _about(reason=_one_of("uneven")),
    "sit": _about(seat=_seat, player=_one_of("", "ann", "zoe")),
    "leave": _about(seat=_seat),
    "buy_in": _about(seat=_seat, cents=_cents),
    "colour_up": _about(seat=_one_of(None, 1, 2), cents=_cents, supervisor=_one_of("", "flo")),
    "place_wager": _about(seat=_seat, wager=_wager, amount=_cents),
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
    "report_wrong_deck_count": _about(
        count=_one_of(51, 52, 53), misdealt=_one_of(True, False), by_machine=_one_of(True, False)
    ),
    "report_jam": _about(device=_one_of("shuffler", "shoe")),
    "report_shuffler_failure": _about(),
    "report_bet_outside_limits": _about(
        seat=_seat, wager=_one_of("ante", "pair_plus", "six_card_bonus"), actual=_cents
    ),
}
_OFTEN = ["place_wager"] * 8 + ["place_toke", "place_coupon", "withdraw_wager", "buy_in"] * 3
_OFTEN += ["play", "fold", "throw_in", "give_toke", "sit", "leave"] * 2
_RARE = sorted(MAKERS)  # Each of them, those that end a round too.


def some_house(key: str, chance: random.Random) -> House:
    """A house, one of its dealing methods, and a few options set otherwise."""
    options: dict[str, Any] = {"deal_method": chance.choice(methods_of(key))}
    shuffle = {"method": "machine"}
    if key != "manual" and chance.random() < 0.3:  # Its side bets need a machine.
        shuffle = {"method": "hand"}
        options["decks"] = 1
        if key.startswith("mics"):
            options["deal_method"] = chance.choice(["manual_shoe", "automated_shoe"])
    elif key in ("mics", "chickasaw"):
        options["decks"] = chance.choice([1, 2])
    for name in chance.sample(sorted(OPTIONS), chance.choice([0, 1, 2, 3])):
        if name not in _fixed(key, shuffle["method"]):
            options[name] = chance.choice(OPTIONS[name])
    return house_with(key, options=options, shuffle=shuffle)


def _fixed(key: str, shuffled: str) -> set[str]:
    """Options that such a house cannot choose freely."""
    linked = {"wager_version"} if key == "mics-alternate" else set()
    return linked | ({"hand_shuffle"} if shuffled == "hand" else set())


def play_out(trial: Trial, chance: random.Random, steps: int) -> None:
    """A table is opened, some people sit down, and then anything may happen."""
    steps_by_itself = [["all"], [], chance.sample(sorted(ALL_STEPS), 20)]
    automation = chance.choice(steps_by_itself)
    physical = chance.random() < 0.3
    trial.must(
        {"type": "open_table", "by": "floor:x", "dealer": "dee", "tray": 10**6}
        | {"automation": automation}
    )
    for seat in chance.sample([1, 2, 3, 4], chance.choice([1, 2, 3])):
        sit_down(trial, seat, NAMES[seat])
    if trial.house.options.max_positions == 2 and {1, 2} - trial.table.seats.keys() == {2}:
        sit_down(trial, 2, NAMES[1])
    for _ in range(steps):
        chance.choice(_DEEDS)(trial, chance, physical)


def sit_down(trial: Trial, seat: int, player: str) -> None:
    trial.must({"type": "sit", "by": f"player:{player}", "seat": seat})
    trial.must({"type": "buy_in", "by": f"player:{player}", "seat": seat, "cents": 50_000})


def _go_on(trial: Trial, chance: random.Random, physical: bool) -> None:
    for _ in range(chance.choice([1, 1, 2, 3, 40])):
        if not trial.do_what_is_due(chance, physical=physical):
            return


def _decide(trial: Trial, chance: random.Random, physical: bool) -> None:
    seat = trial.table.next_to_decide
    if seat is not None:
        player = f"player:{trial.table.seats[seat].player}"
        trial.give({"type": chance.choice(["play", "play", "fold"]), "by": player, "seat": seat})


def _bet_and_lock(trial: Trial, chance: random.Random, physical: bool) -> None:
    if trial.table.phase is not Phase.BETTING:
        return
    least = {str(name): trial.house.limit(name).minimum_cents for name in trial.house.wagers}
    some_bets: list[list[str]] = [["ante"], ["ante"], ["pair_plus"], list(least), []]
    for number, seat in sorted(trial.table.seats.items()):
        for wager in chance.choice(some_bets):
            bet = {"type": "place_wager", "seat": number, "wager": wager, "amount": least[wager]}
            trial.give({**bet, "by": f"player:{seat.player}"})
        if chance.random() < 0.2:
            coupon = {"type": "place_coupon", "seat": number, "on": "ante", "face": 500}
            trial.give({**coupon, "by": f"player:{seat.player}"})
        if chance.random() < 0.2:
            toke = {"type": "place_toke", "seat": number, "wager": "ante", "amount": 100}
            trial.give({**toke, "by": f"player:{seat.player}"})
    while trial.do_what_is_due(chance, physical=physical):
        pass
    trial.give({"type": "announce_no_more_bets", "by": f"dealer:{trial.table.dealer}"})


def _say_something(trial: Trial, chance: random.Random, physical: bool) -> None:
    kind = chance.choice(_OFTEN if chance.random() < 0.6 else _RARE)
    written = {"type": kind, **MAKERS[kind](chance)}
    if chance.random() < 0.25:
        trial.give({**written, "by": chance.choice(PEOPLE)})
        return
    seat = trial.table.seats.get(written.get("seat") or -1)
    if kind in OF_PLAYERS:
        name = seat.player if seat else chance.choice(["ann", "bob", "cy"])
        trial.give({**written, "by": f"player:{name}"})
    else:
        dealer = f"dealer:{trial.table.dealer}"
        trial.give({**written, "by": "management:x" if kind in OF_MANAGEMENT else dealer})


def _report(trial: Trial, chance: random.Random, physical: bool) -> None:
    """Something has gone wrong with the cards."""
    kind = chance.choice([kind for kind in MAKERS if kind.startswith("report_")])
    written = {"type": kind, **MAKERS[kind](chance), "by": "floor:x"}
    if kind == "report_face_up_card" and not (trial.table.decks and trial.table.deck.order):
        written["cards"] = chance.sample(["As", "Kd", "7h"], 1)
    trial.give(written)


def _mend(trial: Trial, chance: random.Random, physical: bool) -> None:
    """What stands still is brought on: a ruling, another machine, a new deck, a relief."""
    if trial.table.phase is Phase.HALTED:
        trial.give({"type": "rule", "by": "management:x", **MAKERS["rule"](chance)})
    elif not trial.table.shuffler_works:
        kind = chance.choice(["replace_shuffler", "shuffle_by_hand"])
        trial.give({"type": kind, "by": "floor:x", **MAKERS[kind](chance)})
    else:
        kind = chance.choice(["change_deck", "relieve_dealer", "mark_idle", "order_recut"])
        trial.give({"type": kind, "by": "floor:x", **MAKERS[kind](chance)})


def _do_it_wrong(trial: Trial, chance: random.Random, physical: bool) -> None:
    """The step that is due, by anybody and with anything."""
    if trial.table.due:
        fields = {**MAKERS["confirm"](chance), "step": trial.table.due.name}
        trial.give({"type": "confirm", **fields, "by": chance.choice(PEOPLE)})


def _wait(trial: Trial, chance: random.Random, physical: bool) -> None:
    trial.at += timedelta(hours=chance.choice([1, 3, 9]))


def _look(trial: Trial, chance: random.Random, physical: bool) -> None:
    trial.look(chance.choice(PEOPLE), chance.getrandbits(32))


_DEEDS = [
    *[_go_on] * 8,
    *[_decide] * 6,
    *[_bet_and_lock] * 5,
    *[_say_something] * 10,
    *[_look] * 4,
    *[_mend] * 2,
    *[_report] * 1,
    *[_do_it_wrong] * 2,
    *[_wait] * 1,
]
