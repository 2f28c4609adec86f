"""The rule book as data: what a house is, how it is read, checked, compared and printed."""
