"""Benchmarks, each a ratio within one run on one machine: ``python -m bench``."""
