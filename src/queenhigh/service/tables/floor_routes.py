"""The floor: every table with what needs attention, and the commands at a table."""

from typing import Annotated

import msgspec
from litestar import Controller
from litestar.params import QueryParameter
from msgspec import Meta

from ...house.model import House
from ...table.command_fields import CommandField, fields_of
from ...table.command_form import RequestForm
from ...table.command_rules import MAY
from ...table.commands import COMMANDS, Command
from ...table.instructions import STEPS, is_control, role_of_step
from ...wire.messages import FloorTable
from ..cage.routes import Cage
from ..compliance.routes import Compliance
from ..conduct.routes import Conduct
from ..disputes.routes import Disputes, Dossiers
from ..notices.routes import Notices
from ..reports.routes import Reports
from ..request_scope import Asked, TheLobby
from ..rights import read
from ..surveillance.routes import Surveillance
from .new_table_form import new_table_form
from .room_feed import PitFeed

# What the floor records and reads, besides the tables themselves.
CONTROLLERS = (Notices, Disputes, Dossiers, Compliance, Conduct, Surveillance, Reports, Cage)


class StepShown(msgspec.Struct, frozen=True):
    name: str
    role: str
    text: str
    control: Annotated[
        bool,
        Meta(description="At money tables the system performs it only if it performs every step."),
    ]


class CommandShown(msgspec.Struct, frozen=True):
    """A command at a table, its roles and its fields."""

    type: str
    about: str
    roles: tuple[str, ...]
    fields: tuple[CommandField, ...]


class Floor(Controller):
    path = "/api"
    tags = ("floor",)

    @read("/floor/tables", "floor.see", "Every table, as staff see it")
    async def tables(self, request: Asked, lobby: TheLobby) -> list[FloorTable]:
        """With dealer, tray, round and what is due."""
        return (await PitFeed(lobby, request.user).whole()).tables

    @read("/floor/new-table", "tables.add", "Form of a new table", in_thread=True)
    def new_table(
        self,
        lobby: TheLobby,
        house: Annotated[
            str, QueryParameter(max_length=64, description="Default: the first house.")
        ] = "",
    ) -> RequestForm:
        """The fields of a table to be set up, with the choices that its house has."""
        return new_table_form([each.house for each in lobby.shelf.all()], house)

    @read("/steps", "houses.read", "The steps of the procedure")
    async def steps(
        self,
        lobby: TheLobby,
        house: Annotated[
            str, QueryParameter(max_length=64, description="Default: as in most books.")
        ] = "",
    ) -> list[StepShown]:
        """By name, each with its wording and the role that performs it.

        A table's automation is a list of these names.
        """
        of = lobby.shelf.shelved(house).house if house else House(key="", name="")
        return [
            StepShown(name, role_of_step(of, name), step.text, is_control(of, name))
            for name, step in STEPS.items()
        ]

    @read("/commands", "houses.read", "The commands of a table")
    async def commands(self) -> list[CommandShown]:
        """Every command with its purpose, its fields and the roles that may give it.

        The choices that a table offers are in its forms.
        """
        return [_shown(each) for each in COMMANDS]


def _shown(command: type[Command]) -> CommandShown:
    kind = str(command.__struct_config__.tag)
    return CommandShown(kind, (command.__doc__ or "").strip(), MAY[kind], fields_of(command))
