"""What each house does when something goes wrong with the cards."""

from functools import partial
from typing import Protocol

from queenhigh.table.state import Phase
from tests.golden.table.described import add
from tests.golden.table.script import WHILE_DEALING, Script

_HANDS = "1: Qs 7d 2c, 2: 9h 9d 4c, dealer: Jd Tc 6h"


def _open(table: Script) -> None:
    table.open_but(*WHILE_DEALING)
    table.player(1)
    table.player(2)


def _deal(table: Script, ante: int) -> None:
    """Bet and lock; the dealer then deals one step at a time."""
    table.deck(_HANDS)
    table.bet(1, ante=ante)
    table.bet(2, ante=ante)
    table.no_more_bets()


def _go_on(table: Script, ruling: str = "continue") -> None:
    """Continue as far as the house allows: rule if it waits for a ruling, then finish the round."""
    if table.table.phase is Phase.HALTED:
        table.note(f"The table waits for {table.table.waits_for.replace('_', ' ')}")
        table.refused("confirm", step="deal")
        table.give("rule", ruling=ruling, reason="nobody gains by it", by="management:max")
    table.finish()


def face_up(table: Script, *, ante: int) -> None:
    _open(table)
    table.note("One card lies face up on the way to Bob")
    _deal(table, ante)
    table.steps(until="deal", seat=2)
    table.give("report_face_up_card")
    _go_on(table)
    table.note("Two cards lie face up")
    _deal(table, ante)
    table.confirm()
    table.give("report_face_up_card", count=2)
    _go_on(table, "void")
    table.note("One card lies face up on the dealer's turn")
    _deal(table, ante)
    table.steps(until="deal", seat=0)
    table.give("report_face_up_card")
    _go_on(table, "void")
    table.steps(until="shuffle")
    table.close()


def wrong_deal(table: Script, *, ante: int) -> None:
    _open(table)
    table.note("A card is drawn in error, not exposed")
    _deal(table, ante)
    table.confirm()
    table.give("report_card_drawn_in_error")
    _go_on(table)
    table.note("Bob has four cards")
    _deal(table, ante)
    table.steps(until="release")
    table.give("report_wrong_number_of_cards", seat=2, cards=4)
    _go_on(table, "void")
    table.note("The dealer's third card is missing, and no hand is discarded yet")
    _deal(table, ante)
    table.steps(until="release")
    table.give("report_wrong_number_of_cards", seat=0, cards=2)
    _go_on(table, "void")
    table.steps(until="shuffle")
    table.close()


def exposed(table: Script, *, ante: int) -> None:
    _open(table)
    table.note("Ann's card is exposed while the cards are dealt")
    _deal(table, ante)
    table.steps(until="rack_stub")
    table.give("report_exposed_card", seat=1, cards=["Qs"])
    _go_on(table)
    table.note("A card of the dealer's is exposed while the players decide")
    _deal(table, ante)
    table.steps()
    table.play(1)
    table.give("report_exposed_card", seat=0, cards=["Jd"])
    _go_on(table, "void")
    table.steps(until="shuffle")
    table.close()


def miscounted(table: Script, *, ante: int) -> None:
    _open(table)
    table.note("The stub has a card too few: the deck does not come to 52")
    _deal(table, ante)
    table.steps(until="rack_stub")
    table.give("confirm", step="count_stub", count=42, misdealt=False)
    _go_on(table, "void")
    table.note("Misdealt, and 52 cards all the same")
    _deal(table, ante)
    table.steps(until="rack_stub")
    table.give("report_wrong_deck_count", count=52, misdealt=True)
    _go_on(table, "void")
    table.note("The shoe jams after the first card")
    _deal(table, ante)
    table.confirm()
    table.give("report_jam", device="shoe")
    _go_on(table, "void")
    table.note("The shuffler jams between rounds, and another one comes")
    table.give("report_jam", device="shuffler")
    if table.table.phase is Phase.HALTED:
        table.give("rule", ruling="continue", reason="no cards were out", by="management:max")
    table.give("replace_shuffler", source="backup_machine", by="floor:fay")
    _deal(table, ante)
    _go_on(table)
    table.close()


def found_late(table: Script, *, ante: int) -> None:
    table.open_but("settle", "rack_hand", "end_round", "reveal_hand")
    table.player(1)
    table.player(2)
    table.note("Bob is paid, and then Ann is found to have two cards")
    _deal(table, ante)
    table.play(1, 2)
    table.steps(until="settle")
    table.confirm()
    table.confirm()
    table.give("report_wrong_number_of_cards", seat=1, cards=2)
    _go_on(table, "void")
    table.steps(until="shuffle")
    table.close()


def of_machine_and_limits(table: Script, *, ante: int) -> None:
    _open(table)
    table.note("The machine counts 51 cards")
    table.steps(until="shuffle")
    table.give("shuffle_deck", deck=table.table.round.deck, counted=51)
    if table.table.phase is Phase.HALTED:
        table.note("The table waits for management")
        table.give("rule", ruling="continue", reason="counted again: 52", by="management:max")
    table.note("It fails, and another one comes")
    table.give("report_shuffler_failure")
    table.steps(until="shuffle")
    table.refused("shuffle_deck", deck=table.table.round.deck)
    table.give("replace_shuffler", source="borrowed_machine", by="floor:fay")
    _deal(table, ante)
    table.confirm()
    table.note("A dollar less than the minimum lies on Bob's ante: it stands")
    least = table.table.house.limits("ante").least
    table.give("report_bet_outside_limits", seat=2, wager="ante", actual=least - 100)
    table.note("Nobody raises a bet by it")
    table.refused("report_bet_outside_limits", seat=2, wager="ante", actual=least)
    _go_on(table)
    table.steps(until="shuffle")
    table.close()


class Drive(Protocol):
    def __call__(self, table: Script, *, ante: int) -> None: ...


_KINDS: dict[str, tuple[str, Drive]] = {
    "face-up": ("Cards face up in the shoe: one, several, on the dealer's turn", face_up),
    "wrong-deal": ("A card drawn in error and a wrong number of cards", wrong_deal),
    "exposed": ("Exposed cards: a player's, the dealer's", exposed),
    "found-late": ("A wrong number of cards found while bets are paid", found_late),
    "machine-and-limits": (
        "The machine counts wrongly and fails; a bet is not what it seemed",
        of_machine_and_limits,
    ),
    "miscounted": ("A wrong count of the stub, a misdeal, a jam of shoe and shuffler", miscounted),
}

for _house, _of, _ante in (
    ("mics", "mics-hand", 5),
    ("mics-alternate", "mics-alternate", 5),
    ("chickasaw", "chickasaw", 5),
    ("manual", "manual", 5),
    ("classic", "classic", 2),
):
    for _name, (_title, _drive) in _KINDS.items():
        add(f"{_house}-{_name}", f"{_title}, at {_house}", _of, partial(_drive, ante=_ante))
