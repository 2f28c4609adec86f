"""Every operation of the API has an example in its description, and the example fits."""

import pytest
from litestar.testing import TestClient

from queenhigh.service.api_examples import examples
from queenhigh.service.app import make_app
from queenhigh.service.config import Config
from tests.service.examples import described, described_operations, misfits


def test_every_operation_has_an_example_and_no_example_is_obsolete() -> None:
    assert sorted(examples()) == sorted(described_operations())


@pytest.mark.parametrize("name", examples())
def test_an_example_fits_the_description_of_its_operation(name: str) -> None:
    assert list(misfits(described(), name, described_operations()[name])) == []


def test_the_served_description_has_the_examples() -> None:
    with TestClient(make_app(Config(database="memory", hosts=("testserver.local",)))) as client:
        served = client.get("/schema/openapi.json").json()
    login = served["paths"]["/api/v1/login"]["post"]["requestBody"]["content"]["application/json"]
    assert set(login["example"]) == {"name", "password"}
