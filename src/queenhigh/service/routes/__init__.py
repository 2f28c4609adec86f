"""The HTTP and WebSocket routes. Each names the right that it needs."""
