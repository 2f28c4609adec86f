"""Which bets may be placed, and what each one pays. Pure functions, one file per rule."""
