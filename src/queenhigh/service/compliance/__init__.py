"""Duties under the book and the law: forms, payouts that wait for them, identities."""
