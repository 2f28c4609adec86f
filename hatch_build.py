"""Add build products to the wheel, and the front end to the source archive too.

These are the front end, the parsed form of every TOML file, and the list of tests that hold each
clause: an installed command reads them and parses nothing.
"""

import json
import subprocess
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class MadeParts(BuildHookInterface):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return  # A checkout serves web/dist, which ./play builds.
        self._build_front_end()
        inside = "queenhigh/web" if self.target_name == "wheel" else "web/dist"
        included = build_data["force_include"]
        included[str(Path(self.root) / "web" / "dist")] = inside
        if self.target_name == "wheel":
            self._made = TemporaryDirectory(prefix="queenhigh-build-")
            included[self._made.name] = "queenhigh"
            self._make_registry(Path(self._made.name))

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if made := getattr(self, "_made", None):
            made.cleanup()

    def _build_front_end(self) -> None:
        """Build the front end unless a source archive brings it: that needs no Node.js or shell."""
        root = Path(self.root)
        if (root / "PKG-INFO").is_file() and (root / "web/dist/index.html").is_file():
            return
        done = subprocess.run([root / "scripts" / "web"], check=False)
        if done.returncode:
            raise SystemExit("the front end was not built: scripts/web says why above")

    def _make_registry(self, made: Path) -> None:
        package = Path(self.root) / "src" / "queenhigh"
        parsed_files = _module(package / "house" / "parsed_files.py")
        for path in package.rglob("*.toml"):
            written = path.read_bytes()
            form = made / path.relative_to(package).with_name(path.name + parsed_files.SUFFIX)
            form.parent.mkdir(parents=True, exist_ok=True)
            form.write_bytes(parsed_files.form_of(written, parsed_files.tables_of(written)))
        clause_tests = _module(package / "house" / "clause_tests.py")
        held = clause_tests.clause_tests(Path(self.root) / "tests")
        (made / "house" / "clause_tests.json").write_text(json.dumps(held), "utf-8")


def _module(file: Path) -> ModuleType:
    """Load a module of the package from its file: its other dependencies are not installed yet."""
    spec = spec_from_file_location(file.stem, file)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
