"""The files in deploy/ use settings the service accepts. No container is run here."""

import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]

from queenhigh.service.config import PREFIX, Config, load_config
from queenhigh.store.deck_seal import DECKS
from tests.cli.runner import run_apart

DEPLOY = Path(__file__).parents[2] / "deploy"
COMPOSE: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))
SERVICES: dict[str, Any] = COMPOSE["services"]


def settings_in(text: str) -> set[str]:
    named = set(re.findall(rf"\b{PREFIX}([A-Z_]+)(?=[=:])", text))
    return {name.lower() for name in named} - {"db_password"}


@pytest.mark.parametrize("file", ["Containerfile", "compose.yaml", "queenhigh.service"])
def test_every_setting_is_one_that_the_service_has(file: str) -> None:
    keys = {DECKS.variable.removeprefix(PREFIX).lower()}
    assert settings_in((DEPLOY / file).read_text("utf-8")) <= set(Config.__struct_fields__) | keys


def test_the_compose_file_is_a_valid_configuration() -> None:
    environment = {
        name: re.sub(r"\$\{\w+:[-?](.*?)\}", r"\1", value)
        for name, value in SERVICES["service-1"]["environment"].items()
    }
    config = load_config(None, environment, {})
    assert config.on_postgres
    assert config.address == "http://localhost:8080"


def test_every_service_that_another_waits_for_exists_and_has_a_health_check() -> None:
    container = (DEPLOY / "Containerfile").read_text("utf-8")
    for service in SERVICES.values():
        for name, how in service.get("depends_on", {}).items():
            assert how == {"condition": "service_healthy"}
            assert "healthcheck" in SERVICES[name] or "HEALTHCHECK" in container
        for volume in service["volumes"]:
            source = volume.partition(":")[0]
            assert source in COMPOSE["volumes"] or (DEPLOY / source).is_file()


def test_the_proxy_knows_both_processes() -> None:
    servers = re.findall(r"server (service-\d):8030;", (DEPLOY / "nginx.conf").read_text("utf-8"))
    assert servers == [name for name in SERVICES if name.startswith("service-")]


def test_the_container_does_not_run_as_root_and_copies_what_there_is() -> None:
    lines = (DEPLOY / "Containerfile").read_text("utf-8").splitlines()
    assert lines.index("USER queenhigh") < lines.index('ENTRYPOINT ["queenhigh"]')
    assert (DEPLOY.parent / "hashes.txt").is_file()


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="there is no systemd here")
def test_systemd_takes_the_unit(tmp_path: Path) -> None:
    unit = tmp_path / "queenhigh.service"
    text = (DEPLOY / "queenhigh.service").read_text("utf-8")
    unit.write_text(text.replace("/opt/queenhigh/bin/queenhigh", "/bin/true"), "utf-8")
    done = subprocess.run(
        ["systemd-analyze", "verify", unit], capture_output=True, text=True, check=False
    )
    assert (done.returncode, [line for line in done.stderr.splitlines() if unit.name in line]) == (
        0,
        [],
    )


def test_a_database_that_does_not_answer_is_named_as_the_cause() -> None:
    answer = run_apart("serve", "--database", "postgresql://nobody@127.0.0.1:1/none")
    assert answer.status == 2
    assert answer.complaint.startswith("queenhigh: the database does not answer: ")
    assert "Connection refused" in answer.complaint
    assert "bug in queenhigh" not in answer.complaint
