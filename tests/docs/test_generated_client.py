"""A client that openapi-python-client makes of the description plays without a warning.

The generator needs an older Typer than ours, so it gets an environment of its own, from the
network: `pytest -m long`. That openapi-typescript does not warn, `tests/e2e/test_schema.py` sees.
"""

import asyncio
import os
import re
import subprocess
import sys
import venv
from pathlib import Path

import pytest

from queenhigh.faults.served import Served
from tests.docs.examples import ROOT

GUIDE = (ROOT / "docs" / "guides" / "client.md").read_text("utf-8")
PROGRAM = """
from made.api.session import api_guests_guest
from made.api.tables import api_practice_make
from made.client import Client
from made.models import PracticeWanted

with Client(base_url="{address}") as client:
    guest = api_guests_guest.sync(client=client)
    assert guest.person.guest, guest
    http = client.get_httpx_client()
    http.headers["x-csrf-token"] = http.cookies["queenhigh_csrf"]
    table = api_practice_make.sync(client=client, body=PracticeWanted(house="classic"))
    print(table.house)
"""


@pytest.mark.long
def test_a_python_client_is_made_without_a_warning_and_works(tmp_path: Path) -> None:
    (config,) = re.findall(r"^```yaml\n(.*?)^```", GUIDE, re.M | re.S)
    (tmp_path / "config.yaml").write_text(config, "utf-8")
    venv.create(tmp_path / "venv", with_pip=True)
    binaries = tmp_path / "venv" / "bin"
    subprocess.run(
        [binaries / "python", "-m", "pip", "install", "--quiet", "openapi-python-client"],
        check=True,
    )
    service = Served(tmp_path, str(tmp_path / "room.db"))
    service.start()
    try:
        asyncio.run(service.ready())
        described = f"{service.address}/schema/openapi.json"
        ruff = str(Path(sys.executable).parent)  # The generator tidies up with it.
        made = subprocess.run(
            [binaries / "openapi-python-client", "generate", "--url", described,
             "--config", "config.yaml", "--meta", "none", "--output-path", "made",
             "--fail-on-warning"],
            cwd=tmp_path, capture_output=True, text=True, check=False,
            env={**os.environ, "PATH": f"{binaries}:{ruff}:{os.environ['PATH']}"},
        )  # fmt: skip
        assert made.returncode == 0, made.stdout + made.stderr
        assert "warning" not in (made.stdout + made.stderr).lower()
        played = subprocess.run(
            [binaries / "python", "-c", PROGRAM.format(address=service.address)],
            cwd=tmp_path, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert (played.stdout, played.stderr) == ("classic\n", "")
    finally:
        service.stop()
