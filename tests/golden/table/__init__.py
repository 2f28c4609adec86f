"""Golden rounds at the table."""
