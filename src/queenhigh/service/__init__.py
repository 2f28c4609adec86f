"""The cardroom as a service: tables, people and money over HTTP and WebSocket."""
