"""Exact figures for any house, and simulation of whole tables."""
