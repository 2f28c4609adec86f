"""Names of the log's streams: a kind, and what the stream is about."""

from functools import lru_cache
from typing import NamedTuple

TABLE, PATRON, LINK = "table", "patron", "link"


class StreamName(NamedTuple):
    """Kind and name of a stream, one string in the log: ``table:pit-1``."""

    kind: str
    name: str

    @staticmethod
    @lru_cache(maxsize=65_536)
    def parse(text: str) -> "StreamName":
        kind, _, name = text.partition(":")
        return StreamName(kind, name)

    def __str__(self) -> str:
        return f"{self.kind}:{self.name}"


@lru_cache(maxsize=65_536)
def table_stream(table: str) -> str:
    return str(StreamName(TABLE, table))


def patron_stream(patron: str) -> str:
    return str(StreamName(PATRON, patron))


def link_stream(link: str) -> str:
    return str(StreamName(LINK, link))
