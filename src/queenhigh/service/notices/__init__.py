"""Notices to the people that a rule names, and their acknowledgement."""
