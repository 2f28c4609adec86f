"""Other rules and pay tables: searching for them, and the effect of a change."""
