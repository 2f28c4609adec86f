"""Tables without automation: every step confirmed by the person who does it, cards as dealt."""

from functools import partial

from tests.golden.table.described import add, described
from tests.golden.table.script import Script


def dealer_run(table: Script, *, ante: int) -> None:
    table.note("Nothing goes by itself; a step out of order is refused")
    table.open(automation=())
    table.refused("announce_no_more_bets")
    table.refused("confirm", step="deal", seat=0)
    table.player(2)
    table.steps(until="shuffle")
    table.note("Cards in the hand: their order is nobody's, they are entered as dealt")
    table.unknown_deck("2: Ts Td 4c, dealer: Kh 8c 5d")
    table.bet(2, ante=ante, pair_plus=ante)
    table.no_more_bets()
    table.note("Dealing")
    table.refused("play", seat=2, by="player:bob")
    table.steps()
    table.note("Decision and settlement")
    table.play(2)
    table.steps(until="end_round")
    table.confirm()
    table.note("On to the next round")
    table.steps(until="shuffle")
    table.close()


for _house, _ante in (("mics", 5), ("chickasaw", 5), ("manual", 5), ("classic", 2)):
    add(
        f"{_house}-dealer-run",
        f"A table of {_house} run by its dealer, every step confirmed by hand",
        _house,
        partial(dealer_run, ante=_ante),
        opening=True,
    )


@described(
    "mics-shuffled-by-hand",
    "A deck of mics shuffled by hand is cut; a supervisor orders another cut",
    "mics-shuffled-by-hand",
)
def mics_by_hand(table: Script) -> None:
    table.open_but("cut")
    table.player(1)
    table.note("Two cuts of 26 cards bring the deck back to the order below")
    table.steps(until="shuffle")
    table.deck("1: Qs 7d 2c, dealer: Qd 9c 6h")
    table.refused("order_recut", reason="two hands", by="dealer:joe")
    table.give("order_recut", reason="two hands", by="floor:fay")
    table.note("Fewer than 10 cards are no cut")
    table.refused("confirm", step="cut", count=9)
    table.confirm(count=26)
    table.bet(1, ante=5)
    table.no_more_bets()
    table.fold(1)
    table.close()


@described(
    "manual-shuffler-fails",
    "The manual's machine fails: another does not come, and the deck is shuffled by hand",
    "manual-no-side-bets",
)
def manual_shuffler(table: Script) -> None:
    table.open()
    table.player(1)
    table.give("report_shuffler_failure")
    table.refused("shuffle_deck", deck=0)
    table.give("shuffle_by_hand", by="floor:fay")
    table.note(
        "Box, spin, riffle, riffle, strip and so on, and a cut of 26; then dealt from the hand"
    )
    table.deck("1: Qs 7d 2c, dealer: Qd 9c 6h", cut=26)
    table.bet(1, ante=5, pair_plus=5)
    table.no_more_bets()
    table.play(1)
    table.close()


@described(
    "manual-between-rounds",
    "Between rounds at the manual's house: a flawed deck, relief, limits, tokes, a new deck",
    "manual",
    opening=True,
)
def manual_between(table: Script) -> None:
    table.note("The red deck has a bent card and is replaced by another, which begins again")
    table.open_but("inspect", "verify", "enter_from_left", "tap", "spread", "verify_payout")
    table.player(1)
    table.confirm(flaws="bent six of clubs")
    table.steps(until="shuffle")
    table.deck("1: As Ks Qh, dealer: Qd 9c 6h")
    table.bet(1, ante=5, pair_plus=100)
    table.no_more_bets()
    table.note("A large payout waits for the floor; no relief before the hand is done")
    table.play(1)
    table.refused("relieve_dealer", dealer="kim")
    table.steps(until="shuffle")
    table.give("give_toke", seat=1, amount=500, by="player:ann")
    table.refused("colour_up", cents=500)
    table.give("colour_up", cents=500, supervisor="fay")
    table.give("relieve_dealer", dealer="kim", by="dealer:kim")
    table.steps(until="shuffle")
    table.give("change_limits", wager="ante", minimum=1000, maximum=30000, by="floor:fay")
    table.refused("place_wager", seat=1, wager="ante", amount=500, by="player:ann")
    table.give("change_deck", deck=1, reason="four hours", by="floor:fay")
    table.steps(until="shuffle")
    table.close()
