"""Patrons' and the cage's money, and the meters of linked tables."""
