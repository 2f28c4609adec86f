"""The configuration of a service: a file, the environment, and flags; the last one wins."""

import os
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path

import msgspec

from ..house.decode_errors import explain_as
from ..table.events import Kind
from .client_address import Addresses
from .tables.table_set_up import TableWanted

PREFIX = "QUEENHIGH_"
_LISTS = ("hosts", "trusted_proxies", "books")  # Comma-separated in the environment.
MEMORY = "memory"


class ConfigError(ValueError):
    """An invalid setting: where it is and what is wrong with it."""

    def __init__(self, setting: str, message: str, place: str = ""):
        self.setting, self.message = setting, message
        super().__init__(": ".join(filter(None, (place, setting, message))))


class Config(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Every setting of `queenhigh serve`, each with a default that works."""

    database: str = ""  # A file, a PostgreSQL address, or memory; default: in the data folder.
    host: str = "127.0.0.1"
    port: int = 8030
    workers: int = 1  # Processes; more than one needs PostgreSQL.
    address: str = ""  # The public address, if it differs: https://cards.example.
    hosts: tuple[str, ...] = ()  # Further names of the service, besides that of its address.
    trusted_proxies: tuple[str, ...] = ()  # Proxies whose forwarding headers are trusted.
    guests: bool = True  # Whether anybody may play with play money.
    guest_money_cents: int = 1_000_00
    practice_tables: int = 200  # Maximum at a time.
    session_hours: int = 12
    rate_limit: int = 600  # Requests per minute and person; five times as many per address.
    login_limit: int = 10  # Per minute and address.
    seals: str = ""  # A file to which the log's seal is written hourly, for outsiders to keep.
    log_level: str = "info"
    books: tuple[str, ...] = ()  # Folders of rule books: each with a book.toml is offered.
    web: str = ""  # The folder of the built front end; found automatically in a checkout.
    kind: Kind | None = None  # Default for tables without one: digital, physical or training.
    tables: tuple[TableWanted, ...] | None = None  # Set up on first start; None: one per house.

    def __post_init__(self) -> None:
        if not 0 <= self.port <= 65_535:
            raise ConfigError("port", f"is 0 to 65535, not {self.port}")
        if self.workers < 1:
            raise ConfigError("workers", f"is at least 1, not {self.workers}")
        if self.workers > 1 and not self.on_postgres:
            message = "several processes need PostgreSQL: give its address as database"
            raise ConfigError("workers", message)
        if self.login_limit < 1:
            raise ConfigError("login_limit", "is at least 1")
        try:
            Addresses(self.trusted_proxies, [self.address] if self.address else [])
        except ValueError as error:
            raise ConfigError("trusted_proxies, address", str(error)) from None
        if self.log_level not in ("debug", "info", "warning", "error"):
            raise ConfigError("log_level", "is debug, info, warning or error")

    @property
    def on_postgres(self) -> bool:
        return self.database.startswith(("postgres://", "postgresql://"))

    @property
    def public_address(self) -> str:
        host = "localhost" if self.host in ("0.0.0.0", "::", "127.0.0.1") else self.host
        host = f"[{host}]" if ":" in host else host
        return self.address.rstrip("/") or f"http://{host}:{self.port}"


def load_config(
    file: str | None, environment: Mapping[str, str], flags: Mapping[str, object]
) -> Config:
    told: dict[str, object] = {}
    if file is not None:
        told |= _from_file(file)
    told |= _from_environment(environment)
    told |= {name: value for name, value in flags.items() if value is not None}
    told.setdefault("database", "")
    told["database"] = told["database"] or str(data_folder(environment) / "queenhigh.db")
    try:
        return msgspec.convert(told, Config, strict=False)
    except msgspec.ValidationError as error:
        if isinstance(cause := error.__cause__, ConfigError):
            path, message = cause.setting, cause.message
        else:
            path, message = explain_as(error, Config, told)
        raise ConfigError(path, message, _place(path, file, environment, flags)) from None


def _place(
    path: str, file: str | None, environment: Mapping[str, str], flags: Mapping[str, object]
) -> str:
    """The source of a setting: a variable, the file, or "" for a flag, which is named like it."""
    name = re.split(r"\W", path, maxsplit=1)[0]
    if flags.get(name) is not None:
        return ""
    variable = PREFIX + name.upper()
    return variable if variable in environment else file or ""


def _from_file(file: str) -> dict[str, object]:
    try:
        return tomllib.loads(Path(file).read_text("utf-8"))
    except OSError as error:
        raise ConfigError("", error.strerror or str(error), file) from None
    except UnicodeDecodeError as error:
        raise ConfigError("", f"not UTF-8 at byte {error.start}", file) from None
    except ValueError as error:
        raise ConfigError("", f"not TOML: {error}", file) from None


def _from_environment(environment: Mapping[str, str]) -> dict[str, object]:
    """Read QUEENHIGH_PORT as port, and so on; tables can be set only in the file."""
    told: dict[str, object] = {}
    for name in Config.__struct_fields__:
        value = environment.get(PREFIX + name.upper())
        if value is None or name == "tables":
            continue
        told[name] = value.split(",") if name in _LISTS else value
    return told


def data_folder(environment: Mapping[str, str] | None = None) -> Path:
    """The folder for the user's data, following the XDG conventions."""
    environment = os.environ if environment is None else environment
    base = environment.get("XDG_DATA_HOME")
    return (Path(base) if base else Path.home() / ".local" / "share") / "queenhigh"
