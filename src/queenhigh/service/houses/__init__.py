"""Houses and rule books: pages, exact figures, uploads and their approval."""
