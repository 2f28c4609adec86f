"""Requests whose JSON is read strictly: an amount is 500, not "500", 500.0 or 5e2.

Litestar reads bodies like queries, in which every number is text. So we decode a body into the type
that the route asks for before Litestar sees it.
"""

from collections.abc import AsyncGenerator
from functools import cache

import msgspec
from litestar import Request
from litestar.datastructures import State
from litestar.exceptions import (
    ClientException,
    InternalServerException,
    SerializationException,
    ServiceUnavailableException,
)

from ..house.decode_errors import doubled_key, explain_json


class WrongBody(SerializationException):
    """JSON that does not match the type the route asks for: where, and why."""

    def __init__(self, error: msgspec.ValidationError, wanted: object, body: bytes):
        self.path, self.reason = explain_json(error, wanted, body)
        super().__init__(str(error))


class StrictRequest(Request[object, object, State]):
    async def stream(self) -> AsyncGenerator[bytes, None]:
        """Yield the body; a client that disconnects before its end is no fault of the service."""
        try:
            async for part in super().stream():
                yield part
        except InternalServerException as error:
            if not self.is_connected:  # The body has been read already: that is a fault.
                raise
            raise ServiceUnavailableException("The client has disconnected.") from error

    async def json(self) -> object:
        wanted = self.route_handler.parsed_data_field
        if wanted is None:
            return await super().json()
        body = await self.body()
        try:
            found = _decoder(wanted.annotation).decode(body)
            body.decode()  # Ignored parts must be valid UTF-8 too.
            if twice := doubled_key(body):
                raise SerializationException(f"{twice[:40]} appears twice.")
            return found
        except msgspec.ValidationError as error:
            raise WrongBody(error, wanted.annotation, body) from error
        except msgspec.DecodeError as error:
            raise SerializationException(str(error)) from error  # Litestar answers this with 400.


async def refuse_what_nobody_reads(request: Request[object, object, State]) -> None:
    """Refuse broken JSON sent to a route that takes no body; valid JSON is ignored."""
    if request.method == "GET" or request.route_handler.parsed_data_field is not None:
        return
    if body := await request.body():
        try:
            msgspec.json.decode(body)
        except msgspec.DecodeError as error:
            raise ClientException from error


@cache
def _decoder(kind: object) -> msgspec.json.Decoder[object]:
    return msgspec.json.Decoder(kind)
