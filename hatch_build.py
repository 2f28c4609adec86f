"""Puts the built front end into the wheel, and into the source archive a wheel can be made of."""

import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class FrontEnd(BuildHookInterface):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return  # A checkout is served from web/dist, which ./play builds.
        built = Path(self.root) / "web" / "dist"
        self._build()
        inside = "queenhigh/web" if self.target_name == "wheel" else "web/dist"
        build_data["force_include"][str(built)] = inside

    def _build(self) -> None:
        """A source archive has it built already, and neither Node.js nor a shell is needed."""
        root = Path(self.root)
        if (root / "PKG-INFO").is_file() and (root / "web/dist/index.html").is_file():
            return
        done = subprocess.run([root / "scripts" / "web"], check=False)
        if done.returncode:
            raise SystemExit("the front end was not built: scripts/web says why above")
