"""Measurements, as ratios in one run on one machine: ``python -m bench``."""
