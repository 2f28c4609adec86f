"""The public library: what `import queenhigh` gives a programmer. Import the names from there."""
