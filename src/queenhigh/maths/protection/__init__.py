"""What it is worth to know cards that should be hidden, and what a ruling costs."""
