"""A guest sits down and plays."""

import pytest
from playwright.sync_api import expect

from .conftest import HOUSES, Visit
from .playing import Player, cents, dollars
from .serving import Service

BROUGHT = 1_000_00
ROUNDS = 10


@pytest.mark.parametrize("house", HOUSES)
def test_a_guest_plays_ten_rounds_with_a_bet_on_every_spot(
    house: str, cardroom: Service, visit: Visit
) -> None:
    player = Player(visit())
    wagers = list(cardroom.get(f"/api/houses/{house}")["felt"]["limits"])
    player.practise(house)
    player.buy(900)
    chips, sums = 900_00, 0
    for number in range(1, ROUNDS + 1):
        for wager in wagers:
            player.bet(wager)
        player.deal()
        player.play()
        listed = [cents(text) for text in player.nets()]
        shown = cents(player.sum.inner_text())
        assert {"play", *wagers} <= set(player.settled())
        assert sum(listed) == shown
        (told,) = player.visitor.get(f"/api/tables/{player.id}/rounds?limit=1")
        assert (told["number"], told["net"]) == (number, shown)
        chips, sums = chips + shown, sums + shown
        assert cents(player.own_chips.inner_text()) == chips
        assert cents(player.balance.inner_text()) == player.purse() == BROUGHT - 900_00
    player.leave()
    expect(player.balance).to_have_text(dollars(BROUGHT + sums))
    assert player.purse() == BROUGHT + sums
