"""Commands that show what the service survives: a simulated world, and real crashes."""
