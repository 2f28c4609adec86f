"""The simulation kernel is a fast twin of `wagers`: equal to it on every class of deal."""

import re
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import combinations, count, product
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import numba
import numpy as np
import pytest
from numpy.typing import NDArray

from queenhigh import wagers as wagers_package
from queenhigh.cards.card import FULL_DECK, Card, Hand, card_text, parse_hand
from queenhigh.cards.ranking import TieBreak, category_of, ranking
from queenhigh.cards.six import best_five_of_six, is_six_card_royal
from queenhigh.house.loader import BUILT_IN, built_in, with_options
from queenhigh.house.model import House
from queenhigh.maths import kernel, simulation
from queenhigh.maths.cells import BETS, CONTESTS, rank_tables, worth
from queenhigh.maths.chisquare import chi_square, two_sided
from queenhigh.maths.simulation import Plan, Totals, on_cores, plan, run_block, simulate
from queenhigh.wagers import settle
from queenhigh.wagers.document import Round, SeatBets, Wagers
from queenhigh.wagers.envy import Claim, envy_bonuses
from queenhigh.wagers.outcome import Contest
from queenhigh.wagers.progressive import Award, award_for, jackpot_cents
from queenhigh.wagers.settle import settle_round

METER = 1_234_500
FOLDED, NO_ANTE = CONTESTS.index(Contest.FOLDED), CONTESTS.index(None)
AKQ_SUITED, AKQ_SPADES = 6, 7
# No two alike, so that no bet can be taken for another.
STAKES = {"ante": 1100, "pair_plus": 1300, "six_card_bonus": 1700, "progressive": 100}

Cards = NDArray[np.int64]


# Hands and six cards are classified as `cards` has it


@numba.njit
def _classified(hands: Any, classes: Any) -> Any:
    found = np.empty((len(hands), 2), np.int64)
    for row in range(len(hands)):
        place = kernel.place_of(hands[row, 0], hands[row, 1], hands[row, 2])
        found[row, 0], found[row, 1] = place, kernel.class_of(place, hands[row, 0], classes)
    return found


def all_hands() -> Iterator[Hand]:
    return combinations(FULL_DECK, 3)


def orders(hand: Hand) -> list[Hand]:
    a, b, c = hand
    return [(a, b, c), (a, c, b), (b, a, c), (b, c, a), (c, a, b), (c, b, a)]


@pytest.mark.parametrize("tie_break", TieBreak)
@pytest.mark.parametrize("ace_low", [True, False])
def test_every_hand_in_every_order_has_the_strength_and_the_class_of_cards(
    tie_break: TieBreak, ace_low: bool
) -> None:
    house = other(built_in("manual"), tie_break=tie_break.value, ace_low_straight=ace_low)
    order = ranking(ace_low_straight=ace_low, tie_break=tie_break)
    tables = rank_tables(house)
    hands = [each for hand in all_hands() for each in orders(hand)]
    for hand, (place, found) in zip(
        hands, _classified(np.array(hands), tables.classes).tolist(), strict=True
    ):
        strength = order.strength(hand)
        assert tables.strengths[place] == strength
        assert tables.qualifies[place] == house.dealer_qualifies(hand)
        assert min(found, 5) + 1 == category_of(strength)
        award = award_for(hand, category_of(strength))
        assert (found == AKQ_SUITED) is (award is Award.AKQ_SUITED)
        assert (found == AKQ_SPADES) is (award is Award.AKQ_SPADES)


def test_hands_are_contested_as_in_settlement() -> None:
    for own, dealer, qualifies in product(range(3), range(3), (True, False)):
        contest = settle._contest(own, dealer, qualifies=qualifies)
        assert CONTESTS[kernel.contest_of(own, dealer, qualifies, True)] is contest
        assert CONTESTS[kernel.contest_of(own, dealer, qualifies, False)] is Contest.FOLDED


def six_class(cards: tuple[Card, ...], *, wheel: bool) -> int:
    """As the kernel counts them."""
    return 8 if is_six_card_royal(cards) else best_five_of_six(cards, wheel=wheel) - 1


@pytest.mark.parametrize("wheel", [True, False])
def test_six_cards_are_classified_as_in_cards(wheel: bool) -> None:
    chance = Random(6)
    for _ in range(20_000):
        # Out of few cards, so that rare sets are frequent.
        deck = chance.sample(FULL_DECK, 52) if chance.random() < 0.3 else few_cards(chance)
        a, b, c, d, e, f = six = tuple(deck[:6])
        assert kernel.six_class_of(a, b, c, d, e, f, wheel) == six_class(six, wheel=wheel), six


def few_cards(chance: Random) -> list[Card]:
    suits = chance.sample(range(4), chance.choice((1, 2, 4)))
    lowest = chance.randrange(13)
    ranks = {(lowest + step) % 13 for step in range(7)}
    deck = [card for card in FULL_DECK if card % 4 in suits and card // 4 in ranks]
    return chance.sample(deck, len(deck))


@numba.njit
def _same_in_any_suits(wheel: bool, canonical: Any) -> Any:
    """Walks all sets of six: how many there are, those to look at, those that break the symmetry.

    A set and the same set with its suits renamed are of one class, so `cards` need be asked only
    for the sets whose suits are sorted; all others are compared with those here.
    """
    sets, kept, broken = 0, 0, 0
    ranks = np.zeros(4, np.int64)
    same = np.zeros(6, np.int64)
    for f in range(5, 52):
        for e in range(4, f):
            for d in range(3, e):
                for c in range(2, d):
                    for b in range(1, c):
                        for a in range(b):
                            sets += 1
                            ranks[:] = 0
                            for card in (a, b, c, d, e, f):
                                ranks[card & 3] |= 1 << (card >> 2)
                            found = kernel.six_class_of(a, b, c, d, e, f, wheel)
                            if ranks[0] >= ranks[1] >= ranks[2] >= ranks[3]:
                                canonical[kept, 0], canonical[kept, 1] = a, b
                                canonical[kept, 2], canonical[kept, 3] = c, d
                                canonical[kept, 4], canonical[kept, 5] = e, f
                                canonical[kept, 6] = found
                                kept += 1
                                continue
                            ranks.sort()
                            filled = 0
                            for suit in range(4):
                                for rank in range(13):
                                    if ranks[3 - suit] >> rank & 1:
                                        same[filled] = 4 * rank + suit
                                        filled += 1
                            renamed = kernel.six_class_of(
                                same[0], same[1], same[2], same[3], same[4], same[5], wheel
                            )
                            broken += renamed != found
    return sets, kept, broken


@pytest.mark.exhaustive
@pytest.mark.parametrize("wheel", [True, False])
def test_all_sets_of_six_cards_are_classified_as_in_cards(wheel: bool) -> None:
    canonical = np.zeros((1_200_000, 7), np.uint8)
    sets, kept, broken = _same_in_any_suits(wheel, canonical)
    assert (sets, broken) == (20_358_520, 0)
    for *six, found in canonical[:kept].tolist():
        assert six_class(tuple(six), wheel=wheel) == found, six


# Every cell is worth what `wagers` makes of cards that fall into it


@cache
def player_hands() -> Cards:
    """One of each kind that differs in more than its suits' names; of A-K-Q suited all four."""
    hands = []
    for hand in all_hands():
        by_suit = [0, 0, 0, 0]
        for card in hand:
            by_suit[card % 4] |= 1 << card // 4
        akq_suited = 0b111 << 10 in by_suit
        if akq_suited or by_suit == sorted(by_suit, reverse=True):
            hands.append(hand)
    return np.array(hands, np.int64)


@numba.njit
def _representatives(
    hands: Any, strengths: Any, classes: Any, qualifies: Any, wheel: bool, found: Any
) -> None:
    """For every cell that occurs, the first deal of all deals (up to suits) that falls into it."""
    taken = np.zeros(52, np.bool_)
    for row in range(len(hands)):
        a, b, c = hands[row]
        taken[:] = False
        taken[a] = taken[b] = taken[c] = True
        own = kernel.place_of(a, b, c)
        hand = kernel.class_of(own, a, classes)
        for f in range(2, 52):
            for e in range(1, f):
                for d in range(e):
                    if taken[d] or taken[e] or taken[f]:
                        continue
                    dealer = kernel.place_of(d, e, f)
                    contest = kernel.contest_of(
                        strengths[own], strengths[dealer], qualifies[dealer], True
                    )
                    six = kernel.six_class_of(a, b, c, d, e, f, wheel)
                    cell = (contest * kernel.CLASSES + hand) * kernel.SIX_CLASSES + six
                    if found[cell, 0] < 0:
                        found[cell, 0], found[cell, 1], found[cell, 2] = a, b, c
                        found[cell, 3], found[cell, 4], found[cell, 5] = d, e, f


@cache
def deals_by_cell(
    ace_low: bool, tie_break: TieBreak, wheel: bool, qualifies_with: str
) -> dict[int, list[int]]:
    """Of the seats that bet the ante, play or fold, and of those without one."""
    house = other(
        built_in("manual"),
        ace_low_straight=ace_low,
        tie_break=tie_break.value,
        qualifies_with=qualifies_with,
    )
    tables = rank_tables(house)
    found = np.full((kernel.CELLS, 6), -1, np.int64)
    _representatives(
        player_hands(), tables.strengths, tables.classes, tables.qualifies, wheel, found
    )
    deals = {cell: cards for cell, cards in enumerate(found.tolist()) if cards[0] >= 0}
    classes = kernel.CLASSES * kernel.SIX_CLASSES
    for cell, cards in list(deals.items()):
        for contest in (FOLDED, NO_ANTE):
            deals[contest * classes + cell % classes] = cards
    return deals


def deals_of(house: House) -> dict[int, list[int]]:
    options = house.options
    return deals_by_cell(
        options.ace_low_straight,
        options.tie_break,
        options.six_card_wheel,
        house.dealer.qualifies_with,
    )


def other(house: House, *, qualifies_with: str | None = None, **options: Any) -> House:
    house = with_options(house, msgspec.json.encode(options))
    if qualifies_with is None:
        return house
    dealer = msgspec.convert(
        {**msgspec.to_builtins(house.dealer), "qualifies_with": qualifies_with},
        type(house.dealer),
    )
    return msgspec.structs.replace(house, dealer=dealer)


def texts(cards: Iterable[int]) -> list[str]:
    return [card_text(Card(card)) for card in cards]


def stakes(house: House, *names: str) -> Wagers:
    return Wagers(**{name: STAKES[name] for name in names if name in house.wagers})


def all_stakes(house: House) -> Iterator[Wagers]:
    yield stakes(house, *STAKES)
    yield stakes(house, "ante")
    yield stakes(house, "ante", "pair_plus", "progressive")
    if "pair_plus" in house.wagers:
        yield stakes(house, "pair_plus", "six_card_bonus", "progressive")


def assert_worth_what_wagers_say(house: House, wagers: Wagers) -> None:
    table = worth(house, wagers)
    classes = kernel.CLASSES * kernel.SIX_CLASSES
    compared = 0
    for cell, cards in deals_of(house).items():
        contest = cell // classes
        if (contest == NO_ANTE) == bool(wagers.ante):
            assert not table.staked[cell].any()
            continue
        seat = SeatBets(1, wagers, cards=texts(cards[:3]))
        if wagers.ante:
            seat.decision = "fold" if contest == FOLDED else "play"
        written = Round([seat], dealer=texts(cards[3:]))
        if wagers.progressive:
            written.progressive_meter = METER
        by_bet = {line.wager: line for line in settle_round(house, written).seats[0].lines}
        for column, bet in enumerate(BETS):
            line = by_bet.pop(bet, None)
            expected = (line.stake, line.paid, line.returned) if line else (0, 0, 0)
            if line and line.odds and line.odds.endswith("%"):
                assert line.paid == jackpot_cents(house, METER)
                expected = (line.stake, 0, line.returned)  # The run adds what the meter pays.
            figures = (table.staked, table.paid, table.returned)
            assert tuple(int(each[cell, column]) for each in figures) == expected, (bet, seat)
        assert not by_bet
        compared += 1
    assert compared > 50


OPTIONS: dict[str, list[Any]] = {
    "tie": ["push", "dealer", "player"],
    "fold_pair_plus": ["forfeits", "survives", "forfeits_with_6cb"],
    "ante_bonus_on_loss": [True, False],
    "ante_bonus_requires": ["play", "ante"],
    "ante_bonus_base": ["ante", "ante_plus_play"],
    "ante_table": ["bonus", "replaces"],
    "six_card_super_royal": ["none", 5000],
    "progressive_unit": ["for_1", "to_1"],
}
OF_THE_CARDS: dict[str, list[Any]] = {
    "six_card_wheel": [True, False],
    "tie_break": [each.value for each in TieBreak],
    "ace_low_straight": [True, False],
}
OF_ENVY: dict[str, list[Any]] = {
    "envy_trigger": ["any_unfolded", "holder_with_bet", "any_dealt_hand"],
    "envy_needs_bet": [True, False],
    "envy_own_hand": [True, False],
    "envy_dealer_hand": [True, False],
    "envy_multiple": [True, False],
}


def test_no_option_that_settlement_reads_is_forgotten_here() -> None:
    """Those that the kernel needs not know: coupons and tokes, the order, words for a jackpot."""
    read = set()
    for name in (
        "ante ante_bonus pair_plus play progressive six_card_bonus seat settle envy outcome".split()
    ):
        source = (Path(wagers_package.__path__[0]) / f"{name}.py").read_text("utf-8")
        read |= set(re.findall(r"\boptions\.(\w+)", source))
    for_others = {"match_play", "unbacked_ante_toke", "settle_order"}
    words = {"progressive_pass", "jackpot_lines"}
    assert read - for_others - words - {*OF_THE_CARDS} == {*OPTIONS, *OF_ENVY}


@pytest.mark.parametrize("key", BUILT_IN)
def test_every_cell_of_a_built_in_house_is_worth_what_wagers_say(key: str) -> None:
    house = built_in(key)
    for wagers in all_stakes(house):
        assert_worth_what_wagers_say(house, wagers)


@pytest.mark.parametrize("key", BUILT_IN)
@pytest.mark.parametrize(
    ("option", "value"),
    [(option, value) for option, values in OPTIONS.items() for value in values],
)
def test_so_it_is_under_every_option_that_settlement_reads(
    key: str, option: str, value: Any
) -> None:
    house = other(built_in(key), **{option: value})
    for wagers in all_stakes(house):
        assert_worth_what_wagers_say(house, wagers)


@pytest.mark.parametrize(
    ("option", "value"),
    [(option, value) for option, values in OF_THE_CARDS.items() for value in values],
)
def test_so_it_is_under_every_reading_of_the_cards(option: str, value: Any) -> None:
    house = other(built_in("manual"), **{option: value})
    for wagers in all_stakes(house):
        assert_worth_what_wagers_say(house, wagers)


@pytest.mark.parametrize("with_what", ["any", "jack_high", "king_high", "ace_high", "pair"])
def test_so_it_is_whatever_the_dealer_qualifies_with(with_what: str) -> None:
    house = other(built_in("manual"), qualifies_with=with_what)
    for wagers in all_stakes(house):
        assert_worth_what_wagers_say(house, wagers)


@pytest.mark.exhaustive
def test_so_it_is_under_all_options_together() -> None:
    for values in product(*OPTIONS.values()):
        house = other(built_in("manual"), **dict(zip(OPTIONS, values, strict=True)))
        assert_worth_what_wagers_say(house, stakes(house, *STAKES))


# Envy


ENVY = [dict(zip(OF_ENVY, values, strict=True)) for values in product(*OF_ENVY.values())]
AWARDS = {AKQ_SUITED: Award.AKQ_SUITED, AKQ_SPADES: Award.AKQ_SPADES}


@pytest.mark.parametrize("options", ENVY, ids=lambda each: " ".join(map(str, each.values())))
def test_envy_is_what_wagers_say(options: dict[str, Any]) -> None:
    house = other(built_in("manual"), **options)
    running = a_plan(house, seats=7)
    chance = Random(str(options))
    for _ in range(300):
        seats = chance.randint(1, 7)
        hands = [chance.randrange(6) for _ in range(seats + 1)]  # The dealer's last.
        holders = chance.sample(range(seats + 1), min(chance.randint(0, 4), seats + 1))
        suits = chance.sample([AKQ_SUITED, AKQ_SUITED, AKQ_SUITED, AKQ_SPADES], len(holders))
        for holder, hand in zip(holders, suits, strict=True):
            hands[holder] = hand
        folded = [chance.random() < 0.4 for _ in range(seats)]
        claims = [
            Claim(seat + 1, "", AWARDS.get(hands[seat], Award.NOTHING), folded[seat], bet=True)
            for seat in range(seats)
        ]
        dealer = AWARDS.get(hands[-1], Award.NOTHING)
        expected = sum(each.paid for each in envy_bonuses(house, claims, dealer))
        found = kernel._envy(
            np.array(hands[:-1]),
            np.array(folded),
            hands[-1],
            seats,
            running.envy,
            running.envy_rules,
        )
        assert found == expected, (hands, folded)


# Whole runs


def a_plan(
    house: House, *, seats: int, seed: int = 1, play_from: str = "Qs 6d 4c", wagers: str = ""
) -> Plan:
    strengths = rank_tables(house).strengths
    lowest = house.ranking.strength(parse_hand(play_from))
    placed = stakes(house, *(wagers.split() or STAKES))
    return plan(house, placed, seats=seats, seed=seed, plays=strengths >= lowest)


def rounds_of(running: Plan, number: int, rounds: int) -> Iterator[list[int]]:
    """The cards of a block, as the kernel deals them."""
    state = kernel.seeded(np.uint64(running.seed), np.uint64(number))
    deck = np.arange(52).astype(np.uint8)
    for _ in range(rounds):
        kernel.draw(deck, 3 * running.seats + 3, state)
        yield deck[: 3 * running.seats + 3].tolist()


@pytest.mark.parametrize("seats", [1, 2, 7])
@pytest.mark.parametrize("wagers", ["", "ante", "pair_plus six_card_bonus progressive"])
def test_a_run_comes_to_what_its_rounds_come_to_one_by_one(seats: int, wagers: str) -> None:
    """Dealt a second time, settled by `wagers` and added up here; folds, envy and jackpots too."""
    house = other(built_in("manual"), envy_own_hand=True, envy_dealer_hand=True)
    rounds, lowest = 1_500, "Jd Tc 8s"
    seeds = (
        a_plan(house, seats=seats, seed=seed, play_from=lowest, wagers=wagers) for seed in count()
    )
    running = next(each for each in seeds if len(run_block(each, 0, rounds).jackpots))
    playing = running.wagers
    totals = simulate(house, running, rounds, runner=on_cores(1))
    staked = paid = returned = envy = 0
    square = 0
    terms = house.progressive_terms
    meter, jackpots = terms.meter.seed_cents, []
    for index, cards in enumerate(rounds_of(running, 0, rounds)):
        meter += terms.meter.contribution_cents * playing.progressive // 100 * seats
        written = Round([], dealer=texts(cards[-3:]))
        if playing.progressive:
            written.progressive_meter = meter
        for seat in range(seats):
            hand = parse_hand(texts(cards[3 * seat : 3 * seat + 3]))
            bets = SeatBets(seat + 1, playing, cards=texts(hand))
            if playing.ante:
                least = house.ranking.strength(parse_hand(lowest))
                bets.decision = "play" if house.ranking.strength(hand) >= least else "fold"
            written.seats.append(bets)
        settled = settle_round(house, written)
        lines = [line for seat in settled.seats for line in seat.lines]
        staked += sum(line.stake for line in lines)
        paid += sum(line.paid for line in lines)
        returned += sum(line.returned for line in lines)
        envy += sum(each.paid for each in settled.envy)
        square += sum(seat.net for seat in settled.seats) ** 2
        if settled.progressive is not msgspec.UNSET and settled.progressive.paid:
            jackpots.append((index, settled.progressive.paid))
            meter = terms.meter.seed_cents
    found = totals.result()
    figures = found.wagers.values()
    assert sum(each.staked for each in figures) == staked
    assert sum(each.paid for each in figures) == paid
    assert sum(each.returned for each in figures) == returned
    assert found.envy_paid == envy
    assert totals.jackpots == jackpots
    assert found.meter == (meter if playing.progressive else None)
    assert totals.squares[-1] == pytest.approx(square, rel=1e-12)


@pytest.mark.parametrize("seats", [1, 4])
def test_jackpots_far_apart_are_paid_what_the_meter_then_shows(seats: int) -> None:
    house = built_in("manual")
    running = a_plan(house, seats=seats)
    totals = simulate(house, running, 300_000, runner=on_cores(2))
    meter, last = house.progressive_terms.meter, -1
    assert len(totals.jackpots) > 5
    for at, paid in totals.jackpots:
        hand = [*rounds_of(running, 0, at + 1)][-1] if at < 20_000 else None
        spades = {12 * 4 + 3, 11 * 4 + 3, 10 * 4 + 3}
        if hand:
            assert any(set(hand[3 * seat : 3 * seat + 3]) == spades for seat in range(seats))
        assert paid == meter.seed_cents + (at - last) * meter.contribution_cents * seats
        last = at


@pytest.mark.parametrize("seats", [1, 4])
def test_a_jackpot_that_is_folded_is_not_paid(seats: int) -> None:
    house = built_in("manual")
    running = a_plan(house, seats=seats)
    folding = msgspec.structs.replace(running, plays=np.zeros_like(running.plays))
    played, folded = (
        simulate(house, each, 200_000, runner=on_cores(1)) for each in (running, folding)
    )
    assert played.jackpots
    assert folded.jackpots == []
    assert folded.result().wagers["progressive"].paid == 0


def same(one: Totals, two: Totals) -> bool:
    return (
        one.result() == two.result()
        and one.squares == two.squares
        and one.jackpots == two.jackpots
        and bool((one.counts == two.counts).all())
    )


@pytest.mark.parametrize("seats", [1, 3])
@pytest.mark.parametrize("block", [1, 997, 1 << 12])
def test_totals_do_not_depend_on_the_number_of_threads(
    seats: int, block: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(simulation, "BLOCK", block)
    house = built_in("manual")
    running = a_plan(house, seats=seats)
    rounds = min(20_011, 300 * block)
    one, two = (simulate(house, running, rounds, runner=on_cores(cores)) for cores in (1, 2))
    assert one.rounds == rounds
    assert same(one, two)


def test_a_block_cut_short_is_the_beginning_of_the_block() -> None:
    running = a_plan(built_in("manual"), seats=2)
    short, whole = run_block(running, 3, 20_000), run_block(running, 3, 60_000)
    begun = whole.jackpots[whole.jackpots[:, 0] < 20_000]
    assert (short.jackpots == begun).all()
    assert (short.counts <= whole.counts).all()


def test_one_seat_comes_to_the_same_by_either_loop() -> None:
    """Alone at the table a seat is counted by its cells only; a rule on its own envy forbids it."""
    house = built_in("manual")
    alone = a_plan(house, seats=1)
    rules = alone.envy_rules.copy()
    rules[2] = 1
    with_dealer = msgspec.structs.replace(alone, envy_rules=rules, envy=np.zeros(2, np.int64))
    one, two = run_block(alone, 0, 50_000), run_block(with_dealer, 0, 50_000)
    assert (one.counts == two.counts).all()
    assert (one.sums == two.sums).all()
    assert one.squares == pytest.approx(two.squares, rel=1e-12)
    assert (one.jackpots == two.jackpots).all()


def test_only_cells_that_can_occur_do() -> None:
    house = built_in("manual")
    totals = simulate(house, a_plan(house, seats=7), 1_000_000, runner=on_cores(2))
    assert set(np.flatnonzero(totals.counts).tolist()) <= set(deals_of(house))


# Chance


def assert_as_often_as_expected(observed: Cards, combinations: list[int]) -> None:
    exact = np.array(combinations) / sum(combinations) * observed.sum()
    assert two_sided(*chi_square(observed, exact)) > 0.001


def test_hands_come_as_often_as_they_should() -> None:
    house = built_in("manual")
    counts = simulate(house, a_plan(house, seats=1), 4_000_000, runner=on_cores(2)).counts
    cells = counts.reshape(kernel.CONTESTS, kernel.CLASSES, kernel.SIX_CLASSES)
    hands = [16_440, 3_744, 1_096, 720, 52, 44, 3, 1]
    assert_as_often_as_expected(cells.sum(axis=(0, 2)), hands)
    six = [18_876_456, 732_160, 361_620, 205_792, 165_984, 14_664, 1_656, 184, 4]
    assert_as_often_as_expected(cells.sum(axis=(0, 1)), six)


def test_ante_and_play_come_to_what_the_literature_says() -> None:
    house = built_in("manual")
    running = a_plan(house, seats=1, wagers="ante")
    counts = simulate(house, running, 4_000_000, runner=on_cores(2)).counts
    in_antes = running.worth.net.sum(axis=1) // STAKES["ante"]
    exact = {
        -2: 91_126_832,
        -1: 132_923_304,
        0: 249_216,
        1: 80_955_780,
        2: 91_100_696,
        3: 8_976_452,
        5: 289_104,
        6: 931_972,
        7: 617_044,
    }
    observed = np.array([counts[in_antes == net].sum() for net in exact])
    assert observed.sum() == 4_000_000
    assert_as_often_as_expected(observed, list(exact.values()))


def test_seats_and_blocks_are_dealt_different_cards() -> None:
    running = a_plan(built_in("manual"), seats=2, seed=9)
    dealt = [
        [*rounds_of(each, number, 3)]
        for each in (running, msgspec.structs.replace(running, seed=10))
        for number in (0, 1)
    ]
    assert len({str(rounds) for rounds in dealt}) == 4
    assert all(len(set(cards)) == 9 for rounds in dealt for cards in rounds)
