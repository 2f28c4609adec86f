"""How results spread: a seat's, a table's, and those of many rounds."""
