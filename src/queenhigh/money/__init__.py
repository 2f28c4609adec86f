"""Double entry: every event with money in it becomes postings that balance.

A table's set-up and the names of streams are here too, because they say which accounts it has.
"""
