"""Balances as this process knows them: read once, kept up with what it lands itself."""

from collections import Counter
from collections.abc import Iterable, Iterator

from ...money.posting import Posting
from ...store.records import Batch, Store


class KnownBalances:
    """What others land is asked for again, account by account where it is known which moved."""

    def __init__(self, store: Store):
        self._store = store
        self._known: dict[str, int] = {}
        self._moving: Counter[str] = Counter()  # Accounts in batches that are under way.

    def __getitem__(self, account: str) -> int:
        known = self._known.get(account)
        if known is None:
            known = self._store.balance(account)
            # Whether a batch under way is in it already, nobody knows: it is not kept then.
            if not self._moving[account]:
                self._known[account] = known
        return known

    def under_way(self, batch: Batch) -> None:
        self._moving.update(posting.account for posting in _postings(batch))

    def arrived(self, batch: Batch, landed: bool | None) -> None:
        """It has landed or not; where nobody can tell, the store is asked again."""
        for posting in _postings(batch):
            self._moving[posting.account] -= 1
            if not self._moving[posting.account]:
                del self._moving[posting.account]
            if landed is None:
                self._known.pop(posting.account, None)
            elif landed and posting.account in self._known:
                self._known[posting.account] += posting.cents

    def forget(self, accounts: Iterable[str] | None = None) -> None:
        """Those accounts, or all."""
        if accounts is None:
            self._known.clear()
            return
        for account in accounts:
            self._known.pop(account, None)


def _postings(batch: Batch) -> Iterator[Posting]:
    for fact in batch.facts:
        yield from fact.postings
