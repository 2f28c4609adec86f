"""Meters over time: how they grow, when they are hit, and what a hit pays."""
