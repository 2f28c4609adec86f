"""How hypothesis searches: freely here, longer in CI. Markers are declared in pyproject.toml."""

import os

from hypothesis import settings

# Never a deadline: a slow machine is not a wrong rule.
settings.register_profile("default", deadline=None)
settings.register_profile("ci", deadline=None, max_examples=500, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") == "true" else "default")
