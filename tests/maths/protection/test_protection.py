"""Seen cards, against trying every dealer hand for a few hands."""

import random
from collections import Counter
from itertools import combinations
from math import comb

import numpy as np
import pytest

from queenhigh.cards.card import FULL_DECK, Hand
from queenhigh.house.loader import built_in
from queenhigh.maths.analysis.ante_play import ante_play
from queenhigh.maths.deals.hand_tables import hand_tables
from queenhigh.maths.protection.collusion import _against_the_blind, _gains, sampled_hands
from queenhigh.maths.protection.irregularities import ruling_costs
from queenhigh.maths.protection.protection import (
    another_hand,
    dead_cards,
    dealer_cards,
    dealer_category,
    dealer_qualifying,
    seen,
)
from queenhigh.maths.protection.seen_cards import ClassDeals, DealerView
from queenhigh.wagers.contest import contest_net, contest_of
from tests.maths.dealt_out import ante_and_play, dealers
from tests.maths.houses import changed

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
    """The result of playing, summed over dealer hands that hold some cards and avoid others."""
    left = [card for card in FULL_DECK if card not in (*player, *gone)]
    return sum(
        worth_of_playing(player, dealer)
        for dealer in combinations(left, 3)
        if set(held) <= set(dealer)
    )


def two_of(deals: ClassDeals, number: int) -> tuple[int, ...]:
    return tuple(int(each[number]) for each in deals.pairs)


def test_playing_with_dealer_cards_known_is_worth_what_trying_all_says(deals: ClassDeals) -> None:
    player, chance = deals.kind.hand_class.hand, random.Random(1)
    one, two = deals.dealer_holds_one(), deals.dealer_holds_two()
    for number in chance.sample(range(49), 4):
        card = int(deals.cards[number])
        assert one.playing[0, number] == played_out(player, held=(card,))
        assert one.dealer_hands[number] == comb(48, 2)
    for number in chance.sample(range(1176), 4):
        cards = two_of(deals, number)
        assert two.playing[0, number] == played_out(player, held=cards)


def test_playing_with_dead_cards_known_is_worth_what_trying_all_says(deals: ClassDeals) -> None:
    player, chance = deals.kind.hand_class.hand, random.Random(2)
    one, two, three = deals.one_gone(), deals.two_gone(), deals.three_gone()
    others = hand_tables().cards[deals.possible].tolist()
    for number in chance.sample(range(49), 2):
        assert one.playing[0, number] == played_out(player, gone=(int(deals.cards[number]),))
    for number in chance.sample(range(1176), 2):
        gone = two_of(deals, number)
        assert two.playing[0, number] == played_out(player, gone=gone)
    for number in chance.sample(range(len(others)), 2):
        assert three.playing[0, number] == played_out(player, gone=tuple(others[number]))


@pytest.mark.parametrize("cards", [2, 3])
def test_cards_known_only_as_ace_face_or_number_are_worth_what_trying_all_says(
    deals: ClassDeals, cards: int
) -> None:
    player = deals.kind.hand_class.hand
    worth: Counter[tuple[str, ...]] = Counter()
    many: Counter[tuple[str, ...]] = Counter()
    for dealer in dealers(player):
        for shown in combinations(dealer, cards):
            classes = tuple(
                sorted("number" if c < 36 else "face" if c < 48 else "ace" for c in shown)
            )
            worth[classes] += ante_and_play(player, dealer)
            many[classes] += 1
    known = dealer_cards(cards, "ace_face_or_number").known(deals)
    assert known.best() == sum(max(won, -many[each]) for each, won in worth.items())
    assert int(known.dealer_hands.sum()) == sum(many.values())


def test_a_sample_of_hands_shown_gains_what_trying_all_says(deals: ClassDeals) -> None:
    player = deals.kind.hand_class.hand
    shown = np.array(
        [[int(card) for card in deals.cards[start : start + 45 : 5]] for start in (0, 2, 4)]
    )
    gains = _gains(*_against_the_blind(deals), shown)
    blind = sum(ante_and_play(player, dealer) for dealer in dealers(player)) > -comb(49, 3)
    for gain, cards in zip(gains.tolist(), shown.tolist(), strict=True):
        left = [ante_and_play(player, dealer) for dealer in dealers(player, gone=tuple(cards))]
        playing, folding = sum(left), -len(left)
        assert gain == max(playing, folding) - (playing if blind else folding)


@pytest.mark.parametrize("multiples", [[1], [1, 2, 3]])
def test_a_choice_that_is_best_whatever_cards_are_gone_needs_no_trying(
    monkeypatch: pytest.MonkeyPatch, multiples: list[int]
) -> None:
    view = DealerView(changed("mics", {"play.multiples": multiples}))
    kinds = view.deals.kinds[::45] + view.deals.kinds[400:1000:60]  # Including those at the border.
    quick = [ClassDeals(kind, view).three_gone() for kind in kinds]
    monkeypatch.setattr(ClassDeals, "_best_whichever_three_are_gone", lambda _: False)
    tried = [ClassDeals(kind, view).three_gone() for kind in kinds]
    assert [each.best() for each in quick] == [each.best() for each in tried]
    cases = [len(each.folding) for each in quick]
    assert 5 < cases.count(1) < len(cases) - 5
    assert {int(each.dealer_hands.sum()) for each in quick + tried} == {comb(49, 3) * comb(46, 3)}


@pytest.mark.exhaustive
def test_the_more_is_seen_the_more_it_is_worth() -> None:
    looks = [dealer_cards(1), dealer_cards(2), dealer_cards(3), dealer_cards(1, "rank")]
    looks += [dealer_cards(1, "picture"), dealer_category(), dealer_qualifying()]
    one, two, three, ranks, pictures, category, qualifying = seen(MICS, *looks)
    assert [each.house_edge.exact for each in (one, two, three)] == [
        "-42543552/1221511200",
        "-210138516/1221511200",
        "-154224996/407170400",
    ]
    assert 0 < one.worth.value < two.worth.value < three.worth.value
    assert 0 < category.worth.value < three.worth.value
    assert 0 < qualifying.worth.value < three.worth.value
    assert 0 < pictures.worth.value < ranks.worth.value <= one.worth.value


@pytest.mark.exhaustive
def test_two_players_who_share_gain_little_and_three_gain_more() -> None:
    (two,), (three,) = seen(MICS, another_hand()), sampled_hands(MICS, (2,), samples=20)
    assert two.house_edge.exact == "204672373440/6180846672000"
    assert 0 < two.worth.value < 0.001
    assert two.worth.value < three.worth < 0.004
    assert 0 < three.standard_error < 0.0002
    assert sampled_hands(MICS, (2,), samples=20) == (three,)


@pytest.mark.exhaustive
def test_one_other_player_takes_no_sample() -> None:
    """Their cards are few enough to try all; `protect --others 1` needs no more."""
    assert sampled_hands(built_in("classic"), range(2, 2)) == ()


def test_a_void_round_costs_the_house_its_edge_and_an_exposed_card_twice_that() -> None:
    costs = {(each.irregularity, each.ruling): each for each in ruling_costs(MICS)}
    void = costs["a dealer card is exposed", "void"]
    seen = costs["a dealer card is exposed", "continue"]
    assert (void.house_rules_so, void.cost.value) == (True, EDGE)
    assert (seen.house_rules_so, round(seen.cost.value, 4)) == (False, 0.0686)


def test_impossible_information_is_refused() -> None:
    with pytest.raises(ValueError, match="1, 2 or 3"):
        dealer_cards(4)
    with pytest.raises(ValueError, match="is not one of"):
        dealer_cards(1, "smell")
    with pytest.raises(ValueError, match="1, 2 or 3 dead cards"):
        dead_cards(4)
    with pytest.raises(ValueError, match="7 seats"):
        sampled_hands(MICS, (7,))
