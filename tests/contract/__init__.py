"""One suite for every store: what is promised of one holds for all."""
