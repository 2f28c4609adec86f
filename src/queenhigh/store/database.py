"""A database by its address: a SQLite file, PostgreSQL, or one in memory for tests."""

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from threading import local
from typing import Any, cast

from sqlalchemy import URL, Connection, Engine, QueuePool, create_engine, event, make_url
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import (
    ArgumentError,
    DataError,
    DBAPIError,
    IntegrityError,
    ProgrammingError,
    SQLAlchemyError,
)

from ..floor.abandoned_work import ended_by
from .plain_statements import Statements
from .records import StoreUnavailable

MEMORY = ("memory", ":memory:", "sqlite://", "sqlite:///:memory:")
_BUSY_MILLISECONDS = 10_000
_PAGES_BETWEEN_CHECKPOINTS = 4_000  # 16 MB: checkpointing more often rewrites pages.
_CANCEL_SECONDS = 5.0
_AGAIN_SECONDS = 0.05
_CACHE_KIBIBYTES = 16_000
_KEPT_CONNECTIONS = 8
LOG_LOCK = 0x51_75_65_65_6E  # "Queen": a number unique among the advisory locks of a database.
LOCK_LOG = (
    "SELECT pg_advisory_xact_lock(%s), set_config('idle_in_transaction_session_timeout', %s, true)"
)
_FAULTS = (IntegrityError, DataError, ProgrammingError)  # The caller's fault, not the database's.
_BEGINS = b"SQLite format 3\x00"


Driver = Any  # A connection of sqlite3 or of psycopg; each is asked for what it has.
Values = tuple[Any, ...]  # Of one row; the query says of which types.


class Database:
    """An engine, its name for messages, and its two kinds of transactions."""

    def __init__(self, engine: Engine, name: str, path: Path | None = None):
        self.engine = engine
        self.name = name  # For people: contains no password.
        self.path = path  # The SQLite file.
        self.failed_writes = 0  # Since opening, by all writers.
        self._own = local()
        self._opened: list[sqlite3.Connection] = []
        self._lands: Driver = None  # The driver's connection that is kept for landing.
        self._without_wait: list[Any] = []  # Idle connections whose commits do not wait.
        event.listen(engine, "engine_disposed", self._end_landing)
        self._is_closed = False
        self._turn = threading.Lock()

    @property
    def is_sqlite(self) -> bool:
        return self.engine.dialect.name == "sqlite"

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Open a consistent read transaction. Raises StoreUnavailable without an answer."""
        level = {} if self.is_sqlite else {"isolation_level": "REPEATABLE READ"}
        with self.available(), self._connected() as connection, _until_nobody_waits(connection):
            yield connection.execution_options(postgresql_readonly=True, **level)

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Open a write transaction; on SQLite it is the only writer from the start.

        A transaction that read first and wrote later could fail because another one wrote
        meanwhile.
        """
        try:
            with (
                self.available(),
                self._connected() as connection,
                self._in_turn(),
                connection.execution_options(queenhigh_writes=True).begin(),
            ):
                yield connection
        except StoreUnavailable:
            self.failed_writes += 1
            raise

    @contextmanager
    def landing(self) -> Iterator[Driver]:
        """Lend the driver's own connection for a landing: begin and commit on it.

        It is given up if anything fails, which rolls back. It is None in memory, where the only
        connection is the database.
        """
        if self.is_sqlite and self.path is None:
            yield None
            return
        try:
            with self.available(), self._in_turn():
                driver = self._lands = self._lands or self._detached()
                try:
                    yield driver
                except BaseException:
                    self._end_landing()
                    raise
                finally:
                    self._leave_nothing_open()
        except StoreUnavailable:
            self.failed_writes += 1
            raise

    @contextmanager
    def making_again(self) -> Iterator[Statements]:
        """Open a write transaction for what can be made again from the log.

        Its commit does not wait for the disk: a machine that loses its power may lose it, whole.
        """
        if self.is_sqlite and self.path is None:
            with self.writing() as connection, _callers_fault():
                driver: Driver = connection.connection.driver_connection
                yield Statements(driver.cursor(), is_sqlite=True)
            return
        try:
            with self.available(), self._in_turn(), _callers_fault():
                driver = self._begun_without_wait()
                try:
                    with closing(driver.cursor()) as cursor:
                        yield Statements(cursor, is_sqlite=self.is_sqlite)
                    driver.execute("COMMIT")
                except BaseException:
                    driver.close()
                    raise
                self._without_wait.append(driver)
                self._leave_nothing_open()
        except StoreUnavailable:
            self.failed_writes += 1
            raise

    def _begun_without_wait(self) -> Driver:
        while True:
            was_idle = bool(self._without_wait)
            driver = self._without_wait.pop() if was_idle else self._not_waiting()
            try:
                driver.execute("BEGIN IMMEDIATE" if self.is_sqlite else "BEGIN")
            except self.engine.dialect.loaded_dbapi.Error:
                driver.close()
                if self.is_sqlite or not was_idle:
                    raise
                continue  # A connection to a server may break while it is idle.
            return driver

    def _not_waiting(self) -> Driver:
        driver = self._detached()
        wait = "PRAGMA synchronous = NORMAL" if self.is_sqlite else "SET synchronous_commit = off"
        driver.execute(wait)
        return driver

    @contextmanager
    def _in_turn(self) -> Iterator[None]:
        """Wait for this process's other writers here and not in SQLite.

        SQLite only looks again from time to time, at worst a tenth of a second after they are done.
        """
        waited = self.path is not None and self._turn.acquire(timeout=_BUSY_MILLISECONDS / 1000)
        try:
            yield
        finally:
            if waited:
                self._turn.release()

    def commit(self, driver: Driver) -> None:
        """Commit what has been written on the connection that is lent for landing."""
        driver.execute("COMMIT")

    def _end_landing(self, _: object = None) -> None:
        driver, self._lands = self._lands, None
        if driver is not None:
            driver.close()
        while self._without_wait:
            self._without_wait.pop().close()

    def _detached(self) -> Driver:
        """Open a connection outside the pool, on which every transaction is begun explicitly."""
        pooled = self.engine.raw_connection()
        driver: Driver = pooled.driver_connection
        pooled.detach()
        if not self.is_sqlite:
            driver.autocommit = True
        return driver

    @contextmanager
    def _connected(self) -> Iterator[Connection]:
        try:
            with self.engine.connect() as connection:
                yield connection
        finally:
            self._leave_nothing_open()

    @contextmanager
    def available(self) -> Iterator[None]:
        """Turn a database error into StoreUnavailable; leave the caller's errors as they are."""
        try:
            yield
        except _FAULTS:
            raise
        except self._faults_of_driver:
            raise
        except (SQLAlchemyError, self.engine.dialect.loaded_dbapi.Error) as error:
            raise StoreUnavailable(f"{self.name}: {cause_of(error)}") from error
        except UnicodeDecodeError as error:  # SQLite's error message about a damaged file.
            raise StoreUnavailable(f"{self.name}: {error.object!r}") from error

    @property
    def _faults_of_driver(self) -> tuple[type[Exception], ...]:
        """Handle errors of statements that go directly to PostgreSQL's driver."""
        driver = self.engine.dialect.loaded_dbapi
        if self.is_sqlite:
            return ()
        return driver.IntegrityError, driver.DataError, driver.ProgrammingError

    def lost_its_connection(self, error: BaseException) -> bool:
        """Whether PostgreSQL's driver lost the connection: a commit's outcome is unknown."""
        driver = self.engine.dialect.loaded_dbapi
        return not self.is_sqlite and isinstance(error, driver.OperationalError)

    def first_row(self, query: str, *values: str) -> Values | None:
        """Run a quick query that every command needs, on a connection owned by the thread.

        Taking one from a pool costs more than the query.
        """
        if self.path is None:
            marked = query if self.is_sqlite else query.replace("?", "%s")
            with self.reading() as connection:
                row = connection.exec_driver_sql(marked, values).first()
                return tuple(row) if row else None
        try:
            found: Values | None = self._own_connection().execute(query, values).fetchone()
        except sqlite3.Error as error:
            raise StoreUnavailable(f"{self.name}: {error}") from error
        return found

    def _own_connection(self) -> sqlite3.Connection:
        own: sqlite3.Connection | None = getattr(self._own, "connection", None)
        if own is None:
            # Only SQLite has a path.
            self._own.connection = own = cast(sqlite3.Connection, self._detached())
            self._opened.append(own)
        return own

    def close(self) -> None:
        while self._opened:
            self._opened.pop().close()
        self._own = local()
        self._is_closed = True
        self._leave_nothing_open()

    def _leave_nothing_open(self) -> None:
        """Close every idle connection once the database is closed.

        A thread that was still working then returns its connection afterwards, to the same pool.
        """
        if self._is_closed:
            self._end_landing()
            self.engine.pool.dispose()


@contextmanager
def _callers_fault() -> Iterator[None]:
    """Tell a row that SQLite refuses from a database that cannot be reached, as SQLAlchemy does."""
    try:
        yield
    except sqlite3.IntegrityError as refused:
        raise IntegrityError(str(refused), None, refused) from refused


@contextmanager
def _until_nobody_waits(connection: Connection) -> Iterator[None]:
    """Cancel a long query when its caller goes away."""
    interruption = _Interruption(connection)
    try:
        with ended_by(interruption.begin):
            yield
    finally:
        interruption.end()


class _Interruption:
    """Repeated cancellation: a single request that falls between two queries would be lost."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._over = threading.Event()
        self._thread: threading.Thread | None = None

    def begin(self) -> None:
        self._thread = threading.Thread(target=self._interrupt, daemon=True)
        self._thread.start()

    def _interrupt(self) -> None:
        driver: Driver = self._connection.connection.driver_connection
        while not self._over.is_set():
            if self._connection.dialect.name == "sqlite":
                driver.interrupt()
            else:
                with suppress(self._connection.dialect.loaded_dbapi.Error):
                    driver.cancel_safe(timeout=_CANCEL_SECONDS)
            self._over.wait(_AGAIN_SECONDS)

    def end(self) -> None:
        self._over.set()
        if self._thread is None:
            return
        self._thread.join()
        if self._connection.dialect.name != "sqlite":
            self._connection.invalidate()  # A cancellation may still be on its way.


def cause_of(error: Exception) -> str:
    """Return the driver's message in one line."""
    original = error.orig if isinstance(error, DBAPIError) else error
    lines = str(original).strip().splitlines()
    return lines[0] if lines else type(original).__name__


def is_sqlite(path: Path) -> bool:
    """Whether the file starts like a SQLite database."""
    with path.open("rb") as file:
        return file.read(len(_BEGINS)) == _BEGINS


def open_database(url_or_path: str, *, readonly: bool = False) -> Database:
    """Configure the engine only: nothing is read or created yet; see `migrate`."""
    if url_or_path in MEMORY:
        return _in_memory()
    url = _url(url_or_path)
    if url.get_backend_name() == "sqlite":
        if not url.database:
            raise ValueError(f"{url_or_path}: names no file")
        return _file(Path(url.database), readonly=readonly)
    if url.get_backend_name() == "postgresql":
        return _postgres(url)
    raise ValueError(f"{url_or_path}: a database is a file, or an address like postgresql://...")


def _url(url_or_path: str) -> URL:
    if "://" not in url_or_path:
        return URL.create("sqlite", database=url_or_path)
    try:
        url = make_url(url_or_path)
    except ArgumentError as error:
        raise ValueError("the database's address cannot be read") from error
    if url.drivername in ("postgres", "postgresql"):
        return url.set(drivername="postgresql+psycopg")
    return url


def _in_memory() -> Database:
    """Open an in-memory database: one connection, passed between threads, is the database."""
    engine = create_engine(
        "sqlite://",
        poolclass=QueuePool,
        pool_size=1,
        max_overflow=0,
        connect_args={"check_same_thread": False},
    )
    _tune_sqlite(engine, in_memory=True)
    return Database(engine, "memory")


def _file(path: Path, *, readonly: bool) -> Database:
    if readonly and not path.exists():
        raise FileNotFoundError(2, "no such database", str(path))
    if path.is_dir():
        raise IsADirectoryError(21, "is a folder, not a database", str(path))
    if not path.parent.is_dir():
        raise FileNotFoundError(2, f"there is no folder {path.parent}", str(path))
    mode = "ro" if readonly else "rwc"

    def connect() -> sqlite3.Connection:
        address = f"{path.absolute().as_uri()}?mode={mode}"
        return sqlite3.connect(address, uri=True, check_same_thread=False)

    engine = create_engine(
        "sqlite://",
        creator=connect,
        poolclass=QueuePool,
        pool_size=_KEPT_CONNECTIONS,
        max_overflow=_KEPT_CONNECTIONS,
    )
    _tune_sqlite(engine, readonly=readonly)
    return Database(engine, str(path), path)


def _tune_sqlite(engine: Engine, *, in_memory: bool = False, readonly: bool = False) -> None:
    @event.listens_for(engine, "connect")
    def connected(connection: DBAPIConnection, _: object) -> None:
        connection.isolation_level = None  # No implicit transactions; see begun().
        # A changed byte must not stop an audit from reading on.
        connection.text_factory = _readable
        connection.execute(f"PRAGMA busy_timeout = {_BUSY_MILLISECONDS}")
        connection.execute("PRAGMA foreign_keys = ON")
        if not in_memory and not readonly:
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute(f"PRAGMA wal_autocheckpoint = {_PAGES_BETWEEN_CHECKPOINTS}")
            connection.execute(f"PRAGMA cache_size = -{_CACHE_KIBIBYTES}")

    @event.listens_for(engine, "begin")
    def begun(connection: Connection) -> None:
        writes = connection.get_execution_options().get("queenhigh_writes")
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _readable(written: bytes) -> str:
    return written.decode("utf-8", "surrogateescape")


# Give up on a host that swallows packets instead of waiting for it.
_POSTGRES_PATIENCE = {
    "connect_timeout": 5,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 20_000,  # Milliseconds.
}


def _postgres(url: URL) -> Database:
    engine = create_engine(
        url,
        pool_size=_KEPT_CONNECTIONS,
        max_overflow=_KEPT_CONNECTIONS,
        pool_timeout=10,
        pool_pre_ping=True,  # Silently replaces a connection that broke while idle.
        connect_args=_POSTGRES_PATIENCE,
    )
    return Database(engine, url.render_as_string(hide_password=True))


def lock_log(connection: Connection, idle_seconds: float = 0) -> None:
    """Keep all other processes from writing to the log until the transaction ends.

    SQLite needs no lock: its write transactions are exclusive from the start. A process that stays
    idle for `idle_seconds`, for instance because it is paused, loses the lock and its transaction.
    """
    if connection.dialect.name == "postgresql":
        idle = str(int(idle_seconds * 1000))  # 0: as long as it takes.
        connection.exec_driver_sql(LOCK_LOG, (LOG_LOCK, idle))
