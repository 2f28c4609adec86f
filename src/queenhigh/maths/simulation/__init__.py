"""Whole tables, simulated: the kernel, its runs on cores and clusters, and their paths."""
