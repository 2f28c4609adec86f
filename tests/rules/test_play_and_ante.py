"""Ante and play: against the dealer's hand."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import product

import pytest

from queenhigh.wagers.document import DocumentError
from queenhigh.wagers.round_settlement import Settled
from tests.clauses import cases, clause
from tests.rules.builders import (
    ALL_HOUSES,
    RANKS,
    SUITS,
    Document,
    SeatResult,
    answer,
    seat,
    settle,
    settle_in_a_stream,
    settled,
    table,
)

DEALER_OUT = clause(
    "mics-k1-i-2 chickasaw-j chickasaw-j-2 manual-outcome-A manual-payout-C manual-payout-C1",
    "manual-payout-C3 classic-rules-8 classic-play1-2",
)
PLAYER_WINS = clause(
    "mics-k1-i chickasaw-k-2 chickasaw-k-4 manual-outcome-B manual-payout-D manual-payout-D1",
    "manual-payout-D3 classic-obj classic-rules-9 classic-rules-10 classic-play1-3",
    "classic-pay-play",
)
DEALER_WINS = clause(
    "mics-j3 chickasaw-k-5 manual-outcome-C manual-payout-D1 manual-payout-D3 classic-rules-11",
    "classic-play1-4",
)
TIE = clause("mics-c3-2 manual-outcome-D manual-payout-E classic-rules-12")
EQUALS_THE_ANTE = clause(
    "mics-a1-iv mics-f1-i mics-j2 chickasaw-g manual-intro-4 manual-intro-8 manual-vsdealer",
    "manual-deal-C-2 manual-hdeal-F-2 manual-gen-C manual-payout-A classic-rules-5",
    "classic-play3-3 classic-deal-4 classic-amount-play",
)


@DEALER_OUT
@PLAYER_WINS
@DEALER_WINS
@TIE
@pytest.mark.parametrize("house", ALL_HOUSES.split())
@cases("""
    dealer      cards       ante     play
    Js Td 8c    As Kd 9c    1 to 1   push      # the dealer does not qualify,
    Js Td 8c    5s 3d 2c    1 to 1   push      # whatever the player holds
    Js Td 8c    Jd Th 8s    1 to 1   push
    Qs 7d 2c    Qd 8d 2h    1 to 1   1 to 1
    Qs 7d 2c    2s 2d 3c    1 to 1   1 to 1
    Qs 7d 2c    Qd 6d 5c    lose     lose
    Qs 7d 2c    Js Td 8c    lose     lose
    5s 5d 5c    6s 7d 8c    lose     lose
    Qs 7d 2c    Qd 7c 2h    push     push
    8s 8d Kc    8h 8c Kd    push     push
""")
def test_ante_and_play_go_with_the_higher_hand(
    house: str, dealer: str, cards: str, ante: str, play: str
) -> None:
    seat = settled(house, dealer, cards)
    assert (seat["ante"], seat["play"]) == (ante, play)


@DEALER_OUT
@PLAYER_WINS
@DEALER_WINS
@TIE
@cases("""
    dealer      cards       net
    Js Td 8c    5s 3d 2c    10
    Qs 7d 2c    Qd 8d 2h    20
    Qs 7d 2c    Qd 6d 5c    -20
    Qs 7d 2c    Qd 7c 2h    0
""")
def test_the_net_is_the_players_over_ante_and_play(dealer: str, cards: str, net: str) -> None:
    assert settled("classic", dealer, cards, "ante 10").net == int(net) * 100


@EQUALS_THE_ANTE
@pytest.mark.parametrize("house", ALL_HOUSES.split())
@pytest.mark.parametrize("dollars", ["2", "5", "7.50", "300"])
def test_the_play_wager_is_exactly_the_ante(house: str, dollars: str) -> None:
    seat = settled(house, "Qs 7d 2c", "As 8d 2h", f"ante {dollars}")
    assert seat.lines["play"].stake == seat.lines["ante"].stake == float(dollars) * 100


@EQUALS_THE_ANTE
def test_no_other_play_wager_can_be_written() -> None:
    with pytest.raises(DocumentError, match=r"seats\[0\].wagers.play: .*equals the ante"):
        settled("manual", "Qs 7d 2c", "As 8d 2h", "ante 10, play 20")


@clause("mics-j2 chickasaw-g manual-vsdealer classic-rules-3 classic-deal-4")
@pytest.mark.parametrize("house", ALL_HOUSES.split())
def test_an_ante_is_played_or_folded(house: str) -> None:
    undecided = {"seat": 1, "cards": "As 8d 2h", "wagers": {"ante": 1000}}
    with pytest.raises(DocumentError, match=r"^seats\[0\].decision: is missing"):
        settle(table(house, undecided, dealer="Qs 7d 2c"))
    for word in ("raise", "check", ""):
        with pytest.raises(DocumentError, match=r"^seats\[0\].decision: .*play, fold"):
            settle(table(house, undecided | {"decision": word}, dealer="Qs 7d 2c"))


@clause("mics-a1-i mics-j2 chickasaw-g manual-vsdealer classic-rules-3")
@pytest.mark.parametrize("decision", ["play", "fold"])
def test_without_an_ante_there_is_nothing_to_decide(decision: str) -> None:
    written = seat(1, "As 8d 2h", "pair_plus 10") | {"decision": decision}
    with pytest.raises(DocumentError, match=r"^seats\[0\].decision: "):
        settle(table("mics", written, dealer="Qs 7d 2c"))


@clause("mics-a1-i manual-vsdealer")
def test_only_an_ante_competes_with_the_dealer() -> None:
    seat = settled("manual", "Qs 7d 2c", "As 8d 2h", "pair_plus 10, six_card_bonus 5")
    assert (seat["ante"], seat["play"], seat["ante_bonus"]) == ("none", "none", "none")


@clause("mics-a1-v", "chickasaw-k-5", "mics-j3-2")
def test_every_wager_of_a_round_is_settled_once() -> None:
    wagers = "ante 10, pair_plus 5, six_card_bonus 20, progressive 1"
    round = settle(
        table(
            "manual",
            seat(1, "As 8d 3h", wagers),
            seat(4, "Ks 8h 3s", wagers, decision="fold"),
            seat(7, "5s 5d 6s", "pair_plus 5"),
            dealer="Qs 7d 2c",
        )
    )
    staked = {each.seat: {line.wager: line.stake for line in each.lines} for each in round.seats}
    opening = {"ante": 1000, "pair_plus": 500, "six_card_bonus": 2000, "progressive": 100}
    assert staked == {1: opening | {"play": 1000}, 4: opening, 7: {"pair_plus": 500}}


# Option: MICS-2 and CHK-2, tie.


@pytest.mark.parametrize("house", ALL_HOUSES.split())
@cases("""
    tie      outcome  net
    push     push     0
    dealer   lose     -20
    player   1 to 1   20
""")
def test_what_a_tie_does_to_ante_and_play(house: str, tie: str, outcome: str, net: str) -> None:
    seat = settled(house, "Qs 7d 2c", "Qd 7c 2h", options={"tie": tie})
    assert (seat["ante"], seat["play"], seat.net) == (outcome, outcome, int(net) * 100)


@pytest.mark.parametrize("tie", ["push", "dealer", "player"])
def test_the_rule_on_ties_needs_a_tie_with_a_hand_that_qualifies(tie: str) -> None:
    out = settled("mics", "Js Td 8c", "Jd Th 8s", options={"tie": tie})
    assert (out["ante"], out["play"]) == ("1 to 1", "push")
    higher = settled("mics", "Qs 7d 2c", "Qd 7c 3h", options={"tie": tie})
    assert (higher["ante"], higher["play"]) == ("1 to 1", "1 to 1")
    lower = settled("mics", "Qs 7d 3c", "Qd 7c 2h", options={"tie": tie})
    assert (lower["ante"], lower["play"]) == ("lose", "lose")


# Every rank against every other. A rank is three card ranks, suited or not.

Class = tuple[str, bool]
SEATS = 7


@cache
def classes() -> tuple[Class, ...]:
    """All 741, the lowest first, in the order of the rule books."""
    ranks = {
        "".join(sorted(each, key=RANKS.index, reverse=True)) for each in product(RANKS, repeat=3)
    }
    found = [(each, suited) for each in ranks for suited in (False, True)]
    possible = [(each, suited) for each, suited in found if not suited or len(set(each)) == 3]
    return tuple(sorted(possible, key=place))


@cache
def place(hand: Class) -> tuple[int, tuple[int, ...]]:
    """The category, counted up from nothing to straight flush, and the tie-break within it."""
    ranks, suited = hand
    values = tuple(RANKS.index(rank) for rank in ranks)
    if len(set(ranks)) == 1:
        return 4, values
    if len(set(ranks)) == 2:
        pair = values[1]  # Of three in order, the middle one belongs to the pair.
        return 1, (pair, sum(values) - 2 * pair)
    if ranks == "A32":
        return 5 if suited else 3, (1, 0, -1)
    if ranks in RANKS[::-1]:
        return 5 if suited else 3, values
    return 2 if suited else 0, values


@cache
def hands_of(hand: Class) -> tuple[tuple[str, ...], ...]:
    ranks, suited = hand
    choices = [(suit,) * 3 for suit in SUITS] if suited else list(product(SUITS, repeat=3))
    dealt = [
        tuple(rank + suit for rank, suit in zip(ranks, suits, strict=True))
        for suits in choices
        if suited or len(set(suits)) > 1
    ]
    return tuple(cards for cards in dealt if len(set(cards)) == 3)


def tables_with(dealer: Class, players: Sequence[Class]) -> Iterator[list[tuple[Class, str]]]:
    """Deal every player that can be, as many to a table as seats and cards allow."""
    tables = -(-len(players) // SEATS)
    # Far apart in rank: neighbours would want the same cards.
    in_turn = [player for number in range(tables) for player in players[number::tables]]
    at_table: list[tuple[Class, str]] = []
    taken = set(hands_of(dealer)[0])
    for player in in_turn:
        hand = next(filter(taken.isdisjoint, hands_of(player)), None)
        if at_table and (hand is None or len(at_table) == SEATS):
            yield at_table
            at_table, taken = [], set(hands_of(dealer)[0])
            hand = next(filter(taken.isdisjoint, hands_of(player)), None)
        if hand is None:
            assert max(Counter(dealer[0] + player[0]).values()) > 4  # A rank has four cards.
        else:
            at_table.append((player, " ".join(hand)))
            taken.update(hand)
    yield at_table


def against(player: Class, dealer: Class) -> tuple[str, str]:
    """The results of ante and play."""
    if place(dealer) < place(("Q32", False)):
        return "1 to 1", "push"
    if place(player) == place(dealer):
        return "push", "push"
    return ("1 to 1", "1 to 1") if place(player) > place(dealer) else ("lose", "lose")


def compare_with_all(
    house: str,
    dealer: Class,
    players: Sequence[Class],
    settle: Callable[[Document], Settled] = settle,
) -> None:
    cards = " ".join(hands_of(dealer)[0])
    for at_table in tables_with(dealer, players):
        hands = [seat(number, hand) for number, (_, hand) in enumerate(at_table, 1)]
        found = {each.seat: each for each in settle(table(house, *hands, dealer=cards)).seats}
        for number, (player, hand) in enumerate(at_table, 1):
            got = SeatResult(found[number])
            assert (got["ante"], got["play"]) == against(player, dealer), f"{hand}, {cards}"


def test_every_rank_is_seated_that_can_be() -> None:
    """With three aces out, all but the 13 that need two more."""
    for dealer, more in ((("AAA", False), 13), (("AAK", False), 1), (("Q32", False), 0)):
        tables = list(tables_with(dealer, classes()))
        seated = [player for at_table in tables for player, _ in at_table]
        assert len(set(seated)) == len(seated) == 741 - more
        assert len(tables) < 200
        for at_table in tables:
            cards = [card for _, hand in at_table for card in hand.split()]
            assert len({*cards, *hands_of(dealer)[0]}) == len(cards) + 3


def test_there_are_741_ranks() -> None:
    assert len(classes()) == len({str(place(each)) for each in classes()}) == 741


@PLAYER_WINS
@DEALER_WINS
@TIE
@pytest.mark.parametrize("house", ALL_HOUSES.split())
def test_every_rank_against_its_neighbours(house: str) -> None:
    ranks = classes()
    for number, dealer in enumerate(ranks):
        compare_with_all(house, dealer, ranks[max(number - 1, 0) : number + 2])


CHUNKS = 13


@DEALER_OUT
@PLAYER_WINS
@DEALER_WINS
@TIE
@pytest.mark.exhaustive
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_every_rank_against_every_rank(chunk: int) -> None:
    for dealer in classes()[chunk::CHUNKS]:
        compare_with_all("classic", dealer, classes(), settle_in_a_stream)


@EQUALS_THE_ANTE
@clause("mics-f4-2")
@pytest.mark.parametrize("house", ALL_HOUSES.split())
@cases("""
    multiple    play
    1           the ante
    2           none
    3           none
""")
def test_a_play_of_another_amount_is_refused(house: str, multiple: str, play: str) -> None:
    def played() -> SeatResult:
        return settled(house, "Qs 7d 2c", "As 8d 3c", "ante 10", multiple=int(multiple))

    if play == "the ante":
        assert played().lines["play"].stake == 1_000
        return
    with pytest.raises(DocumentError, match=r"^seats\[0\]\.multiple: play is 1 times the ante"):
        played()


@clause("mics-f1-i classic-play3-3 classic-amount-play")
@cases("""
    ante    answered
    2       accepted
    10      accepted
    1       wager/below_minimum
    11      wager/above_maximum
""")
def test_an_ante_that_is_allowed_is_a_play_that_is_allowed(ante: str, answered: str) -> None:
    assert answer("classic", f"ante {ante}") == answered
