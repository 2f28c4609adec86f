"""Double entry: every event with money in it becomes postings that balance."""
