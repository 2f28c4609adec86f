"""A service without the packages for figures says so, and goes on."""

import pytest

from queenhigh import extras
from tests.service.desk import House

ADDRESSES = ("/api/houses/classic/analysis", "/api/houses/classic/border-hands")


@pytest.fixture
def without_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extras, "missing_for_figures", lambda: "numpy")


def test_a_visitor_can_see_beforehand_whether_there_are_figures(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser = house.anybody()
    assert browser.get("/api/session").json()["figures"] is True
    monkeypatch.setattr(extras, "missing_for_figures", lambda: "numpy")
    assert browser.get("/api/session").json()["figures"] is False


@pytest.mark.usefixtures("without_figures")
@pytest.mark.parametrize("address", ADDRESSES)
def test_a_guest_does_not_see_what_to_install(house: House, address: str) -> None:
    refused = house.guest().get(address)
    assert refused.status_code == 501
    assert refused.json()["code"] == "service/extra_missing"
    assert refused.json()["message"] == "Not available here."


@pytest.mark.usefixtures("without_figures")
@pytest.mark.parametrize("address", ADDRESSES)
def test_an_administrator_sees_what_to_install(house: House, address: str) -> None:
    refused = house.person("administrator").get(address)
    assert refused.status_code == 501
    assert "pip install 'queenhigh[maths]'" in refused.json()["message"]
