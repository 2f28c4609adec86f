"""Every wager of a house and every kind of result."""

from tests.golden.table.described import described
from tests.golden.table.script import Script


@described("mics-every-result", "Every wager and every kind of result at mics", "mics")
def mics(table: Script) -> None:
    table.open()
    for seat in (1, 2, 3, 4):
        table.player(seat)
    table.note("The dealer qualifies: bonus and wins, a coupon, a fold, a draw")
    table.deck("1: 3s 2d Ac, 2: Jh 8d 4c, 3: Kh Td 6s, 4: 2h 2s 7d, dealer: Kd Tc 6h")
    table.bet(1, ante=10, pair_plus=5, toke_ante=1, coupon_ante=5)
    table.bet(2, ante=10, pair_plus=5)
    table.bet(3, ante=20)
    table.bet(4, pair_plus=10)
    table.no_more_bets()
    table.play(1)
    table.fold(2)
    table.play(3)
    table.note("The dealer has Jack high: Play pushes, Ante wins")
    table.deck("1: Qs 7d 2c, 2: 5h 5d 5c, 3: 9h 4h 2h, 4: As Kh 9c, dealer: Jd Tc 6h")
    table.bet(1, ante=10, coupon_ante=5)
    table.bet(2, ante=10, pair_plus=5)
    table.bet(3, ante=10, pair_plus=5)
    table.bet(4, pair_plus=10)
    table.no_more_bets()
    table.play(1, 2)
    table.note("Cid does not decide in time")
    table.refused("fold", seat=1, by="player:ann")
    table.give("time_out", seat=3, by="system")
    table.note("The dealer's trips beat a straight, which is paid its bonus all the same")
    table.deck("1: 9s 8d 7c, 2: Qh 5d 4c, dealer: 6s 6d 6h")
    table.bet(1, ante=10, pair_plus=5, toke_ante=1, toke_play=1)
    table.bet(2, ante=10)
    table.no_more_bets()
    table.play(1, 2)
    table.close()


@described(
    "chickasaw-every-result",
    "Every wager and every kind of result at chickasaw, which collects an entry charge",
    "chickasaw-fee",
)
def chickasaw(table: Script) -> None:
    table.open()
    for seat in (1, 2, 3):
        table.player(seat)
    table.refused("buy_in", seat=1, cents=5000, offered_as="foreign_money", by="player:ann")
    table.note("The dealer qualifies: a straight flush, a fold, a tie")
    table.deck("1: 9s 8s 7s, 2: 5h 5d 2c, 3: Ah Td 6s, dealer: Ad Tc 6h")
    table.bet(1, ante=10, pair_plus=5, toke_pair_plus=1)
    table.bet(2, ante=10, pair_plus=5)
    table.bet(3, ante=10, pair_plus=5)
    table.no_more_bets()
    table.play(1)
    table.fold(2)
    table.play(3)
    table.note("The dealer does not qualify")
    table.deck("1: Qs 7d 2c, 2: 5h 4d 2h, 3: 8h 8d Kc, dealer: Jd Tc 6h")
    table.bet(1, ante=10)
    table.bet(2, ante=10)
    table.bet(3, pair_plus=10)
    table.no_more_bets()
    table.play(1)
    table.fold(2)
    table.note("The dealer wins")
    table.deck("1: Qs 7d 2c, dealer: Qd 9c 6h")
    table.bet(1, ante=10, pair_plus=5)
    table.no_more_bets()
    table.play(1)
    table.close()


@described(
    "manual-every-result", "Every wager and every kind of result at the manual's house", "manual"
)
def manual(table: Script) -> None:
    table.open()
    for seat in (2, 3, 5, 7):
        table.player(seat)
    table.note("A fold whose Pair Plus lives on, tokes, a tie, Pair Plus alone; the dealer plays")
    table.deck("2: 8c 8d 4s, 3: 4h 5h 6h, 5: Kd 7h 3s, 7: Jc 9d 2h, dealer: Kc 7d 3h")
    table.bet(2, ante=10, pair_plus=5)
    table.bet(3, ante=10, pair_plus=5, six_card_bonus=5, progressive=1)
    table.bet(3, toke_ante=1, toke_play=1, toke_pair_plus=1, toke_six_card_bonus=1)
    table.bet(5, ante=25)
    table.bet(7, pair_plus=10)
    table.no_more_bets()
    table.fold(2)
    table.give("throw_in", seat=7, by="player:gus")
    table.play(3, 5)
    table.note("The dealer does not play; Gus folds, and is paid Pair Plus and 6 Card Bonus")
    table.deck("5: Qd 7h 3s, 7: 9c 9d 2h, dealer: Jc 9s 4h")
    table.bet(5, ante=10, pair_plus=5, six_card_bonus=5)
    table.bet(7, ante=10, pair_plus=5, six_card_bonus=5)
    table.no_more_bets()
    table.play(5)
    table.fold(7)
    table.close()


@described(
    "manual-royals-and-jackpot",
    "A six-card royal, the jackpot, envy and all who are told of them",
    "manual",
)
def manual_royals(table: Script) -> None:
    table.open()
    for seat in (1, 3):
        table.player(seat)
    table.note("Cid and the dealer make a royal of hearts; A-K-Q of hearts pays envy to Ann")
    table.deck("1: 9s 8d 4c, 3: Ah Kh Qh, dealer: Jh Th 2c")
    table.bet(1, ante=10, six_card_bonus=5, progressive=1)
    table.bet(3, ante=10, pair_plus=5, six_card_bonus=5, progressive=1)
    table.no_more_bets()
    table.fold(1)
    table.play(3)
    table.note("A-K-Q of spades takes the meter, which is reset to its seed")
    table.deck("1: As Ks Qs, 3: 5h 5d 2c, dealer: Qd 7d 2h")
    table.bet(1, ante=10, pair_plus=5, six_card_bonus=5, progressive=1)
    table.bet(3, ante=10, six_card_bonus=5, progressive=1)
    table.no_more_bets()
    table.play(1, 3)
    table.close()


@described("classic-every-result", "Every wager and every kind of result at classic", "classic")
def classic(table: Script) -> None:
    table.open()
    for seat in (1, 2, 3, 4):
        table.player(seat)
    table.note("The dealer plays: trips, a fold with a pair on Pair Plus, a tie, Pair Plus alone")
    table.deck("1: 7s 7d 7c, 2: 5h 5d 2c, 3: Ah Td 6s, 4: Qh 9h 4h, dealer: Ad Tc 6h")
    table.bet(1, ante=10, pair_plus=10)
    table.bet(2, ante=5, pair_plus=2)
    table.bet(3, ante=10)
    table.bet(4, pair_plus=4)
    table.no_more_bets()
    table.play(1)
    table.fold(2)
    table.play(3)
    table.note("The dealer doesn't play; Bob wins the ante, Ann folds, Dot loses Pair Plus")
    table.deck("1: 8s 4d 2c, 2: Qs 7d 3c, 4: Kh 8d 2s, dealer: Jd Tc 6h")
    table.bet(1, ante=10)
    table.bet(2, ante=10, pair_plus=2)
    table.bet(4, pair_plus=4)
    table.no_more_bets()
    table.fold(1)
    table.play(2)
    table.note("The dealer wins")
    table.deck("1: Qs 7d 2c, dealer: Qd 9c 6h")
    table.bet(1, ante=5, toke_ante=1)
    table.no_more_bets()
    table.play(1)
    table.close()


@described(
    "mics-alternate-every-result",
    "Every wager and every kind of result at mics-alternate, where wagers are linked",
    "mics-alternate",
)
def mics_alternate(table: Script) -> None:
    table.open()
    for seat in (1, 2, 3, 4):
        table.player(seat)
    table.note("Trips and a straight flush at 33 and 35, a bonus of 5 and 6, a draw")
    table.note("Pair Plus without an ante of half its amount goes back when the bets are locked")
    table.deck("1: 9s 9d 9c, 2: Kh Qh Jh, 4: As 8s 4d, dealer: Ah 8d 4c")
    table.bet(1, ante=10, pair_plus=10, toke_ante=1)
    table.bet(2, ante=10, pair_plus=5)
    table.bet(3, pair_plus=10)
    table.bet(4, ante=10, coupon_ante=5)
    table.no_more_bets()
    table.play(1, 2, 4)
    table.note("The dealer has Jack high: Play pushes, Ante wins; a fold loses both bets")
    table.deck("1: Qs 7d 2c, 2: 5h 5d 2h, 3: 9h 8d 7h, dealer: Jd Tc 6h")
    table.bet(1, ante=10, pair_plus=20)
    table.bet(2, ante=10, pair_plus=5)
    table.bet(3, ante=5, pair_plus=10, toke_pair_plus=1)
    table.no_more_bets()
    table.play(1)
    table.fold(2)
    table.play(3)
    table.note("The dealer wins; Bob does not decide in time")
    table.deck("1: Qs 7d 2c, 2: 8h 4d 2h, dealer: Qd 9c 6h")
    table.bet(1, ante=10, pair_plus=5)
    table.bet(2, ante=10)
    table.no_more_bets()
    table.play(1)
    table.give("time_out", seat=2, by="system")
    table.close()
