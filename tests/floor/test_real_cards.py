"""The floor's view of rounds with real cards: shown, corrected, or unknown."""

from queenhigh.floor.dossier import build_dossier
from queenhigh.floor.notices import notices_of
from queenhigh.floor.round_facts import RoundFolder
from queenhigh.floor.table_incidents import TROUBLE, happening
from queenhigh.table import events as e
from queenhigh.table.evolve import evolve
from queenhigh.table.state import Table
from tests.clauses import cases
from tests.floor.test_notices import told as notices_told
from tests.money.room import setup_of
from tests.table.felt import Felt

HANDS = "1: As Ks Qs, 3: 9d 9c 2h, 5: 2c 7d 4s, dealer: Qh 7c 2d"


def corrected_round() -> Felt:
    """Seat 5 folds unseen; seat 3's nine was an eight, which comes out after it was paid."""
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


def test_a_correction_is_reported_to_floor_and_surveillance() -> None:
    """Fix: a dealer's correction is an incident like any other."""
    assert told_of(corrected_round()) == [
        ("corrected", ("floor", "surveillance"), 3, "Corrected: Seat 3 has 8c, not 9c (slip)"),
    ]


def test_a_hand_entered_differently_from_the_shoes_reading_is_reported() -> None:
    table = Felt("classic", HANDS)
    table.open()
    table.bet(1, ante=10).dealt().play(1)
    table.give("read_cards", place=0, cards=["Kh", "7c", "2d"], by="system:shoe-1")
    table.until("reveal_dealer").confirm(cards=["Qh", "7c", "2d"])
    ((kind, told, seat, detail),) = told_of(table)
    assert (kind, told, seat) == ("reading_differs", ("floor", "surveillance"), 0)
    assert detail.endswith("(entered; the device had read Kh 7c 2d)")


def test_a_hand_named_a_second_time_is_reported() -> None:
    table = Felt("mics", "6: As Ks Qs, dealer: Qh 7c 2d")
    table.open(guarded=True)
    table.sit(6).ready().bet(6, ante=100, pair_plus=100).dealt().play(6)
    table.until("reveal_hand").confirm()
    named = table.table.last_request
    table.give("decline", request=named, reason="slip", by="dealer:dee")
    table.confirm(cards=["As", "Kc", "9s"])
    table.give("approve", request=named + 1, by="floor:flo")
    ((kind, told, seat, detail),) = told_of(table)
    assert (kind, told, seat) == ("corrected", ("floor", "surveillance"), 6)
    assert detail.endswith("(first named: As Ks Qs)")


@cases("""
    ante  leaves             told
    100   walk-in-6-c0ffee   yes
    10    walk-in-6-c0ffee   no     # Little.
    100   pat                no     # The books know the patron.
""")
def test_a_walk_in_who_leaves_with_a_win_entered_by_one_person_is_reported(
    ante: str, leaves: str, told: str
) -> None:
    """Regression: an empty seat won with a hand nobody saw, and the cage paid the name."""
    table = Felt("mics", "6: Ks Kh 2s, dealer: Ah 7c 3d")
    table.open(guarded=True)
    table.sit(6, player=leaves).ready().bet(6, ante=int(ante), pair_plus=int(ante))
    table.dealt().play(6).finish()
    carried = table.stack(6)
    table.give("leave", seat=6, by="dealer:dee")
    about = [each for each in notices_told(table) if each.about == "entered_payout"]
    assert bool(about) == (told == "yes")
    for each in about:
        assert each.told == ("floor", "surveillance")
        assert f"leaves with ${carried:,.0f}" in each.detail
        assert "by the word of dee alone" in each.detail


def told_of(table: Felt) -> list[tuple[str, tuple[str, ...], int | None, str]]:
    """Notices about entries, each of which is also an incident of the day."""
    setup, before, found = setup_of(table.house), Table(table.house), []
    for event in table.log:
        after = evolve(before, event)
        for notice in notices_of("1", before, event, after):
            kept = happening(setup, before, event, after)
            if notice.about in ("corrected", "reading_differs"):
                assert kept is not None
                assert kept.kind in TROUBLE
                assert (kept.kind, kept.detail) == (notice.about, notice.detail)
                found.append((kept.kind, notice.told, notice.seat, kept.detail))
        before = after
    return found


@cases("""
    of       about           told
    mics     entered_payout  floor surveillance
    manual   large_payout    floor
""")
def test_a_large_payout_for_entered_cards_is_reported(of: str, about: str, told: str) -> None:
    """Regression: payouts on real cards gave no notice, whoever verified or signed them."""
    table = Felt(of, "6: As Ks Qs, dealer: Qh 7c 2d")
    table.open(guarded=True)
    table.sit(6).ready().bet(6, ante=100, pair_plus=100).dealt().play(6)
    table.until("reveal_hand").confirm()
    if table.table.requests:
        table.sign("floor:flo")
    (notice,) = [each for each in notices_told(table) if each.about.endswith("_payout")]
    assert (notice.about, notice.told, notice.seat) == (about, tuple(told.split()), 6)
    assert "$" in notice.detail


def test_every_void_at_a_money_table_is_reported_with_what_went_back() -> None:
    """Regression: a dealer alone voided a round after players had looked, without a notice."""
    table = Felt("mics", "6: As Ks Qs, dealer: Qh 7c 2d")
    table.open(guarded=True)
    table.sit(6).ready().bet(6, ante=100, pair_plus=50).dealt()
    table.give("correct_wager", seat=6, wager="ante", amount=90_00, reason="slip", by="dealer:dee")
    table.give("report_wrong_number_of_cards", seat=6, cards=4, by="dealer:dee")
    table.give("approve", request=table.table.last_request, by="floor:flo")
    (notice,) = [each for each in notices_told(table) if each.about == "void"]
    assert notice.told == ("floor", "surveillance")
    assert notice.detail == (
        f"round {notice.round}, by dealer:dee: wrong number of cards; "
        "bets back: seat 6 $150; ended unsigned: correct wager"
    )


@cases("""
    place  read      told
    0      Qh 7c 2d  -
    0      Qh 7c     -
    0      Kh 7c 2d  Read in the dealer's hand: Kh 7c 2d (entered: Qh 7c 2d)
    1      As Ks Qs  -
    1      As Ks 2d  Read in the hand of seat 1: 2d (entered in the dealer's hand)
""")
def test_a_later_shoe_reading_is_kept_and_reported_if_it_differs(
    place: str, read: str, told: str
) -> None:
    """Regression: the reading was discarded. It changes nothing, and shows no closed card."""
    table = Felt("classic", HANDS)
    table.open()
    table.bet(1, ante=10).dealt().play(1).until("reveal_hand")
    entered = table.table.round.hands[0]
    table.give("read_cards", place=int(place), cards=read.split(), by="system:shoe-1")
    assert table.last(e.CardsRead).cards == tuple(read.split())
    assert table.table.round.hands[0] == entered
    found = [("reading_differs", ("floor", "surveillance"), int(place), told)]
    assert told_of(table) == ([] if told == "-" else found)
    table.finish()
