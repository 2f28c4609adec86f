"""One file per version. Never edit a released one."""
