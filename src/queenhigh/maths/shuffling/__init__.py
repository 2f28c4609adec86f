"""Tests of shufflers, and a model of shuffling by hand."""
