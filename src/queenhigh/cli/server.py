"""`queenhigh serve`."""

import os
import socket
from collections.abc import Mapping

import msgspec

_TRIED = 20  # Ports after the usual one, when another service has that.


def serve(file: str | None, flags: Mapping[str, object], *, json: bool) -> int:
    from ..service import server
    from ..service.config import Config, load_config
    from ..store.records import StoreUnavailable

    config = load_config(file, os.environ, flags)
    if why := _refusal(config.host, config.port):
        if config.port != Config().port or flags.get("port") is not None:
            raise ValueError(f"cannot listen on {config.host}:{config.port}: {why}")
        config = msgspec.structs.replace(config, port=_free_port(config.host, config.port, why))
    try:
        return server.serve(config, json=json)
    except StoreUnavailable as error:
        raise ValueError(f"the database does not answer: {error}") from None


def _free_port(host: str, port: int, why: str) -> int:
    for other in range(port + 1, port + _TRIED):
        if not _refusal(host, other):
            return other
    raise ValueError(f"cannot listen on {host}:{port}: {why}; choose another with --port")


def _refusal(host: str, port: int) -> str:
    """Why the address cannot be bound; empty if it can."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as trial:
        trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            trial.bind((host, port))
        except (OSError, OverflowError) as error:
            return getattr(error, "strerror", None) or str(error)
    return ""
