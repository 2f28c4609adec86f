"""Tables without automation: each step confirmed by its owner, cards entered as dealt."""

from functools import partial

from queenhigh.table.instructions import steps_of
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


_ANTES = {"mics": 5, "mics-alternate": 5, "chickasaw": 5, "manual": 5, "classic": 2}
for _house, _ante in _ANTES.items():
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
    table.note("The tray is filled, and counted by two people")
    table.give("fill_tray", cents=500_000, by="floor:fay")
    table.refused("count_tray", counted=2_353_000, witness="floor:fay", by="floor:fay")
    table.give("count_tray", counted=2_353_000, witness="dealer:kim", by="floor:fay")
    table.refused("credit_tray", cents=9_000_000, by="floor:fay")
    table.give("credit_tray", cents=300_000, by="floor:fay")
    table.note("New limits, and a new deck")
    table.give("change_limits", wager="ante", minimum=1000, maximum=30000, by="floor:fay")
    table.refused("place_wager", seat=1, wager="ante", amount=500, by="player:ann")
    table.give("change_deck", deck=1, reason="four hours", by="floor:fay")
    table.steps(until="shuffle")
    table.close()


@described(
    "manual-first-card",
    "Where the first card locks the bets: they change after the announcement until it is out",
    "manual-first-card",
)
def manual_first_card(table: Script) -> None:
    table.open_but("deal")
    table.player(1)
    table.player(3)
    table.deck("1: Qs 7d 2c, 3: 9h 9d 4c, dealer: Jd Tc 6h")
    table.bet(3, ante=5)
    table.no_more_bets()
    table.note("It is said, and the bets are open")
    table.bet(3, ante=10)
    table.bet(1, ante=5, progressive=1)
    table.confirm()
    table.note("The first card is out")
    table.refused("place_wager", seat=1, wager="ante", amount=1000, by="player:ann")
    table.steps()
    table.play(1, 3)
    table.close()


@described(
    "manual-linked-jackpot",
    "A meter that tables share: read, fed up to its limit, hit by two, and split",
    "manual-split",
)
def manual_linked(table: Script) -> None:
    table.open(
        automation=sorted(steps_of(table.table.house) - {"settle"}), meter=499_990, reserve=20_000
    )
    table.player(1)
    table.player(3)
    table.note("The meter is 10 cents below its limit")
    table.deck("1: As Ks Qs, 3: 5h 5d 2c, dealer: Qd 7d 2h")
    table.bet(1, ante=10, progressive=1)
    table.bet(3, ante=10, progressive=1)
    table.no_more_bets()
    table.play(1, 3)
    table.steps(until="settle", seat=1)
    table.note("Another table feeds the meter as it was reset, and hits it too")
    table.give("read_meter", meter=100_040, reserve=10, by="system")
    table.give("share_jackpot", cents=300_020, by="system")
    table.steps(until="shuffle")
    table.close()
