"""Where a request comes from, and whether it comes from one of our pages.

A proxy's headers about its client (X-Forwarded-For, -Proto, -Host) count only if the connection
itself comes from an address that the configuration trusts: anybody can send these headers.
"""

from collections.abc import Iterable
from ipaddress import (
    IPv4Address,
    IPv4Network,
    IPv6Address,
    IPv6Network,
    ip_address,
    ip_network,
)
from typing import Final
from urllib.parse import urlsplit

import msgspec
from litestar.types import Scope

_Address = IPv4Address | IPv6Address
_Network = IPv4Network | IPv6Network
_PORTS: Final = {"http": 80, "https": 443, "ws": 80, "wss": 443}
_HOME: Final = 64  # Bits of the prefix that one IPv6 customer has.


class Caller(msgspec.Struct, frozen=True):
    address: str  # The address of one person, as far as we can tell; empty if unknown.
    secure: bool
    hosts: tuple[str, ...]  # Names that the caller's browser may use for this service.


class Addresses:
    """`trusted` are addresses and networks of proxies; `public` are addresses of this service."""

    def __init__(self, trusted: Iterable[str] = (), public: Iterable[str] = ()) -> None:
        """Raises ValueError for an invalid address."""
        self._trusted: tuple[_Network, ...] = tuple(
            ip_network(each.strip(), strict=False) for each in trusted if each.strip()
        )
        self._public = tuple(_origin(each) for each in public if each)
        if None in self._public:
            raise ValueError("a public address looks like https://cards.example")

    def caller(self, scope: Scope) -> Caller:
        peer = _parsed((scope.get("client") or ("",))[0])
        secure = scope.get("scheme") in ("https", "wss")
        hosts = header_values(scope, b"host")
        if peer is not None and self._trusts(peer):
            peer = self._behind(peer, header_values(scope, b"x-forwarded-for"))
            if told := _last(header_values(scope, b"x-forwarded-proto")):
                secure = told.lower() in ("https", "wss")
            hosts = [*hosts, *filter(None, [_last(header_values(scope, b"x-forwarded-host"))])]
        return Caller(_one_person(peer), secure, tuple(hosts))

    def is_ours(self, origin: str, caller: Caller) -> bool:
        """Whether a browser's `Origin` belongs to this service."""
        named = _origin(origin)
        if named is None or (caller.secure and named[0] not in ("https", "wss")):
            return False
        hosts = (_origin(f"{named[0]}://{host}") for host in caller.hosts)
        return named in self._public or named in hosts

    def _trusts(self, address: _Address) -> bool:
        return any(address in network for network in self._trusted)

    def _behind(self, peer: _Address, forwarded: list[str]) -> _Address:
        """The nearest address that is not one of our proxies; those beyond it may be forged."""
        address = peer
        for text in reversed(",".join(forwarded).split(",")):
            told = _parsed(text.strip())
            if told is None:
                return address
            address = told
            if not self._trusts(told):
                return told
        return address


def header_values(scope: Scope, name: bytes) -> list[str]:
    return [value.decode("latin-1") for key, value in scope["headers"] if key.lower() == name]


def _last(values: list[str]) -> str | None:
    """The value that the nearest proxy has added."""
    return ",".join(values).rpartition(",")[2].strip() or None if values else None


def _parsed(text: str) -> _Address | None:
    try:
        address = ip_address(text)
    except ValueError:
        return None
    if isinstance(address, IPv6Address) and address.ipv4_mapped:
        return address.ipv4_mapped
    return address


def _one_person(address: _Address | None) -> str:
    if isinstance(address, IPv6Address):
        return str(IPv6Network((int(address) >> _HOME << _HOME, 128 - _HOME)))
    return str(address) if address else ""


def _origin(text: str) -> tuple[str, str, int] | None:
    """Scheme, host and port; None for `null` and everything else that is not an origin."""
    try:
        parts = urlsplit(text)
        host, port = parts.hostname, parts.port
    except ValueError:
        return None
    if parts.scheme not in _PORTS or not host or parts.username is not None:
        return None
    return parts.scheme, host, port or _PORTS[parts.scheme]
