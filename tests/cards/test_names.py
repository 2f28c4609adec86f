"""Hands as a dealer says them."""

from queenhigh.cards.card import card_text, parse_hand
from queenhigh.cards.names import hand_name, rank_name, rank_plural
from queenhigh.cards.ranking import TieBreak, ranking
from tests.clauses import cases, clause


@clause("chickasaw-k")
@cases("""
    hand        name
    8s Kd 8c    pair of eights, King          # the example of the rule book
    6s 6d Ac    pair of sixes, Ace
    2s 2d Tc    pair of twos, Ten
    As Ad Jc    pair of aces, Jack
    Qs 7d 2c    Queen high
    As 3d 9c    Ace high
    9s 7d 2c    Nine high
    6s 6d 6c    three sixes
    Ks Kd Kc    three kings
    9s Ks 2s    flush, King-Nine-Two
    4s 6d 5c    straight, Six-Five-Four
    As Kd Qc    straight, Ace-King-Queen
    As 2d 3c    straight, Three-Two-Ace       # the ace is low here
    Js Qs Ts    straight flush, Queen-Jack-Ten
    As 3s 2s    straight flush, Three-Two-Ace
""")
def test_a_hand_is_named_by_what_it_is_and_its_cards(hand: str, name: str) -> None:
    assert hand_name(parse_hand(hand), ranking()) == name


@cases("""
    hand        name
    As 2d 3c    Ace high
    As 3s 2s    flush, Ace-Three-Two
    4s 3d 2c    straight, Four-Three-Two
""")
def test_where_the_ace_is_never_low_it_is_named_first(hand: str, name: str) -> None:
    assert hand_name(parse_hand(hand), ranking(ace_low_straight=False)) == name


def test_the_name_does_not_depend_on_how_ties_are_broken() -> None:
    for written in ("8s Kd 8c", "As 2d 3c", "9s Ks 2s"):
        hand = parse_hand(written)
        by_the_letter = ranking(tie_break=TieBreak.LITERAL_C3)
        assert hand_name(hand, by_the_letter) == hand_name(hand, ranking())


def test_every_rank_has_a_name_and_a_plural() -> None:
    names = "Two Three Four Five Six Seven Eight Nine Ten Jack Queen King Ace".split()
    plurals = "twos threes fours fives sixes sevens eights nines tens jacks queens kings aces"
    assert [rank_name(rank) for rank in range(2, 15)] == names
    assert [rank_plural(rank) for rank in range(2, 15)] == plurals.split()


@clause("mics-j2-5", "chickasaw-i", "manual-payout-B", "classic-deal-6")
@cases("""
    hand        arranged
    2c Qs 7d    Qs 7d 2c
    Kd 8s 8c    8s 8c Kd     # the pair before its odd card, as in the example of the rule book
    8c Kd 8s    8s 8c Kd
    2c Ad 2s    2s 2c Ad
    5c 7d 6s    7d 6s 5c
    2s Ad 3c    3c 2s Ad     # the ace is low here
    2s As 3s    3s 2s As
    Ac 4d 2s    Ac 4d 2s
    Qd Kd Ad    Ad Kd Qd
    7c 7s 7d    7s 7d 7c
""")
def test_the_dealer_lays_the_hand_out_from_high_to_low(hand: str, arranged: str) -> None:
    assert " ".join(map(card_text, ranking().arranged(parse_hand(hand)))) == arranged


@cases("""
    hand        arranged
    2s Ad 3c    Ad 3c 2s
    4d 2s 3c    4d 3c 2s
""")
def test_where_the_ace_is_never_low_it_is_laid_out_first(hand: str, arranged: str) -> None:
    laid_out = ranking(ace_low_straight=False).arranged(parse_hand(hand))
    assert " ".join(map(card_text, laid_out)) == arranged
