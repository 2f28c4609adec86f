"""Reports, search and surveillance, worked out off the event loop."""
