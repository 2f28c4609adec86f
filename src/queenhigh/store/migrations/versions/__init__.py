"""One file a version, for ever: what is written here is never changed."""
