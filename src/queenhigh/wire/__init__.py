"""The JSON that the service and its clients exchange: views of the table and the floor."""
