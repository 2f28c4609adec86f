"""The service dies in the middle of a round and comes back."""

from playwright.sync_api import expect

from .conftest import Visit
from .playing import Player, cents
from .serving import Service

GONE = r"WebSocket connection to .* failed|ERR_CONNECTION_(REFUSED|RESET)"


def test_a_round_goes_on_after_the_service_was_killed_with_nothing_lost_or_doubled(
    own_cardroom: Service, visit: Visit
) -> None:
    player = Player(visit(own_cardroom))
    page, visitor = player.page, player.visitor
    status = page.get_by_role("banner").get_by_role("status")
    player.practise("manual", bots=1, hurried=False)
    player.buy(500)
    for wager in ("ante", "pair_plus", "progressive"):
        player.bet(wager)
    player.deal()
    expect(status).to_have_text("Connected")

    with visitor.bearing(GONE):
        own_cardroom.kill()
        expect(status).to_have_text("Reconnecting")
        expect(page.get_by_text("The connection is lost. Reconnecting")).to_be_visible()
        player.play_button.click()  # Nobody receives it now; it must not be lost.
        own_cardroom.start()
        expect(status).to_have_text("Connected")
    expect(page.get_by_text("The connection is lost.")).to_be_hidden()
    expect(player.over).to_be_visible()

    shown = cents(player.sum.inner_text())
    (told,) = visitor.get(f"/api/tables/{player.id}/rounds")
    assert (told["number"], told["net"]) == (1, shown)
    assert told["staked"] == {"ante": 500, "play": 500, "pair_plus": 500, "progressive": 100}
    steps = visitor.get(f"/api/tables/{player.id}/rounds/1")["steps"]
    events = [event for step in steps for event in step["events"]]
    (seat,) = player.seats()
    assert [e["amount"] for e in events if (e["type"], e.get("seat")) == ("play_placed", seat)] == [
        500
    ]
    assert cents(player.own_chips.inner_text()) == 500_00 + shown
    assert cents(player.balance.inner_text()) == player.purse() == 500_00

    player.bet("ante")
    player.deal()
    player.play()
    assert len(visitor.get(f"/api/tables/{player.id}/rounds")) == 2
