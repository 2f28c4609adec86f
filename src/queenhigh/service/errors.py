"""The single shape of all errors, ours and Litestar's: code, message, clauses, path."""

import logging
import re
from collections.abc import Mapping
from typing import Final, TypeVar

import msgspec
from litestar import MediaType, Request, Response
from litestar.datastructures import State
from litestar.enums import ScopeType
from litestar.exceptions import HTTPException, NotFoundException, WebSocketException
from litestar.openapi.datastructures import ResponseSpec
from litestar.types import ExceptionHandlersMap, Scope
from sqlalchemy.exc import DataError

from ..extras import what_to_install
from ..house.decode_errors import explain, not_json, sentence
from ..store.records import StoreUnavailable
from ..table.refusal import Refusal
from ..wire.api_version import VERSION, version_in
from ..wire.messages import ErrorBody
from .strict_request import WrongBody

_Answer = TypeVar("_Answer")
_log = logging.getLogger(__name__)
_BODY: Final = re.compile(r"^data(\.|(?=\[)|$)")  # Litestar's name for the body.
_LONGEST_REASON: Final = 120  # Bytes: a WebSocket close frame takes 123.

# By status, for requests that Litestar refuses before our code runs.
CODES: Final[dict[int, tuple[str, str]]] = {
    400: ("request/invalid", "The request cannot be read."),
    401: ("session/missing", "You are not logged in."),
    403: ("rights/missing", "That is not allowed."),
    404: ("request/not_found", "Not found."),
    405: ("request/method", "That method is not allowed at this address."),
    413: ("request/too_large", "The request is too large."),
    415: ("request/media_type", "This content type is not accepted here."),
    429: ("request/too_many", "Too many requests: wait a moment."),
    500: ("service/fault", "Something went wrong on our side. Nothing is lost."),
    503: ("service/unavailable", "The service cannot answer now. Try again."),
}


class ServiceError(Exception):
    """A refusal that is sent to the client as it is; nothing has changed."""

    def __init__(
        self,
        code: str,
        message: str,
        status: int,
        clauses: tuple[str, ...] = (),
        path: str = "",
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(message)
        self.status = status
        self.headers = dict(headers or {})
        self.body = ErrorBody(code, message, clauses, path)

    @property
    def code(self) -> str:
        return self.body.code


class RefusedField(Refusal, frozen=True, kw_only=True, tag="refused"):
    """A refusal with the field of the request that is to blame, and a status of its own."""

    status: int
    path: str = ""


def accepted(answer: _Answer | Refusal) -> _Answer:
    """Return the answer to a command; raise a refusal as an HTTP error."""
    if not isinstance(answer, Refusal):
        return answer
    if isinstance(answer, RefusedField):
        raise ServiceError(answer.code, answer.message, answer.status, path=answer.path)
    status = 409
    if answer.code.startswith(("rights/", "token/")):
        status = 403
    elif answer.code.endswith("/unknown"):
        status = 404
    raise ServiceError(answer.code, answer.message, status, clauses=answer.clauses)


def no_table(table: str) -> ServiceError:
    return ServiceError("table/unknown", f"There is no table {table}.", status=404)


def refusal_to(scope: Scope, error: ServiceError) -> Exception:
    """The exception to raise on this connection: a WebSocket closes with a code, not a status.

    The codes follow HTTP: 4401 is nobody logged in, 4403 not allowed, 4429 too many requests.
    """
    if scope["type"] != ScopeType.WEBSOCKET:
        return error
    reason = f"{error.code}: {error.body.message}".encode()[:_LONGEST_REASON]
    return WebSocketException(detail=reason.decode(errors="ignore"), code=4000 + error.status)


def as_response(request: Request[object, object, State], error: Exception) -> Response[ErrorBody]:
    told = as_service_error(error, tell_how=_administers(request))
    if isinstance(error, NotFoundException):
        told = nothing_at(request.scope["path"])
    if told.status == 500:
        where = request.scope.get("path_template", "?")  # The path itself may contain a secret.
        _log.error("fault at %s %s", request.method, where, exc_info=error)
    return Response(
        told.body, status_code=told.status, headers=told.headers, media_type=MediaType.JSON
    )


def nothing_at(path: str) -> ServiceError:
    """The error for an unknown address; for another API version it names the one we speak."""
    version = version_in(path)
    if version not in (None, VERSION):
        message = f"This service provides version {VERSION} of the API, not {version}."
        return ServiceError("request/version", message, 404)
    return ServiceError(*CODES[404], 404)


EXCEPTION_HANDLERS: Final[ExceptionHandlersMap] = {Exception: as_response}


def _administers(request: Request[object, object, State]) -> bool:
    person = request.scope.get("user")
    return getattr(person, "role", None) == "administrator"


def as_service_error(error: Exception, *, tell_how: bool = False) -> ServiceError:
    """Convert any exception. `tell_how`: the reader can install what is missing here."""
    if isinstance(error, ServiceError):
        return error
    if isinstance(error, StoreUnavailable):
        return ServiceError(*CODES[503], 503, headers={"retry-after": "1"})
    if isinstance(error, ModuleNotFoundError) and (needed := what_to_install(error)):
        if tell_how:
            return ServiceError("service/extra_missing", f"Not available here: {needed}.", 501)
        return ServiceError("service/extra_missing", "Not available here.", 501)
    if isinstance(error, HTTPException):
        return _from_litestar(error)
    if isinstance(error, UnicodeDecodeError):  # Litestar does not catch it when reading a body.
        return ServiceError(CODES[400][0], "The request is not UTF-8.", 400)
    if isinstance(error, RecursionError):  # Nor does it catch this one, from deeply nested JSON.
        return ServiceError(CODES[400][0], "The request is nested too deeply.", 400)
    if isinstance(error, (OverflowError, DataError)):  # A number too large for its column.
        return ServiceError(CODES[400][0], "A number in the request is too large.", 400)
    return ServiceError(*CODES[500], 500)


def _from_litestar(error: HTTPException) -> ServiceError:
    status = error.status_code if error.status_code in CODES else 400
    if error.status_code >= 500 and status == 400:
        status = 500
    code, message = CODES[status]
    path = ""
    if status == 400:
        path, message = _what_is_wrong(error, message)
    return ServiceError(code, message, status, path=path, headers=error.headers)


def _what_is_wrong(error: HTTPException, otherwise: str) -> tuple[str, str]:
    """The field, and a sentence about it."""
    for cause in (error.__cause__, error.__cause__ and error.__cause__.__cause__):
        if isinstance(cause, WrongBody):
            return cause.path, sentence(cause.path, cause.reason)
        if isinstance(cause, msgspec.ValidationError):
            path, reason = explain(cause, table="an object")
            path = _BODY.sub("", path)
            return path, sentence(path, reason)
        if isinstance(cause, msgspec.DecodeError):
            return "", f"The request is {not_json(cause)}."
    if isinstance(error.extra, list) and error.extra:
        first = error.extra[0]
        path, reason = str(first.get("key", "")), str(first.get("message", ""))
        return path, f"{path or 'The request'}: {reason[:1].lower()}{reason[1:]}."
    return "", error.detail if error.detail and len(error.detail) < 200 else otherwise


# For the `responses` of every route, so that the API's description includes the shape too.
ERROR_RESPONSES: Final[dict[int, ResponseSpec]] = {
    status: ResponseSpec(ErrorBody, generate_examples=False, description=message)
    for status, (_, message) in CODES.items()
    if status in (400, 401, 403, 404, 413, 429, 503)
} | {
    409: ResponseSpec(
        ErrorBody,
        generate_examples=False,
        description="The request conflicts with the current state.",
    )
}
