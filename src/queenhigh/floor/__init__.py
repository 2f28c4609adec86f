"""What pit, surveillance and the regulator need, all derived from events and postings."""
