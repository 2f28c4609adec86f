"""Who a patron is: kept apart from the log, sealed, and opened only to those who need it.

Sealed with AES-GCM under a key that is not in the database. The patron's name goes into the seal,
so that one patron's record cannot be put in another's place. Keys are changed by adding a new one
in front: it seals from then on, and the older ones still open.
"""

import os
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Final

import msgspec

from ..house.model import House
from ..table.roles import role_of
from .compliance import FIELDS, MAY

KEY_BYTES: Final = 32
_VERSION: Final = b"\x01"
_ID_BYTES, _NONCE_BYTES = 8, 12
KEY_VARIABLE: Final = "QUEENHIGH_IDENTITY_KEY"
KEY_FILE_VARIABLE: Final = "QUEENHIGH_IDENTITY_KEY_FILE"


class Identity(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What forms and reports ask for about a person. Printed, it says nothing."""

    legal_name: str = ""
    address: str = ""
    born: str = ""
    document: str = ""  # Which one was seen: a driver's licence, a passport.
    document_number: str = ""
    taxpayer_number: str = ""
    country: str = ""
    resident: bool = True

    @property
    def fields(self) -> tuple[str, ...]:
        """Those that are filled in."""
        return tuple(name for name in FIELDS if getattr(self, name))

    def __repr__(self) -> str:
        return f"Identity({', '.join(self.fields)})"

    __str__ = __repr__


class SealBroken(ValueError):
    """The record was changed, belongs to somebody else, or was sealed under another key."""


class Sealer:
    """Seals under the first of its keys, opens under any of them."""

    def __init__(self, *keys: bytes, chance: Callable[[int], bytes] = os.urandom):
        if not keys:
            raise ValueError("there is no key to seal identities with")
        for key in keys:
            if len(key) != KEY_BYTES:
                raise ValueError(f"a key for identities has {KEY_BYTES} bytes, not {len(key)}")
        self._keys = {_key_id(key): key for key in reversed(keys)}
        self._first = keys[0]
        self._chance = chance

    def seal(self, patron: str, identity: Identity) -> bytes:
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM

        nonce = self._chance(_NONCE_BYTES)
        head = _VERSION + _key_id(self._first)
        written = msgspec.json.encode(identity)
        return head + nonce + AESGCM(self._first).encrypt(nonce, written, _bound(head, patron))

    def open(self, patron: str, sealed: bytes) -> Identity:
        from cryptography.exceptions import InvalidTag
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM

        head, rest = sealed[: 1 + _ID_BYTES], sealed[1 + _ID_BYTES :]
        key = self._keys.get(head[1:])
        if head[:1] != _VERSION or key is None:
            raise SealBroken("the record was sealed under a key that is not here")
        nonce, hidden = rest[:_NONCE_BYTES], rest[_NONCE_BYTES:]
        try:
            written = AESGCM(key).decrypt(nonce, hidden, _bound(head, patron))
        except (InvalidTag, ValueError):
            raise SealBroken("the record was changed, or is another patron's") from None
        return msgspec.json.decode(written, type=Identity)

    def is_current(self, sealed: bytes) -> bool:
        """Whether it is sealed under the first key, or should be sealed again."""
        return sealed[1 : 1 + _ID_BYTES] == _key_id(self._first)


def _key_id(key: bytes) -> bytes:
    return sha256(b"queenhigh identity key" + key).digest()[:_ID_BYTES]


def _bound(head: bytes, patron: str) -> bytes:
    return head + patron.encode()


def new_key(chance: Callable[[int], bytes] = os.urandom) -> str:
    """As it is written in a file or in the environment."""
    return urlsafe_b64encode(chance(KEY_BYTES)).decode()


def read_keys(text: str) -> list[bytes]:
    """One a line, the newest first; lines that begin with # are passed over."""
    lines = [line.strip() for line in text.splitlines()]
    try:
        return [urlsafe_b64decode(line) for line in lines if line and line[0] != "#"]
    except ValueError:
        raise ValueError("a key for identities is written in base64, one a line") from None


def sealer_from(environment: Mapping[str, str]) -> Sealer | None:
    """With the keys that a variable names or a file holds; none where neither does."""
    if file := environment.get(KEY_FILE_VARIABLE):
        return Sealer(*read_keys(Path(file).read_text("utf-8")))
    if written := environment.get(KEY_VARIABLE):
        return Sealer(*read_keys(written.replace(",", "\n")))
    return None


def may_see(house: House, by: str) -> bool:
    """Whether this person's role needs to know who patrons are."""
    return role_of(house, by) in MAY["read_identity"]
