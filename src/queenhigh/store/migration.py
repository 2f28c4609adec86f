"""The tables of a new database, and upgrades from any earlier version; all or nothing."""

from collections.abc import Callable
from functools import cache
from importlib import import_module
from pathlib import Path

from sqlalchemy import (
    Column,
    Connection,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    create_mock_engine,
    inspect,
    text,
)
from sqlalchemy.engine.mock import MockConnection
from sqlalchemy.schema import ExecutableDDLElement

from .database import Database, lock_log
from .floor_schema import PROJECTIONS
from .schema import log_head, metadata

VERSION = "0009"  # The last of migrations/versions.
_TABLE = "alembic_version"
_ALEMBICS_OWN = Table(
    _TABLE,
    MetaData(),
    Column("version_num", String(32), nullable=False),
    PrimaryKeyConstraint("version_num", name="alembic_version_pkc"),
)


class TooNew(ValueError):
    """A later version of the program wrote this database."""


class TooOld(ValueError):
    """The database has not been upgraded to this version yet."""


class NotOurs(ValueError):
    """The database is not one of Queenhigh's."""


def migrate(database: Database, notice: Callable[[str], None] = lambda _: None) -> None:
    """Create the tables of a new database, upgrade an old one, refuse one that is too new."""
    with database.reading() as connection:
        found = _version(connection)
    if found == VERSION:
        return
    with database.writing() as connection:
        lock_log(connection)
        found = _version(connection)  # Another process may have been faster.
        if found == VERSION:
            return
        _refuse(database, connection, found)
        if found:
            notice(f"{database.name}: upgrading from version {found} to {VERSION}")
            _upgrade(connection)
        else:
            _create(connection)


def check_version(database: Database) -> None:
    """Raise unless the database has this version; for read-only callers."""
    with database.reading() as connection:
        found = _version(connection)
        if found == VERSION:
            return
        _refuse(database, connection, found)
    if not found:
        raise NotOurs(f"{database.name}: does not contain a log of Queenhigh")
    raise TooOld(
        f"{database.name}: is of version {found}, older than {VERSION};"
        " queenhigh serve upgrades it when it opens it"
    )


def _version(connection: Connection) -> str:
    if not inspect(connection).has_table(_TABLE):
        return ""
    found = connection.execute(text(f"SELECT version_num FROM {_TABLE}")).scalar()
    return str(found or "")


def _refuse(database: Database, connection: Connection, found: str) -> None:
    if not found:
        if {*metadata.tables, _TABLE} & {*inspect(connection).get_table_names()}:
            raise NotOurs(f"{database.name}: contains tables of another program")
        return
    if found not in _known():
        raise TooNew(
            f"{database.name}: was written by a newer version of Queenhigh"
            f" (its tables are of version {found}, this program knows {VERSION});"
            " upgrade the program"
        )


def _known() -> list[str]:
    package = "queenhigh.store.migrations.versions"
    folder = Path(import_module(package).__path__[0])
    names = sorted(path.stem for path in folder.glob("v*.py"))
    return [import_module(f"{package}.{name}").revision for name in names]


def _create(connection: Connection) -> None:
    """Create the result of all migrations, without loading them and Alembic."""
    for statement in _creating(connection.dialect.name):
        connection.exec_driver_sql(statement)
    connection.execute(log_head.insert().values(id=1, count=0, seal=""))
    connection.execute(_ALEMBICS_OWN.insert().values(version_num=VERSION))


@cache
def _creating(dialect: str) -> tuple[str, ...]:
    """The statements that create all tables; writing them takes longer than running them."""
    statements: list[str] = []

    def write(made: ExecutableDDLElement, *_: object, **__: object) -> None:
        statements.append(str(made.compile(dialect=engine.dialect)))

    engine: MockConnection = create_mock_engine(f"{dialect}://", write)
    metadata.create_all(engine, checkfirst=False)
    _ALEMBICS_OWN.create(engine, checkfirst=False)
    return tuple(statements)


def _upgrade(connection: Connection, to: str = "head") -> None:
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", "queenhigh.store:migrations")
    config.attributes["connection"] = connection
    command.upgrade(config, to)
    # Migrations do not describe what is rebuilt from the log: one that changes it drops it.
    metadata.create_all(connection, tables=PROJECTIONS)
