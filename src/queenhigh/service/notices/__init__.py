"""Notices to the people named by a rule, and their acknowledgement."""
