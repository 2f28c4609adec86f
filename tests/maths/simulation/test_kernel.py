"""The simulation kernel is a fast twin of `wagers`: equal to it on every class of deal."""

from collections.abc import Iterable, Iterator
from itertools import count
from typing import Any

import msgspec
import numpy as np
import pytest
from numpy.typing import NDArray

from queenhigh.cards.card import Card, card_text, parse_hand
from queenhigh.house.loader import built_in, built_in_keys
from queenhigh.house.model import House
from queenhigh.maths.analysis.decisions import by_rule, choices, rule
from queenhigh.maths.deals.deals import deals_of
from queenhigh.maths.deals.hand_tables import Array, hand_number
from queenhigh.maths.shuffling.chisquare import chi_square, two_sided
from queenhigh.maths.simulation import kernel, simulation
from queenhigh.maths.simulation.cells import Cells, decisions_of, kernel_tables, worth
from queenhigh.maths.simulation.simulation import (
    Dealing,
    Plan,
    Totals,
    on_cores,
    plan,
    run_block,
    simulate,
)
from queenhigh.wagers.document import Round, SeatBets
from queenhigh.wagers.round_settlement import settle_round
from tests.maths import test_any_wager
from tests.maths.houses import from_text, house

# No two alike, so that bets cannot be confused.
STAKES = {"ante": 1100, "pair_plus": 1300, "six_card_bonus": 1700, "progressive": 100}
OPTIONS: list[dict[str, Any]] = [
    {},
    {"tie": "dealer"},
    {"tie": "player"},
    {"tie_break": "literal_c3"},
    {"ace_low_straight": False},
    {"fold_pair_plus": "forfeits"},
    {"fold_pair_plus": "forfeits_with_6cb"},
    {"ante_bonus_on_loss": False},
    {"ante_bonus_requires": "ante"},
    {"ante_bonus_base": "ante_plus_play"},
    {"ante_table": "replaces"},
    {"six_card_wheel": False},
    {"six_card_super_royal": 5000},
    {"progressive_unit": "to_1"},
]


def stakes(ruled: House, names: str = "") -> dict[str, int]:
    wanted = names.split() or list(STAKES)
    return {name: STAKES[name] for name in wanted if name in ruled.opening_bets}


def texts(cards: Iterable[int]) -> list[str]:
    return [card_text(Card(card)) for card in cards]


def a_plan(
    ruled: House, *, seats: int, seed: int = 5, names: str = "", play_from: str = "Q64"
) -> Plan:
    known = choices(ruled)
    decisions = known.deals.decision_by_hand(by_rule(known.deals, rule(ruled, play_from)))
    return plan(ruled, stakes(ruled, names), seats=seats, seed=seed, decisions=decisions)


def settled_lines(ruled: House, seat: SeatBets, dealer: Iterable[int]) -> dict[str, Any]:
    written = Round([seat], dealer=texts(dealer), meters=dict.fromkeys(ruled.meters, 0))
    return {line.wager: line for line in settle_round(ruled, written).seats[0].lines}


def assert_worth_what_wagers_say(ruled: House, wagers: dict[str, int]) -> None:
    bets = SeatBets(1, wagers)
    tables = kernel_tables(ruled, bets, decisions_of(ruled, "optimal"))
    table, _ = worth(ruled, bets, tables)
    compared = 0
    for cell, (player, dealer, contest), multiple in Cells(ruled, bets, tables).each():
        seat = SeatBets(1, wagers, cards=texts(player))
        if "ante" in wagers:
            seat.decision = "fold" if contest == "folded" else "play"
            if multiple:
                seat.multiple = multiple
        by_bet = settled_lines(ruled, seat, dealer)
        played = ("dealer_out", "wins", "loses", "ties")
        if contest in played and not _is_contest(ruled, player, dealer, contest):
            continue  # The deal stands for its cards; it has only one contest.
        for column, bet in enumerate(table.bets):
            line = by_bet.pop(bet, None)
            expected = (line.stake, line.paid, line.returned) if line else (0, 0, 0)
            figures = (table.staked, table.paid, table.returned)
            assert tuple(int(each[cell, column]) for each in figures) == expected, (bet, seat)
        assert not by_bet
        compared += 1
    assert compared > 5


def _is_contest(ruled: House, player: Any, dealer: Any, contest: str) -> bool:
    if not ruled.dealer_qualifies(dealer):
        return contest == "dealer_out"
    own, other = ruled.ranking.strength(player), ruled.ranking.strength(dealer)
    return contest == ("ties" if own == other else "wins" if own > other else "loses")


@pytest.mark.parametrize("key", built_in_keys())
@pytest.mark.parametrize("names", ["", "ante", "pair_plus six_card_bonus progressive"])
def test_every_cell_of_a_built_in_house_is_worth_what_wagers_say(key: str, names: str) -> None:
    ruled = built_in(key)
    assert_worth_what_wagers_say(ruled, stakes(ruled, names))


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_every_cell_is_worth_what_wagers_say_under_every_option(options: dict[str, Any]) -> None:
    ruled = house("manual", **options)
    assert_worth_what_wagers_say(ruled, stakes(ruled))


@pytest.fixture(scope="module")
def of_its_own(tmp_path_factory: pytest.TempPathFactory) -> House:
    text = test_any_wager.HOUSE.replace("QUALIFIER", "Q64")
    return from_text(tmp_path_factory.mktemp("house"), text)


def rounds_of(running: Plan, number: int, rounds: int) -> Iterator[list[int]]:
    """Yield the cards of a block's rounds, as the kernel deals them."""
    state = kernel.seeded(np.uint64(running.seed), np.uint64(number))
    deck = np.arange(52).astype(np.uint8)
    for _ in range(rounds):
        kernel.draw(deck, 3 * running.seats + 3, state)
        yield deck[: 3 * running.seats + 3].tolist()


def assert_comes_to_its_rounds(ruled: House, running: Plan, rounds: int) -> None:
    """Deal the rounds a second time, settle them with `wagers`, and add them up here."""
    totals = simulate(ruled, running, rounds, runner=on_cores(1))
    staked = paid = returned = envy = square = 0
    numbers, multiples = hand_number(), ruled.play.multiples
    meters = {name: each.seed_cents for name, each in ruled.meters.items()}
    growth = {name: totals.meters.growth(name) for name in meters}
    for cards in rounds_of(running, 0, rounds):
        for name in meters:
            meters[name] += growth[name]
        written = Round([], dealer=texts(cards[-3:]), meters=dict(meters))
        for seat in range(running.seats):
            hand = parse_hand(texts(cards[3 * seat : 3 * seat + 3]))
            # Seats are settled from the highest down, but dealt here from the first up.
            bets = SeatBets(running.seats - seat, running.wagers, cards=texts(hand))
            if "ante" in running.wagers:
                decision = int(running.decisions[numbers[hand]])
                bets.decision = "play" if decision else "fold"
                if decision:
                    bets.multiple = multiples[decision - 1]
            written.seats.append(bets)
        settled = settle_round(ruled, written)
        lines = [line for seat in settled.seats for line in seat.lines]
        staked += sum(line.stake for line in lines)
        paid += sum(line.paid for line in lines)
        returned += sum(line.returned for line in lines)
        envy += sum(each.paid for each in settled.envy)
        won = sum(line.paid for line in lines if line.meter is not msgspec.UNSET)
        square += (sum(seat.net for seat in settled.seats) - won) ** 2
        for line in lines:
            if line.meter is not msgspec.UNSET:
                meters[line.meter] -= line.paid
        meters = {name: max(each, ruled.meters[name].seed_cents) for name, each in meters.items()}
    found = totals.result()
    figures = found.wagers.values()
    assert sum(each.staked for each in figures) == staked
    assert sum(each.paid for each in figures) == paid
    assert sum(each.returned for each in figures) == returned
    assert found.envy_paid == envy
    assert found.meters == {name: meters[name] for name in found.meters}
    assert totals.squares[-1] == pytest.approx(square, rel=1e-12)


@pytest.mark.parametrize("seats", [1, 2, 7])
@pytest.mark.parametrize("names", ["", "ante", "pair_plus six_card_bonus progressive"])
def test_a_runs_total_is_that_of_its_rounds_one_by_one(seats: int, names: str) -> None:
    """Including folds, envy and jackpots."""
    ruled = house("manual", envy_own_hand=True, envy_dealer_hand=True)
    rounds = 400 if seats > 1 else 800
    first = a_plan(ruled, seats=seats, names=names, play_from="J")
    seeds = (msgspec.structs.replace(first, seed=seed) for seed in count())
    has_meter = names != "ante"
    running = next(each for each in seeds if not has_meter or len(run_block(each, 0, rounds).hits))
    assert_comes_to_its_rounds(ruled, running, rounds)


@pytest.fixture(scope="module")
def decided(of_its_own: House) -> Array:
    return decisions_of(of_its_own, "joint", SeatBets(1, test_any_wager.STAKES))


@pytest.mark.parametrize("seats", [1, 3])
def test_a_runs_total_with_a_houses_own_wagers_is_that_of_its_rounds(
    of_its_own: House, decided: Array, seats: int
) -> None:
    running = plan(of_its_own, test_any_wager.STAKES, seats=seats, seed=2, decisions=decided)
    assert_comes_to_its_rounds(of_its_own, running, 600)


@pytest.mark.parametrize("seats", [1, 4])
def test_a_jackpot_that_is_folded_is_not_paid(seats: int) -> None:
    ruled = built_in("manual")
    running = a_plan(ruled, seats=seats)
    folding = plan(
        ruled,
        running.wagers,
        seats=seats,
        seed=running.seed,
        decisions=np.zeros_like(running.decisions),
    )
    played, folded = (
        simulate(ruled, each, 200_000, runner=on_cores(1)) for each in (running, folding)
    )
    assert played.jackpots
    assert folded.jackpots == []
    assert folded.result().wagers["progressive"].paid == 0


def same(one: Totals, two: Totals) -> bool:
    return (
        one.result() == two.result()
        and (one.squares == two.squares).all()
        and one.jackpots == two.jackpots
        and bool((one.counts == two.counts).all())
    )


@pytest.mark.parametrize("seats", [1, 3])
@pytest.mark.parametrize("block", [1, 997, 1 << 12])
def test_totals_do_not_depend_on_the_number_of_threads(
    seats: int, block: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(simulation, "BLOCK", block)
    ruled = built_in("manual")
    running = a_plan(ruled, seats=seats)
    rounds = min(20_011, 300 * block)
    one, two = (simulate(ruled, running, rounds, runner=on_cores(cores)) for cores in (1, 2))
    assert one.rounds == rounds
    assert same(one, two)


def test_a_block_cut_short_is_the_beginning_of_the_block() -> None:
    running = a_plan(built_in("manual"), seats=2)
    short, whole = run_block(running, 3, 20_000), run_block(running, 3, 60_000)
    begun = whole.hits[whole.hits[:, 0] < 20_000]
    assert (short.hits == begun).all()
    assert (short.counts <= whole.counts).all()


def test_a_block_with_more_hits_than_expected_is_dealt_with_more_room(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    running = a_plan(built_in("manual"), seats=4)
    expected = run_block(running, 0, 100_000)
    monkeypatch.setattr(simulation, "_HITS_AT_FIRST", 1)
    found = run_block(running, 0, 100_000)
    assert len(found.hits) > 1
    assert (found.hits == expected.hits).all()
    assert (found.sums == expected.sums).all()


def test_one_seat_gets_the_same_totals_from_either_loop() -> None:
    """A seat alone at the table is counted by its cells only."""
    running = a_plan(built_in("manual"), seats=1)
    one, two = Dealing(running, 0), Dealing(running, 0)
    assert one.deal(50_000)
    assert two.deal(50_000, whole_tables=True)
    assert (one.tally.counts == two.tally.counts).all()
    assert (one.tally.sums == two.tally.sums).all()
    assert one.tally.squares == pytest.approx(two.tally.squares, rel=1e-12)
    assert (one.tally.hits == two.tally.hits).all()
    assert (one.tally.hit_rounds == two.tally.hit_rounds).all()


def test_only_cells_that_can_occur_do() -> None:
    ruled = built_in("manual")
    running = a_plan(ruled, seats=7)
    totals = simulate(ruled, running, 1_000_000, runner=on_cores(2))
    cells = Cells(ruled, SeatBets(1, running.wagers), running.tables)
    assert set(np.flatnonzero(totals.counts).tolist()) <= {cell for cell, _, _ in cells.each()}


# Randomness


def assert_as_often_as_expected(observed: NDArray[np.int64], combinations: list[int]) -> None:
    exact = np.array(combinations) / sum(combinations) * observed.sum()
    assert two_sided(*chi_square(observed, exact)) > 0.001


def test_cells_come_as_often_as_they_should() -> None:
    ruled = built_in("manual")
    running = a_plan(ruled, seats=1)
    counts = simulate(ruled, running, 4_000_000, runner=on_cores(2)).counts
    deals = deals_of(ruled, tuple(running.wagers))
    tables = running.tables
    six = counts.reshape(-1, tables.six_many).sum(axis=0)
    exact = np.zeros(tables.six_many, np.int64)
    for column, cell in enumerate(deals.columns.tolist()):
        met = deals.counts[deals.rows][:, :, column].sum(axis=1)
        exact[cell % tables.six_many] += int(deals.hands @ met)
    seen = exact > 0
    assert not six[~seen].any()
    assert_as_often_as_expected(six[seen], exact[seen].tolist())


def test_ante_and_play_have_the_published_figures() -> None:
    ruled = built_in("manual")
    running = a_plan(ruled, seats=1, names="ante")
    counts = simulate(ruled, running, 4_000_000, runner=on_cores(2)).counts
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


@pytest.mark.parametrize("paid_by", ["ante_bonus", "ante", "play"])
def test_a_meter_may_pay_ante_and_play(paid_by: str) -> None:
    def simulated(percent: int) -> simulation.Simulated:
        row = {"hand": "straight", "percent": percent, "meter": "main"}
        rows = {f"{paid_by}.pays.share": row, "meters.main": {"seed_cents": 100_000}}
        if paid_by == "ante_bonus":
            rows["ante_bonus.pays.straight"] = False
        ruled = built_in("classic").replace(rows)
        running = a_plan(ruled, seats=2, names="ante")
        return simulate(ruled, running, 20_000, runner=on_cores(1)).result()

    found, without = simulated(10), simulated(0)
    assert found.jackpots > 500
    assert found.jackpots_paid == found.jackpots * 10_000, "nothing feeds it, and it is refilled"
    assert found.meters == {"main": 100_000}
    more = found.wagers["ante_play"].paid - without.wagers["ante_play"].paid
    assert more == found.jackpots_paid


def test_seats_and_blocks_are_dealt_different_cards() -> None:
    running = a_plan(built_in("manual"), seats=2, seed=9)
    dealt = [
        [*rounds_of(each, number, 3)]
        for each in (running, msgspec.structs.replace(running, seed=10))
        for number in (0, 1)
    ]
    assert len({str(rounds) for rounds in dealt}) == 4
    assert all(len(set(cards)) == 9 for rounds in dealt for cards in rounds)
