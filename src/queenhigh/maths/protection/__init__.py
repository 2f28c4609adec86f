"""The worth of knowing cards that should be hidden, and the cost of rulings."""
