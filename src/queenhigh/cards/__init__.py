"""Cards, the deck, three-card ranking, and the best five of six. Knows nothing else."""
