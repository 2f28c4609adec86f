"""Any store as evidence for an audit, through its own methods."""

from collections.abc import Iterator

from queenhigh.store.chain import digest
from queenhigh.store.evidence import Act, Frozen, Kept, form_of
from queenhigh.store.landing import Leg
from queenhigh.store.records import Done, Head, Record, Store
from queenhigh.store.snapshots import FORM


class StoreEvidence:
    after, whole = Head(), True

    def __init__(self, store: Store, name: str = "the store"):
        self._store, self.name = store, name

    def expected(self) -> int:
        return self.head().count

    def head(self) -> Head:
        return self._store.log_head()

    def of(self, stream: str) -> Iterator[Record]:
        return iter(self._store.records(stream))

    def at(self, position: int) -> Record | None:
        return next(iter(self._store.log(position - 1, 1)), None)

    def command(self, identity: str) -> tuple[Done | None, list[Record]]:
        found = self._store.command(identity)
        if found is None:
            return None, []
        return found, self._store.records(found.stream, found.first, found.last + 1)

    def records(self) -> Iterator[Record]:
        position = 0
        while page := self._store.log(position):
            yield from page
            position = page[-1].position

    def acts(self) -> Iterator[Act]:
        for each in self.records():
            found = self._store.command(each.command)
            if found and (found.stream, found.first) == (each.stream, each.version):
                yield Act(each.position, found)

    def legs(self) -> Iterator[Leg]:
        for each in self.records():
            posted = self._store.postings(each.stream, each.version, each.version + 1)
            for leg, posting in enumerate(posted):
                yield Leg(each.position, leg, posting.account, posting.cents)

    def kept(self) -> Kept:
        streams = self._store.streams()
        snapshots = [each for each in map(self._store.snapshot, streams) if each]
        return Kept(
            {stream: self._store.head(stream) for stream in streams},
            self._store.balances(),
            tuple(
                Frozen(each.stream, each.version, digest(each.body), form_of(each.body))
                for each in snapshots
            ),
            FORM,
        )

    def projections(self) -> None:
        return None

    def flaws(self) -> list[str]:
        return []
