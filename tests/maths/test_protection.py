"""Cards seen, against trying every dealer hand for a few hands."""

import random
from itertools import combinations
from math import comb

import pytest

from queenhigh.cards.card import FULL_DECK, Hand
from queenhigh.house.loader import built_in
from queenhigh.maths.ante_play import ante_play
from queenhigh.maths.dealer_view import DealerView
from queenhigh.maths.hand_tables import hand_tables
from queenhigh.maths.irregularities import ruling_costs
from queenhigh.maths.protection import (
    dealer_cards_seen,
    dealer_category_seen,
    dealer_qualifying_seen,
)
from queenhigh.maths.seen import ClassDeals
from queenhigh.maths.sharing import Sampled, shared_hands
from queenhigh.wagers.award import contest_net, contest_of

MICS = built_in("mics")
EDGE = ante_play(MICS).house_edge.value


@pytest.fixture(scope="module")
def deals() -> ClassDeals:
    """A hand near the border, where everything seen matters."""
    view = DealerView(MICS)
    kind = next(each for each in view.deals.kinds if each.hand_class.label == "Q63")
    return ClassDeals(kind, view)


def worth_of_playing(player: Hand, dealer: Hand) -> int:
    contest = contest_of(MICS, player, dealer, "play")
    return int(contest_net(MICS, player, dealer, contest))


def played_out(player: Hand, *, held: tuple[int, ...] = (), gone: tuple[int, ...] = ()) -> int:
    """Playing, summed over the dealer hands that hold some cards and avoid others."""
    left = [card for card in FULL_DECK if card not in (*player, *gone)]
    return sum(
        worth_of_playing(player, dealer)
        for dealer in combinations(left, 3)
        if set(held) <= set(dealer)
    )


def test_playing_with_dealer_cards_known_is_worth_what_trying_all_says(deals: ClassDeals) -> None:
    player, chance = deals.kind.hand_class.hand, random.Random(1)
    one, two = deals.dealer_holds_one(), deals.dealer_holds_two()
    for number in chance.sample(range(49), 4):
        card = int(deals.cards[number])
        assert one.playing[0, number] == played_out(player, held=(card,))
        assert one.dealer_hands[number] == comb(48, 2)
    for number in chance.sample(range(1176), 4):
        cards = divmod(int(deals.pairs[number]), 52)
        assert two.playing[0, number] == played_out(player, held=cards)


def test_playing_with_dead_cards_known_is_worth_what_trying_all_says(deals: ClassDeals) -> None:
    player, chance = deals.kind.hand_class.hand, random.Random(2)
    one, two, three = deals.one_gone(), deals.two_gone(), deals.three_gone()
    others = hand_tables().cards[deals.possible].tolist()
    for number in chance.sample(range(49), 2):
        assert one.playing[0, number] == played_out(player, gone=(int(deals.cards[number]),))
    for number in chance.sample(range(1176), 2):
        gone = divmod(int(deals.pairs[number]), 52)
        assert two.playing[0, number] == played_out(player, gone=gone)
    for number in chance.sample(range(len(others)), 2):
        assert three.playing[0, number] == played_out(player, gone=tuple(others[number]))


@pytest.mark.exhaustive
def test_the_more_is_seen_the_more_it_is_worth() -> None:
    one, two, three = (dealer_cards_seen(MICS, cards) for cards in (1, 2, 3))
    category, qualifying = dealer_category_seen(MICS), dealer_qualifying_seen(MICS)
    assert 0 < one.worth.value < two.worth.value < three.worth.value
    assert 0 < category.worth.value < three.worth.value
    assert 0 < qualifying.worth.value < three.worth.value
    ranks, pictures = (dealer_cards_seen(MICS, 1, each) for each in ("rank", "picture"))
    assert 0 < pictures.worth.value < ranks.worth.value <= one.worth.value


@pytest.mark.exhaustive
def test_two_players_who_share_gain_little_and_three_gain_more() -> None:
    two, three = shared_hands(MICS, 1), shared_hands(MICS, 2, samples=20)
    assert isinstance(three, Sampled)
    assert not isinstance(two, Sampled)
    assert 0 < two.worth.value < 0.001
    assert two.worth.value < three.worth < 0.004
    assert 0 < three.standard_error < 0.0002
    assert shared_hands(MICS, 2, samples=20) == three


@pytest.mark.exhaustive
def test_a_void_round_costs_the_house_its_edge_and_an_exposed_card_twice_that() -> None:
    costs = {(each.irregularity, each.ruling): each for each in ruling_costs(MICS)}
    void = costs["a dealer card is exposed", "void"]
    seen = costs["a dealer card is exposed", "continue"]
    assert (void.house_rules_so, void.cost.value) == (True, EDGE)
    assert (seen.house_rules_so, round(seen.cost.value, 4)) == (False, 0.0686)


def test_what_cannot_be_seen_is_refused() -> None:
    with pytest.raises(ValueError, match="1, 2 or 3"):
        dealer_cards_seen(MICS, 4)
    with pytest.raises(ValueError, match="is not one of"):
        dealer_cards_seen(MICS, 1, "smell")
    with pytest.raises(ValueError, match="7 seats"):
        shared_hands(MICS, 7)
