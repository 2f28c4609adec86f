"""The exact figures of a house's bets, and the best decisions for them."""
