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

from queenhigh.house.plain_data import Document
from queenhigh.service.app import make_app
from queenhigh.service.config import Config

WEB = Path(__file__).parents[2] / "web"
_WARNING = re.compile(r"warn|⚠|✘|error", re.IGNORECASE)
_REFERENCE = re.compile(r'"\$ref":"#/components/schemas/(\w+)"')
KEPT = WEB / "src" / "protocol" / "schema.d.ts"


def types() -> str:
    """Generate the types."""
    with tempfile.TemporaryDirectory() as folder:
        described, made = Path(folder) / "openapi.json", Path(folder) / "schema.d.ts"
        app = make_app(Config(database="memory"))
        schema = msgspec.json.decode(msgspec.json.encode(app.openapi_schema.to_schema()))
        _tell_answers_from_requests(schema)
        _tell_what_commands_are(schema)
        described.write_bytes(msgspec.json.encode(schema, order="sorted"))
        tool = WEB / "node_modules" / "openapi-typescript" / "bin" / "cli.js"
        command = [
            node(), str(tool), str(described), "--alphabetize", "--default-non-nullable=false",
            "--output", str(made),
        ]  # fmt: skip
        done = subprocess.run(command, check=True, capture_output=True, text=True, cwd=WEB)
        if said := [line for line in done.stderr.splitlines() if _WARNING.search(line)]:
            raise ValueError("openapi-typescript warns: " + "\n".join(said))
        return made.read_text("utf-8")


def _tell_answers_from_requests(schema: Document) -> None:
    """What has a default is always there in an answer; in a request it may be left out."""
    components = schema["components"]["schemas"]
    operations = [each for item in schema["paths"].values() for each in item.values()]
    for name in _reached([each["responses"] for each in operations], components):
        shape = components[name]
        filled = {key for key, each in shape.get("properties", {}).items() if "default" in each}
        if filled:
            shape["required"] = sorted({*shape["required"], *filled})


def _tell_what_commands_are(schema: Document) -> None:
    """Moves are commands as one sends them; a form makes a command of its type."""
    components = schema["components"]["schemas"]
    sent = schema["paths"]["/api/tables/{table}/commands"]["post"]["requestBody"]["content"]
    components["Command"] = sent["application/json"]["schema"]
    moves = {"type": "array", "items": {"$ref": "#/components/schemas/Command"}}
    for name in ("Snapshot", "Changed", "FloorTable"):
        components[name]["properties"]["moves"] = moves
    types = [
        components[each["$ref"].rpartition("/")[2]]["properties"]["type"]["const"]
        for each in components["Command"]["oneOf"]
    ]
    components["CommandForm"]["properties"]["type"]["enum"] = types


def _reached(parts: object, components: Document) -> set[str]:
    """The names of all components that these parts lead to."""
    found: set[str] = set()
    todo = [parts]
    while todo:
        names = set(_REFERENCE.findall(msgspec.json.encode(todo.pop()).decode())) - found
        found |= names
        todo += [components[name] for name in names]
    return found


def node() -> str:
    own = str(Path(sys.executable).parent)
    found = shutil.which("node") or shutil.which("nodejs") or shutil.which("node", path=own)
    if found is None:
        raise RuntimeError("there is no Node.js; scripts/web gets one")
    return found


if __name__ == "__main__":
    KEPT.write_text(types(), "utf-8")
