"""The auditor of a simulated world: reads every record as it lands, with its own model.

It shares no rules with the program: it treats events as plain JSON, counts the money a second time,
computes hashes as documented, and compares what people saw with what they were allowed to see.
"""

from collections.abc import Mapping
from datetime import datetime

import msgspec

from ..client.shown_table import Change, Snapshot
from ..store.records import Record, Store
from .audit_cards import TableCards
from .audit_log import Chain
from .audit_money import Books, Breach, Event, TableBooks
from .sent_book import Book, Sent


class Auditor:
    def __init__(self, truth: Store, skew: float) -> None:
        self._truth = truth
        self._tolerance = 2 * skew
        self.chain = Chain()
        self.books = Books()
        self.cards: dict[str, TableCards] = {}
        self.rounds: dict[str, int] = {}  # Finished, by table.
        self.jackpots = 0
        self.clocked = 0  # Decisions and bets ended by the clock.
        self._waits: dict[str, datetime] = {}  # Since when a decision is awaited.
        self._bets: dict[str, set[tuple[object, object]]] = {}  # Spots with bets.
        self._shared: dict[str, set[int]] = {}  # Versions at which several seats have bet.
        self._locked: dict[str, bool] = {}
        self._setups: dict[str, Event] = {}
        self.records = 0

    # At each landing

    def read(self, records: list[Record]) -> set[str]:
        """Read the records of one landing or command, and return the accounts they moved."""
        moved: set[str] = set()
        for record in records:
            event = self.chain.follow(record)
            moved |= self._happened(record, event).keys()
        self.chain.note_commands(records)
        self.records += len(records)
        self.books.owing(moved)
        return moved

    def landed(self, records: list[Record]) -> None:
        """Check on landing, while the store's balances are those after these records."""
        for account in sorted(self.read(records)):
            here, there = self.books.cents.get(account, 0), self._truth.balance(account)
            if here != there:
                raise Breach(f"{account}: {there} in the store, {here} by the log")

    def _happened(self, record: Record, event: Event) -> Mapping[str, int]:
        kind, _, name = record.stream.partition(":")
        if kind != "table":
            return self.books.beside_the_tables(event)
        if record.version == 0:
            self.books.tables[name] = TableBooks(event)
            self.cards[name] = TableCards()
            self._setups[name], self._bets[name] = event, set()
            self._shared[name], self._locked[name] = set(), False
            self.rounds[name] = 0
            return {}
        self.cards[name].happened(record.version, event)
        self._clock(name, record.command, event)
        if not self._locked[name] and len({seat for seat, _ in self._bets[name]}) > 1:
            self._shared[name].add(record.version)
        if event["type"] in ("round_ended", "round_voided"):
            self.rounds[name] += 1
        self.jackpots += event["type"] == "jackpot_locked"
        return self.books.at_table(self.books.tables[name], event)

    def _clock(self, table: str, command: str, event: Event) -> None:
        """Check that nobody's time to decide or bet is cut short."""
        at, kind = datetime.fromisoformat(event["at"]), event["type"]
        if kind == "folded" and event["because"] == "time_out":
            self._had_time(table, at, "decision")
        if kind == "bets_locked" and command.startswith("betting:"):
            self._had_time(table, at, "betting")
        if kind in ("bets_locked", "round_began", "round_voided"):
            self._locked[table] = kind == "bets_locked"
        spot = event.get("seat"), event.get("wager")
        if kind == "wager_placed":
            if not self._bets[table]:
                self._waits[table] = at
            self._bets[table].add(spot)
        elif kind == "wager_withdrawn":
            self._bets[table].discard(spot)
        elif kind in ("round_began", "round_voided"):
            self._bets[table].clear()
        elif kind in ("decisions_began", "play_placed", "folded"):
            self._waits[table] = at

    def _had_time(self, table: str, at: datetime, what: str) -> None:
        self.clocked += 1
        had = (at - self._waits[table]).total_seconds()
        due = self._setups[table][f"{what}_seconds"]
        if due is None or had + self._tolerance < due:
            raise Breach(f"the {what} at {table} was over after {had} s instead of {due} s")

    # What people were shown

    def told(self, player: str, table: str, known: int | None, look: Snapshot | Change) -> None:
        """Check a message about a table to a player who knew it at a version or not at all."""
        events = getattr(look, "events_json", b"[]")
        after = look.version if known is None else known
        view = msgspec.json.encode(look.shown).decode()
        cards = self.cards[table]
        cards.check_seen(player, after, look.version, view, bytes(events).decode(), look.texts)

    # At the end

    def _waited(self, sent: Sent) -> None:
        """Check a player who is ready before other bettors: that is acknowledged but not logged.

        Once it has led to the deal, the log's answer is final.
        """
        stream, first, last = self.chain.commands.get(sent.id, ("", 0, -1))
        if stream not in ("", f"table:{sent.table}"):
            raise Breach(f"command {sent.id} has acted at {stream}")
        dealt = False
        for version in sent.answers:
            if dealt and version != last:
                raise Breach(f"command {sent.id} was answered {last} first and then {version}")
            dealt = version == last
            if dealt or version is None:
                continue
            if version not in self._shared[sent.table] or (stream and version >= first):
                raise Breach(f"command {sent.id} was told {version}, and nobody was waited for")

    def conclude(self, book: Book) -> None:
        for sent in book.sent.values():
            acted = self.chain.commands.get(sent.id)
            if sent.may_wait:
                self._waited(sent)
            elif sent.outcome == "acted":
                if acted is None:
                    raise Breach(f"command {sent.id} was acknowledged and is not in the log")
                if acted[::2] != (f"table:{sent.table}", sent.version):
                    raise Breach(f"command {sent.id} was told {sent.version}, the log has {acted}")
            if sent.outcome == "refused" and sent.copies == 1 and acted is not None:
                raise Breach(f"command {sent.id} was refused, and has acted")
            if acted and sent.expected is not None and acted[1] != sent.expected + 1:
                raise Breach(f"command {sent.id} was for {sent.expected} and acted at {acted[1]}")
        balances = {name: cents for name, cents in self._truth.balances().items() if cents}
        ours = {name: cents for name, cents in self.books.cents.items() if cents}
        if balances != ours:
            differ = sorted(balances.items() ^ ours.items())
            raise Breach(f"the balances differ: {differ[:4]}")
        if total := sum(balances.values()):
            raise Breach(f"all accounts together come to {total} cents")
