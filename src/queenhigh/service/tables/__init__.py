"""Tables: the lobby, play, practice, history, and the floor's work at a table."""
