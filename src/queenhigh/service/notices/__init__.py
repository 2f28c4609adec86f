"""Notices to those whom a rule names, and their acknowledgement."""
