"""Which bets may be placed, and what each one pays. One file per wager, pure functions."""
