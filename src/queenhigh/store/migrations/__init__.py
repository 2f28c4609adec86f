"""Migrations from any earlier version of the database to this one. Run when a store is opened."""
