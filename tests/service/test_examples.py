"""Every operation of the API is described with an example, and the example fits."""

import pytest
from litestar.testing import TestClient

from queenhigh.service.api_examples import examples, operations
from queenhigh.service.app import make_app
from queenhigh.service.config import Config

from .examples import described, misfits

SCHEMA = described()
OPERATIONS = dict(operations(SCHEMA))


@pytest.mark.parametrize("name", OPERATIONS)
def test_an_operation_has_an_example_that_fits_its_description(name: str) -> None:
    assert list(misfits(SCHEMA, name, OPERATIONS[name])) == []


def test_no_example_is_of_an_operation_that_is_gone() -> None:
    assert set(examples()) <= set(OPERATIONS)


def test_the_description_that_is_served_has_them() -> None:
    with TestClient(make_app(Config(database="memory", hosts=("testserver.local",)))) as client:
        served = client.get("/schema/openapi.json").json()
    login = served["paths"]["/api/v1/login"]["post"]["requestBody"]["content"]["application/json"]
    assert set(login["example"]) == {"name", "password"}
