"""What pit, surveillance and the regulator need: all of it read out of events and postings."""
