"""Where events and postings are kept: in memory, SQLite or PostgreSQL, under a chain of hashes.

Also here: people and their sessions, what the floor and the school have derived from the log, the
searches in it, and the audits of all of this.
"""
