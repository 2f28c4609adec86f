"""Tables: the lobby, one table's snapshot, commands, rounds that were played."""

import asyncio
from typing import Annotated

from litestar import Controller, Response, post
from litestar.params import FromPath, JSONBody, PathParameter, QueryParameter

from ...floor.round_proof import as_page
from ...maths.exact_figure import Exact
from ...table.command_form import CommandForm
from ...wire.messages import Changed, CommandAnswer, Preview, Snapshot, TableShown
from ...wire.requests import AnyWish
from ..errors import ServiceError, accepted
from ..floor_requests import TableNamed
from ..houses.routes import SaidShown, what_is_said
from ..people.routes import Desk
from ..private_file import private_file
from ..request_scope import Asked, TheConfig, TheLobby
from ..rights import act, create, needs, paper, read
from .change_messages import events_in_words
from .felt import Felt, felt
from .house_edges import edges_of
from .news import news_of
from .player_advice import AdviceShown, advice_for
from .player_results import Results, results
from .practice_tables import PracticeWanted, practice_table
from .room_feed import LobbyFeed
from .round_history import RoundShown, RoundTold, proof_of_round, round_told, rounds_of
from .table_set_up import TableWanted
from .window import Window, watched

As = Annotated[
    str | None,
    QueryParameter(
        name="as", description="At your own practice table: the role to act in.", max_length=32
    ),
]


class Tables(Controller):
    path = "/api/tables"
    tags = ("tables",)

    @read("/", "tables.list", "The lobby")
    async def tables(self, request: Asked, lobby: TheLobby) -> list[TableShown]:
        """Every table that you may look at."""
        return (await LobbyFeed(lobby, request.user).whole()).tables

    @create("/", "tables.add", "Set up a table")
    async def add(
        self,
        request: Asked,
        lobby: TheLobby,
        data: JSONBody[TableWanted],
    ) -> TableShown:
        """With any house that the service offers, its options, stakes and automation.

        Amounts are in cents. An invalid house is refused, with the setting at fault.
        """
        by = str(request.user.actor)
        return await lobby.shown(accepted(await lobby.set_up(data, by)))

    @read("/{table:str}", "tables.watch", "A table as you see it")
    async def snapshot(
        self,
        request: Asked,
        lobby: TheLobby,
        table: TableNamed,
        role: As = None,
    ) -> Snapshot:
        """View, legal moves, deadline and meters.

        To receive changes as they happen, open the WebSocket instead.
        """
        return await Window(lobby, request.user, table, role).snapshot()

    @read("/{table:str}/changes", "tables.watch", "Missed events")
    async def changes(
        self,
        request: Asked,
        lobby: TheLobby,
        table: TableNamed,
        after: Annotated[int | None, QueryParameter(ge=0)] = None,
        role: As = None,
    ) -> Snapshot | Changed:
        """Events since a version of the table and the table after them, or the whole table again.

        The same messages come over the WebSocket at /api/v1/tables/ID/live.
        """
        return await Window(lobby, request.user, table, role).since(after)

    @read("/{table:str}/house", "tables.watch", "The felt of a table")
    async def house(self, request: Asked, lobby: TheLobby, table: TableNamed) -> Felt:
        """Titles, pay tables, limits and notes of the house that this table was opened with."""
        return felt(Window(lobby, request.user, table).running.table.house)

    @read("/{table:str}/forms", "tables.play", "Forms of a table")
    async def forms(
        self, request: Asked, lobby: TheLobby, table: TableNamed, role: As = None
    ) -> list[CommandForm]:
        """Commands that need input, each as a form: its fields and their choices.

        For the table as it is now, as you see it. Its moves say whether it would accept a command.
        """
        return Window(lobby, request.user, table, role).forms()

    @read("/{table:str}/edges", "tables.list", "House edges")
    async def edges(self, request: Asked, lobby: TheLobby, table: TableNamed) -> dict[str, Exact]:
        """For each bet, with the meters as they are now; ante and play count together."""
        running = watched(lobby, request.user, table)
        meters = await lobby.cardroom.meters(running)
        return await asyncio.to_thread(edges_of, running.table.house, meters)

    @read("/{table:str}/clauses/{identity:str}", "tables.watch", "A clause at this table")
    async def clause(
        self,
        request: Asked,
        lobby: TheLobby,
        table: TableNamed,
        identity: Annotated[str, PathParameter(max_length=64)],
    ) -> SaidShown:
        """A clause, ruling or convention, from the book that the table was opened with."""
        house = Window(lobby, request.user, table).running.table.house
        return what_is_said([house.book], identity)

    @read("/{table:str}/names", "tables.watch", "Players at a table")
    async def names(
        self, request: Asked, lobby: TheLobby, desk: Desk, table: TableNamed
    ) -> dict[str, str]:
        """Display names of those at the table, by their names in the log."""
        at_table = Window(lobby, request.user, table).running.table
        seated = {seat.player for seat in at_table.seats.values()}
        asked = sorted((seated | {at_table.dealer, at_table.relief or ""}) - {""})
        people = [await asyncio.to_thread(desk.people.find, name) for name in asked]
        return {each.name: each.display for each in people if each is not None}

    @act("/{table:str}/commands", "tables.play", "Give a command")
    async def command(
        self,
        request: Asked,
        lobby: TheLobby,
        table: TableNamed,
        data: JSONBody[AnyWish],
        role: As = None,
    ) -> CommandAnswer:
        """The command acts once, however often it is sent with the same id."""
        window = Window(lobby, request.user, table, role)
        answer = accepted(await window.requests.give(data))
        news = answer.news
        if news is None:
            first = answer.version - len(answer.events)
            then = await asyncio.to_thread(lobby.cardroom.room.back_then, table, first)
            news = news_of(then, answer.events) if then else None
        events, texts = events_in_words(window.viewer, news.changes) if news else ([], [])
        return CommandAnswer(answer.version, events, texts, answer.repeated)

    @act("/{table:str}/preview", "tables.play", "Preview a report or a correction")
    async def preview(
        self,
        request: Asked,
        lobby: TheLobby,
        table: TableNamed,
        data: JSONBody[AnyWish],
        role: As = None,
    ) -> Preview:
        """The consequences of an irregularity in this house, before it is reported."""
        answer = accepted(Window(lobby, request.user, table, role).requests.preview(data))
        return Preview(answer.events, answer.texts)

    @read("/{table:str}/rounds", "tables.watch", "Past rounds")
    async def rounds(
        self,
        request: Asked,
        lobby: TheLobby,
        table: TableNamed,
        before: Annotated[int | None, QueryParameter(ge=1)] = None,
        limit: Annotated[int, QueryParameter(ge=1, le=100)] = 20,
    ) -> list[RoundShown]:
        """Latest first: the dealer's hand, your stakes and their results.

        With `before`, only rounds before that number.
        """
        window = Window(lobby, request.user, table)
        return await rounds_of(lobby, window.running, window.viewer, before, limit)

    @read("/{table:str}/rounds/{number:int}", "tables.watch", "One round")
    async def round(
        self,
        request: Asked,
        lobby: TheLobby,
        table: TableNamed,
        number: FromPath[int],
    ) -> RoundTold:
        """Step by step, as you may see it, with the shuffle's commitment opened."""
        window = Window(lobby, request.user, table)
        found = await asyncio.to_thread(round_told, lobby, window.running, window.viewer, number)
        if found is None:
            raise ServiceError("round/unknown", f"There is no round {number}.", status=404)
        return found

    @paper(
        "/{table:str}/rounds/{number:int}/proof.html",
        "tables.watch",
        "text/html",
        "Proof of one round",
    )
    async def proof(
        self, request: Asked, lobby: TheLobby, table: TableNamed, number: FromPath[int]
    ) -> Response[bytes]:
        """A page that works without this service: commitment, deal, and your own bets."""
        window = Window(lobby, request.user, table)
        found = await asyncio.to_thread(
            proof_of_round, lobby, window.running, window.viewer, number
        )
        if found is None:
            message = f"There is no round {number} that is over."
            raise ServiceError("round/unknown", message, status=404)
        return private_file(as_page(found), f"{table}-{number}.html", "text/html", "attachment")

    @read("/{table:str}/results", "results.own", "Your own rounds")
    async def results(
        self,
        request: Asked,
        lobby: TheLobby,
        table: TableNamed,
        limit: Annotated[int, QueryParameter(ge=1, le=1_000)] = 200,
    ) -> Results:
        """What you staked, how it ended, and the exact expectation of those bets."""
        window = Window(lobby, request.user, table)
        return await results(lobby, window.running, window.viewer, limit)

    @read("/{table:str}/advice", "tables.play", "Play or fold?")
    async def advice(
        self, request: Asked, lobby: TheLobby, table: TableNamed
    ) -> AdviceShown | None:
        """For your own hand when it is your turn: what each decision is worth, exactly.

        Null when you have no decision to make, or have just made it.
        """
        window = Window(lobby, request.user, table)
        return await asyncio.to_thread(advice_for, window.running, window.viewer)


class Practice(Controller):
    path = "/api/practice"
    tags = ("tables",)

    @post("/", guards=[needs("practice.make")], summary="Make a practice table",
          opt={"limit": "practice"})  # fmt: skip
    async def make(
        self,
        request: Asked,
        lobby: TheLobby,
        config: TheConfig,
        data: JSONBody[PracticeWanted],
    ) -> TableShown:
        """A play-money table for you alone, with bots if you like.

        You may take any role there; nothing is worth money.
        """
        answer = await practice_table(lobby, request.user, data, most=config.practice_tables)
        return await lobby.shown(accepted(answer))
