"""Reports, search and surveillance, computed off the event loop."""
