"""Reports, search and surveillance, worked out beside the event loop."""
