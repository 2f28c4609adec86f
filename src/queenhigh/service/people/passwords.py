"""Passwords: argon2id, with equal work for unknown names, and without slowing the tables.

A hash costs about as much as a hundred commands. So a single thread (more on request) computes them
all and, where the system allows it, yields to the others. When its queue is too long, people are
turned away so that the tables do not have to wait.
"""

import asyncio
import os
import threading
import unicodedata
from base64 import b64encode
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import cache
from importlib.resources import files
from string import digits
from typing import Final, TypeVar

import msgspec
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from ..errors import ServiceError

SHORTEST: Final = 10
LONGEST: Final = 200
_MEMORY_KIB: Final = 46 * 1024
_PASSES: Final = 2
_NICENESS: Final = 10
_OURS: Final = ("queenhigh", "threecardpoker")  # Obvious guesses for this program.

T = TypeVar("T")


class Verdict(msgspec.Struct, frozen=True):
    right: bool
    new_hash: str | None = None  # Set if the stored hash has outdated parameters; replaces it.


def complaint(password: str, name: str) -> str | None:
    """What is wrong with this person's new password, in one sentence; empty if nothing is."""
    text = _normal(password)
    if len(text) < SHORTEST:
        return f"A password has at least {SHORTEST} characters."
    if len(text) > LONGEST:
        return f"A password has at most {LONGEST} characters."
    if text.casefold() == name.casefold() or _core(text) == _core(name) != "":
        return "The password must not be your name, with or without digits."
    if len(set(text)) == 1:
        return "A password must not be one repeated character."
    if text.casefold() in _common() or _core(text) in _OURS:
        return "This password is too common. Try four words of your own."
    return None


@cache
def _common() -> frozenset[str]:
    """The most common passwords that are long enough; in lower case, one per line."""
    kept = files(__package__).joinpath("common_passwords.txt").read_text(encoding="utf-8")
    return frozenset(kept.splitlines())


def _core(text: str) -> str:
    """Letters and digits without the digits at either end: queenhigh for Queen-High 2026!"""
    return "".join(each for each in text.casefold() if each.isalnum()).strip(digits)


class Passwords:
    def __init__(self, hasher: PasswordHasher | None = None, *, waiting: int = 32) -> None:
        self._hasher = hasher or PasswordHasher(
            time_cost=_PASSES, memory_cost=_MEMORY_KIB, parallelism=1
        )
        self._threads = ThreadPoolExecutor(1, "passwords", _yield_to_tables)
        self._places = 1 + waiting
        self._nobodys = _no_passwords(self._hasher)

    @contextmanager
    def place(self) -> Iterator[None]:
        """Hold a place in the queue while a password is handled. Raises ServiceError if full."""
        if self._places == 0:
            message = "Too many people are logging in: try again in a moment."
            raise ServiceError("login/busy", message, 503, headers={"retry-after": "3"})
        self._places -= 1
        try:
            yield
        finally:
            self._places += 1

    async def hash(self, password: str) -> str:
        return await self._aside(lambda: self._hasher.hash(_normal(password)))

    async def verify(self, password_hash: str | None, password: str) -> Verdict:
        """Check a password. Without a hash (unknown name or guest), do the same work and refuse."""
        return await self._aside(lambda: self._verify(password_hash, _normal(password)))

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _verify(self, password_hash: str | None, password: str) -> Verdict:
        try:
            self._hasher.verify(password_hash or self._nobodys, password)
        except (VerificationError, InvalidHashError):
            return Verdict(False)
        if password_hash is None:
            return Verdict(False)
        if self._hasher.check_needs_rehash(password_hash):
            return Verdict(True, self._hasher.hash(password))
        return Verdict(True)

    async def _aside(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, work)


def _no_passwords(hasher: PasswordHasher) -> str:
    """A hash that no password has, for unknown names; a constant, so no start has to compute it."""
    lengths = hasher.salt_len, hasher.hash_len
    salt, hashed = (b64encode(os.urandom(each)).rstrip(b"=").decode() for each in lengths)
    costs = f"m={hasher.memory_cost},t={hasher.time_cost},p={hasher.parallelism}"
    return f"$argon2id$v=19${costs}${salt}${hashed}"


def _yield_to_tables() -> None:
    """Lower this thread's priority; only Linux has a niceness for each thread."""
    with suppress(AttributeError, OSError):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _NICENESS)


def _normal(password: str) -> str:
    """Normalise a password, so that it is the same when typed on another keyboard."""
    return unicodedata.normalize("NFKC", password)
