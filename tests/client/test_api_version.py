"""The version in an API address."""

import pytest

from queenhigh.wire.api_version import unversioned, version_in, versioned


@pytest.mark.parametrize("path", ["/api/tables", "/api/tables/v1/live", "/api/vault", "/api/v1x"])
def test_an_address_takes_the_version_and_gives_it_back(path: str) -> None:
    assert versioned(path) == "/api/v1" + path.removeprefix("/api")
    assert versioned(versioned(path)) == versioned(path)
    assert unversioned(versioned(path)) == path


@pytest.mark.parametrize("path", ["/health", "/schema/openapi.json", "/apiary", "/api/v2/tables"])
def test_an_address_without_a_known_version_is_left_unchanged(path: str) -> None:
    assert versioned(path) == path
    assert unversioned(path) == path


def test_the_version_of_an_address_is_read() -> None:
    assert version_in("/api/v2/tables") == "v2"
    assert version_in("/api/tables") is None
