"""One suite for every store: each keeps the same promises."""
