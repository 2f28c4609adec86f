"""Storage of events and postings, in memory, SQLite or PostgreSQL, under a chain of hashes.

Also here: people and their sessions, what the floor and the school derive from the log, searches,
and the audits of all of this.
"""
