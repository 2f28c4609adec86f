"""The PAR sheet of a house and the files it becomes."""
