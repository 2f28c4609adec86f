"""Settings from file, environment and flags, each overriding the one before."""

from pathlib import Path

import pytest

from queenhigh.service.config import Config, ConfigError, load_config

PAGE = Path(__file__).parents[2] / "docs" / "operating" / "configuration.md"


def test_by_default_the_database_is_a_file_of_the_user() -> None:
    config = load_config(None, {"XDG_DATA_HOME": "/data"}, {})
    assert config.database == "/data/queenhigh/queenhigh.db"
    assert config.public_address == "http://localhost:8030"


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("::1", "http://[::1]:8030"),
        ("::", "http://localhost:8030"),
        ("10.0.0.7", "http://10.0.0.7:8030"),
    ],
)
def test_the_address_that_is_printed_can_be_opened(host: str, address: str) -> None:
    assert Config(host=host).public_address == address


def test_flags_override_the_environment_which_overrides_the_file(tmp_path: Path) -> None:
    file = tmp_path / "room.toml"
    file.write_text('port = 1\nhost = "0.0.0.0"\nguests = false\n')
    environment = {"QUEENHIGH_PORT": "2", "QUEENHIGH_LOG_LEVEL": "error"}
    config = load_config(str(file), environment, {"port": 3, "host": None})
    assert (config.port, config.host, config.log_level) == (3, "0.0.0.0", "error")
    assert not config.guests


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ("port = 70000", "port: is 0 to 65535"),
        ("prot = 1", "prot"),
        ("workers = 2", "several processes need PostgreSQL"),
        ('log_level = "loud"', "log_level"),
        ('trusted_proxies = ["nobody"]', "trusted_proxies"),
        ("login_limit = 0", "login_limit"),
        ("port = ", "not TOML"),
        ('[[tables]]\nid = "a b"\nhouse = "mics"', "tables[0].id"),
        ('[[tables]]\nid = "a"', "house"),
        ('kind = "real"', "kind"),
        ('[[tables]]\nid = "a"\nhouse = "mics"\nrelief_minutes = 1', "tables[0].relief_minutes"),
    ],
)
def test_an_impossible_setting_is_named(tmp_path: Path, settings: str, said: str) -> None:
    file = tmp_path / "room.toml"
    file.write_text(settings)
    with pytest.raises(ConfigError) as refused:
        load_config(str(file), {}, {})
    assert said in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_missing_file_is_named() -> None:
    with pytest.raises(ConfigError, match=r"nowhere\.toml: No such file"):
        load_config("nowhere.toml", {}, {})


def test_every_setting_is_documented() -> None:
    page = PAGE.read_text("utf-8")
    assert [name for name in Config.__struct_fields__ if f"`{name}`" not in page] == []
