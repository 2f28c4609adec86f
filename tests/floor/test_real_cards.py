"""What the floor says of rounds with real cards: shown, corrected, or not known."""

from queenhigh.floor.dossier import build_dossier
from queenhigh.floor.rounds import RoundFolder
from queenhigh.table import events as e
from queenhigh.table.evolve import evolve
from queenhigh.table.state import Table
from tests.money.room import setup_of
from tests.table.felt import Felt

HANDS = "1: As Ks Qs, 3: 9d 9c 2h, 5: 2c 7d 4s, dealer: Qh 7c 2d"


def corrected_round() -> Felt:
    """Seat 5 folds unseen; a nine of seat 3 was an eight, which comes out after it was paid."""
    table = Felt("classic", HANDS)
    table.open()
    for seat in (1, 3, 5):
        table.bet(seat, ante=10)
    table.dealt().play(1, 3).fold(5).until("reveal_hand").confirm()
    while table.due != "reveal_hand":
        table.confirm()
    wish = {"seat": 3, "entered": "9c", "actual": "8c", "reason": "slip", "by": "dealer:dee"}
    table.give("correct_card", **wish)
    table.give("approve", request=1, by="floor:flo")
    return table.finish()


def test_the_facts_of_a_round_are_those_after_its_corrections() -> None:
    table = corrected_round()
    folder, before, facts = RoundFolder(setup_of(table.house)), Table(table.house), None
    for event in table.log:
        after = evolve(before, event)
        facts = folder.take(before, event, after) or facts
        before = after
    assert facts is not None
    seats = {seat.seat: seat for seat in facts.seats}
    assert (seats[3].cards, seats[5].cards) == (("9d", "8c", "2h"), ())
    bets = {name: (bet.staked, bet.paid, bet.returned) for name, bet in seats[3].bets.items()}
    assert bets == {"ante": (1000, 0, 0), "play": (1000, 0, 0)}


def test_a_dossier_says_not_shown_and_settles_again_what_was_shown() -> None:
    table = corrected_round()
    first = next(n for n, event in enumerate(table.log) if isinstance(event, e.RoundBegan))
    before = Table(table.house)
    for event in table.log[:first]:
        before = evolve(before, event)
    happened = [(first + n + 1, event) for n, event in enumerate(table.log[first:])]
    dossier = build_dossier(setup_of(table.house), before, happened)
    assert dossier.disagreements == ()
    assert {hand.seat: hand.shown for hand in dossier.hands} == {
        1: True,
        3: True,
        5: False,
        0: True,
    }
    assert dossier.shuffle == "The cards were shuffled by the machine; their order is not known."
