"""Tables: the lobby, play, practice, history, and what the floor does to a table."""
