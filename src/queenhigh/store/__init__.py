"""Where events and postings are kept: memory, SQLite, PostgreSQL; the chain of hashes."""
