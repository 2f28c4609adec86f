"""A client's command is answered once: by the change that it caused, or by itself."""

import asyncio
from typing import Any

import msgspec

from queenhigh.service.delivery import Delivery, Message
from queenhigh.service.tables.table_talk import TableTalk
from queenhigh.service.tables.window import Window
from queenhigh.store.credentials import Person
from queenhigh.wire.requests import command_text
from tests.service.rooms import NOON, Trial, trial


class Ear:
    """A client at a table; `busy` stands for a socket that does not take any more."""

    def __init__(self, room: Trial, table: str, name: str) -> None:
        window = Window(room.lobby, Person(name, name, "player", NOON), table)
        self.watch = room.cardroom.watchers.watch(table)
        self.talk = TableTalk(window, self.watch)
        self.heard: list[dict[str, Any]] = []
        self.room = asyncio.Event()
        self.room.set()
        self.task = asyncio.create_task(self._listen())

    async def _listen(self) -> None:
        self.send(await self.talk.first())
        await Delivery(self.talk, self).run()

    def is_free(self) -> bool:
        return self.room.is_set()

    def send(self, message: Message) -> None:
        self.heard.append(msgspec.json.decode(message.data))

    async def freed(self) -> None:
        await self.room.wait()

    async def say(self, **wish: Any) -> None:
        await self.talk.hear(command_text(wish))

    def answers(self) -> list[tuple[str, str, int]]:
        """Each answer: the kind of message it came in, the id, and the version."""
        found = []
        for each in self.heard:
            found += [(each["type"], *answer) for answer in each.get("answers", {}).items()]
            if each["type"] == "answer":
                found.append(("answer", each["id"], each["version"]))
        return found

    async def leave(self) -> None:
        self.watch.end()
        await self.task


async def at_table(room: Trial) -> tuple[Ear, Ear]:
    table = await room.table()
    await room.seated(table, "ann", 4)
    await room.seated(table, "ben", 2)
    ears = Ear(room, table, "ann"), Ear(room, table, "ben")
    await room.until(lambda: all(each.heard for each in ears))
    return ears


def _bet(identity: str, cents: int = 500) -> dict[str, Any]:
    return {"type": "place_wager", "seat": 4, "wager": "ante", "amount": cents, "id": identity}


def test_the_change_answers_its_own_client_and_nobody_else() -> None:
    async def work() -> None:
        async with trial() as room:
            ann, ben = await at_table(room)
            await ann.say(**_bet("one"))
            version = ann.heard[-1]["version"]
            assert ann.answers() == [("change", "one", version)]
            assert ben.heard[-1]["version"] == version
            assert ben.answers() == []
            await ann.leave()
            await ben.leave()

    asyncio.run(work())


def test_a_repeated_command_is_answered_again_by_itself() -> None:
    async def work() -> None:
        async with trial() as room:
            ann, ben = await at_table(room)
            await ann.say(**_bet("one"))
            (first,) = ann.answers()
            await ann.say(**_bet("one"))
            await room.until(lambda: len(ann.answers()) > 1)
            assert ann.answers() == [first, ("answer", *first[1:])]
            assert ann.heard[-1]["repeated"]
            await ann.leave()
            await ben.leave()

    asyncio.run(work())


def test_merged_changes_answer_each_command_with_its_own_version() -> None:
    async def work() -> None:
        async with trial() as room:
            ann, ben = await at_table(room)
            ann.room.clear()
            await ann.say(**_bet("one"))
            await ann.say(**_bet("two", 1_000))
            assert ann.answers() == []
            ann.room.set()
            await room.until(lambda: len(ann.answers()) > 1)
            one, two = ann.answers()
            assert [one[:2], two[:2]] == [("change", "one"), ("change", "two")]
            assert one[2] < two[2] == ann.heard[-1]["version"]
            await ann.leave()
            await ben.leave()

    asyncio.run(work())


def test_a_command_without_an_id_is_answered_by_itself() -> None:
    async def work() -> None:
        async with trial() as room:
            ann, ben = await at_table(room)
            await ann.say(**_bet(""))
            await room.until(lambda: bool(ann.answers()))
            assert [each[:2] for each in ann.answers()] == [("answer", "")]
            await ann.leave()
            await ben.leave()

    asyncio.run(work())
