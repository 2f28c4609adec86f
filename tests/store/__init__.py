"""The store: chain, landing, databases, audit, export, backup."""
