from collections.abc import Iterator

import pytest

from tests.service.desk import House, cardroom


@pytest.fixture(scope="module")
def house() -> Iterator[House]:
    """One service for the tests of a file."""
    with cardroom() as running:
        yield running
