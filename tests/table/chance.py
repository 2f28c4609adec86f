"""What random people do at a table: sensible things, and forbidden ones."""

import random
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from queenhigh.cards.card import card_text
from queenhigh.house.model import House
from queenhigh.table.command_rules import MAY
from queenhigh.table.instructions import ALL_STEPS
from queenhigh.table.refusal import Refusal
from queenhigh.table.state import Phase, Table
from queenhigh.table.views import view
from tests.table import wishes as w
from tests.table.driver import NAMES, house_with, methods_of
from tests.table.machine import Trial, Written, an_order
from tests.table.wishes import Chance, rarely, wish

# Options that change the procedure; the rule tests cover the others.
OPTIONS: dict[str, list[Any]] = {
    "collection_fee": [{"amount": 2, "per": "position"}, {"amount": 2, "refund_on_void": False}],
    "collect_folds": ["as_each_folds", "after_all_decisions"],
    "settlement_passes": ["take_then_pay", "per_hand"],
    "release": ["table", "seat", "green_light"],
    "two_hands_decide_before_second_look": [True],
    "max_positions": [2],
    "pp_only_losing": ["throw_in", "hold"],
    "fold_pair_plus": ["forfeits", "survives"],
    "lock_event": ["first_card", "announcement", "announcement_or_first_card"],
    "exposed_dealer_card": ["void", "continue", "supervisor", "management"],
    "dealer_third_card_exception": [True, False, "management"],
    "faceup_in_stack": ["void", "replace", "management"],
    "faceup_on_dealer_turn": ["discard", "void"],
    "misdeal": ["management", "void"],
    "misdealt_and_short": ["void_and_remove", "void_only"],
    "stub_count": [{"every": 1}, {"every": 2, "window": "block"}, {"every": 2, "per": "deck"}],
    "ante_bonus_requires": ["play", "ante"],
    "hand_shuffle": ["house_choice", "never"],
    "wager_version": ["i", "iii"],
    "linked_simultaneous": ["split"],
    "deck_change": [{"hours": {"shoe": 8, "hand": 4}, "mode": "minimum_interval"}],
}


# Mostly None, as at older tables.
KINDS = (None, None, None, "physical", "digital", "training")


def some_house(key: str, chance: Chance) -> House:
    """Choose one of a house's dealing methods and change a few of its options."""
    options: dict[str, Any] = {"deal_method": chance.choice(methods_of(key))}
    changes: dict[str, Any] = {"shuffle": {"method": "machine"}, "options": options}
    if key == "manual":  # Its side bets need a machine.
        changes["meters"] = {"main": {"limit_cents": chance.choice([0, 0, 100_030])}}
    elif rarely(chance):
        changes["shuffle"] = {"method": "hand"}
        options["decks"] = 1
        if key.startswith("mics"):
            options["deal_method"] = chance.choice(["manual_shoe", "automated_shoe"])
    elif key in ("mics", "chickasaw"):
        options["decks"] = chance.choice([1, 2])
    fixed = {"wager_version"} if key == "mics-alternate" else set()
    if key != "manual":
        fixed.add("linked_simultaneous")  # The others have no meter.
    if changes["shuffle"]["method"] == "hand":
        fixed.add("hand_shuffle")
    for _ in range(chance.choice([0, 1, 2, 3])):
        name = chance.choice(sorted(OPTIONS.keys() - fixed))
        options[name] = chance.choice(OPTIONS[name])
    return house_with(key, **changes)


def play_out(trial: Trial, chance: Chance, steps: int, kinds: Sequence[Any] = KINDS) -> None:
    """Open a table and seat some people; after that anything may happen."""
    people = People(trial, kinds)
    people.open_a_table(chance)
    for _ in range(steps):
        people.do_something(chance)


class People:
    """The people at one table."""

    def __init__(self, trial: Trial, kinds: Sequence[Any] = KINDS):
        self.trial, self.kinds = trial, kinds
        self.physical = False  # Unknown cards, entered as dealt or as turned up.

    @property
    def table(self) -> Table:
        return self.trial.table

    def give(self, written: Written) -> bool:
        """Give a command; return whether it was accepted."""
        return not isinstance(self.trial.give(written), Refusal)

    def by_one_who_may(self, written: Written) -> Written:
        """Put in who gives it: the seat's player, the dealer on duty, management or the system."""
        kind, seat = written["type"], self.table.seats.get(written.get("seat") or -1)
        if kind in w.OF_PLAYERS:
            return {**written, "by": f"player:{seat.player if seat else 'ann'}"}
        for who in (f"dealer:{self.table.dealer}", "management:x"):
            if who.partition(":")[0] in MAY[kind]:
                return {**written, "by": who}
        return {**written, "by": "system"}

    def go_on(self, seed: int) -> bool:
        """Do the step that is due, as its owner."""
        return self.trial.do_what_is_due(None if self.physical else an_order(seed), seed)

    def open_a_table(self, chance: Chance) -> None:
        house = self.trial.house
        kind = chance.choice(self.kinds)
        self.physical = kind == "physical" or (kind is None and rarely(chance))
        some = random.Random(chance.randint(0, 999)).sample(sorted(ALL_STEPS), 20)
        opening: Written = {"type": "open_table", "dealer": "dee", "tray": 10**6, "by": "floor:x"}
        if bool(house.meters) and chance.choice([False, True]):
            opening |= {"meter": 250_000, "reserve": 500}
        automation = chance.choice([["all"], [], some])
        if kind in ("physical", "training"):
            automation = []
        self.trial.must({**opening, "kind": kind, "automation": automation})
        for seat in {chance.randint(1, 4), chance.randint(1, 4), chance.randint(1, 4)}:
            self.sit_down(seat, NAMES[seat])
        free = 1 in self.table.seats and 2 not in self.table.seats
        if house.betting.positions == 2 and free:
            self.sit_down(2, NAMES[1])
        if not rarely(chance):
            while self.table.phase is Phase.OPENING:
                self.go_on(0)

    def sit_down(self, seat: int, player: str) -> None:
        by = f"player:{player}"
        self.give({"type": "sit", "seat": seat, "by": by})
        by = f"dealer:{self.table.dealer}" if self.table.physical else by
        self.give({"type": "buy_in", "seat": seat, "cents": 50_000, "by": by})

    def do_something(self, chance: Chance) -> None:
        deed = chance.choice(_DEEDS[self.table.phase])
        deed(self, chance)

    def _go_on(self, chance: Chance) -> None:
        times, seed = chance.choice([1, 1, 2, 3, 60]), _some_order(chance)
        for _ in range(times):
            if not self.go_on(seed):
                return

    def _play_a_round(self, chance: Chance) -> None:
        """Play a round as far as it gets, with bets and decisions that may not be allowed."""
        seed, steps = _some_order(chance), chance.choice([0, 1, 3, 6, 10, 15, 25, 60])
        self._bet(chance)
        while self.go_on(seed):
            pass
        if not self.give({"type": "announce_no_more_bets", "by": f"dealer:{self.table.dealer}"}):
            return
        for _ in range(steps):
            if self.table.phase is Phase.DECIDING:
                self._decide(chance)
            elif self.table.phase is Phase.BETTING or not self.go_on(seed):
                return

    def _bet(self, chance: Chance) -> None:
        house = self.trial.house
        least = {str(name): house.limits(name).first for name in house.opening_bets}
        some: list[list[str]] = [list(least), list(least), ["ante"], ["pair_plus"], []]
        for number, seat in sorted(self.table.seats.items()):
            own = {"seat": number, "by": f"player:{seat.player}"}
            for wager in chance.choice(some):
                amount = least[wager]
                self.give({"type": "place_wager", **own, "wager": wager, "amount": amount})
            if rarely(chance):
                self.give({"type": "place_coupon", **own, "on": "ante", "face": 500})
            if rarely(chance):
                self.give({"type": "place_toke", **own, "wager": "ante", "amount": 100})

    def _decide(self, chance: Chance) -> None:
        seat, decision = self.table.next_to_decide or 1, chance.choice(_DECISIONS)
        by = "system" if decision == "time_out" else f"player:{self.table.seats[seat].player}"
        self.give({"type": decision, "seat": seat, "by": by})

    def _throw_in(self, chance: Chance) -> None:
        seat = chance.choice(self.table.round.positions or (1,))
        self.give(self.by_one_who_may({"type": "throw_in", "seat": seat}))

    def _wish(self, chance: Chance) -> None:
        self.give(self.by_one_who_may(wish(chance, w.BETS)))

    def _take_back(self, chance: Chance) -> None:
        lying = sorted(n for n in self.table.accounts if n.startswith("layout:"))
        spots = [name.split(":") for name in lying if not name.endswith("play")]
        if spots:
            _, seat, *_, wager = chance.choice(spots)
            back = {"type": "withdraw_wager", "seat": int(seat), "wager": wager}
            self.give(self.by_one_who_may(back))

    def _anything(self, chance: Chance) -> None:
        self.give(self.by_one_who_may(wish(chance, w.EVERYTHING)))

    def _anything_by_anybody(self, chance: Chance) -> None:
        self.give({**wish(chance, w.EVERYTHING), "by": chance.choice(w.PEOPLE)})

    def _between_rounds(self, chance: Chance) -> None:
        by = chance.choice(["management:x", f"dealer:{self.table.dealer}"])
        self.give({**wish(chance, w.BETWEEN), "by": by})

    def _report(self, chance: Chance) -> None:
        """Report that something went wrong with the cards."""
        dealing = self.table.phase is Phase.DEALING
        written = wish(chance, w.WHILE_DEALING if dealing else w.REPORTS)
        if written["type"] == "report_face_up_card" and self.physical:
            written["cards"] = chance.choice([["As"], ["Kd"], ["7h", "2c"]])
        if "seat" in written and not rarely(chance):
            written["seat"] = chance.choice(sorted(self.table.round.hands) or [1])
        self.give({**written, "by": "floor:x"})

    def _correct(self, chance: Chance) -> None:
        """Correct a wrong entry; those who have to sign usually do."""
        table = self.table
        written = wish(chance, w.CORRECTIONS)
        if table.round.positions:
            written["seat"] = chance.choice([*table.round.positions, 0])
        hand = table.round.hands.get(written["seat"], ())
        if "entered" in written and hand:
            written["entered"] = card_text(chance.choice(hand))
        lines = [x for x in table.results.get(written["seat"], ()) if not x.on]
        if written["type"] == "correct_payout" and lines:
            line = chance.choice(lines)
            written |= {"wager": line.wager, "toke": line.toke}
            written["returned"] = chance.choice([0, line.stake])
        self.give({**written, "by": f"dealer:{table.dealer}"})
        for request in sorted(self.table.requests):
            self.give({"type": "approve", "request": request, "by": "floor:x"})

    def _group(self, chance: Chance) -> None:
        """Confirm a whole group, with the cards as they are turned up."""
        for _ in range(chance.choice([1, 2, 4])):
            group = view(self.table, "dealer:x").group
            if group is None:
                return
            written: Written = {"type": "confirm_group", "group": group.key}
            if group.needs.cards:
                written["cards"] = self.trial.some_cards(chance.randint(0, 999), 3)
            name = self.table.dealer if group.role == "dealer" else "x"
            self.give({**written, "by": f"{group.role}:{name}"})

    def _read(self, chance: Chance) -> None:
        """Have a shoe read a hand."""
        place = chance.choice([*self.table.round.positions, 0])
        cards = self.trial.some_cards(chance.randint(0, 999), chance.choice([1, 3]))
        self.give({"type": "read_cards", "place": place, "cards": cards, "by": "system:shoe"})

    def _meter(self, chance: Chance) -> None:
        """Other tables feed the meter, or hit it too."""
        self.give({**wish(chance, ["read_meter", "share_jackpot"]), "by": "system"})

    def _mend(self, chance: Chance) -> None:
        """Get a stalled table going: a ruling, another machine."""
        halted = self.table.phase is Phase.HALTED
        kinds = ["rule"] if halted else ["replace_shuffler", "shuffle_by_hand"]
        self.give({**wish(chance, kinds), "by": "management:x"})

    def _do_it_wrong(self, chance: Chance) -> None:
        """Attempt the step that is due as anybody and with anything."""
        if due := self.table.due:
            fields, by = w.FIELDS["confirm"](chance), chance.choice(w.PEOPLE)
            self.give({"type": "confirm", **fields, "step": due.name, "by": by})

    def _open_again(self, chance: Chance) -> None:
        self.give({"type": "open_table", **w.FIELDS["open_table"](chance), "by": "floor:x"})
        self.sit_down(seat := chance.randint(1, 4), NAMES[seat])

    def _wait(self, chance: Chance) -> None:
        self.trial.at += timedelta(hours=chance.choice([1, 3, 9]))

    def _look(self, chance: Chance) -> None:
        self.trial.look(chance.choice(w.PEOPLE), chance.randint(0, 1000))


def _some_order(chance: Chance) -> int:
    """Choose a seed, sometimes one of the first four: they deal rare hands."""
    return chance.choice([0, 0, 1, 2, 3, chance.randint(4, 1000)])


_DECISIONS = ["play", "play", "play", "fold", "fold", "time_out"]
_ALWAYS = [People._anything, People._anything_by_anybody, People._wish, People._look]
_BETWEEN = [
    *[People._between_rounds] * 3,
    *(People._mend, People._wait, People._do_it_wrong),
    *_ALWAYS,
]
_DURING = [People._do_it_wrong, People._meter, *_ALWAYS]
_BY_PEOPLE = [People._group, People._read, People._correct]
# What may happen, each repeated according to how likely it is.
_DEEDS = {
    Phase.CLOSED: [*[People._open_again] * 4, *_ALWAYS],
    Phase.OPENING: [*[People._go_on] * 8, *_BETWEEN],
    Phase.BETTING: [
        *[People._play_a_round] * 12,
        *[People._wish] * 3,
        *[People._take_back] * 2,
        People._go_on,
        *_BETWEEN,
    ],
    Phase.DEALING: [*[People._go_on] * 5, *[People._report] * 4, *_DURING, *_BY_PEOPLE],
    Phase.DECIDING: [
        *[People._decide] * 6,
        *[People._report] * 3,
        *[People._throw_in] * 2,
        *_DURING,
        *_BY_PEOPLE,
    ],
    Phase.SETTLING: [
        *[People._go_on] * 5,
        *[People._report] * 3,
        *_DURING,
        *_BY_PEOPLE,
        *[People._correct] * 2,
    ],
    Phase.HALTED: [*[People._mend] * 5, *_ALWAYS],
}
