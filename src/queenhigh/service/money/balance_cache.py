"""A cache of balances: each is read once, then updated with what this process lands."""

import asyncio
from collections import Counter
from collections.abc import Iterable

from ...store.records import Batch, Store


class KnownBalances:
    """Known balances; those that other processes may have changed are read again."""

    def __init__(self, store: Store):
        self._store = store
        self._known: dict[str, int] = {}
        self._reading: dict[str, object] = {}  # Accounts being read, unmoved since then.
        self._moving: Counter[str] = Counter()  # Accounts in batches under way.

    def known(self, account: str) -> int | None:
        """The balance; None if it has to be read first."""
        return self._known.get(account)

    async def of(self, account: str) -> int:
        known = self._known.get(account)
        if known is None:
            reading = self._reading[account] = object()
            known = await asyncio.to_thread(self._store.balance, account)
            # Do not keep it if a batch was under way, as it may or may not be included.
            if self._reading.get(account) is reading:
                del self._reading[account]
                if not self._moving[account]:
                    self._known[account] = known
        return known

    def under_way(self, batch: Batch) -> None:
        for posting in (each for fact in batch.facts for each in fact.postings):
            self._moving[posting.account] += 1
            self._reading.pop(posting.account, None)

    def arrived(self, batch: Batch, landed: bool | None) -> None:
        """Update balances after a batch; if it is unknown whether it landed, drop them."""
        for posting in (each for fact in batch.facts for each in fact.postings):
            self._reading.pop(posting.account, None)
            self._moving[posting.account] -= 1
            if not self._moving[posting.account]:
                del self._moving[posting.account]
            if landed is None:
                self._known.pop(posting.account, None)
            elif landed and posting.account in self._known:
                self._known[posting.account] += posting.cents

    def forget(self, accounts: Iterable[str] | None = None) -> None:
        """Forget the balances of these accounts, or all."""
        if accounts is None:
            self._known.clear()
            self._reading.clear()
            return
        for account in accounts:
            self._known.pop(account, None)
            self._reading.pop(account, None)
