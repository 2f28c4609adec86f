"""Proof that a test holds every rule point, for the code in this checkout only."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "src"))
