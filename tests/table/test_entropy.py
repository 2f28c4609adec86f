"""Players add entropy to a shuffle, so that the house cannot choose among shuffles."""

import random
from collections import Counter
from datetime import timedelta
from hashlib import sha256

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from queenhigh.cards.card import parse_card
from queenhigh.cards.ranking import Category, ranking
from queenhigh.table.entropy import TIME_TO_REVEAL
from queenhigh.table.events import CardsDealt, DeckCut, DeckShuffled, ShuffleMixed, ShuffleOpened
from queenhigh.table.evolve import replay
from queenhigh.table.fairness import mixed, shuffled_deck, verify
from queenhigh.table.state import Phase
from tests.table.driver import BUILT_IN, Driven, house_with
from tests.table.entropy_scenes import (
    DECK,
    commit,
    led_by_a_dealer,
    locked_with,
    reveal,
    shuffled,
)

A, B, C = "a1" * 32, "b2" * 32, "c3" * 32


def as_dealt(table: Driven) -> list[str]:
    return [card for each in table.log if isinstance(each, CardsDealt) for card in each.cards]


@pytest.mark.parametrize("key", BUILT_IN)
def test_the_cards_are_dealt_from_the_order_mixed_with_what_all_revealed(key: str) -> None:
    table = locked_with({1: A, 3: C}, key)
    assert table.table.entropy_awaited == (1, 3)
    assert not as_dealt(table)
    reveal(table, {3: C, 1: A})
    assert table.table.phase is Phase.DECIDING
    before, mix = table.last(DeckShuffled), table.last(ShuffleMixed)
    assert (mix.entropy, mix.withheld) == ({1: A, 3: C}, ())
    order = mixed(before.order, before.commitment, {1: A, 3: C})
    assert as_dealt(table) == list(order[: len(as_dealt(table))])
    table.fold(1, 2, 3)
    opened = table.last(ShuffleOpened)
    assert opened.order == before.order
    assert verify(before.commitment, opened.order, opened.nonce)
    assert replay(table.house, table.log) == table.table


def test_a_house_whose_bets_lock_at_the_first_card_waits_with_it_and_locks() -> None:
    of = house_with("mics", betting={"lock_event": "first_card"})
    table = locked_with({1: A}, of)
    assert table.refused("place_wager", seat=1, wager="ante", amount=1000).code
    assert not as_dealt(table)
    reveal(table, {1: A})
    assert as_dealt(table)


def test_without_entropy_the_deal_waits_for_nothing() -> None:
    table = locked_with({})
    assert table.table.phase is Phase.DECIDING
    assert ShuffleMixed not in map(type, table.log)


def test_players_without_a_bet_are_not_waited_for() -> None:
    table = shuffled(seats=(1,))
    table.sit(2)
    commit(table, {2: B})
    table.give("announce_no_more_bets", by="system")
    assert table.table.phase is Phase.DECIDING


def test_a_player_who_leaves_before_the_deal_takes_the_commitment_along() -> None:
    table = shuffled(seats=(1, 2))
    commit(table, {2: B})
    table.give("withdraw_wager", seat=2, wager="ante")
    table.give("leave", seat=2)
    assert table.table.deck.entropy == {}


def test_a_player_who_does_not_reveal_in_time_is_left_out_and_the_round_goes_on() -> None:
    table = locked_with({1: A, 2: B})
    reveal(table, {1: A})
    early = table.refused("mix_entropy")
    assert early.code == "entropy/not_awaited"
    table.later(seconds=TIME_TO_REVEAL.total_seconds())
    table.give("mix_entropy")
    assert (table.last(ShuffleMixed).entropy, table.last(ShuffleMixed).withheld) == ({1: A}, (2,))
    assert table.table.phase is Phase.DECIDING
    assert table.table.seats[2].ante == 500  # The bets stand.
    assert table.refused("reveal_entropy", seat=2, entropy=B).code == "entropy/not_awaited"


def test_a_player_who_withheld_adds_nothing_more_in_that_sitting() -> None:
    table = locked_with({1: A}, seats=(1,))
    table.later(seconds=TIME_TO_REVEAL.total_seconds())
    table.give("mix_entropy")
    table.give("fold", seat=1)
    again = shuffle_again(table)
    assert again.refused("commit_entropy", seat=1, commitment=A).code == "entropy/not_taken"
    again.give("leave", seat=1)
    again.sit(1)
    again.give("commit_entropy", seat=1, commitment=A)


def shuffle_again(table: Driven) -> Driven:
    due = table.table.due
    assert due is not None
    assert due.name == "shuffle"
    order = list(shuffled_deck(random.Random(8)))
    table.give("shuffle_deck", deck=due.deck, order=order, nonce="f" * 64, by="system")
    return table


def test_a_commitment_is_one_seat_s_and_one_shuffle_s() -> None:
    table = shuffled(seats=(1, 2))
    commit(table, {1: A})
    table.give("commit_entropy", seat=2, commitment=table.table.deck.entropy[1])  # A copy.
    table.give("announce_no_more_bets", by="system")
    reveal(table, {1: A})
    refused = table.refused("reveal_entropy", seat=2, entropy=A)
    assert refused.code == "entropy/not_committed"


def test_nobody_commits_twice_or_once_the_bets_are_locked() -> None:
    table = shuffled(seats=(1, 2))
    commit(table, {1: A})
    assert table.refused("commit_entropy", seat=1, commitment=B).code == "entropy/not_taken"
    table.give("announce_no_more_bets", by="system")
    assert table.refused("commit_entropy", seat=2, commitment=B).code == "entropy/not_taken"


def test_nobody_cuts_a_deck_whose_entropy_may_be_known() -> None:
    by_hand = house_with("mics", shuffle={"method": "hand"})
    table = locked_with({1: A, 2: B}, by_hand)
    reveal(table, {1: A})
    assert table.refused("order_recut", reason="improper").code == "deck/nothing_to_recut"


def test_a_table_whose_order_somebody_else_gives_takes_no_entropy() -> None:
    table = Driven("mics").ready("1: As Kd 2c")
    assert not table.view("player:ann").takes_entropy
    assert table.refused("commit_entropy", seat=1, commitment=A).code == "entropy/not_taken"


# A person leads the steps


@pytest.mark.parametrize("kind", ["digital", "training"])
@pytest.mark.parametrize("key", BUILT_IN)
def test_players_add_to_the_shuffle_also_where_a_person_deals(key: str, kind: str) -> None:
    table = led_by_a_dealer({1: A, 2: B}, key, kind)
    assert table.table.entropy_awaited == (1, 2)
    table.until("deal")
    assert (
        table.refused("confirm", step="deal", seat=table.table.todo[0].seat).code
        == "step/still_due"
    )
    reveal(table, {1: A, 2: B})
    table.dealt_from_here()
    before, cuts = table.last(DeckShuffled), table.events(DeckCut)
    cut = sum(each.count for each in cuts if table.log.index(each) > table.log.index(before)) % 52
    order = before.order[cut:] + before.order[:cut]
    assert as_dealt(table) == list(mixed(order, before.commitment, {1: A, 2: B}))[:9]
    table.fold(1, 2).finish()
    assert table.last(ShuffleOpened).commitment == before.commitment
    assert replay(table.house, table.log) == table.table


def test_a_player_who_does_not_reveal_does_not_stop_a_dealer() -> None:
    table = led_by_a_dealer({1: A, 2: B}, "classic")
    reveal(table, {1: A})
    table.until("deal")
    table.later(seconds=TIME_TO_REVEAL.total_seconds())
    table.give("mix_entropy")
    assert table.last(ShuffleMixed).withheld == (2,)
    table.dealt_from_here()
    assert table.table.phase is Phase.DECIDING


def test_the_dealers_first_card_locks_the_bets_and_waits_for_the_players() -> None:
    of = house_with("mics", betting={"lock_event": "first_card"})
    table = led_by_a_dealer({1: A}, of, seats=(1,))
    refused = table.refused("confirm", step="deal", by="surveillance:sue")
    assert refused.code == "step/not_yours"
    table.give("confirm", step="deal")
    assert table.table.phase is Phase.DEALING
    assert table.refused("place_wager", seat=1, wager="ante", amount=1000).code
    assert not as_dealt(table)
    reveal(table, {1: A})
    table.give("confirm", step="deal")
    assert as_dealt(table)


def test_a_group_of_steps_stops_before_the_cards_until_the_players_have_added() -> None:
    table = led_by_a_dealer({1: A}, "classic", "training", seats=(1,), locked=False)
    table.give("confirm_group", group="deal")
    assert not as_dealt(table)
    group = table.view("dealer:dee").group
    assert group is not None
    assert (group.key, group.steps) == ("deal", ())
    assert table.refused("confirm_group", group="deal").code == "step/still_due"
    reveal(table, {1: A})
    table.give("confirm_group", group="deal")
    assert table.table.phase is Phase.DECIDING


def test_no_card_is_reported_out_of_an_order_that_is_about_to_change() -> None:
    """Otherwise it would be discarded from the order that the house alone has made."""
    table = led_by_a_dealer({1: A}, "classic", seats=(1,))
    assert table.refused("report_face_up_card", count=1).code == "step/still_due"


def test_all_commitments_are_public_before_any_is_revealed() -> None:
    table = locked_with({1: A, 2: B})
    view = table.view("player:zoe")
    assert view.entropy.keys() == {1, 2}
    assert view.entropy_awaited == (1, 2)
    assert all(secret not in str(table.log) for secret in (A, B))


# The purpose


def test_a_house_that_chooses_among_shuffles_deals_no_better_hand() -> None:
    """The house gives itself three of a kind each time, and gets what chance gives."""
    chance = random.Random(14)
    found: Counter[Category] = Counter()
    for _ in range(400):
        aces = ["As", "Ah", "Ad"]
        rest = [card for card in shuffled_deck(chance) if card not in aces]
        chosen = (*rest[:3], *aces, *rest[3:])  # The dealer gets the fourth to the sixth.
        order = mixed(chosen, "c" * 64, {1: f"{chance.getrandbits(256):064x}"})
        a, b, c = map(parse_card, order[3:6])
        found[ranking().category((a, b, c))] += 1
    assert found[Category.THREE_OF_A_KIND] < 10  # One hand in 425 by chance.
    assert 250 < found[Category.HIGH_CARD] < 340  # 74% by chance.


def test_every_place_gets_every_card_equally_often() -> None:
    """A card stays where the house put it no more often than it goes elsewhere."""
    where: Counter[int] = Counter()
    for number in range(5_200):
        entropy = sha256(str(number).encode()).hexdigest()
        where[mixed(DECK, "d" * 64, {1: entropy}).index("As")] += 1
    assert len(where) == 52
    spread = sum((times - 100) ** 2 / 100 for times in where.values())
    assert spread < 90  # Chi-squared with 51 degrees of freedom: above 90 once in 1,500.


def test_the_recipe_is_the_documented_one() -> None:
    """Pinned: rounds already played must stay checkable for ever."""
    order = mixed(DECK, "0" * 64, {1: A, 3: C})
    assert sha256("".join(order).encode()).hexdigest() == PINNED
    assert mixed(order, "0" * 64, {}) == order


PINNED = "b088287e2e0a32223a4f0d0dcf1cd842830e44945e4f89ba946f13ad1c70b62e"


_secret = st.integers(0, 2**256 - 1).map(lambda number: f"{number:064x}")


@settings(max_examples=25, deadline=None)
@given(
    seats=st.sets(st.integers(1, 6), min_size=1),
    committing=st.dictionaries(st.integers(1, 6), _secret),
    silent=st.sets(st.integers(1, 6)),
    order=st.permutations(DECK),
)
def test_the_round_is_dealt_and_can_be_checked_whoever_takes_part(
    seats: set[int], committing: dict[int, str], silent: set[int], order: list[str]
) -> None:
    committing = {seat: secret for seat, secret in committing.items() if seat in seats}
    table = locked_with(committing, "classic", order, sorted(seats))
    revealed = {seat: told for seat, told in committing.items() if seat not in silent}
    reveal(table, revealed)
    if committing.keys() & silent:
        table.at += timedelta(seconds=3)
        table.give("mix_entropy")
    assert table.table.phase is Phase.DECIDING
    published = table.last(DeckShuffled).commitment
    expected = mixed(order, published, revealed) if committing else tuple(order)
    dealt = as_dealt(table)
    assert tuple(dealt) == expected[: len(dealt)]
    assert replay(table.house, table.log) == table.table
