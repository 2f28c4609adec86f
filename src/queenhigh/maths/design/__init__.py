"""Other rules and pay tables: the search for them, and what a change is worth."""
