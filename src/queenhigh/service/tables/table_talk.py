"""One client at a table that this process looks after: its news, and the client's commands."""

import msgspec

from ...house.decode_errors import doubled_key, explain_json, sentence
from ...store.records import StoreUnavailable
from ...table.refusal import Refusal
from ...wire.messages import Answered, Pong, WishRefused
from ...wire.requests import FromClient, Ping
from ..delivery import Message, Telling
from ..errors import ServiceError
from .news import News
from .watch import Watch
from .window import Window

_encode = msgspec.json.Encoder().encode
_incoming = msgspec.json.Decoder(FromClient)
UNAVAILABLE = (
    "service/unavailable",
    "The service cannot write at the moment: send the command again.",
)


class TableTalk:
    def __init__(self, window: Window, watch: Watch, after: int | None = None) -> None:
        self.window, self.watch = window, watch
        self.known = after  # The version of the table that the client has.
        self._answered = ""  # The last command whose change was its answer.

    async def first(self) -> Message:
        await self.window.lobby.cardroom.caught_up_to(self.window.table, self.known)
        first = await self.window.since(self.known)
        self.known = first.version
        return Message(_encode(first), first.version)

    def told(self, news: msgspec.Struct) -> Telling:
        """The message for the client; None if an earlier message already includes the news."""
        if isinstance(news, News):
            new = news.since(self.known or 0)
            if new is None:
                return None
            answers = new.answers(self.watch)
            changed = self.window.changed(new, answers)
            if changed is None:
                return self._once_read(new, answers)
            return self._changed(new, changed, answers)
        if isinstance(news, Answered) and self._is_answered(news):
            return None
        return Message(_encode(news)) if self.window.note(news) else None

    async def _once_read(self, news: News, answers: dict[str, int]) -> Message:
        return self._changed(news, await self.window.changed_once_read(news, answers), answers)

    def _changed(self, news: News, changed: bytes, answers: dict[str, int]) -> Message:
        self.known = version = news.running.table.version
        for identity in answers:
            self._answered = identity
        return Message(changed, version)

    def _is_answered(self, answer: Answered) -> bool:
        """Whether the client got the answer with a change."""
        return bool(answer.id) and answer.id == self._answered and not answer.repeated

    async def hear(self, text: str) -> None:
        """Handle a message from the client; the answer goes through the watch."""
        identity = ""
        tell = self.watch.tell
        try:
            message = _incoming.decode(text)
            if twice := doubled_key(text.encode()):
                told = sentence(twice[:40], "appears twice in one object")
                tell(WishRefused(identity_in(text), "request/invalid", told))
                return
            if isinstance(message, Ping):
                tell(Pong(self.window.lobby.cardroom.now()))
                return
            identity = message.command.id
            answer = await self.window.requests.give(message.command, self.watch)
            if isinstance(answer, Refusal):
                said = answer.code, answer.message, answer.clauses
                tell(WishRefused(identity, *said))
            elif not self._is_answered(
                answered := Answered(identity, answer.version, answer.repeated)
            ):
                tell(answered)
        except msgspec.ValidationError as error:
            path, why = explain_json(error, FromClient, text)
            told = sentence(path, why, otherwise="The message")
            tell(WishRefused(identity_in(text), "request/invalid", told, path=path))
        except (msgspec.DecodeError, RecursionError):
            tell(WishRefused("", "request/invalid", "The message is not JSON."))
        except ServiceError as error:
            tell(refused(identity, error))
        except StoreUnavailable:
            tell(WishRefused(identity, *UNAVAILABLE))


def refused(identity: str, error: ServiceError) -> WishRefused:
    body = error.body
    return WishRefused(identity, body.code, body.message, body.clauses, body.path)


def identity_in(text: str) -> str:
    """The id of an invalid command, if it can be made out."""
    try:
        identity = msgspec.json.decode(text)["command"]["id"]
    except (msgspec.DecodeError, RecursionError, LookupError, TypeError):
        return ""
    return identity if isinstance(identity, str) else ""


def acts_once(text: str) -> bool:
    """Whether the message may be sent again if its outcome is unknown."""
    try:
        message = _incoming.decode(text)
    except (msgspec.DecodeError, RecursionError):
        return True  # It does nothing at all.
    return isinstance(message, Ping) or bool(message.command.id)
