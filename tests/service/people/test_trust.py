"""A connection lasts no longer than the right to it."""

import pytest
from litestar.exceptions import WebSocketDisconnect

from tests.service.desk import House


def test_a_person_who_signs_out_or_is_disabled_is_disconnected(house: House) -> None:
    leaves, shut_out = house.guest(), house.person("player", "dan")
    for browser in (leaves, shut_out):
        with house.client.websocket_connect(
            "/api/tables/classic/live", headers=browser.live_headers()
        ) as live:
            assert live.receive_json()["type"] == "snapshot"
            if browser is leaves:
                leaves.post("/api/logout")
            else:
                house.person("administrator").patch("/api/people/dan", {"disabled": True})
            assert live.receive_json() == {"type": "bye", "reason": "signed_out"}
            with pytest.raises(WebSocketDisconnect) as closed:
                live.receive_json()
            assert closed.value.code == 4401
