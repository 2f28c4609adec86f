"""Tokens with which a person's programs sign in."""

import asyncio
import logging
import secrets
from datetime import timedelta
from typing import Final

import msgspec

from ...store.credentials import DEFAULT_SCOPES, Person, Token
from ..errors import ServiceError
from ..rights import SCOPES, Scope
from . import display_names
from .personnel import Personnel
from .sessions import TOKEN_PREFIX, Sessions, hash_of

_log = logging.getLogger(__name__)
_ID: Final = 16  # Characters of a token's hash that serve as its id.


class NewToken(msgspec.Struct, frozen=True):
    secret: str
    token: Token


def token_id(token: Token) -> str:
    return token.token_hash[:_ID]


class ProgramTokens:
    def __init__(self, personnel: Personnel, sessions: Sessions, most: int) -> None:
        self._personnel, self._sessions, self._most = personnel, sessions, most

    async def make(
        self, person: Person, label: str, days: int, scopes: tuple[Scope, ...] = DEFAULT_SCOPES
    ) -> NewToken:
        now = self._sessions.now()
        shown = display_names.shown(label, "", "label")
        if not shown:
            raise ServiceError("token/label", "Say what the token is for.", 400, path="label")
        if len(await self.of(person)) >= self._most:
            message = f"You may have at most {self._most} tokens: remove one first."
            raise ServiceError("token/too_many", message, 409)
        secret = TOKEN_PREFIX + secrets.token_urlsafe(32)
        expires_at = now + timedelta(days=days)
        kept = tuple(scope for scope in SCOPES if scope in scopes)
        token = Token(hash_of(secret), person.name, shown, now, expires_at, None, kept)
        await self._personnel.make_token(str(person.actor), token)
        _log.info("%s made a token", person.name)
        return NewToken(secret, token)

    async def of(self, person: Person) -> list[Token]:
        return await asyncio.to_thread(
            self._personnel.people.tokens_of, person.name, self._sessions.now()
        )

    async def remove(self, person: Person, identity: str) -> None:
        for token in await self.of(person):
            if token_id(token) == identity:
                by, name = str(person.actor), person.name
                await self._personnel.remove_token(by, name, token.token_hash)
                return
        raise ServiceError("token/not_found", "You have no such token.", 404, path="id")
