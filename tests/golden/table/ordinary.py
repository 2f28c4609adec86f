"""An ordinary round by each dealing method that a house allows, at an automated table."""

from functools import partial

from tests.golden.table.described import add
from tests.golden.table.script import Script

_METHODS = {
    "mics": ("mics", "mics-manual-shoe", "mics-hand"),
    "mics-alternate": ("mics-alternate", "mics-alternate-manual-shoe", "mics-alternate-hand"),
    "chickasaw": ("chickasaw", "chickasaw-manual-shoe", "chickasaw-hand"),
    "manual": ("manual", "manual-hand"),
    "classic": ("classic", "classic-manual-shoe", "classic-hand"),
}
_SAID = {"shoe": "singly from a manual shoe", "hand": "singly from the hand"}


def ordinary(table: Script, *, ante: int) -> None:
    table.open()
    table.player(1)
    table.player(3)
    table.note("Ann gets a pair, Cid nothing, the dealer King high")
    table.deck("1: 9s 9d 4c, 3: Js 7d 2c, dealer: Kh 8c 5d")
    table.bet(1, ante=ante, pair_plus=ante)
    table.bet(3, ante=ante)
    table.no_more_bets()
    table.play(1)
    table.fold(3)
    table.close()


for _book, _houses in _METHODS.items():
    for _house in _houses:
        _how = _SAID.get(_house.rpartition("-")[2], "by the automated shoe in stacks of three")
        add(
            f"{_house}-ordinary" if _house != _book else f"{_book}-automated-shoe-ordinary",
            f"An ordinary round at {_book}, dealt {_how}",
            _house,
            partial(ordinary, ante=5 if _book != "classic" else 2),
            events=_house == _book,
        )
