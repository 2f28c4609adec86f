"""Surveillance: the search over all rounds, and alerts."""
