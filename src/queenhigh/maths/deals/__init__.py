"""Hands and deals, counted without dealing each of them."""
