"""Play, and practise dealing, in the terminal."""
