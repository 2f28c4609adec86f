"""The floor: every table with what has to be looked after, and what can be said at a table."""

import msgspec
from litestar import Controller, get

from ...table.command_fields import CommandField, fields_of
from ...table.commands import COMMANDS, Command
from ...table.instructions import STEPS
from ...table.roles import MAY
from ...wire.messages import FloorTable
from ..cage.routes import Cage
from ..compliance.routes import Compliance
from ..conduct.routes import Conduct
from ..disputes.routes import Disputes, Dossiers
from ..notices.routes import Notices
from ..reports.routes import Reports
from ..reports.surveillance_routes import Surveillance
from ..request_scope import Asked, TheLobby
from ..rights import needs
from .room_feed import PitFeed

# What the floor writes down and reads, beside the tables themselves.
CONTROLLERS = (Notices, Disputes, Dossiers, Compliance, Conduct, Surveillance, Reports, Cage)


class StepShown(msgspec.Struct, frozen=True):
    name: str
    role: str
    text: str


class CommandShown(msgspec.Struct, frozen=True):
    """A command at a table, its roles and its fields."""

    type: str
    about: str
    roles: tuple[str, ...]
    fields: tuple[CommandField, ...]


class Floor(Controller):
    path = "/api"
    tags = ("floor",)

    @get("/floor/tables", guards=[needs("floor.see")], summary="Every table, as staff see it")
    async def tables(self, request: Asked, lobby: TheLobby) -> list[FloorTable]:
        """With dealer, tray, round and what is due."""
        return (await PitFeed(lobby, request.user).whole()).tables

    @get("/steps", guards=[needs("houses.read")], summary="The steps of the procedure")
    async def steps(self) -> list[StepShown]:
        """By name, with the role that does each and its wording.

        A table's automation is a list of these names.
        """
        return [StepShown(name, step.role, step.text) for name, step in STEPS.items()]

    @get("/commands", guards=[needs("houses.read")], summary="The commands of a table")
    async def commands(self) -> list[CommandShown]:
        """Every command with its purpose, its fields and the roles that may give it.

        A table's forms have the choices that it offers.
        """
        return [_shown(each) for each in COMMANDS]


def _shown(command: type[Command]) -> CommandShown:
    kind = str(command.__struct_config__.tag)
    return CommandShown(kind, (command.__doc__ or "").strip(), MAY[kind], fields_of(command))
