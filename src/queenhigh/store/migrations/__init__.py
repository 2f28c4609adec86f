"""How a database of any earlier version becomes one of this. Run when a store is opened."""
