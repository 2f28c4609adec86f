"""Alerts with their reasons, their probabilities, and the rounds behind them."""

import random
from collections.abc import Iterator
from datetime import timedelta
from functools import cache
from typing import Any

import msgspec
import pytest

from queenhigh.cards.card import FULL_DECK, Card, Hand, card_text
from queenhigh.cards.ranking import Category
from queenhigh.floor.alerts import (
    USUAL,
    Alert,
    Limits,
    knowing_patrons,
    lucky_patrons,
    missed_stub_counts,
    overdue_decks,
    repeated_irregularities,
    table_alerts,
    unlikely_lines,
    unverified_payouts,
)
from queenhigh.floor.card_knowledge import at_least, bearing, suspects
from queenhigh.floor.luck import distribution, luck
from queenhigh.floor.round_facts import Bet, Irregularity, RoundFacts, SeatFacts
from queenhigh.floor.tail_bounds import Hands, at_most, of_one_unit
from queenhigh.floor.theory import GameLine, game_lines
from queenhigh.floor.totals import of_round
from queenhigh.house.calendar import calendar
from queenhigh.house.model import House
from queenhigh.maths.analysis.side_wager import side_wager
from queenhigh.maths.analysis.strategy import advise
from queenhigh.maths.risk.many_rounds import many_rounds
from tests.clauses import clause
from tests.money.room import Room
from tests.table.driver import NOON, Driven, house

CLASSIC, MANUAL = house("classic"), house("manual")
HOUSES = {"1": CLASSIC}
ALWAYS = Limits(chance=1.0, rounds=1)


def facts(number: int = 1, **fields: Any) -> RoundFacts:
    at = NOON + timedelta(minutes=number)
    return RoundFacts(
        **{
            "table": "1", "house": "classic", "stakes": "money", "number": number, "deck": 0,
            "first": 100 * number, "last": 100 * number + 90, "began": at, "locked": at,
            "ended": at, "dealer": "ben", **fields,
        }
    )  # fmt: skip


def seat(**fields: Any) -> SeatFacts:
    return SeatFacts(**{"seat": 1, "patron": "ann", **fields})


# Overdue


@clause("mics-g5")
def test_a_stub_not_counted_for_too_long_raises_an_alert() -> None:
    rounds = [facts(number, counted=52 if number == 3 else None) for number in range(1, 12)]
    (alert,) = missed_stub_counts({"1": house("mics")}, rounds)
    assert [each.number for each in alert.rounds] == [4, 5, 6, 7, 8, 9]
    assert "mics-g5" in alert.clauses
    counted = [facts(number, counted=52 if number % 5 == 0 else None) for number in range(1, 30)]
    assert list(missed_stub_counts({"1": house("mics")}, counted)) == []


@clause("mics-g5")
def test_a_missed_count_raises_an_alert_while_it_can_still_be_made_good() -> None:
    table = Driven("mics").opened()
    for _ in range(4):
        table.bet(1, ante=5).dealt().fold(1).finish()
    table.bet(1, ante=5).lock()
    assert list(table_alerts("1", table.table, table.at)) == []
    table.give("report_jam", device="shoe")  # Void, though the fifth round needed a count.
    (alert,) = table_alerts("1", table.table, table.at)
    assert (alert.kind, "6 rounds ago" in alert.reason) == ("stub_count_overdue", True)
    assert "mics-g5" in alert.clauses


@clause("manual-open-D", "mics-d5")
def test_a_deck_that_is_too_old_raises_an_alert_where_the_book_says_when() -> None:
    for of, hours in (("manual", 4), ("mics", 8), ("classic", None)):
        table = Room().table(of)
        table.opened()
        fresh = list(table_alerts("1", table.table, table.at + timedelta(hours=1)))
        assert fresh == []
        old = list(table_alerts("1", table.table, table.at + timedelta(hours=(hours or 8) + 1)))
        assert [each.kind for each in old] == (["deck_overdue"] * len(old))
        assert bool(old) is (hours is not None)


def test_a_deck_is_as_old_as_the_table_counts() -> None:
    table = Driven("mics", deck_age_from="first_deal").opened().bet(1, ante=5).ready()
    assert list(table_alerts("1", table.table, table.at + timedelta(hours=9))) == []
    table.give("announce_no_more_bets")
    table.dealt_from_here().play(1).finish()
    (alert,) = table_alerts("1", table.table, table.at + timedelta(hours=9))
    assert alert.kind == "deck_overdue"


def test_a_table_that_is_closed_owes_nothing() -> None:
    table = Room().table("manual")
    assert list(table_alerts("1", table.table, NOON)) == []


def test_a_due_deck_change_is_an_incident() -> None:
    from queenhigh.floor.table_incidents import happening
    from queenhigh.table.events import DeckChangeDue

    table = Room().table("manual")
    table.opened()
    event = DeckChangeDue(deck=0, hours=4, by="system", at=NOON, clauses=("manual-open-D",))
    each = happening(table.setup, table.table, event, table.table)
    assert each is not None
    (alert,) = overdue_decks([each])
    assert (alert.kind, alert.clauses) == ("deck_overdue", ("manual-open-D",))


# Payouts, irregularities


@clause("manual-payout-J-3")
@pytest.mark.parametrize(("by", "alerts"), [("", 1), ("system", 1), ("floor:flo", 0)])
def test_an_unverified_large_payout_raises_an_alert(by: str, alerts: int) -> None:
    rounds = [facts(seats=(seat(large=True, verified_by=by),))]
    found = list(unverified_payouts({"1": MANUAL}, rounds))
    assert len(found) == alerts
    for each in found:
        assert each.clauses == ("manual-payout-J-3",)
        assert [one.number for one in each.rounds] == [1]


def trouble(kind: str) -> Irregularity:
    return Irregularity(
        kind=kind, remedy="void", detail="", by="dealer:ben", at=NOON, clauses=(), rulings=()
    )


def test_repeated_irregularities_raise_alerts_by_dealer_and_by_table() -> None:
    rounds = [facts(number, irregularities=(trouble("exposed_card"),)) for number in range(1, 4)]
    rounds.append(facts(9, dealer="kim", table="2", irregularities=(trouble("jam"),)))
    found = list(repeated_irregularities(rounds, USUAL))
    assert [each.about for each in found] == ["dealer:ben", "table:1"]
    assert found[0].reason == "3 irregularities: exposed card 3."
    assert [each.number for each in found[0].rounds] == [1, 2, 3]
    assert list(repeated_irregularities(rounds, Limits(irregularities=4))) == []


# Results that are not due to chance


def ante_round(number: int, net: int, ante: int = 500, **fields: Any) -> RoundFacts:
    bet = Bet(ante, max(net, 0), ante if net >= 0 else 0, "win" if net > 0 else "lose")
    return facts(number, seats=(seat(bets={"ante": bet}, **fields),))


def test_the_probability_of_a_patrons_wins_is_exact_for_bets_that_stay_the_same() -> None:
    """Ten rounds of one pair plus bet, each won at 40 to 1: (48/22100) to the tenth power."""
    rounds = [
        facts(number, seats=(seat(bets={"pair_plus": Bet(500, 40 * 500, 500, "win")}),))
        for number in range(1, 11)
    ]
    (found,) = luck(HOUSES, rounds)
    assert found.method == "exact"
    assert (found.rounds, found.net) == (10, 10 * 40 * 500)
    assert found.chance == pytest.approx((48 / 22_100) ** 10, rel=1e-6, abs=1e-15)
    assert found.expected == pytest.approx(-10 * 500 * float(_pair_plus_edge()))


def _pair_plus_edge() -> Any:
    return side_wager(CLASSIC, "pair_plus").house_edge.fraction


def test_with_changing_bets_it_is_a_bound_that_nothing_exceeds() -> None:
    """The same rounds with one bet throughout: the bound is above the exact probability."""
    same = [ante_round(number, 300) for number in range(1, 100)]
    (exact_,) = luck(HOUSES, same)
    changed = [*same, ante_round(100, 300, 600)]
    (found,) = luck(HOUSES, changed)
    assert (exact_.method, found.method) == ("exact", "at most")
    assert exact_.chance < found.chance < 20 * exact_.chance


def test_two_hands_of_one_round_are_correlated_and_count_for_less() -> None:
    apart = [ante_round(number, 300, 500 + 100 * (number % 2)) for number in range(1, 201)]
    both = [
        facts(
            number, seats=(*ante_round(number, 300, 500).seats, *ante_round(number, 300, 600).seats)
        )
        for number in range(1, 101)
    ]
    (one,), (two,) = luck(HOUSES, apart), luck(HOUSES, both)
    assert one.net == two.net
    assert one.chance < two.chance < 1


def test_a_losing_patron_raises_no_alert() -> None:
    rounds = [ante_round(number, -500) for number in range(1, 200)]
    (found,) = luck(HOUSES, rounds)
    assert found.chance > 0.5
    assert list(lucky_patrons(HOUSES, rounds, USUAL)) == []


def test_too_much_luck_is_an_alert_with_its_probability_and_its_rounds() -> None:
    rounds = [ante_round(number, 500) for number in range(1, 101)]
    (alert,) = lucky_patrons(HOUSES, rounds, USUAL)
    assert (alert.kind, alert.about) == ("result_unlikely", "patron:ann")
    assert alert.chance is not None
    assert alert.chance < 1e-4
    assert len(alert.rounds) == 100
    few = [ante_round(number, 2_000) for number in range(1, 20)]
    assert list(lucky_patrons(HOUSES, few, USUAL)) == []


def test_a_jackpot_is_not_skill_and_leaves_the_distribution_alone() -> None:
    totals = distribution(MANUAL, (("ante", 500), ("progressive", 100)))
    assert sum(totals.values()) == 407_170_400
    best = max(totals)
    assert best == 500 + 500 + 2_500 + 499_00  # A-K-Q suited in another suit pays 500 for 1.
    jackpot = Bet(100, 100_000_00, 0, "win", 100_000_00)
    rounds = [facts(1, table="3", seats=(seat(bets={"progressive": jackpot}),))]
    (found,) = luck({"3": MANUAL}, rounds)
    assert found.net == -100


def test_void_rounds_do_not_count() -> None:
    void = msgspec.structs.replace(ante_round(1, 2_000), void="jam")
    assert list(luck(HOUSES, [void])) == []


def lines(rounds: list[RoundFacts], houses: dict[str, House]) -> list[GameLine]:
    parts = [of_round(calendar(houses[each.table].compliance), each) for each in rounds]
    return game_lines(parts, houses)


def test_a_dealer_whose_results_are_too_far_off_raises_an_alert_by_wager() -> None:
    rounds = [ante_round(number, 500) for number in range(1, 101)]
    (alert,) = unlikely_lines("dealer:ben", lines(rounds, HOUSES), HOUSES, rounds, NOON, USUAL)
    assert (alert.about, alert.method) == ("dealer:ben", "at most")
    assert "Ante and Play: the house's win of -$500 is 6." in alert.reason
    assert alert.chance is not None
    assert alert.chance < 1e-6
    assert len(alert.rounds) == 100
    few = rounds[:20]
    assert list(unlikely_lines("dealer:ben", lines(few, HOUSES), HOUSES, few, NOON, USUAL)) == []


def test_a_dealer_who_wins_too_much_raises_an_alert_too() -> None:
    rounds = [ante_round(number, -500) for number in range(1, 301)]
    (alert,) = unlikely_lines("dealer:ben", lines(rounds, HOUSES), HOUSES, rounds, NOON, USUAL)
    assert "above what is expected" in alert.reason


def test_one_royal_is_many_standard_errors_and_raises_no_alert() -> None:
    """Its chance is about one in a hundred thousand a hand: over 40 hands no great surprise."""
    houses = {"1": MANUAL}
    lost, royal = Bet(500, 0, 0, "lose"), Bet(500, 500_000, 500, "win", award="royal_flush")
    rounds = [
        facts(number, seats=(seat(bets={"six_card_bonus": royal if number == 7 else lost}),))
        for number in range(1, 41)
    ]
    (line,) = lines(rounds, houses)
    assert line.off_by is not None
    assert line.off_by < -20
    assert list(unlikely_lines("table:1", [line], houses, rounds, NOON, USUAL)) == []
    (alert,) = unlikely_lines("table:1", [line], houses, rounds, NOON, ALWAYS)
    assert alert.chance is not None
    exactly = 1 - (1 - 188 / 20_358_520) ** 40
    assert exactly < alert.chance < 100 * exactly


def test_a_bound_is_never_below_what_is_exact() -> None:
    """Pair plus, for numbers of rounds and wins small enough to add up."""
    nets = of_one_unit(CLASSIC, "pair_plus")
    for rounds in (1, 5, 40):
        found = many_rounds({int(net): many for net, many in nets.items()}, rounds)
        for total in (-rounds + 2, 5, 40, 80):
            mean = -float(_pair_plus_edge()) * rounds
            if total > mean:
                exactly = 1 - found.probability_at_most(total - 1)
                assert at_most([Hands(nets, rounds)], total) >= exactly * (1 - 1e-9)
            else:
                exactly = found.probability_at_most(total)
                assert at_most([Hands(nets, rounds)], total) >= exactly * (1 - 1e-9)


def test_an_expected_result_raises_no_alert() -> None:
    nets = of_one_unit(CLASSIC, "pair_plus")
    assert at_most([Hands(nets, 10)], -10 * float(_pair_plus_edge())) == 1
    assert at_most([], 5) == 1


# Decisions that suggest knowledge


def test_the_worth_of_playing_with_known_cards_averages_to_that_without() -> None:
    """The dealer's card is any of the 49, so the exact expectations agree."""
    hand: Hand = (Card(44), Card(17), Card(10))
    known = bearing(CLASSIC, hand, (("ante", 500),))
    assert len(known.better_by) == 49
    plain = advise(CLASSIC, hand)
    mean = sum(known.better_by.values()) / 49
    assert mean == pytest.approx((plain.play.value - plain.fold.value) * 500)


def test_a_high_card_of_the_dealers_makes_a_weak_hand_worse() -> None:
    hand: Hand = (Card(43), Card(16), Card(9))  # Queen high, in the middle of the hands to play.
    known = bearing(CLASSIC, hand, (("ante", 500),)).better_by
    ace, deuce = known[Card(51)], known[Card(0)]
    assert ace < 0 < deuce


def test_the_chance_of_at_least_this_many_fits_is_exact() -> None:
    assert at_least(0, [0.3, 0.5]) == 1
    assert at_least(1, [0.3, 0.5]) == pytest.approx(1 - 0.7 * 0.5)
    assert at_least(2, [0.3, 0.5]) == pytest.approx(0.15)
    assert at_least(3, [0.3, 0.5]) == 0


def decided(chance: random.Random, number: int, *, knows: bool) -> RoundFacts:
    """A round by somebody who sees the dealer's third card, or who plays by the book."""
    cards = chance.sample(FULL_DECK, 6)
    own: Hand = (cards[0], cards[1], cards[2])
    dealer = cards[3:]
    if CLASSIC.ranking.category(own) > Category.HIGH_CARD:
        play = True
    elif knows:
        play = bearing(CLASSIC, own, (("ante", 500),)).better_by[dealer[2]] > 0
    else:
        play = advise(CLASSIC, own).best == "play"
    bets = {"ante": Bet(500, 0, 0, "lose")}
    return facts(
        number,
        dealer_cards=tuple(map(card_text, dealer)),
        seats=(
            seat(cards=tuple(map(card_text, own)), decision="play" if play else "fold", bets=bets),
        ),
    )


@cache
def many(knows: bool, seed: int = 5, rounds: int = 150) -> tuple[RoundFacts, ...]:
    chance = random.Random(seed)
    return tuple(decided(chance, number, knows=knows) for number in range(rounds))


def test_a_patron_who_sees_the_dealers_card_is_found_with_the_rounds_that_fit() -> None:
    (found,) = suspects(HOUSES, many(knows=True))
    assert found.card == 2
    assert found.fits == found.decisions
    assert found.chance < 1e-4
    assert found.gain > 0
    (alert,) = knowing_patrons(HOUSES, many(knows=True), Limits(rounds=20))
    assert "third card" in alert.reason
    assert (alert.method, alert.chance) == ("exact", found.chance)
    assert len(alert.rounds) == found.fits


@pytest.mark.parametrize("seed", range(5))
def test_a_patron_who_plays_by_the_book_is_not_found(seed: int) -> None:
    (found,) = suspects(HOUSES, many(knows=False, seed=seed))
    assert found.chance > 0.01
    assert list(knowing_patrons(HOUSES, many(knows=False, seed=seed), Limits(rounds=20))) == []


def test_always_playing_or_always_folding_fits_as_often_as_chance_does() -> None:
    def stubborn(play: bool) -> Iterator[RoundFacts]:
        for each in many(knows=False):
            (one,) = each.seats
            same = msgspec.structs.replace(one, decision="play" if play else "fold")
            yield msgspec.structs.replace(each, seats=(same,))

    for play in (True, False):
        (found,) = suspects(HOUSES, stubborn(play))
        assert found.chance > 0.01


def test_a_decision_made_by_the_clock_does_not_count() -> None:
    (one,) = many(knows=True)[0].seats
    late = msgspec.structs.replace(one, timed_out=True)
    rounds = [msgspec.structs.replace(each, seats=(late,)) for each in many(knows=True)]
    assert list(suspects(HOUSES, rounds)) == []


def test_an_alert_is_data() -> None:
    alert = next(
        iter(repeated_irregularities([facts(irregularities=(trouble("jam"),) * 3)], USUAL))
    )
    assert msgspec.json.decode(msgspec.json.encode(alert), type=Alert) == alert
