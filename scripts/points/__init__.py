"""The proof that every rule point is held by a test, on the code beside it and no other."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "src"))
