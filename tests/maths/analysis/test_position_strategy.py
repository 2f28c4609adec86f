"""Decisions with everything at stake, against dealing every dealer hand."""

from fractions import Fraction

import pytest

from queenhigh.cards.card import parse_hand
from queenhigh.house.loader import built_in
from queenhigh.house.model import House
from queenhigh.maths.analysis.decisions import priced
from queenhigh.maths.analysis.position_strategy import PositionStrategy, position_strategy
from queenhigh.maths.analysis.strategy import advise
from queenhigh.maths.protection.seen_cards import ClassDeals, DealerView
from queenhigh.wagers.document import SeatBets
from tests.maths.dealt_out import ante_and_play, dealers, six_cards
from tests.maths.houses import changed

BETS = SeatBets(1, {"ante": 1000, "six_card_bonus": 250})
JACKPOT = {
    "of": "best_five",
    "fold": "forfeits",
    "pays": {
        "royal_flush": {"percent": 100, "meter": "main"},
        "straight_flush": {"percent": 10, "meter": "main"},
        "flush": {"to_one": 20},
    },
}


@pytest.fixture(scope="module")
def forfeited() -> House:
    return changed("manual", {"wagers.six_card_bonus.fold": "forfeits"})


@pytest.fixture(scope="module")
def found(forfeited: House) -> PositionStrategy:
    return position_strategy(forfeited, BETS)


def worth_of_playing(hand: str) -> Fraction:
    """In antes, over the ante and a quarter ante on the six cards."""
    player = parse_hand(hand)
    nets = [
        ante_and_play(player, dealer) + Fraction(six_cards(player, dealer), 4)
        for dealer in dealers(player)
    ]
    return sum(nets, Fraction(0)) / len(nets)


def test_a_quarter_ante_that_folds_forfeit_makes_queen_six_four_cost_one_percent(
    found: PositionStrategy,
) -> None:
    assert found.differs
    assert found.alone.play_from == "Q64"
    assert round(found.cost.value, 4) == 0.0102
    lost = found.edge_by_the_antes_strategy.fraction - found.house_edge.fraction
    assert lost == found.cost.fraction
    gained = sum(each.gain.fraction * each.hands for each in found.differences)
    assert gained / 22_100 == found.cost.fraction


@pytest.mark.parametrize("place", [0, -1])
def test_a_class_gains_what_dealing_every_dealer_hand_says(
    found: PositionStrategy, forfeited: House, place: int
) -> None:
    """Folding loses the ante and the quarter."""
    of = found.differences[place]
    worth, folding = worth_of_playing(of.example), Fraction(-5, 4)
    advice = advise(forfeited, parse_hand(of.example), BETS)
    assert (advice.play.fraction, advice.fold.fraction) == (worth, folding)
    assert (of.alone, of.decision, advice.best) == ("fold", "play", "play")
    assert of.gain.fraction == worth - folding


def test_bets_that_survive_a_fold_change_nothing() -> None:
    found = position_strategy(built_in("manual"), BETS)
    assert not found.differs
    assert (found.differences, found.meter_changes, found.cost.value) == ((), (), 0.0)


@pytest.fixture(scope="module")
def jackpot() -> House:
    return changed("manual", {"wagers.lucky_six": JACKPOT})


def test_above_some_meter_a_hand_is_played_for_the_jackpot(jackpot: House) -> None:
    bets = SeatBets(1, {"ante": 1000, "lucky_six": 100})
    changes = position_strategy(jackpot, bets).meter_changes
    first = min(changes, key=lambda each: each.cents)
    player = parse_hand(first.example)
    awards = {"flush": 2000, "royal_flush": 0, "straight_flush": 0}
    fixed = shares = 0
    for dealer in dealers(player):
        fixed += 1000 * ante_and_play(player, dealer)
        category = six_cards(player, dealer, {"royal_flush": 100, "straight_flush": 10, "flush": 1})
        shares += max(category, 0) if category != 1 else 0
        # A jackpot includes the stake.
        fixed += {100: -100, 10: -100, 1: awards["flush"], -1: -100}[category]
    missing = 18_424 * -1100 - fixed  # What the meter must add for playing to break even.
    assert first.decision == "play"
    assert abs(first.cents - Fraction(100 * missing, shares)) <= 100  # Awards are cut to cents.


def test_the_decision_changes_at_the_meter_that_is_named(jackpot: House) -> None:
    bets = SeatBets(1, {"ante": 1000, "lucky_six": 100})
    change = max(position_strategy(jackpot, bets).meter_changes, key=lambda each: each.hands)
    here = {}
    for cents in (change.cents - 200, change.cents + 200):
        strategy = position_strategy(jackpot, bets, {"main": cents})
        named = {each.example: each.decision for each in strategy.differences}
        here[cents] = named.get(change.example)
    assert len(set(here.values())) == 2


def test_a_dealer_card_seen_counts_for_all_bets(forfeited: House) -> None:
    view = DealerView(forfeited, BETS)
    kind = next(each for each in view.deals.kinds if each.hand_class.label == "Q63")
    deals = ClassDeals(kind, view)
    player, card = kind.hand_class.hand, int(deals.cards[30])
    known = deals.dealer_holds_one()
    expected = sum(
        1000 * ante_and_play(player, dealer) + 250 * six_cards(player, dealer)
        for dealer in dealers(player, held=(card,))
    )
    assert known.playing[0, 30] == expected * view.unit
    assert known.folding[30] == -1250 * view.unit * 1128


@pytest.mark.parametrize("given", [None, {}, {"main": 100_000}])
def test_a_meter_without_an_amount_is_at_its_seed(given: dict[str, int] | None) -> None:
    bets, house = SeatBets(1, {"ante": 500, "progressive": 100}), built_in("manual")
    assert house.seeds == {"main": 100_000}
    net, dealer = priced(house, bets, given, 1), parse_hand("Qd 7c 2h")
    assert net(parse_hand("As Ks Qs"), dealer, "wins") == 500 * 7 + 100_000 - 100


def test_a_seat_without_an_ante_has_nothing_to_decide() -> None:
    with pytest.raises(ValueError, match="nothing to decide"):
        position_strategy(built_in("manual"), SeatBets(1, {"pair_plus": 500}))
