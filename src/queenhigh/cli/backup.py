"""`queenhigh backup`, `restore`, `retain`, `reseal`, `audit sample`, `audit rebuild`: databases
made, copied and tidied.
"""

import os
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path

from ..floor.identity import KEY_FILE_VARIABLE, sealer_from
from ..house.loader import built_in_keys
from ..store import backup as copying
from ..store.identities import change_key
from ..store.projections import Projections, cage_of
from ..store.records import StoreUnavailable
from ..store.retention import retain as drop
from ..store.sample import room
from ..store.store_address import open_store, open_to_read, open_to_write
from .output import print_json
from .progress import progress

_GROUP = 200  # Commands in one transaction.


def backup(database: str, file: str, *, json: bool) -> int:
    with in_one_line(), progress("copying", quiet=json) as advance:
        copied = copying.backup(database, Path(file), advance)
    return _copied(file, copied, json=json)


def restore(file: str, database: str, *, json: bool) -> int:
    if not Path(file).exists():
        raise FileNotFoundError(2, "no such file", file)
    with in_one_line(), progress("restoring", quiet=json) as advance:
        copied = copying.restore(Path(file), database, advance)
    return _copied(database, copied, json=json)


def _copied(name: str, copied: copying.Copied, *, json: bool) -> int:
    if json:
        print_json(copied)
    else:
        print(f"{name}: {copied.records:,} records, seal {copied.seal or 'none'}")
    return 0


def sample(
    file: str, houses: list[str] | None, rounds: int, seats: int, seed: int, *, json: bool
) -> int:
    if Path(file).exists():
        raise FileExistsError(17, "already exists and is not overwritten", file)
    houses = houses or [built_in_keys()[-1]]
    for key in houses:
        if key not in built_in_keys():
            raise ValueError(f"--house: {key!r} is not one of {', '.join(built_in_keys())}")
    batches = room(*houses, rounds=rounds, seats=seats, seed=seed)
    with in_one_line(), closing(open_store(file)) as store:
        with progress("playing", quiet=json) as advance:
            for start in range(0, len(batches), _GROUP):
                store.land(batches[start : start + _GROUP])
                advance(start, len(batches))
        head = store.log_head()
    return _copied(file, copying.Copied(head.count, head.hash), json=json)


def retain(database: str, *, only_say: bool, json: bool) -> int:
    with in_one_line(), closing(open_to_write(database)) as opened:
        gone = drop(opened, datetime.now(UTC), only_say=only_say)
    if json:
        print_json(gone)
        return 0
    verb = "would be deleted" if only_say else "deleted"
    counts = {
        "sessions": gone.sessions,
        "invitations": gone.invitations,
        "tokens": gone.tokens,
        "snapshots": gone.snapshots,
    }
    print(f"{verb}: {', '.join(f'{count:,} {name}' for name, count in counts.items())}")
    print(f"kept: {gone.records_kept:,} records of the log, which is never shortened")
    return 0


def rebuild(database: str, *, json: bool) -> int:
    with (
        in_one_line(),
        progress("reading the log", quiet=json) as advance,
        closing(open_to_write(database)) as opened,
    ):
        records = Projections(opened, cage_of(opened)).rebuild(advance)
    if json:
        print_json({"records": records})
    else:
        print(f"{database}: report data rebuilt from {records:,} records")
    return 0


def reseal(database: str, *, json: bool) -> int:
    sealer = sealer_from(os.environ)
    if sealer is None:
        raise ValueError(f"there is no key for identities: set {KEY_FILE_VARIABLE}")
    with in_one_line(), progress("sealing", quiet=json) as advance:
        open_to_read(database).close()  # Do not create a missing database.
        with closing(open_store(database)) as store:
            resealed = change_key(store, sealer, lambda: datetime.now(UTC), advance)
    if json:
        print_json({"key": sealer.current, "resealed": resealed})
    else:
        print(f"{database}: {resealed:,} re-encrypted; everything now uses key {sealer.current}")
    return 0


@contextmanager
def in_one_line() -> Iterator[None]:
    """A database that does not answer is for the user to fix, not a bug."""
    try:
        yield
    except StoreUnavailable as error:
        raise ValueError(str(error)) from None
