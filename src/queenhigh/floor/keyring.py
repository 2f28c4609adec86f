"""Sealing under keys that are not in the database: AES-GCM, the newest key first.

The seal covers what the record belongs to, so no record can take another's place. To change
keys, add a new one in front: it seals from then on, and the older ones still open.
"""

import os
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Final

import msgspec

KEY_BYTES: Final = 32
_VERSION: Final = b"\x01"
_ID_BYTES, _NONCE_BYTES = 8, 12


class SealBroken(ValueError):
    """The record was changed, belongs elsewhere, or was sealed under another key."""


class Purpose(msgspec.Struct, frozen=True):
    """The purpose of a key: it opens nothing that was sealed for another purpose."""

    name: str  # Part of the key's id: "queenhigh identity key".
    words: str  # For messages: "identities".
    variable: str

    @property
    def file_variable(self) -> str:
        return f"{self.variable}_FILE"


class KeyRing:
    """Keys: the first one seals, any of them opens."""

    def __init__(self, purpose: Purpose, *keys: bytes) -> None:
        if not keys:
            raise ValueError(f"there is no key to seal {purpose.words} with")
        for key in keys:
            if len(key) != KEY_BYTES:
                message = f"a key for {purpose.words} has {KEY_BYTES} bytes, not {len(key)}"
                raise ValueError(message)
        self._purpose, self._first = purpose, keys[0]
        self._keys = {self._id(key): key for key in reversed(keys)}

    def seal(self, of: str, written: bytes) -> bytes:
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM

        nonce, head = os.urandom(_NONCE_BYTES), _VERSION + self._id(self._first)
        return head + nonce + AESGCM(self._first).encrypt(nonce, written, head + of.encode())

    def open(self, of: str, sealed: bytes) -> bytes:
        """Open a sealed text. Raises SealBroken."""
        from cryptography.exceptions import InvalidTag
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM

        head, rest = sealed[: 1 + _ID_BYTES], sealed[1 + _ID_BYTES :]
        key = self._keys.get(head[1:])
        if head[:1] != _VERSION or key is None:
            raise SealBroken("it was sealed under a key that is not here")
        nonce, hidden = rest[:_NONCE_BYTES], rest[_NONCE_BYTES:]
        try:
            return AESGCM(key).decrypt(nonce, hidden, head + of.encode())
        except (InvalidTag, ValueError):
            raise SealBroken("it was changed, or belongs elsewhere") from None

    @property
    def current(self) -> str:
        """An id of the first key that reveals nothing about it."""
        return self._id(self._first).hex()

    def is_current(self, sealed: bytes) -> bool:
        """Whether it is sealed under the first key; otherwise it should be resealed."""
        return sealed[1 : 1 + _ID_BYTES] == self._id(self._first)

    def _id(self, key: bytes) -> bytes:
        return sha256(self._purpose.name.encode() + key).digest()[:_ID_BYTES]


def new_key() -> str:
    """Make a key in the form used in a file or the environment."""
    return urlsafe_b64encode(os.urandom(KEY_BYTES)).decode()


def read_keys(text: str, purpose: Purpose) -> list[bytes]:
    """Read one key per line, the newest first, skipping lines that begin with #."""
    lines = [line.strip() for line in text.splitlines()]
    try:
        return [urlsafe_b64decode(line) for line in lines if line and line[0] != "#"]
    except ValueError:
        message = f"a key for {purpose.words} is written in base64, one per line"
        raise ValueError(message) from None


def keys_in(environment: Mapping[str, str], purpose: Purpose) -> list[bytes] | None:
    """The keys in a file or a variable; None without either."""
    if file := environment.get(purpose.file_variable):
        return read_keys(Path(file).read_text("utf-8"), purpose)
    if written := environment.get(purpose.variable):
        return read_keys(written.replace(",", "\n"), purpose)
    return None


def keyring_from(environment: Mapping[str, str], purpose: Purpose) -> KeyRing | None:
    """Make a key ring with the keys in a variable or a file; None without either."""
    keys = keys_in(environment, purpose)
    return None if keys is None else KeyRing(purpose, *keys)


def key_file(file: Path) -> None:
    """Create a file with a new key, readable by its owner only; leave an existing one alone."""
    try:
        opened = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return
    with os.fdopen(opened, "w", encoding="ascii") as written:
        written.write(new_key() + "\n")
        written.flush()
        os.fsync(written.fileno())
