"""The version of the API, and where it stands in an address.

Routes and callers write ``/api/tables``; over the network it is ``/api/v1/tables``. Without a
version an address means the current one, for people who type it.
"""

import re
from typing import Final

API: Final = "/api"
VERSION: Final = "v1"
_VERSIONED: Final = re.compile(rf"{API}/(v[0-9]+)(?=/|$)")


def versioned(path: str) -> str:
    """The address of this version, for a path without one."""
    if path.startswith(f"{API}/") and version_in(path) is None:
        return f"{API}/{VERSION}{path.removeprefix(API)}"
    return path


def unversioned(path: str) -> str:
    """The path that routes know. The path of an unsupported version is left unchanged."""
    return path.replace(f"/{VERSION}", "", 1) if version_in(path) == VERSION else path


def version_in(path: str) -> str | None:
    found = _VERSIONED.match(path)
    return found[1] if found else None
