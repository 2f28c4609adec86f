"""The service's settings in the chained log: every change to them leaves a trace."""

import asyncio
from typing import Any

import msgspec
from sqlalchemy import make_url

from .. import __version__
from ..floor.settings import STREAM, ApplySettings, SettingsApplied
from ..store.chain import canonical, digest
from .cardroom import Cardroom
from .config import Config
from .houses.shelf import Shelf


async def record_settings(cardroom: Cardroom, shelf: Shelf, config: Config) -> None:
    """Record the settings if they differ from the last record. No secret goes into the log."""
    settings: dict[str, Any] = msgspec.to_builtins(config)
    if config.on_postgres:
        address = make_url(config.database)
        settings["database"] = address.set(password=None).render_as_string()
    houses = await asyncio.to_thread(shelf.of_folders)
    wish: dict[str, Any] = {"settings": settings, "houses": houses, "program": __version__}
    records = await asyncio.to_thread(cardroom.store.records, STREAM)
    if records:
        last = msgspec.json.decode(records[-1].event, type=SettingsApplied)
        if canonical({name: getattr(last, name) for name in wish}) == canonical(wish):
            return
    # Several processes that start together record the change once.
    identity = f"settings:{len(records)}:{digest(canonical(wish))[:16]}"
    said: dict[str, Any] = {"by": "system", "at": cardroom.now()}
    await cardroom.executor.act(
        STREAM,
        ApplySettings(**said, id=identity, **wish),
        lambda: [SettingsApplied(**said, **wish)],
    )
