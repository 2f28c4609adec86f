"""The front end's types for the service's messages, generated from the service's description.

``python -m tests.e2e.schema`` writes them (in web: ``npm run types``); no service need run.
"""

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import msgspec

from queenhigh.service.app import make_app
from queenhigh.service.config import Config

WEB = Path(__file__).parents[2] / "web"
_WARNING = re.compile(r"warn|⚠|✘|error", re.IGNORECASE)
KEPT = WEB / "src" / "protocol" / "schema.d.ts"


def types() -> str:
    """Generate the types."""
    with tempfile.TemporaryDirectory() as folder:
        described, made = Path(folder) / "openapi.json", Path(folder) / "schema.d.ts"
        app = make_app(Config(database="memory"))
        schema = app.openapi_schema.to_schema()
        described.write_bytes(msgspec.json.encode(schema, order="sorted"))
        tool = WEB / "node_modules" / "openapi-typescript" / "bin" / "cli.js"
        command = [node(), str(tool), str(described), "--alphabetize", "--output", str(made)]
        done = subprocess.run(command, check=True, capture_output=True, text=True, cwd=WEB)
        if said := [line for line in done.stderr.splitlines() if _WARNING.search(line)]:
            raise ValueError("openapi-typescript warns: " + "\n".join(said))
        return made.read_text("utf-8")


def node() -> str:
    own = str(Path(sys.executable).parent)
    found = shutil.which("node") or shutil.which("nodejs") or shutil.which("node", path=own)
    if found is None:
        raise RuntimeError("there is no Node.js; scripts/web gets one")
    return found


if __name__ == "__main__":
    KEPT.write_text(types(), "utf-8")
