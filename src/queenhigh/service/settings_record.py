"""The service's settings in the chained log: every change leaves a trace."""

import asyncio

import msgspec
from sqlalchemy import make_url

from .. import __version__
from ..floor.settings import STREAM, ApplySettings, SettingsApplied
from ..house.plain_data import Json
from ..store.chain import canonical, digest
from ..table.commands import Said
from ..table.event import Fields
from .cardroom import Cardroom
from .config import Config
from .houses.shelf import Shelf


async def record_settings(cardroom: Cardroom, shelf: Shelf, config: Config) -> None:
    """Record the settings if they differ from the last record. No secret goes into the log."""
    settings: dict[str, Json] = msgspec.to_builtins(config)
    if config.on_postgres:
        address = make_url(config.database)
        settings["database"] = address.set(password=None).render_as_string()
    houses = await asyncio.to_thread(shelf.of_folders)
    wish: Fields = {"settings": settings, "houses": houses, "program": __version__}
    records = await asyncio.to_thread(cardroom.store.records, STREAM)
    if records:
        last = msgspec.json.decode(records[-1].event, type=SettingsApplied)
        if canonical({name: getattr(last, name) for name in wish}) == canonical(wish):
            return
    # Several processes that start together record the change once.
    identity = f"settings:{len(records)}:{digest(canonical(wish))[:16]}"
    said: Said = {"by": "system", "at": cardroom.now()}
    await cardroom.executor.act(
        STREAM,
        ApplySettings(**said, id=identity, **wish),
        lambda: [SettingsApplied(**said, **wish)],
    )
