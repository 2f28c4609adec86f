"""Identities of patrons: kept apart from the log, sealed, and opened only to those who need them.

Each is sealed for its patron under a key that is not in the database (`keyring`).
"""

from collections.abc import Mapping
from typing import Final

import msgspec

from ..house.model import House
from ..table.roles import role_of
from .compliance import FIELDS, MAY
from .keyring import KeyRing, Purpose, keys_in

KEY_VARIABLE: Final = "QUEENHIGH_IDENTITY_KEY"
IDENTITIES: Final = Purpose("queenhigh identity key", "identities", KEY_VARIABLE)
KEY_FILE_VARIABLE: Final = IDENTITIES.file_variable


class Identity(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A person's details for forms and reports. Its `repr` reveals nothing."""

    legal_name: str = ""
    address: str = ""
    born: str = ""
    document: str = ""  # Which document was seen: a driver's licence, a passport.
    document_number: str = ""
    taxpayer_number: str = ""
    country: str = ""
    resident: bool = True

    @property
    def fields(self) -> tuple[str, ...]:
        """The names of the fields that are filled in."""
        return tuple(name for name in FIELDS if getattr(self, name))

    def __repr__(self) -> str:
        return f"Identity({', '.join(self.fields)})"

    __str__ = __repr__


class Sealer:
    """Sealing of identities under keys that are not in the database."""

    def __init__(self, *keys: bytes):
        self._keys = KeyRing(IDENTITIES, *keys)

    def seal(self, patron: str, identity: Identity) -> bytes:
        return self._keys.seal(patron, msgspec.json.encode(identity))

    def open(self, patron: str, sealed: bytes) -> Identity:
        """Open a sealed identity. Raises SealBroken."""
        return msgspec.json.decode(self._keys.open(patron, sealed), type=Identity)

    @property
    def current(self) -> str:
        return self._keys.current

    def is_current(self, sealed: bytes) -> bool:
        """Whether it is sealed under the first key; otherwise it should be resealed."""
        return self._keys.is_current(sealed)


def sealer_from(environment: Mapping[str, str]) -> Sealer | None:
    """Make a sealer with the keys in a variable or a file; None without either."""
    keys = keys_in(environment, IDENTITIES)
    return None if keys is None else Sealer(*keys)


def may_see(house: House, by: str) -> bool:
    """Whether this person's role needs to know patrons' identities."""
    return role_of(house, by) in MAY["read_identity"]
