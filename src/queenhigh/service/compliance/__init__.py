"""Duties of the book and of the law: forms, payouts that wait for them, identities."""
