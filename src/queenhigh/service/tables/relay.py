"""Viewers of tables that another process on the machine looks after.

Their connections stay where they are. The table's owner produces the exact bytes that they are
sent, and gets everything that they send.
"""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from itertools import count

import msgspec

from ...store.credentials import Person
from ...store.process_leases import Member
from ...store.records import StoreUnavailable
from ..delivery import Delivery, Message, Telling
from ..errors import ServiceError
from ..owners import Membership
from ..process_link import Frame, Kind, Link, Switchboard, called
from .lobby import Lobby
from .table_talk import TableTalk
from .watch import MOVED, Watch
from .window import Window

logger = logging.getLogger(__name__)
_encode = msgspec.json.Encoder().encode
_SLOW = b"slow"
_FAILED = b"failed"


class Viewer(msgspec.Struct, frozen=True):
    table: str
    person: Person
    role: str | None = None
    after: int | None = None  # The version that the client has.


class Relayed(msgspec.Struct, frozen=True):
    """A message from the owner, ready to be sent."""

    by: "Channel"
    message: Message


class Heard(msgspec.Struct, frozen=True):
    """A marker in the queue: everything the client has said is answered before it."""


class Channel:
    """The link of one viewer here to the owner of the table."""

    def __init__(self, link: Link, number: int, watch: Watch, lost: Callable[[], None]):
        self._link, self._number, self._watch, self._lost = link, number, watch, lost
        self._reply: asyncio.Future[bool] | None = None
        self._is_open = True

    async def heard(self, text: str) -> bool:
        """Pass a message to the owner; return whether it answered before it went away."""
        if not self._is_open:
            return False
        self._reply = asyncio.get_running_loop().create_future()
        self._link.send(Kind.SAY, self._number, text.encode())
        return await self._reply

    def take(self, frame: Frame) -> None:
        if frame.kind is Kind.TOLD:
            self._watch.tell(Relayed(self, Message(frame.body, frame.version)))
        elif frame.kind is Kind.HEARD:
            self._answer(True)
        elif frame.body == _SLOW:
            self._watch.end("slow")
        elif frame.body == _FAILED:  # As with a failure here: the client comes again.
            self._watch.end()
        else:
            self.lost()

    def lost(self) -> None:
        if self._is_open:
            self._is_open = False
            self._answer(False)
            self._lost()

    def close(self) -> None:
        self._is_open = False
        self._answer(False)
        self._link.send(Kind.CLOSE, self._number)

    def _answer(self, value: bool) -> None:
        if self._reply is not None and not self._reply.done():
            self._reply.set_result(value)


class Relay:
    """Both directions: viewers here of tables elsewhere, and viewers elsewhere of tables here."""

    def __init__(self, lobby: Lobby) -> None:
        self.lobby = lobby
        self._membership: Membership | None = None
        self._switchboard = Switchboard(self._secret, self._asked, self._hung_up)
        self._numbers = count(1)
        self._links: dict[str, Link] = {}  # To other processes, by process id.
        self._calling: dict[str, asyncio.Lock] = {}
        self._channels: dict[Link, dict[int, Channel]] = {}
        self._served: dict[Link, dict[int, TableTalk]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def begin(self, membership: Membership) -> None:
        self._membership = membership
        await membership.begin(await self._switchboard.open())

    async def end(self) -> None:
        """Leave, once everything has landed, so that other processes may take over."""
        if self._membership is not None:
            await self._membership.end()
        self._switchboard.close()
        for link in (*self._links.values(),):
            link.close()

    @property
    def may_land(self) -> bool:
        """Whether this process has its lease, if it needs one."""
        return self._membership is None or self._membership.is_valid

    def _secret(self) -> str:
        return self._membership.me.secret if self._membership else ""

    # Viewers here

    async def opened(
        self, owner: Member, viewer: Viewer, watch: Watch, lost: Callable[[], None]
    ) -> Channel | None:
        """Open a channel to the owner; None if it cannot be reached and may have changed."""
        link = await self._link(owner)
        if link is None:
            return None
        number = next(self._numbers)
        channel = self._channels[link][number] = Channel(link, number, watch, lost)

        def leave() -> None:
            if self._channels.get(link, {}).pop(number, None):
                channel.close()

        link.send(Kind.OPEN, number, _encode(viewer))
        watch.goes_by(leave)
        return channel

    async def _link(self, owner: Member) -> Link | None:
        async with self._calling.setdefault(owner.id, asyncio.Lock()):
            link = self._links.get(owner.id)
            if link is not None and link.is_open:
                return link
            try:
                link = await called(owner.port, owner.secret, self._told, self._lost)
            except ConnectionRefusedError:
                if self._membership is not None:
                    await self._membership.gone(owner)
                return None
            except OSError as error:  # Perhaps this process failed: the other one may be well.
                logger.warning("process %s cannot be called: %s", owner.id, error)
                return None
            for idle in [each for each, used in self._channels.items() if not used]:
                idle.close()  # Usually the process has gone on under another id.
            self._links[owner.id] = link
            self._channels[link] = {}
            return link

    def _told(self, link: Link, frame: Frame) -> None:
        if channel := self._channels.get(link, {}).get(frame.viewer):
            channel.take(frame)

    def _lost(self, link: Link) -> None:
        self._links = {name: each for name, each in self._links.items() if each is not link}
        for channel in self._channels.pop(link, {}).values():
            channel.lost()

    # Viewers elsewhere

    def talk(self, viewer: Viewer, watch: Watch) -> TableTalk:
        """Make the talk of a viewer at a table that this process looks after."""
        window = Window(self.lobby, viewer.person, viewer.table, viewer.role)
        return TableTalk(window, watch, viewer.after)

    def _asked(self, link: Link, frame: Frame) -> None:
        served = self._served.setdefault(link, {})
        if frame.kind is Kind.OPEN:
            self._come(link, frame.viewer, msgspec.json.decode(frame.body, type=Viewer))
        elif frame.kind is Kind.SAY and frame.viewer in served:
            self._begin(_hear(link, frame, served[frame.viewer]))
        elif frame.kind is Kind.CLOSE and frame.viewer in served:
            served[frame.viewer].watch.end()

    def _hung_up(self, link: Link) -> None:
        for talk in self._served.pop(link, {}).values():
            talk.watch.end()

    def _come(self, link: Link, number: int, viewer: Viewer) -> None:
        """Serve a new viewer; one that came to the wrong process, or too early, must try again."""
        cardroom = self.lobby.cardroom
        watch = cardroom.watchers.watch(viewer.table)
        try:
            talk = self.talk(viewer, watch)
        except ServiceError:
            talk = None
        if talk is None or not cardroom.owners.is_ours(viewer.table):
            watch.end()
            cardroom.look_for(viewer.table)
            link.send(Kind.GONE, number)
            return
        self._served.setdefault(link, {})[number] = talk
        self._begin(self._serve(link, number, talk))

    async def _serve(self, link: Link, number: int, talk: TableTalk) -> None:
        """Serve a viewer until the viewer leaves or the table moves elsewhere."""
        watch, why = talk.watch, b""
        try:
            served = _Served(link, number, talk)
            served.send(await talk.first())
            await Delivery(served, served).run()
            why = _SLOW if watch.why == "slow" else why
        except StoreUnavailable as error:
            logger.info("a viewer of table %s must reconnect: %s", watch.table, error)
        except Exception:
            logger.exception("a viewer of table %s failed", watch.table)
            why = _FAILED
        finally:
            watch.end()
            self._served.get(link, {}).pop(number, None)
        link.send(Kind.GONE, number, why)

    def _begin(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


class _Served:
    """A viewer elsewhere: the talk held here, and the link that takes its messages."""

    def __init__(self, link: Link, number: int, talk: TableTalk) -> None:
        self._link, self._number, self._talk = link, number, talk
        self.watch, self.first, self.hear = talk.watch, talk.first, talk.hear

    def told(self, news: msgspec.Struct) -> Telling:
        if news is MOVED:  # No longer served here.
            self.watch.end()
            return None
        if isinstance(news, Heard):
            self._link.send(Kind.HEARD, self._number)
            return None
        return self._talk.told(news)

    def is_free(self) -> bool:
        return True

    def send(self, message: Message) -> None:
        self._link.send(Kind.TOLD, self._number, message.data, message.version)

    async def freed(self) -> None:
        """Wait for nothing: the link has a limit of its own."""


async def _hear(link: Link, frame: Frame, talk: TableTalk) -> None:
    try:
        await talk.hear(frame.body.decode())
        talk.watch.tell(Heard())
    except Exception:
        logger.exception("a viewer of table %s could not be read", talk.watch.table)
        link.send(Kind.GONE, frame.viewer, _FAILED)
        talk.watch.end()
