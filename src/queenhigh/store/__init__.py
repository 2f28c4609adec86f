"""Stores for events and postings (memory, SQLite, PostgreSQL), and the hash chain over the log."""
