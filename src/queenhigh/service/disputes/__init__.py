"""Disputes, from a round to the decision."""
