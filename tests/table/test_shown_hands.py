"""Real cards: named when turned up, and settled by what they show."""

import random
from itertools import count

import msgspec
import pytest
from hypothesis import Phase as Stage
from hypothesis import given, settings
from hypothesis import strategies as st

from queenhigh.cards.card import FULL_DECK, card_text
from queenhigh.house.loader import load_house
from queenhigh.house.model import House
from queenhigh.house.wager import Envy
from queenhigh.table import events as e
from queenhigh.table.state import Phase
from queenhigh.wagers.envy import Claim, may_be_envied
from tests.model.houses import as_toml, houses
from tests.table.driver import BUILT_IN, Driven, house, house_with, kinds
from tests.table.felt import Felt

DEALER = "dealer:dee"
HANDS = "1: As Ks Qs, 3: 9d 9c 2h, 5: 2c 7d 4s, dealer: Qh 7c 2d"
NUMBERS = count()


def felt(key: str = "classic", wanted: str = HANDS, **options: object) -> Felt:
    table = Felt(key, wanted, **options)
    table.open()
    for seat in (1, 3, 5):
        table.bet(seat, ante=10)
    return table


# What is known, and when


def test_real_cards_are_dealt_without_faces() -> None:
    table = felt().dealt()
    dealt = table.events(e.CardsDealt)
    assert {each.cards for each in dealt} == {()}
    assert sum(each.count or 0 for each in dealt) == 12
    assert table.table.round.hands == {1: (), 3: (), 5: (), 0: ()}
    assert [len(seat.cards) for seat in table.view(DEALER).seats] == [3, 3, 3]
    table.check_replay()


def test_nobody_names_a_card_before_it_is_turned_up() -> None:
    table = felt().lock().until("deal")
    assert table.refused("confirm", step="deal", cards=["As"]).code == "cards/wrong"


def test_the_hands_are_named_as_they_are_turned_up() -> None:
    table = felt().dealt().play(1, 3).fold(5).until("reveal_dealer")
    assert table.refused("confirm", step="reveal_dealer").code == "cards/wrong"
    assert table.refused("confirm", step="reveal_dealer", cards=["Qh", "7c"]).code == "cards/wrong"
    twice = ["Qh", "7c", "7c"]
    assert table.refused("confirm", step="reveal_dealer", cards=twice).code == "cards/wrong"
    table.confirm("reveal_dealer")
    taken = table.refused("confirm", step="reveal_hand", seat=3, cards=["Qh", "9c", "2h"])
    assert (taken.code, taken.message) == ("cards/elsewhere", "Qh is in the dealer's hand.")


def test_a_folded_hand_that_nobody_shows_stays_unknown() -> None:
    table = felt().dealt().play(1, 3).fold(5).finish()
    racked = next(each for each in table.events(e.HandRacked) if each.seat == 5)
    assert (racked.cards, racked.count) == ((), 3)
    written = msgspec.json.encode(table.log)
    assert not any(card.encode() in written for card in ("2c", "7d", "4s"))


def test_a_folded_hand_is_shown_where_a_bet_on_it_survives() -> None:
    table = Felt(house("manual", fold_pair_plus="survives"), HANDS)
    table.open()
    table.bet(3, ante=10, pair_plus=5).bet(1, ante=10).dealt().play(1).fold(3).finish()
    assert {each.seat for each in table.events(e.HandRevealed)} == {1, 3}
    assert table.stack(3) == 995  # The ante is lost, the pair pays even money.


def test_envy_for_any_dealt_hand_needs_folded_hands_too() -> None:
    with_envy = house_with(
        "manual", wagers={"progressive": {"envy": {"trigger": "any_dealt_hand"}}}
    )
    table = Felt(with_envy, HANDS)
    table.open()
    table.bet(1, ante=10).bet(3, ante=10, progressive=1).dealt().fold(1).play(3).finish()
    assert {each.seat for each in table.events(e.HandRevealed)} == {1, 3}
    assert [each.paid for each in table.events(e.EnvyCollected)] == [10000]


def test_ones_own_folded_hand_earns_no_envy() -> None:
    terms = Envy(trigger="any_dealt_hand")
    folded = Claim(1, "ann", 0, folded=True, bet=False)
    own, other = (
        Claim(3, "ann", 0, folded=False, bet=True),
        Claim(3, "bob", 0, folded=False, bet=True),
    )
    assert not may_be_envied(terms, folded, [folded, own])
    assert may_be_envied(terms, folded, [folded, other])
    assert not may_be_envied(Envy(trigger="any_unfolded"), folded, [folded, other])


def test_where_hands_are_paid_one_by_one_the_next_is_turned_up_when_the_last_is_paid() -> None:
    table = Felt(house("manual", settlement_passes="per_hand"), HANDS)
    table.open()
    table.bet(1, ante=10).bet(3, ante=10).dealt().play(1, 3)
    table.until("reveal_hand").confirm()
    assert table.todo[-1] == "reveal_hand 1"
    assert {step for step in table.todo if step.endswith(" 3")} == {"settle 3", "rack_hand 3"}
    assert kinds(table.log[-1:]) == ["hand_settled"] or table.last(e.HandSettled).settled.seat == 3


def test_where_losers_are_taken_first_all_hands_are_turned_up_before() -> None:
    table = Felt(house("mics", settlement_passes="take_then_pay"), HANDS)
    table.open()
    table.bet(1, ante=10).bet(3, ante=10).dealt().play(1, 3).finish()
    names = [each.step.name for each in table.events(e.StepDone)]
    last_shown = len(names) - names[::-1].index("reveal_hand")
    assert names.index("settle") >= last_shown


def test_no_physical_table_takes_an_order() -> None:
    table = felt().until("shuffle")
    order = list(map(card_text, FULL_DECK))
    given = {"deck": 0, "order": order, "nonce": "0" * 32, "by": "system"}
    assert table.refused("shuffle_deck", **given).code == "deck/order_unknown"
    assert table.view(DEALER).commitment == ""


@pytest.mark.parametrize("kind", ["digital", "training"])
def test_an_order_comes_from_the_system_alone(kind: str) -> None:
    table = Driven("classic")
    table.open(kind=kind)
    table.sit(1).until("shuffle")
    given = {"deck": 0, "order": list(map(card_text, FULL_DECK)), "nonce": "0" * 32}
    assert table.refused("shuffle_deck", **given).code == "deck/order_of_system"
    assert table.refused("shuffle_deck", deck=0, by="system").code == "deck/order_of_system"
    table.give("shuffle_deck", **given, by="system")


@pytest.mark.parametrize("kind", ["physical", "training"])
def test_every_step_is_a_persons_where_people_deal(kind: str) -> None:
    table = Driven("classic", automation=["all"])
    opening = {"dealer": "dee", "automation": ["deal"], "kind": kind}
    assert table.refused("open_table", **opening).code == "table/not_this_kind"


def test_no_clock_folds_anybody_at_a_physical_table() -> None:
    table = felt().dealt()
    assert table.refused("time_out", seat=1, by="system").code == "table/no_clock"


def test_the_view_says_what_is_awaited_and_since_when() -> None:
    table = felt().dealt()
    since = table.at
    table.later(seconds=90)
    waits = table.view("public").waits
    assert waits is not None
    assert (waits.role, waits.seat, waits.since) == ("player", 1, since)


# The same as `settle`


@settings(max_examples=25, derandomize=True, deadline=None, phases=[Stage.generate])
@given(data=st.data())
def test_any_house_pays_by_what_is_shown_as_if_all_were_known(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    """The same round with cards known to the table and with cards shown to it."""
    file = tmp_path_factory.getbasetemp() / f"shown{next(NUMBERS)}.toml"
    file.write_text(as_toml(data.draw(houses())), "utf-8")
    of, seed = load_house(str(file)), data.draw(st.integers(0, 10_000))
    compare(of, seed)


@pytest.mark.parametrize("key", [*BUILT_IN])
@pytest.mark.parametrize("passes", ["per_hand", "take_then_pay"])
def test_every_book_pays_by_what_is_shown_as_if_all_were_known(key: str, passes: str) -> None:
    for seed in range(6):
        compare(house(key, settlement_passes=passes), seed)


def compare(of: House, seed: int) -> None:
    known, shown, grouped = Driven(of), Felt(of), Felt(of)
    known.open()
    shown.open()
    grouped.open()
    lies = play(known, random.Random(seed))
    for table in (shown, grouped):
        table.lies = {place: " ".join(cards) for place, cards in lies.items()}
    assert play(shown, random.Random(seed)) == play(grouped, random.Random(seed), groups=True)
    assert shown.money == known.money
    assert lines_of(shown) == lines_of(known)
    assert [plain(event) for event in grouped.log] == [plain(event) for event in shown.log]
    shown.check_replay()
    grouped.check_replay()


def play(table: Driven, chance: random.Random, *, groups: bool = False) -> dict[int, list[str]]:
    """Play a round at some seats with some bets; return the hands dealt."""
    of = table.house
    deck = list(map(card_text, FULL_DECK))
    chance.shuffle(deck)
    if chance.random() < 0.5:  # So that rare hands occur.
        suit = chance.choice("shdc")
        deck.sort(key=lambda card: (card[1] != suit, -"23456789TJQKA".index(card[0])))
    seats = sorted(chance.sample(range(1, of.seats + 1), chance.randint(1, min(4, of.seats))))
    table.sit(*seats, dollars=100_000)
    for seat in seats:
        for wager in of.opening_bets:
            least = of.limits(wager).first
            if wager == "ante" or chance.random() < 0.7:
                table.try_("place_wager", seat=seat, wager=wager, amount=least)
        if chance.random() < 0.4:
            table.try_("place_toke", seat=seat, wager="ante", amount=100)
    lies = {place: [deck.pop(0) for _ in range(3)] for place in (*seats, 0)}
    wanted = ", ".join(f"{n or 'dealer'}: {' '.join(cards)}" for n, cards in lies.items())
    if groups and isinstance(table, Felt):
        go_through(table)
        if table.table.phase is Phase.BETTING:
            table.group()
    else:
        table.dealt(wanted)
        table.dealt_from_here()
    while (turn := table.table.next_to_decide) is not None:
        table.give("fold" if chance.random() < 0.35 else "play", seat=turn)
    if groups and isinstance(table, Felt):
        go_through(table)
    else:
        while table.table.phase is not Phase.BETTING:
            table.confirm()
        table.until()
    return lies


def go_through(table: Felt) -> None:
    """Do every group, then the steps for the next deck that a group leaves to others."""
    table.grouped()
    if table.table.phase is Phase.BETTING:
        table.until()


def lines_of(table: Driven) -> dict[int, object]:
    """The result of each bet, except for folded hands, whose cards nobody has seen."""
    return {
        seat: [(x.wager, x.result, x.stake, x.paid, x.returned, x.toke, x.on) for x in lines]
        for seat, lines in table.table.results.items()
    }


def plain(event: e.AnyEvent) -> dict[str, object]:
    told: dict[str, object] = msgspec.to_builtins(event)
    return {name: value for name, value in told.items() if name not in ("at", "by")}
