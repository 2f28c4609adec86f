"""The JSON that the service and its clients exchange."""
