"""The rule book as data: what a house is, and how it is read, checked, compared and printed."""
