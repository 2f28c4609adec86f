"""The whole API against its own description: valid and invalid requests, by people of every role.

No server error, every answer as described, every refusal in the common shape.
"""

from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode, openapi
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
)

from queenhigh.service.api_examples import examples as kept_examples
from queenhigh.service.rights import PERSON_ROLES
from queenhigh.wire.messages import ErrorBody
from tests.samples import IS_LONGER, tries
from tests.service import examples
from tests.service.desk import House, cardroom

ADDRESS = "http://testserver.local"
ROLES = ("nobody", "guest", *PERSON_ROLES)
CHECKS = [not_a_server_error, response_schema_conformance, content_type_conformance]
# A PAR sheet takes seconds to typeset; a refused login waits a moment on purpose.
SLOW = {"/api/houses/{key}/par.pdf": 1, "/api/analysis": 1, "/api/compare": 1, "/api/login": 2}
EXAMPLES = 4
# Read from a file: collecting tests needs the names before any service exists.
ASKED = sorted(kept_examples())
_PARTS = {"params": "params", "json": "json", "data": "content", "files": "files"}
# Things that exist, so that not every request ends in a 404.
THERE: dict[str, list[str]] = {
    "table": ["classic", "manual", "mics", "chickasaw", "mics-alternate"],
    "key": ["classic", "manual", "mics", "chickasaw", "mics-alternate"],
    "name": ["victim", "player"],
    "identity": ["manual-gen-A", "mics-f4"],
}


def described(part: Any) -> Any:
    """Convert as JSON has it; a number that may be whole is one kind of number, not two."""
    if isinstance(part, dict):
        if part.get("oneOf") == [{"type": "integer"}, {"type": "number"}]:
            return {"type": "number"}
        return {name: described(each) for name, each in part.items()}
    return [described(each) for each in part] if isinstance(part, list) else part


def description() -> Any:
    api = examples.described()
    paths = {path: each for path, each in api["paths"].items() if not path.startswith("/schema")}
    return described({**api, "paths": paths})


@cache
def operations() -> dict[str, Any]:
    """The operations by name, as in the examples: every one has an example."""
    schema: Any = openapi.from_dict(description())
    found = (each.ok() for each in schema.get_all_operations())
    return {str(each.label): each for each in found}


class People:
    """One browser for each role; anybody signed out by a request comes in again."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._cookies: dict[str, dict[str, str]] = {"nobody": {}}
        house.person("player", "victim")

    def send(self, role: str, request: dict[str, Any]) -> Any:
        """Send a generated request with somebody's cookies."""
        cookies = self._cookies.get(role) or self._come_in(role)
        told = {k: v for k, v in (request.get("headers") or {}).items() if k.lower() != "cookie"}
        headers = {**told, "cookie": "; ".join(f"{k}={v}" for k, v in cookies.items())}
        headers["x-csrf-token"] = cookies.get("queenhigh_csrf", "")
        what = {_PARTS[name]: value for name, value in request.items() if name in _PARTS}
        self._house.client.cookies.clear()
        answer = self._house.client.request(
            request["method"], request["url"], headers=headers, **what
        )
        if answer.status_code == 401 or "set-cookie" in answer.headers:
            self._cookies.pop(role, None)
        return answer

    def _come_in(self, role: str) -> dict[str, str]:
        if role == "nobody":
            return {}
        browser = self._house.guest() if role == "guest" else self._house.person(role)
        cookies = self._cookies[role] = dict(browser._cookies)
        return cookies


@pytest.fixture(scope="module")
def people() -> Iterator[People]:
    with cardroom(practice_tables=5) as house:
        yield People(house)


def test_every_operation_is_covered() -> None:
    assert sorted(operations()) == ASKED


@pytest.mark.parametrize("name", ASKED)
def test_every_operation_answers_any_request(name: str, people: People) -> None:
    operation = operations()[name]
    modes = (GenerationMode.POSITIVE, GenerationMode.NEGATIVE)
    cases = st.one_of(*(operation.as_strategy(generation_mode=mode) for mode in modes))

    @settings(
        max_examples=tries(SLOW.get(operation.path, EXAMPLES)),
        deadline=None,
        database=None,
        derandomize=not IS_LONGER,
        suppress_health_check=list(HealthCheck),
    )
    @given(case=cases, role=st.sampled_from(ROLES), there=st.data())
    def ask(case: Any, role: str, there: st.DataObject) -> None:
        for name, values in THERE.items():
            if name in case.path_parameters and there.draw(st.integers(0, 9)) < 8:
                case.path_parameters[name] = there.draw(st.sampled_from(values))
        response = people.send(role, case.as_transport_kwargs(base_url=ADDRESS))
        if response.status_code != 204:
            case.validate_response(response, checks=CHECKS)
        if response.status_code >= 400:
            msgspec.json.decode(response.content, type=ErrorBody)

    ask()


@pytest.mark.parametrize("role", ROLES)
def test_a_number_too_large_for_a_column_is_not_a_server_error(people: People, role: str) -> None:
    url = f"{ADDRESS}/api/tables/classic/rounds/{10**30}"
    for path in (url, f"{url}/dossier", f"{url}/dossier.pdf"):
        answer = people.send(role, {"method": "GET", "url": path})
        assert answer.status_code in (400, 401, 403, 404)
        msgspec.json.decode(answer.content, type=ErrorBody)
