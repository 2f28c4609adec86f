"""Sealing under keys that are not in the database: AES-GCM, the newest key first.

What it belongs to goes into the seal, so that one record cannot be put in another's place. Keys are
changed by adding a new one in front: it seals from then on, and the older ones still open.
"""

import os
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Mapping
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
    """What a key is for: a key of one purpose opens nothing of another."""

    name: str  # As it goes into the key's id: "queenhigh identity key".
    words: str  # "identities".
    variable: str

    @property
    def file_variable(self) -> str:
        return f"{self.variable}_FILE"


class KeyRing:
    """Seals under the first of its keys, opens under any of them."""

    def __init__(
        self, purpose: Purpose, *keys: bytes, chance: Callable[[int], bytes] = os.urandom
    ) -> None:
        if not keys:
            raise ValueError(f"there is no key to seal {purpose.words} with")
        for key in keys:
            if len(key) != KEY_BYTES:
                message = f"a key for {purpose.words} has {KEY_BYTES} bytes, not {len(key)}"
                raise ValueError(message)
        self._purpose, self._first, self._chance = purpose, keys[0], chance
        self._keys = {self._id(key): key for key in reversed(keys)}

    def seal(self, of: str, written: bytes) -> bytes:
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM

        nonce, head = self._chance(_NONCE_BYTES), _VERSION + self._id(self._first)
        return head + nonce + AESGCM(self._first).encrypt(nonce, written, head + of.encode())

    def open(self, of: str, sealed: bytes) -> bytes:
        """Raises SealBroken."""
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
        """A name of the first key that tells nothing of it."""
        return self._id(self._first).hex()

    def is_current(self, sealed: bytes) -> bool:
        """Whether it is sealed under the first key, or should be sealed again."""
        return sealed[1 : 1 + _ID_BYTES] == self._id(self._first)

    def _id(self, key: bytes) -> bytes:
        return sha256(self._purpose.name.encode() + key).digest()[:_ID_BYTES]


def new_key(chance: Callable[[int], bytes] = os.urandom) -> str:
    """As it is written in a file or in the environment."""
    return urlsafe_b64encode(chance(KEY_BYTES)).decode()


def read_keys(text: str, purpose: Purpose) -> list[bytes]:
    """One a line, the newest first; lines that begin with # are passed over."""
    lines = [line.strip() for line in text.splitlines()]
    try:
        return [urlsafe_b64decode(line) for line in lines if line and line[0] != "#"]
    except ValueError:
        message = f"a key for {purpose.words} is written in base64, one a line"
        raise ValueError(message) from None


def keyring_from(environment: Mapping[str, str], purpose: Purpose) -> KeyRing | None:
    """With the keys that a variable names or a file holds; none where neither does."""
    if file := environment.get(purpose.file_variable):
        return KeyRing(purpose, *read_keys(Path(file).read_text("utf-8"), purpose))
    if written := environment.get(purpose.variable):
        return KeyRing(purpose, *read_keys(written.replace(",", "\n"), purpose))
    return None


def key_file(file: Path) -> None:
    """A file with a key of its own, for its owner alone; one that is there stays as it is."""
    try:
        opened = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return
    with os.fdopen(opened, "w", encoding="ascii") as written:
        written.write(new_key() + "\n")
        written.flush()
        os.fsync(written.fileno())
