"""The API description that is served: versioned addresses, the rights needed, and examples.

Summaries and descriptions come from the routes. `/schema/openapi.json` is this description,
`/schema/asyncapi.json` that of the live connection.
"""

import msgspec
from litestar import Litestar, Request, Response, get
from litestar.datastructures import State
from litestar.openapi.plugins import JsonRenderPlugin

from ..house.plain_data import Document
from ..house.words import plain_words
from ..wire.api_version import versioned
from ..wire.asyncapi import live_description
from .api_examples import explain, operations
from .rights import PERSON_ROLES, RIGHTS, rights_of_routes

ABOUT = """Three Card Poker, from the rule book to the table.

Amounts are integers, in cents. Times are UTC. Every error has the same form: `code`, `message`,
`clauses` if the rule book forbids it, and `path`, the field with the error. An address without a
version uses the current version. JSON answers have an `ETag`; with `If-None-Match` an unchanged
answer is a 304. `RateLimit-Remaining` is the number of requests still allowed, `RateLimit-Limit`
the maximum, and `RateLimit-Reset` the seconds until all are available again. `Retry-After` is how
long to wait after a 429. Live tables use a WebSocket, described at `/schema/asyncapi.json`.
"""
TAGS = {
    "session": "Signing in and out, and tokens for programs.",
    "people": "Accounts and invitations.",
    "tables": "The lobby, tables, commands and rounds.",
    "rule books": "Houses and their books: rules, figures, uploads.",
    "floor": "All tables as staff see them, and the wording of the procedure.",
    "money": "Balances, the cage, meters and the books.",
    "notices": "Notices to staff.",
    "disputes": "Disputed rounds and their dossiers.",
    "compliance": "Forms, reports, identities and obligations.",
    "conduct": "Rules of behaviour, and records of conduct.",
    "school": "Drills, exams, results and certificates of dealers.",
    "surveillance": "Searching and replaying rounds, alerts.",
    "reports": "Gaming days and periods.",
    "service": "Health, readiness and the latest seal.",
}
_ALL = "all signed-in people"


class ApiDescription(JsonRenderPlugin):
    """The API description as JSON, with versioned addresses."""

    def render(self, request: Request[object, object, State], openapi_schema: Document) -> bytes:
        return super().render(request, described(request.app, openapi_schema))


def described(app: Litestar, schema: Document) -> Document:
    """A copy of Litestar's description, completed with what Litestar does not know."""
    schema = msgspec.json.decode(msgspec.json.encode(schema))
    rights = dict(_rights(app))
    for name, operation in operations(schema):
        explain(name, operation)
        _mark_files(operation)
        told = operation.get("description", "")
        operation["description"] = f"{told}\n\n{_for_whom(rights[name])}".strip()
    for name, component in schema["components"]["schemas"].items():
        component["title"] = name  # Client generators merge components with equal titles.
    schema["paths"] = {versioned(path): item for path, item in schema["paths"].items()}
    schema["tags"] = [{"name": name, "description": about} for name, about in TAGS.items()]
    return schema


def _mark_files(operation: Document) -> None:
    """Describe files as bytes, not text."""
    for response in operation["responses"].values():
        for kind, content in response.get("content", {}).items():
            if kind == "application/pdf":
                content["schema"] = {"type": "string", "format": "binary"}


def _rights(app: Litestar) -> list[tuple[str, str]]:
    """Rights by operation, named as in the description: without the types of parameters."""
    plain = []
    for name, right in rights_of_routes(app):
        method, path = name.split(" /", 1)
        parts = [part.split(":")[0] + "}" if ":" in part else part for part in path.split("/")]
        plain.append((f"{method.split(' ')[0]} /{'/'.join(parts)}", right))
    return plain


def _for_whom(right: str) -> str:
    allowed = RIGHTS[right]
    if "anyone" in allowed:
        return f"For everybody (`{right}`)."
    if "guest" in allowed and len(allowed) > 1:
        return f"For {_ALL}, including guests (`{right}`)."
    if set(allowed) == set(PERSON_ROLES):
        return f"For {_ALL}, except guests (`{right}`)."
    roles = ", ".join(plain_words(each) for each in allowed)
    return f"For {roles} (`{right}`)."


@get("/asyncapi.json", include_in_schema=False, media_type="application/json", sync_to_thread=False)
def asyncapi() -> Response[bytes]:
    return Response(msgspec.json.encode(live_description()), media_type="application/json")
